"""What decides, rule by rule: the first that speaks does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import numpy as np
import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.other_laws import OtherLaw
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability import rules
from civicsetu.retrieval.answerability.case import Case as ToDecide
from civicsetu.retrieval.answerability.classifier import Calibration
from civicsetu.retrieval.answerability.decision import Contradiction, Decision, Reason
from civicsetu.retrieval.answerability.rules import (
    AFTER_SEARCH,
    BEFORE_SEARCH,
    first_decision,
    is_surely_none_of_ours,
)
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.scope_kinds import UNKNOWN_SCOPE, OutOfScopeMatch, ScopeKind
from civicsetu.retrieval.signals import Signals
from civicsetu.retrieval.thresholds import AnswerabilityThresholds
from civicsetu.settings import AnswerabilitySettings
from tests.answering.given import understood
from tests.retrieval.lantern_act import ACT, index_of, index_of_states

SETTINGS = AnswerabilitySettings(
    min_confidence=0.5, state_rule_score=0.01, clarify_words=3, min_known=0.9, intent_with_wording=-3.0,
    wrongdoing_alone=-0.5, prediction_alone=-0.5,
)  # fmt: skip
MODEL = Calibration(-2.0, {"top_vector": 4.0})
NEAR, FAR, LESS_NEAR, LIKELY = 0.9, 0.81, 0.83, 0.855
"""Cosines at which `MODEL` gives 4 * 1.0 - 2 = 2, 4 * 0.1 - 2 = -1.6, 4 * 0.3 - 2 = -0.8 and 4 * 0.55 - 2 = 0.2."""
INDEX = index_of()


def item(jurisdiction: str = "CENTRAL", *, pinned: bool = False) -> Evidence:
    return Evidence(
        unit_id="1", document=ACT, provision="3(1)", title="", jurisdiction=jurisdiction, score=0.9,
        found_by=("vector",), pinned=pinned,
    )  # fmt: skip


@dataclass
class Case:
    """What was asked and found, and what comes of it; by default enough of everything."""

    action: str
    reason: str = ""
    query: str = "When does the builder close the lantern?"
    cosine: float = NEAR
    evidence: tuple[Evidence, ...] = (item(),)
    asked: tuple[str, ...] = ()
    fixed: float | None = None
    out_of_scope: float = 0.0
    law: OtherLaw | None = None
    scope: dict[ScopeKind, float] = field(default_factory=dict)
    by_meaning: bool = True
    known: float = 1.0
    contradiction: bool = False
    degraded: tuple[str, ...] = ()
    of_law: str = ""

    def decision(self, **switches: bool) -> Decision:
        return decide(self.query, self, **switches)

    def alone(self) -> Decision | None:
        """The same as a part of a post, without its story."""
        return is_surely_none_of_ours(ToDecide(understood(self.query, INDEX), INDEX, SETTINGS, MODEL, *self.given()))

    def given(self) -> tuple[RetrievalPlan, Retrieved]:
        signals = Signals(
            dict.fromkeys(("vector", "keyphrases", "expected_questions"), self.cosine), query_term_coverage=self.known,
            state_rule_score=self.fixed,
            out_of_scope=OutOfScopeMatch("taxes", self.out_of_scope, self.out_of_scope, self.law),
            scope={**UNKNOWN_SCOPE, **self.scope},
        )  # fmt: skip
        vector = np.ones(2, np.float32) if self.by_meaning else None
        references = tuple((ACT, Reference(parse_path(path), "section", 0, 1, self.of_law)) for path in self.asked)
        plan = RetrievalPlan(self.query, references=references)
        return plan, Retrieved(self.evidence, (), vector, signals, 1, 1.0, 1.0, self.degraded)


def decide(asked: str | Query, case: Case, **switches: bool) -> Decision:
    """What is decided after the search of a case, whatever question is read with it, under these switches."""
    query = understood(asked, INDEX) if isinstance(asked, str) else asked
    both = Contradiction((item(), item()), ()) if case.contradiction else None
    thresholds = AnswerabilityThresholds(**switches)
    decision = first_decision(AFTER_SEARCH, ToDecide(query, INDEX, SETTINGS, MODEL, *case.given(), both, thresholds))
    assert decision is not None
    return decision


def decide_before(query: Query, index: LawIndex = INDEX) -> Decision | None:
    return first_decision(BEFORE_SEARCH, ToDecide(query, index, SETTINGS, MODEL))


WISH = "How do I forge a keeper's consent without anybody noticing?"
LEAK = "The roof of my flat leaks."
GUESS = "Do you think that the lantern will be finished soon?"
LIKE_TALK = {ScopeKind.NO_QUESTION: -0.2, ScopeKind.IN_SCOPE: -3.0}
LIKE_LAW = {ScopeKind.OTHER_LAW: -0.2, ScopeKind.IN_SCOPE: -3.0}
DENIED = {ScopeKind.WRONGDOING: -5.0, ScopeKind.PREDICTION: -5.0}
ANOTHERS: dict[str, Any] = {
    "cosine": 0.78, "out_of_scope": 0.85, "scope": LIKE_LAW, "asked": ("3(1)",), "evidence": (item(pinned=True),),
    "query": "Which tax is saved under section 3?",
}  # fmt: skip
CASES = {
    "near enough": Case("proceed"),
    "too far, though it looks like ours": Case(
        "abstain", "weak", cosine=FAR, scope={ScopeKind.IN_SCOPE: -0.1}
    ),
    "too far, and like another law": Case("abstain", "other_law", cosine=FAR, out_of_scope=0.85, scope=LIKE_LAW),
    "too far, and like small talk": Case(
        "abstain", "no_question", cosine=FAR, out_of_scope=0.85, scope=LIKE_TALK
    ),
    "near enough, though another subject is nearer": Case("proceed", out_of_scope=0.95),
    "nothing found": Case("abstain", "nothing_found", evidence=()),
    "asked for by number and held": Case(
        "proceed", cosine=0.1, asked=("3(1)",), evidence=(item(pinned=True),)
    ),
    "asked for by number, not among the evidence": Case(
        "abstain", "weak", cosine=FAR, asked=("3(1)",), scope={ScopeKind.IN_SCOPE: -0.1}
    ),
    "less near, and surely ours": Case("proceed", cosine=LESS_NEAR, scope={ScopeKind.IN_SCOPE: -0.3}),
    "less near, and perhaps ours": Case(
        "abstain", "weak", cosine=LESS_NEAR, scope={ScopeKind.IN_SCOPE: -0.6}
    ),
    "a number that is surely another law's": Case("abstain", "other_law", **ANOTHERS),
    "the same number, and the law held is named": Case("proceed", **ANOTHERS, of_law="Lantern Act"),
    "a number and no more": Case("proceed", **{**ANOTHERS, "query": "section 3(1)"}),
    "the same number, as near to the law held": Case("proceed", **{**ANOTHERS, "out_of_scope": 0.7}),
    "left to rules that are not held": Case("abstain", "left_to_state_rules", fixed=0.02),
    "hardly nearer to other states' rules": Case("proceed", fixed=0.01),
    "left to rules, and one state's are held": Case(
        "proceed", fixed=0.02, evidence=(item("KARNATAKA"), item())
    ),
    "two words that find nothing": Case(
        "clarify", "unclear", query="lantern trouble", cosine=FAR, scope=DENIED
    ),
    "two words of another law": Case(
        "abstain", "other_law", query="income tax", cosine=FAR, out_of_scope=0.9, scope=LIKE_LAW
    ),
    "two of the best disagree": Case("show_options", "contradiction", contradiction=True),
    "two of what is too far disagree": Case(
        "abstain", "weak", cosine=FAR, contradiction=True, scope={ScopeKind.IN_SCOPE: -0.1}
    ),
    "no vector, the law's own words": Case("proceed", by_meaning=False, cosine=0.0, known=0.9),
    "no vector, some words unknown": Case("abstain", "weak", by_meaning=False, cosine=0.0, known=0.89),
    "no vector, no own word": Case(
        "abstain", "weak", by_meaning=False, cosine=0.0, query="When is it closed on feast days?"
    ),
    "a home with defects": Case("proceed", query=LEAK, cosine=FAR, scope={**DENIED, ScopeKind.OTHER_LAW: -2.0}),
    "a home with defects, perhaps a landlord's": Case(
        "abstain", "other_law", query=LEAK, cosine=FAR, scope={ScopeKind.OTHER_LAW: -0.4, ScopeKind.NO_QUESTION: -2.0}
    ),
    "defects of something else": Case(
        "abstain", "weak", query="My boots are wet.", cosine=FAR, scope={**DENIED, ScopeKind.OTHER_LAW: -2.0}
    ),
    "a wish to break the law": Case("abstain", "wrongdoing", query=WISH),
    "the wording of one, which the vector denies": Case("proceed", query=WISH, scope=DENIED),
    "a wish that the wording does not show": Case(
        "abstain", "wrongdoing", query="I sell it before the number comes", scope={ScopeKind.WRONGDOING: -0.3}
    ),
    "a grievance that is about the same thing": Case(
        "proceed", query="Is the builder allowed to take money from me before the agreement?", scope={ScopeKind.WRONGDOING: -0.3}
    ),
    "what follows from it": Case(
        "proceed", query="What happens if I sell it without a number?", scope={ScopeKind.WRONGDOING: -0.3}
    ),
    "a wish about a section": Case(
        "abstain", "wrongdoing", query=WISH, asked=("3(1)",), evidence=(item(pinned=True),)
    ),
    "a guess asked for": Case("abstain", "prediction", query=GUESS),
    "what the law lets follow is no guess": Case(
        "proceed", query="What happens if the lantern is never lit, who will finish it?", scope={ScopeKind.PREDICTION: -0.05}
    ),
    "a punishment to come is no guess": Case("proceed", query="The lantern punished soon?", scope={ScopeKind.PREDICTION: -0.05}),
    "a guess without its wording": Case("abstain", "prediction", query="The lantern soon?", scope={ScopeKind.PREDICTION: -0.05}),
    "what is owed for a late home is no guess": Case(
        "proceed", query="My lantern room, a flat, is two years late, soon?", scope={ScopeKind.PREDICTION: -0.05}
    ),
    "a guess about a section is the section": Case(
        "proceed", query=GUESS, asked=("3(1)",), evidence=(item(pinned=True),)
    ),
    "the wording of a guess, which the vector denies": Case("proceed", query=GUESS, scope=DENIED),
}


@pytest.mark.parametrize("name", CASES)
def test_the_first_rule_that_speaks_decides(name: str) -> None:
    case = CASES[name]
    decision = case.decision()
    assert (decision.action, decision.reason) == (case.action, case.reason)
    states_law = case.action in ("proceed", "show_options")
    assert (decision.confidence > 0) == states_law and decision.confidence <= 1


GST = "How much GST must I pay on the lantern?"
SWITCHED_OFF = {
    "classifier": (Case("proceed", cosine=FAR), Case("abstain", out_of_scope=0.95)),
    "stance_model": (
        Case("proceed", query="I want to hide my income so that the buyer gets nothing", scope={ScopeKind.WRONGDOING: -1.0}),
        Case("abstain", query=WISH),
    ),
    "other_law_model": (Case("proceed", query=GST, cosine=LIKELY), Case("proceed", query=GST)),
    "intent_patterns": (Case("proceed", query=GUESS), Case("abstain", query=GUESS, scope={ScopeKind.PREDICTION: -0.1})),
    "wrongdoing": (Case("proceed", query=WISH), Case("proceed", query=WISH, scope={ScopeKind.WRONGDOING: -0.1})),
    "prediction": (Case("proceed", query=GUESS), Case("proceed", query=GUESS, scope={ScopeKind.PREDICTION: -0.1})),
    "wrong_of_home": (
        Case("abstain", query=LEAK, cosine=FAR, out_of_scope=0.85, scope={**DENIED, ScopeKind.OTHER_LAW: -2.0}),
        Case("proceed", query=LEAK),
    ),
}  # fmt: skip
"""What comes of two cases where one model or rule of the decision is away; of the first something else."""


@pytest.mark.parametrize("name", SWITCHED_OFF)
def test_a_model_or_rule_that_is_switched_off_says_nothing(name: str) -> None:
    changed, _ = SWITCHED_OFF[name]
    assert changed.decision().action != changed.action
    for case in SWITCHED_OFF[name]:
        assert case.decision(**{name: False}).action == case.action


def test_an_answer_is_never_called_certain() -> None:
    assert Case("proceed", cosine=1.0).decision().confidence <= 0.97


def test_another_law_is_named_only_where_its_texts_agree() -> None:
    case = Case("abstain", cosine=FAR, out_of_scope=0.85, scope=LIKE_LAW, law=OtherLaw.TENANCY)
    assert case.decision().other_law is OtherLaw.TENANCY
    case.law = None
    assert case.decision().reason is Reason.OTHER_LAW and case.decision().other_law is None


@pytest.mark.parametrize(
    ("is_part", "cosine", "reason"),
    [(True, NEAR, Reason.OTHER_LAW), (False, NEAR, Reason.NONE), (False, FAR, Reason.OTHER_LAW)],
)
def test_words_of_another_law_decide_for_a_part_and_for_a_question_that_is_hardly_answered(
    is_part: bool, cosine: float, reason: Reason
) -> None:
    """The story of a post draws law to each part; a whole question that is likely answered is answered."""
    asked = "How much GST must I pay on the lantern?"
    query = replace(understood(asked, INDEX), is_part=is_part)
    decision = decide(query, Case("abstain", query=asked, cosine=cosine))
    assert (decision.reason, decision.by_words) == (reason, bool(reason))
    assert decision.other_law is (OtherLaw.GST if reason else None)


@pytest.mark.parametrize(("story", "refused"), [("", True), ("Our project registration expires. ", False)])
def test_words_that_name_no_law_count_only_with_those_they_lean_on(story: str, refused: bool) -> None:
    """ "What is the fee?" is asked of many laws."""
    asked = "what is the fee"
    query = replace(understood(f"{story}{asked}", INDEX), asked_last=asked, is_part=True)
    decision = decide(query, Case("proceed", query=asked, cosine=NEAR))
    assert (decision.reason is Reason.OTHER_LAW) is refused


OTHER: dict[str, Any] = {"cosine": FAR, "out_of_scope": 0.85, "scope": LIKE_LAW}
ALONE = {
    "its texts agree on a law": (Case("abstain", **OTHER, law=OtherLaw.STAMP), True),
    "its words name another field": (Case("abstain", **OTHER, query="Who pays the tenant's rent?"), True),
    "far nearer to other topics": (
        Case("abstain", cosine=FAR - 0.2, out_of_scope=0.85, scope=LIKE_LAW, query="May she keep the goat in his yard?"),
        True,
    ),
    "far nearer, and says too little": (
        Case("abstain", cosine=FAR - 0.2, out_of_scope=0.85, scope=LIKE_LAW, query="Is that allowed?"), False,
    ),
    "a little nearer to other topics": (Case("abstain", **OTHER), False),
    "the law held is as near": (
        Case("abstain", cosine=FAR, out_of_scope=FAR, scope=LIKE_LAW, law=OtherLaw.STAMP), False,
    ),
    "no question by itself": (Case("abstain", cosine=FAR, out_of_scope=0.85, scope=LIKE_TALK), False),
    "not searched everywhere": (Case("abstain", **OTHER, law=OtherLaw.STAMP, degraded=("No words.",)), False),
    "answered by itself": (Case("proceed", out_of_scope=0.95, law=OtherLaw.STAMP), False),
    "hardly answered, and names another field": (
        Case("proceed", out_of_scope=0.95, cosine=LIKELY, scope=LIKE_LAW, query="Who pays the tenant's rent?"), True,
    ),
    "surely answered, though it names another field": (
        Case("proceed", out_of_scope=0.95, scope=LIKE_LAW, query="Who pays the tenant's rent?"), False,
    ),
    "hardly answered, and points to the story": (
        Case("proceed", out_of_scope=0.95, cosine=LIKELY, scope=LIKE_LAW, query="Who stands on the tower for it?"), False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ALONE)
def test_a_part_is_refused_by_its_own_question_only_where_that_is_surely_of_another_law(name: str) -> None:
    case, refused = ALONE[name]
    decision = case.alone()
    assert (decision is not None) == refused
    assert decision is None or decision.reason is Reason.OTHER_LAW


def test_a_part_that_says_enough_is_declined_as_a_whole_question_is() -> None:
    said = "Was the quorum of the guild's last dinner counted by raising spoons?"
    talk: dict[str, Any] = {"cosine": FAR - 0.2, "out_of_scope": 0.85, "scope": LIKE_TALK}
    decision = Case("abstain", **talk, query=said).alone()
    assert decision is not None and decision.reason is Reason.NO_QUESTION
    assert Case("abstain", **talk, query="Was it counted?").alone() is None, "it leans on its story"


LESS_WISH = {ScopeKind.WRONGDOING: -2.0, ScopeKind.OTHER_LAW: -0.5, ScopeKind.IN_SCOPE: -3.0}


def test_who_asks_for_help_is_not_told_that_they_wish_to_break_the_law() -> None:
    """The wording may mislead: how to get a tenant out. Where another law is likelier, that is said."""
    decision = Case("abstain", query=WISH, cosine=FAR, out_of_scope=0.85, scope=LESS_WISH).decision()
    assert decision.reason is Reason.OTHER_LAW
    unsure = {ScopeKind.WRONGDOING: -0.6, ScopeKind.OTHER_LAW: -0.9, ScopeKind.IN_SCOPE: -4.0}
    assert Case("abstain", cosine=FAR, out_of_scope=0.85, scope=unsure).decision().reason is Reason.OTHER_LAW
    assert Case("abstain", query=WISH, scope=LESS_WISH).decision().reason is Reason.WRONGDOING, (
        "near to the law held"
    )


def test_only_what_the_law_held_is_near_to_goes_with_a_provision() -> None:
    assert Case("abstain", query=WISH).decision().cites
    assert not Case("abstain", query=WISH, out_of_scope=0.99).decision().cites
    assert not Case("abstain", cosine=FAR, out_of_scope=0.85, scope=LIKE_TALK).decision().cites


def test_who_tells_in_a_post_of_a_wrong_wishes_none_unless_the_words_show_it() -> None:
    vector_alone = Case("abstain", query="How can I get what is mine?", scope={ScopeKind.WRONGDOING: -0.001, ScopeKind.IN_SCOPE: -8.0})
    asked = understood(vector_alone.query, INDEX)
    wronged = replace(asked, story="The builder cheated us and did not give possession.", asked_last=vector_alone.query)
    decided = [decide(query, vector_alone).reason for query in (asked, wronged)]
    assert decided[0] is Reason.WRONGDOING and decided[1] is not Reason.WRONGDOING


def test_who_asks_whether_something_is_allowed_is_told_the_law() -> None:
    sure = {ScopeKind.WRONGDOING: -0.001, ScopeKind.IN_SCOPE: -8.0}
    asks_whether, wishes = (
        Case("abstain", query=text, scope=sure).decision().reason
        for text in (
            "Can we take money from the separate account on the architect's signature alone?",
            "Help me take money from the separate account with a forged signature.",
        )
    )
    assert asks_whether is not Reason.WRONGDOING and wishes is Reason.WRONGDOING


def test_what_the_classifier_read_comes_with_its_decision() -> None:
    assert Case("proceed").decision().features
    assert Case("abstain", query=WISH).decision().features
    assert not Case("abstain", evidence=()).decision().features


BEFORE = {
    "section 211": Reason.NO_SUCH_PROVISION,
    "What is in Form Z?": Reason.NO_SUCH_PROVISION,
    "What is in article 12 of RERA?": Reason.NO_SUCH_PROVISION,
    "Table 3 of the rules": Reason.RULES_NOT_HELD,
    "Hello!": Reason.GREETING,
    "hello thanks": Reason.GREETING,
    "ok thank you so much ji": Reason.GREETING,
    "நன்றி": Reason.GREETING,
    "builder no nahi": Reason.UNCLEAR,
    "बिल्डर नहीं": Reason.UNCLEAR,
    "no builder, no": Reason.UNCLEAR,
    "section 420 of the IPC": Reason.OTHER_LAW_NAMED,
}


@pytest.mark.parametrize("question", BEFORE)
def test_what_no_search_can_change_is_decided_before_it(question: str) -> None:
    decision = decide_before(understood(question, INDEX))
    assert decision is not None and decision.reason is BEFORE[question]
    assert decision.confidence == 0


@pytest.mark.parametrize("question", ["When is the lantern closed?", "Hello, when is it closed?", "there", "no refund", "builder",
                                      "Which part of it may close?", "section 3 or Form Z"])  # fmt: skip
def test_everything_else_is_searched_for(question: str) -> None:
    assert decide_before(understood(question, INDEX)) is None


def test_a_day_before_the_law_is_told() -> None:
    asked = understood("When is the lantern closed?", INDEX, as_on=date(1940, 2, 3))
    decision = decide_before(asked)
    assert decision is not None and decision.reason is Reason.BEFORE_THE_LAW


def test_a_rule_of_no_state_is_asked_back() -> None:
    index = index_of_states()
    decision = decide_before(understood("rule 16", index), index)
    assert decision is not None and decision.reason is Reason.RULES_NOT_HELD


def test_the_lists_are_read_in_order_and_the_last_rule_always_speaks() -> None:
    named = [rule.__name__ for rule in (*BEFORE_SEARCH, *AFTER_SEARCH)]
    assert len(set(named)) == len(named)
    assert AFTER_SEARCH[-1] is rules.is_declined_for_its_kind
    order = [
        named.index(name)
        for name in ("wishes_to_break_the_law", "holds_the_provision_named", "finds_an_answer")
    ]
    assert order == sorted(order)

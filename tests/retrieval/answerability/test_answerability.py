"""The door of the decision: options come with both provisions, and parts of a post are decided by their own words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.classifier import Calibration
from civicsetu.retrieval.answerability.decision import Decision, Reason
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.scope_kinds import OutOfScopeMatch, ScopeKind
from civicsetu.retrieval.signals import Signals
from civicsetu.retrieval.thresholds import AnswerabilityThresholds
from civicsetu.settings import AnswerabilitySettings
from tests.answering.given import understood
from tests.retrieval.answerability import test_contradiction as rates
from tests.retrieval.lantern_act import index_of

INDEX = index_of()
ASKED = "When does the builder close the lantern?"
QUERY = understood(ASKED, INDEX)
PLAN = RetrievalPlan(ASKED)
DOOR = Answerability(AnswerabilitySettings(), Calibration(-2.0, {"top_vector": 4.0}))
OTHER_LAW, NO_QUESTION = ScopeKind.OTHER_LAW, ScopeKind.NO_QUESTION


def found(*paths: str, cosine: float = 0.9, like: ScopeKind = ScopeKind.IN_SCOPE) -> Retrieved:
    """What is near at that cosine and looks like that kind, with its story and without."""
    scope = {**dict.fromkeys(ScopeKind, -6.0), like: -0.1}
    taxes = 0.85 if like is OTHER_LAW else 0.0
    signals = Signals(
        dict.fromkeys(("vector", "keyphrases", "expected_questions"), cosine), query_term_coverage=1.0,
        out_of_scope=OutOfScopeMatch("taxes", taxes, taxes, OtherLaw.INCOME_TAX), scope=scope, scope_alone=scope,
    )  # fmt: skip
    evidence = tuple(rates.found(path) for path in paths)
    return Retrieved(evidence, (), np.ones(2, np.float32), signals, 0, 1.0, 1.0, ())


def test_options_come_with_the_provisions_that_contradict_each_other_and_their_sentences() -> None:
    held = rates.index()
    decision = DOOR.decide(understood(ASKED, held), PLAN, found("3", "5", "4"), held)
    assert (decision.action, decision.reason) == ("show_options", Reason.CONTRADICTION)
    assert decision.contradiction is not None
    assert [one.provision for one in decision.contradiction.provisions] == ["3", "4"]
    assert len(decision.contradiction.sentences) == 1
    sure = DOOR.decide(understood(ASKED, held), PLAN, found("5", "3", "4"), held)
    assert sure.action == "proceed" and sure.contradiction is None


def switched_off(**switches: bool) -> Answerability:
    return Answerability(AnswerabilitySettings(), Calibration(-2.0, {"top_vector": 4.0}), AnswerabilityThresholds(**switches))


def test_each_mechanism_has_a_switch_of_its_own() -> None:
    held = rates.index()
    near, other = found("3", "5", "4"), found("3", like=OTHER_LAW)
    without = switched_off(contradiction=False)
    assert without.decide(understood(ASKED, held), PLAN, near, held).action == "proceed"
    assert without.is_doubtful(QUERY, None, other, declined=False)
    without = switched_off(own_words=False)
    assert without.decide(understood(ASKED, held), PLAN, near, held).action == "show_options"
    assert not without.is_doubtful(QUERY, None, other, declined=False)


def test_by_its_own_words_a_declined_part_is_answered_or_stays_declined() -> None:
    held = rates.index()
    decision = DOOR.decide_alone(understood(ASKED, held), PLAN, found("3", "4"), held, declined=True)
    assert decision is not None and decision.action == "proceed", "a contradiction is not looked for"
    away = found("3", cosine=0.7, like=OTHER_LAW)
    assert DOOR.decide_alone(QUERY, PLAN, away, INDEX, declined=True) is None


def test_by_its_own_words_a_part_is_refused_or_stays_answered() -> None:
    away = found("3", cosine=0.7, like=OTHER_LAW)
    decision = DOOR.decide_alone(QUERY, PLAN, away, INDEX, declined=False)
    assert decision is not None and decision.other_law is OtherLaw.INCOME_TAX
    assert DOOR.decide_alone(QUERY, PLAN, found("3"), INDEX, declined=False) is None


@pytest.mark.parametrize(
    ("like", "doubtful"), [(ScopeKind.IN_SCOPE, False), (OTHER_LAW, True), (NO_QUESTION, True)]
)
def test_an_answered_part_is_doubtful_where_its_own_words_look_like_none_of_ours(
    like: ScopeKind, doubtful: bool
) -> None:
    sure = Decision("proceed", 0.9)
    assert DOOR.is_doubtful(QUERY, sure, found("3", like=like), declined=False) == doubtful
    numbered = understood("What does section 3 say?", INDEX)
    assert not DOOR.is_doubtful(numbered, sure, found("3", like=like), declined=False)


@pytest.mark.parametrize(
    ("decision", "doubtful"),
    [
        (Decision("abstain", reason=Reason.WEAK), True),
        (Decision("abstain", reason=Reason.OTHER_LAW), True),
        (Decision("abstain", reason=Reason.OTHER_LAW, other_law=OtherLaw.GST), False),
        (Decision("abstain", reason=Reason.WRONGDOING), False),
        (None, False),
    ],
)
def test_a_declined_part_is_doubtful_where_it_is_not_surely_declined(decision: Decision | None, doubtful: bool) -> None:
    part = replace(QUERY, asked_last=ASKED)
    assert DOOR.is_doubtful(part, decision, found("3"), declined=True) == doubtful
    assert not DOOR.is_doubtful(QUERY, decision, found("3"), declined=True), "it has no story"

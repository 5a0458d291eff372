"""Citations: needed where law is claimed, of law that is held and may be shown, and quoting what stands there."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest

from civicsetu.answering.validating.citing_rules import (
    citation_exists,
    freshness_ok,
    must_cite_if_claims,
    policy_scope_allowed,
    quote_found,
)
from civicsetu.answering.validating.turn import JudgedTurn
from civicsetu.answering.validating.validator_data import (
    LawScope,
    Role,
    get_role,
    get_roles,
    get_thresholds,
)
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import InputError
from civicsetu.law.answers import AnswerKind, Confidence, Sentence, Step, Support
from civicsetu.law.documents import Visibility
from civicsetu.law.judgments import Judgment
from tests.answering.given import answered
from tests.answering.validating.turns import LAW, lifted, saying, standing, turn
from tests.retrieval.lantern_act import ACT, KARNATAKA

NONE = Confidence(score=0, level="none")


def told(judged: Judgment | None) -> Judgment:
    assert judged is not None
    return judged


def declining(text: str) -> JudgedTurn:
    return turn(
        answered(kind=AnswerKind.ABSTAIN, abstained=True, answer=text, sentences=(), citations=(), confidence=NONE)
    )


def held(**changes: object) -> LawIndex:
    """The same law, the Act changed."""
    return replace(LAW, laws=LAW.laws | {ACT: replace(LAW.laws[ACT], **changes)})


def test_a_cited_claim_passes_and_one_that_cites_nothing_fails() -> None:
    assert must_cite_if_claims(turn(lifted())).passed
    uncited = answered(
        kind=AnswerKind.OPTIONS,
        sentences=[Sentence(text="The keeper must close it.", support=Support.STATEMENT), Sentence(text="x", citations=(0,))],
    )
    judged = must_cite_if_claims(turn(uncited))
    assert not judged.passed and judged.score == 0.5
    assert judged.evidence == {"claims": 2, "uncited": ["The keeper must close it."]}


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("The law held does not say. Please name the state.", True),
        ("You must tell me which of the two you mean.", True),
        ("The Lantern Act came into force on 1 April 1951.", True),
        ("The keeper must pay a penalty of 100 rupees.", False),
        ("You are entitled to it within 45 days.", False),
    ],
)
def test_a_text_that_declines_may_claim_no_law(text: str, passes: bool) -> None:
    assert must_cite_if_claims(declining(text)).passed is passes


def test_advice_and_steps_that_state_a_figure_of_law_must_cite() -> None:
    advice = Sentence(text="Write to the keeper; he must answer within 30 days.", support=Support.PRACTICAL)
    said = lifted().model_copy(update={"sentences": (*lifted().sentences, advice)})
    assert not must_cite_if_claims(turn(said)).passed
    step = lifted().model_copy(update={"steps": (Step(text="You must pay a fee of Rs. 20."),)})
    assert not must_cite_if_claims(turn(step)).passed
    harmless = lifted().model_copy(update={"steps": (Step(text="Keep a copy of the receipt."),)})
    assert must_cite_if_claims(turn(harmless)).passed


def test_a_citation_names_law_held_an_edition_held_and_a_provision_of_it() -> None:
    assert told(citation_exists(turn(lifted()))).passed
    for change, why in (
        ({"document": "no_such_act"}, "not held"),
        ({"edition_id": UUID(int=7)}, "its edition is not held"),
        ({"provision": "99"}, "the edition has no such provision"),
    ):
        wrong = standing().model_copy(update=change)
        judged = told(citation_exists(turn(saying("Words.", standing(), wrong))))
        assert not judged.passed and judged.score == 0.5
        assert [one["why"] for one in judged.evidence["wrong"]] == [why]  # type: ignore[attr-defined]
    assert citation_exists(declining("I do not know.")) is None, "nothing is cited"


def test_restricted_law_fails_for_a_citizen_and_passes_for_who_may_see_it() -> None:
    restricted = turn(lifted(), held(visibility=Visibility.RESTRICTED))
    assert not told(citation_exists(restricted)).passed
    may = Role(sees=frozenset({Visibility.PUBLIC, Visibility.RESTRICTED}), scopes=frozenset({LawScope.ALL}))
    assert told(citation_exists(replace(restricted, role=may))).passed
    gone = replace(LAW, laws={}, hidden={ACT: Visibility.INTERNAL})
    [wrong] = told(citation_exists(turn(lifted(), gone))).evidence["wrong"]  # type: ignore[misc]
    assert wrong["why"] == "internal, not for this asker"


def test_a_quote_stands_at_its_span_and_lifted_words_in_their_quote() -> None:
    assert told(quote_found(turn(lifted()))).passed
    moved = standing().model_copy(update={"start": standing().start + 1, "end": standing().end + 1})
    judged = told(quote_found(turn(saying("Plain words.", moved))))
    assert not judged.passed and judged.score == 0 and judged.evidence["lost"]
    unlike = told(quote_found(turn(saying("Words of ours.", support=Support.VERBATIM))))
    assert not unlike.passed and unlike.evidence["not_in_quote"] == ["Words of ours."]


def test_a_citizen_is_told_the_law_of_the_states_asked_of_an_operator_that_of_all() -> None:
    both = turn(saying("Words.", standing(), standing("16", KARNATAKA)), asked_of=frozenset({"CENTRAL", "KARNATAKA"}))
    assert told(policy_scope_allowed(both)).passed
    goa = replace(both, asked_of=frozenset({"CENTRAL", "GOA"}))
    judged = told(policy_scope_allowed(goa))
    assert not judged.passed and judged.score == 0.5 and judged.evidence["disallowed_scopes"] == ["KARNATAKA"]
    assert told(policy_scope_allowed(replace(goa, role=get_role("operator")))).passed
    assert policy_scope_allowed(replace(both, asked_of=None)) is None, "whose law was asked is not known"


def test_a_role_of_central_law_alone_is_told_no_state_law() -> None:
    central = Role(sees=frozenset({Visibility.PUBLIC}), scopes=frozenset({LawScope.CENTRAL}))
    both = turn(saying("Words.", standing(), standing("16", KARNATAKA)), asked_of=frozenset({"KARNATAKA"}), role=central)
    assert told(policy_scope_allowed(both)).evidence["disallowed_scopes"] == ["KARNATAKA"]


def test_law_compared_too_long_ago_is_stale() -> None:
    assert told(freshness_ok(turn(lifted(), held(compared_on=date(2025, 11, 1))))).passed
    old = told(freshness_ok(turn(lifted(), held(compared_on=date(2025, 10, 1)))))
    assert not old.passed and old.evidence["stale"] == {ACT: "2025-10-01"}
    assert told(freshness_ok(turn(lifted(), held(compared_on=None)))).evidence["stale"] == {ACT: "unknown"}


def test_roles_and_thresholds_ship_and_another_role_is_refused() -> None:
    assert get_role("citizen").sees == {Visibility.PUBLIC}
    assert all(Visibility.RESTRICTED not in role.sees for role in get_roles().values())
    assert get_thresholds().fresh_days == 90
    with pytest.raises(InputError, match="no role"):
        get_role("minister")

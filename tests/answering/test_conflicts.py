"""Provisions that do not agree are told beside an answer that rests on either of them."""

from __future__ import annotations

import pytest

from civicsetu.answering.conflicts import find_registered_conflicts, warn_of_conflict
from civicsetu.corpus.registry import JurisdictionEntry, Registry, get_registry
from civicsetu.law.answers import Citation
from civicsetu.law.documents import Conflict
from tests.answering.given import citation
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, found, spec, state_rules

REASON = "The Act has every lantern shut at nine;\n  the rule leaves field lanterns out."
BOTH = (ACT, KARNATAKA)
TOLD = (
    "Karnataka Lantern Rules rule 16 and Lantern Act section 3(1) do not agree: The Act has every lantern shut at nine; "
    "the rule leaves field lanterns out. This is our reading; a court may see it otherwise."
)
REGISTRY = Registry(
    {
        ACT: spec(),
        KARNATAKA: state_rules(KARNATAKA).model_copy(
            update={
                "conflicts": (Conflict(provision="16", document=ACT, against="3(1)", reason=REASON),),
            }
        ),
        UTTAR_PRADESH: state_rules(UTTAR_PRADESH),
    },
    {"CENTRAL": JurisdictionEntry(name="India")},
)


def told(*citations: Citation, searched: tuple[str, ...] = BOTH) -> list[str]:
    warnings = list(find_registered_conflicts(citations, searched, REGISTRY))
    assert {one.kind for one in warnings} <= {"conflict"}
    return [one.text for one in warnings]


@pytest.mark.parametrize("path", ["3(1)", "3", "3(1)(a)", "3(1) proviso"])
def test_the_act_is_touched_at_the_place_around_it_and_inside_it(path: str) -> None:
    assert told(citation(path)) == [TOLD]


@pytest.mark.parametrize("path", ["3(2)", "4", "16", "3 explanation"])
def test_another_place_of_the_act_is_not_touched(path: str) -> None:
    assert told(citation(path)) == []


def test_the_rule_is_touched_as_the_act_is() -> None:
    assert told(citation("16", document=KARNATAKA)) == [TOLD]
    assert told(citation("16(1)", document=KARNATAKA)) == [TOLD]
    assert told(citation("3(1)", document=KARNATAKA)) == [], "the place is the Act's, not the rules'"


def test_a_conflict_is_told_once_however_often_it_is_cited() -> None:
    assert told(citation("3(1)"), citation("3(1)(a)"), citation("16", document=KARNATAKA)) == [TOLD]


@pytest.mark.parametrize("searched", [(ACT,), (KARNATAKA,), (ACT, UTTAR_PRADESH), ()])
def test_nothing_is_told_of_a_law_that_was_not_searched(searched: tuple[str, ...]) -> None:
    assert told(citation("3(1)"), citation("16", document=KARNATAKA), searched=searched) == []


def test_another_states_same_rule_does_not_conflict() -> None:
    assert told(citation("16", document=UTTAR_PRADESH), searched=(ACT, KARNATAKA, UTTAR_PRADESH)) == []
    assert told() == []


def test_two_of_the_best_that_differ_are_both_named() -> None:
    [act], [rule] = found("3(1)"), found("16", document=KARNATAKA)
    warning = warn_of_conflict((act, rule), REGISTRY)
    assert warning.kind == "conflict"
    assert warning.text == (
        "Lantern Act section 3(1) and Karnataka Lantern Rules rule 16 give different figures for much the same thing. "
        "Both are shown; ask which one holds for you."
    )


def test_the_conflicts_that_ship_are_of_documents_that_are_registered() -> None:
    registry = get_registry()
    named = [(spec.key, one) for spec in registry.documents.values() for one in spec.conflicts]
    assert named and all(one.document in registry.documents and one.document != key for key, one in named)
    for key, one in named:
        cited = citation(one.provision, document=key)
        warnings = list(find_registered_conflicts([cited], (key, one.document), registry))
        assert any(" ".join(one.reason.split()).rstrip(".") in warning.text for warning in warnings)

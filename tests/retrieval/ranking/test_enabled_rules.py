"""The rules of a section named stand in the evidence: first where their detail is asked for, else behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.ranking.by_jurisdiction import act_first, split_by_jurisdiction
from civicsetu.retrieval.ranking.enabled_rules import joined_units, pin_joined
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    PLAIN,
    RULES_PLAIN,
    UTTAR_PRADESH,
    index_of,
    spec,
    state_rules,
    unit_id,
)
from tests.retrieval.scripted import scripted_retriever, unit_retriever

RULES_WITH_FORM = (
    "THE LANTERN RULES, 1951\n\n3. Receipt.\nThe keeper of a northern lantern shall give a receipt in Form A.\n\n"
    "16. Interest.\nInterest on a late fee is two per cent.\n\nFORM A\n\nReceived from the late comer.\n"
)
DETAIL = "what form and fee does the state want under section 3"
OWN_WORDS = "what does section 3 say"


@pytest.fixture(scope="module")
def index() -> LawIndex:
    """The Act and two states' rules: rule 3 of each carries out section 3(2), Karnataka's rule 16 section 4."""
    index = index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (state_rules(KARNATAKA), EditionKind.PLAIN, RULES_PLAIN),
        (state_rules(UTTAR_PRADESH), EditionKind.PLAIN, RULES_PLAIN.partition("## 16.")[0]),
    )
    for state in (KARNATAKA, UTTAR_PRADESH):
        index.edges.add_derivation(Joined(state, parse_path("3"), 0.9), Joined(ACT, parse_path("3(2)"), 0.9))
    index.edges.add_derivation(Joined(KARNATAKA, parse_path("16"), 0.7), Joined(ACT, parse_path("3(1)"), 0.7))
    return index


def asking(
    query: str, *named: tuple[str, str], documents: tuple[str, ...] = (KARNATAKA, ACT)
) -> RetrievalPlan:
    references = tuple((key, Reference(parse_path(path), None, 0, 1)) for key, path in named)
    return RetrievalPlan(query, documents=documents, references=references)


def evidence(document: str, path: str, score: float = 0.8, *, pinned: bool = False) -> Evidence:
    return Evidence(
        unit_id=unit_id(path, document), document=document, provision=path, title="",
        jurisdiction="CENTRAL" if document == ACT else state_rules(document).jurisdiction, score=score,
        found_by=("vector",), pinned=pinned,
    )  # fmt: skip


def places(found: list[Evidence]) -> list[tuple[str, str]]:
    return [(one.document, one.provision) for one in found]


def test_only_rules_of_the_states_searched_are_joined_to_a_section(index: LawIndex) -> None:
    joined = joined_units(asking(DETAIL, (ACT, "3")), index)
    assert [(unit.document, unit.path) for unit in joined] == [(KARNATAKA, "3"), (KARNATAKA, "16")]
    assert joined_units(asking(DETAIL, (ACT, "3"), documents=(ACT,)), index) == []
    assert joined_units(asking(DETAIL, (ACT, "1")), index) == []
    assert joined_units(asking(DETAIL), index) == []


def test_the_rule_made_under_just_the_part_named_stands_for_those_of_the_whole_section() -> None:
    index = index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (state_rules(KARNATAKA), EditionKind.PLAIN, RULES_PLAIN),
        (state_rules(UTTAR_PRADESH), EditionKind.PLAIN, RULES_PLAIN.partition("## 16.")[0]),
    )
    index.edges.add_derivation(Joined(KARNATAKA, parse_path("3"), 0.9), Joined(ACT, parse_path("3"), 0.9))
    index.edges.add_derivation(Joined(KARNATAKA, parse_path("16"), 0.7), Joined(ACT, parse_path("3(2)"), 0.7))
    index.edges.add_derivation(Joined(UTTAR_PRADESH, parse_path("3"), 0.9), Joined(ACT, parse_path("3"), 0.9))
    every = (KARNATAKA, UTTAR_PRADESH, ACT)
    joined = joined_units(asking(DETAIL, (ACT, "3(2)"), documents=every), index)
    assert [(unit.document, unit.path) for unit in joined] == [(KARNATAKA, "16"), (UTTAR_PRADESH, "3")]
    whole = joined_units(asking(DETAIL, (ACT, "3"), documents=every), index)
    assert {unit.path for unit in whole if unit.document == KARNATAKA} == {"3", "16"}


def test_a_part_under_which_no_rule_is_made_brings_those_of_its_section() -> None:
    index = index_of(
        (spec(), EditionKind.PLAIN, PLAIN), (state_rules(KARNATAKA), EditionKind.PLAIN, RULES_PLAIN)
    )
    index.edges.add_derivation(Joined(KARNATAKA, parse_path("16"), 0.7), Joined(ACT, parse_path("3(1)"), 0.7))
    joined = joined_units(asking(DETAIL, (ACT, "3(2)")), index)
    assert [(unit.document, unit.path) for unit in joined] == [(KARNATAKA, "16")]


def test_a_rule_named_brings_the_sections_it_stands_on(index: LawIndex) -> None:
    joined = joined_units(asking(OWN_WORDS, (KARNATAKA, "3")), index)
    assert [(unit.document, unit.path) for unit in joined] == [(ACT, "3(2)")]


def test_a_form_named_brings_the_rules_that_prescribe_it() -> None:
    index = index_of(
        (spec(), EditionKind.PLAIN, PLAIN), (state_rules(KARNATAKA), EditionKind.OFFICIAL, RULES_WITH_FORM)
    )
    index.edges.add_reference(Joined(KARNATAKA, parse_path("Form A")), Joined(KARNATAKA, parse_path("16")))
    joined = joined_units(asking("who gives Form A", (KARNATAKA, "Form A")), index)
    assert [unit.path for unit in joined] == ["3", "16"], "the rule that names it, and the one it names"


def test_the_rules_come_first_where_a_detail_is_asked_and_behind_the_section_else(index: LawIndex) -> None:
    ranked = [evidence(ACT, "3(1)", pinned=True), evidence(ACT, "4"), evidence(KARNATAKA, "16")]
    joined = [evidence(KARNATAKA, "3", 0.5), evidence(KARNATAKA, "16")]
    first = pin_joined(ranked, ranked, joined, asking(DETAIL, (ACT, "3")), 3)
    assert places(first) == [(KARNATAKA, "16"), (KARNATAKA, "3"), (ACT, "3(1)"), (ACT, "4")]
    assert [one.pinned for one in first] == [True, True, True, False]
    assert all("derived" in one.found_by for one in first[:2])
    behind = pin_joined(ranked, ranked, joined, asking(OWN_WORDS, (ACT, "3")), 3)
    assert places(behind) == [(ACT, "3(1)"), (KARNATAKA, "16"), (KARNATAKA, "3"), (ACT, "4")]


@pytest.mark.parametrize(
    ("question", "rule_first"),
    [
        ("how must the keeper be told under section 3", True),
        ("which books does a keeper have, section 3", True),
        ("what does section 3 say about the keeper", False),
        ("explain section 3 to me", False),
        ("dhara 3 kya kehti hai", False),
        ("कलम 3 काय सांगते", False),
    ],
)
def test_beside_a_state_that_is_named_its_rule_comes_first_but_for_the_words_of_the_section(
    question: str, *, rule_first: bool
) -> None:
    ranked = [evidence(ACT, "3(1)", pinned=True), evidence(ACT, "4")]
    plan = replace(asking(question, (ACT, "3")), state_named=True)
    named = pin_joined(ranked, ranked, [evidence(KARNATAKA, "3")], plan, 3)
    assert (places(named)[0] == (KARNATAKA, "3")) is rule_first
    chosen = pin_joined(ranked, ranked, [evidence(KARNATAKA, "3")], replace(plan, state_named=False), 3)
    assert places(chosen)[0] == (ACT, "3(1)"), "a state that was only chosen changes nothing"


def test_no_more_are_pinned_than_the_limit_and_those_the_search_found_first(index: LawIndex) -> None:
    joined = [evidence(KARNATAKA, "3", 0.2), evidence(KARNATAKA, "16", 0.9)]
    assert places(pin_joined([], [], joined, asking(DETAIL), 1)) == [(KARNATAKA, "16")]
    found = [evidence(KARNATAKA, "3", 0.2)]
    assert places(pin_joined(found, found, joined, asking(DETAIL), 1)) == [(KARNATAKA, "3")]
    assert pin_joined(found, found, joined, asking(DETAIL), 0) == found


def test_of_several_states_the_best_of_each_comes_in_turn(index: LawIndex) -> None:
    joined = [evidence(KARNATAKA, "3"), evidence(KARNATAKA, "16"), evidence(UTTAR_PRADESH, "3", 0.1)]
    shown = pin_joined([], joined[:2], joined, asking(DETAIL, (ACT, "3")), 2)
    assert places(shown) == [(KARNATAKA, "3"), (UTTAR_PRADESH, "3")]


def test_the_section_behind_a_rule_leaves_the_rule_and_the_best_found_before_it(index: LawIndex) -> None:
    """A rule's number may be remembered wrongly: what the words asked for is then right behind it."""
    found = [evidence(KARNATAKA, "16"), evidence(ACT, "1"), evidence(ACT, "4")]
    ranked = [evidence(KARNATAKA, "3", pinned=True), *found]
    for question in (DETAIL, "what does that rule say"):
        shown = pin_joined(ranked, ranked, [evidence(ACT, "3(2)")], asking(question, (KARNATAKA, "3")), 3)
        assert places(shown) == [
            (KARNATAKA, "3"), (KARNATAKA, "16"), (ACT, "1"), (ACT, "3(2)"), (ACT, "4"),
        ]  # fmt: skip


def test_beside_a_section_named_a_states_rules_are_ranked_by_themselves(index: LawIndex) -> None:
    plans = split_by_jurisdiction(asking(DETAIL, (ACT, "3")), index)
    assert [(plan.documents, len(plan.references)) for plan in plans] == [((KARNATAKA,), 0), ((ACT,), 1)]
    assert split_by_jurisdiction(asking(DETAIL, (KARNATAKA, "3")), index) == [
        asking(DETAIL, (KARNATAKA, "3"))
    ]


@pytest.mark.parametrize(
    ("question", "state_first"),
    [
        ("which rule sets it", True),
        ("what is the fee for a late lantern", True),
        ("in what form does the keeper write", True),
        ("what does the law of the state want", True),
        ("शुल्क किती", True),
        ("who must form an association", False),
        ("may the state government close it", False),
        ("late lanterns", False),
    ],
)
def test_where_a_rule_form_or_fee_is_asked_for_the_states_rules_stand_before_the_act(
    index: LawIndex, question: str, *, state_first: bool
) -> None:
    plans = split_by_jurisdiction(asking(question), index)
    assert act_first(plans, [0.1, 0.9], index, 0.2) == ([0, 1] if state_first else [1, 0])


async def test_a_rule_that_no_search_found_is_in_the_evidence_whether_or_not_the_graph_answers(
    index: LawIndex,
) -> None:
    def retrievers(plan: RetrievalPlan, *_: object) -> list[object]:
        if plan.documents == (ACT,):
            found = [unit_id("3(1)"), unit_id("3(2)")]
            return [unit_retriever("exact", *found), unit_retriever("vector", unit_id("4"))]
        return [unit_retriever("vector", unit_id("16", KARNATAKA))]

    retriever = scripted_retriever(retrievers, index)  # type: ignore[arg-type]
    found = await retriever.retrieve(asking(DETAIL, (ACT, "3(2)")))
    assert [(one.document, one.provision) for one in found.evidence][:2] == [(KARNATAKA, "3"), (ACT, "3(1)")]
    assert found.evidence[0].pinned and "derived" in found.evidence[0].found_by


def test_a_rule_asked_for_that_no_edge_leads_to_is_the_states_rule_found_first(index: LawIndex) -> None:
    ranked = [evidence(ACT, "3(1)", pinned=True), evidence(ACT, "4"), evidence(KARNATAKA, "16")]
    asked = pin_joined(ranked, ranked, [], asking("which rule carries out section 3", (ACT, "3")), 3)
    assert places(asked) == [(KARNATAKA, "16"), (ACT, "3(1)"), (ACT, "4")]
    fee = asking("what is the fee under section 3", (ACT, "3"))
    assert pin_joined(ranked, ranked, [], fee, 3) == ranked, "a fee may stand in the section"
    of_state = [evidence(KARNATAKA, "16", pinned=True), evidence(KARNATAKA, "3")]
    named = asking("what does rule 16 say", (KARNATAKA, "16"))
    assert pin_joined(of_state, of_state, [], named, 3) == of_state, "it is named"
    alone = asking("which rule, section 3", (ACT, "3"))
    assert pin_joined(ranked[:2], ranked[:2], [], alone, 3) == ranked[:2], "no rule was found"

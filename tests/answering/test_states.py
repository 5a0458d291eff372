"""Questions on the states' rules, on real stores and models: found beside the Act, or honestly said not to be held."""

from __future__ import annotations

import re
from uuid import UUID

import pytest

from civicsetu.answering.messages.scope_line import scope_line
from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import AnswerKind, QueryType, Support
from tests.holding import ACT, KARNATAKA, UTTAR_PRADESH, answer_of


@pytest.mark.parametrize(
    ("question", "document", "unit"),
    [
        ("What does rule 16 of the Karnataka Rules say?", KARNATAKA, "16"),
        ("rule 17 in Bengaluru", KARNATAKA, "17"),
        ("rule 16 of the UP rules", UTTAR_PRADESH, "16"),
        ("What does rule 16 of the U.P. Rules say?", UTTAR_PRADESH, "16"),
    ],
)
async def test_a_rule_asked_for_by_number_comes_first(
    service: AnsweringService, question: str, document: str, unit: str
) -> None:
    answer = await answer_of(service, question)
    assert answer.kind is AnswerKind.ANSWER and answer.warnings == ()
    assert (answer.citations[0].document, answer.citations[0].section_id) == (document, unit)
    assert (answer.contexts[0].provision, answer.contexts[0].pinned) == (unit, True)


@pytest.mark.parametrize(
    "question",
    ["rule 15 of the UP rules", "What does rule 15 of the U.P. Rules say?", "rule 15 in Noida",
     "What is in rule 15 of the Uttar Pradesh Real Estate (Regulation and Development) Rules, 2016?"],
)  # fmt: skip
async def test_the_rule_that_is_not_held_is_said_to_be_so_and_nothing_is_guessed(
    service: AnsweringService, question: str
) -> None:
    """The print at hand repeats another rule in place of UP's rule 15, which fixes the rate."""
    answer = await answer_of(service, question)
    assert answer.kind is AnswerKind.ABSTAIN and answer.citations == ()
    assert "Rule 15 (Rate of interest" in answer.answer and "is not held here" in answer.answer
    assert not re.search(r"per ?cent|%|\bMCLR\b", answer.answer)


async def test_beside_every_answer_on_a_state_stands_what_is_not_held_of_its_rules(
    service: AnsweringService,
) -> None:
    """Interest is what rule 15 fixes: an answer from the rules around it alone would mislead."""
    answer = await answer_of(service, "What interest must a builder pay in UP on delayed possession?")
    limits = [one.text for one in answer.sentences if one.support is Support.NONE]
    told = [*limits, *(warning.text for warning in answer.warnings if warning.kind == "not_held")]
    assert len(told) == 1 and "The rule itself is not held here" in told[0]
    elsewhere = await answer_of(service, "Within how many days must a builder in Mysore refund money?")
    assert [warning for warning in elsewhere.warnings if warning.kind == "not_held"] == []


async def test_a_rule_that_a_state_does_not_have_is_said_to_be_none(service: AnsweringService) -> None:
    answer = await answer_of(service, "What does rule 77 of the UP rules say?")
    assert answer.kind is AnswerKind.ABSTAIN and answer.sentences == () and answer.citations == ()
    assert "has no rule 77 that I hold; I hold rules 1 to 14 and 16 to 36." in answer.answer


async def test_of_two_rules_compared_the_one_not_held_is_told_beside_the_other(
    service: AnsweringService,
) -> None:
    answer = await answer_of(service, "Compare rule 16 of the Karnataka Rules and rule 15 of the UP Rules")
    assert {(cited.document, cited.section_id) for cited in answer.citations} == {
        (KARNATAKA, "16"),
    }
    [warning] = answer.warnings
    assert "Rule 15 (Rate of interest" in warning.text and "is not held here" in warning.text


async def test_of_two_rules_compared_the_one_that_is_none_is_warned_of(service: AnsweringService) -> None:
    answer = await answer_of(service, "Compare rule 16 of the Karnataka Rules and rule 77 of the UP Rules")
    assert answer.kind is AnswerKind.PARTIAL
    assert (answer.citations[0].document, answer.citations[0].section_id) == (KARNATAKA, "16")
    [warning] = answer.warnings
    assert warning.kind == "not_held" and "rule 77" in warning.text


async def test_a_rule_without_its_state_is_asked_back(service: AnsweringService) -> None:
    answer = await answer_of(service, "What does rule 16 say?")
    assert answer.kind is AnswerKind.ABSTAIN and answer.citations == ()
    assert "please say of which state you mean rule 16" in answer.answer
    assert "Karnataka" in answer.answer and "Uttar Pradesh" in answer.answer


async def test_rules_of_a_state_that_is_not_held_are_told(service: AnsweringService) -> None:
    answer = await answer_of(service, "What does rule 5 of the Bihar Rules say?")
    assert answer.kind is AnswerKind.ABSTAIN
    assert "the Bihar Rules, which I do not hold" in answer.answer


@pytest.mark.parametrize(
    ("question", "jurisdiction"),
    [
        ("What is the rate of interest a promoter pays in Karnataka?", None),
        ("What is the rate of interest payable by the promoter in Bengaluru?", None),
        ("What is the rate of interest a promoter pays?", "KARNATAKA"),
    ],
)
async def test_the_rule_that_fixes_the_rate_is_cited_for_the_state_asked(
    service: AnsweringService, question: str, jurisdiction: str | None
) -> None:
    """Trap: in one list with the Act it lost to the sections that mention interest."""
    answer = await answer_of(service, question, jurisdiction=jurisdiction)
    assert answer.kind is AnswerKind.ANSWER
    assert (KARNATAKA, "16") in {(cited.document, cited.section_id) for cited in answer.citations}
    assert {context.document for context in answer.contexts} == {ACT, KARNATAKA}
    assert answer.jurisdictions == ("CENTRAL", "KARNATAKA")


async def test_without_a_state_what_states_set_is_an_example_that_names_them(service: AnsweringService) -> None:
    answer = await answer_of(service, "Within how many days is a refund paid?")
    assert {context.document for context in answer.contexts} <= {ACT}
    told = [{answer.citations[at].document for at in one.citations} for one in answer.sentences]
    assert [one for one in told if not one <= {ACT}] == [{KARNATAKA, UTTAR_PRADESH}] and len(told) > 1
    [example] = [one.text for one, cited in zip(answer.sentences, told, strict=True) if not cited <= {ACT}]
    assert "60 days" in example and "in Karnataka" in example and "45 days" in example and "in Uttar Pradesh" in example
    assert example.endswith("so name yours.")


async def test_two_states_compared_are_both_shown(service: AnsweringService) -> None:
    answer = await answer_of(service, "Compare the timelines for refund in Karnataka and UP")
    assert answer.query_type is QueryType.CONFLICT
    assert answer.jurisdictions == ("CENTRAL", "KARNATAKA", "UTTAR_PRADESH")
    assert {context.document for context in answer.contexts} == {ACT, KARNATAKA, UTTAR_PRADESH}
    cited = {(one.document, one.section_id) for one in answer.citations}
    assert {(KARNATAKA, "17"), (UTTAR_PRADESH, "16")} <= cited


async def test_two_states_of_which_nothing_is_to_be_compared_are_answered_in_statements(service: AnsweringService) -> None:
    answer = await answer_of(service, "I am a broker registered in Goa. May I help sell flats in Jaipur on the same number?")
    assert answer.sentences and all(one.support is not Support.VERBATIM for one in answer.sentences)


async def test_after_one_state_the_next_is_answered_from_its_own_rules(service: AnsweringService) -> None:
    session = "test-one-state-then-the-next"
    await answer_of(service, "Within what time is a refund paid in Karnataka?", session=session)
    answer = await answer_of(service, "And in UP?", session=session)
    assert answer.jurisdictions == ("CENTRAL", "UTTAR_PRADESH")
    assert KARNATAKA not in {context.document for context in answer.contexts}
    assert KARNATAKA not in {cited.document for cited in answer.citations}


async def test_what_a_rule_says_of_the_act_leads_to_the_act(service: AnsweringService) -> None:
    """The graph joins a rule to the section it is made for."""
    graph = service._graph.get_graph()
    assert graph is not None
    index = await service._retriever.index()
    [unit] = [one for one in index.units.values() if (one.document, one.path) == (KARNATAKA, "8")]
    found = (await graph.traverse([unit.unit_id])).references
    reached = {one.document for near in found for one in index.units_of(str(near.provision_id))}
    assert ACT in reached


async def test_each_answer_says_whose_law_was_asked_and_why(service: AnsweringService) -> None:
    named = await answer_of(service, "What is the rate of interest a promoter pays in Bengaluru?")
    [state] = named.scope.states
    assert (state.jurisdiction, state.source, state.held) == ("KARNATAKA", "named", True)
    assert named.scope.matters and {"KARNATAKA", "UTTAR_PRADESH"} <= set(named.scope.states_held)
    assert "the rules of Karnataka (from your question)" in scope_line(named, service.registry)
    nothing = await answer_of(service, "Within how many days is a refund paid?")
    assert nothing.scope.states == () and nothing.scope.matters
    assert "Karnataka" in scope_line(nothing, service.registry)
    for neither in ("Namaste", "How do I fly a spacecraft?"):
        assert not (await answer_of(service, neither)).scope.matters


async def test_a_question_asked_again_for_one_state_leaves_the_one_it_names(
    service: AnsweringService,
) -> None:
    session = "test-asked-again"
    question = "What is the rate of interest a promoter pays in Bengaluru?"
    first = await answer_of(service, question, session=session)
    again = await answer_of(
        service, question, session=session, jurisdiction="UTTAR_PRADESH", instead_of=UUID(first.id)
    )
    assert again.jurisdictions == ("CENTRAL", "UTTAR_PRADESH") and again.turn == first.turn + 1
    assert KARNATAKA not in {context.document for context in again.contexts}
    india = await answer_of(
        service, question, session=session, jurisdiction="CENTRAL", instead_of=UUID(again.id)
    )
    assert {context.document for context in india.contexts} == {ACT}
    follow_up = await answer_of(service, "And what about delay?", session=session)
    assert follow_up.jurisdictions == ("CENTRAL",), "all of India was chosen since"
    last = await service.last_answer(session)
    assert last is not None and last.id == follow_up.id
    assert await service.last_answer("nobody asked here") is None


async def test_a_question_asked_again_for_a_corrected_fact_keeps_the_state_it_names(service: AnsweringService) -> None:
    session = "test-corrected"
    question = "My builder in Bengaluru is late. What interest do I get?"
    first = await answer_of(service, question, session=session)
    assert {one.name: (one.value, one.source) for one in first.facts}["party"] == ("allottee", "read")
    facts = (("party", "promoter"),)
    again = await answer_of(
        service, question, session=session, facts=facts, instead_of=UUID(first.id), corrected=True
    )
    assert again.jurisdictions == first.jurisdictions == ("CENTRAL", "KARNATAKA")
    assert {one.name: (one.value, one.source) for one in again.facts}["party"] == ("promoter", "given")


@pytest.mark.parametrize(
    "question",
    ["interest for delay nagpur", "delay interest maharashtra", "My builder in Nagpur is late with the keys. What about interest for the delay?"],
)
async def test_the_interest_asked_of_a_state_is_led_by_its_rate(service: AnsweringService, question: str) -> None:
    """That interest is owed at all they know; nor is it asked whether it is simple or compound."""
    answer = await answer_of(service, question)
    lead = next(one for one in answer.sentences if one.citations)
    assert {answer.citations[at].document for at in lead.citations} == {"mahrera_rules_2017"}
    assert "plus 2 %" in lead.text


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("UP vs Karnataka: interest rate and fee of a complaint", ["Rate of interest", "Fee of a complaint"]),
        ("Compare Karnataka with UP: registration fee and interest", ["Fee to register a project", "Rate of interest"]),
    ],
)
async def test_each_matter_in_which_states_are_compared_has_a_row(service: AnsweringService, question: str, titles: list[str]) -> None:
    answer = await answer_of(service, question)
    assert answer.table is not None and len(answer.table.rows) == len(titles)
    for row, title in zip(answer.table.rows, titles, strict=True):
        assert row.matter.startswith(title) and all(cell.text for cell in row.cells)

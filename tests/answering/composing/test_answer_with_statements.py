"""The door of the room: who asks, which statements answer, and how likely the first is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing import answer_with_statements as module
from civicsetu.answering.composing.answer_with_statements import (
    Stated,
    answer_with_statements,
    rank_statements,
    read_asker,
)
from civicsetu.answering.composing.ranking import candidates, rank
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.statements import Actor
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_case_facts import CaseFact, read_case_facts
from tests.answering.composing.mill_rules import RULES
from tests.answering.composing.mills import ACT, ACT_STATEMENTS, NORTH, found, index_with, names, read


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def test_who_asks_what_of_which_state_is_read_from_the_question() -> None:
    asker = read_asker(read("I am a builder in Northland. What fee must I pay to the authority?"))
    assert (asker.kind, asker.party, asker.states) == (AskedKind.OTHER, Actor.PROMOTER, {"NORTHLAND"}) or (
        asker.kind is AskedKind.HOW_MUCH
    )
    assert asker.party is Actor.PROMOTER and asker.states == {"NORTHLAND"} and asker.detail
    assert asker.named == {Actor.AUTHORITY}, "of the sentence that asks, not of the story"


def test_who_only_tells_wants_to_know_what_to_do() -> None:
    asker = read_asker(read("The builder is late by 3 years in Northland. Lost all hope, paid the whole fee."))
    assert (asker.kind, asker.detail) == (AskedKind.REMEDY, False)


def test_two_states_are_compared() -> None:
    assert read_asker(read("fee in Northland and Southland")).kind is AskedKind.COMPARE


def test_a_part_s_asker_is_read_from_the_whole_story() -> None:
    part = replace(read("May I sell the sack?"), story="I am a builder in Northland. The mill stood still for a year.", asked_last="May I sell the sack?")
    assert read_asker(part).party is Actor.PROMOTER
    assert read_asker(replace(part, story="")).party is not Actor.PROMOTER


def test_who_does_not_say_who_they_are_is_known_by_their_point_of_view() -> None:
    said = "Two sales of mine in that tower had no number, what penalty can come on me as dealer, per day?"
    found = read_asker(read(said))
    assert found.party is Actor.AGENT and found.punished is Actor.AGENT
    assert "party" not in found.facts, "what is likely is not shown as read"


async def test_who_asks_is_read_once(index: StatementIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    read_texts: list[str] = []

    def counted(text: str) -> tuple[CaseFact, ...]:
        read_texts.append(text)
        return read_case_facts(text)

    monkeypatch.setattr("civicsetu.query.asking.read_case_facts", counted)
    question = "Within how many days must the builder grind the corn after the buyer asks?"
    query, searched = read(question), found(question, (ACT, "1(1)"), (ACT, "2"))
    stated = answer_with_statements(query, searched, index, 3)
    assert stated.said and read_texts == [query.standalone]
    shown = [one.statement.says for one in stated.said]
    answer_with_statements(replace(query, documents=(ACT,)), searched, index, 3, shown)
    assert read_texts == [query.standalone], "not again for what is made of the question"


async def test_a_provision_asked_by_number_is_outlined_with_a_fixed_chance(index: StatementIndex) -> None:
    question = "What does section 3 of the Mill Act say?"
    stated = answer_with_statements(read(question), found(question, (ACT, "3(1)")), index, 3)
    assert names(stated.said) == ["mill.3-1.penalty", "mill.3-2.prison"]
    assert stated.chance == ANSWERING.named_chance


def test_a_wrong_told_without_a_question_asks_what_to_do() -> None:
    told = read_asker(read("My builder has not ground my corn"))
    assert told.kind is AskedKind.REMEDY and told.tells_wrong
    asked = read_asker(read("Has my builder ground my corn?"))
    assert asked.kind is AskedKind.MAY and not asked.tells_wrong


async def test_beside_a_way_out_stands_only_what_is_of_its_section(index: StatementIndex) -> None:
    held = [
        replace(one, statement=replace(one.statement, facets={"possession": frozenset({"late"})}))
        if one.statement.id == "mill.1-1.grind"
        else one
        for one in index.held
    ]
    apart = replace(index, held=tuple(held))
    late = replace(read_asker(read("My corn")), kind=AskedKind.REMEDY, facts={"possession": "late"})
    ranked = rank("My corn", late, None, candidates(found("corn", (ACT, "1(1)"), (ACT, "2")).evidence, apart), apart)
    first = next(one for one in ranked if one.held.statement.id == "mill.1-1.grind")
    others = [one for one in ranked if one is not first]
    kept = module._of_the_way_out([first, *others], late)
    assert kept[0] is first and all(one.held.sections & first.held.sections for one in kept)
    assert len(kept) < len(ranked)
    assert module._of_the_way_out([first, *others], replace(late, facts={})) == [first, *others]


async def test_the_chance_is_that_of_the_first(index: StatementIndex) -> None:
    question = "Within how many days must the builder grind the corn after the buyer asks?"
    query, searched = read(question), found(question, (ACT, "1(1)"), (ACT, "2"))
    stated = answer_with_statements(query, searched, index, 3)
    assert names(stated.said)[:2] == ["mill.1-1.grind", "mill.1-1.more"]
    best = rank_statements(query, searched, index)[0]
    assert 0 < stated.chance < 1 and (stated.chance > 0.5) is (best.score > 0)


async def test_what_a_part_above_says_gives_way_to_what_is_new_and_nearly_as_likely(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Within how many days must the builder grind the corn after the buyer asks?"
    searched = found(question, (ACT, "1(1)"), (ACT, "2"))
    ranked = rank_statements(read(question), searched, index)
    first, second = (one.held.statement for one in ranked[:2])

    def lead(gap: float) -> str:
        margin = ranked[0].score - ranked[1].score + gap
        monkeypatch.setattr(module, "ANSWERING", ANSWERING.model_copy(update={"next_to_said": margin}))
        stated = answer_with_statements(read(question), searched, index, 3, above=[first.says])
        return stated.said[0].statement.id

    assert lead(0.01) == second.id
    assert lead(-0.01) == first.id, "named as said above where nothing else comes near"


async def test_one_sentence_asked_for_still_brings_what_it_requires(index: StatementIndex) -> None:
    question = "Within how many days must the builder grind the corn after the buyer asks?"
    stated = answer_with_statements(read(question), found(question, (ACT, "1(1)")), index, 1)
    assert names(stated.said) == ["mill.1-1.grind", "mill.1-1.more"]


async def test_an_unsure_answer_is_its_first_statement_alone(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "What may the buyer claim for delay, and what does he get back when he leaves?"
    searched = found(question, (ACT, "1(2)"), (ACT, "1(3)"))
    whole = ANSWERING.model_copy(update={"alone_below": 0.0, "section_margin": 9.0})
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.ANSWERING", whole)
    assert len(answer_with_statements(read(question), searched, index, 3).said) > 1
    unsure = whole.model_copy(update={"alone_below": 1.0})
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.ANSWERING", unsure)
    assert len(answer_with_statements(read(question), searched, index, 3).said) == 1


async def test_where_nothing_was_found_or_fits_nothing_is_stated(index: StatementIndex) -> None:
    question = "May a miller keep geese?"
    assert answer_with_statements(read(question), found(question), index, 3) == Stated()
    assert answer_with_statements(read(question), found(question, (ACT, "9")), index, 3) == Stated()


async def test_where_the_best_law_is_not_told_in_statements_its_own_words_answer() -> None:
    act_only = await index_with(texts={f"{ACT}.yaml": ACT_STATEMENTS})
    question = "What fee must be paid?"
    searched = found(question, (NORTH, "1"), (ACT, "2"))
    stated = answer_with_statements(read(question), searched, act_only, 3)
    assert not stated.said and names(stated.near) == ["mill.2.fee"], "what is near tells a grievance all the same"
    turned = replace(searched, evidence=searched.evidence[::-1])
    assert names(answer_with_statements(read(question), turned, act_only, 3).said)[0] == "mill.2.fee"


async def test_the_statement_that_decides_a_yes_or_no_leads(index: StatementIndex) -> None:
    question = "Must the builder grind the corn after 20 days?"
    query, searched = read(question), found(question, (ACT, "3(1)"), (ACT, "1(1)"))
    stated = answer_with_statements(query, searched, index, 3, rules=RULES)
    assert stated.decided is not None and stated.decided.says == "Yes."
    assert stated.said[0] is stated.decided.lead
    assert names(stated.said)[:2] == ["mill.1-1.grind", "mill.1-1.more"], "with what it requires"
    assert answer_with_statements(query, searched, index, 3, ()).decided is None


async def test_a_statement_that_was_not_found_decides_nothing(index: StatementIndex) -> None:
    question = "Must the builder grind the corn after 20 days?"
    stated = answer_with_statements(read(question), found(question, (ACT, "3(1)")), index, 3, rules=RULES)
    assert stated.said and stated.decided is None


async def test_a_statement_far_less_likely_than_the_first_decides_nothing(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Can the builder keep the whole sum?"
    query, searched = read(question), found(question, (ACT, "3(1)"), (ACT, "1(3)"))
    assert answer_with_statements(query, searched, index, 3, rules=RULES).decided is not None
    scores = {one.held.statement.id: one.score for one in rank_statements(query, searched, index)}
    lacks = max(scores.values()) - scores["mill.1-3.back"]
    changed = ANSWERING.model_copy(update={"decided_margin": lacks - 0.1})
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.ANSWERING", changed)
    assert answer_with_statements(query, searched, index, 3, rules=RULES).decided is None


@pytest.mark.parametrize(
    ("question", "own_duty", "of_builder"),
    [
        ("What interest does a late builder owe a buyer?", False, True),
        ("How much must the promoter pay me?", False, True),
        ("Do we have to pay the buyers?", True, True),
        ("My builder says I must pay interest on a late instalment", True, False),
        ("The developer asks us to pay a fine, is that right?", False, False),
        ("When can a buyer be fined for being late?", True, False),
        ("Who pays the builder?", False, False),
    ],
)
def test_whose_debt_is_asked_of_is_read_from_the_question(
    question: str, own_duty: bool, of_builder: bool
) -> None:
    asker = read_asker(read(question))
    assert (asker.asks_own_duty, asker.asks_of_builder) == (own_duty, of_builder)


async def test_who_has_an_order_is_not_told_how_to_complain(index: StatementIndex) -> None:
    text = "What is the form and the fee of a complaint?"
    query, searched = read(text), found(text, (ACT, "5(2)"), (ACT, "3(1)"))
    asker = read_asker(query)
    told = answer_with_statements(query, searched, index, 3, asker=asker)
    assert "act.31-2.form-fee" in names(told.said)
    won = replace(asker, facts={**asker.facts, "order": "in_favour"})
    assert "act.31-2.form-fee" not in names(answer_with_statements(query, searched, index, 3, asker=won).said)


def test_just_the_interest_asked_of_one_state_is_how_much() -> None:
    assert read_asker(read("interest for delay Northland")).kind is AskedKind.HOW_MUCH
    assert read_asker(read("interest for delay")).kind is not AskedKind.HOW_MUCH, "without a state no rate is set"
    assert read_asker(read("interest for delay Northland Southland")).kind is AskedKind.COMPARE


async def test_the_rate_that_the_state_sets_leads_where_the_rate_of_interest_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements._RATE_LEFT", "mill.2.fee")
    index = await index_with()
    asked = "At what rate is interest paid where the corn is ground late?"
    by_state = {
        state: answer_with_statements(read(asked, state=state), found(asked, (ACT, "1(1)")), index, 3) for state in ("NORTHLAND", None)
    }
    assert names(by_state["NORTHLAND"].said)[0] == "north.1.fee"
    assert "north.1.fee" not in names(by_state[None].said)


async def test_the_buyer_s_rate_leads_where_it_is_likelier_than_the_builder_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements._RATE_LEFT", "mill.1-1.grind")
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements._BUYERS_RATE_LEFT", "mill.2.fee")
    index = await index_with()
    asked = "At what rate is interest paid on the fee?"
    said = answer_with_statements(read(asked, state="NORTHLAND"), found(asked, (ACT, "2"), (NORTH, "1")), index, 3).said
    assert names(said)[0] == "north.1.fee"


def test_a_seller_who_asks_what_they_must_do_asks_of_their_own_duty() -> None:
    assert read_asker(read("I am a broker. Do I have to print my own number on the sacks?")).bound is Actor.AGENT
    assert read_asker(read("I am a broker. May the mill close?")).bound is None
    assert read_asker(read("I booked a mill. Do I have to wait?")).bound is None


def test_a_seller_asks_of_themselves_where_no_other_party_acts() -> None:
    assert read_asker(read("I am a broker. Can the office cancel my number without hearing me?")).of_self
    assert read_asker(read("I am a broker. Am I liable for the builder's brochure?")).of_self
    assert not read_asker(read("I am a broker. Can the builder keep my fee?")).of_self
    assert not read_asker(read("I booked a mill. Can the office cancel my number?")).of_self

"""A part that hardly anything found answers says so, and what was said above is not said again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing.polar.by_rules import RuleDecision
from civicsetu.answering.composing.state_forms import StepChosen
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.messages.abstention_messages import not_answered_in_a_post
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.show_parts import (
    give_yes_or_no,
    show_parts,
    without_repeats,
    without_unanswered_wrongs,
    without_unsure,
    without_unwritten_wrongs,
)
from civicsetu.law.answers import AnswerKind, Sentence, Support
from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.composing.mills import index_with, read


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def told(index: StatementIndex, name: str, chance: float) -> PartTurn:
    held = index.get(name)
    assert isinstance(held, StatementHeld)
    return PartTurn(read("What can I do?"), chosen=(held, held), chance=chance)


async def test_of_several_parts_the_unlikely_one_shows_no_law(index: StatementIndex) -> None:
    sure, unsure = told(index, "mill.1-1.more", 0.6), told(index, "mill.1-1.more", 0.2)
    first, second = without_unsure([sure, unsure], 0.35)
    assert first is sure
    assert second.declined.startswith("I found no sure answer") and second.kind is AnswerKind.ABSTAIN
    assert not second.chosen


async def test_one_thing_asked_and_what_is_settled_stay(index: StatementIndex) -> None:
    unsure = told(index, "mill.1-1.more", 0.2)
    assert without_unsure([unsure], 0.35) == [unsure]
    settled = [
        replace(unsure, declined="No."),
        replace(unsure, chance=None),
        replace(unsure, preface="Near:"),
    ]
    assert without_unsure(settled, 0.35) == settled


async def test_a_silence_says_nothing_behind_it_that_stands_above(index: StatementIndex) -> None:
    first = told(index, "mill.1-1.more", 0.6)
    silent = replace(first, preface="The Mill Act does not say what more is.")
    kept = without_repeats([first, silent])
    assert kept[0].chosen == first.chosen
    assert kept[1].declined == silent.preface and not kept[1].chosen and kept[1].kind is AnswerKind.ABSTAIN


async def test_of_the_wrongs_told_those_stay_of_which_something_new_is_said(index: StatementIndex) -> None:
    def wrong(turn: PartTurn) -> PartTurn:
        return replace(turn, query=replace(turn.query, tells_wrong=True))

    first, same = told(index, "mill.1-1.more", 0.6), wrong(told(index, "mill.1-1.more", 0.6))
    other, lost = wrong(told(index, "mill.1-1.grind", 0.6)), wrong(without_law())
    lost = replace(lost, declined="I found no sure answer to this.")
    asked = replace(lost, query=replace(lost.query, tells_wrong=False))
    assert without_unanswered_wrongs([first, same, lost, other, asked]) == [first, other, asked]
    assert without_unanswered_wrongs([lost, lost]) == [lost], "somebody who asked is told something"


async def test_a_wrong_that_nobody_asked_of_stays_where_its_law_is_sure(index: StatementIndex) -> None:
    def unasked(name: str, chance: float, preface: str = "") -> PartTurn:
        turn = told(index, name, chance)
        return replace(turn, preface=preface, query=replace(turn.query, tells_wrong=True, unasked=True))

    asked, sure, unsure = told(index, "mill.1-1.more", 0.3), unasked("mill.1-1.grind", 0.7), unasked("mill.1-1.grind", 0.5)
    assert without_unanswered_wrongs([asked, sure]) == [asked, sure]
    assert without_unanswered_wrongs([asked, unsure]) == [asked]
    assert without_unanswered_wrongs([asked, unasked("mill.1-1.grind", 0.7, "The Mill Act is silent.")]) == [asked]


async def test_a_sentence_that_only_tells_and_is_declined_goes_where_something_is_answered(index: StatementIndex) -> None:
    answered = told(index, "mill.1-1.more", 0.6)

    def declined(text: str) -> PartTurn:
        query = replace(read(text), asked_last=text, is_part=True)
        return replace(without_law(), query=query, declined="The law I hold does not answer this.", kind=AnswerKind.ABSTAIN)

    sighs, asks = declined("Nobody listens to us"), declined("May I keep geese at home?")
    assert without_unanswered_wrongs([sighs, asks, answered]) == [asks, answered]
    assert without_unanswered_wrongs([sighs, asks]) == [sighs, asks], "where nothing is answered, nothing is left out"


async def test_how_to_complain_is_not_declined_where_the_steps_say_it(index: StatementIndex) -> None:
    query = replace(read("And how do I complain?"), asked_last="And how do I complain?", is_part=True)
    declined = replace(without_law(), query=query, declined="The law I hold does not answer this.", kind=AnswerKind.ABSTAIN)
    answered = told(index, "mill.1-1.more", 0.6)
    with_steps = replace(answered, steps=(StepChosen("Write to the keeper."),))
    assert without_unanswered_wrongs([with_steps, declined]) == [with_steps]
    assert without_unanswered_wrongs([answered, declined]) == [answered, declined]


async def test_an_unasked_wrong_is_left_out_where_a_model_wrote_another_part_and_not_it(index: StatementIndex) -> None:
    asked = told(index, "mill.1-1.more", 0.6)
    wrong = replace(asked, query=replace(asked.query, unasked=True))
    written = replace(asked, written=True)
    assert without_unwritten_wrongs([written, wrong]) == [written]
    assert without_unwritten_wrongs([written, replace(wrong, written=True)]) == [written, replace(wrong, written=True)]
    assert without_unwritten_wrongs([asked, wrong]) == [asked, wrong], "no part is written"
    left_open = replace(written, declined="The law leaves it open.")
    assert without_unwritten_wrongs([left_open, wrong]) == [left_open, wrong], "nothing but the wrong has law"


async def test_a_longer_question_is_never_left_out(index: StatementIndex) -> None:
    answered = told(index, "mill.1-1.more", 0.6)

    def idle(text: str) -> PartTurn:
        query = replace(read(text), asked_last=text, is_part=True)
        decision = Decision("abstain", reason=Reason.NO_QUESTION)
        return replace(without_law(), query=query, decision=decision, declined="No.", kind=AnswerKind.ABSTAIN)

    brief, longer = idle("nobody listens, what to say"), idle("And can the miller ask my cousin for the sack money")
    assert without_unanswered_wrongs([answered, brief, longer]) == [answered, longer]
    given = replace(brief, query=replace(brief.query, is_given=True))
    assert without_unanswered_wrongs([answered, given]) == [answered, given], "a model read it as a question"


async def test_a_part_that_is_guessed_away_is_unsure_beside_one_that_is_answered(index: StatementIndex) -> None:
    answered = told(index, "mill.1-1.more", 0.6)

    def declined(text: str, reason: Reason) -> PartTurn:
        query = replace(read(text), asked_last=text, is_part=True)
        decision = Decision("abstain", reason=reason)
        return replace(without_law(), query=query, decision=decision, declined="No.", kind=AnswerKind.ABSTAIN)

    idle = declined("Shall I go on?", Reason.NO_QUESTION)
    brief = declined("Shall I go to the watch?", Reason.OTHER_LAW)
    full = declined("Must the harbour master refund fees for a boat whose hull leaked under last winter's storm?", Reason.OTHER_LAW)
    unsure = not_answered_in_a_post()
    assert [one.declined for one in without_unsure([answered, idle, brief, full], 0.3)] == ["", unsure, unsure, "No."]
    assert [one.declined for one in without_unsure([idle, full], 0.3)] == ["No.", "No."], "where nothing is answered, it stays"


async def test_a_part_whose_words_name_another_law_says_so_however_few_they_are(index: StatementIndex) -> None:
    answered = told(index, "mill.1-1.more", 0.6)
    query = replace(read("How much GST on it"), asked_last="How much GST on it", is_part=True)
    decision = Decision("abstain", reason=Reason.OTHER_LAW, other_law=OtherLaw.GST, by_words=True)
    named = replace(without_law(), query=query, decision=decision, declined="GST law.", kind=AnswerKind.ABSTAIN)
    assert without_unsure([answered, named], 0.3)[1].declined == "GST law."
    assert without_unanswered_wrongs([named, answered]) == [named, answered]


def without_law(*texts: str, preface: str = "") -> PartTurn:
    """A part answered without a provision, as a reply is."""
    sentences = tuple(Sentence(text=text, support=Support.NONE) for text in texts)
    return PartTurn(read("What can I do?"), sentences=sentences, kind=AnswerKind.CLARIFY, preface=preface)


def test_a_part_of_which_all_is_said_above_has_its_answer_under_its_own_heading() -> None:
    sentences, _, parts = show_parts([without_law("Ask of one thing."), without_law("Ask of one thing.")])
    assert [part.sentences for part in parts] == [(0,), (1,)]
    assert sentences[1] == sentences[0]
    law = [Sentence(text=text, support=Support.STATEMENT, citations=(0,)) for text in ("He may leave.", "With interest.")]
    limit = Sentence(text="As printed in May.", support=Support.NONE)
    [citation] = [object()]
    first = replace(without_law(), sentences=tuple(law), citations=(citation,), kind=AnswerKind.ANSWER)  # type: ignore[arg-type]
    again = replace(first, sentences=(*law, limit))
    sentences, citations, parts = show_parts([first, again])
    assert [one.text for one in sentences] == ["He may leave.", "With interest.", "He may leave.", "As printed in May."]
    assert sentences[2].citations == (1,) and citations == [citation, citation]
    assert parts[1].sentences == (2, 3)


def test_what_was_only_said_beside_another_answer_stands_under_the_heading_it_answers() -> None:
    law = [Sentence(text=text, support=Support.STATEMENT, citations=(0,)) for text in ("He may leave.", "He is paid.", "So is she.")]
    [citation] = [object()]
    first = replace(without_law(), sentences=tuple(law[:2]), citations=(citation,), kind=AnswerKind.ANSWER)  # type: ignore[arg-type]
    sentences, _, parts = show_parts([first, replace(first, sentences=tuple(law[1:]))])
    assert [one.text for one in sentences] == ["He may leave.", "He is paid.", "He is paid.", "So is she."]
    assert parts[1].sentences == (2, 3)
    sentences, _, _ = show_parts([first, replace(first, sentences=(law[0], law[2]))])
    assert [one.text for one in sentences] == ["He may leave.", "He is paid.", "So is she."], "it led there, too"


def test_what_comes_nearest_is_shown_with_its_preface_again() -> None:
    sentences, _, parts = show_parts([without_law("Near:", preface="Near:"), without_law("Near:", preface="Near:")])
    assert [one.text for one in sentences] == ["Near:", "Near:"] and parts[1].sentences == (1,)


async def test_a_yes_or_no_stands_before_the_statement_that_gives_it(index: StatementIndex) -> None:
    turn = told(index, "mill.1-1.more", 0.6)
    lead = turn.chosen[0]
    assert isinstance(lead, StatementHeld)
    sure = replace(turn, decided=RuleDecision("No.", lead), decision=Decision("proceed", 0.8))
    shown = [Sentence(text="One.", support=Support.STATEMENT), Sentence(text="Two.", support=Support.STATEMENT)]
    first, second = give_yes_or_no(sure, shown)
    assert (first.shown, first.text, second.shown) == ("No. One.", "One.", "Two.")
    silent = [
        turn,
        replace(sure, preface="Near:"),
        replace(sure, chosen=()),
        replace(sure, chosen=told(index, "mill.1-1.grind", 0.6).chosen),
        replace(sure, chance=0.2),
        replace(sure, decision=None),
    ]
    assert all(give_yes_or_no(one, shown) == shown for one in silent)

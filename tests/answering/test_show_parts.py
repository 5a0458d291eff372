"""A part that hardly anything found answers says so, and what was said above is not said again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.yes_or_no import Decided
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.show_parts import give_yes_or_no, show_parts, without_unsure
from civicsetu.law.answers import AnswerKind, Sentence, Support
from civicsetu.retrieval.answerability.decision import Decision
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


def without_law(*texts: str, preface: str = "") -> PartTurn:
    """A part answered without a provision, as a reply is."""
    sentences = tuple(Sentence(text=text, support=Support.NONE) for text in texts)
    return PartTurn(read("What can I do?"), sentences=sentences, kind=AnswerKind.CLARIFY, preface=preface)


def test_a_part_of_which_all_is_said_above_says_so() -> None:
    sentences, _, parts = show_parts([without_law("Ask of one thing."), without_law("Ask of one thing.")])
    assert len(sentences) == 2 and [part.sentences for part in parts] == [(0,), (1,)]
    assert sentences[1].text != sentences[0].text


def test_what_comes_nearest_is_shown_with_its_preface_again() -> None:
    sentences, _, parts = show_parts([without_law("Near:", preface="Near:"), without_law("Near:", preface="Near:")])
    assert [one.text for one in sentences] == ["Near:", "Near:"] and parts[1].sentences == (1,)


async def test_a_yes_or_no_stands_before_the_statement_that_gives_it(index: StatementIndex) -> None:
    turn = told(index, "mill.1-1.more", 0.6)
    lead = turn.chosen[0]
    assert isinstance(lead, StatementHeld)
    sure = replace(turn, decided=Decided("No.", lead), verdict=Decision("proceed", 0.8))
    shown = [Sentence(text="One.", support=Support.STATEMENT), Sentence(text="Two.", support=Support.STATEMENT)]
    first, second = give_yes_or_no(sure, shown)
    assert (first.shown, first.text, second.shown) == ("No. One.", "One.", "Two.")
    silent = [
        turn,
        replace(sure, preface="Near:"),
        replace(sure, chosen=()),
        replace(sure, chosen=told(index, "mill.1-1.grind", 0.6).chosen),
        replace(sure, chance=0.2),
        replace(sure, verdict=None),
    ]
    assert all(give_yes_or_no(one, shown) == shown for one in silent)

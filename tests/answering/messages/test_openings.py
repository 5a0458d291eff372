"""Before the law of an unsure answer stands what it could be about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.messages import matters as everyday_matters
from civicsetu.answering.messages.matters import read_matters
from civicsetu.answering.messages.openings import open_answer
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.read import load_arrangement
from civicsetu.law.answers import UNSURE, Confidence, Sentence, Support
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.retrieval.answerability.decision import Decision
from tests.answering.composing.mills import ACT, found, index_with, read
from tests.answering.given import answered

NAMES = read_matters


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


@pytest.fixture(autouse=True)
def matters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everyday_matters, "read_matters", lambda: {ACT: {"1": "grinding", "3": "penalties", "5": "complaints"}})


def turn(index: StatementIndex, chance: float = 0.2, **changes: Any) -> PartTurn:
    said = tuple(one for name in ("mill.1-1.grind", "mill.4.mill") if (one := index.get(name)) is not None)
    searched = found("When?", (ACT, "1(2)"), (ACT, "3(1)"), (ACT, "5(1)"))
    told = PartTurn(read("When?"), found=searched, decision=Decision("proceed", 0.9), chosen=said, chance=chance)
    return replace(told, **changes)


def opening(one: PartTurn) -> str:
    return open_answer([one])[0].opening


async def test_an_unsure_answer_opens_with_the_matters_it_could_be(index: StatementIndex) -> None:
    assert opening(turn(index)) == (
        "I am not sure which of these you mean: grinding; penalties; or complaints. "
        "Ask again and say which. This comes nearest:"
    )


async def test_a_sure_answer_opens_with_its_law(index: StatementIndex) -> None:
    assert opening(turn(index, chance=ANSWERING.medium_confidence)) == ""
    assert opening(turn(index, recalls=True)) == "", "it says itself that it was said before"
    assert opening(turn(index, preface="I cannot help with that.")) == ""
    named = replace(read("What does section 1 say?"), references=((ACT, Reference(parse_path("1"), "section", 0, 1)),))
    assert opening(turn(index, query=named)) == "", "a provision is named: what is meant is known"
    one = found("When?", (ACT, "1(2)"))
    assert opening(turn(index, found=one)) == "", "there is only one matter"


async def test_a_post_says_of_each_part_what_is_not_sure(index: StatementIndex) -> None:
    declined = replace(turn(index), declined="No.", chosen=())
    opened = open_answer([declined, turn(index), turn(index)])
    assert [one.opening for one in opened] == ["", "", ""]
    assert open_answer([declined]) == [declined]


async def test_what_opens_it_already_stays(index: StatementIndex) -> None:
    assert opening(turn(index, opening="I do not calculate.")) == "I do not calculate."


def test_doubt_is_said_once() -> None:
    low = answered(confidence=Confidence(score=0.2, level="low"))
    opened = Sentence(text="I am not sure which of these you mean: this; or that.", support=Support.NONE)
    assert low.unsure == UNSURE and answered().unsure == ""
    assert low.model_copy(update={"sentences": (opened, *low.sentences)}).unsure == ""


def test_a_matter_is_a_few_words_for_a_section_there_is() -> None:
    for document, of_sections in NAMES().items():
        assert of_sections.keys() <= load_arrangement(document).keys()
        assert len(set(of_sections.values())) == len(of_sections)
        assert all(len(name.split()) <= 9 and ";" not in name for name in of_sections.values())

"""Forms, schedules and chapters that no law searched has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.retrieval.answerability.missing_parts import MissingPart, chapters_of, missing_parts
from tests.retrieval.lantern_act import ACT, KARNATAKA, index_of, index_of_states, state_rules


@pytest.fixture(scope="module")
def index() -> LawIndex:
    """The Lantern Act with two chapters."""
    found = index_of()
    law = found.laws[ACT]
    editions = {
        kind: replace(edition, chapters={"1": "CHAPTER I PRELIMINARY", "3": "CHAPTER II LANTERNS"})
        for kind, edition in law.editions.items()
    }
    found.laws[ACT] = replace(law, editions=editions)
    return found


def test_chapters_are_read_from_the_headings(index: LawIndex) -> None:
    assert chapters_of(index.laws[ACT]) == {1, 2}


@pytest.mark.parametrize(
    "question", ["What is in chapter II?", "chapter 1 please", "CHAPTER-ii", "the last chapter"]
)
def test_a_chapter_that_there_is_is_not_missing(index: LawIndex, question: str) -> None:
    assert missing_parts(question, (ACT,), index) == []


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is in Chapter XIV?", "Chapter XIV"),
        ("chapter 9 of the act", "Chapter 9"),
        ("अध्याय 12", "Chapter 12"),
    ],
)
def test_a_chapter_that_there_is_not_is_missing(index: LawIndex, question: str, name: str) -> None:
    assert missing_parts(question, (ACT,), index) == [MissingPart(name, (ACT,))]


def test_a_form_that_no_law_has_is_missing(index: LawIndex) -> None:
    assert missing_parts("Send me Form Q.", (ACT,), index) == [MissingPart("Form Q", (ACT,))]


@pytest.mark.parametrize(
    "question", ["We want to form a club", "which form is it", "the form I signed", "wich form n how many"]
)
def test_words_after_a_form_are_no_label(index: LawIndex, question: str) -> None:
    assert missing_parts(question, (ACT,), index) == []


def test_a_law_without_chapters_lacks_none() -> None:
    assert missing_parts("chapter IX", (KARNATAKA,), index_of_states()) == []


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(missing_parts(text, (), index_of()), list)


def test_a_form_of_which_a_rule_speaks_is_not_missing_though_its_print_is_not_held() -> None:
    rules = "## 3. Receipt.\n\nThe keeper gives a receipt in Form ‘K’ and keeps a copy of Form L.\n"
    index = index_of((state_rules(KARNATAKA), EditionKind.PLAIN, rules))
    for named in ("Form K", "FORM L"):
        assert missing_parts(f"who gives {named}?", (KARNATAKA,), index) == []
    assert [one.name for one in missing_parts("who gives Form LX?", (KARNATAKA,), index)] == ["Form LX"]

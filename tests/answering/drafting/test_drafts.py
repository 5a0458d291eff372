"""What is open, what was not found, and what is only not answered, once nothing more is written of a part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.drafts import Drafts, JudgedSentence, PartDraft, SearchedPoint, close_open_points
from civicsetu.answering.verifying.verdict import Verdict
from civicsetu.answering.written import SentenceMark, Written

HELD, OPEN = "the fee of a complaint", "who cleans the lantern"


def drafts() -> Drafts:
    return Drafts((PartDraft(0),)).open_point(0, HELD, is_held=True).open_point(0, OPEN)


def test_what_the_law_held_sets_is_never_called_not_found() -> None:
    [part] = close_open_points(drafts()).parts
    assert (part.not_answered, part.not_found, part.open_points) == ((HELD,), (OPEN,), ())


def test_where_the_search_for_it_failed_nothing_is_called_not_found() -> None:
    [part] = close_open_points(replace(drafts(), broken="The search failed.", is_cut_short=True)).parts
    assert (part.not_answered, part.not_found) == ((HELD, OPEN), ())


def test_a_point_of_a_part_that_is_not_written_is_nobodys() -> None:
    assert drafts().open_point(3, OPEN).parts == drafts().parts


SAID = JudgedSentence(Written(SentenceMark.LEAD, 1, ("k1",), "", f"I did not find {OPEN}."), (), Verdict())


@pytest.mark.parametrize(("is_found", "called"), [(True, "not_answered"), (False, "not_found")])
def test_what_a_search_of_its_own_may_have_found_is_never_called_not_found(is_found: bool, called: str) -> None:
    opened = Drafts((PartDraft(0),)).open_point(0, "who is to clean the lantern")
    [part] = close_open_points(opened.with_sought(0, [SearchedPoint(OPEN, is_found)])).parts
    assert getattr(part, called) == ("who is to clean the lantern",)
    assert part.was_sought_in_vain(OPEN) is not is_found


def test_a_first_sentence_that_found_nothing_is_said_once_the_search_found_nothing_too() -> None:
    waiting = Drafts((PartDraft(0),)).open_point(0, OPEN).wait(0, SAID)
    assert waiting.parts[0].said == ()
    [part] = close_open_points(waiting.with_sought(0, [SearchedPoint(OPEN, False)])).parts
    assert part.said == (SAID,) and part.not_found == ()
    [part] = close_open_points(waiting.with_sought(0, [SearchedPoint(OPEN, True)])).parts
    assert part.said == () and part.not_answered == (OPEN,)


def test_one_point_in_other_words_is_opened_once() -> None:
    assert drafts().open_point(0, "who is to clean the lantern").parts == drafts().parts


def test_what_seems_of_other_law_is_not_looked_for_again_and_stays_as_it_was() -> None:
    optional = Drafts((PartDraft(0, optional=True), PartDraft(1)))
    assert [one.at for one in optional.open_point(0, OPEN).open_parts] == [1]
    answered = optional.add(0, SAID).open_point(0, HELD)
    assert [one.at for one in answered.open_parts] == [0, 1], "once it is answered it is a part like any other"


def test_a_part_is_not_found_where_what_it_asks_was_sought_in_vain_and_nothing_was_written() -> None:
    [part] = close_open_points(Drafts((PartDraft(0),)).open_point(0, OPEN)).parts
    assert part.found_nothing_on("Who cleans the lantern?")
    assert not part.found_nothing_on("How much oil does it take?"), "a point beside what is asked"
    assert not part.add(SAID).found_nothing_on("Who cleans the lantern?"), "something was written, and stands or fell"
    [held] = close_open_points(drafts()).parts
    assert not held.found_nothing_on("Who cleans the lantern?"), "the law held sets a point of it"

"""A passage is marked where it can be found again: its words, and no space around them."""

from __future__ import annotations

from civicsetu.answering.composing.statement_index import PassageHeld
from civicsetu.answering.drafting.cite_written import find_quoted
from tests.answering.composing.mills import ACT, law


def test_a_short_passage_is_marked_whole_without_the_space_around_it() -> None:
    held = law().laws[ACT]
    edition = next(iter(held.editions.values()))
    start = edition.body.index("(1) The promoter")
    end = edition.body.index("(2) An allottee")
    unit = next(one for one in law().units.values() if (one.document, one.path) == (ACT, "1(1)"))
    first, last = find_quoted(PassageHeld(unit, edition, start - 1, end), "grind the corn")
    marked = edition.body[first:last]
    assert marked == marked.strip() == edition.body[start:end].strip()

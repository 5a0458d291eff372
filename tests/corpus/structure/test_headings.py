"""Headings: one line, one boundary, and the law's own numbers decide which lines they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from civicsetu.corpus.structure.headings import CONSOLIDATED, GAZETTE, STARTER, TextProfile, find_headings
from civicsetu.law.documents import expand_numbers
from tests.budget import examples
from tests.corpus.laws import Law, laws


def _found(body: str, expected: str = "1-3", profile: TextProfile = CONSOLIDATED) -> list[tuple[str, str]]:
    headings = find_headings(body, profile, expand_numbers(expected))
    return [(number, line.cut_from(body)) for number, line in headings]


@pytest.mark.parametrize(
    ("line", "profile"),
    [
        ("1. Keeping of meadows.", CONSOLIDATED),
        ("1. Keeping: 2. of brooks, section 3. and 1. meadows.", CONSOLIDATED),
        ("1. 1. Keeping.", CONSOLIDATED),
        ("1. Keeping of meadows.", GAZETTE),
        ("## 1. Keeping of 2. meadows.", STARTER),
    ],
)
def test_one_heading_gives_one_boundary(line: str, profile: TextProfile) -> None:
    """Trap C6: patterns that were tried one after the other gave up to three for one line."""
    assert _found(f"{line}\nMow.\n", profile=profile) == [("1", line)]


@settings(max_examples=examples(60, at_first=20))
@given(laws())
def test_a_generated_law_has_as_many_boundaries_as_sections(law: Law) -> None:
    numbers = expand_numbers(law.spec.expected)
    headings = find_headings(law.body, CONSOLIDATED, numbers)
    assert tuple(number for number, _ in headings) == numbers
    starts = [line.start for _, line in headings]
    assert starts == sorted(set(starts))


@pytest.mark.parametrize(
    "line", ["1.Mow.", "1 Mow.", " 1. Mow.", "1234. Mow.", "(1) Mow.", "i. Mow.", "1.", "1. "]
)
def test_what_is_no_heading(line: str) -> None:
    assert _found(f"{line}\n") == []


NOTES = "1. A.\nMow.\n[India Code footnotes to section 1]\n"


@pytest.mark.parametrize(
    "note",
    [
        "1. 1st May, 1950, vide notification.",
        "1. Subs. by Act 9.\n\n2. Ins. by Act 9.",
        "1. Subs. by Act 9.\n\n2. 2nd May, 1950.\n\n3. Rep. by Act 9.",
        "1. Omitted by Act 9.\n2. Rake as before.",
        "3. The word was other.",
    ],
)
def test_a_note_is_no_heading(note: str) -> None:
    found = _found(f"{NOTES}{note}\n\n2. B.\nRake.\n\n3. C.\nRest.\n")
    assert found == [("1", "1. A."), ("2", "2. B."), ("3", "3. C.")]


def test_a_chapter_ends_the_notes() -> None:
    assert [number for number, _ in _found(NOTES + "1. Subs.\n\nCHAPTER II OF BROOKS\n\n3. C.\nRest.\n")] == [
        "1",
        "3",
    ]

"""What a claim of absence is about, in words that can be searched for and told."""

from __future__ import annotations

import datetime

import pytest

from civicsetu.answering.verifying.absence import CoverageHeld, find_claimed
from civicsetu.answering.verifying.absence_claims import is_same_point, name_point, read_absence
from civicsetu.answering.written import SentenceMark, Written


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("The rules name no fee for lamps.", "fee for lamps"),
        ("The Act is silent on lamp charges.", "lamp charges"),
        ("The rules do not say who cleans the lamp.", "who cleans the lamp"),
        ("No rule sets a deadline for a lamp complaint.", "a deadline for a lamp complaint"),
        ("Nothing in the Act fixes how long the repair may take.", "how long the repair may take"),
        ("I did not find a fee for a lamp in the law I hold.", "a fee for a lamp"),
        ("The fee is left unspecified.", ""),
    ],
)
def test_the_point_of_a_claim_is_told_in_its_own_words(text: str, point: str) -> None:
    assert [name_point(one) for one in read_absence(text)] == [point]


def test_one_point_is_known_in_other_words() -> None:
    assert is_same_point("a fee for a lamp appeal", "the appeal fee")
    assert not is_same_point("the fee of a complaint", "who cleans the lamp")


def test_where_no_coverage_is_known_every_claim_is_searched_for() -> None:
    """A claim without words of its own is about what its part asks; a denied right is no silence."""
    coverage = CoverageHeld((), lambda *given: (), datetime.date(2026, 1, 1), about="What is the lamp fee?")

    def claimed(text: str) -> str | None:
        found = find_claimed(Written(SentenceMark.LAW, 1, (), "", text), (), coverage)
        return found.point if found else None

    assert claimed("The rules name no fee for lamps.") == "fee for lamps"
    assert claimed("The fee is left unspecified.") == "What is the lamp fee?"
    assert claimed("The builder must pay the fee.") is None

"""A sector of a town is no section of a law."""

from __future__ import annotations

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.law.references import find_references
from civicsetu.query.read_question import ReadingContext, read_question
from civicsetu.query.sectors import leave_out_sectors
from tests.answering.composing.mills import law


def _left(text: str) -> list[str]:
    kept = leave_out_sectors(text, find_references(text, bare=True), get_registry())
    return [one.path.number for one in kept]


@pytest.mark.parametrize(
    "text",
    [
        "my tower in noida sec 78 is stuck",
        "Noida, sec. 45 me flat liya tha",
        "flat at sec 102 Gurugram, keys not given",
        "greater noida west sec 1 project",
        "plot in sec 20, Panchkula",
        "flat in Chandigarh sec 44 not given",
    ],
)
def test_the_sector_of_a_town_is_no_section(text: str) -> None:
    assert _left(text) == []


def test_a_question_that_names_a_sector_names_no_provision() -> None:
    """Neither one that is held nor one that there is not."""
    query = read_question("The tower in noida sec 178 is stuck, what can I do?", ReadingContext(law(), get_registry(), None))
    assert query.references == () and query.not_there == ()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("what does sec 18 say", "18"),
        ("karnataka sec 13", "13"),
        ("In UP, sec 12", "12"),
        ("uttar pradesh sec 40", "40"),
        ("builder in noida, section 18 ke under refund", "18"),
        ("Gurgaon sec 18 of RERA", "18"),
        ("sec 11 under RERA, Gurgaon", "11"),
        ("noida flat late, which sec 18 clause helps", "18"),
    ],
)
def test_a_section_stays_one(text: str, number: str) -> None:
    assert _left(text) == [number]

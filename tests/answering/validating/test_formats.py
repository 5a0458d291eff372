"""Form: an answer reads back, says something, and gives nobody's data away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.validating.formats import format_ok
from civicsetu.law.answers import Step, Warning
from tests.answering.validating.turns import lifted, saying, standing, turn

PERSONAL = {
    "Aadhaar": "9999 4105 7058",
    "PAN": "ABCPD1234E",
    "phone": "98765 43210",
    "e-mail": "ann.rao@example.co.in",
    "card": "4111 1111 1111 1111",
    "SSN": "219-09-9999",
}


def test_an_answer_of_law_is_well_formed() -> None:
    judged = format_ok(turn(lifted()))
    assert judged.passed and judged.evidence == {"faults": [], "personal_data": {}}


@pytest.mark.parametrize(("kind", "data"), PERSONAL.items())
def test_personal_data_fails_and_is_told_by_its_kind_alone(kind: str, data: str) -> None:
    judged = format_ok(turn(saying(f"You wrote {kind}: {data}.")))
    assert not judged.passed and judged.evidence["personal_data"] == {kind: 1}
    assert data not in judged.model_dump_json()


def test_it_is_found_wherever_it_is_shown() -> None:
    mail = PERSONAL["e-mail"]
    for changed in (
        {"steps": (Step(text=f"Write to {mail}."),)},
        {"warnings": (Warning(kind="not_held", text=f"Ask {mail}."),)},
        {"sentences": (lifted().sentences[0].model_copy(update={"translation": mail}),)},
    ):
        assert not format_ok(turn(lifted().model_copy(update=changed))).passed


def test_what_the_law_cited_prints_is_no_echo() -> None:
    printed = standing().model_copy(update={"quote": "Complaints go to office@example.gov.in by mail."})
    assert format_ok(turn(saying("Write to office@example.gov.in now.", printed))).passed


@pytest.mark.parametrize("number", ["000-12-3456", "666-12-3456", "912-12-3456", "219-00-9999", "1219-09-9999"])
def test_numbers_that_are_no_social_security_number_pass(number: str) -> None:
    assert format_ok(turn(saying(f"File {number} is held."))).passed


def test_an_answer_without_words_fails() -> None:
    assert format_ok(turn(saying("…"))).evidence["faults"] == ["the answer is empty"]


@settings(max_examples=30, deadline=None)
@given(st.text(min_size=1, max_size=200))
def test_any_text_is_judged(text: str) -> None:
    assert 0 <= format_ok(turn(saying(text))).score <= 1

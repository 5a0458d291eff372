"""Documents: their number ranges, their kinds, and when each provision came into force."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

import pytest
from pydantic import ValidationError

from civicsetu.law.answers import AnswerKind, QueryType, Support
from civicsetu.law.documents import (
    ChunkStatus,
    CommencementPeriod,
    DocType,
    DocumentSpec,
    EditionKind,
    expand_numbers,
)
from civicsetu.law.provisions import NodeKind


def _spec(**changes: object) -> DocumentSpec:
    entry: dict[str, object] = {
        "key": "meadow_act",
        "title": "Meadow Act, 1950",
        "short_title": "Meadow Act",
        "jurisdiction": "CENTRAL",
        "doc_type": "ACT",
        "expected": "1-9",
        "commencement": [
            {"provisions": "2, 4-6", "date": "1950-05-01"},
            {"provisions": "7A", "date": "1951-05-01", "uncertain": "Two notices name two days."},
        ],
    }
    return DocumentSpec.model_validate(entry | changes)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1", ("1",)),
        ("1-4", ("1", "2", "3", "4")),
        ("3-5, 40, 18A", ("3", "4", "5", "40", "18A")),
        ("5-5", ("5",)),
        (" 2 ,4 ", ("2", "4")),
        ("9-11", ("9", "10", "11")),
        ("", ()),
    ],
)
def test_numbers_are_expanded_in_the_order_written(text: str, numbers: tuple[str, ...]) -> None:
    assert expand_numbers(text) == numbers


@pytest.mark.parametrize(
    "text", ["9-3", "3-", "-3", "A-B", "18A-18C", "1-2-3", "abc", "3, x", "3;4", "section 3"]
)
def test_what_is_neither_number_nor_rising_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a number or a rising range"):
        expand_numbers(text)


@pytest.mark.parametrize(
    "enum", [DocType, EditionKind, ChunkStatus, NodeKind, QueryType, AnswerKind, Support]
)
def test_enums_are_read_back_from_what_is_stored(enum: type[StrEnum]) -> None:
    assert all(enum(str(member.value)) is member for member in enum)
    with pytest.raises(ValueError, match="is not a valid"):
        enum("nothing of the kind")


def test_kinds_of_law_are_stored_in_capitals_and_name_their_provisions() -> None:
    assert all(kind.value == kind.value.upper() for kind in DocType)
    assert [kind.provision_noun for kind in DocType] == [
        "section", "rule", "regulation", "clause", "clause", "draft rule",
    ]  # fmt: skip
    assert len({DocType.ACT.provision_mark, DocType.RULES.provision_mark, DocType.DRAFT.provision_mark}) == 3


def test_commencement_of_a_provision() -> None:
    spec = _spec()
    period = spec.commencement_of("5")
    assert period is not None and period.date == date(1950, 5, 1) and not period.uncertain
    doubtful = spec.commencement_of("7A")
    assert doubtful is not None and doubtful.uncertain
    assert spec.commencement_of("7") is None
    assert spec.commencement_of("3") is None


def test_a_spec_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        _spec().title = "Other"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="frozen"):
        CommencementPeriod(provisions="1", date=date(1950, 1, 1)).provisions = "2"  # type: ignore[misc]


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "green"},
        {"commencement": [{"provisions": "1", "date": "1950-05-01", "hour": 3}]},
        {"key": "Meadow Act"},
        {"key": "../act"},
        {"key": ""},
        {"jurisdiction": "central"},
        {"jurisdiction": ""},
        {"doc_type": "POEM"},
        {"short_title": "x" * 25},
        {"effective_date": "the first of May"},
        {"expected": None},
    ],
)
def test_a_malformed_spec_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        _spec(**change)

"""A value is said in a sentence of its own with its state, its cells and its conditions, or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest

from civicsetu.answering.composing.values.value_sentences import (
    CellValue,
    describe_rupees,
    describe_values,
    get_value_words,
)
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.law.parameters import ParameterEntry
from tests.answering.composing.mill_values import parameters
from tests.answering.composing.mills import SOUTH, law

_PRINTED = {"from": "1952-01-01", "basis": "official", "as_printed": "1952-01-01", "provisions": [f"{SOUTH}:1"]}


def describe(name: str, *cells: tuple[dict[str, str], dict[str, object]]) -> str | None:
    """The sentence of entries of a parameter, by cell."""
    parameter = parameters().by_id["complaint_fee"].model_copy(update={"parameter": name})
    values = [CellValue(cell, ParameterEntry.model_validate({**_PRINTED, **entry})) for cell, entry in cells]
    found = describe_values(parameter, values, "Southland", law())
    return found.text if found else None


@pytest.mark.parametrize(
    ("name", "cells", "said"),
    [
        (
            "agent_registration_fee",
            [({"agent": "individual"}, {"value": "250000"}), ({"agent": "other"}, {"value": "700"})],
            "In Southland registering as a broker costs 2 lakh 50 thousand rupees for an individual, 700 rupees for others.",
        ),
        (
            "refund_period",
            [({}, {"period": {"length": "9", "unit": "day", "bound": "within", "starts": "refund_due"}})],
            "In Southland a builder has to pay a refund within 9 days after it becomes due.",
        ),
        ("appeal_form", [({}, {"form": {"name": "Z"}})], "In Southland an appeal to the appellate tribunal is made in Form Z."),
        (
            "project_extension_fee",
            [
                (
                    {"reason": "other"},
                    {
                        "share": {"fraction": "1/2", "of": "parameter:project_registration_fee"},
                        "requires": ["The miller may ask for less."],
                    },
                )
            ],
            "In Southland extending a project's registration costs half the registration fee. The miller may ask for less.",
        ),
        (
            "project_registration_fee",
            [
                (
                    {"project": "plotted"},
                    {
                        "scale": {
                            "of": "land_area", "unit": "square_meter", "applies_to": "whole", "each": "1",
                            "brackets": [{"up_to": "300", "rate": "2"}, {"rate": "9", "each": "10"}], "cap_total": "8000",
                        }
                    },
                )
            ],
            "In Southland the fee to register a project is, for a plotted project, 2 rupees per square metre of land on at "
            "most 300 square metres, 9 rupees per 10 square metres on more, at most 8,000 rupees in all.",
        ),
    ],
)  # fmt: skip
def test_a_value_is_said_with_its_state_and_all_that_belongs_to_it(
    name: str, cells: list[tuple[dict[str, str], dict[str, object]]], said: str
) -> None:
    assert describe(name, *cells) == said


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("mill_fee", {"value": "5"}),
        ("refund_period", {"period": {"length": "9", "unit": "day", "bound": "endeavour", "starts": "refund_due"}}),
        ("refund_period", {"period": {"length": "9", "unit": "day", "bound": "within", "starts": "act_commenced"}}),
        ("interest_rate", {"formula": {"base": {"index": "not_clear"}, "plus": "2", "per": "year", "compounding": "simple", "day_count": "not_stated"}}),
        ("project_withdrawal_retention", {"share": {"percent": "10", "of": "registration_fee_paid", "or_sum": "as_prescribed", "which": "higher"}}),
    ],
)  # fmt: skip
def test_what_has_no_words_or_is_not_whole_is_not_said(name: str, entry: dict[str, object]) -> None:
    assert describe(name, ({}, entry)) is None


def test_a_value_that_another_law_contradicts_says_so() -> None:
    entry = {"value": "5", "conflict": {"provision": "mill_act_1950:2", "says": "No fee at all is due."}}
    assert describe("appeal_fee", ({}, entry)) == (
        "In Southland an appeal to the appellate tribunal costs 5 rupees. "
        "The Mill Act, section 2, says otherwise: No fee at all is due."
    )


def test_sums_are_written_as_they_are_said() -> None:
    assert [describe_rupees(Decimal(one)) for one in (900, 25_000, 200_000, 250_000, 100_500)] == [
        "900 rupees", "25,000 rupees", "2 lakh rupees", "2 lakh 50 thousand rupees", "100,500 rupees",
    ]  # fmt: skip


def test_every_sentence_is_of_a_parameter_that_ships_and_every_cell_of_an_axis() -> None:
    catalogue, words = get_parameters(), get_value_words()
    assert set(words["sentences"]) <= set(catalogue.by_id)
    axes = {f"{axis}.{value}" for one in catalogue for axis, values in one.axes.items() for value in values}
    assert set(words["cells"]) <= axes

"""A provision, whole: which of its texts was the law on a day, and what it carries."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.lookup.places import read_path
from civicsetu.answering.lookup.provision import ProvisionDetails, describe_provision
from civicsetu.errors import InputError, NotFound, UnknownDocument
from civicsetu.law.documents import EditionKind
from tests.answering.lookup.lanterns import SPEC, fee, lantern_index, usable
from tests.retrieval.lantern_act import ACT, AS_ENACTED, ENACTED, OFFICIAL, PLAIN, index_of

TODAY = date(2026, 1, 1)


def read(path: str, as_on: date | None = None, edition: EditionKind | None = None) -> ProvisionDetails:
    return describe_provision(
        lantern_index(), usable(), SPEC, ACT, path, edition=edition, as_on=as_on, today=TODAY
    )


def test_now_it_reads_in_plain_words_first_and_every_text_held_is_there() -> None:
    told = read("3(1)")
    assert told.reading is not None and told.reading.text.startswith("(1) The keeper must close")
    assert told.reading.text == PLAIN[told.reading.start : told.reading.end]
    assert [(one.edition.value, one.version, one.is_current) for one in told.readings] == [
        ("plain", "", True), ("official", "", True), ("official", "As enacted in 1950", False),
    ]  # fmt: skip
    assert (told.name, told.in_force, told.note) == ("section 3(1)", True, "")
    assert told.parts[:2] == ("3(1)(a)", "3(1)(b)")
    assert [change.date for change in told.changes] == [date(1955, 7, 1)]


@pytest.mark.parametrize("edition", [None, EditionKind.OFFICIAL])
def test_on_a_day_before_the_change_it_reads_as_it_did_then(edition: EditionKind | None) -> None:
    told = read("3(1)", date(1952, 1, 1), edition)
    assert told.reading is not None and "ten post meridiem" in told.reading.text
    assert told.reading.text in AS_ENACTED
    assert (told.reading.law_from, told.reading.law_until) == (date(1950, 1, 1), date(1955, 7, 1))
    assert told.statements == ()  # they say what the law says now


def test_from_the_day_of_the_change_it_reads_as_it_does_now() -> None:
    told = read("3(1)", date(1955, 7, 1), EditionKind.OFFICIAL)
    assert told.reading is not None and "nine post meridiem" in told.reading.text
    assert told.reading.law_from == date(1955, 7, 1)
    assert [one.id for one in told.statements] == ["lantern-close"]


def test_our_words_of_now_are_never_given_for_a_day_on_which_it_read_otherwise() -> None:
    told = read("3(1)", date(1952, 1, 1), EditionKind.PLAIN)
    assert told.reading is None
    assert told.note == "Section 3(1) was changed after 1 January 1952; how it read on that day is not held."


def test_before_it_came_into_force_it_carries_nothing() -> None:
    told = read("4", date(1949, 12, 31))
    assert (told.in_force, told.statements, told.values) == (False, (), ())
    assert told.note == "Section 4 came into force on 1 January 1950."


def test_what_was_taken_out_is_found_with_what_it_said() -> None:
    told = read("5(1)")
    assert told.reading is None and told.note == "Section 5(1) is no longer law; `readings` holds how it read."
    assert [one.text for one in told.readings] == ["(1) A bell shall hang at every lantern."]
    then = read("5(1)", date(1952, 1, 1))
    assert then.reading is not None and then.reading.text in AS_ENACTED


@pytest.mark.parametrize("as_on", [None, date(1955, 7, 1), date(1960, 1, 1)])
def test_what_was_taken_out_is_not_in_force_from_that_day_on(as_on: date | None) -> None:
    told = read("5(1)", as_on)
    assert (told.in_force, told.reading) == (False, None)
    assert told.note == "Section 5(1) is no longer law; `readings` holds how it read."
    assert read("5(1)", date(1952, 1, 1)).in_force is True


@pytest.mark.parametrize("as_on", [None, date(1960, 1, 1)])
def test_what_is_law_is_not_called_ended_where_one_edition_holds_its_past_alone(as_on: date | None) -> None:
    index = index_of((SPEC, EditionKind.PLAIN, PLAIN), (SPEC, EditionKind.OFFICIAL, AS_ENACTED, ENACTED))
    told = describe_provision(
        index, usable(), SPEC, ACT, "3(1)", edition=EditionKind.OFFICIAL, as_on=as_on, today=TODAY
    )
    assert (told.in_force, told.reading) == (True, None)
    assert told.note == "Section 3(1) is law, but how it reads now is not held in that edition."


def test_a_whole_section_is_read_without_its_heading_and_says_its_parts() -> None:
    told = read("3", edition=EditionKind.OFFICIAL)
    assert told.reading is not None and told.reading.text in OFFICIAL
    assert told.parts == ("3(1)", "3(2)", "3 explanation")
    assert [one.id for one in told.statements] == ["lantern-close"]


def test_the_values_it_fixes_are_told_with_their_conditions() -> None:
    [value] = read("3(2)").values
    assert (value.value, value.unit, value.shape, value.bound) == ("20", "rupees", "value", "exactly")
    assert value.conditions == ("It is paid in coins.",)
    assert read("4").values == ()


def test_a_value_that_had_ended_is_not_given_for_a_later_day() -> None:
    law = usable(fee(to="1959-12-31"))
    told = describe_provision(lantern_index(), law, SPEC, ACT, "3(2)", as_on=date(1960, 1, 1))
    assert told.values == ()


def test_what_is_in_doubt_is_not_given() -> None:
    law = usable(late_entry_fee__CENTRAL__1950=" its words changed")
    assert len(describe_provision(lantern_index(), law, SPEC, ACT, "3(2)").values) == 1
    law.doubts["late_entry_fee/CENTRAL/1950-01-01"] = "its words changed"  # type: ignore[index]
    assert describe_provision(lantern_index(), law, SPEC, ACT, "3(2)").values == ()


@pytest.mark.parametrize("path", ["18(1)(a", "", "  ", "section 3", "3(1)(", "3/1", "3" * 200, "0x3", "3(1)" * 30])
def test_what_is_no_path_is_refused_and_not_repeated(path: str) -> None:
    with pytest.raises(InputError) as refused:
        read(path)
    assert refused.value.user_message == (
        "That is not the path of a provision; write it as the law prints it, such as 18(1)(a)."
    )


def test_what_is_not_held_is_said() -> None:
    with pytest.raises(NotFound) as lacking:
        read("99")
    assert lacking.value.user_message == "We hold no section 99 of the Lantern Act, 1950."
    with pytest.raises(NotFound):
        read("5", edition=EditionKind.PLAIN)
    with pytest.raises(UnknownDocument):
        describe_provision(lantern_index(), usable(), None, "no_such_act", "3")


@settings(max_examples=60)
@given(st.text(max_size=90))
def test_any_text_is_a_path_or_is_refused(text: str) -> None:
    try:
        path = read_path(text)
    except InputError:
        return
    assert str(path) and len(text) <= 80


@settings(max_examples=60, deadline=None)
@given(st.dates(), st.sampled_from(["1", "2(a)", "3", "3(1)", "3(1)(a)", "3(2)", "4", "5", "5(1)"]))
def test_on_any_day_at_most_one_text_is_the_law_and_it_is_one_that_is_held(day: date, path: str) -> None:
    told = read(path, day)
    assert told.reading is None or told.reading in told.readings
    if told.reading is not None:
        assert told.reading.law_from is None or told.reading.law_from <= max(day, date(1950, 1, 1))
        assert told.reading.law_until is None or day < told.reading.law_until
    if told.statements or told.values:
        assert told.reading is not None and told.reading.is_current

"""Parameters are read whole or not at all; a look-up gives coverage with the entry, and never a default."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from civicsetu.corpus.parameters.catalogue import ParameterCatalogue, load_parameters
from civicsetu.errors import CorpusError
from civicsetu.law.parameters import Coverage

FEE = """parameter: complaint_fee
label: Fee of a complaint
types: [money, share]
unit: INR
set_by: rules
axes: {forum: [authority, adjudicating_officer]}
by: [forum]
unlisted: not_read
values:
  KARNATAKA:
    coverage: fixed
    entries:
    - {when: {forum: authority}, from: 2017-07-11, to: 2019-12-31, value: "1000", provisions: ["karnataka_rera_rules_2017:29(1)"], basis: official, as_printed: 2017-07-11}
    - {when: {forum: authority}, from: 2020-01-01, value: "1500", provisions: ["karnataka_rera_rules_2017:29(1)"], basis: official, as_printed: 2017-07-11}
    cells: [{when: {forum: adjudicating_officer}, coverage: not_applicable}]
  UTTAR_PRADESH:
    coverage: part_held
    entries:
    - when: {forum: authority}
      from: 2017-07-11
      share: {percent: "10", of: registration_fee, or_sum: "500", which: higher}
      provisions: ["up_rera_rules_2016:33(1)"]
      basis: official
      as_printed: 2016-10-27
  CENTRAL: {coverage: refers, to: state_rules, provisions: ["rera_act_2016:31(2)"]}
  MAHARASHTRA: {coverage: not_held, official_place: "https://maharera.example", note: Nothing of it was at hand.}
  TAMIL_NADU: {coverage: silent, provisions: ["tn_rera_rules_2017:2"], read_on: 2026-11-22}
"""
PERIOD = """parameter: appeal_period
label: Time to appeal
types: [period]
set_by: act
unlisted: refers
values:
  CENTRAL:
    coverage: fixed
    entries:
    - from: 2017-05-01
      period: {length: "60", unit: day, bound: within, starts: copy_of_order_received, side: after}
      provisions: ["rera_act_2016:44(2)"]
      basis: official
      as_printed: 2020-10-26
"""
AUTHORITY = {"forum": "authority"}
TODAY = date(2026, 11, 22)


def load(fee: str = FEE, period: str = PERIOD) -> ParameterCatalogue:
    return load_parameters({"complaint_fee.yaml": fee, "appeal_period.yaml": period})


def test_the_entry_of_the_day_is_found() -> None:
    before = load().look_up("complaint_fee", "KARNATAKA", AUTHORITY, date(2019, 12, 31))
    after = load().look_up("complaint_fee", "KARNATAKA", AUTHORITY, TODAY)
    assert before.coverage is after.coverage is Coverage.FIXED
    assert before.entry is not None and before.entry.value == Decimal(1000)
    assert after.entry is not None and after.entry.value == Decimal(1500)
    assert [str(one) for one in after.entry.carriers] == ["karnataka_rera_rules_2017:29(1)"]


def test_before_the_first_entry_there_is_none() -> None:
    found = load().look_up("complaint_fee", "KARNATAKA", AUTHORITY, date(2017, 7, 10))
    assert found.entry is None and found.none_then


@pytest.mark.parametrize(
    ("state", "forum", "coverage"),
    [
        ("KARNATAKA", "adjudicating_officer", Coverage.NOT_APPLICABLE),
        ("UTTAR_PRADESH", "adjudicating_officer", Coverage.PART_HELD),
        ("CENTRAL", "authority", Coverage.REFERS),
        ("MAHARASHTRA", "authority", Coverage.NOT_HELD),
        ("TAMIL_NADU", "authority", Coverage.SILENT),
        ("GUJARAT", "authority", Coverage.NOT_READ),
    ],
)
def test_what_has_no_value_gets_none(state: str, forum: str, coverage: Coverage) -> None:
    found = load().look_up("complaint_fee", state, {"forum": forum}, TODAY)
    assert (found.coverage, found.entry) == (coverage, None)


def test_after_the_last_day_of_an_entry_no_value_goes_on() -> None:
    ended = FEE.replace(
        "    - {when: {forum: authority}, from: 2020", "    # {when: {forum: authority}, from: 2020"
    )
    found = load(ended).look_up("complaint_fee", "KARNATAKA", AUTHORITY, TODAY)
    assert (found.coverage, found.entry) == (Coverage.PART_HELD, None)


def test_what_the_act_fixes_holds_in_every_state_and_says_so() -> None:
    found = load().look_up("appeal_period", "GOA", {}, TODAY)
    assert found.coverage is Coverage.REFERS
    assert found.entry is not None and found.entry.period is not None and found.entry.period.length == 60


@pytest.mark.parametrize("cell", [{}, {"forum": "court"}, {"forum": "authority", "area": "large"}])
def test_a_cell_that_is_none_is_refused(cell: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        load().look_up("complaint_fee", "KARNATAKA", cell, TODAY)


@pytest.mark.parametrize(
    ("before", "after", "line", "told"),
    [
        ("unit: INR\n", "", 1, "money, scale and count need a unit"),
        ("from: 2017-07-11, to", "to", 13, "from: this key is missing"),
        ("from: 2020-01-01", "from: 2019-06-01", 14, "another entry of forum authority"),
        ("from: 2020-01-01", "from: 2020-13-01", 14, "from: "),
        ('value: "1000"', 'value: "1,000"', 13, "value: '1,000' is no figure"),
        ('value: "1000"', 'valve: "1000"', 13, "valve: there is no such key"),
        ('value: "1000"', 'value: "1000", form: {name: A}', 13, "exactly one of"),
        (
            "{when: {forum: authority}, from: 2017",
            "{when: {forum: court}, from: 2017",
            13,
            "forum: court is no value",
        ),
        ("29(1)", "29(9)", 13, "karnataka_rera_rules_2017 has no 29(9)"),
        ("karnataka_rera_rules_2017:29(1)", "kanataka_rules:29(1)", 13, "There is no document"),
        ("  MAHARASHTRA:", "  MAHARASTRA:", 26, "there is no jurisdiction MAHARASTRA"),
        ("coverage: silent", "coverage: nothing", 27, "coverage: 'nothing' is none of fixed"),
        ("  TAMIL_NADU: {coverage: silent", "  TAMIL_NADU: {coverage: no", 27, "are no values here"),
        (", read_on: 2026-11-22}", "}", 27, "silent needs the provisions"),
        (
            "of: registration_fee",
            "of: parameter:registration_fee",
            21,
            "there is no parameter registration_fee",
        ),
        ("by: [forum]", "by: []", 1, "by names every axis once"),
        ("as_printed: 2017-07-11}", "as_printed: 2017-07-11, confirmed_on: 2026-01-01}", 13, "confirmed_at"),
        ("basis: official, as_printed", "basis: secondary, as_printed", 13, "two sources"),
        ("parameter: complaint_fee", "parameter: complain_fee", 1, "is named complain_fee.yaml"),
    ],
)
def test_a_wrong_file_is_refused_by_line_and_field(before: str, after: str, line: int, told: str) -> None:
    text = FEE.replace(before, after, 1)
    assert text != FEE
    with pytest.raises(CorpusError) as refused:
        load(text)
    message = refused.value.user_message
    assert message.startswith(f"parameters/complaint_fee.yaml, line {line}") and told in message


def test_a_scale_keeps_its_cap_and_ascends() -> None:
    scale = """share: {percent: "10", of: registration_fee, or_sum: "500", which: higher}"""
    brackets = """scale: {of: land_area, unit: square_meter, each: "1", applies_to: whole,
        brackets: [{up_to: "1000", rate: "5"}, {rate: "10"}], cap_total: "500000"}"""
    text = FEE.replace("share]", "scale]").replace(scale, brackets)
    found = load(text).look_up("complaint_fee", "UTTAR_PRADESH", AUTHORITY, TODAY)
    assert found.entry is not None and found.entry.scale is not None
    assert found.entry.scale.cap_total == 500_000
    with pytest.raises(CorpusError, match="brackets ascend"):
        load(text.replace('{rate: "10"}', '{up_to: "900", rate: "10"}'))


def test_fixed_covers_every_cell_once() -> None:
    open_cell = FEE.replace(
        "    cells: [{when: {forum: adjudicating_officer}, coverage: not_applicable}]\n", ""
    )
    with pytest.raises(CorpusError, match="forum adjudicating_officer has neither an entry nor a coverage"):
        load(open_cell)
    twice = FEE.replace(
        "{when: {forum: adjudicating_officer}, cov", "{when: {forum: [authority, adjudicating_officer]}, cov"
    )
    with pytest.raises(CorpusError, match="forum authority stands twice"):
        load(twice)


def test_an_entry_may_hold_for_several_cells_and_a_cell_may_refer() -> None:
    both = FEE.replace("when: {forum: authority}\n", "when: {forum: [authority, adjudicating_officer]}\n")
    assert (
        load(both).look_up("complaint_fee", "UTTAR_PRADESH", {"forum": "adjudicating_officer"}, TODAY).entry
    )
    refers = FEE.replace("coverage: not_applicable}", "coverage: refers, to: UTTAR_PRADESH}")
    found = load(refers).look_up("complaint_fee", "KARNATAKA", {"forum": "adjudicating_officer"}, TODAY)
    assert (found.coverage, found.entry) == (Coverage.REFERS, None)


def test_a_misprint_is_one_that_the_registry_knows() -> None:
    given = FEE.replace("coverage: not_held, official", "coverage: not_held, misprinted: 'PLACE', official")
    known = load_parameters({"complaint_fee.yaml": given.replace("PLACE", "up_rera_rules_2016:15")})
    assert known.by_id["complaint_fee"].values["MAHARASHTRA"].misprinted == "up_rera_rules_2016:15"
    with pytest.raises(CorpusError, match=r"the registry knows no misprint of up_rera_rules_2016:16"):
        load_parameters({"complaint_fee.yaml": given.replace("PLACE", "up_rera_rules_2016:16")})

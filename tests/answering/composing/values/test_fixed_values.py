"""A statement says a value where provision and figures agree; what is not held is said with its reason."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.answering.composing.values.coverage_text import (
    describe_lacking,
    describe_lacking_and_seen,
    describe_print,
    find_official_place,
)
from civicsetu.answering.composing.values.fixed_values import link_statements, list_said
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue, get_parameters
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.parameters import Coverage, JurisdictionValues, Parameter, ParameterLookup
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mill_values import FEE, HELD, parameters, values
from tests.answering.composing.mills import ACT, NORTH, catalogue, index_with

TODAY = date(1960, 1, 1)


def test_a_statement_says_the_value_whose_provision_and_figures_it_has() -> None:
    links = values(HELD).links
    said = {name: [(one.parameter.parameter, one.jurisdiction) for one in found] for name, found in links.says.items()}
    assert said == {
        "north.1.fee": [("mill_fee", "NORTHLAND")],
        "south.1.fee": [("mill_fee", "SOUTHLAND")],
        "north.2.form": [("complaint_fee", "NORTHLAND")],
    }, "north.1.when stands in the same provision and says another figure"


def test_an_act_leaves_to_rules_what_a_state_fills() -> None:
    leaves = {name: [one.parameter for one in left] for name, left in values().links.leaves.items()}
    assert leaves == {"mill.2.fee": ["mill_fee"], "act.31-2.form-fee": ["complaint_fee"]}


def test_what_ships_leaves_interest_and_complaints_to_the_rules() -> None:
    leaves = link_statements(get_statements(), get_parameters()).leaves
    told = {name: {one.parameter for one in left} for name, left in leaves.items()}
    assert told["act.18-1.stay-rate"] == told["act.18-1.refund-rate"] == told["act.19-7.interest"] == {"interest_rate"}
    assert told["act.31-2.form-fee"] == {"complaint_fee", "complaint_form"}
    assert told["act.44-2.form-fee"] == {"appeal_fee", "appeal_form"}
    assert "act.13-2.form" not in told, "no parameter holds it"


def test_a_value_that_cannot_be_cited_is_lacking() -> None:
    fee = parameters().by_id["mill_fee"]
    assert values().find_lacking(fee, "NORTHLAND", TODAY) is None
    lacking = values(held=frozenset((ACT,))).find_lacking(fee, "NORTHLAND", TODAY)
    assert lacking is not None and lacking.entry is None


@pytest.mark.parametrize(
    ("lookup", "told"),
    [
        (ParameterLookup(Coverage.NOT_HELD, None), "Southland's rule that sets the fee of a mill is not held here."),
        (ParameterLookup(Coverage.FIXED, None), "Southland's rule that sets the fee of a mill is not held here."),
        (ParameterLookup(Coverage.PART_HELD, None), "Southland's rule that sets the fee of a mill is not held here."),
        (ParameterLookup(Coverage.NOT_READ, None), "Southland's rule that sets the fee of a mill is not read for this yet."),
        (ParameterLookup(Coverage.SILENT, None), "The rules of Southland that are held were read whole and do not set the fee of a mill."),
        (ParameterLookup(Coverage.NOT_APPLICABLE, None), "Southland's rules have no need to set the fee of a mill."),
        (ParameterLookup(Coverage.NOT_APPLICABLE, None, none_then=True), "On 1 January 1960 Southland's rules had not set the fee of a mill yet."),
        (ParameterLookup(Coverage.IN_DOUBT, None), "Southland's rule that sets the fee of a mill is not told here: its text differs from the one that was checked."),
    ],
)  # fmt: skip
def test_each_coverage_is_said_as_what_it_is(lookup: ParameterLookup, told: str) -> None:
    assert describe_lacking([(parameters().by_id["mill_fee"], lookup)], "Southland", TODAY) == told


def test_a_misprint_is_said_and_several_that_lack_are_said_together() -> None:
    fixed = parameters().by_id
    misprinted = JurisdictionValues(coverage=Coverage.NOT_HELD, misprinted=f"{NORTH}:1")
    one = [(fixed["mill_fee"], ParameterLookup(Coverage.NOT_HELD, None, misprinted))]
    assert describe_lacking(one, "Northland", TODAY).endswith("is not held here: the copy at hand is misprinted.")
    holding = fixed["complaint_fee"].values["SOUTHLAND"]
    both = [(fixed[name], ParameterLookup(Coverage.NOT_HELD, None, holding)) for name in ("mill_fee", "complaint_fee")]
    assert describe_lacking(both, "Southland", TODAY) == (
        "Southland's rules on the fee of a mill and the fee of a complaint are not held here."
    )
    form = fixed["complaint_fee"].model_copy(update={"label": "Form of a complaint"})
    of_one = [(fixed["complaint_fee"], both[1][1]), (form, both[1][1])]
    assert describe_lacking(of_one, "Southland", TODAY) == (
        "Southland's rules on the fee and form of a complaint are not held here."
    )
    assert find_official_place(both) == "south.example" and find_official_place(one) == ""


PAGES = (
    "basis: secondary, from_is: seen, as_printed: '1955-03-01', read_on: '1956-01-01', "
    "sources: ['https://one.example', 'https://two.example']"
)


def test_what_public_pages_agree_on_is_told_as_theirs_and_what_a_law_not_held_says_as_its_print() -> None:
    fixed = parameters(f"{{coverage: fixed, entries: [{{from: '1952-01-01', value: '700', {PAGES}}}]}}").by_id["mill_fee"]
    found = values_of(fixed, TODAY)
    assert describe_lacking_and_seen(found, "Southland", TODAY) == (
        "Public pages say that in Southland, the fee of a mill is 700 rupees (March 1955). "
        "The rule itself is not held here: check first."
    )
    said = "Public pages say that in Southland, the fee of a mill is 700 rupees (March 1955)."
    assert describe_lacking_and_seen(found, "Southland", TODAY, with_check=False) == said
    assert describe_lacking_and_seen([*found, *found], "Southland", TODAY).count("700") == 1
    assert "700" not in describe_lacking(found, "Southland", TODAY), "what is written from as law"
    before = date(1951, 12, 31)
    assert "700" not in describe_lacking_and_seen(values_of(fixed, before), "Southland", before)
    official = parameters(HELD).by_id["mill_fee"]
    assert describe_lacking_and_seen(values_of(official, TODAY), "Southland", TODAY) == (
        "Southland's rules, as printed, say that the fee of a mill is 700 rupees (May 1951). "
        "The rule itself is not held here: check first."
    )
    doubted = [(official, ParameterLookup(Coverage.IN_DOUBT, None, official.values["SOUTHLAND"]))]
    assert "700" not in describe_lacking_and_seen(doubted, "Southland", TODAY), "its provision has to say it"


@pytest.mark.parametrize(
    ("label", "said"),
    [("Forms of a mill", "the forms of a mill are 700"), ("Highest penalties of a mill", "the highest penalties of a mill are 700"), ("When to grind", "when to grind: 700")],
)
def test_what_pages_say_is_a_sentence_of_one_thing_or_of_several(label: str, said: str) -> None:
    fixed = parameters(f"{{coverage: fixed, entries: [{{from: '1952-01-01', value: '700', {PAGES}}}]}}").by_id["mill_fee"]
    found = values_of(fixed.model_copy(update={"label": label}), TODAY)
    assert said in describe_lacking_and_seen(found, "Southland", TODAY)


def test_several_values_of_one_matter_are_told_once_with_their_month() -> None:
    cells = {"authority": 700, "adjudicating_officer": 900}
    told = ", ".join(f"{{when: {{forum: {one}}}, from: '1952-01-01', value: '{value}', {PAGES}}}" for one, value in cells.items())
    text = FEE.replace("set_by", "axes: {forum: [authority, adjudicating_officer]}\nby: [forum]\nset_by")
    text = text.replace("SOUTHLAND: SOUTH", f"SOUTHLAND: {{coverage: fixed, entries: [{told}]}}")
    fixed = parse_model(Parameter, text.replace("{from: '1951", "{when: {forum: authority}, from: '1951"), "a test")
    found = [(fixed, ParameterLookup(Coverage.FIXED, None, fixed.values["SOUTHLAND"]))]
    assert describe_lacking_and_seen(found, "Southland", TODAY, with_check=False) == (
        "Public pages say that in Southland, the fee of a mill is 700 rupees before the RERA authority, "
        "900 rupees before the adjudicating officer (March 1955)."
    )


def values_of(parameter: Parameter, day: date) -> list[tuple[Parameter, ParameterLookup]]:
    """What is held of Southland, with no entry that can be cited."""
    return [(parameter, parameter.look_up("SOUTHLAND", {}, day)._replace(entry=None))]


async def test_a_fee_is_dated_by_its_print_until_somebody_confirms_it() -> None:
    index, fixed = await index_with(), values()
    north = index.get("north.1.fee")
    assert north is not None
    said = [one for _, one in list_said([north], fixed.links)]
    assert describe_print(said, None) == (
        "The fee is as printed in May 1951; later changes were not checked, so ask before you pay."
    )
    assert describe_print(said, date(1951, 4, 1)) == (
        "What the fee was on 1 April 1951 is not held here; this one is known from 1 May 1951 on."
    )
    assert describe_print([], None) == ""
    confirmed = said[0].entry.model_copy(update={"confirmed_on": TODAY, "confirmed_at": "https://north.example"})
    assert describe_print([type(said[0])(said[0].parameter, "NORTHLAND", confirmed)], None) == ""


def test_a_multiple_is_said_only_by_what_speaks_of_the_fee() -> None:
    """ "Twice" is no figure that can be compared: the other statements of the provision would all seem to say it."""
    text = FEE.replace("SOUTHLAND: SOUTH", "SOUTHLAND: {coverage: not_held}").replace("[money]", "[share]")
    text = text.replace("value: '500'", "share: {times: '2', of: registration_fee_paid}")
    parameter = parse_model(Parameter, text, "a test")
    says = link_statements(catalogue(), ParameterCatalogue({parameter.parameter: parameter})).says
    assert "north.1.fee" in says and "north.1.when" not in says


def test_a_statement_leaves_only_its_own_cell_of_a_parameter_to_the_states() -> None:
    """What ships: the form of an extension is not the form of a registration."""
    links = link_statements(get_statements(), get_parameters())
    assert links.cells["act.6.form-fee", "application_forms"] == {"application": "project_extension"}
    assert links.cells["act.9-6.renewal", "application_forms"] == {"application": "agent_renewal"}
    assert ("act.31-2.form-fee", "complaint_form") not in links.cells, "it is left for both forums"

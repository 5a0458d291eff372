"""A state's form is said by its statement, else made of its values; and only before the forum it belongs to."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing.state_forms import StateForms
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues, link_statements
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue, get_parameters
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.parameters import Parameter
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mills import ACT, NORTH, SOUTH, catalogue, index_with, law, names, read

LEFT = "act.31-2.form-fee"
FORUMS = "axes: {forum: [authority, adjudicating_officer]}\nby: [forum]\nset_by: rules\nunlisted: not_held\n"
CENTRAL = f"values:\n  CENTRAL: {{coverage: refers, to: state_rules, provisions: ['{ACT}:5(2)']}}\n"
PRINTED = "basis: official, as_printed: '1952-01-02'"


def parameter(name: str, kind: str, north: str, south: str) -> Parameter:
    def holding(state: str, document: str, place: str, value: str, forum: str) -> str:
        entry = (
            f"{{when: {{forum: {forum}}}, from: '1952-01-01', {value}, "
            f"provisions: ['{document}:{place}'], {PRINTED}}}"
        )
        return f"  {state}: {{coverage: part_held, entries: [{entry}]}}\n"

    text = (
        f"parameter: {name}\nlabel: The {name.rpartition('_')[2]} of a complaint\n{kind}\n{FORUMS}{CENTRAL}"
        + holding("NORTHLAND", NORTH, "2", north, "authority")
        + holding("SOUTHLAND", SOUTH, "1", south, "adjudicating_officer")
    )
    return parse_model(Parameter, text, "a test")


def values() -> FixedValues:
    found = [
        parameter("complaint_form", "types: [form]", "form: {name: M}", "form: {name: Z}"),
        parameter("complaint_fee", "types: [money]\nunit: INR", "value: '20'", "value: '700'"),
    ]
    fixed = ParameterCatalogue({one.parameter: one for one in found})
    links = link_statements(catalogue(), fixed)
    return FixedValues(UsableLaw(catalogue(), fixed, {}), links, frozenset((ACT, NORTH, SOUTH)))


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def forms(index: StatementIndex, state: str) -> StateForms:
    query = read("What can I do?", state=state or None)
    named = [state.capitalize()] if state else []
    return StateForms(query, named, index, values(), law(), {LEFT: "a complaint"})


def test_every_form_of_a_complaint_that_ships_tells_its_forum() -> None:
    statements = get_statements()
    says = link_statements(statements, get_parameters()).says
    for one in statements.filled_by(LEFT):
        assert {value.entry.when.get("forum") for value in says[one.id]} != {None}, one.id


async def test_a_form_is_said_before_its_own_forum_alone(index: StatementIndex) -> None:
    north = forms(index, "NORTHLAND")
    (said,) = north.steps(LEFT, "authority")
    assert names(said.statements) == ["north.2.form"]
    assert north.steps(LEFT, "adjudicating_officer") == [], "nothing is known of the second forum, and nothing told"


async def test_form_and_fee_without_a_statement_are_said_with_what_carries_them(index: StatementIndex) -> None:
    (said,) = forms(index, "SOUTHLAND").steps(LEFT, "adjudicating_officer")
    assert said.text == (
        "In Southland a complaint to the adjudicating officer is made in Form Z with a fee of 700 rupees."
    )
    (made,) = said.statements
    assert isinstance(made, EntrySaid) and made.unit.document == SOUTH
    assert "January 1952" in said.print_date


async def test_where_no_state_is_known_only_a_form_asks_for_it(index: StatementIndex) -> None:
    unknown = forms(index, "")
    assert "name your state" in unknown.steps(LEFT, "authority")[0].text
    assert unknown.steps("mill.2.fee", "") == []

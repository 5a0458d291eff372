"""Beside a fee stands the other state's fee, or why there is none; never what that state says on something else."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from civicsetu.answering.composing.comparing import compare_states as compare_states_module
from civicsetu.answering.composing.comparing.align_values import Aligner
from civicsetu.answering.composing.comparing.compare_states import (
    ComparedMatter,
    compare_states,
    compare_values,
)
from civicsetu.answering.composing.compose_statements import Margins
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import (
    EntrySaid,
    FixedValues,
    ValueSaid,
    link_statements,
)
from civicsetu.answering.thresholds import COMPARING
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import Parameter
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mill_values import HELD, NOT_HELD, values
from tests.answering.composing.mills import (
    ACT,
    NORTH,
    SOUTH,
    catalogue,
    found,
    index_with,
    law,
    names,
    ranked,
)

NAMES = {"NORTHLAND": "Northland", "SOUTHLAND": "Southland"}
STATES = ("NORTHLAND", "SOUTHLAND")
NARROW, WIDE = Margins(0.1, 0.1, 0.1), Margins(5.0, 5.0, 5.0)


@pytest.fixture(autouse=True)
def near_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of words are nearer to each other than those of questions."""
    monkeypatch.setattr(compare_states_module, "COMPARING", COMPARING.model_copy(update={"same_matter": 0.6}))


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def of(index: StatementIndex, name: str) -> StatementHeld:
    one = index.get(name)
    assert one is not None
    return one


def aligner(index: StatementIndex, south: str = HELD) -> Aligner:
    return Aligner(index, values(south), NAMES, None, law())


def said(matter: ComparedMatter) -> list[list[str]]:
    return [names(cell.said) for cell in matter.cells]


async def test_the_same_value_is_taken_even_where_another_statement_answered_better(index: StatementIndex) -> None:
    beside = aligner(index).find_beside(of(index, "south.1.fee"), "NORTHLAND", of(index, "north.2.form"))
    assert beside is not None and names(beside.said) == ["north.1.fee", "north.1.when"]
    assert beside.note == "(As printed in May 1951, not confirmed since.)"


async def test_a_state_without_the_value_says_why_and_not_something_else(index: StatementIndex) -> None:
    by_state = {
        "NORTHLAND": ranked(index, north_2_form=1.0),
        "SOUTHLAND": ranked(index, south_1_fee=0.5),
    }
    [matter] = compare_states(by_state, index, NARROW, aligner(index, NOT_HELD))
    assert said(matter) == [["north.2.form"], []]
    assert matter.cells[1].limit == (
        "Southland's rule that sets the fee of a complaint is not held here. Look at south.example."
    )


async def test_what_was_not_set_on_the_day_asked_for_is_said_to_be_so(index: StatementIndex) -> None:
    then = Aligner(index, values(HELD), NAMES, date(1951, 6, 1), law())
    beside = then.find_beside(of(index, "north.1.fee"), "SOUTHLAND", of(index, "south.1.fee"))
    assert beside is not None and beside.said == ()
    by_state = {"NORTHLAND": ranked(index, north_1_fee=0.5), "SOUTHLAND": ranked(index, south_1_fee=1.0)}
    [matter] = compare_states(by_state, index, NARROW, then)
    assert matter.cells[1].limit == beside.limit, "also where it would lead"
    assert beside.limit == "On 1 June 1951 Southland's rules had not set the fee of a mill yet."


async def test_a_statement_without_a_value_decides_nothing(index: StatementIndex) -> None:
    assert aligner(index).find_beside(of(index, "north.1.when"), "SOUTHLAND", None) is None


async def test_the_law_of_all_states_answers_where_theirs_does_not(index: StatementIndex) -> None:
    by_state = {"NORTHLAND": ranked(index, north_2_form=0.2), "SOUTHLAND": ranked(index, south_1_fee=0.1)}
    of_all = ranked(index, mill_1_1_grind=1.0)
    [matter] = compare_states(by_state, index, NARROW, aligner(index), of_all)
    assert said(matter) == [["mill.1-1.grind", "mill.1-1.more"]] * 2
    left = ranked(index, mill_2_fee=1.0)
    [matter, *_] = compare_states(by_state, index, NARROW, aligner(index), left)
    assert "mill.2.fee" not in said(matter)[0], "what the Act leaves to the states differs between them"


async def test_states_that_hold_nothing_on_what_is_asked_are_not_compared_in_something_else(
    index: StatementIndex,
) -> None:
    by_state = {"SOUTHLAND": ranked(index, north_2_form=0.5), "EASTLAND": []}
    asked = ranked(index, mill_2_fee=1.0)
    common, lacking = compare_states(by_state, index, NARROW, aligner(index, NOT_HELD), asked)
    assert said(common) == [["mill.2.fee"]] * 2
    assert said(lacking) == [[], []]
    assert [("not held" in cell.limit) for cell in lacking.cells] == [True, True]
    assert lacking.title == "Fee of a mill"


async def test_one_value_makes_one_matter(index: StatementIndex) -> None:
    by_state = {
        "NORTHLAND": ranked(index, north_1_fee=1.0, north_1_when=0.9),
        "SOUTHLAND": ranked(index, south_1_fee=1.0),
    }
    matters = compare_states(by_state, index, WIDE, aligner(index))
    assert [said(one) for one in matters] == [[["north.1.fee", "north.1.when"], ["south.1.fee"]]]


VALIDITY = f"""parameter: agent_registration_validity
label: How long a broker's registration is valid
types: [period]
set_by: rules
axes: {{registration: [first, renewed]}}
by: [registration]
unlisted: not_held
values:
  CENTRAL: {{coverage: refers, to: state_rules, provisions: ['{ACT}:2']}}
  NORTHLAND:
    coverage: fixed
    entries:
      - {{when: {{registration: first}}, from: '1951-05-01', period: {{length: '5', unit: year}}, provisions: ['{NORTH}:1'], basis: official, as_printed: '1951-05-04'}}
      - {{when: {{registration: renewed}}, from: '1951-05-01', period: {{length: '3', unit: year}}, provisions: ['{NORTH}:2'], basis: official, as_printed: '1951-05-04'}}
  SOUTHLAND:
    coverage: fixed
    entries: [{{when: {{registration: [first, renewed]}}, from: '1952-01-01', period: {{length: '9', unit: year}}, provisions: ['{SOUTH}:1'], basis: official, as_printed: '1952-05-04'}}]
"""


def of_validity(index: StatementIndex, *, told_in_south: bool = False) -> Aligner:
    """Northland says its years in two statements, Southland's rules fix them and no statement tells but where `told_in_south`."""
    parameter = parse_model(Parameter, VALIDITY, "a test")
    fixed = ParameterCatalogue({parameter.parameter: parameter})
    links = link_statements(catalogue(), fixed)
    north = parameter.values["NORTHLAND"].entries
    says = {
        "north.1.fee": (ValueSaid(parameter, "NORTHLAND", north[0]),),
        "north.2.form": (ValueSaid(parameter, "NORTHLAND", north[1]),),
    }
    if told_in_south:
        says["south.1.fee"] = (ValueSaid(parameter, "SOUTHLAND", parameter.values["SOUTHLAND"].entries[0]),)
    held = FixedValues(UsableLaw(catalogue(), fixed, {}), replace(links, says=says), frozenset((ACT, NORTH, SOUTH)))
    return Aligner(index, held, NAMES, None, law())


async def test_a_state_without_a_statement_says_its_value_in_a_sentence(index: StatementIndex) -> None:
    beside = of_validity(index).find_beside(of(index, "north.1.fee"), "SOUTHLAND", None)
    assert beside is not None
    [said] = beside.said
    assert isinstance(said, EntrySaid)
    assert said.text == "In Southland a broker's registration is valid for 9 years at first."
    assert [(one.unit.document, one.unit.path) for one in said.passages] == [(SOUTH, "1")]


async def test_two_statements_stand_beside_one_that_says_both_values(index: StatementIndex) -> None:
    """Told alone, the second would be taken for the whole answer."""
    beside = of_validity(index, told_in_south=True).find_beside(
        of(index, "south.1.fee"), "NORTHLAND", of(index, "north.2.form")
    )
    assert beside is not None
    assert names(beside.said) == ["north.1.fee", "north.1.when", "north.2.form"]


async def test_states_without_statements_are_compared_in_the_values_their_provisions_carry(
    index: StatementIndex,
) -> None:
    evidence = found("years", (NORTH, "1"), (SOUTH, "1")).evidence
    one = of_validity(index)
    keys = one.keys_found({"NORTHLAND": evidence[:1], "SOUTHLAND": evidence[1:]})
    assert list(keys) == ["agent_registration_validity"]
    [matter] = compare_values(STATES, keys, one)
    assert matter.title == "How long a broker's registration is valid"
    assert [cell.said[0].text for cell in matter.cells if isinstance(cell.said[0], EntrySaid)] == [
        "In Northland a broker's registration is valid for 5 years at first, 3 years at each renewal.",
        "In Southland a broker's registration is valid for 9 years at first and at each renewal.",
    ]
    assert one.keys_found({"NORTHLAND": evidence[:1], "SOUTHLAND": ()}) == {}, "not found in each state"


async def test_beside_the_act_stands_what_it_leaves_to_the_state_and_beside_the_state_what_leaves_it(
    index: StatementIndex,
) -> None:
    """The Act's duty to pay a fee and a state's fee are one matter, whichever answers better."""
    for leading in ({"mill_2_fee": 1.0}, {"north_1_fee": 1.0}):
        by_state = {
            CENTRAL: ranked(index, **{name: score for name, score in leading.items() if name.startswith("mill")}),
            "NORTHLAND": ranked(index, **{name: score for name, score in leading.items() if name.startswith("north")}),
        }
        places = {
            code: [at for at, one in enumerate(index.held) if aligner(index).jurisdiction_of(one) == code]
            for code in by_state
        }
        (matter,) = compare_states(by_state, index, NARROW, aligner(index), places=places)
        assert said(matter) == [["mill.2.fee"], ["north.1.fee", "north.1.when"]]

"""The slab that applies to the land asked of is said with its cap; where it is not sure, all slabs stand."""

from __future__ import annotations

import pytest

from civicsetu.answering.citing import cite, is_supported
from civicsetu.answering.composing.slab import SlabSaid, choose_slab
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex, build_statement_index
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues, link_statements
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.plain_editions import PlainEdition, divide_plain_edition
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.parameters import Parameter
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mills import (
    ACT,
    NORTH,
    REGISTRY,
    STATEMENTS,
    Embedder,
    law,
    read,
    spec,
    whitening,
)
from tests.answering.composing.mills import edition_of as mills_edition
from tests.corpus.statements.meadow import FACTS

BODY = """## 1. Fee.

(1) The fee for group housing is 4 rupees per square metre if the land is not more than 500 square metres, and 6 rupees \
per square metre if it is more. It must not be more than 3 lakh rupees.

(2) The fee for plots is 2 rupees per square metre, at least 1,000 rupees.

(3) The fee for a shop is 700 rupees for every 100 square metres or part of them.

## 2. Form.

A complaint is made in Form M with a fee of 20 rupees. It is paid within 10 days.
"""
STATED = f"""law: {NORTH}
statements:
- id: north.1.fee
  says: Group housing costs 4 rupees per square metre up to 500 square metres of land, 6 rupees if larger, at most 3 lakh rupees.
  kind: amount
  bearer: promoter
  provisions: ["1(1)"]
  passages: ["The fee for group housing … 3 lakh rupees"]
  fills: mill.2.fee
- id: north.2.form
  says: In Northland a complaint is made in Form M with a fee of 20 rupees.
  kind: form
  provisions: ["2"]
  passages: ["A complaint is made … 20 rupees"]
  fills: act.31-2.form-fee
"""
PRINTED = "basis: official\n      as_printed: '1951-05-04'"
SCALE = "of: land_area, unit: square_meter, applies_to: whole"
FEE = f"""parameter: mill_fee
label: Fee of a mill
types: [scale]
unit: INR
set_by: rules
axes: {{project: [group_housing, plotted, commercial]}}
by: [project]
unlisted: not_held
values:
  CENTRAL: {{coverage: refers, to: state_rules, provisions: ['{ACT}:2']}}
  NORTHLAND:
    coverage: fixed
    entries:
    - when: {{project: group_housing}}
      from: '1951-05-01'
      scale: {{{SCALE}, each: '1', brackets: [{{up_to: '500', rate: '4'}}, {{rate: '6'}}], cap_total: '300000'}}
      provisions: ['{NORTH}:1(1)']
      {PRINTED}
    - when: {{project: plotted}}
      from: '1951-05-01'
      scale: {{{SCALE}, each: '1', brackets: [{{rate: '2'}}], floor_total: '1000'}}
      provisions: ['{NORTH}:1(2)']
      {PRINTED}
    - when: {{project: commercial}}
      from: '1951-05-01'
      scale: {{{SCALE}, each: '100', part_counts_whole: stated, brackets: [{{rate: '700'}}]}}
      provisions: ['{NORTH}:1(3)']
      {PRINTED}
"""
HELD = law(**{NORTH: BODY})


def edition_of(key: str) -> PlainEdition | None:
    return divide_plain_edition(spec(key), divide(BODY, spec(key), STARTER)) if key == NORTH else mills_edition(key)


STATEMENTS_HELD = load_statements(STATEMENTS | {f"{NORTH}.yaml": STATED}, edition_of, FACTS)
FIXED = ParameterCatalogue({"mill_fee": parse_model(Parameter, FEE, "a test")})
VALUES = FixedValues(
    UsableLaw(STATEMENTS_HELD, FIXED, {}), link_statements(STATEMENTS_HELD, FIXED), frozenset((ACT, NORTH))
)


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await build_statement_index(STATEMENTS_HELD, {}, HELD, Embedder(), whitening())


def chosen(index: StatementIndex, question: str, *names: str) -> SlabSaid | None:
    held = [one for name in names or ("north.1.fee",) if (one := index.get(name)) is not None]
    query = read(question, HELD, "NORTHLAND")
    return choose_slab(held, query, ("NORTHLAND", "Northland"), VALUES, HELD)


def texts(slab: SlabSaid | None) -> list[str]:
    return [one.text for one in slab.chosen if isinstance(one, EntrySaid)] if slab else []


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Fee for group housing on 800 sq m?",
            "In Northland registering group housing on more than 500 square metres of land costs 6 rupees per square metre, at most 3 lakh rupees in all.",
        ),
        (
            "Fee for flats on 3,000 sq ft?",
            "In Northland registering group housing on at most 500 square metres of land costs 4 rupees per square metre, at most 3 lakh rupees in all.",
        ),
        (
            "Fee for a layout of 800 sq m?",
            "In Northland registering a plotted project costs 2 rupees per square metre of land, at least 1,000 rupees in all.",
        ),
        (
            "Fee for a commercial project on 800 sq m?",
            "In Northland registering a commercial project costs 700 rupees per 100 square metres or part of them.",
        ),
    ],
)
async def test_the_slab_that_applies_is_said_with_its_ends(index: StatementIndex, question: str, told: str) -> None:
    assert texts(chosen(index, question)) == [told]


async def test_nothing_is_multiplied_and_the_sum_is_explained(index: StatementIndex) -> None:
    slab = chosen(index, "Fee for group housing on 800 sq m?")
    assert slab is not None
    assert slab.reckoning == (
        "The rate counts for all of the land, so the sum is rate times area, but never more than that highest sum."
    )
    assert "4,800" not in " ".join(texts(slab)) + slab.reckoning


async def test_where_the_words_leave_the_kind_open_each_is_said(index: StatementIndex) -> None:
    told = texts(chosen(index, "Fee for a residential project on 800 sq m?"))
    assert [one.split(" costs ")[0].split("registering ")[1][:13] for one in told] == ["group housing", "a plotted pro"]


@pytest.mark.parametrize(
    "question",
    [
        "Fee for group housing?",
        "Fee for 800 sq m?",
        "Fee for group housing on 500 sq m?",
        "Fee for group housing on 5,385 sq ft?",
        "Fee for group housing on 3 bigha?",
        "Fee for a mixed project on 800 sq m?",
    ],
)
async def test_what_is_not_sure_leaves_all_slabs(index: StatementIndex, question: str) -> None:
    assert chosen(index, question) is None


async def test_what_else_is_said_stays_and_what_the_slab_says_does_not(index: StatementIndex) -> None:
    slab = chosen(index, "Fee for group housing on 800 sq m?", "north.1.fee", "north.2.form")
    assert slab is not None and [type(one) for one in slab.chosen] == [EntrySaid, StatementHeld]
    assert chosen(index, "Fee for group housing on 800 sq m?", "north.2.form") is None


async def test_a_slab_cites_the_provision_that_carries_it(index: StatementIndex) -> None:
    slab = chosen(index, "Fee for group housing on 800 sq m?")
    assert slab is not None
    [sentence], citations = cite(slab.chosen, HELD, REGISTRY)
    assert [one.provision for one in citations] == ["1(1)"] and "6 rupees" in citations[0].quote
    assert is_supported(sentence, citations, HELD)

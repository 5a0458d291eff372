"""States are compared in what they say on the same matter."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from civicsetu.answering.composing.comparing import compare_states as module
from civicsetu.answering.composing.comparing.compare_states import ComparedMatter, compare_states, in_turn
from civicsetu.answering.composing.comparing.compare_with_statements import (
    compare_with_statements,
    find_untold,
)
from civicsetu.answering.composing.compose_statements import Margins
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex, build_statement_index
from civicsetu.answering.thresholds import COMPARING
from civicsetu.corpus.plain_editions import divide_plain_edition
from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.models.question_vectors import AskedVectors
from tests.answering.composing.mills import (
    ACT,
    NORTH,
    SOUTH,
    Embedder,
    found,
    index_with,
    law,
    names,
    ranked,
    read,
    spec,
    vector,
    whitening,
)  # fmt: skip
from tests.corpus.statements.meadow import FACTS

WIDE = Margins(5.0, 5.0, 5.0)


@pytest.fixture(autouse=True)
def near_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of words are not as near to each other as those of the model that ships."""
    monkeypatch.setattr(module, "COMPARING", COMPARING.model_copy(update={"same_matter": 0.6}))


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def ids(matter: ComparedMatter) -> list[tuple[str, str | None]]:
    return [
        (cell.state, next((one.statement.id for one in cell.said if isinstance(one, StatementHeld)), None))
        for cell in matter.cells
    ]


async def test_a_fee_is_compared_with_a_fee(index: StatementIndex) -> None:
    """The form alone answers a little better, and has nothing beside it."""
    matters = compare_states(
        {
            "NORTHLAND": ranked(index, north_2_form=1.05, north_1_fee=1.0),
            "SOUTHLAND": ranked(index, south_1_fee=1.0),
        },
        index,
        WIDE,
    )
    assert ids(matters[0]) == [("NORTHLAND", "north.1.fee"), ("SOUTHLAND", "south.1.fee")]
    assert matters[0].title == "Fee", "the heading of the law without its full stop"


async def test_a_cell_brings_what_its_statement_may_not_be_shown_without(index: StatementIndex) -> None:
    [matter] = compare_states(
        {"NORTHLAND": ranked(index, north_1_fee=1.0), "SOUTHLAND": ranked(index, south_1_fee=1.0)},
        index,
        WIDE,
    )
    assert [names(cell.said) for cell in matter.cells] == [["north.1.fee", "north.1.when"], ["south.1.fee"]]


async def test_a_statement_stands_in_one_matter_only(index: StatementIndex) -> None:
    matters = compare_states(
        {
            "NORTHLAND": ranked(index, north_1_fee=1.0, north_2_form=0.9, north_1_when=0.8),
            "SOUTHLAND": ranked(index, south_1_fee=1.0),
        },
        index,
        WIDE,
    )
    assert len(matters) == 1, "Southland has nothing more to lay beside"


async def test_a_state_without_statements_is_left_open(index: StatementIndex) -> None:
    [matter] = compare_states(
        {"NORTHLAND": ranked(index, north_1_fee=1.0, north_2_form=1.0), "SOUTHLAND": []}, index, WIDE
    )
    assert [cell.state for cell in matter.cells] == ["NORTHLAND", "SOUTHLAND"]
    assert matter.cells[1].said == ()
    assert compare_states({"NORTHLAND": [], "SOUTHLAND": []}, index, WIDE) == []


async def test_many_states_are_compared_in_time(index: StatementIndex) -> None:
    """Six of each of a dozen states would be two thousand million ways to lay them out."""
    scores = {f"{one}": 1.0 for one in (
        "mill_1_1_grind", "mill_1_1_more", "mill_1_2_claim", "mill_1_3_back", "mill_2_fee", "mill_3_1_penalty",
    )}  # fmt: skip
    by_state = {f"STATE_{number}": ranked(index, **scores) for number in range(12)}
    started = time.process_time()
    matters = compare_states(by_state, index, WIDE)
    assert time.process_time() - started < 2
    assert matters and len(matters[0].cells) == 12


async def test_the_law_asked_of_several_states_is_laid_out_by_state(index: StatementIndex) -> None:
    question = "What is the fee in Northland and Southland?"
    query = read(question)
    assert query.jurisdictions == ("CENTRAL", "NORTHLAND", "SOUTHLAND")
    searched = found(question, (ACT, "2"), (NORTH, "1"), (SOUTH, "1"), (NORTH, "2"))
    matters = compare_with_statements(query, searched, index, law())
    assert ids(matters[0]) == [("NORTHLAND", "north.1.fee"), ("SOUTHLAND", "south.1.fee")]
    said = [one for matter in matters for cell in matter.cells for one in cell.said]
    assert not any(name.startswith("mill.") for name in names(said)), "the Act is the same in both"
    act_only = replace(searched, evidence=searched.evidence[:1])
    assert compare_with_statements(query, act_only, index, law()) == []


async def test_each_of_several_matters_is_compared_by_itself_or_said_not_to_be_found(index: StatementIndex) -> None:
    halves = ("what is the fee", "what is the hat colour")
    query = replace(read("Northland vs Southland: fee and hat colour"), halves=halves)
    searched = found(query.standalone, (ACT, "2"), (NORTH, "1"), (SOUTH, "1"), (NORTH, "2"))
    own = tuple(AskedVectors(vector(text), vector(text)) for text in halves)
    vectors = replace(searched.vectors, halves=own) if searched.vectors else None
    fee = compare_with_statements(query, replace(searched, vectors=vectors), index, law())[0]
    assert ids(fee) == [("NORTHLAND", "north.1.fee"), ("SOUTHLAND", "south.1.fee")]
    of_act = replace(searched, vectors=vectors, evidence=searched.evidence[:1])
    nothing = compare_with_statements(query, of_act, index, law())
    assert [one.title for one in nothing] == ["Fee", "Hat colour"]
    assert {(cell.state, cell.said) for one in nothing for cell in one.cells} == {("NORTHLAND", ()), ("SOUTHLAND", ())}


TWO_RULES = {
    NORTH: ["the plot fee is 50 rupees", "the plot fee is paid by cheque in May", "the mill wheel turns left"],
    SOUTH: ["the plot fee is 70 rupees", "the plot fee is paid by cheque in June", "corn is weighed twice"],
}


async def of_two_rules() -> StatementIndex:
    """Three statements of one rule in each state: a sum, how it is paid, and something else in each."""
    bodies = {
        key: "## 1. Fee.\n\n" + " ".join(f"{one.capitalize()}." for one in said) + "\n" + ("\n## 2. Form.\n\nForm M.\n" if key == NORTH else "")
        for key, said in TWO_RULES.items()
    }
    texts = {
        f"{key}.yaml": f"law: {key}\nstatements:\n"
        + "".join(
            f"- id: {key[:5]}.1.{name}\n  says: In {key[:5].capitalize()}land {said}.\n  kind: amount\n"
            f"  provisions: ['1']\n  passages: ['{said.capitalize()}']\n"
            for name, said in zip(("sum", "pay", "else"), of_rule, strict=True)
        )
        for key, of_rule in TWO_RULES.items()
    }
    held = law(**bodies)
    loaded = load_statements(texts, lambda key: divide_plain_edition(spec(key), divide(bodies[key], spec(key), STARTER)), FACTS)
    return await build_statement_index(loaded, {}, held, Embedder(), whitening())


async def test_a_second_matter_of_the_same_rule_is_not_lost() -> None:
    index = await of_two_rules()
    north = ranked(index, north_1_sum=1.0, north_1_pay=0.9, north_1_else=0.85)
    south = ranked(index, south_1_sum=1.0, south_1_pay=0.9, south_1_else=0.85)
    matters = compare_states({"NORTHLAND": north, "SOUTHLAND": south}, index, Margins(0.2, 0.1, 0.1))
    assert [ids(one) for one in matters] == [
        [("NORTHLAND", "north.1.sum"), ("SOUTHLAND", "south.1.sum")],
        [("NORTHLAND", "north.1.pay"), ("SOUTHLAND", "south.1.pay")],
    ], "and what stands in one state alone makes none"
    assert len(compare_states({"NORTHLAND": north, "SOUTHLAND": south}, index, Margins(0.05, 0.05, 0.05))) == 1


async def test_what_was_not_found_may_stand_beside_what_another_state_says() -> None:
    index = await of_two_rules()
    by_state = {"NORTHLAND": ranked(index, north_1_sum=1.0), "SOUTHLAND": ranked(index, south_1_else=0.5)}
    places = {state: [index.place[f"{state[:5].lower()}.1.{one}"] for one in ("sum", "pay", "else")] for state in by_state}
    [matter] = compare_states(by_state, index, Margins(0.2, 0.1, 0.1), places=places)
    assert ids(matter) == [("NORTHLAND", "north.1.sum"), ("SOUTHLAND", "south.1.sum")]


async def test_two_statements_of_one_state_share_a_cell_where_the_other_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPARING", COMPARING.model_copy(update={"same_matter": 0.3}))
    index = await of_two_rules()
    by_state = {
        "NORTHLAND": ranked(index, north_1_sum=1.0, north_1_pay=0.95),
        "SOUTHLAND": ranked(index, south_1_sum=1.0),
    }
    [matter] = compare_states(by_state, index, Margins(0.2, 0.1, 0.1))
    assert [names(cell.said) for cell in matter.cells] == [["north.1.sum", "north.1.pay"], ["south.1.sum"]]
    assert names(in_turn(matter)) == ["north.1.sum", "south.1.sum", "north.1.pay"], "each state's first sentence first"


async def test_a_provision_that_no_statement_tells_may_speak_in_its_own_words(index: StatementIndex) -> None:
    searched = found("What is the fee?", (SOUTH, "1"), (NORTH, "1"), (NORTH, "2"))
    last = searched.evidence[2].unit_id
    untold = replace(index, of_unit={key: at for key, at in index.of_unit.items() if key != last})
    assert [one.unit_id for one in find_untold(searched.evidence, untold, named=False)] == [last]
    assert find_untold(searched.evidence, index, named=False) == []

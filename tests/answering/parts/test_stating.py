"""What goes with the statements of a part: the state's figure, the asker's own, and no refusal of what the Act decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from civicsetu.answering.composing.answer_with_statements import Stated, read_asker
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import FixedValues
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.parts.stating import (
    _without_mere_leaving,
    _without_what_is_left,
    answer_from_act,
    state_part,
)
from civicsetu.answering.reckoning.reckoned import Reckoned
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.statements import StatementKind
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.composing.mill_values import HELD, parameters, values
from tests.answering.composing.mills import ACT, NORTH, REGISTRY, index_with, law, read

LEFT, GRIND = "mill.2.fee", "mill.1-1.grind"
REFUSED = Decision("abstain", reason=Reason.LEFT_TO_STATE_RULES, cites=True)


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def stated(index: StatementIndex, name: str, chance: float = 0.9) -> Stated:
    held = index.get(name)
    assert held is not None
    return Stated((held,), chance)


def part(question: str = "How much is the fee?", **changes: Any) -> PartTurn:
    query = replace(read(question), **changes)
    return PartTurn(query, asker=read_asker(query))


def refused() -> PartTurn:
    return replace(part(states_not_held=("SOUTHLAND",)), decision=REFUSED, preface="This is fixed by the rules of Southland.")


async def test_what_the_act_decides_is_not_refused_for_rules_not_held(index: StatementIndex) -> None:
    answered = answer_from_act(refused(), stated(index, GRIND), values())
    assert answered.preface == "" and answered.decision == Decision("proceed", 0.9, Reason.LEFT_TO_STATE_RULES, cites=True)
    for one in (stated(index, LEFT), stated(index, GRIND, ANSWERING.answered_by_the_act - 0.01)):
        assert answer_from_act(refused(), one, values()) == refused(), "left to the rules, or not sure"
    other = replace(refused(), decision=replace(REFUSED, reason=Reason.PREDICTION))
    assert answer_from_act(other, stated(index, GRIND), values()) == other


async def test_the_refusal_gives_what_the_print_of_rules_not_held_says(index: StatementIndex) -> None:
    bare = values(HELD, held=frozenset((ACT,)))
    told = state_part(refused(), stated(index, LEFT), index, bare, law(), REGISTRY)
    assert told.preface.startswith("Southland's rules, as printed, say that the fee of a mill is 700 rupees (May 1951).")
    assert state_part(refused(), stated(index, GRIND), index, bare, law(), REGISTRY).preface == refused().preface


async def test_a_state_not_held_opens_with_what_is_known_of_it(index: StatementIndex) -> None:
    bare = values(HELD, held=frozenset((ACT,)))
    opened = state_part(part(states_not_held=("SOUTHLAND",)), stated(index, LEFT), index, bare, law(), REGISTRY)
    assert opened.opening.startswith("Southland's rules, as printed, say") and opened.limits == ()
    assert "SOUTHLAND" in parameters(HELD).by_id["mill_fee"].values


async def test_the_second_thing_asked_stays_where_the_first_is_not_held(index: StatementIndex) -> None:
    """Of another section though it is; what only stands behind the first goes."""
    bare = values(HELD, held=frozenset((ACT,)))
    fee, grind, mill = (index.get(name) for name in (LEFT, GRIND, "mill.4.mill"))
    assert fee is not None and grind is not None and mill is not None
    said = Stated((fee, grind, mill), 0.9)
    two = part("How much is the fee, and by when is the corn ground?", states_not_held=("SOUTHLAND",))
    assert len(two.query.halves) == 2
    assert state_part(two, said, index, bare, law(), REGISTRY).chosen == (fee, grind)
    one = part(states_not_held=("SOUTHLAND",))
    assert state_part(one, said, index, bare, law(), REGISTRY).chosen == (fee,)


async def test_what_only_leaves_a_figure_to_rules_is_not_said_behind_what_is_known_of_it(index: StatementIndex) -> None:
    left = index.get(LEFT)
    assert left is not None
    same = replace(left, statement=replace(left.statement, id="mill.2.pays", kind=StatementKind.DUTY, says="The builder must pay a fee."))
    asked = part(states_not_held=("SOUTHLAND",))

    def chosen(*said: StatementHeld) -> list[StatementHeld]:
        told = state_part(asked, Stated(said, 0.9), index, values(HELD, held=frozenset((ACT,))), law(), REGISTRY)
        assert told.opening.startswith("Southland's rules, as printed, say")
        return list(told.chosen)

    needs_it = replace(same, statement=replace(same.statement, requires=(LEFT,)))
    assert chosen(left, same) == [left, same], "what comes first stays"
    assert chosen(same, left) == [same]
    assert chosen(needs_it, left) == [needs_it, left]
    form = replace(left, statement=replace(left.statement, kind=StatementKind.FORM, says="The state's rules set the form."))
    assert chosen(same, form) == [same], "nor that rules set a form"
    says_more = replace(form, statement=replace(form.statement, says="File the form that the state's rules set."))
    assert chosen(same, says_more) == [same, says_more]
    assert list(_without_what_is_left([same, left], values(), known={"other"})) == [same, left], "of another matter is told"


async def test_that_the_rules_set_something_is_told_only_where_it_answers(index: StatementIndex) -> None:
    fee, grind = index.get("north.1.fee"), index.get(GRIND)
    assert fee is not None and grind is not None
    left = replace(grind, statement=replace(grind.statement, id="mill.left", kind=StatementKind.FORM, says="The state's rules set the fee of a mill."))
    needs = replace(fee, statement=replace(fee.statement, requires=("mill.left",)))
    one, two = part(), part("How much is the fee, and by when is the corn ground?")

    def chosen(turn: PartTurn, *said: StatementHeld) -> tuple[Any, ...]:
        return tuple(_without_mere_leaving(replace(turn, chosen=said)).chosen)

    assert chosen(one, fee, left, grind) == (fee, grind)
    assert chosen(one, left, fee) == (left, fee), "it is the answer"
    assert chosen(two, fee, left) == (fee, left), "it answers what is asked besides"
    assert chosen(one, needs, left) == (needs, left)
    sum_left = replace(left, statement=replace(left.statement, kind=StatementKind.AMOUNT))
    assert chosen(one, fee, sum_left) == (fee, sum_left)


async def test_a_late_home_is_told_the_rate_of_its_state(index: StatementIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    fee, grind = index.get("north.1.fee"), index.get(GRIND)
    assert fee is not None and grind is not None
    owes = replace(grind, statement=replace(grind.statement, says="The builder must pay you interest."))
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements._RATE_LEFT", LEFT)
    in_north = {"documents": (ACT, NORTH), "jurisdictions": ("CENTRAL", "NORTHLAND")}
    late = part("The flat is late. What can I get?", **in_north)

    def chosen(turn: PartTurn, lead: StatementHeld = owes, chance: float = 0.9, **more: Any) -> list[Any]:
        return list(state_part(turn, Stated((lead,), chance, **more), index, values(), law(), REGISTRY).chosen)

    assert chosen(late)[:2] == [owes, fee]
    untold = [
        chosen(late, grind), chosen(late, chance=0.1), chosen(late, recalls=True),
        chosen(replace(late, shown=frozenset({fee.statement.says}))),
        chosen(part("The flat is late. What can I get?", documents=(ACT,))),
        chosen(part("The flat is late. What can I get?", documents=(ACT, NORTH), jurisdictions=("CENTRAL", "NORTHLAND", "SOUTHLAND"))), chosen(part("What can I get?", **in_north)),
    ]  # fmt: skip
    assert all(fee not in one for one in untold)


@pytest.mark.parametrize("concludes", [True, False])
async def test_own_figures_come_before_the_law_or_behind_it(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch, concludes: bool
) -> None:
    monkeypatch.setattr(
        "civicsetu.answering.parts.stating.reckon_own_figures", lambda *_, **__: Reckoned("For you: 5.", concludes=concludes)
    )
    sure = state_part(part(), stated(index, GRIND), index, values(), law(), REGISTRY)
    assert (sure.opening, sure.limits) == (("For you: 5.", ()) if concludes else ("", ("For you: 5.",)))
    unsure = state_part(part(), stated(index, GRIND, 0.1), index, values(), law(), REGISTRY)
    assert (unsure.opening, unsure.limits) == ("", ())
    again = state_part(part(), replace(stated(index, GRIND), recalls=True), index, values(), law(), REGISTRY)
    assert (again.opening, again.limits) == ("", ())


async def test_states_come_first_where_the_first_statement_leaves_the_figure_to_them(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "civicsetu.answering.composing.by_state.get_value_words",
        lambda: {"by_state": {"mill_fee": "The fee is {values}; name your state."}, "of_any": {"by_state": ""}},
    )
    monkeypatch.setattr("civicsetu.answering.parts.stating.describe_print", lambda *_: "As printed in 1951.")
    told = state_part(part(), stated(index, LEFT), index, values(HELD), law(), REGISTRY)
    assert told.limits == ("As printed in 1951.",)
    texts = [getattr(one, "text", "") or one.statement.says for one in told.chosen]  # type: ignore[union-attr]
    assert texts[0].startswith("The fee is 500 rupees in Northland") and len(texts) == 2


async def test_where_the_figure_takes_too_many_words_the_state_is_asked_for(index: StatementIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("civicsetu.answering.parts.stating.describe_by_state", lambda *_: [])
    left = state_part(part(), stated(index, LEFT), index, values(HELD), law(), REGISTRY)
    assert left.limits == ("Every state sets its own: name your state to see it.",)
    fixed = state_part(part(), stated(index, GRIND), index, values(HELD), law(), REGISTRY)
    assert fixed.limits == ()


async def test_states_are_examples_where_the_first_statement_leaves_to_them_what_is_no_figure(index: StatementIndex) -> None:
    fee, left, south = index.get("north.1.fee"), index.get(LEFT), index.get("south.1.fee")
    assert fee is not None and left is not None and south is not None

    no_parameter = replace(values(), links=replace(values().links, leaves={}))

    def told(turn: PartTurn, lead: StatementHeld, held: FixedValues = no_parameter) -> PartTurn:
        return state_part(turn, Stated((lead, index.held[0]), 0.9), index, held, law(), REGISTRY)

    leaves = replace(left, statement=replace(left.statement, says="The miller must keep the books that the state's rules name."))
    shown = told(part("Which books?"), leaves)
    assert list(shown.chosen) == [leaves, fee, south, index.held[0]] and "Every state sets its own: name your state to see it." in shown.limits
    assert fee not in told(part("Which books?", documents=(ACT, NORTH), jurisdictions=("CENTRAL", "NORTHLAND")), leaves).chosen
    assert fee not in told(part("Which books?", as_on=date(1951, 1, 1)), leaves).chosen
    assert fee not in told(replace(part("Which books?"), shown=frozenset({fee.statement.says})), leaves).chosen
    assert fee not in told(part("Which books, and which sacks?", halves=("Which books", "which sacks")), leaves).chosen
    assert fee not in told(part("Which books?"), leaves, values()).chosen, "a parameter is told as one"
    says_it = replace(left, statement=replace(left.statement, says="The miller must keep books."))
    assert fee not in told(part("Which books?"), says_it).chosen

"""What the asker can do: whom to turn to, with which form and fee, and by when, each step a statement.

Steps belong to a grievance or to a question of what to do. Where the form and fee of the asker's state are not
held, or no state is known, that is said in one sentence instead of a figure.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.composing.coverage_text import describe_lacking, describe_print, find_official_place
from civicsetu.answering.composing.fixed_values import FixedValues, list_said
from civicsetu.answering.composing.limits import look_up_left
from civicsetu.answering.composing.ranking import Asker
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.law.statements import Actor, StatementKind
from civicsetu.query.asked_kind import AskedKind
from civicsetu.query.read_question import Query

OFFICE = "act.31-1.which-office"
FORM_AND_FEE = "act.31-2.form-fee"
APPEAL = "act.43-5.appeal"
RECOVERY = "act.40-1.land-revenue"
_MOST = 5
_A_STORY = 25
_OWED_TO_BUYERS = frozenset({StatementKind.RIGHT, StatementKind.DUTY, StatementKind.PROHIBITION})
_NO_STATE = "The form and fee of a complaint differ from state to state: name your state to see them."
_NOT_HELD = "The form and fee of a complaint in {state} are not held here."
_BEFORE_YOU_PAY = "Look at the authority's website{place} before you pay."


@dataclass(frozen=True, slots=True)
class StepChosen:
    """A step: a statement with what it may not be shown without, or a sentence that says what is not held."""

    text: str
    statements: tuple[StatementHeld, ...] = ()


def steps_for(
    query: Query,
    asker: Asker,
    said: Sequence[StatementHeld],
    index: StatementIndex,
    states: Sequence[str],
    values: FixedValues | None = None,
) -> list[StepChosen]:
    """Return the steps of a grievance, at most five; none where nobody is wronged.

    `states` are the names of the states asked of, in the order of `query.jurisdictions[1:]`.
    """
    if not _is_grievance(query, asker, said):
        return []
    shown = {one.statement.id for one in said}
    steps = [
        one
        for one in _steps(query, index, states, values)
        if not one.statements or one.statements[0].statement.id not in shown
    ]
    return steps[:_MOST]


def _is_grievance(query: Query, asker: Asker, said: Sequence[StatementHeld]) -> bool:
    """Whether the asker wants to know what to do, or tells a story in which a builder or broker owes them something."""
    if not said or asker.party not in (None, Actor.ALLOTTEE, Actor.ASSOCIATION):
        return False
    lead = said[0].statement
    owed = lead.kind in _OWED_TO_BUYERS and (
        lead.bearer in (Actor.PROMOTER, Actor.AGENT) or lead.holder is Actor.ALLOTTEE
    )
    if asker.kind is AskedKind.REMEDY:
        return owed
    tells = len(query.standalone.split()) >= _A_STORY
    return owed and tells and asker.party is not None


def _steps(
    query: Query, index: StatementIndex, states: Sequence[str], values: FixedValues | None
) -> Iterator[StepChosen]:
    if (office := index.get(OFFICE)) is not None:
        yield _step(office, index)
    fillers = [
        found
        for one in index.catalogue.filled_by(FORM_AND_FEE)
        if one.law in query.documents
        and (found := index.get(one.id)) is not None
        and (values is None or values.holds(found, query.as_on))
    ]
    if fillers:
        yield from _with_print([_step(one, index) for one in fillers[:2]], values, query.as_on)
    else:
        yield StepChosen(_not_held(query, index, states[0], values) if states else _NO_STATE)
    for one in (APPEAL, RECOVERY):
        if (found := index.get(one)) is not None:
            yield _step(found, index)


def _not_held(query: Query, index: StatementIndex, state: str, values: FixedValues | None) -> str:
    """Why the form and fee of a complaint are not told, and where to look."""
    left, day = index.get(FORM_AND_FEE), query.as_on or datetime.date.today()
    lacking = (
        look_up_left(left, query.jurisdictions[1], values, day)
        if left is not None and values is not None
        else []
    )
    told = describe_lacking(lacking, state, day) if lacking else _NOT_HELD.format(state=state)
    place = find_official_place(lacking)
    return f"{told} {_BEFORE_YOU_PAY.format(place=f' ({place})' if place else '')}"


def _with_print(
    steps: Sequence[StepChosen], values: FixedValues | None, as_on: datetime.date | None
) -> Iterator[StepChosen]:
    """The steps, the last with the print their fees stand in."""
    said = [one for step in steps for one in step.statements]
    printed = describe_print([one for _, one in list_said(said, values.links)], as_on) if values else ""
    yield from steps[:-1]
    yield replace(steps[-1], text=f"{steps[-1].text} {printed}".rstrip())


def _step(held: StatementHeld, index: StatementIndex) -> StepChosen:
    whole = index.with_required(held)
    return StepChosen(" ".join(one.statement.says for one in whole), whole)

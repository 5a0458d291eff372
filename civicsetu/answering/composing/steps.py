"""What the asker can do: whom to turn to, with which form and fee, and by when, each step a statement.

Steps belong to a grievance or to a question of what to do. Where the asker's state leaves the form and
fee unsaid, or no state is known, that is said in one sentence instead of a figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
_NOT_HELD = "The form and fee of a complaint in {state} are not held here: look at the authority's website before you pay."


@dataclass(frozen=True, slots=True)
class StepChosen:
    """A step: a statement with what it may not be shown without, or a sentence that says what is not held."""

    text: str
    statements: tuple[StatementHeld, ...] = ()


def steps_for(
    query: Query, asker: Asker, said: Sequence[StatementHeld], index: StatementIndex, states: Sequence[str]
) -> list[StepChosen]:
    """Return the steps of a grievance, at most five; none where nobody is wronged.

    `states` are the names of the states asked of, in the order of `query.jurisdictions[1:]`.
    """
    if not _is_grievance(query, asker, said):
        return []
    shown = {one.statement.id for one in said}
    steps = [
        one
        for one in _steps(query, index, states)
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


def _steps(query: Query, index: StatementIndex, states: Sequence[str]) -> Iterator[StepChosen]:
    if (office := index.get(OFFICE)) is not None:
        yield _step(office, index)
    fillers = [
        found
        for one in index.catalogue.filled_by(FORM_AND_FEE)
        if one.law in query.documents and (found := index.get(one.id)) is not None
    ]
    if fillers:
        yield from (_step(one, index) for one in fillers[:2])
    else:
        yield StepChosen(_NOT_HELD.format(state=states[0]) if states else _NO_STATE)
    for one in (APPEAL, RECOVERY):
        if (found := index.get(one)) is not None:
            yield _step(found, index)


def _step(held: StatementHeld, index: StatementIndex) -> StepChosen:
    whole = index.with_required(held)
    return StepChosen(" ".join(one.statement.says for one in whole), whole)

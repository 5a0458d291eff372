"""What has to be said beside statements: that a state's rule is not held, and as of which print a fee is."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.ranking import gives_figure
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.coverage_text import (
    describe_lacking_and_seen,
    describe_print,
    find_official_place,
    is_seen,
)
from civicsetu.answering.composing.values.fixed_values import FixedValues, ValueSaid, list_said
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import JurisdictionValues, Parameter, ParameterLookup
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query

_SUM_OR_TIME = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG})
Lacking = list[tuple[Parameter, ParameterLookup]]
_LOCAL_LAW = "{state} may have a law of its own that sets another time; no such law is held here, so check it first."
_LOCAL_LAWS = "Some states have a law of their own that sets another time; none is held here, so check it first."
"""The caveat of a time that the Act sets only where no local law does: of one state, and of none in particular."""


def find_limits(
    said: Sequence[StatementHeld],
    query: Query,
    state: str,
    index: StatementIndex,
    values: FixedValues,
    beside: Sequence[StatementHeld] = (),
) -> Iterator[str]:
    """Return a short sentence each: what the state's rules set and is not held, and the print of a fee or rate.

    `state` is the name of the one state asked of; empty where none or several are. `beside` are statements nearly as
    likely as the first, where a figure is asked: what one of the same section leaves to the rules is lacking, too.
    Of a state of which no law is held, only what is known of it is told: that its rules are not held is a warning's to say.
    That a local law may set another time is told wherever the Act's gives way to one.
    """
    day = query.as_on or datetime.date.today()
    lacking: Lacking = []
    of_matter = [one for one in beside if said and one.sections & said[0].sections]
    code = state_asked(query)
    if state and code:
        lacking = find_lacking([*said, *of_matter], code, query.documents, index, values, day)
        lacking = lacking or _own_of_state(said[:1], code, values, day)
        if lacking and not (query.states_not_held and not is_seen(lacking, day)):
            place = find_official_place(lacking)
            yield describe_lacking_and_seen(lacking, state, day) + (f" Look at {place}." if place else "")
    if not is_seen(lacking, day) and any(_yields(value) for _, value in list_said(said, values.links)):
        yield _LOCAL_LAW.format(state=state) if state else _LOCAL_LAWS
    if printed := describe_print([value for _, value in list_said(said, values.links)], query.as_on):
        yield printed



def state_asked(query: Query) -> str:
    """Return the code of the one state asked of, held or not; empty where none or several are."""
    states = dict.fromkeys((*query.jurisdictions[1:], *query.states_not_held))
    return next(iter(states)) if len(states) == 1 else ""


def _own_of_state(
    said: Sequence[StatementHeld], state: str, values: FixedValues, day: datetime.date
) -> Lacking:
    """What public pages say of a state on a figure that the Act gives where no local law does."""
    found = (
        (value.parameter, lookup)
        for _, value in list_said(said, values.links)
        if value.jurisdiction == CENTRAL and (lookup := values.find_lacking(value.parameter, state, day)) is not None
    )
    return [one for one in found if is_seen([one], day)]


def _yields(value: ValueSaid) -> bool:
    """Whether it is a figure of the Act that gives way to a local law."""
    return value.jurisdiction == CENTRAL and value.entry.yields_to is not None


def leads_to_what_is_lacking(
    said: Sequence[StatementHeld], query: Query, index: StatementIndex, values: FixedValues, asker: Asker | None = None
) -> bool:
    """Return whether what is asked is left to the rules of the one state asked of, which do not tell it here.

    The first statement leaves it to them; or one of its section does, where a figure is asked for and the first gives none.
    Then that they are not held, and what public pages say of it, is the answer, and the statements stand behind it.
    """
    code = state_asked(query)
    if not code or not said:
        return False
    lacks_figure = asker is not None and asker.kind in _SUM_OR_TIME and not gives_figure(said[0].statement, asker)
    leaving = [one for one in said if one.sections & said[0].sections] if lacks_figure else said[:1]
    day = query.as_on or datetime.date.today()
    lacking = find_lacking(leaving, code, query.documents, index, values, day)
    return is_seen(lacking, day) if query.states_not_held else bool(lacking)


def find_lacking(
    said: Collection[StatementHeld],
    state: str,
    documents: Collection[str],
    index: StatementIndex,
    values: FixedValues,
    day: datetime.date,
) -> Lacking:
    """Return the parameters that the first of these leaves to the state's rules and that are not held of it.

    One that a statement of the state fills is not lacking.
    """
    left = (look_up_left(one, state, values, day) for one in said if not _is_filled(one, documents, index))
    return next((lacking for lacking in left if lacking), [])


def look_up_left(
    held: StatementHeld,
    state: str,
    values: FixedValues,
    day: datetime.date,
    before: Mapping[str, str] = MappingProxyType({}),
) -> Lacking:
    """Return the parameters that a statement leaves to the state's rules and that cannot be given on that day.

    Of a parameter of several matters only that which the statement leaves is kept, and of several forums that `before`.
    """
    links = values.links
    found = (
        (parameter, values.find_lacking(parameter, state, day), links.cells.get((held.statement.id, parameter.parameter), {}))
        for parameter in links.leaves.get(held.statement.id, ())
    )
    return [(parameter, _in_cell(lookup, {**cell, **before})) for parameter, lookup, cell in found if lookup is not None]


def _in_cell(lookup: ParameterLookup, cell: Mapping[str, str]) -> ParameterLookup:
    """The look-up without the entries of other cells."""
    holding = lookup.holding
    if not isinstance(holding, JurisdictionValues):
        return lookup
    inside = tuple(
        one
        for one in holding.entries
        if all(axis not in cell or cell[axis] in values for axis, values in one.when.items())
    )
    return lookup if len(inside) == len(holding.entries) else lookup._replace(holding=holding.model_copy(update={"entries": inside}))


def _is_filled(held: StatementHeld, documents: Collection[str], index: StatementIndex) -> bool:
    """Whether a statement of the laws asked says what this one leaves to rules."""
    return any(
        one.law in documents and index.get(one.id) is not None
        for one in index.catalogue.filled_by(held.statement.id)
    )

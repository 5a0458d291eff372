"""Say the rate of a fee that applies to the land asked of, out of a scale by kind of project and area.

Where the question gives the area and the kind of project, the slab they fall in is said with its cap. Nothing is
multiplied. Where the unit, the kind or the side of a boundary is not sure, the statements stand that say all slabs.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from civicsetu.answering.composing.comparing.compare_states import Chosen
from civicsetu.answering.composing.statement_index import StatementHeld
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues, list_said, locate_entry
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.parameter_shapes import Bracket, Scale
from civicsetu.law.parameters import Parameter, ParameterEntry
from civicsetu.query.asking import LandArea, ProjectKind
from civicsetu.query.read_question import Query

_NEAR_A_BOUNDARY = Decimal("0.01")
_NAMES = {
    "group_housing": "group housing",
    "mixed": "a mixed project",
    "commercial": "a commercial project",
    "plotted": "a plotted project",
}
_AXIS = "project"


@dataclass(frozen=True, slots=True)
class SlabSaid:
    """The sentences of the slabs that apply, what stands behind them, and how the sum comes about."""

    chosen: tuple[Chosen, ...]
    reckoning: str


def choose_slab(
    said: Sequence[StatementHeld],
    query: Query,
    state: tuple[str, str],
    values: FixedValues,
    law: LawIndex,
) -> SlabSaid | None:
    """Return what is said in place of statements that say all slabs of a scale; None where none is sure.

    `state` is the code and the name of the one state asked of.
    """
    code, name = state
    area, kind = query.telling.land_area, query.telling.project_kind
    parameter = _scale_said(said, code, values)
    if area is None or kind is None or parameter is None:
        return None
    day = query.as_on or datetime.date.today()
    slabs: dict[str, EntrySaid] = {}
    scales: list[Scale] = []
    entries = _entries(parameter, code, kind, values, day)
    for one, entry in entries:
        bracket = _bracket(entry.scale, area) if entry is not None and entry.scale is not None else None
        passages = locate_entry(entry, law) if entry is not None else None
        if bracket is None or passages is None or entry is None or entry.scale is None:
            return None
        told = kind.name if len({id(other) for _, other in entries}) == 1 else _NAMES[one]
        text = _describe(entry.scale, bracket, told, name)
        slabs.setdefault(text, EntrySaid(text, passages))
        scales.append(entry.scale)
    rest = [held for held in said if not _tells(held, parameter, code)]
    return SlabSaid((*slabs.values(), *rest), _reckoning(scales))


def _scale_said(said: Sequence[StatementHeld], state: str, values: FixedValues) -> Parameter | None:
    """The parameter with a scale by kind of project that the statements tell of."""
    return next(
        (
            one.parameter
            for _, one in list_said(said, values.links)
            if one.jurisdiction == state and one.entry.scale is not None and one.parameter.by == (_AXIS,)
        ),
        None,
    )


def _entries(
    parameter: Parameter, state: str, kind: ProjectKind, values: FixedValues, day: datetime.date
) -> list[tuple[str, ParameterEntry | None]]:
    found = [
        (one, values.usable.look_up(parameter.parameter, state, {_AXIS: one}, day).entry)
        for one in kind.kinds
        if one in parameter.axes[_AXIS]
    ]
    return found or [("", None)]


def _bracket(scale: Scale, area: LandArea) -> Bracket | None:
    """The slab of an area for all of it; None where slices count by themselves, or a boundary is near."""
    bounds = [bracket.up_to for bracket in scale.brackets if bracket.up_to is not None]
    slack = _NEAR_A_BOUNDARY if area.converted else Decimal(0)
    if scale.applies_to != "whole" or any(abs(area.square_metres - end) <= slack * end for end in bounds):
        return None
    return next(
        (one for one in scale.brackets if one.up_to is None or area.square_metres < one.up_to), None
    )


def _tells(held: StatementHeld, parameter: Parameter, state: str) -> bool:
    """Whether provisions of the scale carry a statement: what it says of it is said by the slab."""
    carriers = [place for entry in parameter.values[state].entries for place in entry.carriers]
    return any(
        place.contains(own) or own.contains(place) for place in carriers for own in held.statement.provisions
    )


def _describe(scale: Scale, bracket: Bracket, kind: str, state: str) -> str:
    at = scale.brackets.index(bracket)
    above = scale.brackets[at - 1].up_to if at else None
    ends = [
        f"more than {above:,.0f}" if above is not None else "",
        f"at most {bracket.up_to:,.0f}" if bracket.up_to is not None else "",
    ]
    size = " and ".join(end for end in ends if end)
    land = f" on {size} square metres of land" if size else ""
    unit = "square metre of land" if not size else "square metre"
    each = bracket.each or scale.each or Decimal(1)
    if each != 1:
        part = " or part of them" if "stated" in (bracket.part_counts_whole, scale.part_counts_whole) else ""
        unit = f"{each:,.0f} square metres{part}"
    return f"In {state} registering {kind}{land} costs {_rupees(bracket.rate)} per {unit}{_ends(scale)}."


def _ends(scale: Scale) -> str:
    least = f"at least {_rupees(scale.floor_total)}" if scale.floor_total is not None else ""
    most = f"at most {_rupees(scale.cap_total)}" if scale.cap_total is not None else ""
    told = " and ".join(end for end in (least, most) if end)
    return f", {told} in all" if told else ""


def _rupees(amount: Decimal) -> str:
    lakhs = amount / 100_000
    return f"{lakhs:.0f} lakh rupees" if lakhs >= 1 and lakhs == int(lakhs) else f"{amount:,.0f} rupees"


def _reckoning(scales: Sequence[Scale]) -> str:
    capped = ", but never more than that highest sum" if all(one.cap_total is not None for one in scales) else ""
    return f"The rate counts for all of the land, so the sum is rate times area{capped}."

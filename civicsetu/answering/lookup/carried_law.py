"""What a provision carries: statements, and values of parameters.

Both are checked against the words held now (`corpus.review.usable`); what is in doubt is not given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.composing.values.fixed_values import is_citable
from civicsetu.corpus.review.lock import name_entry
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import Coverage, JurisdictionValues, Parameter, ParameterEntry
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.statements import Actor, Statement, StatementKind


class ProvisionStatement(BaseModel):
    """A plain sentence of law, and the provisions that carry it, all of them needed.

    `requires` are ids of statements that may not be left out when this one is shown.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    says: str
    kind: StatementKind
    bearer: Actor | None = Field(None, description="Who owes it.")
    holder: Actor | None = Field(None, description="Who may claim it.")
    provisions: tuple[str, ...] = Field(description="As 'rera_act_2016:18(1)'.")
    requires: tuple[str, ...] = ()


class ProvisionValue(BaseModel):
    """A dated value that the provision fixes; `value` has the shape that `shape` names.

    `conditions` are told with it. Without `confirmed_on` nobody has looked whether it is still in force:
    say as of which print (`as_printed`) it is.
    """

    model_config = ConfigDict(frozen=True)

    parameter: str
    label: str
    jurisdiction: str
    shape: str = Field(description="value, share, scale, formula, period, span, form, threshold, …")
    value: object = Field(description="A number as text for `value`, else an object.")
    unit: str | None = None
    bound: str | None = Field(None, description="Of a `value`: exactly, up_to or at_least.")
    per: str | None = None
    when: dict[str, tuple[str, ...]] = Field(description="The cells it holds for, by axis; empty: all.")
    law_from: date
    law_until: date | None = Field(None, description="The last day on which it held.")
    provisions: tuple[str, ...]
    basis: str = Field(description="`official`, or `secondary`: read in two public sources.")
    as_printed: str = Field(description="Day of the print, or `not_known`.")
    confirmed_on: date | None = None
    conditions: tuple[str, ...] = ()


def list_statements(law: UsableLaw, document: str, path: ProvisionPath) -> tuple[ProvisionStatement, ...]:
    """Return the statements that a provision carries: its own, those of its parts and of what holds it."""
    return tuple(_statement(one) for one in law.statements.carried_by(document, path))


def list_values(
    law: UsableLaw, document: str, path: ProvisionPath, day: date | None
) -> tuple[ProvisionValue, ...]:
    """Return the values that a provision, its parts or what holds it fix: those of a day, or of all days."""
    return tuple(
        _value(parameter, code, entry)
        for parameter in law.parameters
        for code, holding in parameter.values.items()
        for entry in holding.entries
        if (day is None or entry.holds_on(day))
        and _is_carried(entry, document, path)
        and name_entry(parameter.parameter, code, entry) not in law.doubts
    )


def cover_parameter(
    law: UsableLaw, parameter: Parameter, code: str, held: Collection[str], day: date
) -> tuple[Coverage, str | None]:
    """Return what is held of a jurisdiction on a parameter on a day and, where that refers, to whose value.

    What can be told depends on the documents held (`held`, their keys): a value, or a silence, whose provisions are
    of another document is not held here. Of a value only a part is held where some of its entries may not be said;
    it is in doubt where none of those held may.
    """
    holding = parameter.values.get(code)
    if holding is None:
        return parameter.unlisted, CENTRAL if parameter.unlisted is Coverage.REFERS else None
    if holding.coverage is Coverage.SILENT and not _is_held(holding, held):
        return Coverage.NOT_HELD, None
    if not holding.entries:
        return holding.coverage, holding.to
    entries = [one for one in holding.entries if one.holds_on(day)] or holding.entries
    citable = [one for one in entries if is_citable(one, held)]
    said = [one for one in citable if name_entry(parameter.parameter, code, one) not in law.doubts]
    if not said:
        return (Coverage.IN_DOUBT if citable else Coverage.NOT_HELD), None
    return (holding.coverage if len(said) == len(entries) else Coverage.PART_HELD), None


def _is_held(holding: JurisdictionValues, held: Collection[str]) -> bool:
    """Its provisions may be a run of sections, 'rera_act_2016:1-14': the document is what counts."""
    return all(one.partition(":")[0] in held for one in holding.provisions)


def _is_carried(entry: ParameterEntry, document: str, path: ProvisionPath) -> bool:
    places: Iterator[ProvisionPath] = (one.path for one in entry.carriers if one.document == document)
    return any(path.contains(one) or one.contains(path) for one in places)


def _statement(one: Statement) -> ProvisionStatement:
    return ProvisionStatement(
        id=one.id,
        says=one.says,
        kind=one.kind,
        bearer=one.bearer,
        holder=one.holder,
        provisions=tuple(str(place) for place in one.provisions),
        requires=one.requires,
    )


def _value(parameter: Parameter, code: str, entry: ParameterEntry) -> ProvisionValue:
    told = entry.model_dump(mode="json", by_alias=True, include={entry.shape}, exclude_none=True)
    return ProvisionValue(
        parameter=parameter.parameter,
        label=parameter.label,
        jurisdiction=code,
        shape=entry.shape,
        value=told[entry.shape],
        unit=parameter.unit if entry.shape == "value" else None,
        bound=entry.bound if entry.shape == "value" else None,
        per=entry.per,
        when=dict(entry.when),
        law_from=entry.from_,
        law_until=entry.to,
        provisions=entry.provisions,
        basis=entry.basis,
        as_printed=str(entry.as_printed),
        confirmed_on=entry.confirmed_on,
        conditions=(
            *entry.requires,
            *((f"{entry.conflict.provision} says otherwise: {entry.conflict.says}",) if entry.conflict else ()),
        ),
    )

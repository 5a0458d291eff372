"""One provision, whole: how it reads, what was changed of it, what it carries and what it is joined to."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.lookup.carried_law import (
    ProvisionStatement,
    ProvisionValue,
    list_statements,
    list_values,
)
from civicsetu.answering.lookup.places import begin_sentence, find_law, name_provision, read_path
from civicsetu.answering.messages.held_law import written_day
from civicsetu.answering.provisions.readings import (
    Reading,
    change_days,
    choose_reading,
    has_ended,
    list_readings,
)
from civicsetu.answering.provisions.related_provisions import RelatedProvisions, related_provisions
from civicsetu.answering.provisions.views import ChangeView, SourceView, describe_changes, list_sources
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.errors import NotFound
from civicsetu.law.documents import DocType, DocumentSpec, EditionKind
from civicsetu.law.paths import ProvisionPath


class ProvisionDetails(BaseModel):
    """A provision as it is held.

    `reading` is the text that is the law on the day asked for, in the edition asked for; null, with `note`
    saying why, where that text is not held. `in_force` is null where the sources do not say since when.
    `statements` and `values` are of the law as it reads now, so they are empty for a day on which the
    provision read otherwise or was not in force.
    """

    model_config = ConfigDict(frozen=True)

    document: str
    document_title: str
    doc_type: DocType
    jurisdiction: str
    provision: str = Field(description="Its path as the law prints it, such as '18(1)(a)'.")
    name: str = Field(description="As a person says it, such as 'section 18(1)(a)'.")
    title: str = Field(description="Heading of the section or rule.")
    parts: tuple[str, ...] = Field(description="Paths of what lies directly inside it.")
    effective_date: date | None = Field(None, description="When it came into force; null if not known.")
    effective_note: str = ""
    as_on: date | None = None
    in_force: bool | None = Field(None, description="On `as_on`; today, without one.")
    reading: Reading | None = None
    note: str = ""
    readings: tuple[Reading, ...] = Field((), description="Every text held of it, current ones first.")
    changes: tuple[ChangeView, ...] = ()
    sources: tuple[SourceView, ...] = Field(
        (), description="Public pages it was restated from where no official text was at hand."
    )
    statements: tuple[ProvisionStatement, ...] = ()
    values: tuple[ProvisionValue, ...] = ()
    related: RelatedProvisions = RelatedProvisions()


def describe_provision(
    index: LawIndex,
    usable: UsableLaw,
    spec: DocumentSpec | None,
    document: str,
    provision: str,
    *,
    edition: EditionKind | None = None,
    as_on: date | None = None,
    today: date | None = None,
) -> ProvisionDetails:
    """Return all that is held of a provision of any level, as the law stands on a day.

    Raises:
        InputError: `provision` is not the path of one.
        UnknownDocument: no such document is held.
        NotFound: the provision is not held, or not in that edition.
    """
    path, law = read_path(provision), find_law(index, document)
    readings = list_readings(law, spec, path)
    if not readings:
        raise NotFound(user_message=f"We hold no {name_provision(law, path)} of the {law.title}.")
    if edition is not None and all(one.edition is not edition for one in readings):
        raise NotFound(
            user_message=f"We do not hold {name_provision(law, path)} of the {law.title} in the {edition.value} edition."
        )
    changed = change_days(spec, path)
    unchanged = as_on is None or not any(as_on < one for one in changed)
    reading = choose_reading(readings, changed, as_on, edition)
    begun = spec.commencement_of(path.number) if spec else None
    effective = begun.date if begun else None
    ended = has_ended(readings, as_on)
    begins_later = None if effective is None else effective > (as_on or today or date.today())
    in_force = False if ended else None if begins_later is None else not begins_later
    speaks = in_force is not False and reading is not None and reading.is_current
    return ProvisionDetails(
        document=law.key,
        document_title=law.title,
        doc_type=law.doc_type,
        jurisdiction=law.jurisdiction,
        provision=str(path),
        name=name_provision(law, path),
        title=_title(law, path),
        parts=_parts(law, path),
        effective_date=effective,
        effective_note=begun.uncertain if begun else "",
        as_on=as_on,
        in_force=in_force,
        reading=reading,
        note=_note(law, path, reading, as_on, effective, ended=ended, begins_later=bool(begins_later), unchanged=unchanged),
        readings=readings,
        changes=describe_changes(spec, path),
        sources=list_sources(law, path),
        statements=list_statements(usable, document, path) if speaks else (),
        values=list_values(usable, document, path, as_on) if speaks else (),
        related=related_provisions(index, document, path),
    )


def _note(
    law: HeldLaw,
    path: ProvisionPath,
    reading: Reading | None,
    as_on: date | None,
    effective: date | None,
    *,
    ended: bool,
    begins_later: bool,
    unchanged: bool,
) -> str:
    """Why there is no reading, or none that was law yet; `unchanged`: the words of that day are those of now."""
    name = begin_sentence(name_provision(law, path))
    if begins_later:
        return f"{name} came into force on {written_day(effective)}."
    if reading is not None:
        return ""
    if ended:
        return f"{name} is no longer law; `readings` holds how it read."
    if as_on is None or unchanged:
        return f"{name} is law, but how it reads now is not held in that edition."
    return f"{name} was changed after {written_day(as_on)}; how it read on that day is not held."


def _title(law: HeldLaw, path: ProvisionPath) -> str:
    every = (*law.editions.values(), *law.earlier)
    return next((one.titles[path.number] for one in every if one.titles.get(path.number)), "")


def _parts(law: HeldLaw, path: ProvisionPath) -> tuple[str, ...]:
    """In the order of the text that is read first, then what only another edition has."""
    depth = len(path.labels) + 1
    found: dict[str, None] = {}
    for edition in sorted(law.editions.values(), key=lambda one: one.kind is EditionKind.OFFICIAL):
        places = sorted(edition.places.values(), key=lambda one: one.start)
        for place in places:
            inside = read_path(place.path)
            if path.contains(inside) and len(inside.labels) == depth:
                found.setdefault(place.path)
    return tuple(found)

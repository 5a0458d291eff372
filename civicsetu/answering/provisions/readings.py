"""How a provision reads: in each edition, in each version, and on a day.

A version that is held is a text; which of them was the law on a day follows from the changes that the
registry records of this very provision. Where no text of that day is held, none is given: a later text
is never passed off as an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.law_index import HeldLaw, IndexedEdition
from civicsetu.corpus.sources.provenance import name_host
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.prints import SourceKind

_EDITIONS = (EditionKind.PLAIN, EditionKind.OFFICIAL)


class Reading(BaseModel):
    """The words of a provision in one version of an edition: `text` is `edition_text[start:end]`.

    `law_from` and `law_until` are the days of this provision, not of the version: other provisions of it
    may have been changed on other days.
    """

    model_config = ConfigDict(frozen=True)

    edition: EditionKind = Field(description="`official`, or `plain`: our own restatement in plain words.")
    edition_id: str = Field(description="Id of this version of the edition.")
    version: str = Field(description="Name of an official version, such as 'As enacted in 2016'; else empty.")
    is_current: bool = Field(description="False where it is no longer the law.")
    text: str
    start: int = Field(description="First character of the provision in the text of the edition.")
    end: int = Field(description="Character after its last.")
    page: int | None = Field(None, description="Page of the print it begins on, from 1; null without pages.")
    url: str = ""
    text_as_of: date | None = Field(None, description="Day as of which the text was taken.")
    law_from: date | None = Field(None, description="From when these words were the law; null if not known.")
    law_until: date | None = Field(None, description="Day on which they stopped being the law.")
    copied_from: str = Field("", description="Site an official text was copied from, where not the authority's.")
    another_print: bool = Field(False, description="Read from another print than the one reviewed.")
    note: str = ""


def list_readings(law: HeldLaw, spec: DocumentSpec | None, path: ProvisionPath) -> tuple[Reading, ...]:
    """Return every text held of a provision: current plain words, current official text, then the earlier ones, newest first."""
    changed = change_days(spec, path)
    current = [law.editions[kind] for kind in _EDITIONS if kind in law.editions]
    return (
        *_current(law, current, path, changed),
        *_earlier(law, path, changed),
    )


def choose_reading(
    readings: Sequence[Reading], changed: Sequence[date], day: date | None, edition: EditionKind | None
) -> Reading | None:
    """Return the reading that is the law on a day (now, without one); None where its text is not held.

    Args:
        changed: the days on which the provision's words were changed.
        edition: whose words are wanted; the plain ones first where it is not said.
    """
    wanted = [one for one in readings if edition in (None, one.edition)]
    if day is None or not any(day < one for one in changed):
        current = next((one for one in wanted if one.is_current), None)
        if current is not None or day is None:
            return current
    return next((one for one in wanted if not one.is_current and _holds_on(one, day)), None)


def has_ended(readings: Sequence[Reading], day: date | None) -> bool:
    """Return whether a provision is law no more, on that day or now: in no edition, whichever was asked for."""
    return all(one.law_until is not None and (day is None or one.law_until <= day) for one in readings)


def change_days(spec: DocumentSpec | None, path: ProvisionPath) -> tuple[date, ...]:
    """Return the days on which the words of a provision, or of what holds it or lies in it, were changed."""
    found = spec.changes_of(str(path)) if spec else ()
    return tuple(sorted({one.change.date for one in found if one.change.in_text}))


def find_copying_site(edition: IndexedEdition | None) -> str:
    """Return the site a text was copied from, where that is not the authority's own; else empty."""
    return name_host(edition.url) if edition is not None and edition.basis == SourceKind.MIRROR.value else ""


def _holds_on(reading: Reading, day: date) -> bool:
    begun = reading.law_from is None or reading.law_from <= day
    return begun and (reading.law_until is None or day < reading.law_until)


def _current(
    law: HeldLaw, editions: Sequence[IndexedEdition], path: ProvisionPath, changed: Sequence[date]
) -> Iterator[Reading]:
    since = changed[-1] if changed else None
    for edition in editions:
        if str(path) in edition.places:
            yield _reading(law, edition, path, law_from=since, law_until=None)


def _earlier(law: HeldLaw, path: ProvisionPath, changed: Sequence[date]) -> Iterator[Reading]:
    """Earlier versions in which the provision read otherwise, or in which alone it stands."""
    stands = any(str(path) in edition.places for edition in law.editions.values())
    for version in reversed(law.earlier):
        if str(path) not in version.places:
            continue
        begun = version.law_from or date.min
        until = min((one for one in changed if one > begun), default=None if stands else version.law_until)
        if until is not None:
            before = [one for one in changed if one <= begun]
            yield _reading(
                law, version, path, law_from=before[-1] if before else version.law_from, law_until=until
            )


def _reading(
    law: HeldLaw,
    edition: IndexedEdition,
    path: ProvisionPath,
    *,
    law_from: date | None,
    law_until: date | None,
) -> Reading:
    place = edition.places[str(path)]
    at = place.start if path.labels else place.body
    raw = edition.body[at : place.end]
    start = at + len(raw) - len(raw.lstrip())
    return Reading(
        edition=edition.kind,
        edition_id=edition.edition_id,
        version=edition.label,
        is_current=law_until is None,
        text=raw.strip(),
        start=start,
        end=start + len(raw.strip()),
        page=place.page,
        url=edition.url or law.url,
        text_as_of=edition.text_as_of,
        law_from=law_from,
        law_until=law_until,
        copied_from=find_copying_site(edition),
        another_print=edition.another_print,
        note=edition.note,
    )

"""What a front may ask for besides answers: a provision's text, what is held, how we are."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from civicsetu.answering.provisions.readings import Reading, find_copying_site, list_readings
from civicsetu.answering.provisions.related_provisions import (
    RelatedLaw,
    RelatedProvisions,
    list_references,
    related_provisions,
)
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.corpus.sources.public_sources import read_public_sources
from civicsetu.errors import NotFound
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.lexicon.listing import listed
from civicsetu.models.writer.receivers import ModelLocation, list_receivers
from civicsetu.settings import WriterSettings

_HERE = "a model on the machine that serves this page"
_OWN_SERVER = "a model on a server of this page's operator"


class ChangeView(BaseModel):
    """One change of a provision: its content, the instrument that made it and the day it took effect."""

    model_config = ConfigDict(frozen=True)

    provision: str
    told: str
    by: str
    number: str
    date: date
    in_text: bool


class EarlierReading(BaseModel):
    """Earlier text of a provision before it was changed; it is no longer the law.

    `law_until` is the day of the first change of this very provision: other provisions of
    the same version may have stopped being the law on another day.
    """

    model_config = ConfigDict(frozen=True)

    label: str
    text: str
    page: int | None
    url: str
    law_until: date
    note: str
    another_print: bool = False


class SourceView(BaseModel):
    """A public page that a provision was restated from."""

    model_config = ConfigDict(frozen=True)

    title: str
    address: str
    read: date


class ProvisionView(BaseModel):
    """A provision as the panel shows it: `text` is `edition[start:end]`, to be shown as text.

    `find_copying_site` names the site an official text was copied from, where that is not the authority's own;
    `another_print`: its file is not the print that was reviewed. `related` names some of what it is joined to, `references` all
    that its text names. `before` and `after` are the provisions next to it
    in the law's order, each a whole unit; empty at either end.
    """

    model_config = ConfigDict(frozen=True)

    document: str
    document_title: str
    provision: str
    title: str
    jurisdiction: str
    edition: EditionKind
    editions: tuple[str, ...]
    text: str
    start: int
    end: int
    page: int | None = None
    url: str = ""
    effective_date: date | None = None
    effective_note: str = ""
    text_as_of: date | None = None
    copied_from: str = ""
    another_print: bool = False
    note: str = ""
    changes: tuple[ChangeView, ...] = ()
    earlier: tuple[EarlierReading, ...] = ()
    sources: tuple[SourceView, ...] = ()
    chapter: str = ""
    related: RelatedProvisions = RelatedProvisions()
    references: tuple[RelatedLaw, ...] = ()
    before: str = ""
    after: str = ""


class DocumentView(BaseModel):
    """A law held, and in which editions; `find_copying_site` and `another_print` as of `ProvisionView`."""

    model_config = ConfigDict(frozen=True)

    key: str
    title: str
    jurisdiction: str
    editions: tuple[str, ...]
    text_as_of: date | None
    copied_from: str = ""
    another_print: bool = False


class WriterView(BaseModel):
    """The chat models that write answers out, as shown to a person before a question is asked.

    `model` is the one asked first. `provider` names everybody outside who is sent the masked question
    ("OpenAI", "OpenAI and Groq"); where nobody is, `is_local`, it says where the model runs.
    """

    model_config = ConfigDict(frozen=True)

    model: str
    provider: str
    is_local: bool


class Health(BaseModel):
    """State of each part: the page answers while Postgres is `ok`, and on a full disk stores nothing.

    `fix` says what to do where that is known; empty when nothing is to be done.
    """

    model_config = ConfigDict(frozen=True)

    postgres: Literal["ok", "down", "disk full"]
    graph: Literal["ok", "degraded"]
    models: Literal["ok", "degraded"]
    redis: Literal["ok", "degraded", "unused"] = "unused"
    fix: str = ""

    @property
    def status(self) -> Literal["ok", "degraded"]:
        parts = {self.postgres, self.graph, self.models, self.redis}
        return "ok" if parts <= {"ok", "unused"} else "degraded"


def list_documents(index: LawIndex) -> list[DocumentView]:
    return [
        DocumentView(
            key=law.key,
            title=law.title,
            jurisdiction=law.jurisdiction,
            editions=tuple(kind.value for kind in law.editions),
            text_as_of=min(
                (edition.text_as_of for edition in law.editions.values() if edition.text_as_of), default=None
            ),
            copied_from=find_copying_site(law.editions.get(EditionKind.OFFICIAL)),
            another_print=any(edition.another_print for edition in law.editions.values()),
        )
        for law in index.laws.values()
    ]


def build_provision_view(
    index: LawIndex, spec: DocumentSpec | None, document: str, provision: str, edition: str | None
) -> ProvisionView:
    """Return the unit a provision lies in, in the edition asked for (default: plain words where held).

    Raises:
        NotFound: no such document, provision or edition is held.
    """
    law = index.laws.get(document)
    path = _path(provision)
    if law is None or path is None:
        raise NotFound(user_message="We do not hold that provision.")
    readings = list_readings(law, spec, path)
    current = [one for one in readings if one.is_current]
    shown = next((one for one in current if edition in (None, one.edition)), None)
    if shown is None:
        raise NotFound(user_message="We do not hold that provision in that edition.")
    period = spec.commencement_of(path.number) if spec else None
    before, after = index.neighbours_of(document, path)
    return ProvisionView(
        document=law.key,
        document_title=law.title,
        provision=str(path),
        title=law.editions[shown.edition].titles.get(path.number, ""),
        jurisdiction=law.jurisdiction,
        edition=shown.edition,
        editions=tuple(one.edition.value for one in current),
        text=shown.text,
        start=shown.start,
        end=shown.end,
        page=shown.page,
        url=shown.url,
        effective_date=period.date if period else None,
        effective_note=period.uncertain if period else "",
        text_as_of=shown.text_as_of,
        copied_from=shown.copied_from,
        another_print=shown.another_print,
        note=shown.note,
        changes=describe_changes(spec, path),
        earlier=tuple(_earlier(one) for one in readings if not one.is_current),
        sources=list_sources(law, path) if shown.edition is EditionKind.PLAIN else (),
        chapter=law.editions[shown.edition].chapters.get(path.number, ""),
        related=related_provisions(index, document, path),
        references=list_references(index, document, path),
        before=before,
        after=after,
    )


def list_sources(law: HeldLaw, path: ProvisionPath) -> tuple[SourceView, ...]:
    """Return the public pages that agree on a provision of which no official text was at hand."""
    return tuple(
        SourceView(title=one.title, address=one.address, read=one.read)
        for one in read_public_sources(law.key).get_sources(path.number)
    )


def describe_changes(spec: DocumentSpec | None, path: ProvisionPath) -> tuple[ChangeView, ...]:
    """Return what was changed of a provision, of what holds it and of what lies in it."""
    return tuple(
        ChangeView(
            provision=one.path,
            told=one.told,
            by=one.change.by,
            number=one.change.number,
            date=one.change.date,
            in_text=one.change.in_text,
        )
        for one in (spec.changes_of(str(path)) if spec else ())
    )


def _earlier(reading: Reading) -> EarlierReading:
    assert reading.law_until is not None, "only what is no longer the law is an earlier reading"
    return EarlierReading(
        label=reading.version,
        text=reading.text,
        page=reading.page,
        url=reading.url,
        law_until=reading.law_until,
        note=reading.note,
        another_print=reading.another_print,
    )


def describe_writer(settings: WriterSettings) -> WriterView | None:
    """Return who writes answers and who is sent what for it; None where nobody is."""
    if not settings.writing or settings.strict_extractive:
        return None
    receivers = list_receivers(settings)
    outside = [one.name for one in receivers if one.place is ModelLocation.ELSEWHERE]
    here = all(one.place is ModelLocation.HERE for one in receivers)
    return WriterView(
        model=settings.writing[0].rpartition("/")[2],
        provider=listed(outside) if outside else _HERE if here else _OWN_SERVER,
        is_local=not outside,
    )


def _path(provision: str) -> ProvisionPath | None:
    try:
        return parse_path(provision)
    except ValueError:
        return None


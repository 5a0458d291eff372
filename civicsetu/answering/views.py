"""What a front may ask for besides answers: a provision's text, what is held, how we are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from civicsetu.answering.related_provisions import RelatedProvisions, related_provisions
from civicsetu.corpus.law_index import HeldLaw, IndexedEdition, LawIndex
from civicsetu.corpus.sources.provenance import name_host
from civicsetu.corpus.sources.public_sources import read_public_sources
from civicsetu.errors import NotFound
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.prints import SourceKind
from civicsetu.models.writer.receivers import Place, list_receivers
from civicsetu.query.scope import listed
from civicsetu.settings import WriterSettings

_HERE = "a model on the machine that serves this page"
_OWN_SERVER = "a model on a server of this page's operator"


class ChangeView(BaseModel):
    """What was changed of a provision, by which instrument and from when."""

    model_config = ConfigDict(frozen=True)

    provision: str
    told: str
    by: str
    number: str
    date: date
    in_text: bool


class EarlierReading(BaseModel):
    """How a provision read before it was changed; it is no longer the law.

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
    `another_print`: its file is not the print that was reviewed.
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
    related: RelatedProvisions = RelatedProvisions()


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
    """The chat models that write answers out, as a person is told of them before a question is asked.

    `model` is the one asked first. `provider` names everybody outside who is sent the masked question
    ("OpenAI", "OpenAI and Groq"); where nobody is, `is_local`, it says where the model runs.
    """

    model_config = ConfigDict(frozen=True)

    model: str
    provider: str
    is_local: bool


class Health(BaseModel):
    """How each part is: the page answers while Postgres is `ok`, and on a full disk stores nothing.

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


def find_copying_site(edition: IndexedEdition | None) -> str:
    """Return the site a text was copied from, where that is not the authority's own; else empty."""
    return name_host(edition.url) if edition is not None and edition.basis == SourceKind.MIRROR.value else ""


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
    held = [kind for kind in (EditionKind.PLAIN, EditionKind.OFFICIAL) if _holds(law, kind, path)]
    wanted = held[0] if edition is None and held else edition
    chosen = next((kind for kind in held if kind == wanted), None)
    if chosen is None:
        raise NotFound(user_message="We do not hold that provision in that edition.")
    view = _view(law, spec, law.editions[chosen], path, tuple(kind.value for kind in held))
    return view.model_copy(update={"related": related_provisions(index, document, path)})


def _view(
    law: HeldLaw,
    spec: DocumentSpec | None,
    edition: IndexedEdition,
    path: ProvisionPath,
    held: tuple[str, ...],
) -> ProvisionView:
    place = edition.places[str(path)]
    start = place.start if path.labels else place.body
    period = spec.commencement_of(path.number) if spec else None
    changes = _changes(spec, path)
    return ProvisionView(
        document=law.key,
        document_title=law.title,
        provision=str(path),
        title=edition.titles.get(path.number, ""),
        jurisdiction=law.jurisdiction,
        edition=edition.kind,
        editions=held,
        text=edition.body[start : place.end].strip(),
        start=start + _blank(edition.body[start : place.end]),
        end=place.end,
        page=place.page,
        url=edition.url or law.url,
        effective_date=period.date if period else None,
        effective_note=period.uncertain if period else "",
        text_as_of=edition.text_as_of,
        copied_from=find_copying_site(edition),
        another_print=edition.another_print,
        note=edition.note,
        changes=changes,
        earlier=tuple(_earlier(law, path, changes)),
        sources=_sources(law, edition, path),
    )


def _sources(law: HeldLaw, edition: IndexedEdition, path: ProvisionPath) -> tuple[SourceView, ...]:
    """The public pages that agree on a provision of which no official text was at hand."""
    if edition.kind is not EditionKind.PLAIN:
        return ()
    return tuple(
        SourceView(title=one.title, address=one.address, read=one.read)
        for one in read_public_sources(law.key).get_sources(path.number)
    )


def _blank(text: str) -> int:
    """Characters before its first word."""
    return len(text) - len(text.lstrip())


def _changes(spec: DocumentSpec | None, path: ProvisionPath) -> tuple[ChangeView, ...]:
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


def _earlier(law: HeldLaw, path: ProvisionPath, changes: tuple[ChangeView, ...]) -> Iterator[EarlierReading]:
    """The provision in every earlier version that was changed since, the newest first."""
    for version in reversed(law.earlier):
        place = version.places.get(str(path))
        since = version.law_from or date.min
        until = min((one.date for one in changes if one.in_text and one.date > since), default=None)
        if place is None or until is None:
            continue
        yield EarlierReading(
            label=version.label,
            text=version.body[place.start : place.end].strip(),
            page=place.page,
            url=version.url or law.url,
            law_until=until,
            note=version.note,
            another_print=version.another_print,
        )


def describe_writer(settings: WriterSettings) -> WriterView | None:
    """Return who writes answers and who is sent what for it; None where nobody is."""
    if not settings.writing or settings.strict_extractive:
        return None
    receivers = list_receivers(settings)
    outside = [one.name for one in receivers if one.place is Place.ELSEWHERE]
    here = all(one.place is Place.HERE for one in receivers)
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


def _holds(law: HeldLaw, kind: EditionKind, path: ProvisionPath) -> bool:
    return kind in law.editions and str(path) in law.editions[kind].places

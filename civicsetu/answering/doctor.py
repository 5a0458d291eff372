"""Report what runs, what law is held and what is wrong, each problem with a one-line fix.

Looks only: nothing is started, changed or fetched.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import shutil
import sys
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from civicsetu import __version__
from civicsetu.corpus.ingest import describe_reading
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.sources.fetch import FetchOutcome
from civicsetu.corpus.sources.provenance import (
    Provenance,
    find_damaged_records,
    official_folder,
    read_last_round,
    read_records,
)
from civicsetu.errors import CivicSetuError, DatabaseDamaged, GraphUnavailable, StoreError
from civicsetu.law.documents import EditionKind
from civicsetu.law.prints import SourceKind
from civicsetu.settings import Settings, old_settings_in_use
from civicsetu.settings.renamed import describe_rename
from civicsetu.stores.law.law_views import HeldDocument, HeldEdition

if TYPE_CHECKING:
    from civicsetu.stores.law.law_store import LawStore

_PACKAGES = ("chainlit", "langchain-core", "langgraph", "onnxruntime", "SQLAlchemy", "neo4j")
_FREE_BYTES = 1_000_000_000
_GRAPH_WAIT_S = 10.0
_UP = "run `civicsetu up`"
_NOT_HAD = (FetchOutcome.GONE.value, FetchOutcome.REFUSED.value)
_DRAW = "run `civicsetu ingest`"


class Diagnosis(BaseModel):
    """One line of the report; `fix` is empty when nothing is wrong."""

    model_config = ConfigDict(frozen=True)

    part: str
    state: str
    what: str
    fix: str = ""


def examine(settings: Settings) -> list[Diagnosis]:
    """Return all findings in the order a reader would check them."""
    findings = [_program(), *_old_settings(), _data_folder(settings)]
    servers, running = _servers(settings)
    findings.extend(servers)
    findings.extend(_models(settings))
    findings.extend(_chat_models(settings))
    findings.extend(_records(settings))
    if "postgres" in running:
        findings.extend(_law(settings, graph_runs="graph" in running))
    return findings


def _program() -> Diagnosis:
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    python = ".".join(str(part) for part in sys.version_info[:3])
    return Diagnosis(part="program", state="ok", what=f"CivicSetu {__version__}, Python {python}, {versions}")


def _old_settings() -> list[Diagnosis]:
    """Report names of settings that the next version will not accept."""
    old = old_settings_in_use()
    if not old:
        return []
    fix = "Change them in .env or the environment: " + "; ".join(describe_rename(name) for name in old) + "."
    return [Diagnosis(part="settings", state="old names", what=", ".join(old), fix=fix)]


def _data_folder(settings: Settings) -> Diagnosis:
    folder = settings.data_path
    if not folder.exists():
        return Diagnosis(part="data folder", state="absent", what=str(folder), fix=_UP)
    free = shutil.disk_usage(folder).free
    fix = "" if free > _FREE_BYTES else "free some disk space, or set CIVICSETU_DATA_DIR"
    what = f"{folder}, {free // 1_000_000_000} GB free"
    return Diagnosis(part="data folder", state="low" if fix else "ok", what=what, fix=fix)


def _servers(settings: Settings) -> tuple[list[Diagnosis], set[str]]:
    from civicsetu.stores.servers import list_statuses

    found = list_statuses(settings)
    findings = [
        Diagnosis(
            part=status.name,
            state=status.state,
            what=" ".join(
                filter(None, (status.where, status.version, f"pid {status.pid}" if status.pid else ""))
            ),
            fix=status.fix,
        )
        for status in found
    ]
    return findings, {status.name for status in found if status.state == "running"}


def _models(settings: Settings) -> list[Diagnosis]:
    from civicsetu.models.prepared import verify
    from civicsetu.retrieval.answerability.answerability import Answerability

    what = f"embedder {settings.models.embedder}, reranker {settings.models.reranker}"
    problems = verify(settings)
    found = [Diagnosis(part="models", state="wrong", what=problem, fix=_UP) for problem in problems]
    damaged = Answerability.list_damaged_vectors(settings)
    found += [
        Diagnosis(part="models", state="wrong", what=f"{name} is damaged", fix=f"{_UP}, which rebuilds it")
        for name in damaged
    ]
    return found or [Diagnosis(part="models", state="ok", what=f"{what}; every file matches its checksum")]


def _chat_models(settings: Settings) -> list[Diagnosis]:
    """Ask each chat model one word: a name, a key or an address that is wrong is not seen otherwise."""
    if not settings.writer.writing:
        how = "to have one, set CIVICSETU_WRITER__WRITING, as in [\"ollama_chat/llama3.1\"]"
        return [Diagnosis(part="chat models", state="none", what=f"no writing model is configured; {how}")]
    from civicsetu.models.writer.check_models import check_models

    return [
        Diagnosis(part=f"chat model {check.model}", state="wrong", what=check.wrong, fix=check.fix)
        if check.wrong
        else Diagnosis(part=f"chat model {check.model}", state="ok", what="answers")
        for check in asyncio.run(check_models(settings.writer))
    ]


def _records(settings: Settings) -> list[Diagnosis]:
    fix = "run `civicsetu ingest --fetch`, which rebuilds it"
    damaged = find_damaged_records(official_folder(settings.data_path))
    return [
        Diagnosis(part="fetched files", state="wrong", what=f"{name} is damaged", fix=fix) for name in damaged
    ]


def _law(settings: Settings, *, graph_runs: bool) -> list[Diagnosis]:
    try:
        return asyncio.run(_held(settings, graph_runs=graph_runs))
    except CivicSetuError as error:
        return [_unreadable("law", error)]


def _unreadable(part: str, error: CivicSetuError) -> Diagnosis:
    """What cannot be read, with the fix its error names; a damaged database is not repaired by a start."""
    if isinstance(error, DatabaseDamaged):
        what, _, fix = error.user_message.partition(". ")
        return Diagnosis(part=part, state="damaged", what=what, fix=fix)
    return Diagnosis(part=part, state="unreadable", what=error.user_message, fix=_UP)


async def _drawn(settings: Settings, law: LawStore) -> list[Diagnosis]:
    """How many nodes and edges of each kind the graph holds, and whether they are those of Postgres."""
    from civicsetu.corpus.graph_sync import count_expected
    from civicsetu.stores.graph.graph_store import open_graph

    try:
        graph = await open_graph(settings, _GRAPH_WAIT_S)
        try:
            drawn = await graph.counts()
        finally:
            await graph.close()
    except GraphUnavailable as error:
        return [Diagnosis(part="graph edges", state="unreadable", what=error.user_message, fix=_UP)]
    held = await count_expected(law)
    what = ", ".join(f"{name} {count}" for name, count in drawn.items())
    behind = [name for name, count in held.items() if drawn[name] != count]
    if not behind:
        return [Diagnosis(part="graph edges", state="ok", what=what)]
    told = ", ".join(f"{name} {drawn[name]} for {held[name]}" for name in behind)
    return [Diagnosis(part="graph edges", state="behind", what=told, fix=_DRAW)]


async def _held(settings: Settings, *, graph_runs: bool) -> list[Diagnosis]:
    from civicsetu.stores.database import Database
    from civicsetu.stores.law.law_store import LawStore

    database = await Database.open(settings)
    try:
        law = LawStore(database)
        try:
            documents, counts = await law.list_documents(), await law.counts()
            drawn = await _drawn(settings, law) if graph_runs else []
        except StoreError as error:
            return [_unreadable("tables", error)]
    finally:
        await database.close()
    held = {document.key: document for document in documents if document.editions}
    findings = [
        Diagnosis(part="tables", state="ok", what=", ".join(f"{name} {rows}" for name, rows in counts.items())),
        *drawn,
    ]
    for key, spec in get_registry().documents.items():
        document = held.get(key)
        if document is None and spec.on_request:
            continue
        if document is None:
            findings.append(
                Diagnosis(part=key, state="not held", what=spec.title, fix=f"run `civicsetu ingest {key}`")
            )
            continue
        if any(not edition.chunks for edition in document.editions):
            what = "its chunks are lost, so that nothing of it is found"
            findings.append(
                Diagnosis(part=key, state="damaged", what=what, fix=f"{_UP}, or `civicsetu ingest {key}`")
            )
            continue
        stale = any(
            edition.embedding_profile != describe_reading(settings.models.embedder) for edition in document.editions
        )
        fix = f"made with another model or reading: run `civicsetu ingest {key}`" if stale else ""
        what = describe_held(settings, document)
        findings.append(Diagnosis(part=key, state="stale" if stale else "held", what=what, fix=fix))
    return findings


def describe_held(settings: Settings, document: HeldDocument) -> str:
    """Return each edition and version held of a document with the source of its file; else why there is none."""
    folder = official_folder(settings.data_path)
    records = {record.sha256: record for record in read_records(folder / document.key).values()}
    told = [_edition(document.key, edition, records.get(edition.sha256)) for edition in document.editions]
    told += [
        f"earlier {_edition(document.key, edition, records.get(edition.sha256))}"
        for edition in document.earlier
    ]
    if all(edition.kind is EditionKind.PLAIN for edition in document.editions):
        told.append("of the law as it is now, plain words only")
        last = read_last_round(folder)
        tried = [one for one in last.list_tried(document.key) if one.outcome in _NOT_HAD] if last else []
        told += [f"{one.version} {one.outcome} when tried: {one.reason}" for one in tried]
    return "; ".join(told)


def _edition(key: str, edition: HeldEdition, record: Provenance | None) -> str:
    name = f" ({edition.label})" if edition.label else ""
    told = f"{edition.kind.value}{name} as of {edition.text_as_of}, {edition.chunks} chunks"
    if edition.kind is EditionKind.PLAIN:
        return told
    is_other = get_registry().is_another_print(key, edition.version, edition.sha256)
    is_other = is_other or (record is not None and record.reviewed is False)
    other = ", another print than the reviewed one" if is_other else ""
    if record is None:
        kept = (
            "copy on another site (mirror)" if edition.basis == SourceKind.MIRROR.value else "official file"
        )
        return f"{told}, {kept} given from a folder{other}"
    kind = "official file" if record.kind is SourceKind.OFFICIAL else "copy on another site (mirror)"
    return f"{told}, {kind} from {record.host}, fetched {record.fetched_at:%Y-%m-%d}{other}"

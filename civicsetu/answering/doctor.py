"""What runs where, what is held, and what is wrong, each with its one-line mend.

Looks only: nothing is started, changed or fetched.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import shutil
import sys

from pydantic import BaseModel, ConfigDict

from civicsetu import __version__
from civicsetu.corpus.ingest import made_with
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CivicSetuError, StoreError
from civicsetu.settings import Settings

_PACKAGES = ("chainlit", "langchain-core", "langgraph", "onnxruntime", "SQLAlchemy", "neo4j")
_FREE_BYTES = 1_000_000_000
_UP = "run `civicsetu up`"


class Finding(BaseModel):
    """One line of the report; `mend` is empty when nothing is wrong."""

    model_config = ConfigDict(frozen=True)

    part: str
    state: str
    what: str
    mend: str = ""


def examine(settings: Settings) -> list[Finding]:
    """All findings, in the order a reader would check them."""
    findings = [_program(), _data_folder(settings)]
    servers, postgres_runs = _servers(settings)
    findings.extend(servers)
    findings.extend(_models(settings))
    if postgres_runs:
        findings.extend(_law(settings))
    return findings


def _program() -> Finding:
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    python = ".".join(str(part) for part in sys.version_info[:3])
    return Finding(part="program", state="ok", what=f"CivicSetu {__version__}, Python {python}, {versions}")


def _data_folder(settings: Settings) -> Finding:
    folder = settings.data_path
    if not folder.exists():
        return Finding(part="data folder", state="absent", what=str(folder), mend=_UP)
    free = shutil.disk_usage(folder).free
    mend = "" if free > _FREE_BYTES else "free some disk space, or set CIVICSETU_DATA_DIR"
    what = f"{folder}, {free // 1_000_000_000} GB free"
    return Finding(part="data folder", state="low" if mend else "ok", what=what, mend=mend)


def _servers(settings: Settings) -> tuple[list[Finding], bool]:
    from civicsetu.stores.servers import statuses

    found = statuses(settings)
    findings = [
        Finding(
            part=status.name,
            state=status.state,
            what=" ".join(
                filter(None, (status.where, status.version, f"pid {status.pid}" if status.pid else ""))
            ),
            mend=status.mend,
        )
        for status in found
    ]
    return findings, any(status.name == "postgres" and status.state == "running" for status in found)


def _models(settings: Settings) -> list[Finding]:
    from civicsetu.models.prepared import verify

    what = f"embedder {settings.models.embedder}, reranker {settings.models.reranker}"
    problems = verify(settings)
    if not problems:
        return [Finding(part="models", state="ok", what=f"{what}; every file matches its checksum")]
    return [Finding(part="models", state="wrong", what=problem, mend=_UP) for problem in problems]


def _law(settings: Settings) -> list[Finding]:
    try:
        return asyncio.run(_held(settings))
    except CivicSetuError as error:
        return [Finding(part="law", state="unreadable", what=error.user_message, mend=_UP)]


async def _held(settings: Settings) -> list[Finding]:
    from civicsetu.stores.database import Database
    from civicsetu.stores.law_store import LawStore

    database = await Database.open(settings)
    try:
        law = LawStore(database)
        try:
            documents, counts = await law.documents(), await law.counts()
        except StoreError:
            return [Finding(part="tables", state="absent", what="not migrated yet", mend=_UP)]
    finally:
        await database.close()
    held = {document.key: document for document in documents if document.editions}
    findings = [
        Finding(part="tables", state="ok", what=", ".join(f"{name} {rows}" for name, rows in counts.items()))
    ]
    for key, spec in get_registry().documents.items():
        document = held.get(key)
        if document is None and spec.on_request:
            continue
        if document is None:
            findings.append(
                Finding(part=key, state="not held", what=spec.title, mend=f"run `civicsetu ingest {key}`")
            )
            continue
        editions = ", ".join(
            f"{edition.kind.value} as of {edition.text_as_of} ({edition.chunks} chunks)"
            for edition in document.editions
        )
        stale = any(
            edition.embedding_profile != made_with(settings.models.embedder) for edition in document.editions
        )
        mend = f"made with another model or reading: run `civicsetu ingest {key}`" if stale else ""
        findings.append(Finding(part=key, state="stale" if stale else "held", what=editions, mend=mend))
    return findings

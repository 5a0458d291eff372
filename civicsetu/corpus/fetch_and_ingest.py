"""Fetch official files, then ingest what passes its checks; each document by itself.

Nothing is set up while nothing was fetched: without a network this ends in a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.ingestion_result import IngestionResult
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.setup import open_ingestion, prepare
from civicsetu.corpus.sources.fetch import Fetched, fetch_official, has_addresses
from civicsetu.corpus.sources.provenance import official_folder
from civicsetu.errors import CorpusError
from civicsetu.law.documents import DocumentSpec
from civicsetu.progress import Progress
from civicsetu.settings import Settings


@dataclass(frozen=True, slots=True)
class FetchRun:
    """Result of fetching and ingesting: files, ingestion results, and refusals with their reason by key."""

    specs: tuple[DocumentSpec, ...]
    fetched: tuple[Fetched, ...]
    results: tuple[IngestionResult, ...]
    refused: dict[str, str]

    def describe(self) -> Iterator[str]:
        """Yield a line for each document without an address, each file, and each document that was refused."""
        for spec in self.specs:
            if not has_addresses(spec):
                yield f"{spec.title}: no address of an official file is known; give the file with --from."
        yield from (one.describe() for one in self.fetched)
        titles = {spec.key: spec.title for spec in self.specs}
        yield from (f"{titles[key]}: not ingested. {reason}" for key, reason in self.refused.items())

    def list_missing(self) -> list[str]:
        """List the keys of documents of which nothing official was ingested or held already."""
        had = {result.document for result in self.results}
        return [spec.key for spec in self.specs if spec.key not in had]


def fetch_and_ingest(settings: Settings, keys: Sequence[str], progress: Progress) -> FetchRun:
    """Fetch and ingest these documents, or all that are ingested by default; blocking.

    Raises:
        UnknownDocument: a key is not in the registry.
        DataFolderUnusable: the files cannot be written.
        StoreError, ModelError: something was fetched, and setting up or storing failed.
    """
    registry = get_registry()
    default = (spec for spec in registry.documents.values() if not spec.on_request)
    specs = tuple(registry.get_document(key) for key in keys) if keys else tuple(default)
    wanted = [spec for spec in specs if has_addresses(spec)]
    fetched = asyncio.run(fetch_official(settings, wanted, progress))
    results: list[IngestionResult] = []
    refused: dict[str, str] = {}
    if any(one.is_here for one in fetched):
        prepare(settings, progress)
        results, refused = asyncio.run(_ingest(settings, fetched, progress))
    return FetchRun(specs, tuple(fetched), tuple(results), refused)


async def _ingest(
    settings: Settings, fetched: Sequence[Fetched], progress: Progress
) -> tuple[list[IngestionResult], dict[str, str]]:
    async with open_ingestion(settings, with_graph=True) as taker:
        return await ingest_fetched(taker, official_folder(settings.data_path), fetched, progress)


async def ingest_fetched(
    taker: Ingestion, folder: Path, fetched: Sequence[Fetched], progress: Progress
) -> tuple[list[IngestionResult], dict[str, str]]:
    """Ingest each document; return the results and, by key, why a document was refused."""
    results: list[IngestionResult] = []
    refused: dict[str, str] = {}
    for key in dict.fromkeys(one.document for one in fetched if one.is_here):
        told = await _reviewed_is_held(taker, key, fetched)
        if told:
            refused[key] = told
            continue
        try:
            results.extend(await taker.ingest_official(key, folder, partial(_tell, progress, key)))
        except CorpusError as error:
            refused[key] = error.user_message
    return results, refused


def _tell(progress: Progress, key: str, step: str, share: float) -> None:
    progress(f"{key}: {step}", share)


async def _reviewed_is_held(taker: Ingestion, key: str, fetched: Sequence[Fetched]) -> str:
    """A print that nobody reviewed does not take the place of the reviewed one; empty where it would not."""
    others = [one for one in fetched if one.document == key and one.is_another_print]
    held = await taker.read_checksums(key) if others else set[str]()
    return next(
        (
            f"The reviewed print of {one.version!r} is held; the other print stays beside it, unread."
            for one in others
            if one.reviewed in held
        ),
        "",
    )

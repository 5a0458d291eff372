"""Everything that must be there before a question can be asked, done once and only where missing.

Stores started, tables migrated, models prepared, the starter texts ingested. Each step
tells its progress in words; a second run finds everything done and takes no time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.ingestion_result import IngestionResult
from civicsetu.corpus.read_apart import ApartReader
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import GraphUnavailable
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.graph.graph_store import GraphStore, open_graph
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.migrate import migrate
from civicsetu.stores.servers import postgres_url
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder

Progress = Callable[[str, float], None]
_GRAPH_WAIT_S = 60.0


def prepare(settings: Settings, progress: Progress) -> None:
    """Start Postgres, migrate it, prepare the models; blocking.

    Raises:
        StoreError, ModelError: the step that failed says its mend.
    """
    from civicsetu.models.prepare import prepare as prepare_models

    start_database(settings, progress)
    prepare_models(settings, progress)


def start_database(settings: Settings, progress: Progress) -> None:
    """Start Postgres and migrate it; blocking.

    Raises:
        StoreError: the step that failed says its mend.
    """
    progress("Starting the database", 0.0)
    url = postgres_url(settings, "psycopg")
    progress("Bringing its tables up to date", 0.0)
    migrate(url)


@asynccontextmanager
async def ingestion(
    settings: Settings, *, with_graph: bool, embed_anew: bool = False
) -> AsyncIterator[Ingestion]:
    """An `Ingestion` with everything it needs open; the graph is optional, and drawn at the end.

    Args:
        embed_anew: embed also what ships with its vector, as whoever measures embedding wants.
    """
    from civicsetu.models.embedder import open_embedder
    from civicsetu.models.profiles import chosen_profile
    from civicsetu.models.shipped_vectors import with_shipped_vectors

    def embedder() -> Embedder:
        opened = open_embedder(settings)
        return opened if embed_anew else with_shipped_vectors(opened)

    database = await Database.open(settings)
    graph: GraphStore | None = None
    try:
        graph = await _graph(settings) if with_graph else None
        law = LawStore(database)
        taker = Ingestion(
            database,
            law,
            embedder,
            chosen_profile(settings),
            graph,
            get_registry(),
            settings.retrieval.hnsw_rows,
            Recogniser(settings.data_path / "recognised"),
            reader=ApartReader(settings.corpus),
            vector_index=settings.retrieval.vector_index,
        )
        await taker.refresh()
        try:
            yield taker
        finally:
            await taker.draw()
    finally:
        if graph is not None:
            await graph.close()
        await database.close()


async def ingest_starters(
    settings: Settings, progress: Progress, keys: Sequence[str] = ()
) -> list[IngestionResult]:
    """Take in the restatements that ship with the package; what is held already is not touched.

    Without keys: of every document that is not taken in on request only.

    The graph is not waited for: the service brings it in step when it is up.
    """
    results = []
    async with ingestion(settings, with_graph=bool(keys)) as taker:
        for key in get_registry().to_take_in(keys):
            result = await taker.starter(key, _named(progress, key))
            if result is not None:
                results.append(result)
    return results


async def ingest_official(
    settings: Settings, folder: Path, keys: Sequence[str], progress: Progress
) -> list[IngestionResult]:
    """Take in official texts from a folder; every key named must be found in it."""
    results = []
    async with ingestion(settings, with_graph=True) as taker:
        for key in keys:
            results.extend(await taker.official(key, folder, _named(progress, key)))
    return results


async def _graph(settings: Settings) -> GraphStore | None:
    try:
        return await open_graph(settings, _GRAPH_WAIT_S)
    except GraphUnavailable as error:
        get_logger(__name__).warning("graph_unavailable", error=str(error)[:200])
        return None


def _named(progress: Progress, key: str) -> Progress:
    return lambda step, share: progress(f"{key}: {step}", share)

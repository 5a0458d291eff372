"""Take a law in: divide, link, chunk, embed in batches, one transaction, its keyphrases, then the graph.

Idempotent: the same text under the same embedding profile is not touched again. A text
that fails a check is refused before anything is written, so what was held stays held.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from civicsetu.corpus.enabling.enabling_provisions import Derived
from civicsetu.corpus.enabling.enabling_sync import KnownMatters, derive_held
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.graph_sync import rebuild_stale_documents, sync_graph
from civicsetu.corpus.ingestion_result import IngestionResult
from civicsetu.corpus.question_index.index_rows import ReadKeyphrases, store_question_index
from civicsetu.corpus.question_index.indexed_texts import read_indexed_texts
from civicsetu.corpus.read import SourceText, read_starter, read_versions
from civicsetu.corpus.read_apart import ApartReader
from civicsetu.corpus.registry import Registry, check_is_law
from civicsetu.corpus.structure.amendment_notes import unrecorded_amendments
from civicsetu.corpus.structure.chunks import CountTokens, Window, cut_windows
from civicsetu.corpus.structure.differences import compare_versions
from civicsetu.corpus.structure.link import Link, find_links
from civicsetu.errors import GraphUnavailable
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.evidence import Chunk
from civicsetu.law.paths import chunk_id, document_id, edition_id, parse_path, provision_id
from civicsetu.law.provisions import ProvisionTree
from civicsetu.progress import Progress
from civicsetu.settings import CorpusSettings
from civicsetu.stores.database import Database, VectorIndex, ensure_vector_index
from civicsetu.stores.law.law_rows import EditionRows, EmbeddedChunk, ReferenceRow, RemovalRow, node_rows
from civicsetu.stores.law.law_store import LawStore

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.profiles import EmbeddingProfile
    from civicsetu.stores.graph.graph_store import GraphStore


READING = "reading-2"
"""How texts are divided, cut and linked; a new value makes every held text be read again."""


def describe_reading(profile: str) -> str:
    """Describe what an edition's chunks were made with: the embedding profile and the way of reading."""
    return f"{profile}, {READING}"


class Ingestion:
    """Ingestion of editions into the stores; the graph may be absent and is then rebuilt later.

    The embedder is opened by the first text that needs it: a run that finds everything
    held already loads no model.
    """

    def __init__(
        self,
        database: Database,
        law: LawStore,
        open_embedder: Callable[[], Embedder],
        profile: EmbeddingProfile,
        graph: GraphStore | None,
        registry: Registry,
        hnsw_rows: int,
        recogniser: Recogniser | None = None,
        keyphrases: ReadKeyphrases = read_indexed_texts,
        reader: ApartReader | None = None,
        vector_index: VectorIndex = "hnsw",
    ) -> None:
        self._database = database
        self._law = law
        self._open_embedder = open_embedder
        self._embedder: Embedder | None = None
        self._matters: KnownMatters = {}
        self._anew: set[str] = set()
        self._named: set[str] = set()
        self._profile = profile
        self._graph = graph
        self._registry = registry
        self._hnsw_rows = hnsw_rows
        self._vector_index = vector_index
        self._recogniser = recogniser
        self._keyphrases = keyphrases
        self._reader = reader or ApartReader(CorpusSettings())

    async def refresh(self) -> None:
        """Return what the registry says now of documents that are held, who is shown them above all.

        Their texts are not touched: only what a text says makes it be ingested again.
        """
        for spec in self._registry.documents.values():
            await self._law.refresh_document(spec)

    async def ingest_starter(self, key: str, progress: Progress) -> IngestionResult | None:
        """Ingest our restatement of a document; return None where none ships."""
        source = read_starter(self._law_of(key))
        return await self.ingest(source, progress) if source else None

    async def ingest_official(self, key: str, folder: Path, progress: Progress) -> list[IngestionResult]:
        """Return the official versions of a document whose files are in the folder, oldest first.

        All are read and divided before the first is written: one that is refused refuses all.
        """
        progress("reading", 0.0)
        recogniser = self._recogniser and replace(
            self._recogniser, progress=lambda share: progress("reading", share)
        )
        try:
            sources = await asyncio.to_thread(
                read_versions, self._law_of(key), folder, recogniser, self._reader
            )
        except asyncio.CancelledError:
            self._reader.stop()
            raise
        trees = await asyncio.to_thread(lambda: [source.divide() for source in sources])
        results: list[IngestionResult] = []
        for index, (source, tree) in enumerate(zip(sources, trees, strict=True)):
            result = await self._ingest_text(source, tree, progress)
            if index:
                unexplained = compare_versions(trees[index - 1], tree, source.spec).unexplained
                result = replace(result, unexplained=tuple(str(one.path) for one in unexplained))
            results.append(result)
        return results

    async def read_checksums(self, key: str) -> set[str]:
        """Return the SHA-256 of every text held of a document."""
        found = (document for document in await self._law.list_documents() if document.key == key)
        return {edition.sha256 for document in found for edition in (*document.editions, *document.earlier)}

    def _law_of(self, key: str) -> DocumentSpec:
        """The entry of that key; a draft is refused."""
        spec = self._registry.get_document(key)
        check_is_law(spec)
        return spec

    async def ingest(self, source: SourceText, progress: Progress) -> IngestionResult:
        """Divide, link, embed and store one text.

        Raises:
            NotThisLaw: it is a draft, or a check failed; nothing was written.
            StoreError, ModelError: nothing of this edition was written, or all but its keyphrases,
                which the next run makes good.
        """
        check_is_law(source.spec)
        progress("dividing", 0.0)
        return await self._ingest_text(source, source.divide(), progress)

    async def embedder(self) -> Embedder:
        """Return the embedder, loaded by the first text of the run that needs it."""
        if self._embedder is None:
            self._embedder = await asyncio.to_thread(self._open_embedder)
        return self._embedder

    async def _ingest_text(self, source: SourceText, tree: ProvisionTree, progress: Progress) -> IngestionResult:
        started = time.perf_counter()
        mentions = find_links(tree, source.spec)
        made = describe_reading(self._profile.name)
        version = source.version
        held = await self._law.is_held(
            source.spec.key, source.edition, source.language, source.sha256, made,
            version=version.name if version else "", law_until=version.law_until if version else None,
        )  # fmt: skip
        chunks: tuple[EmbeddedChunk, ...] = ()
        tokens = 0
        if not held:
            if source.is_current:
                embedder = await self.embedder()
                chunks = await _embed(embedder, cut(source, tree, embedder.count_tokens), progress)
                tokens = sum(embedder.count_tokens(embedded.chunk.text) for embedded in chunks)
            progress("storing", 1.0)
            await self._law.replace_edition(self._rows(source, tree, chunks, mentions))
            await ensure_vector_index(
                self._database, self._profile.column or "", self._hnsw_rows, self._vector_index
            )
        derived = await self._derive(source.spec.key, changed=not held and source.is_current)
        keyphrases = await store_question_index(
            source.spec.key, self._law, self._profile, self.embedder, progress, self._keyphrases
        )
        return IngestionResult(
            source.spec.key,
            source.spec.title,
            source.edition,
            not held,
            len(tree.sections()),
            len(tree.units()),
            len(chunks),
            tokens,
            sum(mention.resolved for mention in mentions),
            tuple(f"{mention.source} -> {mention.target}" for mention in mentions if not mention.resolved),
            round(time.perf_counter() - started, 2),
            source.version.label if source.version else "",
            len(source.as_read.removals),
            file_type=Path(source.file).suffix.lstrip(".").lower(),
            derived=sum(one.source is not None for one in derived.found),
            underived=derived.unresolved,
            confidences=source.as_read.confidences,
            keyphrases=keyphrases.written,
            unplaced=keyphrases.unplaced,
            reviewed=version.is_reviewed(source.sha256) if version else None,
            unrecorded=unrecorded_amendments(tree, source.spec),
            basis=source.basis.value,
            fetched_from=source.fetched_from,
            pages=source.pages,
        )

    def _rows(
        self,
        source: SourceText,
        tree: ProvisionTree,
        embedded: tuple[EmbeddedChunk, ...],
        mentions: list[Link],
    ) -> EditionRows:
        return EditionRows(
            spec=source.spec,
            edition=source.edition,
            sha256=source.sha256,
            basis=source.basis,
            body=source.body,
            nodes=node_rows(tree.root),
            chunks=embedded,
            references=tuple(
                ReferenceRow(
                    str(mention.source), mention.document, str(mention.target), mention.start, mention.end
                )
                for mention in mentions
                if mention.resolved
            ),
            embedding_profile=describe_reading(self._profile.name),
            language=source.language,
            text_as_of=source.text_as_of,
            source_url=source.fetched_from
            or (source.version.url if source.version else "")
            or source.spec.url,
            note=source.note,
            version=source.version.name if source.version else "",
            label=source.version.label if source.version else "",
            law_from=source.version.law_from if source.version else None,
            law_until=source.version.law_until if source.version else None,
            page_starts=source.as_read.page_starts,
            removals=tuple(
                RemovalRow(one.page, one.at, one.text, one.reason.value) for one in source.as_read.removals
            ),
        )

    async def _derive(self, key: str, *, changed: bool) -> Derived:
        """Derive what rests on that document: itself, and, where it changed, the rules made under it."""
        step = await derive_held(key, self._law, self._registry, self._matters)
        specs = self._registry.documents.values()
        under = {spec.key for spec in specs if spec.made_under == key}
        self._anew |= {key} if changed or step.changed else set()
        for one in under if changed else ():
            if (await derive_held(one, self._law, self._registry, self._matters)).changed:
                self._anew.add(one)
        naming = {
            spec.key
            for spec in specs
            if key in {change.document for change in spec.changes}
            or key in {conflict.document for conflict in spec.conflicts}
        }
        self._named |= {key} | under | naming
        return step.derived

    async def draw(self) -> None:
        """Draw the graph of documents that changed in this run, and bring that of what names them in step.

        Once for all texts of a run: a document is drawn from whatever is held of it. Without a
        graph, or where the run was cut off, the next start does it.
        """
        anew, named = self._anew, self._named - self._anew
        self._anew, self._named = set(), set()
        if self._graph is None:
            return
        try:
            for one in sorted(anew):
                await sync_graph(one, self._law, self._graph, self._registry)
            if named:
                await rebuild_stale_documents(self._law, self._graph, named, self._registry)
        except GraphUnavailable:
            self._graph = None


def cut(source: SourceText, tree: ProvisionTree, count_tokens: CountTokens) -> list[Chunk]:
    """Return the chunks of a text, in its order, as they are embedded and searched."""
    found = cut_windows(
        tree, source.spec, count_tokens, apart=source.profile.stands_alone, misprinted=source.misprinted
    )
    return [_chunk(source, window) for window in found]


async def _embed(embedder: Embedder, chunks: list[Chunk], progress: Progress) -> tuple[EmbeddedChunk, ...]:
    vectors = await embedder.embed_passages(
        [chunk.embedded_text for chunk in chunks],
        on_progress=lambda done, total: progress("embedding", done / max(total, 1)),
    )
    return tuple(EmbeddedChunk(chunk, vector) for chunk, vector in zip(chunks, vectors, strict=True))


def _chunk(source: SourceText, window: Window) -> Chunk:
    spec = source.spec
    edition = edition_id(spec.key, source.edition.value, source.language, source.sha256)
    unit: UUID = provision_id(spec.key, window.unit)
    period = spec.commencement_of(parse_path(window.unit).number)
    return Chunk(
        chunk_id=chunk_id(edition, window.unit, window.start, window.end),
        doc_id=document_id(spec.key),
        edition_id=edition,
        unit_id=unit,
        document=spec.key,
        doc_name=spec.title,
        doc_type=spec.doc_type,
        jurisdiction=spec.jurisdiction,
        edition=source.edition,
        section_id=window.unit,
        section_title=window.title,
        section_hierarchy=window.hierarchy,
        text=source.body[window.start : window.end],
        start_char=window.start,
        end_char=window.end,
        page_number=window.page,
        effective_date=period.date if period else spec.effective_date,
        source_url=spec.url,
    )

"""Chunks, which are searched, and evidence, which retrieval hands on.

Other systems of this kind hand on chunks with one score a search. Here a unit counts once however many
of its chunks, in however many editions, were found, so what they know of a chunk is said of the unit:

| elsewhere | here |
|---|---|
| `LegalChunk` | `Chunk` |
| `RetrievedChunk.vector_score` | `Evidence.score`, the best cosine of its chunks |
| `RetrievedChunk.rerank_score` | `Evidence.rerank_score` |
| `RetrievedChunk.retrieval_source` | `Evidence.found_by`, every search that found it |
| `RetrievedChunk.graph_path` | `graph` in `Evidence.found_by`; the edges themselves are read from the graph |
| `RetrievedChunk.is_pinned` | `Evidence.pinned` |
| the chunk inside it | `Evidence.chunk_ids`, every chunk that matched |
| what an answer shows of it | `answers.Context`, in rank order |
| `Citation` | `answers.Citation` |
| `CivicSetuResponse` | `answers.Answer` |
| `InsufficientInfoResponse` | `answers.Answer` of kind `abstain` or `clarify`, which cannot state law uncited |
"""

from __future__ import annotations

from datetime import date
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.law.documents import ChunkStatus, DocType, EditionKind


class Chunk(BaseModel):
    """Chunk that is embedded and searched: a unit, or a window of one, with its exact span.

    `text` is `edition_text[start_char:end_char]`, never altered; the heading path goes in
    front of it only where it is embedded or reranked (`embedded_text`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    chunk_id: UUID
    doc_id: UUID
    edition_id: UUID
    unit_id: UUID
    document: str
    doc_name: str
    doc_type: DocType
    jurisdiction: str
    edition: EditionKind
    section_id: str = Field(description="Path of the unit, as the law prints it.")
    section_title: str
    section_hierarchy: tuple[str, ...]
    text: str
    start_char: int
    end_char: int
    page_number: int | None = None
    effective_date: date | None = None
    status: ChunkStatus = ChunkStatus.ACTIVE
    superseded_by: UUID | None = None
    source_url: str = ""
    embedding: tuple[float, ...] | None = None

    @property
    def embedded_text(self) -> str:
        """Return heading path and text: what a model reads, never what is stored."""
        return f"{' > '.join(self.section_hierarchy)}\n{self.text}"


class Evidence(BaseModel):
    """One unit, counted once whatever the number of its chunks and editions.

    `score` is the best cosine of its chunks, 0 where the vector retriever did not find it; `relevance` what all
    searches together make of it, as a share of the best of its jurisdiction (0 to 1).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    unit_id: str
    document: str
    provision: str
    title: str
    jurisdiction: str
    score: float
    relevance: float = 0.0
    rerank_score: float | None = None
    found_by: tuple[str, ...]
    pinned: bool = False
    chunk_ids: tuple[str, ...] = ()

"""Search the law for a text by itself, as for a question of its own, in the law the whole question is asked of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.evidence import Evidence
from civicsetu.query.read_question import Query, ReadingContext, read_question
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import RetrievalSettings


@dataclass(frozen=True)
class TextSearch:
    """Searcher of texts by themselves; each is read for the states of the question it belongs to."""

    retriever: Retriever
    registry: Registry
    settings: RetrievalSettings

    async def search_each(
        self, texts: Sequence[tuple[str, Query]], index: LawIndex
    ) -> list[tuple[Evidence, ...]]:
        """Return what each text finds, as wide as a part of a post; beside it stands the question it belongs to.

        A text that is what the question asks without its story is searched for as it was read.
        """
        queries = [
            whole.alone if text == whole.asked_last else self.read(text, whole, index) for text, whole in texts
        ]
        found = await self.search(queries, width=self.settings.part_context * len(queries))
        return [one.evidence for one in found]

    async def search(self, queries: Sequence[Query], width: int | None = None) -> list[Retrieved]:
        """Search for questions that were read; none is reranked."""
        plans = [replace(self.retriever.plan(one), rerank=False) for one in queries]
        return await self.retriever.retrieve_parts(plans, width)

    def read(self, text: str, whole: Query, index: LawIndex) -> Query:
        """Return the text as a question of its own, asked of the law the whole question is asked of."""
        read = read_question(text, ReadingContext(index, self.registry, as_on=whole.as_on))
        documents = whole.documents or read.documents
        return replace(read, documents=documents, jurisdictions=whole.jurisdictions, parts=())

"""Search more widely for a writer than for the statement answer: sentence by sentence, and point by point.

The provision that decides a long post is often not near the post as a whole, but near one sentence of its story.
A writer passes over what is beside the point, so that what is found too much costs tokens and no clarity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.query.read_question import Query, read_question
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import RetrievalSettings

_MOST_SENTENCES = 12
_FEWEST_WORDS = 5
_MOST_POINTS = 6


@dataclass(frozen=True)
class WideSearch:
    """Searches texts by themselves for the evidence they add; each is read for the states of the question."""

    retriever: Retriever
    registry: Registry
    settings: RetrievalSettings

    async def search_sentences(self, text: str, whole: Query, index: LawIndex) -> list[PartTurn]:
        """Return what each sentence of a story finds; nothing for a question of one or two sentences."""
        sentences = [one for one in split_sentences(text) if len(one.split()) >= _FEWEST_WORDS]
        if len(sentences) < 3:
            return []
        return await self._search(sentences[:_MOST_SENTENCES], whole, index)

    async def search_points(self, points: Sequence[str], whole: Query, index: LawIndex) -> list[PartTurn]:
        """Return what each point finds that a writer had nothing on, in all the law held."""
        everywhere = replace(whole, documents=tuple(index.laws))
        return await self._search(list(points)[:_MOST_POINTS], everywhere, index)

    async def _search(self, texts: Sequence[str], whole: Query, index: LawIndex) -> list[PartTurn]:
        queries = [self._read(one, whole, index) for one in texts]
        plans = [
            replace(plan_of(one, self.settings, self.retriever.thresholds), rerank=False) for one in queries
        ]
        found = await self.retriever.retrieve_parts(plans)
        return [PartTurn(query, found=one) for query, one in zip(queries, found, strict=True)]

    def _read(self, text: str, whole: Query, index: LawIndex) -> Query:
        """The text as a question of its own, asked of the law the whole question is asked of."""
        read = read_question(
            text, jurisdiction=None, as_on=whole.as_on, earlier=(), index=index, registry=self.registry
        )
        documents = whole.documents or read.documents
        return replace(read, documents=documents, jurisdictions=whole.jurisdictions, parts=())

"""The exact retriever: provisions asked for by number, in the order they were asked for.

It is a ranked list of its own in the fusion, never a score boost on another's.
"""

from __future__ import annotations

from civicsetu.corpus.law_index import LawIndex
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.spec import RetrieverInputs


class ExactRetriever(UnitRetriever):
    """Units at the paths the question names."""

    name: str = "exact"
    index: LawIndex

    async def search(self, query: str) -> list[UnitHit]:
        hits: dict[str, UnitHit] = {}
        for document, reference in self.plan.references:
            for unit in self.index.units_at(document, reference.path):
                hits.setdefault(unit.unit_id, UnitHit(unit.unit_id, [], []))
        return list(hits.values())


def build(asked: RetrieverInputs) -> ExactRetriever:
    return ExactRetriever(**asked.common, index=asked.index)

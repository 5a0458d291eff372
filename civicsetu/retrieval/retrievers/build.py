"""Build the retrievers of one question over one jurisdiction's documents from the table."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import SettingsError
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.spec import Common, RetrieverInputs, RetrieverResources, RetrieverSpec
from civicsetu.retrieval.retrievers.table import RETRIEVERS


class RetrieverFactory:
    """Factory of the retrievers of a question over the sources, in the order of the table."""

    def __init__(self, sources: RetrieverResources, table: Sequence[RetrieverSpec] = RETRIEVERS) -> None:
        """Raise SettingsError where a weight or depth is set for a retriever that does not exist."""
        self.sources = sources
        self._table = [spec for spec in table if spec.name not in sources.thresholds.without]
        names = {spec.name for spec in table}
        for name in (*sources.settings.weights, *sources.settings.depths):
            if name not in names:
                message = f"There is no retriever {name!r}; there are: {', '.join(sorted(names))}."
                raise SettingsError(user_message=message)

    async def refresh(self, version: str) -> None:
        """Read the word weights again where the corpus has changed."""
        await self.sources.weights.refresh(self.sources.database, version)
        await self.sources.question_index_weights.refresh(self.sources.database, version)

    def retrievers(
        self, plan: RetrievalPlan, vectors: QuestionVectors | None, index: LawIndex
    ) -> list[UnitRetriever]:
        """Return the retrievers of the table; without vectors those by meaning are left out."""
        built: list[UnitRetriever] = []
        for spec in self._table:
            common = self._common(spec, plan)
            depth = self.sources.settings.depths.get(spec.name, spec.depth)
            one = spec.build(RetrieverInputs(common, depth, vectors, index, self.sources, tuple(built)))
            if one is not None:
                built.append(one)
        return built

    def _common(self, spec: RetrieverSpec, plan: RetrievalPlan) -> Common:
        settings = self.sources.settings
        return {
            "name": spec.name,
            "plan": plan,
            "deadline_s": settings.retriever_deadline_s,
            "degraded_text": spec.degraded,
            "weight": settings.weights.get(spec.name, spec.weight) * plan.boost(spec.name),
            "votes": spec.votes,
        }

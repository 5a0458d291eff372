"""Add to the signals of a search what lies outside it: other topics, and the rules of other states."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from civicsetu.errors import StoreError
from civicsetu.models.question_vectors import QuestionVectors, Vector
from civicsetu.retrieval.answerability.out_of_scope import OutOfScopeTopics
from civicsetu.retrieval.answerability.scope_model import scope_model_of
from civicsetu.retrieval.answerability.state_rules import nearest
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.spec import RetrieverResources
from civicsetu.retrieval.scope_kinds import UNKNOWN_SCOPE, Scores
from civicsetu.retrieval.signals import Signals
from civicsetu.retrieval.thresholds import ANSWERABILITY, RetrievalThresholds
from civicsetu.telemetry import get_logger


class OutsideSignals:
    """Comparison of a question with the texts of what is out of scope, and with the law of other states."""

    def __init__(
        self,
        others: OutOfScopeTopics,
        sources: RetrieverResources,
        profile: str,
        deadline_s: float,
        thresholds: RetrievalThresholds,
    ) -> None:
        self._others = others
        self._sources = sources
        self._scope_model = scope_model_of(profile) if thresholds.scope_model else None
        self._deadline_s = deadline_s
        self._thresholds = thresholds

    async def add_to(
        self, signals: Signals, plan: RetrievalPlan, vectors: QuestionVectors | None
    ) -> tuple[Signals, str]:
        """Add how near other topics come, and other states' rules where the state's own are not held.

        Where those rules cannot be searched the signals stay as they are, and the second value says so: a
        state's own rules may then say otherwise.
        """
        if vectors is None:
            return signals, ""
        match = await asyncio.to_thread(self._others.nearest, vectors)
        if not self._thresholds.own_questions:
            match = replace(match, own_question=0.0)
        signals = replace(signals, out_of_scope=match, scope=self._scope(vectors.for_expected_questions))
        if (alone := vectors.for_expected_questions_alone) is not None:
            signals = replace(signals, scope_alone=self._scope(alone))
        if not self._thresholds.state_rules or not plan.other_state_documents or not signals.looked_up:
            return signals, ""
        try:
            async with asyncio.timeout(self._deadline_s):
                chunk, phrases, expected_question = await nearest(
                    vectors,
                    plan.other_state_documents,
                    self._sources.store,
                    self._sources.question_index_store,
                    self._sources.database,
                )
        except (StoreError, TimeoutError) as error:
            get_logger(__name__).warning("state_rules_unavailable", error=type(error).__name__)
            return signals, "Whether rules of the state fix this could not be looked up right now."
        nearer = ANSWERABILITY.state_rule_chunk_weight * (chunk - signals.top("vector"))
        nearer += phrases - signals.top("keyphrases") + expected_question - signals.top("expected_questions")
        return replace(signals, state_rule_score=nearer), ""

    def _scope(self, vector: Vector) -> Scores:
        """Return the scope model's scores; the same for every kind where there is no model for the profile."""
        if self._scope_model is None:
            return UNKNOWN_SCOPE
        return self._scope_model.scores(vector)

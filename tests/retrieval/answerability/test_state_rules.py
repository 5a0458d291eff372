"""Whether rules fix what is asked: told by the rules of other states, only where the state's own are missing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest

from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import Whitening
from civicsetu.retrieval.answerability.state_rules import nearest
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings
from tests.answering.given import understood
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of_states

VECTORS = QuestionVectors(
    np.array([1.0, 0.0], np.float32),
    np.array([0.6, 0.8], np.float32),
    Whitening(np.eye(2, dtype=np.float32)[::-1], np.zeros(2, np.float32), np.zeros(2, np.float32)),
)
"""Whitened, the two axes change places."""

QUESTION = "What is the fee for late entry"


class Held:
    """A vector store with one hit at a distance, or none; by form where told; remembers what it was asked."""

    def __init__(
        self, distance: float | None = None, found: bool = True, expected_question: float | None = None
    ) -> None:
        self._found = [(object(), distance)] if found else []
        self._expected_question = (
            [(object(), expected_question)] if expected_question is not None else self._found
        )
        self.asked: list[tuple[list[float], int, dict[str, Any]]] = []

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: dict[str, Any]
    ) -> list[tuple[object, float | None]]:
        self.asked.append((embedding, k, filter))
        return self._expected_question if filter.get("form") == "expected_question" else self._found


class Guarded:
    """A database whose guard only counts."""

    def __init__(self) -> None:
        self.entered = 0

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        self.entered += 1
        yield


async def near(chunks: Held, keyphrases: Held, database: Any = None) -> tuple[float, float, float]:
    return await nearest(VECTORS, (KARNATAKA, UTTAR_PRADESH), chunks, keyphrases, database or Guarded())


async def test_the_best_cosines_of_chunks_phrases_and_expected_questions() -> None:
    database = Guarded()
    assert await near(Held(0.25), Held(0.1, expected_question=0.5), database) == pytest.approx(
        (0.75, 0.9, 0.5)
    )
    assert database.entered == 1


async def test_only_those_documents_are_searched_and_of_chunks_the_law_that_holds() -> None:
    chunks, keyphrases = Held(0.2), Held(0.2)
    await near(chunks, keyphrases)
    within = {"document": {"$in": [KARNATAKA, UTTAR_PRADESH]}}
    assert chunks.asked == [(pytest.approx([0.6, 0.8]), 1, {**within, "status": "ACTIVE"})]
    assert keyphrases.asked == [
        (pytest.approx([0.8, 0.6]), 1, {**within, "form": "keyphrase"}),
        (pytest.approx([0.0, 1.0]), 1, {**within, "form": "expected_question"}),
    ]


async def test_where_nothing_is_found_nothing_is_near() -> None:
    assert await near(Held(found=False), Held(found=False)) == (0.0, 0.0, 0.0)
    assert await near(Held(None), Held(0.5)) == (0.0, 0.5, 0.5)


@pytest.mark.parametrize(
    ("question", "elsewhere"),
    [
        (f"{QUESTION} in Goa?", (KARNATAKA, UTTAR_PRADESH)),
        (f"{QUESTION} in Karnataka and Goa?", (UTTAR_PRADESH,)),
        (f"{QUESTION} in Karnataka?", ()),
        (f"{QUESTION} in Karnataka and UP?", ()),
        (f"{QUESTION}?", ()),
    ],
)
def test_other_states_are_looked_at_only_for_a_state_that_is_not_held(
    question: str, elsewhere: tuple[str, ...]
) -> None:
    found = understood(question, index_of_states())
    assert found.other_state_documents == elsewhere and not set(elsewhere) & set(found.documents)
    assert plan_of(found, RetrievalSettings(), RetrievalThresholds()).other_state_documents == elsewhere


def test_a_state_chosen_on_the_page_counts_as_one_that_is_named() -> None:
    found = understood(f"{QUESTION}?", index_of_states(), jurisdiction="GOA")
    assert found.other_state_documents == (KARNATAKA, UTTAR_PRADESH) and found.documents == (ACT,)
    assert understood(f"{QUESTION}?", index_of_states(), jurisdiction="KARNATAKA").other_state_documents == ()

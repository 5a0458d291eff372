"""Whether rules fix what is asked: told by the rules of other states, only where the state's own are missing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest

from civicsetu.answering.understand import plan_of
from civicsetu.retrieval.fixed_by_rules import nearest
from civicsetu.settings import RetrievalSettings

from ..answering.given import understood
from .gates import ACT, KARNATAKA, UTTAR_PRADESH, index_of_states

VECTOR = np.array([0.6, 0.8], np.float32)
QUESTION = "What is the fee for late entry"


class Held:
    """A vector store with one hit at a distance, or none; remembers what it was asked."""

    def __init__(self, distance: float | None = None, found: bool = True) -> None:
        self._found = [(object(), distance)] if found else []
        self.asked: list[tuple[list[float], int, dict[str, Any]]] = []

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: dict[str, Any]
    ) -> list[tuple[object, float | None]]:
        self.asked.append((embedding, k, filter))
        return self._found


class Guarded:
    """A database whose guard only counts."""

    def __init__(self) -> None:
        self.entered = 0

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        self.entered += 1
        yield


async def near(chunks: Held, headwords: Held, database: Any = None) -> tuple[float, float]:
    return await nearest(VECTOR, (KARNATAKA, UTTAR_PRADESH), chunks, headwords, database or Guarded())


async def test_the_best_cosines_of_chunks_and_headwords() -> None:
    database = Guarded()
    assert await near(Held(0.25), Held(0.1), database) == pytest.approx((0.75, 0.9))
    assert database.entered == 1


async def test_only_those_documents_are_searched_and_of_chunks_the_law_that_holds() -> None:
    chunks, headwords = Held(0.2), Held(0.2)
    await near(chunks, headwords)
    within = {"document": {"$in": [KARNATAKA, UTTAR_PRADESH]}}
    [(numbers, k, chunk_filter)], [(same, also, headword_filter)] = chunks.asked, headwords.asked
    assert numbers == same == pytest.approx([0.6, 0.8]) and k == also == 1
    assert chunk_filter == {**within, "status": "ACTIVE"} and headword_filter == within


async def test_where_nothing_is_found_nothing_is_near() -> None:
    assert await near(Held(found=False), Held(found=False)) == (0.0, 0.0)
    assert await near(Held(None), Held(0.5)) == (0.0, 0.5)


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
    assert found.rules_elsewhere == elsewhere and not set(elsewhere) & set(found.documents)
    assert plan_of(found, RetrievalSettings()).rules_elsewhere == elsewhere


def test_a_state_chosen_on_the_page_counts_as_one_that_is_named() -> None:
    found = understood(f"{QUESTION}?", index_of_states(), jurisdiction="GOA")
    assert found.rules_elsewhere == (KARNATAKA, UTTAR_PRADESH) and found.documents == (ACT,)
    assert understood(f"{QUESTION}?", index_of_states(), jurisdiction="KARNATAKA").rules_elsewhere == ()

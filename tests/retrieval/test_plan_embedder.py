"""What a question is compared with decides which of its vectors is taken, and whether it is whitened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import Whitening
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.plan_embedder import expand_query, vectors_of
from civicsetu.retrieval.retrievers.base import UnitRetriever
from tests.retrieval.lantern_act import ACT, index_of
from tests.retrieval.scripted import PROFILE, scripted_retriever, searches_of_nothing, unit_retriever, units

ASKED, EXPANDED = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)
TURNED = Whitening(
    np.array([[0, 1], [1, 0]], np.float32), np.array([9, 9], np.float32), np.array([2, 0], np.float32)
)
"""Takes (2, 0) off a question and lets the axes change places."""


async def test_a_part_has_its_words_alone_beside_those_with_what_is_told() -> None:
    class Embedder:
        async def embed_queries(self, texts: list[str]) -> list[np.ndarray]:
            return [{"s": np.array([1.0, 0]), "t": np.array([0, 1.0])}.get(one[0], ASKED) for one in texts]

    plan = RetrievalPlan("story and question", asked_last="told question", asked_itself="question")
    told: Any = Embedder()
    [vectors] = await vectors_of([plan], told, TURNED, get_synonyms(), mean=True, whole_weight=0.0)
    assert vectors.alone is not None and vectors.alone.tolist() == [0, 1]
    assert vectors.itself is not None and vectors.itself.asked.tolist() == [1, 0]
    assert vectors.asked == pytest.approx([2**-0.5, 2**-0.5]), "the search is between both"
    [whole] = await vectors_of([replace(plan, asked_itself="")], told, TURNED, get_synonyms(), mean=True, whole_weight=0.0)
    assert whole.itself is None and whole.asked.tolist() == [0, 1]


def test_each_retriever_is_given_its_own() -> None:
    retrievers: dict[str, Any] = {
        one.name: one
        for one in searches_of_nothing().retrievers(
            RetrievalPlan("q", documents=(ACT,)), QuestionVectors(ASKED, EXPANDED, TURNED), index_of()
        )
    }
    assert retrievers["vector"].vector == [0.0, 1.0]
    assert retrievers["keyphrases"].vector == pytest.approx([5**-0.5, -2 * 5**-0.5])
    assert retrievers["expected_questions"].vector == [0.0, -1.0]
    assert (retrievers["keyphrases"].form, retrievers["expected_questions"].form) == (
        "keyphrase",
        "expected_question",
    )


@pytest.mark.parametrize(
    "absent", [("keyphrases",), ("expected_questions",), ("keyphrases", "expected_questions")]
)
def test_what_is_left_out_is_not_searched(absent: tuple[str, ...]) -> None:
    searches = searches_of_nothing(without=absent)
    asked = RetrievalPlan("q", documents=(ACT,))
    names = {
        one.name for one in searches.retrievers(asked, QuestionVectors(ASKED, EXPANDED, TURNED), index_of())
    }
    assert {"keyphrases", "expected_questions", "vector"} - names == set(absent)
    assert {one.name for one in searches.retrievers(asked, None, index_of())} == {
        "exact", "fulltext", "graph",
    }  # fmt: skip


class Telling:
    """A vector for each text, of its own axis; remembers the texts in their order."""

    profile = PROFILE

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed_queries(self, texts: Sequence[str]) -> list[Any]:
        self.asked += [text for text in texts if text not in self.asked]
        return [np.eye(4, dtype=np.float32)[self.asked.index(text)] for text in texts]


async def given(query: str, **told: Any) -> tuple[list[str], QuestionVectors]:
    """What was embedded for a question, and the vectors that its retrievers are given."""
    seen: list[QuestionVectors | None] = []

    def retrievers(
        plan: RetrievalPlan, vectors: QuestionVectors | None, index: LawIndex
    ) -> list[UnitRetriever]:
        seen.append(vectors)
        return [unit_retriever("vector", *units("4"))]

    embedder, asked_last, halves = Telling(), told.pop("asked_last", ""), told.pop("halves", ())
    retriever = scripted_retriever(retrievers, index_of(), embedder=embedder, **told)
    await retriever.retrieve(RetrievalPlan(query, documents=(ACT,), asked_last=asked_last, halves=halves))
    [vectors] = seen
    assert vectors is not None
    return embedder.asked, vectors


EVERYDAY = "The builder keeps my money"


async def test_a_question_is_embedded_as_asked_and_with_the_laws_words_behind_it() -> None:
    assert expand_query(EVERYDAY, get_synonyms()) != EVERYDAY and get_synonyms().terms
    texts, vectors = await given(EVERYDAY)
    assert texts == [EVERYDAY, expand_query(EVERYDAY, get_synonyms())]
    assert vectors.asked.tolist() == [1, 0, 0, 0] and vectors.expanded.tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(("query", "told"), [("xylophone", {}), (EVERYDAY, {"synonyms": False})])
async def test_where_the_glossary_adds_nothing_one_vector_serves_for_both(
    query: str, told: dict[str, Any]
) -> None:
    texts, vectors = await given(query, **told)
    assert texts == [query] and np.array_equal(vectors.asked, vectors.expanded)


async def test_of_a_follow_up_both_lie_between_what_it_asks_and_what_it_goes_on_from() -> None:
    texts, vectors = await given("xylophone and zebra", asked_last="zebra")
    assert texts == ["xylophone and zebra", "zebra"]
    assert np.count_nonzero(vectors.asked) == 2 and np.linalg.norm(vectors.asked) == pytest.approx(1)
    assert vectors.alone is not None and vectors.alone.tolist() == [0, 1, 0, 0], "what it asks, by itself"
    assert vectors.for_expected_questions_alone is not None
    assert (await given("xylophone"))[1].for_expected_questions_alone is None


async def test_the_halves_of_a_question_are_embedded_beside_it_and_leave_its_vectors_as_they_are() -> None:
    texts, vectors = await given("xylophone and zebra", halves=("xylophone", "zebra"))
    assert texts == ["xylophone and zebra", "xylophone", "zebra"]
    assert vectors.asked.tolist() == [1, 0, 0, 0]
    assert [one.asked.tolist() for one in vectors.halves] == [[0, 1, 0, 0], [0, 0, 1, 0]]
    assert (await given("xylophone"))[1].halves == ()

"""What models and stores gave once is given again, with the time it took counted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import numpy as np
from sqlalchemy import text

from civicsetu.evaluation.remembered_models import RememberedEmbedder, RememberedReranker, SavedTime
from civicsetu.evaluation.remembered_searches import RememberedResults, RememberedSearches
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retrievers.spec import RetrieverResources
from civicsetu.retrieval.signals import Signals
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings, Settings
from tests.retrieval.lantern_act import ScriptedReranker
from tests.retrieval.scripted import PROFILE


class Embedder:
    """Counts the texts it is asked for."""

    profile = PROFILE

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed_query(self, asked: str) -> Any:
        self.asked.append(asked)
        return np.full(4, len(asked), np.float32)

    async def embed_passages(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        return np.stack([await self.embed_query(one) for one in texts])

    embed_questions = embed_passages


async def test_each_text_is_embedded_once_for_each_purpose() -> None:
    saved, real = SavedTime(), Embedder()
    embedder = RememberedEmbedder(cast(Any, real), saved)
    first = await embedder.embed_query("lantern")
    assert saved.ms == 0 and np.array_equal(await embedder.embed_query("lantern"), first)
    assert saved.ms > 0, "the time it took the first time counts again"
    passages = await embedder.embed_passages(["lantern", "wall", "lantern"])
    assert [row[0] for row in passages] == [7, 4, 7] and real.asked == ["lantern", "lantern", "wall"]
    assert np.array_equal(await embedder.embed_passages(["wall"]), passages[1:2]) and len(real.asked) == 3
    assert len(await embedder.embed_questions(["lantern", "door"])) == 2 and real.asked[3:] == ["door"]
    saved.restart()
    assert saved.ms == 0


async def test_each_pair_is_scored_once() -> None:
    saved, real = SavedTime(), ScriptedReranker({"b": 0.9})
    reranker = RememberedReranker(cast(Any, real), saved)
    assert await reranker.score("q", ["a", "b"]) == [0.0, 0.9]
    assert await reranker.score("q", ["b", "c"]) == [0.9, 0.0]
    assert real.read == ["c"] and saved.ms > 0, "what it was given last"
    await reranker.score("other", ["a"])
    assert real.read == ["a"]


class Store:
    def __init__(self) -> None:
        self.asked: list[tuple[list[float], int]] = []

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: dict[str, object]
    ) -> Any:
        self.asked.append((embedding, k))
        return [(f"{filter} {k}", 0.1)]


class Graph:
    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []

    async def traverse(self, provision_ids: Sequence[str], **more: Any) -> Any:
        self.asked.append(provision_ids)
        return ["near"]


class Database:
    """Counts connections and statements."""

    def __init__(self) -> None:
        self.connections, self.statements = 0, 0

    @asynccontextmanager
    async def connect(self, within_s: float | None = None) -> Any:
        self.connections += 1
        yield self

    async def execute(self, statement: Any, values: Any = None) -> Any:
        self.statements += 1
        return [(values or {}).get("word", "no values")]


def sources(store: Store, graph: Graph, database: Database) -> RetrieverResources:
    opened = RetrieverResources(
        RetrievalSettings(),
        cast(Any, database),
        store,
        store,
        lambda: graph,
        Synonyms(),
        RetrievalThresholds(),
    )
    return RememberedSearches(SavedTime()).wrap_stores(opened)


async def test_the_same_search_is_made_once() -> None:
    store, graph = Store(), Graph()
    searched = sources(store, graph, Database())
    find = searched.store.asimilarity_search_with_score_by_vector
    first = await find([1.0], k=3, filter={"document": "a"})
    assert await find([1.0], k=3, filter={"document": "a"}) == first and len(store.asked) == 1
    await find([1.0], k=4, filter={"document": "a"})
    await find([1.0], k=3, filter={"document": "b"})
    await searched.question_index_store.asimilarity_search_with_score_by_vector(
        [1.0], k=3, filter={"document": "a"}
    )
    assert len(store.asked) == 4, "another depth, document or store is another search"
    walked = searched.graph()
    assert walked is not None
    assert [await walked.traverse(["x"], depth=1) for _ in range(2)] == [["near"], ["near"]]
    assert graph.asked == [["x"]]
    await walked.traverse(["x"], depth=2)
    assert len(graph.asked) == 2


async def test_a_statement_with_values_is_read_once_and_one_without_is_not_remembered() -> None:
    database = Database()
    searched = sources(Store(), Graph(), database)
    for word in ("lantern", "lantern", "wall"):
        async with searched.database.connect() as connection:
            assert list(await connection.execute(text("select :word"), {"word": word})) == [word]
    assert (database.connections, database.statements) == (2, 2), "no connection where nothing is read"
    for _ in range(2):
        async with searched.database.connect() as connection:
            await connection.execute(text("select 1"))
    assert (database.connections, database.statements) == (4, 4)


async def test_side_by_side_the_longest_search_counts_and_models_add_up() -> None:
    saved = SavedTime()
    saved.by_model(5)
    saved.by_model(6)
    saved.by_search("words", 3)
    saved.by_search("words", 4)
    saved.by_search("chunks", 5)
    assert saved.ms == 18


async def test_the_result_of_a_plan_is_found_once_unless_a_step_failed() -> None:
    saved, plans = SavedTime(), [RetrievalPlan("lantern"), RetrievalPlan("wall")]
    results = RememberedResults(Settings(_env_file=None), saved)  # type: ignore[call-arg]
    asked: list[str] = []

    async def found(plan: RetrievalPlan, version: str = "a", degraded: str = "") -> Retrieved:
        async def find() -> Retrieved:
            asked.append(f"{plan.query} {version}")
            return Retrieved((), (), None, Signals(), 0, 1.0, 1.0, (degraded,) if degraded else ())

        return await results.get_or_compute(plan, version, 0.0, find)

    first = await found(plans[0])
    assert saved.ms == 0 and await found(plans[0]) is first and saved.ms > 0
    await found(plans[1], degraded="No words.")
    await found(plans[1])
    await found(plans[0], "b")
    assert asked == ["lantern a", "wall a", "wall a", "lantern b"]

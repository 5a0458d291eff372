"""Vectors of questions: embedded once, shared where there is a Redis, right where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from civicsetu.errors import ModelTimeout
from civicsetu.models.profiles import EmbeddingProfile, get_profile
from civicsetu.retrieval.caching.cache_keys import vector_key
from civicsetu.retrieval.caching.query_vectors import QueryVectors, Vector
from civicsetu.settings import CacheSettings, Settings
from civicsetu.stores.shared_vectors import open_shared_vectors
from tests.stores.redis_server import free_port, running_redis, slow_redis

E5 = get_profile("e5-small-int8")


class Embedder:
    """Makes another vector for every text, and remembers what it embedded."""

    def __init__(self, profile: EmbeddingProfile = E5) -> None:
        self.profile, self.embedded, self.fails = profile, list[str](), False

    async def embed_questions(self, texts: Sequence[str]) -> Vector:
        if self.fails:
            raise ModelTimeout("slow")
        self.embedded += texts
        made = [np.random.default_rng(len(text)).normal(size=self.profile.dimension) for text in texts]
        return np.stack([cast(Vector, (one / np.linalg.norm(one)).astype(np.float32)) for one in made])


async def vector_of(vectors: QueryVectors, text: str) -> Vector:
    [vector] = await vectors.embed_queries([text])
    return vector


class Shared:
    """A Redis in memory: gives what it was told, whatever the key."""

    def __init__(self, given: Any = None) -> None:
        self.given, self.put_under = given, list[str]()

    async def get(self, key: str) -> Vector | None:
        return cast("Vector | None", self.given)

    async def put(self, key: str, vector: Vector) -> None:
        self.put_under.append(key)


def settings_of(redis_url: str = "", **cache: Any) -> Settings:
    return Settings(_env_file=None, redis_url=redis_url, cache=CacheSettings(**cache))  # type: ignore[call-arg,arg-type]


async def test_a_question_is_embedded_once() -> None:
    embedder = Embedder()
    vectors = QueryVectors(cast(Any, embedder), settings_of())
    first, again = await vector_of(vectors, "refund"), await vector_of(vectors, "refund")
    assert first is again and embedder.embedded == ["refund"]
    assert (vectors.counts.hits, vectors.counts.misses) == (1, 1)
    assert vectors.profile is E5


@pytest.mark.parametrize("other", ["Refund", "refund ", "refund?", "refund (promoter, delay)"])
async def test_a_text_that_embeds_otherwise_is_embedded_itself(other: str) -> None:
    embedder = Embedder()
    vectors = QueryVectors(cast(Any, embedder), settings_of())
    await vector_of(vectors, "refund")
    await vector_of(vectors, other)
    assert embedder.embedded == ["refund", other]


async def test_hindi_in_latin_letters_is_embedded_and_kept_as_its_gloss() -> None:
    embedder = Embedder()
    vectors = QueryVectors(cast(Any, embedder), settings_of())
    typed, other = await vectors.embed_queries(["kya paisa wapas milega?", "kya  paise wapas milega?"])
    assert typed is other and embedder.embedded == ["whether money back will get?"]


async def test_nobody_can_change_a_vector_for_the_next() -> None:
    vectors = QueryVectors(cast(Any, Embedder()), settings_of())
    given = await vector_of(vectors, "refund")
    with pytest.raises(ValueError, match="read-only"):
        given[0] = 7
    assert given.base is None, "no other name for the same numbers"


async def test_a_failure_is_not_kept() -> None:
    embedder = Embedder()
    vectors = QueryVectors(cast(Any, embedder), settings_of())
    embedder.fails = True
    with pytest.raises(ModelTimeout):
        await vector_of(vectors, "refund")
    embedder.fails = False
    assert (await vector_of(vectors, "refund")).shape == (384,)


async def test_switched_off_it_embeds_every_time_and_asks_nobody() -> None:
    embedder, shared = Embedder(), Shared()
    vectors = QueryVectors(cast(Any, embedder), settings_of(vectors=False), shared)
    for _ in range(3):
        await vector_of(vectors, "refund")
    assert len(embedder.embedded) == 3 and shared.put_under == []


async def test_what_another_worker_embedded_is_not_embedded_again() -> None:
    [of_other] = await Embedder().embed_questions(["refund"])
    embedder, shared = Embedder(), Shared(of_other)
    vectors = QueryVectors(cast(Any, embedder), settings_of(), shared)
    found = await vector_of(vectors, "refund")
    assert np.array_equal(found, of_other) and not found.flags.writeable
    assert embedder.embedded == [] and shared.put_under == []
    shared.given = None
    assert await vector_of(vectors, "refund") is found, "it is kept here, too"


@pytest.mark.parametrize(
    "given", [np.ones(4, np.float32) / 2, np.zeros(384, np.float32), np.ones(384, np.float32)],
    ids=["another dimension", "no direction", "not of unit length"],
)  # fmt: skip
async def test_what_is_no_vector_of_this_model_is_embedded_anew(given: Vector) -> None:
    embedder, shared = Embedder(), Shared(given)
    found = await vector_of(QueryVectors(cast(Any, embedder), settings_of(), shared), "refund")
    assert embedder.embedded == ["refund"] and np.linalg.norm(found) == pytest.approx(1)
    assert shared.put_under == [vector_key(E5, settings_of().models, "refund")]


async def test_two_workers_and_one_redis() -> None:
    with running_redis(free_port()) as url:
        stores = [open_shared_vectors(settings_of(url)) for _ in range(3)]
        embedders = [Embedder(), Embedder(), Embedder(get_profile("e5-small-fp32"))]
        workers = [
            QueryVectors(cast(Any, embedder), settings_of(url), store)
            for embedder, store in zip(embedders, stores, strict=True)
        ]
        found = [await vector_of(worker, "refund") for worker in workers]
        assert np.array_equal(found[0], found[1])
        assert [embedder.embedded for embedder in embedders] == [["refund"], [], ["refund"]]
        for store in stores:
            assert store is not None and store.state == "ok"
            await store.close()


async def test_without_its_redis_a_worker_goes_on_by_itself() -> None:
    for url in (f"redis://127.0.0.1:{free_port()}/0", None):
        async with slow_redis(after_s=0.5) as (slow, _):
            store, embedder = open_shared_vectors(settings_of(url or slow)), Embedder()
            vectors = QueryVectors(cast(Any, embedder), settings_of(url or slow), store)
            found = await asyncio.wait_for(vector_of(vectors, "refund"), 1)
            assert await vector_of(vectors, "refund") is found and embedder.embedded == ["refund"]
            assert store is not None and store.state == "degraded"
            await store.close()

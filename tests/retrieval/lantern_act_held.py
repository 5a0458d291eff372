"""The Lantern Act and its rules held in a real Postgres, with their keyphrases."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.question_index.indexed_texts import parse_indexed_texts
from civicsetu.corpus.read import parse_starter
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import QueryType
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.policy import plan_for
from civicsetu.retrieval.retriever import Retriever, Substitutes
from civicsetu.settings import RetrievalSettings, Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.holding import quiet
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    KARNATAKA_EXPECTED_QUESTIONS,
    KARNATAKA_KEYPHRASES,
    LANTERN_EXPECTED_QUESTIONS,
    LANTERN_KEYPHRASES,
    PLAIN,
    RULES_PLAIN,
    UTTAR_PRADESH,
    spec,
    state_rules,
)
from tests.retrieval.scripted import apart

FRONT = """---
document: {key}
edition: plain
text_as_of: 1960-01-01
basis: official
restated_from: an invented law
reviewed: read by nobody
holds: "{holds}"
---
"""


class WordVectors:
    """A vector of a text's words, so that texts are near each other that share words."""

    profile = EmbeddingProfile(name="words", backend="onnx", model_id="none", dimension=384, max_tokens=512)

    def count_tokens(self, passage: str) -> int:
        return len(passage.split())

    async def embed_query(self, asked: str) -> Any:
        vector = np.full(384, 0.001, np.float32)
        for word in split_words(asked):
            vector[zlib.crc32(word.encode()) % 384] += 1
        return vector / np.linalg.norm(vector)

    async def embed_passages(self, passages: Sequence[str], on_progress: Any = None) -> Any:
        return np.stack([await self.embed_query(passage) for passage in passages])

    embed_questions = embed_passages

    async def embed_queries(self, asked: Sequence[str]) -> list[Any]:
        return [await self.embed_query(one) for one in asked]


LAWS = (
    (spec(), PLAIN, "1-4", (LANTERN_KEYPHRASES, LANTERN_EXPECTED_QUESTIONS)),
    (state_rules(KARNATAKA), RULES_PLAIN, "3, 16", (KARNATAKA_KEYPHRASES, KARNATAKA_EXPECTED_QUESTIONS)),
    (state_rules(UTTAR_PRADESH), RULES_PLAIN.partition("## 16.")[0], "3", None),
)
"""The rules of Uttar Pradesh have no keyphrases."""


async def hold(database: Database) -> None:
    """Take the laws in with their keyphrases."""
    law, vectors = LawStore(database), cast(Any, WordVectors())
    registry = Registry({of.key: of for of, *_ in LAWS}, {})
    words = {of.key: parse_indexed_texts(of.key, *told) for of, _, _, told in LAWS if told}
    taker = Ingestion(
        database, law, lambda: vectors, vectors.profile, None, registry, 10**9, keyphrases=words.get
    )
    for of, body, holds, _ in LAWS:
        await taker.ingest(parse_starter(of, FRONT.format(key=of.key, holds=holds) + body), quiet)


async def open_lanterns(
    settings: Settings, database: Database, *, reranker: Any = None, **told: Any
) -> Retriever:
    """A retriever over those laws with these settings and thresholds; its graph is never there."""
    of_settings, thresholds = apart(told)
    return await Retriever.open(
        settings.model_copy(update={"retrieval": RetrievalSettings(**of_settings)}),
        database,
        LawStore(database),
        cast(Any, WordVectors()),
        reranker,
        lambda: None,
        instead=Substitutes(thresholds),
    )


def plan(query: str, *documents: str, **told: Any) -> RetrievalPlan:
    """What the policy makes of it under these settings and thresholds; of the Act alone unless told."""
    of_settings, thresholds = apart(told)
    return plan_for(query, QueryType.FACT, documents or (ACT,), RetrievalSettings(**of_settings), thresholds)

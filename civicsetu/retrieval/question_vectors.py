"""A question as vectors, one for each thing it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import words_of
from civicsetu.models.whitening import Whitening
from civicsetu.retrieval.plan import RetrievalPlan

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class QuestionVectors:
    """(dimension,) each, of unit length.

    `asked` is the question in its own words, `spoken` with the law's words behind its everyday ones.
    The law's chunks are compared with `spoken` as it is; phrases with `spoken` and expected questions
    with `asked`, both whitened.
    """

    asked: Vector
    spoken: Vector
    whitening: Whitening

    @cached_property
    def for_keyphrases(self) -> Vector:
        return self.whitening.questions(self.spoken)

    @cached_property
    def for_expected_questions(self) -> Vector:
        return self.whitening.questions(self.asked)


async def vectors_of(
    plan: RetrievalPlan, embedder: Any, whitening: Whitening, *, synonyms: bool
) -> QuestionVectors:
    """Embed the question; a follow-up's vectors lie between what it asks and what it goes on from.

    Raises:
        ModelError: the model gives none, or not in time.
    """
    texts = [plan.query, plan.asked_last] if plan.asked_last else [plan.query]
    asked = [await embedder.embed_query(text) for text in texts]
    said = asked
    if synonyms and (in_law := [spoken(text) for text in texts]) != texts:
        said = [await embedder.embed_query(text) for text in in_law]
    return QuestionVectors(between(asked), between(said), whitening)


def between(vectors: Sequence[Vector]) -> Vector:
    """The unit vector in the middle of unit vectors."""
    if len(vectors) == 1:
        return vectors[0]
    middle = np.sum(vectors, axis=0, dtype=np.float32)
    return np.asarray(middle / np.linalg.norm(middle), dtype=np.float32)


def spoken(query: str) -> str:
    """The question with the law's words for its everyday ones behind it, as it is embedded."""
    added = get_synonyms().added(words_of(query))
    return f"{query} ({', '.join(added)})" if added else query

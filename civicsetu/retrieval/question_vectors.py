"""A question as vectors, one for each thing it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.lexicon.tokens import words_of
from civicsetu.models.whitening import Whitening
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.protocols import QueryEmbedder

Vector = NDArray[np.float32]

_WEIGHT_OF_WHOLE = 2.0


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
    plans: Sequence[RetrievalPlan],
    embedder: QueryEmbedder,
    whitening: Whitening,
    synonyms: Synonyms,
    *,
    mean: bool,
) -> list[QuestionVectors]:
    """Embed the questions of all plans in one batch, each text once.

    With `mean`, what goes on from something (a follow-up, a part of a post) has vectors that lie between
    what it asks and the whole of it.

    Raises:
        ModelError: the model gives none, or not in time.
    """
    asked = [[plan.query, plan.asked_last] if plan.asked_last and mean else [plan.query] for plan in plans]
    said = [[spoken(text, synonyms) for text in texts] for texts in asked]
    wanted = list(dict.fromkeys(text for texts in (*asked, *said) for text in texts))
    of = dict(zip(wanted, await embedder.embed_queries(wanted), strict=True))
    return [
        QuestionVectors(_between([of[text] for text in own]), _between([of[text] for text in law]), whitening)
        for own, law in zip(asked, said, strict=True)
    ]


def _between(vectors: Sequence[Vector]) -> Vector:
    """The unit vector between the whole, which weighs more, and what is asked just now."""
    if len(vectors) == 1:
        return vectors[0]
    whole, asked = vectors
    middle = _WEIGHT_OF_WHOLE * whole + asked
    return np.asarray(middle / np.linalg.norm(middle), dtype=np.float32)


def spoken(query: str, synonyms: Synonyms) -> str:
    """The question with the law's words for its everyday ones behind it, as it is embedded."""
    added = synonyms.added(words_of(query))
    return f"{query} ({', '.join(added)})" if added else query

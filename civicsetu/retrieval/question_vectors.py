"""Embed a question: one vector for each kind of text it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.whitening import Whitening
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.protocols import QueryEmbedder

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AskedVectors:
    """The vectors of a text that asks, (dimension,) each, of unit length: as it was put, and with the law's words added."""

    asked: Vector
    spoken: Vector


@dataclass(frozen=True)
class QuestionVectors:
    """The vectors of one question, (dimension,) each, of unit length.

    `asked` is that of the question in its own words, `spoken` that of the question with the law's words
    added. Chunks are compared with `spoken` as it is, keyphrases with `spoken` and expected questions with
    `asked`, both whitened. `alone` is that of what a follow-up or a part asks, without what it goes on from (of a part with what
    the story tells of it; `itself` then are those of its words alone), and
    `alone_spoken` the same with the law's words added. `halves` are those of the things a question asks in a breath.
    `likelihoods` are those of the texts that late interaction compares, (texts,), where its tokens were read.
    """

    asked: Vector
    spoken: Vector
    whitening: Whitening
    alone: Vector | None = None
    alone_spoken: Vector | None = None
    itself: AskedVectors | None = None
    halves: tuple[AskedVectors, ...] = ()
    likelihoods: Vector | None = None

    @cached_property
    def for_keyphrases(self) -> Vector:
        return self.whitening.whiten_questions(self.spoken)

    @cached_property
    def for_expected_questions(self) -> Vector:
        return self.whitening.whiten_questions(self.asked)

    @property
    def of_own_words(self) -> Vector:
        """The vector of what is asked itself, without a story or what it goes on from."""
        if self.itself is not None:
            return self.itself.asked
        return self.asked if self.alone is None else self.alone

    @property
    def for_expected_questions_alone(self) -> Vector | None:
        return None if self.alone is None else self.whitening.whiten_questions(self.alone)


async def vectors_of(
    plans: Sequence[RetrievalPlan],
    embedder: QueryEmbedder,
    whitening: Whitening,
    synonyms: Synonyms,
    *,
    mean: bool,
    whole_weight: float,
) -> list[QuestionVectors]:
    """Embed the questions of all plans in one batch, each text once.

    With `mean`, a follow-up or a part of a post gets the weighted mean of the vectors of what it asks, which
    counts 1, and of the text with what it goes on from, which counts `whole_weight`.

    Raises:
        ModelError: the model fails, or is too late.
    """
    asked = [_texts(plan) if mean else [plan.query] for plan in plans]
    said = [[spoken(text, synonyms) for text in texts] for texts in asked]
    halves = [[(text, spoken(text, synonyms)) for text in plan.halves] for plan in plans]
    wanted = dict.fromkeys(text for texts in (*asked, *said) for text in texts)
    wanted |= dict.fromkeys(text for pairs in halves for pair in pairs for text in pair)
    of = dict(zip(wanted, await embedder.embed_queries(list(wanted)), strict=True))
    return [
        QuestionVectors(
            _between([of[text] for text in own], whole_weight),
            _between([of[text] for text in law], whole_weight),
            whitening,
            of[own[1]] if len(own) > 1 else None,
            of[law[1]] if len(law) > 1 else None,
            AskedVectors(of[own[2]], of[law[2]]) if len(own) > 2 else None,
            tuple(AskedVectors(of[as_put], of[in_law]) for as_put, in_law in pairs),
        )
        for own, law, pairs in zip(asked, said, halves, strict=True)
    ]


def _texts(plan: RetrievalPlan) -> list[str]:
    """The whole, then what is asked: of a part with what its story tells of it, last by its words alone."""
    return [text for text in (plan.query, plan.asked_last, plan.asked_itself) if text]


def _between(vectors: Sequence[Vector], whole_weight: float) -> Vector:
    """Return the unit vector of the weighted mean of the whole and of what is asked, the one or two vectors behind it."""
    whole, *asked = vectors
    if not asked:
        return whole
    middle = whole_weight * whole + _unit(np.sum(asked, axis=0))
    return _unit(middle)


def _unit(vector: Vector) -> Vector:
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def spoken(query: str, synonyms: Synonyms) -> str:
    """Return the question with the law's words for its everyday ones added, as it is embedded."""
    added = synonyms.list_additions(split_words(query))
    return f"{query} ({', '.join(added)})" if added else query

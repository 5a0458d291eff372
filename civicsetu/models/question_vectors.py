"""The vectors of a question: one for each kind of text it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.whitening import Whitening

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AskedVectors:
    """The vectors of a text that asks, (dimension,) each, of unit length: as it was put, and with the law's words added."""

    asked: Vector
    expanded: Vector


@dataclass(frozen=True)
class QuestionVectors:
    """The vectors of one question, (dimension,) each, of unit length.

    `asked` is that of the question in its own words, `expanded` that of the question with the law's words
    added. Chunks are compared with `expanded` as it is, keyphrases with `expanded` and expected questions with
    `asked`, both whitened. `alone` is that of what a follow-up or a part asks, without what it goes on from (of a part with what
    the story tells of it; `itself` then are those of its words alone), and
    `alone_expanded` the same with the law's words added. `halves` are those of the things a question asks in a breath.
    `likelihoods` are those of the texts that late interaction compares, (texts,), where its tokens were read.
    """

    asked: Vector
    expanded: Vector
    whitening: Whitening
    alone: Vector | None = None
    alone_expanded: Vector | None = None
    itself: AskedVectors | None = None
    halves: tuple[AskedVectors, ...] = ()
    likelihoods: Vector | None = None

    @cached_property
    def for_keyphrases(self) -> Vector:
        return self.whitening.whiten_questions(self.expanded)

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

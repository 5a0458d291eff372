"""A question as vectors, one for each thing it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.whitening import Whitening

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class QuestionVectors:
    """(dimension,) each, of unit length.

    `asked` is the question in its own words, `spoken` with the law's words behind its everyday ones.
    The law's chunks are compared with `spoken` as it is; phrases with `spoken` and situations
    with `asked`, both whitened.
    """

    asked: Vector
    spoken: Vector
    whitening: Whitening

    @cached_property
    def for_phrases(self) -> Vector:
        return self.whitening.questions(self.spoken)

    @cached_property
    def for_situations(self) -> Vector:
        return self.whitening.questions(self.asked)

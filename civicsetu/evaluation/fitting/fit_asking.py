"""Fit which sentences of a post ask something, to posts whose sentences readers marked.

Outsiders wrote the posts (`asking_sentences.jsonl`), marked each sentence, and a second reader marked them anew. One
of them wrote the posts that are kept apart: what is measured is another hand's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.lexicon.word_model import BUCKETS, WordModel
from civicsetu.models.packed import Floats
from civicsetu.query.asking_sentences import asks
from civicsetu.query.splitting.asking_model import AskingModel

_STRENGTH = 30.0


class AskingLabel(StrEnum):
    """Label of a sentence: asks something, continues what was asked just before it, or only narrates."""

    ASK = "ask"
    MORE = "more"
    TELL = "tell"


class MarkedPost(BaseModel):
    """The sentences of a post, in order, each with its mark."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    half: Literal["fit", "apart"]
    sentences: tuple[tuple[str, AskingLabel], ...] = Field(min_length=1)


@dataclass(frozen=True)
class AskingFit:
    """The model, and what it does with the posts kept apart: shares found and right, by it and by the patterns alone."""

    model: AskingModel
    fitted: int
    apart: int
    found: float
    right: float
    found_by_patterns: float
    right_by_patterns: float

    def write(self, path: Path) -> None:
        """Store the model."""
        self.model.write(path)


@lru_cache(maxsize=1)
def read_marked_posts() -> tuple[MarkedPost, ...]:
    """Return the posts that ship."""
    text = files("civicsetu.evaluation.fitting").joinpath("asking_sentences.jsonl").read_text("utf-8")
    return tuple(MarkedPost.model_validate_json(line) for line in text.splitlines())


def fit_asking(posts: Sequence[MarkedPost]) -> AskingFit:
    """Fit the model to one half, and hold it against the other.

    What goes on with an ask is neither fitted to nor counted: it is no question of its own, and no harm as one.
    """
    fit, apart = ([one for one in _marked(posts, half)] for half in ("fit", "apart"))
    model = _fit([text for text, _ in fit], [asks for _, asks in fit])
    asked = np.array([asks for _, asks in apart])
    told = np.array([model.asks(text) for text, _ in apart])
    by_patterns = np.array([asks(text) for text, _ in apart])
    return AskingFit(
        model,
        len(fit),
        len(apart),
        found=_share(told[asked]),
        right=_share(asked[told]),
        found_by_patterns=_share(by_patterns[asked]),
        right_by_patterns=_share(asked[by_patterns]),
    )


def _share(of: NDArray[np.bool_]) -> float:
    return float(of.mean()) if of.size else 0.0


def _marked(posts: Sequence[MarkedPost], half: str) -> list[tuple[str, bool]]:
    return [
        (text, mark is AskingLabel.ASK)
        for post in posts
        if post.half == half
        for text, mark in post.sentences
        if mark is not AskingLabel.MORE
    ]


def _fit(texts: Sequence[str], asked: Sequence[bool]) -> AskingModel:
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import LogisticRegression

    from civicsetu.evaluation.fitting.fit_word_models import table_of_words

    patterns = np.array([[float(asks(text))] for text in texts])
    model = LogisticRegression(C=_STRENGTH, max_iter=2000)
    model.fit(hstack([table_of_words(texts), csr_matrix(patterns)]).tocsr(), np.array(asked, dtype=int))
    weights: Floats = np.asarray(model.coef_[0], np.float32)
    return AskingModel(WordModel(weights[:BUCKETS], float(model.intercept_[0])), float(weights[BUCKETS]))

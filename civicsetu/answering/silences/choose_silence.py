"""Decide whether a question asks what the law held does not settle.

People ask of brokerage, cancellation charges or a last date for complaining, and the search finds neighbouring law for
each of them. A silence stands in place of that where the question is nearer to those that ask for it than to
those that any statement answers. The weights are fitted by `civicsetu eval fit-silences` and ship as data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from civicsetu.answering.composing.answer_with_statements import asks_rate_of_state
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.silences.cancellation import find_cancellation, of_who_cancelled
from civicsetu.answering.silences.missing_certificate import (
    is_settled_without_certificate,
    lacks_certificate,
    without_certificate,
)
from civicsetu.answering.silences.silence_index import SilenceIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.silences import Silence
from civicsetu.models.late_interaction import likelihoods_at
from civicsetu.models.packed import Floats
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.query.read_question import Query
from civicsetu.yaml_data import load_patterns, load_shipped

FEATURES = ("centre", "nearest", "words", "late")
"""By how much nearer the silence is to the question than any statement: by the middle of its questions, by the nearest of
them, by their words, and by how much likelier late interaction finds it."""
_UNLESS, _ONLY = " unless", " only"


@dataclass(frozen=True, slots=True)
class SilenceChosen:
    """A silence with the chance that it is what was asked, 0 to 1, and the statement that helps most beside it."""

    silence: Silence
    chance: float
    near: StatementHeld | None


@dataclass(frozen=True, slots=True)
class SilenceWeights:
    """A logistic model over `FEATURES`; `usual` is what each is for most questions."""

    intercept: float
    weights: Mapping[str, float]
    usual: Mapping[str, float]

    def chance(self, features: Mapping[str, float]) -> float:
        """Return the chance that the silence is what was asked; a feature that is not a number counts as usual."""
        told = {name: self.usual[name] if math.isnan(features[name]) else features[name] for name in FEATURES}
        total = self.intercept + sum(self.weights[name] * told[name] for name in FEATURES)
        return 1 / (1 + math.exp(-total))


def choose_silence(
    query: Query, vectors: QuestionVectors | None, silences: SilenceIndex, statements: StatementIndex
) -> SilenceChosen | None:
    """Return what the law held does not settle, if that is what is asked.

    None where the question names a provision, which is then told, where it wants a state's rate, where the case is one that
    the law settles, or where a law asked of was not read for it.
    """
    if vectors is None or query.references or asks_rate_of_state(query):
        return None
    found = _known_by_case(query, silences) or _likely_by_words(query, vectors, silences, statements)
    if found is None:
        return None
    likely, chance = found
    if is_settled_without_certificate(likely.id, query):
        return None
    name = of_who_cancelled(likely.id, query)
    silence = likely if name == likely.id else _named(name, silences)
    if silence is None or not _was_read(silence, query, silences):
        return None
    if lacks_certificate(query):
        silence = without_certificate(silence)
    held = (statements.get(one) for one in silence.near)
    near = next((one for one in held if one is not None and one.statement.law in query.documents), None)
    return SilenceChosen(silence, chance, near)


def find_likeliest(
    query: Query, vectors: QuestionVectors | None, silences: SilenceIndex, statements: StatementIndex, most: int
) -> list[Silence]:
    """Return at most so many silences of the laws asked of, the nearest to a question first, however near they are."""
    if vectors is None or not silences.held:
        return []
    asked = query.asked_last if query.is_part else query.just_asked
    nearness = sum(_nearness(asked, vectors, silences, statements))
    nearest = (silences.held[at] for at in np.argsort(-nearness, kind="stable"))
    return [one for one in nearest if _was_read(one, query, silences)][:most]


def _nearness(
    asked: str, vectors: QuestionVectors, silences: SilenceIndex, statements: StatementIndex
) -> tuple[Floats, Floats, Floats]:
    """How near each silence is to a question: by the middle of its questions, by the nearest of them, by their words."""
    whitened = statements.whiten_question(vectors.asked if vectors.alone is None else vectors.alone)
    return silences.centres @ whitened, silences.nearest_question(whitened), silences.asked_words.nearness(asked)


def _known_by_case(query: Query, silences: SilenceIndex) -> tuple[Silence, float] | None:
    """Return the silence that the asker's case is plainly about, with its chance."""
    known = find_cancellation(query) or known_by_words(query.just_asked)
    found = _named(known, silences)
    return None if found is None else (found, ANSWERING.named_chance)


def _named(name: str, silences: SilenceIndex) -> Silence | None:
    return next((one for one in silences.held if one.id == name), None)


def known_by_words(asked: str) -> str:
    """Return the id of the silence that a question asks for by its words alone; empty where none is known so."""
    patterns = load_patterns("civicsetu.answering.silences", "known_silences.yaml")
    for name, pattern in patterns.items():
        others = patterns.get(f"{name}{_UNLESS}")
        if others is not None and pattern.search(asked) and not others.search(asked):
            return name
    return ""


def speaks_of(name: str, asked: str) -> bool:
    """Return whether a question has the words without which it does not ask for that silence; true where it needs none."""
    needed = load_patterns("civicsetu.answering.silences", "known_silences.yaml").get(f"{name}{_ONLY}")
    return needed is None or needed.search(asked) is not None


def _likely_by_words(
    query: Query, vectors: QuestionVectors, silences: SilenceIndex, statements: StatementIndex
) -> tuple[Silence, float] | None:
    """Return the silence nearest to a question, with its chance, where that is likely enough."""
    found = nearest_silence(query.just_asked, vectors, silences, statements)
    if found is None:
        return None
    silence, features = found
    if not speaks_of(silence.id, query.just_asked):
        return None
    chance = get_silence_weights().chance(features)
    return None if chance < ANSWERING.least_silence else (silence, chance)


def nearest_silence(
    asked: str, vectors: QuestionVectors, silences: SilenceIndex, statements: StatementIndex
) -> tuple[Silence, dict[str, float]] | None:
    """Return the silence that a question is nearest to, with its features; None where none ships."""
    if not silences.held:
        return None
    whitened = statements.whiten_question(vectors.asked if vectors.alone is None else vectors.alone)
    centre, nearest, words = _nearness(asked, vectors, silences, statements)
    best = int(np.argmax(centre + nearest + words))
    others = (
        statements.centres @ whitened,
        statements.nearest_question(whitened),
        statements.asked_words.nearness(asked),
    )
    views = zip(FEATURES, (centre, nearest, words), others, strict=False)
    features = {name: float(near[best]) - _greatest(of) for name, near, of in views}
    likely = likelihoods_at(silences.late_rows, vectors.likelihoods)[best]
    likeliest = likelihoods_at(statements.late_rows, vectors.likelihoods)
    return silences.held[best], features | {
        "late": float(likely) - float(np.fmax.reduce(likeliest, initial=np.nan))
    }


def _greatest(values: Floats) -> float:
    return float(values.max()) if len(values) else 0.0


def _was_read(silence: Silence, query: Query, silences: SilenceIndex) -> bool:
    """Whether every law asked of that is read for silences was read for this one; of the others nothing is claimed."""
    return silences.laws & set(query.documents) <= set(silence.laws)


@lru_cache(maxsize=1)
def get_silence_weights() -> SilenceWeights:
    """Return the weights that ship."""
    data = load_shipped("civicsetu.answering.silences", "silences.yaml")
    weights, usual = ({name: float(data[of][name]) for name in FEATURES} for of in ("weights", "usual"))
    return SilenceWeights(float(data["intercept"]), weights, usual)

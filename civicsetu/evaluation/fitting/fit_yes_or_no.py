"""Fit what says yes or no as readers did, and measure it on questions that are compared with none of those fitted to.

It is fitted to the labelled questions but for those kept apart, each compared with the others of its statement that ship, and measured on
those apart: what is said of these with the statement that leads is right, the wrong way round, or said where a reader says neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from civicsetu.answering.composing.polar.by_claim import FEATURES as CLAIM_FEATURES
from civicsetu.answering.composing.polar.by_claim import FILE as CLAIMS
from civicsetu.answering.composing.polar.by_claim import NOT_RIGHT, ClaimModel, features_of_claim
from civicsetu.answering.composing.polar.by_people import (
    FEATURES,
    YesOrNoModel,
    features_of,
    find_like_questions,
    say_as_readers_did,
)
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.corpus.statements.asked_questions import AskedWord
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, LabelledQuestion, labelled_questions
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.packed import Floats
from civicsetu.query.asking import Asking

_STRENGTH = 0.003
_CLAIM_STRENGTH = 0.1
_NEVER = -9.0
_MEANT = {NOT_RIGHT: AskedWord.NO.value}
_LEAST = 100
_CONSTANT = 1e-6


class EmbedsQuestions(Protocol):
    """Protocol of an embedder of questions, (n, dimension)."""

    async def embed_questions(self, texts: Sequence[str]) -> Floats: ...


@dataclass(frozen=True)
class YesOrNoFit:
    """The models, and of the questions apart how many have a word, and how many are said, rightly, wrongly and needlessly.

    The words said of a builder's claim are among these; how many they are tells `claims`.
    """

    model: YesOrNoModel
    claim_model: ClaimModel
    fitted: int
    apart: int
    worded: int
    right: int
    wrong: int
    needless: int
    claims: int

    def write(self, path: Path) -> None:
        """Write the model as `answering/composing/polar/by_people.npz`, and that of claims beside it.

        Raises:
            InputError: it cannot be written there.
        """
        self.model.write(path)
        claims = path.with_name(CLAIMS)
        try:
            claims.write_text(self.claim_model.dump(), "utf-8")
        except OSError as error:
            raise InputError(user_message=f"{claims} cannot be written: {error.strerror}.") from error


async def fit_yes_or_no(index: StatementIndex, embedder: EmbedsQuestions) -> YesOrNoFit:
    """Fit the model, and measure it on the labelled questions that are not compared.

    Raises:
        InputError: too few questions have a word.
        ModelError: they cannot be embedded.
    """
    labelled = [one for one in labelled_questions() if one.lead and one.lead[0] in index.place]
    to_fit = [one for one in labelled if one.half is LabelledHalf.FIT]
    apart = [one for one in labelled if one.half is LabelledHalf.APART]
    of_fit = await embedder.embed_questions([gloss(one.text) for one in to_fit])
    model = _fit(to_fit, of_fit, index)
    claim_model = _fit_claims(to_fit, of_fit, index, model)
    vectors = await embedder.embed_questions([gloss(one.text) for one in apart])
    said = [
        _said(one, index.whiten_question(vector), index, model, claim_model) for one, vector in zip(apart, vectors, strict=True)
    ]
    pairs = [(_MEANT.get(word, word), one.word) for word, one in zip(said, apart, strict=True) if word]
    return YesOrNoFit(
        model,
        claim_model,
        len(to_fit),
        len(apart),
        sum(bool(one.word) for one in apart),
        sum(word == told.value for word, told in pairs),
        sum(bool(told) and word != told.value for word, told in pairs),
        sum(not told for _, told in pairs),
        sum(word in _MEANT for word in said),
    )


def _said(question: LabelledQuestion, whitened: Floats, index: StatementIndex, model: YesOrNoModel, claims: ClaimModel) -> str:
    lead = index.held[index.place[question.lead[0]]]
    return say_as_readers_did(Asking(question.text), whitened, lead, index, model, claims)


def _fit_claims(
    questions: Sequence[LabelledQuestion], vectors: Floats, index: StatementIndex, model: YesOrNoModel
) -> ClaimModel:
    """Fit to the questions whether what somebody says is right, whoever says it: the builder's alone are too few."""
    from sklearn.linear_model import LogisticRegression

    rows: list[list[float]] = []
    labels: list[bool] = []
    for one, vector in zip(questions, vectors, strict=True):
        asking = Asking(one.text)
        if not asking.frame.believed:
            continue
        at = index.place[one.lead[0]]
        told = features_of(asking.frame, find_like_questions(index.whiten_question(vector), at, index, one.text))
        if told is not None:
            found = features_of_claim(asking, index.held[at].statement.says, model.chances(told))
            rows.append([found[name] for name in CLAIM_FEATURES])
            labels.append(one.word is AskedWord.NO)
    if len(set(labels)) < 2:
        return ClaimModel(_NEVER, dict.fromkeys(CLAIM_FEATURES, 0.0))
    table = np.asarray(rows)
    means, scales = table.mean(0), table.std(0) + _CONSTANT
    fitted = LogisticRegression(C=_CLAIM_STRENGTH, max_iter=2000).fit((table - means) / scales, labels)
    weights = fitted.coef_[0] / scales
    intercept = float(fitted.intercept_[0] - weights @ means)
    return ClaimModel(round(intercept, 3), {name: round(float(one), 3) for name, one in zip(CLAIM_FEATURES, weights, strict=True)})


def _fit(questions: Sequence[LabelledQuestion], vectors: Floats, index: StatementIndex) -> YesOrNoModel:
    """Fit to labelled questions and their vectors, (n, dimension), each compared with those that ship but itself."""
    from sklearn.linear_model import LogisticRegression

    rows: list[Floats] = []
    labels: list[bool] = []
    for one, vector in zip(questions, vectors, strict=True):
        like = find_like_questions(index.whiten_question(vector), index.place[one.lead[0]], index, one.text)
        told = features_of(Asking(one.text).frame, like)
        if told is not None:
            rows.extend(told)
            labels.extend([one.word is AskedWord.YES, one.word is AskedWord.NO])
    if sum(labels) < _LEAST:
        message = "There are too few questions with a yes or no to fit when one is said."
        raise InputError(message, user_message=message)
    table = np.asarray(rows, np.float32)
    nothing = np.zeros((len(FEATURES), len(FEATURES)), np.float32)
    even = YesOrNoModel(table.mean(0), table.std(0) + _CONSTANT, nothing[0], nothing, 0.0)
    told = even.standard(table)
    first, second = np.triu_indices(len(FEATURES))
    fitted = LogisticRegression(C=_STRENGTH, max_iter=3000).fit(np.hstack([told, told[:, first] * told[:, second]]), labels)
    weights = fitted.coef_[0]
    pairs = nothing.copy()
    pairs[first, second] = weights[len(FEATURES) :]
    single = np.asarray(weights[: len(FEATURES)], np.float32)
    return YesOrNoModel(even.means, even.scales, single, pairs, float(fitted.intercept_[0]))

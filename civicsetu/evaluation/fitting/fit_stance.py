"""Fit the stance model to the texts that ship: no golden question is looked at.

On one side are wishes to break the law, on the other the same wrongs told by whom they are done to, what people
ask about the law held, and the questions of every other kind. How it does is told by ten-fold cross-validation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from civicsetu.corpus.question_index.indexed_texts import own_indexed_texts
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.answerability.stance import BUCKETS, StanceModel, places_of
from civicsetu.retrieval.scope_kinds import ScopeKind
from civicsetu.yaml_data import load_words

_STRENGTH = 10.0
_FOLDS = 10
_SHARES = {"wish": 1.0, "border": 0.5, "law": 0.3, "other": 0.2}
"""The weight of each group of texts, however many there are."""


@dataclass(frozen=True)
class StanceFit:
    """The model, and what it does with texts it has not seen: of wishes known, of others taken for one."""

    model: StanceModel
    wishes: float
    others: float


def fit_stance(documents: Sequence[str]) -> StanceFit:
    """Fit the model to the texts that ship for these documents.

    Raises:
        CorpusError: a file is malformed.
    """
    grouped = [*_own_texts(), *_more_texts(), *_texts_of_law(documents)]
    return fit([text for _, text in grouped], [group for group, _ in grouped])


def fit(texts: Sequence[str], groups: Sequence[str]) -> StanceFit:
    """Fit the model to texts, each of a group of `_SHARES`."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    found = [places_of(text) for text in texts]
    lengths = np.array([len(places) for places in found])
    values = np.repeat(1 / np.sqrt(np.maximum(lengths, 1)), lengths)
    columns = np.concatenate([np.array(places, dtype=np.int64) for places in found])
    table = csr_matrix((values, columns, np.concatenate([[0], np.cumsum(lengths)])), shape=(len(texts), BUCKETS))
    is_wish = np.array([group == "wish" for group in groups], dtype=int)
    weights = _weights(groups)
    model = LogisticRegression(C=_STRENGTH, max_iter=1000)
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    unseen = cross_val_predict(
        model, table, is_wish, cv=folds, method="decision_function", params={"sample_weight": weights}
    )
    model.fit(table, is_wish, sample_weight=weights)
    fitted = StanceModel(np.asarray(model.coef_[0], np.float32), float(model.intercept_[0]))
    return StanceFit(fitted, float((unseen[is_wish == 1] > 0).mean()), float((unseen[is_wish == 0] > 0).mean()))


def _weights(groups: Sequence[str]) -> NDArray[np.float64]:
    counted = {group: groups.count(group) for group in _SHARES}
    return np.array([len(groups) * _SHARES[group] / counted[group] for group in groups])


def _own_texts() -> list[tuple[str, str]]:
    groups = {ScopeKind.WRONGDOING: "wish", ScopeKind.IN_SCOPE: "border"}
    return [
        (groups.get(text.kind, "other"), text.text)
        for text in scope_texts()
        if text.kind in groups or text.is_question
    ]


def _more_texts() -> list[tuple[str, str]]:
    """Return the texts that only this model is fitted to (`stances.yaml`)."""
    text = files("civicsetu.evaluation.fitting").joinpath("stances.yaml").read_text("utf-8")
    found = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
    return [(group, one) for group, texts in found.items() for one in texts]


def _texts_of_law(documents: Sequence[str]) -> list[tuple[str, str]]:
    expected = (own_indexed_texts(key).expected_questions for key in documents)
    asked = [text for by_unit in expected for texts in by_unit.values() for text in texts]
    told = [text for texts in get_statement_questions().values() for text in texts]
    return [("law", text) for text in (*asked, *told)]

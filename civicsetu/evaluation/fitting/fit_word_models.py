"""Fit the models that read words alone to the texts that ship: no golden question is looked at.

For the stance model, on one side are wishes to break the law, on the other the same wrongs told by whom they are done
to, what people ask about the law held, and the questions of every other kind. For the field model, on one side is
all that is asked of the law held, on the other what is asked of other laws and of none. How a model does is shown by
ten-fold cross-validation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from civicsetu.corpus.question_index.indexed_texts import own_indexed_texts
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.lexicon.word_model import BUCKETS, WordModel, places_of
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.scope_kinds import ScopeKind
from civicsetu.yaml_data import load_words

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_STRENGTH = 10.0
_ROUNDS = 1000
_FOLDS = 10
_SHARES = {"wish": 1.0, "border": 0.5, "law": 0.3, "other": 0.2}
"""The weight of each group of texts of the stance model, however many there are."""
_SHARES_OF_FIELD = {"ours": 1.0, "another": 1.0}
_OF_NONE_OF_OURS = frozenset({ScopeKind.OTHER_LAW, ScopeKind.NO_QUESTION})


@dataclass(frozen=True)
class WordFit:
    """The model, and what it does with texts it has not seen: of those meant known, of others taken for one."""

    model: WordModel
    known: float
    mistaken: float


def fit_stance(documents: Sequence[str]) -> WordFit:
    """Fit the stance model to the texts that ship for these documents.

    Raises:
        CorpusError: a file is malformed.
    """
    grouped = [*_own_texts(), *_more_texts(), *_questions_of_law(documents)]
    return fit([text for _, text in grouped], [group for group, _ in grouped], "wish", _SHARES)


def fit_field(documents: Sequence[str]) -> WordFit:
    """Fit the field model to the texts that ship for these documents.

    Raises:
        CorpusError: a file is malformed.
    """
    ours = [*(text for _, text in _questions_of_law(documents)), *_keyphrases(documents)]
    grouped = [("another" if one.kind in _OF_NONE_OF_OURS else "ours", one.text) for one in scope_texts()]
    grouped += [("ours", text) for text in ours]
    return fit([text for _, text in grouped], [group for group, _ in grouped], "ours", _SHARES_OF_FIELD)


def fit(texts: Sequence[str], groups: Sequence[str], meant: str, shares: Mapping[str, float]) -> WordFit:
    """Fit a model that tells the texts of the group `meant` from those of others; `shares` weigh the groups."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    is_meant = np.array([group == meant for group in groups], dtype=int)
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    unseen = cross_val_predict(
        LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS),
        table_of_words(texts),
        is_meant,
        cv=folds,
        method="decision_function",
        params={"sample_weight": _weights(groups, shares)},
    )
    fitted = fit_word_model(texts, groups, meant, shares)
    return WordFit(fitted, float((unseen[is_meant == 1] > 0).mean()), float((unseen[is_meant == 0] > 0).mean()))


def fit_word_model(texts: Sequence[str], groups: Sequence[str], meant: str, shares: Mapping[str, float]) -> WordModel:
    """Return the model that `fit` fits, without measuring it."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS)
    model.fit(table_of_words(texts), [group == meant for group in groups], sample_weight=_weights(groups, shares))
    return WordModel(np.asarray(model.coef_[0], np.float32), float(model.intercept_[0]))


def table_of_words(texts: Sequence[str]) -> csr_matrix:
    """Return the features of texts, as `WordModel.score` weighs them; (texts, BUCKETS)."""
    from scipy.sparse import csr_matrix

    found = [places_of(text) for text in texts]
    lengths = np.array([len(places) for places in found])
    values = np.repeat(1 / np.sqrt(np.maximum(lengths, 1)), lengths)
    columns = np.concatenate([np.array(places, dtype=np.int64) for places in found])
    return csr_matrix((values, columns, np.concatenate([[0], np.cumsum(lengths)])), shape=(len(texts), BUCKETS))


def _weights(groups: Sequence[str], shares: Mapping[str, float]) -> NDArray[np.float64]:
    counted = {group: groups.count(group) for group in shares}
    return np.array([len(groups) * shares[group] / counted[group] for group in groups])


def _own_texts() -> list[tuple[str, str]]:
    groups = {ScopeKind.WRONGDOING: "wish", ScopeKind.IN_SCOPE: "border"}
    return [
        (groups.get(text.kind, "other"), text.text)
        for text in scope_texts()
        if text.kind in groups or text.is_question
    ]


def _more_texts() -> list[tuple[str, str]]:
    """Return the texts that only the stance model is fitted to (`stances.yaml`)."""
    text = files("civicsetu.evaluation.fitting").joinpath("stances.yaml").read_text("utf-8")
    found = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
    return [(group, one) for group, texts in found.items() for one in texts]


def _questions_of_law(documents: Sequence[str]) -> list[tuple[str, str]]:
    expected = (own_indexed_texts(key).expected_questions for key in documents)
    asked = [text for by_unit in expected for texts in by_unit.values() for text in texts]
    told = [text for texts in get_statement_questions().values() for text in texts]
    return [("law", text) for text in (*asked, *told)]


def _keyphrases(documents: Sequence[str]) -> list[str]:
    units = (by_language for key in documents for by_language in own_indexed_texts(key).units.values())
    return [phrase for by_language in units for phrases in by_language.values() for phrase in phrases]

"""Fit a model of words that tells one of several classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from civicsetu.evaluation.fitting.fit_word_models import table_of_words
from civicsetu.lexicon.word_classes import WordClasses

_ROUNDS = 3000


def fit_word_classes(texts: Sequence[str], classes: Sequence[str], strength: float, evenness: float) -> WordClasses:
    """Fit the model to texts and the class of each.

    `evenness` tells how even the classes count, however many texts each has: 1 alike, 0 as they come. The more `strength`,
    the closer the fit.
    """
    from sklearn.linear_model import LogisticRegression

    counted = Counter(classes)
    weights = np.array([counted[one] ** -evenness for one in classes])
    model = LogisticRegression(C=strength, max_iter=_ROUNDS)
    model.fit(table_of_words(texts), classes, sample_weight=weights / weights.mean())
    return WordClasses(
        tuple(map(str, model.classes_)), np.asarray(model.coef_, np.float32), np.asarray(model.intercept_, np.float32)
    )

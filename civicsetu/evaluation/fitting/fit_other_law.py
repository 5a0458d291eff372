"""Fit by which words another law settles what is asked, and which law.

Outsiders wrote what people ask in posts about a home, of the law held and of others, and said of which
(`asks_by_law.jsonl`); one of them wrote what is kept apart, post by post, so that what is measured is another hand's. The
texts of other topics that ship, the labelled questions, and what people ask of the statements, are fitted to with less
weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.evaluation.fitting.fit_word_classes import fit_word_classes
from civicsetu.evaluation.fitting.fit_word_models import table_of_words
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, labelled_questions
from civicsetu.law.other_laws import OtherLaw
from civicsetu.lexicon.word_classes import WordClasses
from civicsetu.lexicon.word_model import WordModel
from civicsetu.retrieval.answerability.other_law_model import UNNAMED, OtherLawModel
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.scope_kinds import ScopeKind
from civicsetu.retrieval.thresholds import ANSWERABILITY

OURS = "ours"
_STRENGTH = 20.0
_STRENGTH_OF_LAWS = 30.0
_EVENNESS = 0.5
_ROUNDS = 500
_WEIGHT_OF_ASKS = 6.0
_EACH_OF_STATEMENTS = 3
_WEIGHTS_KEPT = 4000
"""Of the words of a law so many are kept, those that weigh most."""


class AskByLaw(BaseModel):
    """A question of a post, and the law that settles it: the law held, one of the closed list, or another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    half: Literal["fit", "apart"]
    text: str = Field(min_length=1)
    law: Literal["ours", "other"] | OtherLaw


@dataclass(frozen=True)
class OtherLawFit:
    """The model, and counts of what is kept apart: of other laws, known as such, given their law; of the law held, taken for another's."""

    model: OtherLawModel
    fitted: int
    of_others: int
    known: int
    named: int
    ours: int
    taken: int

    def write(self, path: Path) -> None:
        """Store the model."""
        self.model.write(path)


@lru_cache(maxsize=1)
def read_asks_by_law() -> tuple[AskByLaw, ...]:
    """Return what ships."""
    text = files("civicsetu.evaluation.fitting").joinpath("asks_by_law.jsonl").read_text("utf-8")
    return tuple(AskByLaw.model_validate_json(line) for line in text.splitlines())


def fit_other_law(asks: Sequence[AskByLaw]) -> OtherLawFit:
    """Fit the model to one half, with the texts that ship, and hold it against the other.

    Raises:
        CorpusError: a file is malformed.
    """
    fit, apart = ([one for one in asks if one.half == half] for half in ("fit", "apart"))
    told = [(one.text, str(one.law), _WEIGHT_OF_ASKS) for one in fit]
    shipped = _texts_that_ship()
    of_a_law = [(text, law) for text, law, _ in told if law != OURS]
    of_a_law += [(text, law) for text, law, _ in shipped if law not in (OURS, UNNAMED)]
    model = OtherLawModel(_fit_another([*told, *shipped]), _fit_laws(of_a_law))
    return measure(model, apart, len(told) + len(shipped))


def measure(model: OtherLawModel, apart: Sequence[AskByLaw], fitted: int) -> OtherLawFit:
    """Measure a model on the questions that are kept apart."""
    others = [one for one in apart if one.law != OURS]
    ours = [one for one in apart if one.law == OURS]
    known = [one for one in others if _is_known(model, one.text)]
    named = sum(model.laws.likeliest(one.text, ANSWERABILITY.other_law_chance) == one.law for one in known)
    taken = sum(_is_known(model, one.text) for one in ours)
    return OtherLawFit(model, fitted, len(others), len(known), named, len(ours), taken)


def _is_known(model: OtherLawModel, text: str) -> bool:
    return model.another.score(text) >= ANSWERABILITY.other_law_odds


def _texts_that_ship() -> list[tuple[str, str, float]]:
    """Return the texts of topics with their law, and of what people ask of the law held, with their weight."""
    laws = {ScopeKind.OTHER_LAW: UNNAMED, ScopeKind.IN_SCOPE: OURS}
    topics = [(one.text, str(one.law or laws[one.kind]), 1.0) for one in scope_texts() if one.kind in laws]
    asked = [text for texts in get_statement_questions().values() for text in texts]
    labelled = [one.text for one in labelled_questions() if one.half is LabelledHalf.FIT and one.lead]
    return [*topics, *((text, OURS, 0.5) for text in asked[::_EACH_OF_STATEMENTS]), *((text, OURS, 1.0) for text in labelled)]


def _fit_another(texts: Sequence[tuple[str, str, float]]) -> WordModel:
    """Fit the log odds that another law settles a text: none where it has no known word. Both sides count alike."""
    from sklearn.linear_model import LogisticRegression

    of_another = np.array([law != OURS for _, law, _ in texts])
    weights = np.array([weight for *_, weight in texts])
    weights = weights / np.where(of_another, weights[of_another].sum(), weights[~of_another].sum())
    model = LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS, fit_intercept=False)
    model.fit(table_of_words([text for text, *_ in texts]), of_another, sample_weight=weights / weights.mean())
    return WordModel(np.asarray(model.coef_[0], np.float32), 0.0)


def _fit_laws(texts: Sequence[tuple[str, str]]) -> WordClasses:
    """Fit which law it is, and keep of each the words that weigh most."""
    fitted = fit_word_classes([text for text, _ in texts], [law for _, law in texts], _STRENGTH_OF_LAWS, _EVENNESS)
    return WordClasses(fitted.classes, np.array([_heaviest(one) for one in fitted.weights]), fitted.biases)


def _heaviest(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    sizes = np.abs(weights)
    least = np.partition(sizes, -_WEIGHTS_KEPT)[-_WEIGHTS_KEPT]
    return np.where(sizes >= least, weights, 0).astype(np.float32)

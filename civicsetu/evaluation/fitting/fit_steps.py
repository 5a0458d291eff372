"""Fit whether somebody wants to know what to do, to questions of which readers said it.

Of questions that outsiders wrote for other models, readers said what an answer must give; more that ask for a way, and
as many that only sound like it, were written for this one. Questions of hands that wrote none of those are kept apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.evaluation.fitting.fit_word_models import fit_word_model
from civicsetu.lexicon.word_model import WordModel
from civicsetu.query.asking import AskedKind, Asking
from civicsetu.query.thresholds import READING

_SHARES = {"steps": 0.5, "other": 1.0}
"""The weight of each side, however many texts it has."""


class StepsQuestion(BaseModel):
    """A question, and whether its answer must say what to do or how to go about it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    half: Literal["fit", "apart"]
    text: str = Field(min_length=1)
    steps: bool


@dataclass(frozen=True)
class StepsFit:
    """The model, and counts of the questions apart: that want steps, said to, rightly; the last two by phrases, too."""

    model: WordModel
    fitted: int
    wanting: int
    told: int
    right: int
    told_by_phrases: int
    right_by_phrases: int

    def write(self, path: Path) -> None:
        """Store the model."""
        self.model.write(path)


@lru_cache(maxsize=1)
def read_steps_questions() -> tuple[StepsQuestion, ...]:
    """Return the questions that ship."""
    text = files("civicsetu.evaluation.fitting").joinpath("steps_questions.jsonl").read_text("utf-8")
    return tuple(StepsQuestion.model_validate_json(line) for line in text.splitlines())


def fit_steps(questions: Sequence[StepsQuestion]) -> StepsFit:
    """Fit the model to one half, and hold it against the other."""
    texts, apart = ([one for one in questions if one.half == half] for half in ("fit", "apart"))
    groups = ["steps" if one.steps else "other" for one in texts]
    model = fit_word_model([one.text for one in texts], groups, "steps", _SHARES)
    told = [one for one in apart if model.score(one.text) >= READING.steps_odds]
    by_phrases = [one for one in apart if Asking(one.text).kind is AskedKind.REMEDY]
    wanting = sum(one.steps for one in apart)
    return StepsFit(model, len(texts), wanting, *_count(told), *_count(by_phrases))


def _count(told: Sequence[StepsQuestion]) -> tuple[int, int]:
    return len(told), sum(one.steps for one in told)

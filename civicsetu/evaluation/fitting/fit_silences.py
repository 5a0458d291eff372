"""Fit what tells that a question asks what the law held does not settle, on labelled questions.

A logistic model over how much nearer the nearest silence is than any statement. It is fitted to one half and
measured on the other: a wrong silence takes an answer from somebody, so that precision counts before recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from civicsetu.answering.part_turn import PartTurn, Trace
from civicsetu.answering.service import AnsweringService
from civicsetu.answering.silences.choose_silence import FEATURES, SilenceWeights, nearest_silence
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.fit_statements import usual_of
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, LabelledQuestion
from civicsetu.evaluation.runner import ask_final
from civicsetu.progress import Progress

_STRENGTH = 1.0
_LEAST = 10
_HEAD = "# Fitted by `civicsetu eval fit-silences`: what each feature counts for the chance that a silence is what was asked.\n"


@dataclass(frozen=True)
class SilenceSample:
    """A question's features for the silence nearest to it, and whether that is what it asks; `asks_one` whether it asks any."""

    features: dict[str, float]
    right: bool
    asks_one: bool
    half: LabelledHalf


@dataclass(frozen=True)
class SilenceFit:
    """The fitted weights; on the half apart, of what is told as a silence how much is right, and of what must be how much is."""

    weights: SilenceWeights
    samples: int
    precision: float
    recall: float
    lost: float

    def write(self, path: Path) -> None:
        """Write them as `answering/silences/silences.yaml`."""
        data = {
            "intercept": round(self.weights.intercept, 3),
            "weights": {name: round(self.weights.weights[name], 3) for name in FEATURES},
            "usual": {name: round(self.weights.usual[name], 3) for name in FEATURES},
        }
        path.write_text(_HEAD + yaml.safe_dump(data, sort_keys=False), "utf-8")


async def collect_silence_samples(
    service: AnsweringService, questions: Sequence[LabelledQuestion], progress: Progress
) -> list[SilenceSample]:
    """Ask the questions, and read how near each is to the nearest silence; posts of several parts are left out."""
    samples: list[SilenceSample] = []
    statements, silences = await service.statement_index(), await service.silence_index()
    if statements is None or silences is None:
        return samples
    for number, question in enumerate(questions, start=1):
        progress("asking", number / len(questions))
        final = await ask_final(service, [question.text], None)
        if final is None or not isinstance(final.trace, Trace) or len(final.trace.parts) != 1:
            continue
        turn: PartTurn = final.trace.parts[0]
        if turn.found is None or turn.found.vectors is None or turn.query.references:
            continue
        found = nearest_silence(turn.query.just_asked, turn.found.vectors, silences, statements)
        if found is not None:
            right = found[0].id == question.silence
            samples.append(SilenceSample(found[1], right, bool(question.silence), question.half))
    return samples


def fit_silences(samples: Sequence[SilenceSample]) -> SilenceFit:
    """Fit the model, and measure it on the half apart.

    Raises:
        InputError: too few questions ask for a silence.
    """
    from sklearn.linear_model import LogisticRegression

    to_fit = [one for one in samples if one.half is LabelledHalf.FIT]
    if sum(one.right for one in to_fit) < _LEAST:
        message = "There are too few questions that ask for a silence to fit what tells them."
        raise InputError(message, user_message=message)
    table = np.array([[one.features[name] for name in FEATURES] for one in to_fit])
    usual, scales = usual_of(table)
    table = np.where(np.isfinite(table), table, usual)
    model = LogisticRegression(C=_STRENGTH, max_iter=1000).fit(table / scales, [one.right for one in to_fit])
    weights = SilenceWeights(
        float(model.intercept_[0]),
        dict(zip(FEATURES, (model.coef_[0] / scales).tolist(), strict=True)),
        dict(zip(FEATURES, usual.tolist(), strict=True)),
    )
    apart = [one for one in samples if one.half is LabelledHalf.APART]
    told = [one for one in apart if weights.chance(one.features) >= ANSWERING.least_silence]
    must = [one for one in apart if one.asks_one]
    others = [one for one in apart if not one.asks_one]
    return SilenceFit(
        weights,
        len(samples),
        sum(one.right for one in told) / max(len(told), 1),
        sum(one.right for one in told) / max(len(must), 1),
        sum(not one.asks_one for one in told) / max(len(others), 1),
    )

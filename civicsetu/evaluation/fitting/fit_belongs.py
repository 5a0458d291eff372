"""Fit what tells that a statement belongs behind the one that leads, on labelled questions.

Of each question the likeliest statement that a reader would lead with is taken as the lead; the others found belong
behind it where the reader put them there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from civicsetu.answering.composing.answer_with_statements import rank_statements
from civicsetu.answering.composing.behind.belongs import FEATURES, BelongsModel, features_behind
from civicsetu.answering.part_turn import Trace
from civicsetu.answering.service import AnsweringService
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, LabelledQuestion
from civicsetu.evaluation.runner import ask_final
from civicsetu.progress import Progress

_STRENGTH = 0.3
_LEAST = 20
_MOST = 2
_HEAD = "# Fitted by `civicsetu eval fit-belongs`: what each feature counts for the chance that a statement belongs behind the lead.\n"


@dataclass(frozen=True)
class BehindSample:
    """One question: the features of each statement that may follow its lead, and which of them belong there."""

    features: tuple[dict[str, float], ...]
    belongs: tuple[bool, ...]
    wanted: int
    half: LabelledHalf


@dataclass(frozen=True)
class BelongsFit:
    """The fitted model; on the half apart, how much of what it puts behind the lead belongs there, and of what belongs how much it puts."""

    model: BelongsModel
    samples: int
    precision: float
    recall: float

    def write(self, path: Path) -> None:
        """Write it as `answering/composing/behind/belongs.yaml`."""
        data = {
            "intercept": round(self.model.intercept, 3),
            "weights": {name: round(self.model.weights[name], 3) for name in FEATURES},
        }
        path.write_text(_HEAD + yaml.safe_dump(data, sort_keys=False), "utf-8")


async def collect_behind_samples(
    service: AnsweringService, questions: Sequence[LabelledQuestion], progress: Progress
) -> list[BehindSample]:
    """Ask the questions that a statement leads, and read what stands behind it."""
    samples: list[BehindSample] = []
    index = await service.statement_index()
    wanted = [one for one in questions if one.lead]
    for number, question in enumerate(wanted, start=1):
        progress("asking", number / len(wanted))
        final = await ask_final(service, [question.text], None)
        if final is None or not isinstance(final.trace, Trace) or len(final.trace.parts) != 1 or index is None:
            continue
        turn = final.trace.parts[0]
        if turn.found is None:
            continue
        ranked = rank_statements(turn.query, turn.found, index)
        lead = next((one for one in ranked if one.held.statement.id in question.lead), None)
        if lead is None:
            continue
        others = [one for one in ranked if one.held.statement.id not in question.lead][: ANSWERING.belongs_among]
        belongs = tuple(one.held.statement.id in question.also for one in others)
        features = tuple(features_behind(lead, one, index) for one in others)
        samples.append(BehindSample(features, belongs, len(question.also), question.half))
    return samples


def fit_belongs(samples: Sequence[BehindSample]) -> BelongsFit:
    """Fit the model, and measure it on the half apart.

    Raises:
        InputError: too few statements stand behind another.
    """
    from sklearn.linear_model import LogisticRegression

    to_fit = [one for one in samples if one.half is LabelledHalf.FIT]
    labels = [label for one in to_fit for label in one.belongs]
    if sum(labels) < _LEAST:
        message = "There are too few statements behind others to fit what belongs there."
        raise InputError(message, user_message=message)
    table = np.array([[features[name] for name in FEATURES] for one in to_fit for features in one.features])
    means, scales = table.mean(0), table.std(0) + 1e-6
    fitted = LogisticRegression(C=_STRENGTH, max_iter=2000).fit((table - means) / scales, labels)
    weights = fitted.coef_[0] / scales
    intercept = float(fitted.intercept_[0] - (weights * means).sum())
    model = BelongsModel(intercept, dict(zip(FEATURES, map(float, weights), strict=True)))
    apart = [one for one in samples if one.half is LabelledHalf.APART]
    told = [label for one in apart for label in _told(one, model)]
    return BelongsFit(
        model, len(samples), sum(told) / max(len(told), 1), sum(told) / max(sum(one.wanted for one in apart), 1)
    )


def _told(sample: BehindSample, model: BelongsModel) -> list[bool]:
    """Of what would be said behind the lead, at most two, whether each belongs there."""
    chances = sorted(
        ((model.chance(features), label) for features, label in zip(sample.features, sample.belongs, strict=True)),
        key=lambda of: -of[0],
    )
    return [label for chance, label in chances[:_MOST] if chance >= ANSWERING.least_belongs]

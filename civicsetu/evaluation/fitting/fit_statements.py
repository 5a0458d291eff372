"""Fit the weights by which statements are ranked, on golden rows that say what must be stated and on labelled questions.

A statement is right for a row where it states what the lead must, and for a labelled question where a reader would lead with it. The order is fitted row by row
(a softmax over the candidates, with the worth of each as its target), then one line from sums to the log odds that the lead is right, so
that a score can be read as confidence. Both are convex and small; the same rows give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from civicsetu.answering.composing.answer_with_statements import read_asker
from civicsetu.answering.composing.own_question import find_nearest_asked
from civicsetu.answering.composing.ranking import FEATURES, RankingWeights, candidates, features
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.part_turn import Trace
from civicsetu.answering.service import AnsweringService
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.labelled_questions import LabelledQuestion
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.runner import ask_final
from civicsetu.law.statements import Statement
from civicsetu.progress import Progress
from civicsetu.query.asking import AskedKind

_STRENGTH = 0.02
_ALSO = 0.15
_CONSTANT = 1e-4
_RATE = 0.3
_ROUNDS = 600
_LINE_RATE = 0.05
_LINE_ROUNDS = 4000
_FOLDS = 5
_SEED = 20_261_122


@dataclass(frozen=True)
class RankingSample:
    """The candidates of one row, (n, features): which state what the lead must, and how much of it each does.

    `worth` is the share of the lead's facts, squared, and a little more for what else must be stated.
    """

    rows: NDArray[np.float32]
    right: NDArray[np.bool_]
    worth: NDArray[np.float64]


@dataclass(frozen=True)
class StatementFit:
    """Weights fitted to all samples, and the share of leads that are right, cross-validated."""

    weights: RankingWeights
    samples: int
    answerable: int
    first: float
    among_three: float
    apart: int
    first_apart: float

    def write(self, path: Path) -> None:
        """Write them as `answering/composing/ranking.yaml`."""
        held = self.weights
        rows = zip(FEATURES, held.weights, held.means, held.scales, strict=True)
        data = {
            "features": {name: [round(float(one), 4) for one in row] for name, *row in rows},
            "slope": round(held.slope, 4),
            "intercept": round(held.intercept, 4),
        }
        head = "# Fitted by `civicsetu eval fit-statements`: weight, mean and scale of each feature.\n"
        path.write_text(head + yaml.safe_dump(data, sort_keys=False, default_flow_style=None), "utf-8")


async def collect_statement_samples(
    service: AnsweringService, rows: Sequence[GoldenRow], progress: Progress
) -> list[RankingSample]:
    """Ask the rows that say what must be stated, and label the statements of what was found.

    Comparisons and posts are composed otherwise and left out.
    """
    samples: list[RankingSample] = []
    wanted = [row for row in rows if row.must_state and row.asks is not AskedKind.COMPARE and not row.parts]
    index = await service.statement_index()
    for number, row in enumerate(wanted, start=1):
        progress("asking", number / len(wanted))
        final = await ask_final(service, [*row.turns, row.question], row.jurisdiction)
        if final is not None and isinstance(final.trace, Trace) and index is not None:
            sample = _sample(row, final.trace, index)
            if sample is not None:
                samples.append(sample)
    return samples


async def collect_labelled_samples(
    service: AnsweringService, questions: Sequence[LabelledQuestion], progress: Progress
) -> list[RankingSample]:
    """Ask labelled questions, and label the statements of what was found.

    Questions that no candidate answers are left out: what is not held is told by silences and by what a state lacks, and a
    reader of all statements is stricter than who states what an answer must say.
    """
    samples: list[RankingSample] = []
    index = await service.statement_index()
    wanted = [one for one in questions if one.lead]
    for number, question in enumerate(wanted, start=1):
        progress("asking labelled questions", number / len(wanted))
        final = await ask_final(service, [question.text], None)
        if final is None or not isinstance(final.trace, Trace) or index is None:
            continue
        candidate = _candidates(final.trace, index)
        if candidate is None:
            continue
        rows, says = candidate
        right = np.asarray([one.id in question.lead for one in says])
        also = np.asarray([one.id in question.also for one in says])
        if right.any():
            samples.append(RankingSample(rows, right, right + _ALSO * also))
    return samples


def _candidates(trace: Trace, index: StatementIndex) -> tuple[NDArray[np.float32], list[Statement]] | None:
    """The candidates of a question that asks one thing, (n, features) and what they say; None where there are none."""
    turn = trace.parts[0]
    if len(trace.parts) != 1 or turn.found is None:
        return None
    chosen = candidates(turn.found.evidence, index)
    if not chosen:
        return None
    if turn.found.vectors is not None:
        chosen = [*chosen, *find_nearest_asked(turn.found.vectors, chosen, index)]
    rows = features(turn.query.standalone, read_asker(turn.query), turn.found.vectors, chosen, index)
    return rows, [index.held[at].statement for at, _, _ in chosen]


def _sample(row: GoldenRow, trace: Trace, index: StatementIndex) -> RankingSample | None:
    candidate = _candidates(trace, index)
    if candidate is None:
        return None
    rows, says = candidate
    stated = np.asarray([[fact.is_stated_by(one.says) for fact in row.must_state] for one in says])
    leads = np.asarray([fact.lead for fact in row.must_state])
    share = stated[:, leads].mean(1)
    also = stated[:, ~leads].mean(1) if (~leads).any() else np.zeros(len(says))
    return RankingSample(rows, share == 1, share**2 + _ALSO * also * (share > 0))


def fit_statements(samples: Sequence[RankingSample], apart: Sequence[RankingSample] = ()) -> StatementFit:
    """Fit the order and the line, and tell how they do on samples kept aside in turn, and on those kept `apart`.

    Raises:
        InputError: too few of them are answered by a statement.
    """
    answerable = require_answerable(samples)
    places = np.random.default_rng(_SEED).permutation(len(answerable))
    first, three = 0, 0
    unseen: list[tuple[float, bool]] = []
    for kept in np.array_split(places, _FOLDS):
        aside = set(kept.tolist())
        fitted = _order([one for at, one in enumerate(answerable) if at not in aside])
        for at in aside:
            scores = fitted.score(answerable[at].rows)
            best = np.argsort(-scores, kind="stable")
            unseen.append((float(scores[best[0]]), bool(answerable[at].right[best[0]])))
            first += bool(answerable[at].right[best[0]])
            three += bool(answerable[at].right[best[:3]].any())
    weights = _with_line(_order(answerable), unseen)
    count = len(answerable)
    told = [one for one in apart if one.worth.any()]
    right = sum(bool(one.right[int(np.argmax(weights.score(one.rows)))]) for one in told)
    return StatementFit(
        weights, len(samples), len(answerable), first / count, three / count, len(told), right / max(len(told), 1)
    )


def require_answerable(samples: Sequence[RankingSample]) -> list[RankingSample]:
    """Return the samples that a statement answers.

    Raises:
        InputError: there are too few of them.
    """
    answerable = [one for one in samples if one.worth.any()]
    if len(answerable) < _FOLDS:
        message = "There are too few questions that a statement answers to fit the ranking of statements."
        raise InputError(message, user_message=message)
    return answerable


def _order(samples: Sequence[RankingSample]) -> RankingWeights:
    """Weights under which what is right comes first: the likeliest under a softmax over each row's candidates."""
    together = np.concatenate([one.rows for one in samples])
    means, scales = usual_of(together)
    weights = np.zeros(together.shape[1])
    for _ in range(_ROUNDS):
        slope = _STRENGTH * weights
        for one in samples:
            rows = np.nan_to_num((one.rows - means) / scales)
            sums = rows @ weights
            chance = np.exp(sums - sums.max())
            chance /= chance.sum()
            slope -= rows.T @ (one.worth / one.worth.sum() - chance) / len(samples)
        weights -= _RATE * slope
    return RankingWeights(weights.astype(np.float32), means, scales, 1.0, 0.0)


def usual_of(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return mean and spread of each feature, of the rows that tell it; 0 and 1 where none does."""
    known = np.isfinite(rows)
    count = np.maximum(known.sum(0), 1)
    means = np.where(known, rows, 0).sum(0) / count
    spread = np.sqrt(np.where(known, (rows - means) ** 2, 0).sum(0) / count)
    spread[spread < _CONSTANT] = 1.0
    return means.astype(np.float32), spread.astype(np.float32)


def _with_line(order: RankingWeights, unseen: Sequence[tuple[float, bool]]) -> RankingWeights:
    """The same order, its sums made log odds that the first is right.

    `unseen` are the sum of the first, and whether it is right, of each sample as weights see it that were not fitted to it:
    those that were would be too sure.
    """
    sums, right = np.asarray(unseen, np.float64).T
    slope, intercept = 1.0, 0.0
    for _ in range(_LINE_ROUNDS):
        missed = 1 / (1 + np.exp(-(slope * sums + intercept))) - right
        slope -= _LINE_RATE * float((missed * sums).mean())
        intercept -= _LINE_RATE * float(missed.mean())
    return RankingWeights(order.weights, order.means, order.scales, slope, intercept)

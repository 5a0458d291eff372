"""Two runs compared on the questions they share, criterion by criterion, by a paired test.

What passes or fails is compared by McNemar's exact test, scores and times by a sign-flip test. Each of many
criteria has its chance of a false alarm, so p is corrected over all of them (Holm). Times are told and fail
nothing: they are held by gates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from civicsetu.errors import InputError
from civicsetu.evaluation.metrics import mcnemar
from civicsetu.evaluation.runs.criteria import CRITERIA, Criterion, Makes
from civicsetu.evaluation.runs.run_files import StoredRun
from civicsetu.evaluation.tables import Table

SIGNIFICANT = 0.05
_FLIPS = 4000
_SEED = 20161025
_TIMES = {"latency_mean_ms": "latency_ms", "first_sentence_p50_ms": "first_token_ms"}
"""The criteria by which two runs' times are compared, and the time of a row they are of."""


@dataclass(frozen=True)
class CriterionChange:
    """One criterion then and now on the rows of both: means, rows lost and won, p, and p corrected over all."""

    criterion: str
    n: int
    then: float
    now: float
    lost: tuple[str, ...]
    won: tuple[str, ...]
    p: float
    corrected: float = 1.0

    @property
    def is_worse(self) -> bool:
        """Whether it got worse by more than chance explains; a time never does, for another machine has others."""
        return self.criterion not in _TIMES and self._fell

    @property
    def is_slower(self) -> bool:
        """Whether it is a time, and longer than before by more than chance explains."""
        return self.criterion in _TIMES and self._fell

    @property
    def _fell(self) -> bool:
        fell = self.now < self.then
        return self.then != self.now and fell is not _less_is_better(self.criterion) and self.corrected < SIGNIFICANT


def compare_runs(then: StoredRun, now: StoredRun) -> list[CriterionChange]:
    """Return each criterion that both runs judged on some row they share.

    Raises:
        InputError: the runs have no row in common.
    """
    shared = [name for name in then.rows if name in now.rows]
    if not shared:
        raise InputError(user_message="The two runs have no question in common, so they cannot be compared.")
    changes = [*_of_criteria(then, now, shared), *_of_times(then, now, shared)]
    corrected = holm([one.p for one in changes])
    return [
        CriterionChange(one.criterion, one.n, one.then, one.now, one.lost, one.won, one.p, p)
        for one, p in zip(changes, corrected, strict=True)
    ]


def _of_criteria(then: StoredRun, now: StoredRun, shared: Sequence[str]) -> Iterator[CriterionChange]:
    for name, criterion in CRITERIA.items():
        if criterion.makes is Makes.FIGURE:
            continue
        pairs = {
            row: (before, after)
            for row in shared
            if (before := then.rows[row].judged.get(name)) and (after := now.rows[row].judged.get(name))
        }
        if not pairs:
            continue
        lost = tuple(row for row, (before, after) in pairs.items() if before.passed and not after.passed)
        won = tuple(row for row, (before, after) in pairs.items() if after.passed and not before.passed)
        scores = {row: (before.score, after.score) for row, (before, after) in pairs.items()}
        passed = {row: (float(before.passed), float(after.passed)) for row, (before, after) in pairs.items()}
        shown = passed if criterion.makes is Makes.SHARE else scores
        yield _change(name, criterion, shown, lost, won)


def _of_times(then: StoredRun, now: StoredRun, shared: Sequence[str]) -> Iterator[CriterionChange]:
    for name, field in _TIMES.items():
        pairs = {
            row: (before, after)
            for row in shared
            if (before := getattr(then.rows[row], field)) and (after := getattr(now.rows[row], field))
        }
        if pairs:
            yield _change(name, CRITERIA[name], pairs, (), ())


def _change(
    name: str,
    criterion: Criterion,
    pairs: Mapping[str, tuple[float, float]],
    lost: tuple[str, ...],
    won: tuple[str, ...],
) -> CriterionChange:
    before = [one for one, _ in pairs.values()]
    after = [one for _, one in pairs.values()]
    p = mcnemar(len(lost), len(won)) if criterion.makes is Makes.SHARE else sign_flip(before, after)
    n = len(pairs)
    return CriterionChange(name, n, sum(before) / n, sum(after) / n, lost, won, p)


def sign_flip(before: Sequence[float], after: Sequence[float]) -> float:
    """Return the two-sided p of a sign-flip test: the chance that random signs give as large a mean difference.

    The lots are fixed, so that the same runs give the same p; with no difference anywhere it is 1.
    """
    differences = np.asarray(after, np.float64) - np.asarray(before, np.float64)
    if not differences.any():
        return 1.0
    signs = np.random.default_rng(_SEED).choice((-1.0, 1.0), size=(_FLIPS, len(differences)))
    drawn = np.abs((signs * differences).mean(axis=1))
    return float((1 + np.count_nonzero(drawn >= abs(differences.mean()) - 1e-12)) / (_FLIPS + 1))


def holm(values: Sequence[float]) -> list[float]:
    """Return each p corrected by Holm's step-down over all of them, in the order given."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    corrected = [1.0] * len(values)
    highest = 0.0
    for place, at in enumerate(order):
        highest = max(highest, min(1.0, values[at] * (len(values) - place)))
        corrected[at] = highest
    return corrected


def build_change_table(changes: Sequence[CriterionChange]) -> Table:
    """Return the changes with what they are worth."""
    lines = (
        (
            one.criterion, one.n, _told(one.then), _told(one.now), len(one.lost), len(one.won), f"{one.p:.3f}",
            f"{one.corrected:.3f}", "WORSE" if one.is_worse else "slower" if one.is_slower else "ok",
        )
        for one in changes
    )  # fmt: skip
    columns = ("", "n", "then", "now", "lost", "won", "p", "p (Holm)", "verdict")
    return Table("Then and now, on the questions of both", columns, tuple(lines))


def describe_losses(changes: Sequence[CriterionChange]) -> Iterator[str]:
    """Yield, for each criterion that is worse, the rows it lost."""
    for one in changes:
        if one.is_worse:
            lost = f", lost: {', '.join(one.lost)}" if one.lost else ""
            yield f"Worse in {one.criterion}: {_told(one.then)} then, {_told(one.now)} now{lost}"


def _less_is_better(criterion: str) -> bool:
    return CRITERIA[criterion].less_is_better


def _told(value: float) -> str:
    return f"{value:.3f}" if abs(value) <= 1 else f"{value:.0f}"

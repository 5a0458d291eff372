"""What a scoring says, group by group, beside what the earlier system published of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from civicsetu.evaluation.metrics import Estimate, mean, share_of
from civicsetu.evaluation.ragas_scores.result_files import ScoredRow, Scores
from civicsetu.evaluation.ragas_scores.score_rows import FAITHFULNESS, METRICS, PRECISION, RELEVANCY, SHUFFLED
from civicsetu.evaluation.tables import Cell, Table

FAITHFUL, RELEVANT = 0.85, 0.80
"""The published aims: a row passes that reaches both."""
_BASELINE = ("(published)", 31, "90", "86", "-", "-", "70", "-", "58")
_STUB = "stub"


def measure_scores(scores: Scores) -> dict[str, Estimate]:
    """Return the figures that a gate may name; what failed counts as failed, and in no mean."""
    rows = list(scores.rows.values())
    return {
        "ragas_faithfulness": mean(_values(rows, FAITHFULNESS)),
        "ragas_answer_relevancy": mean(_values(rows, RELEVANCY)),
        "ragas_relevancy_margin": mean(_margins(rows)),
        "ragas_context_precision": mean(_values(rows, PRECISION)),
        "ragas_pass": share_of([passes(row) for row in rows]),
        "ragas_failed": share_of([_has_failed(row) for row in rows]),
    }


def passes(row: ScoredRow) -> bool:
    """Return whether an answer reaches both aims; one that has no number does not."""
    faithful, relevant = row.scores.get(FAITHFULNESS), row.scores.get(RELEVANCY)
    return faithful is not None and relevant is not None and faithful >= FAITHFUL and relevant >= RELEVANT


def is_stub(scores: Scores) -> bool:
    """Return whether the judge only stands in for one: its figures say nothing of quality."""
    return _STUB in scores.judge.lower()


def build_score_table(scores: Scores) -> Table:
    """Return the metrics by group, then of all, then what the earlier system published."""
    rows = sorted(scores.rows.values(), key=lambda one: one.group)
    lines = [_line(group, list(of)) for group, of in groupby(rows, key=lambda one: one.group)]
    columns = ("", "n", "faithfulness", "relevancy", "shuffled", "margin", "context precision", "failed", "pass %")
    return Table(f"RAGAS, judged by {scores.judge}", columns, (*lines, _line("all", rows), _BASELINE))


def describe(scores: Scores) -> Iterator[str]:
    """Yield what must be known to read the table."""
    yield (
        "Published by the earlier system for 31 rows of its own: faithfulness .900, relevancy .858, context precision .696,"
        " 58 % passed, 20 % of several states; the rows' gold reached the system under test, so it is no bar to compare with."
    )
    reasons = [f"{row.id}: {name}, {why}" for row in scores.rows.values() for name, why in row.why.items()]
    yield from reasons


def _line(name: str, rows: Sequence[ScoredRow]) -> tuple[Cell, ...]:
    told: Mapping[str, Cell] = {one: _told(_values(rows, one)) for one in METRICS}
    return (
        name, len(rows), told[FAITHFULNESS], told[RELEVANCY], told[SHUFFLED], _told(_margins(rows)), told[PRECISION],
        sum(_has_failed(row) for row in rows), share_of([passes(row) for row in rows]),
    )  # fmt: skip


def _told(values: Sequence[float]) -> Cell:
    return f"{100 * sum(values) / len(values):.0f}" if values else "-"


def _values(rows: Sequence[ScoredRow], metric: str) -> list[float]:
    return [value for row in rows if (value := row.scores.get(metric)) is not None]


def _margins(rows: Sequence[ScoredRow]) -> list[float]:
    """How much nearer an answer is to its own question than to another's."""
    pairs = ((row.scores.get(RELEVANCY), row.scores.get(SHUFFLED)) for row in rows)
    return [own - other for own, other in pairs if own is not None and other is not None]


def _has_failed(row: ScoredRow) -> bool:
    return any(row.scores.get(name) is None for name in METRICS)

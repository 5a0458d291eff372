"""What a run says: the figure of each criterion, the same by type and state, and the rows that fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.evaluation.metrics import Estimate
from civicsetu.evaluation.runs.criteria import CRITERIA, Makes, measure_run
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.stores.run_store import SCHEMA_VERSION, Run, RunRow

_CENTRAL = "(no state)"


@dataclass(frozen=True)
class RunSummary:
    """A run with its rows and their figures."""

    run: Run
    rows: tuple[RunRow, ...]
    figures: Mapping[str, Estimate]

    @property
    def tables(self) -> list[Table]:
        """All tables; those of nothing are left out."""
        tables = [
            self._figures(),
            self._failures("What fails, by type", lambda row: (row.question_type or "(none)",)),
            self._failures("What fails, by state", lambda row: row.states or (_CENTRAL,)),
        ]
        return [one for one in tables if one.rows]

    def describe_failures(self) -> Iterator[str]:
        """Yield a line for each row that fails a rule: its id and the criteria, no words of its question."""
        for row in self.rows:
            failed = [one.criterion for one in row.judgments if not one.passed]
            if failed:
                yield f"{row.row_id}: {', '.join(dict.fromkeys(failed))}"

    def _figures(self) -> Table:
        lines = tuple((name, one.n, _cell(name, one), CRITERIA[name].says) for name, one in self.figures.items())
        return Table(f"Run {self.run.name}, {self.run.question_set}", ("", "n", "value (95 %)", ""), lines)

    def _failures(self, title: str, group: Callable[[RunRow], Sequence[str]]) -> Table:
        """Failures counted by criterion, a column a group."""
        counts: Counter[tuple[str, str]] = Counter()
        sizes: Counter[str] = Counter()
        for row in self.rows:
            for name in group(row):
                sizes[name] += 1
                failed = {one.criterion for one in row.judgments if not one.passed}
                counts.update((criterion, name) for criterion in failed)
        names = sorted(sizes)
        lines: list[tuple[Cell, ...]] = [("rows", *(sizes[name] for name in names))]
        for criterion in CRITERIA:
            if any(counts[criterion, name] for name in names):
                lines.append((criterion, *(counts[criterion, name] for name in names)))
        return Table(title, ("", *names), tuple(lines) if len(lines) > 1 else ())


def summarise_run(run: Run, rows: Sequence[RunRow]) -> RunSummary:
    """Return what the rows of a run say."""
    return RunSummary(run, tuple(rows), measure_run(rows))


def _cell(name: str, figure: Estimate) -> Cell:
    """An estimate in hundredths for what is a share; a plain figure for milliseconds."""
    if CRITERIA[name].makes is Makes.FIGURE and name.endswith("_ms"):
        return f"{figure.value:.0f}"
    return figure


def build_list(runs: Sequence[Run]) -> Table:
    """Return stored runs, a line each."""
    lines = (
        (
            one.name, f"{one.started_at:%Y-%m-%d %H:%M}", one.question_set, f"{one.rows_judged}/{one.rows_wanted}",
            one.configuration.get("answer_hash", ""), one.configuration.get("model", "") or "-", _state(one),
        )
        for one in runs
    )  # fmt: skip
    return Table("Runs", ("", "begun", "set", "rows", "answer hash", "model", "gates"), tuple(lines))


def _state(run: Run) -> str:
    if run.schema_version != SCHEMA_VERSION:
        return f"in form {run.schema_version}"
    if run.finished_at is None:
        return "unfinished"
    failed = [gate for gate in run.gates if gate.get("required") and not gate.get("passed")]
    return f"{len(failed)} failed" if failed else "passed"

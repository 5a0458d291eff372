"""What a run is told as: tables, notes, the questions missed, and all of it as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from civicsetu.errors import InputError
from civicsetu.evaluation.baseline import Baseline, summarise_results
from civicsetu.evaluation.breakdowns import FEW, Measured, has_all_gold, is_hit, is_right
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.metrics import first_rank
from civicsetu.evaluation.runner import FAILED, RowResult
from civicsetu.evaluation.tables import Table


@dataclass(frozen=True)
class Facts:
    """Facts about the conditions of a run."""

    half: str
    asked: int
    left_out: int
    settings_hash: str
    corpus_version: str


@dataclass(frozen=True)
class Report:
    """A run: its tables, what must be known beside them, and every row."""

    facts: Facts
    tables: list[Table]
    notes: list[str]
    measured: list[Measured]

    def add_tables(self, tables: Sequence[Table]) -> Report:
        return replace(self, tables=[*self.tables, *tables])

    def describe(self, *, verbose: bool) -> Iterator[str]:
        """Yield what stands below the tables."""
        if verbose:
            yield from list_missed(self.measured)
        yield from self.notes
        facts = self.facts
        yield (
            f"{facts.asked} questions of {facts.half}, settings {facts.settings_hash}, "
            f"corpus {facts.corpus_version}"
        )

    def as_baseline(self) -> Baseline:
        return Baseline(
            settings_hash=self.facts.settings_hash,
            corpus_version=self.facts.corpus_version,
            rows=summarise_results(self.measured),
        )

    def as_json(self) -> dict[str, object]:
        return {
            **asdict(self.facts),
            "tables": [table.as_json() for table in self.tables],
            "notes": self.notes,
            "rows": [_row(one) for one in self.measured],
        }

    def write(self, path: Path) -> None:
        """Write all of it as JSON; raises InputError where that cannot be."""
        try:
            path.write_text(json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error


def list_notes(
    measured: Sequence[Measured],
    left_out: Sequence[GoldenRow],
    absent: Sequence[str],
    terms: Sequence[str],
) -> list[str]:
    """Return what the figures do not show: rows left out, answers that lacked a part, gold nobody holds."""
    notes = []
    if left_out:
        documents = sorted({place.document for row in left_out for place in row.gold})
        notes.append(
            f"Left out, since a document of their gold is not held: {len(left_out)} "
            f"(gold in {', '.join(documents)})."
        )
    if absent:
        notes.append(f"Gold that the law held does not have, counted as missed: {', '.join(absent)}.")
    if terms:
        notes.append(f"Terms that the gold provision does not contain: {', '.join(terms)}.")
    failed = [one.row.id for one in measured if one.outcome.kind == FAILED]
    if failed:
        notes.append(
            f"Not answered in time, or for want of a part of the search, counted as missed: {', '.join(failed)}."
        )
    degraded = sum(one.outcome.degraded and one.outcome.kind != FAILED for one in measured)
    if degraded:
        notes.append(f"{degraded} answers were given while a part of the search was unavailable.")
    return notes


def list_missed(measured: Sequence[Measured]) -> Iterator[str]:
    """Yield the questions found or declined wrongly, each with its gold and the first contexts it got."""
    for one in measured:
        what = _wrong_with(one)
        if what:
            aim = ", ".join(map(str, one.row.gold)) or f"to be declined ({one.row.abstain})"
            got = "; ".join(map(str, one.outcome.places[:FEW])) or "nothing"
            turns = " / ".join((*one.row.turns, one.row.question))
            yield f"{one.row.id}: {', '.join(what)}\n  asked: {turns}\n  gold:  {aim}\n  found: {got}"


def _wrong_with(one: Measured) -> list[str]:
    if one.row.abstain is not None:
        return [] if is_right(one) else ["answered"]
    told = {
        f"not among the first {FEW}": not is_hit(one.outcome, one.row, FEW),
        "not all gold": not has_all_gold(one.outcome, one.row),
        "declined": one.outcome.declined,
    }
    return [what for what, wrong in told.items() if wrong]


def _row(one: Measured) -> dict[str, object]:
    row = one.row.model_dump(mode="json", exclude_defaults=True)
    told = {**row, **_outcome(one.outcome, one.row), "bm25": [str(place) for place in one.by_words]}
    if one.asked.alone is not None:
        told["by_itself"] = _outcome(one.asked.alone, one.row)
    return told


def _outcome(outcome: RowResult, row: GoldenRow) -> dict[str, object]:
    return {
        "kind": outcome.kind,
        "declined": outcome.declined,
        "rank": first_rank(outcome.places, row.gold),
        "all_gold": has_all_gold(outcome, row) if row.gold else None,
        "contexts": [str(place) for place in outcome.contexts],
        "further": [str(place) for place in outcome.places[outcome.given :]],
        "degraded": outcome.degraded,
        "latency_ms": outcome.latency_ms,
    }

"""How well provisions are found and questions declined, by what kind of question it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.figures import percentile
from civicsetu.evaluation.golden.golden_set import GoldenRow, GoldProvision
from civicsetu.evaluation.golden.row_kinds import RowKind, Unanswerable
from civicsetu.evaluation.metrics import (
    Estimate,
    all_gold_at,
    context_precision,
    hit_at,
    mean,
    reciprocal_rank,
    share_of,
    wrong_state_share,
)
from civicsetu.evaluation.posts import further_table, posts_table
from civicsetu.evaluation.runner import AskedRow, RowResult
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.law.documents import CENTRAL

FEW = 5
GIVEN = 7
RANKED = 10
_TITLE = "Finding, per cent (95 % interval); beside it plain word search over whole provisions"
_COLUMNS = ("", "n", "hit@1", "hit@5", "hit@10", "all-gold@7", "MRR", "precision")
_BESIDE = ("BM25@1", "BM25@5", "BM25 all@7")


@dataclass(frozen=True)
class Measured:
    """A row asked, what BM25 ranks for it, and the states it is about."""

    asked: AskedRow
    by_words: tuple[GoldProvision, ...]
    states: frozenset[str]

    @property
    def row(self) -> GoldenRow:
        return self.asked.row

    @property
    def outcome(self) -> RowResult:
        return self.asked.outcome


def build_tables(measured: Sequence[Measured], registry: Registry) -> list[Table]:
    """Return all tables of a run; those about nothing that was asked are left out."""
    answerable = [one for one in measured if one.row.gold]
    tables = [
        Table(_TITLE, (*_COLUMNS, *_BESIDE), tuple(_overall(answerable))),
        _grouped("By type", answerable, lambda row: row.type.value),
        _grouped("By language", answerable, lambda row: row.language.value),
        _grouped("By style", answerable, lambda row: row.style.value),
        _by_set(measured),
        _follow_ups(answerable),
        posts_table([(one.row, one.outcome) for one in measured]),
        further_table([(one.row, one.outcome) for one in measured]),
        _states(answerable, registry),
        _declining(measured),
        _latency(measured),
    ]
    return [table for table in tables if table.rows]


def is_hit(outcome: RowResult, row: GoldenRow, k: int) -> bool:
    """Return whether some gold provision of the row is among the first k."""
    return hit_at(outcome.places, row.gold, k)


def has_all_gold(outcome: RowResult, row: GoldenRow) -> bool:
    """Return whether every gold provision of the row is among the first seven."""
    return all_gold_at(outcome.places, row.gold, GIVEN)


_OF_A_SET: tuple[Callable[[RowResult, GoldenRow], bool], ...] = (
    lambda outcome, row: is_hit(outcome, row, 1),
    lambda outcome, row: is_hit(outcome, row, FEW),
    has_all_gold,
)
_MEASURES: tuple[Callable[[RowResult, GoldenRow], float], ...] = (
    lambda outcome, row: float(is_hit(outcome, row, 1)),
    lambda outcome, row: float(is_hit(outcome, row, FEW)),
    lambda outcome, row: float(has_all_gold(outcome, row)),
    lambda outcome, row: reciprocal_rank(outcome.places, row.gold),
)


def _overall(measured: Sequence[Measured]) -> Iterable[tuple[Cell, ...]]:
    comparisons = [one for one in measured if one.row.type is RowKind.CONFLICT]
    follow_ups = [one for one in measured if one.row.turns]
    for name, group in (("all", measured), ("comparisons", comparisons), ("follow-ups", follow_ups)):
        if group:
            yield _line(name, group)


def _grouped(title: str, measured: Sequence[Measured], key: Callable[[GoldenRow], str]) -> Table:
    names = sorted({key(one.row) for one in measured})
    lines = (_line(name, [one for one in measured if key(one.row) == name]) for name in names)
    return Table(title, (*_COLUMNS, *_BESIDE), tuple(lines))


def _by_set(measured: Sequence[Measured]) -> Table:
    """Each set of rows, named by what its ids begin with ("act" of "act-002"): what is found, and what share of it is declined."""
    sets: dict[str, list[Measured]] = {}
    for one in measured:
        if name := one.row.id.rpartition("-")[0]:
            sets.setdefault(name, []).append(one)
    lines: Iterator[tuple[Cell, ...]] = (
        (
            name,
            len(group),
            *(
                share_of([measure(one.outcome, one.row) for one in group if one.row.gold])
                for measure in _OF_A_SET
            ),
            share_of([one.outcome.declined for one in group]),
        )
        for name, group in sorted(sets.items())
    )
    return Table("By set of rows", ("", "n", "hit@1", f"hit@{FEW}", f"all-gold@{GIVEN}", "declined"), tuple(lines))


def _line(name: str, group: Sequence[Measured]) -> tuple[Cell, ...]:
    rows = [(one.outcome, one.row) for one in group]
    return (
        name,
        len(group),
        *(share_of([is_hit(outcome, row, k) for outcome, row in rows]) for k in (1, FEW, RANKED)),
        share_of([has_all_gold(outcome, row) for outcome, row in rows]),
        mean([reciprocal_rank(outcome.places, row.gold) for outcome, row in rows]),
        mean([context_precision(outcome.contexts, (*row.gold, *row.also)) for outcome, row in rows]),
        *(share_of([hit_at(one.by_words, one.row.gold, k) for one in group]) for k in (1, FEW)),
        share_of([all_gold_at(one.by_words, one.row.gold, GIVEN) for one in group]),
    )


def _follow_ups(measured: Sequence[Measured]) -> Table:
    """In conversation, the same by itself, and the mean difference of each pair."""
    pairs = [(one.row, one.outcome, one.asked.alone) for one in measured if one.asked.alone is not None]
    together, alone, loss = [], [], []
    for measure in _MEASURES:
        first = [measure(outcome, row) for row, outcome, _ in pairs]
        second = [measure(outcome, row) for row, _, outcome in pairs]
        together.append(mean(first))
        alone.append(mean(second))
        loss.append(mean([a - b for a, b in zip(first, second, strict=True)]))
    lines = (("in conversation", together), ("by itself", alone), ("difference", loss))
    rows: list[tuple[Cell, ...]] = [(name, len(pairs), *figures) for name, figures in lines]
    return Table("Follow-ups", ("", "n", "hit@1", "hit@5", "all-gold@7", "MRR"), tuple(rows) if pairs else ())


def _states(measured: Sequence[Measured], registry: Registry) -> Table:
    shares = [
        wrong_state_share(
            [registry.get_document(place.document).jurisdiction for place in one.outcome.places],
            one.states,
            CENTRAL,
        )
        for one in measured
        if one.states and one.outcome.places
    ]
    line = ("contexts of a state not asked about, of the first five", len(shares), mean(shares))
    return Table("States", ("", "n", "share"), (line,) if shares else ())


def is_right(one: Measured) -> bool:
    """Return True where the row was declined and should be, or neither."""
    return one.outcome.declined == (one.row.abstain is not None)


def precision_and_recall(measured: Sequence[Measured]) -> tuple[Estimate, Estimate]:
    """Return the share of those declined that should be, and of those that should be that are."""
    should = [one.row.abstain is not None for one in measured if one.outcome.declined]
    done = [one.outcome.declined for one in measured if one.row.abstain is not None]
    return share_of(should), share_of(done)


def _declining(measured: Sequence[Measured]) -> Table:
    precision, recall = precision_and_recall(measured)
    answerable = [one.outcome.declined for one in measured if one.row.gold]
    lines: list[tuple[Cell, ...]] = [
        ("precision: rightly, of those declined", precision.n, precision),
        ("recall: declined, of those that must be", recall.n, recall),
    ]
    for reason in Unanswerable:
        declined = [one.outcome.declined for one in measured if one.row.abstain is reason]
        if declined:
            lines.append((f"  {reason.value}", len(declined), share_of(declined)))
    lines.append(("declined, of those the law answers", len(answerable), share_of(answerable)))
    return Table("Declining", ("", "n", "share"), tuple(lines))


def _latency(measured: Sequence[Measured]) -> Table:
    times = [one.outcome.latency_ms for one in measured if one.outcome.latency_ms]
    if not times:
        return Table("Time of an answer", (), ())
    line = ("milliseconds", len(times), round(percentile(times, 0.5)), round(percentile(times, 0.95)))
    return Table("Time of an answer", ("", "n", "p50", "p95"), (line,))

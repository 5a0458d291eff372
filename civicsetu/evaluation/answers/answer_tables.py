"""The tables of a run over answers: how many lead with what was asked, state all, and stay to the point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from civicsetu.evaluation.answers.calibration import Calibrated, calibration_table
from civicsetu.evaluation.answers.measure import AnswerMeasure
from civicsetu.evaluation.figures import percentile
from civicsetu.evaluation.metrics import Estimate, mean, share, share_of
from civicsetu.evaluation.tables import Cell, Table

_COLUMNS = ("", "n", "lead", "all stated", "beside", "median words", "words/sentence", "pointers", "fallback")


def build_answer_tables(measured: Sequence[AnswerMeasure]) -> list[Table]:
    """Return all tables; those about nothing that was asked are left out."""
    rows = [one for one in measured if one.row.must_state]
    tables = [
        Table("Answers, per cent (95 % interval)", _COLUMNS, (_line("all", rows),) if rows else ()),
        _grouped("By what is asked", rows, lambda one: str(one.row.asks)),
        _grouped("By type", rows, lambda one: one.row.type.value),
        _grouped("By language", rows, lambda one: one.row.language.value),
        _grouped("By set of rows", rows, lambda one: one.row.id.rpartition("-")[0]),
        _comparisons(rows),
        _faults([one for one in rows if one.answered]),
        _yes_or_no([one for one in rows if one.answered]),
        _times(rows),
        calibration_table([Calibrated(one.answer.confidence.score, bool(one.lead_states)) for one in rows]),
    ]
    return [table for table in tables if table.rows]


def _grouped(title: str, rows: Sequence[AnswerMeasure], key: Callable[[AnswerMeasure], str]) -> Table:
    names = sorted({key(one) for one in rows})
    lines = (_line(name, [one for one in rows if key(one) == name]) for name in names)
    return Table(title, _COLUMNS, tuple(lines))


def _line(name: str, rows: Sequence[AnswerMeasure]) -> tuple[Cell, ...]:
    said = sum(one.said for one in rows)
    answered = [one for one in rows if one.answered]
    return (
        name,
        len(rows),
        share_of([bool(one.lead_states) for one in rows]),
        share_of([bool(one.all_stated) for one in rows]),
        share(sum(one.beside for one in rows), said) if said else Estimate(0.0, 0.0, 0.0, 0),
        round(median([one.words for one in answered])) if answered else 0,
        f"{sum(one.words for one in answered) / max(said, 1):.1f}",
        share_of([one.pointers > 0 for one in rows]),
        share_of([one.fallback for one in rows]),
    )


def _comparisons(rows: Sequence[AnswerMeasure]) -> Table:
    compared = [(one, one.states) for one in rows if one.states is not None]
    columns = ("", "n", "share")
    if not compared:
        return Table("Comparisons of states", columns, ())
    return Table(
        "Comparisons of states",
        columns,
        (
            ("all facts stated", len(compared), share_of([bool(one.all_stated) for one, _ in compared])),
            ("states named", len(compared), mean([named for _, named in compared])),
        ),
    )


def _faults(answered: Sequence[AnswerMeasure]) -> Table:
    """Answers with a fault that should never happen, each of those it could happen to."""
    columns = ("", "n", "answers", "per cent")
    if not answered:
        return Table("Faults", columns, ())
    again = [bool(one.faults.repeated) for one in answered if one.faults.repeated is not None]
    recalled = [bool(one.faults.recalled) for one in answered if one.faults.repeated is not None]
    wrong = [one.faults.wrong_yes_no for one in answered if one.faults.wrong_yes_no is not None]
    found = {
        "repeats in follow-ups": again,
        "follow-ups that name what was said above": recalled,
        "wrong yes or no": wrong,
        "pointers": [one.pointers > 0 for one in answered],
        "numbers the cited text lacks": [bool(one.faults.numbers) for one in answered],
    }
    lines = ((name, len(flags), sum(flags), share_of(flags)) for name, flags in found.items())
    return Table("Faults", columns, tuple(lines))


def _yes_or_no(answered: Sequence[AnswerMeasure]) -> Table:
    """How many of those who ask yes or no get one; which of them are wrong stands among the faults."""
    columns = ("", "n", "per cent")
    asked = [one for one in answered if one.row.yes_or_no is not None]
    if not asked:
        return Table("Yes or no", columns, ())
    said = [one.faults.wrong_yes_no is not None for one in asked]
    return Table("Yes or no", columns, (("said where the law decides it", len(asked), share_of(said)),))


def _times(rows: Sequence[AnswerMeasure]) -> Table:
    first = [one.answer.first_token_ms for one in rows if one.answer.first_token_ms is not None]
    if not first:
        return Table("First sentence", ("", "n", "p50", "p95"), ())
    return Table(
        "First sentence",
        ("", "n", "p50", "p95"),
        (("milliseconds", len(first), round(percentile(first, 0.5)), round(percentile(first, 0.95))),),
    )

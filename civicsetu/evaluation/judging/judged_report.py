"""What a judged sheet says: harms first, the share of good answers with its interval, and what kept the rest from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from civicsetu.evaluation.judging.verdicts import CAUSES, Judged
from civicsetu.evaluation.metrics import share, share_of
from civicsetu.evaluation.tables import Cell, Table

_LONGEST = 160


def describe_harms(judged: Sequence[Judged]) -> list[str]:
    """Return a line for each answer that harms, money before rights, after a line that counts them."""
    harms = sorted((one for one in judged if one.verdict.harm != "none"), key=lambda one: one.verdict.harm)
    lines = [
        f"{one.row.id} ({one.verdict.harm}): {_short(one.row.question)} — {one.verdict.why}" for one in harms
    ]
    return [f"{len(harms)} of {len(judged)} answers do harm.", *lines]


def build_judged_tables(judged: Sequence[Judged]) -> list[Table]:
    """Return the share of good answers, by form, language and kind of answer, and the causes counted."""
    columns = ("", "n", "good", "harm", "per cent good (95 % interval)")
    return [
        Table("Answers judged", columns, (_line("all", judged),)),
        _grouped("By form of the question", columns, judged, lambda one: one.row.form.value),
        _grouped("By language", columns, judged, lambda one: one.row.language.value),
        _grouped("By kind of answer", columns, judged, lambda one: one.row.answer.kind.value),
        _causes(judged),
    ]


def _grouped(
    title: str, columns: tuple[str, ...], judged: Sequence[Judged], key: Callable[[Judged], str]
) -> Table:
    names = sorted({key(one) for one in judged})
    lines = (_line(name, [one for one in judged if key(one) == name]) for name in names)
    return Table(title, columns, tuple(lines))


def _line(name: str, judged: Sequence[Judged]) -> tuple[Cell, ...]:
    good = [one.verdict.good for one in judged]
    harms = sum(one.verdict.harm != "none" for one in judged)
    return (name, len(judged), sum(good), harms, share_of(good))


def _causes(judged: Sequence[Judged]) -> Table:
    """Each cause over all answers, and how many answers only it keeps from being good."""
    counts = Counter(cause for one in judged for cause in one.verdict.causes)
    alone = Counter(one.verdict.causes[0] for one in judged if len(one.verdict.causes) == 1)
    lines = [
        (name, counts[name], alone[name], share(counts[name], len(judged)))
        for name in sorted(CAUSES, key=lambda name: -counts[name])
        if counts[name]
    ]
    unfair = sum(one.verdict.confidence == "unfair" for one in judged)
    lines.append(("(confidence unfair)", unfair, 0, share(unfair, len(judged))))
    return Table(
        "What keeps answers from being good", ("", "n", "nothing else", "per cent of all"), tuple(lines)
    )


def _short(text: str) -> str:
    told = " ".join(text.split())
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"

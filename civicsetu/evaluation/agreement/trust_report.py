"""The agreement of automatic figures with people's verdicts, as tables, and what each may be trusted for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.evaluation.agreement.signs import CLAIMED, TARGETS, Sign
from civicsetu.evaluation.agreement.statistics import Correlation, confuse, point_biserial
from civicsetu.evaluation.judging.verdicts import Judged
from civicsetu.evaluation.metrics import share
from civicsetu.evaluation.tables import Cell, Table

_ALWAYS = 0.98


@dataclass(frozen=True)
class SeenTwice:
    """One answer as the machine and as a reader saw it; `group` is its sheet and form."""

    group: tuple[str, str]
    judged: Judged
    signs: Mapping[str, Sign]


def build_agreement_tables(seen: Sequence[SeenTwice]) -> list[Table]:
    """Return the correlations, and the confusion of each figure with the verdict it seems to promise."""
    names = _names(seen)
    found = {(name, target): correlate(name, target, seen) for name in names for target in TARGETS}
    return [_correlations(names, found, seen), _confusions(names, seen)]


def correlate(name: str, target: str, seen: Sequence[SeenTwice]) -> Correlation:
    """Return how far a figure goes with a verdict over the answers that have both."""
    both = [
        (one.signs[name].value, verdict, one.group)
        for one in seen
        if name in one.signs and (verdict := TARGETS[target](one.judged.verdict)) is not None
    ]
    return point_biserial([value for value, _, _ in both], [told for _, told, _ in both], [group for _, _, group in both])


def _correlations(
    names: Sequence[str], found: Mapping[tuple[str, str], Correlation], seen: Sequence[SeenTwice]
) -> Table:
    """r of each figure with each verdict; a star where its 99 % interval lies above zero, a minus sign's below."""
    lines: list[tuple[Cell, ...]] = []
    for name in names:
        signs = [one.signs[name] for one in seen if name in one.signs]
        passed = [one.passed for one in signs if one.passed is not None]
        told = f"{100 * sum(passed) / len(passed):.0f}" if passed else "-"
        lines.append((name, len(signs), told, *(_told(found[name, target]) for target in TARGETS)))
    title = "Correlation of automatic figures with readers' verdicts, within sheet and form (* 99 % interval apart from 0)"
    return Table(title, ("", "n", "passes %", *TARGETS), tuple(lines))


def _told(one: Correlation) -> str:
    if one.r is None:
        return "-"
    return f"{one.r:+.2f}{'*' if one.is_sign or one.is_contrary else ' '}"


def _confusions(names: Sequence[str], seen: Sequence[SeenTwice]) -> Table:
    """What machine and people pass, by form, against the verdict that a pass seems to promise; only of what may fail."""
    columns = ("", "form", "against", "n", "both", "machine alone", "people alone", "neither", "right where it passes", "right of all")
    lines: list[tuple[Cell, ...]] = []
    for name in names:
        target = CLAIMED.get(name)
        if target is None or _passes_always(name, seen):
            continue
        for form in sorted({one.judged.row.form.value for one in seen}):
            both = _both(name, target, [one for one in seen if one.judged.row.form.value == form])
            counted = confuse([passed for passed, _ in both], [verdict for _, verdict in both])
            lines.append(
                (
                    name, form, target, counted.n, counted.both, counted.machine, counted.people, counted.neither,
                    share(counted.both, counted.both + counted.machine), share(counted.both + counted.people, counted.n),
                )
            )  # fmt: skip
    return Table("What machine and people pass", columns, tuple(lines))


def _both(name: str, target: str, seen: Sequence[SeenTwice]) -> list[tuple[bool, bool]]:
    """What the machine passed and what people did, of the answers that have both."""
    return [
        (sign.passed, verdict)
        for one in seen
        if (sign := one.signs.get(name)) is not None
        and sign.passed is not None
        and (verdict := TARGETS[target](one.judged.verdict)) is not None
    ]


def _passes_always(name: str, seen: Sequence[SeenTwice]) -> bool:
    passed = [sign.passed for one in seen if (sign := one.signs.get(name)) is not None and sign.passed is not None]
    return bool(passed) and sum(passed) >= _ALWAYS * len(passed)


def describe_trust(seen: Sequence[SeenTwice]) -> Iterator[str]:
    """Yield a line for each automatic figure: the verdicts that it may be trusted as a sign of."""
    for name in _names(seen):
        words = ", ".join(_strengths(name, {(name, one): correlate(name, one, seen) for one in TARGETS}))
        if not words and _passes_always(name, seen):
            words = "a guard against breakage only; it passes what people fail as well"
        yield f"{name}: {words or 'nothing that people judge'}"


def _names(seen: Sequence[SeenTwice]) -> list[str]:
    return list(dict.fromkeys(name for one in seen for name in one.signs))


def _strengths(name: str, found: Mapping[tuple[str, str], Correlation]) -> Iterator[str]:
    for target in TARGETS:
        one = found[name, target]
        if one.is_sign:
            yield f"a {'weak ' if (one.r or 0) < 0.3 else ''}sign of “{target}”"
        elif one.is_contrary:
            yield f"speaks against “{target}”"

"""The figures of a run over the sets, as tables: what is caught, what passes, the curve between, and the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from civicsetu.evaluation.metrics import share_of
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.evaluation.verifier.measure import Checked, find_worst
from civicsetu.evaluation.verifier.rows import (
    AbsenceRow,
    Harm,
    MeasuredRow,
    SentenceRow,
    TranslationRow,
    TrueKind,
)

FIGURES = (Harm.NUMBER, Harm.DATE, Harm.AMOUNT, Harm.PERIOD, Harm.REFERENCE, Harm.FORM, Harm.STATE)
STANCES = (Harm.NEGATION, Harm.MODALITY, Harm.PARTY)
MEANING = (Harm.CONDITION, Harm.SCOPE, Harm.INVENTED)
_POINTS = 12
"""Points of the curve that are printed, spread over the scores there are."""

Sentences = Sequence[Checked[SentenceRow]]


def build_sentence_tables(checked: Sentences) -> list[Table]:
    """Return the tables of the sentences: by group and harm, by kind, the curve and the time."""
    false = [one for one in checked if not one.row.true]
    true = [one for one in checked if one.row.true]
    return [
        Table("False sentences caught", ("", "rows", "caught", "for certain"), tuple(_groups(false))),
        Table(
            "By what was changed; elsewhere: the figure or name stands in what is cited or asked",
            ("", "rows", "caught", "nowhere", "elsewhere", "for certain"),
            tuple(_harms(false)),
        ),
        Table("True sentences passed", ("", "rows", "passed", "not refused"), tuple(_kinds(true))),
        Table("Caught and passed, by the score asked for", ("", "caught", "passed"), tuple(_curve(checked))),
        Table("Milliseconds a sentence", ("", "p50", "p95"), (_times(checked),)),
    ]


def build_absence_table(checked: Sequence[Checked[AbsenceRow]]) -> Table:
    """Return what of the claims of absence is judged rightly, by truth and by why."""
    return Table("Claims of absence", ("", "rows", "right"), tuple(_sorted_out(checked, lambda row: row.why)))


def build_translation_table(checked: Sequence[Checked[TranslationRow]]) -> Table:
    """Return what of the translations is judged rightly, by truth and by language."""
    return Table("Translations", ("", "rows", "right"), tuple(_sorted_out(checked, lambda row: row.language)))


def describe_worst(checked: Sequence[Checked[MeasuredRow]], most: int) -> Iterator[str]:
    """Yield a line for each of the worst rows judged wrongly, at most so many each way."""
    for one in find_worst(checked, most):
        doubts = "; ".join(f"{doubt.check}: {doubt.reason}" for doubt in one.verdict.doubts) or "no doubt"
        told = "true" if one.row.true else getattr(one.row, "harm", None) or getattr(one.row, "why", "false")
        yield f"{one.row.id} | {told} | {one.verdict.score:.2f} | {one.row.text} | {doubts}"


def _groups(false: Sentences) -> Iterator[tuple[Cell, ...]]:
    groups: tuple[tuple[str, Sentences], ...] = (
        ("figures and names found nowhere", _of(false, FIGURES, elsewhere=False)),
        ("figures and names found elsewhere", _of(false, FIGURES, elsewhere=True)),
        ("negation, modality, party", _of(false, STANCES)),
        ("condition, scope, invented", _of(false, MEANING)),
        ("all", false),
    )
    for name, of_it in groups:
        yield name, len(of_it), share_of(_caught(of_it)), share_of(_refused(of_it))


def _harms(false: Sentences) -> Iterator[tuple[Cell, ...]]:
    for harm in Harm:
        of_it = _of(false, (harm,))
        nowhere, elsewhere = _of(of_it, (harm,), elsewhere=False), _of(of_it, (harm,), elsewhere=True)
        yield (
            harm.value,
            len(of_it),
            share_of(_caught(of_it)),
            share_of(_caught(nowhere)),
            share_of(_caught(elsewhere)),
            share_of(_refused(of_it)),
        )


def _kinds(true: Sentences) -> Iterator[tuple[Cell, ...]]:
    groups = [(kind.value, [one for one in true if one.row.kind is kind]) for kind in TrueKind]
    for name, of_it in (*groups, ("all", list(true))):
        passed = [one.verdict.passes for one in of_it]
        yield name, len(of_it), share_of(passed), share_of([not one for one in _refused(of_it)])


def _curve(checked: Sentences) -> Iterator[tuple[Cell, ...]]:
    """What is caught and what passes if a sentence is shown from a score on, without regard to its doubts."""
    scores = sorted({one.verdict.score for one in checked})
    chosen = sorted({scores[at] for at in np.linspace(0, len(scores) - 1, _POINTS).astype(int)}) if scores else []
    for least in chosen:
        caught = [one.verdict.score < least for one in checked if not one.row.true]
        passed = [one.verdict.score >= least for one in checked if one.row.true]
        yield f"{least:.3g}", share_of(caught), share_of(passed)


def _times(checked: Sentences) -> tuple[Cell, ...]:
    taken = [1000 * one.seconds for one in checked] or [0.0]
    return "all", f"{np.percentile(taken, 50):.2f}", f"{np.percentile(taken, 95):.2f}"


def _sorted_out(
    checked: Sequence[Checked[MeasuredRow]], name_of: Callable[..., str]
) -> Iterator[tuple[Cell, ...]]:
    for truth, told in ((True, "true passed"), (False, "false caught")):
        of_it = [one for one in checked if one.row.true is truth]
        for name in dict.fromkeys(name_of(one.row) for one in of_it):
            named = [one.is_right for one in of_it if name_of(one.row) == name]
            yield f"{told}, {name}", len(named), share_of(named)
        yield f"{told}, all", len(of_it), share_of([one.is_right for one in of_it])


def _of(checked: Sentences, harms: Sequence[Harm], *, elsewhere: bool | None = None) -> Sentences:
    return [one for one in checked if one.row.harm in harms and elsewhere in (None, one.row.elsewhere)]


def _caught(checked: Sentences) -> list[bool]:
    return [not one.verdict.passes for one in checked]


def _refused(checked: Sentences) -> list[bool]:
    return [one.verdict.is_refused for one in checked]

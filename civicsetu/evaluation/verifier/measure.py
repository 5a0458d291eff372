"""Check every row of the sets and keep what was found; the checks are handed in, so that any verifier can be measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from civicsetu.answering.verifying.verdict import Doubt, Verdict
from civicsetu.answering.written import SentenceMark, Span, Written
from civicsetu.evaluation.verifier.row_spans import make_written, resolve_spans
from civicsetu.evaluation.verifier.rows import AbsenceRow, MeasuredRow, SentenceRow, TranslationRow

CheckSentence = Callable[[Written, Mapping[str, Span], str], Verdict]
"""A sentence, all spans its writer was given by key, and what was asked."""

CheckAbsence = Callable[[Written, AbsenceRow], Doubt | None]
"""A claim of absence, with the row's jurisdiction to look the coverage up."""

CheckTranslation = Callable[[str, str, str], Doubt | None]
"""An English sentence, its translation, and the code of its language."""

AnyRow = TypeVar("AnyRow", bound=MeasuredRow, covariant=True)
Timed = TypeVar("Timed", bound=MeasuredRow)


@dataclass(frozen=True, slots=True)
class Checked(Generic[AnyRow]):
    """A row, the verdict on it, and the seconds that took."""

    row: AnyRow
    verdict: Verdict
    seconds: float

    @property
    def is_right(self) -> bool:
        """A true row passes, a false one is caught."""
        return self.row.true is self.verdict.passes


def measure_sentences(rows: Sequence[SentenceRow], check: CheckSentence) -> list[Checked[SentenceRow]]:
    """Check each sentence by itself; raises InputError where a row's spans are not in the law that ships."""
    prepared = [(row, make_written(row), resolve_spans(row)) for row in rows]
    for row, written, spans in prepared[:1]:
        check(written, spans, row.asked)  # reads the words the rules need, which is not a sentence's time
    return [_timed(row, partial(check, written, spans, row.asked)) for row, written, spans in prepared]


def measure_absence(rows: Sequence[AbsenceRow], check: CheckAbsence) -> list[Checked[AbsenceRow]]:
    """Check each claim of absence without cited spans, by the coverage alone."""
    return [_timed(row, partial(_check_absence, check, row)) for row in rows]


def measure_translations(
    rows: Sequence[TranslationRow], check: CheckTranslation
) -> list[Checked[TranslationRow]]:
    """Check each translation against its English sentence."""
    return [_timed(row, partial(_check_translation, check, row)) for row in rows]


def find_worst(checked: Sequence[Checked[AnyRow]], most: int) -> Iterator[Checked[AnyRow]]:
    """Yield the rows judged wrongly that the verdict is surest of: false ones by the highest score, true by the lowest."""
    wrong = [one for one in checked if not one.is_right]
    missed = sorted((one for one in wrong if not one.row.true), key=_by_score, reverse=True)
    dropped = sorted((one for one in wrong if one.row.true), key=_by_score)
    yield from missed[:most]
    yield from dropped[:most]


def _by_score(one: Checked[MeasuredRow]) -> float:
    return one.verdict.score


def _timed(row: Timed, work: Callable[[], Verdict]) -> Checked[Timed]:
    started = time.perf_counter()
    verdict = work()
    return Checked(row, verdict, time.perf_counter() - started)


def _check_absence(check: CheckAbsence, row: AbsenceRow) -> Verdict:
    return _verdict_of(check(Written(SentenceMark.LIMIT, 1, (), "", row.text), row))


def _check_translation(check: CheckTranslation, row: TranslationRow) -> Verdict:
    return _verdict_of(check(row.text, row.translation, row.language))


def _verdict_of(doubt: Doubt | None) -> Verdict:
    return Verdict((doubt,)) if doubt else Verdict()

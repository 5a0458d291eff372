"""One run over the sets: read the rows, check them, and build what is told of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from civicsetu.answering.drafting.model_opinion import ModelOpinion
from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.translation import check_translation
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.tables import Table
from civicsetu.evaluation.verifier.coverage import check_by_coverage
from civicsetu.evaluation.verifier.measure import (
    Checked,
    measure_absence,
    measure_sentences,
    measure_translations,
)
from civicsetu.evaluation.verifier.opinions import add_opinions
from civicsetu.evaluation.verifier.rows import (
    AbsenceRow,
    MeasuredRow,
    SentenceRow,
    TranslationRow,
    load_rows,
)
from civicsetu.evaluation.verifier.verifier_report import (
    build_absence_table,
    build_sentence_tables,
    build_translation_table,
    describe_worst,
)
from civicsetu.evaluation.written.replay import Replay

_DEADLINE_S = 60.0
"""A completion played back is there at once, however busy the machine."""


@dataclass(frozen=True, slots=True)
class VerifierReport:
    """Report of a run: its tables, and every row with its verdict, a set at a time."""

    half: Half
    tables: list[Table]
    checked: tuple[list[Checked[MeasuredRow]], ...]

    def describe_worst(self, most: int) -> Iterator[str]:
        """Yield a line for each of the worst rows judged wrongly, at most so many each way of each set."""
        for one in self.checked:
            yield from describe_worst(one, most)

    def write(self, path: Path) -> None:
        """Write the tables as JSON; raises InputError where that cannot be."""
        told = {"half": self.half.value, "tables": [table.as_json() for table in self.tables]}
        try:
            path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error


async def evaluate_verifier(sets: Path, half: Half, replay: Replay | None = None) -> VerifierReport:
    """Check the rows of a half by the rules alone, and with the opinions of a replay that lacks none.

    Raises:
        InputError: a file of the folder cannot be read, or a row is wrong; the message names it.
    """
    sentences = measure_sentences(load_rows(sets / "sentences.jsonl", SentenceRow, half), check_sentence)
    absence = measure_absence(load_rows(sets / "absence.jsonl", AbsenceRow, half), check_by_coverage)
    translations = measure_translations(
        load_rows(sets / "translations.jsonl", TranslationRow, half), check_translation
    )
    tables = build_sentence_tables(sentences)
    if replay is not None:
        judged = await add_opinions(sentences, ModelOpinion(replay.models, _DEADLINE_S))
        if replay.is_whole:
            sentences = judged
            tables += _with_opinions(judged)
    tables += [build_absence_table(absence), build_translation_table(translations)]
    return VerifierReport(half, tables, (list(sentences), list(absence), list(translations)))


def _with_opinions(sentences: Sequence[Checked[SentenceRow]]) -> list[Table]:
    """The tables of the sentences again, without the time; told only where no opinion is missing."""
    tables = build_sentence_tables(sentences)[:-1]
    return [replace(one, title=f"With opinions: {one.title}") for one in tables]

"""The sets that are frozen are whole: large enough, balanced, each quote in a cited span, nothing twice."""

from __future__ import annotations

import datetime
from collections import Counter
from pathlib import Path

import pytest

import civicsetu
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.verifier.row_spans import resolve_spans
from civicsetu.evaluation.verifier.rows import (
    AbsenceRow,
    Harm,
    SentenceRow,
    TranslationRow,
    TrueKind,
    load_rows,
)
from civicsetu.law.parameters import Coverage

SETS = Path(civicsetu.__file__).parent.parent / "eval" / "verifier"
FIGURES = (Harm.NUMBER, Harm.DATE, Harm.AMOUNT, Harm.PERIOD, Harm.REFERENCE, Harm.FORM, Harm.STATE)
WANTED = {
    "silent": {Coverage.SILENT},
    "not_held": {Coverage.NOT_HELD},
    "refers": {Coverage.REFERS},
    "answered": {Coverage.FIXED, Coverage.PART_HELD},
    "findable": {Coverage.FIXED, Coverage.PART_HELD},
    "overclaim": {Coverage.NOT_HELD},
}


@pytest.fixture(scope="module")
def sentences() -> list[SentenceRow]:
    return list(load_rows(SETS / "sentences.jsonl", SentenceRow))


def test_there_are_enough_of_every_kind(sentences: list[SentenceRow]) -> None:
    harms = Counter(row.harm for row in sentences if row.harm)
    kinds = Counter(row.kind for row in sentences if row.kind)
    assert harms.total() >= 420 and min(harms[harm] for harm in Harm) >= 30
    assert kinds.total() >= 320 and kinds.total() - kinds[TrueKind.PARAPHRASE] >= 100
    figures = [row.elsewhere for row in sentences if row.harm in FIGURES]
    assert sum(figures) >= len(figures) / 3


def test_every_quote_stands_in_a_span_that_is_cited(sentences: list[SentenceRow]) -> None:
    for row in sentences:
        resolve_spans(row)


def test_a_false_sentence_is_not_the_true_one_it_was_made_from(sentences: list[SentenceRow]) -> None:
    true = {row.id: row for row in sentences if row.true}
    said = Counter(row.text for row in sentences)
    assert [text for text, times in said.items() if times > 1] == []
    for row in sentences:
        if row.of is not None:
            base = true[row.of]
            assert (row.spans, row.quote, row.asked, row.split) == (base.spans, base.quote, base.asked, base.split)


def test_the_halves_are_of_a_size_and_share_no_asker(sentences: list[SentenceRow]) -> None:
    halves = {half: [row for row in sentences if row.split is half] for half in (Half.TUNE, Half.CHECK)}
    tune, check = ({row.asked for row in rows} for rows in halves.values())
    assert not tune & check
    assert abs(len(halves[Half.TUNE]) - len(halves[Half.CHECK])) < len(sentences) / 10


def test_claims_of_absence_are_true_by_the_coverage() -> None:
    rows = load_rows(SETS / "absence.jsonl", AbsenceRow)
    assert Counter(row.true for row in rows) == {True: 60, False: 60}
    parameters, day = get_parameters().by_id, datetime.date(2026, 11, 23)
    for row in rows:
        if row.parameter:
            of_it = parameters[row.parameter]
            held = {of_it.look_up(row.jurisdiction, cell, day).coverage for cell in of_it.cells}
            assert held & WANTED[row.why], row.id


def test_translations_are_of_four_languages_and_spoiled_in_one_place() -> None:
    rows = load_rows(SETS / "translations.jsonl", TranslationRow)
    assert set(Counter((row.language, row.true) for row in rows).values()) == {15}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    assert all(one.text == other.text and one.translation != other.translation for one, other in pairs)

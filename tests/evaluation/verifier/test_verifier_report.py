"""The figures of a run: what is caught, by harm and place, what passes, by kind, and the curve between."""

from __future__ import annotations

from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.written import Span, Written
from civicsetu.evaluation.metrics import Estimate
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.evaluation.verifier.measure import (
    Checked,
    measure_absence,
    measure_sentences,
    measure_translations,
)
from civicsetu.evaluation.verifier.rows import SentenceRow
from civicsetu.evaluation.verifier.verifier_report import (
    build_absence_table,
    build_sentence_tables,
    build_translation_table,
    describe_worst,
)
from tests.evaluation.verifier.set_rows import absence, false, sentence, translation

CERTAIN = Verdict((Doubt(Check.NUMBER, "it is not there"),), 0.1)
DOUBTED = Verdict((Doubt(Check.PARTY, "somebody else", certain=False),), 0.6)


def checked(row: SentenceRow, verdict: Verdict | None = None) -> Checked[SentenceRow]:
    return Checked(row, verdict or Verdict(), 0.002)


RUN = [
    checked(sentence()),
    checked(sentence(id="true-002", kind="conclusion"), DOUBTED),
    checked(false(1, "number"), CERTAIN),
    checked(false(2, "number", elsewhere=True)),
    checked(false(3, "party"), DOUBTED),
]


def cell_of(table: Table, row: str, column: str) -> Cell:
    found = next(one for one in table.rows if one[0] == row)
    return found[table.columns.index(column)]


def value_of(table: Table, row: str, column: str) -> tuple[float, int]:
    cell = cell_of(table, row, column)
    assert isinstance(cell, Estimate)
    return cell.value, cell.n


def test_what_is_caught_is_told_nowhere_and_elsewhere_apart() -> None:
    groups, harms, kinds, curve, times = build_sentence_tables(RUN)
    assert value_of(groups, "figures and names found nowhere", "caught") == (1.0, 1)
    assert value_of(groups, "figures and names found elsewhere", "caught") == (0.0, 1)
    assert value_of(groups, "negation, modality, party", "caught") == (1.0, 1)
    assert value_of(groups, "negation, modality, party", "for certain") == (0.0, 1)
    assert value_of(harms, "number", "caught") == (0.5, 2)
    assert value_of(kinds, "conclusion", "passed") == (0.0, 1)
    assert value_of(kinds, "conclusion", "not refused") == (1.0, 1)
    assert value_of(kinds, "all", "passed") == (0.5, 2)
    assert [row[0] for row in curve.rows] == ["0.1", "0.6", "1"]
    assert value_of(curve, "0.6", "caught")[0] == 1 / 3 and value_of(curve, "0.6", "passed")[0] == 1.0
    assert times.rows == (("all", "2.00", "2.00"),)


def test_nothing_caught_and_nothing_measured_has_figures_too() -> None:
    assert build_sentence_tables([])[0].rows[0][1] == 0


def test_the_worst_are_told_with_their_doubts_false_ones_first() -> None:
    lines = list(describe_worst(RUN, 5))
    assert lines[0].startswith("false-002 | number | 1.00 | ") and lines[0].endswith("no doubt")
    assert lines[1].startswith("true-002 | true | 0.60 | ") and lines[1].endswith("party: somebody else")
    assert len(lines) == 2 and list(describe_worst(RUN, 0)) == []


def test_a_sentence_is_checked_with_the_spans_and_words_of_its_row() -> None:
    seen: list[tuple[tuple[str, ...], tuple[str, ...], str]] = []

    def check(written: Written, spans: dict[str, Span], asked: str) -> Verdict:
        seen.append((written.keys, tuple(spans), asked))
        return DOUBTED

    (one,) = measure_sentences([sentence()], check)
    assert seen[-1] == (("k1",), ("k1", "k2"), "The lamps were lit late. May I leave?")
    assert one.verdict is DOUBTED and one.seconds >= 0 and not one.is_right


def test_absence_and_translations_are_told_by_truth() -> None:
    doubt = Doubt(Check.ABSENCE, "the law sets one")
    claims = [absence(), absence(id="absence-002", true=False, why="answered", text="There is no fee.")]
    held = measure_absence(claims, lambda written, row: doubt if "fee" in written.text else None)
    table = build_absence_table(held)
    assert value_of(table, "true passed, open", "right") == (1.0, 1)
    assert value_of(table, "false caught, all", "right") == (1.0, 1)
    spoiled = translation(id="translation-002", true=False, harm="number", translation="आपके पास 60 दिन हैं।")
    read = measure_translations([translation(), spoiled], lambda english, said, language: None)
    shown = build_translation_table(read)
    assert value_of(shown, "true passed, hi", "right") == (1.0, 1)
    assert value_of(shown, "false caught, hi", "right") == (0.0, 1)

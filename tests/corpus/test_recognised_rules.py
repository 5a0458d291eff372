"""Rules recognised on a scan: headings set from the margin, corrections that may fit nowhere but never twice."""

from __future__ import annotations

import pytest

from civicsetu.corpus.formats.pdf import Line
from civicsetu.corpus.formats.rules_paragraphs import RulesLine, mended
from civicsetu.corpus.layouts.recognised_headings import give_headings
from civicsetu.corpus.registry import parse_registry
from civicsetu.corpus.structure.chunks import windows
from civicsetu.errors import CorpusError, NotThisLaw
from civicsetu.law.prints import Correction
from tests.corpus.laws import divided, meadow

HEADINGS = {"1": "Name of these rules.", "2": "Keeping of meadows by the keeper.", "3": "Hay."}
LINES = [RulesLine("(1) mow", 1), RulesLine("rake it, ail of it", 1), RulesLine("(1) mow", 2)]


def _correction(printed: str, page: int | None = None) -> Correction:
    return Correction(printed=printed, read="(l) mow", reason="the letter l read as 1", page=page)


def test_a_correction_is_made_on_its_page() -> None:
    found, listed = mended(LINES, [_correction("(1) mow", 2)], "scan.pdf", recognised=True)
    assert [line.text for line in found] == ["(1) mow", "rake it, ail of it", "(l) mow"]
    assert [(page, text) for page, text, _ in listed] == [(2, "(1) mow -> (l) mow")]


def test_of_recognised_letters_a_correction_may_fit_nowhere_and_never_twice() -> None:
    assert mended(LINES, [_correction("sow")], "scan.pdf", recognised=True) == (LINES, [])
    for recognised, printed, count in ((False, "sow", 0), (False, "(1) mow", 2), (True, "(1) mow", 2)):
        with pytest.raises(NotThisLaw, match=f"stands {count} times"):
            mended(LINES, [_correction(printed)], "scan.pdf", recognised=recognised)


def _note(text: str, y: float) -> Line:
    return Line(text, 40, y, 160, y + 8, 8)


def _row(text: str, y: float) -> Line:
    return Line(text, 200, y, 540, y + 8, 8)


def test_a_misread_heading_of_the_margin_is_found_and_the_arrangements_words_are_set() -> None:
    rows = [_row("1-(1) These", 100), _row("rules are", 112), _row("2- Mow", 140), _row("3- Hay is", 200)]
    margin = [
        _note("7", 96), _note("Narne of these ru1es-", 101), _note("Keeping of", 141), _note("rneadows by the", 153),
        _note("keeper.-", 165), _note("y", 260),
    ]  # fmt: skip
    lines = [RulesLine(row.text, 1) for row in rows]
    assert [line.text for line in give_headings(lines, rows, margin, HEADINGS)] == [
        "1. Name of these rules. 1-(1) These",
        "rules are",
        "2. Keeping of meadows by the keeper. 2- Mow",
        "3- Hay is",
    ]


def test_a_provision_the_print_gives_wrongly_has_no_window() -> None:
    tree = divided("1. Name.\nMow.\n\n2. Hay.\nRake.\n", "1-2")
    found = windows(tree, meadow("1-2"), len, misprinted={"2": "the print repeats 1"})
    assert [window.unit for window in found] == ["1"]


def test_only_a_provision_of_the_law_can_be_misprinted() -> None:
    text = """
documents:
  - {key: meadow_rules, title: Meadow Rules, short_title: Meadow, jurisdiction: CENTRAL, doc_type: RULES, expected: 1-2,
     official: [{name: scan, label: Scan, filename: a.pdf, misprinted: {"3": the print repeats 1}}]}
jurisdictions: {CENTRAL: {name: All}}
"""
    with pytest.raises(CorpusError, match="misprinted, and not expected: 3"):
        parse_registry(text)
    assert parse_registry(text.replace('"3"', '"2"')).document("meadow_rules").misprinted == {
        "2": "the print repeats 1"
    }

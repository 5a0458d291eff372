"""The judged sheets that are kept can be read, and hold no words of official texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import civicsetu
from civicsetu.evaluation.judging.official_words import drop_official_words
from civicsetu.evaluation.judging.sheet import read_sheet
from civicsetu.evaluation.judging.verdicts import read_judged

FOLDER = Path(civicsetu.__file__).parents[1] / "eval" / "judged"
SHEETS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_kept_sheet_is_judged_and_without_official_words(path: Path) -> None:
    sheet = read_sheet(path)
    assert read_judged(path) and not sheet.head.official_words
    assert drop_official_words(sheet) == sheet, (
        "run `civicsetu eval sheet` without a folder before keeping it"
    )


def test_the_first_reading_says_what_its_reader_said() -> None:
    judged = read_judged(FOLDER / "2026-11-22.jsonl")
    good = {form: [one.verdict.good for one in judged if one.row.form == form] for form in ("plain", "post")}
    assert {form: (sum(told), len(told)) for form, told in good.items()} == {
        "plain": (32, 60),
        "post": (0, 20),
    }

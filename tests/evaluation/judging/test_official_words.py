"""Official words are filled in where they are those answered from, and left out again before a sheet is passed on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from civicsetu.errors import InputError, SourceMissing
from civicsetu.evaluation.judging import official_words
from civicsetu.evaluation.judging.official_words import drop_official_words, fill_official_words
from civicsetu.evaluation.judging.sheet import Sheet, read_sheet
from tests.evaluation.golden_rows import REGISTRY
from tests.evaluation.judging.sheets import WORDS, written
from tests.retrieval.lantern_act import ACT, OFFICIAL


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return read_sheet(written(tmp_path / "s.jsonl"))


def hold(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.setattr(official_words, "read_official", lambda spec, folder: SimpleNamespace(body=body))


def test_words_are_filled_in_and_left_out_again(
    sheet: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(monkeypatch, OFFICIAL)
    filled, missed = fill_official_words(sheet, tmp_path, REGISTRY)
    [row] = filled.rows
    assert missed == [] and filled.head.official_words
    assert row.law[0].official is not None and row.law[0].official.words == WORDS
    assert row.answer.sentences[1].text == WORDS, "a sentence of official wording reads as it was shown"
    assert drop_official_words(filled) == sheet


def test_another_print_s_words_are_not_shown_as_those_answered_from(
    sheet: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(monkeypatch, f"An older print. {OFFICIAL}")
    filled, [missed] = fill_official_words(sheet, tmp_path, REGISTRY)
    assert missed.startswith(f"{ACT}: 2 passages not filled in; the file's text is not the one")
    assert drop_official_words(filled) == sheet


def test_a_law_without_its_file_is_told_and_the_rest_goes_on(
    sheet: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(spec: object, folder: Path) -> None:
        raise SourceMissing(user_message="No file was found.")

    monkeypatch.setattr(official_words, "read_official", absent)
    _, missed = fill_official_words(sheet, tmp_path, REGISTRY)
    assert missed == [f"{ACT}: 2 passages not filled in; No file was found."]
    with pytest.raises(InputError, match="There is no folder"):
        fill_official_words(sheet, tmp_path / "none", REGISTRY)

"""A wrong row is refused by file, line and field, in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from civicsetu.errors import InputError
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.verifier.rows import AbsenceRow, SentenceRow, TranslationRow, load_rows
from tests.evaluation.verifier.set_rows import ABSENCE, SENTENCE, TRANSLATION, write_rows


def test_the_rows_of_a_half_are_read_in_order(tmp_path: Path) -> None:
    rows = [SENTENCE, SENTENCE | {"id": "true-002", "split": "check"}, SENTENCE | {"id": "true-003"}]
    path = write_rows(tmp_path / "sentences.jsonl", *rows)
    assert [row.id for row in load_rows(path, SentenceRow, Half.TUNE)] == ["true-001", "true-003"]
    assert [row.id for row in load_rows(path, SentenceRow)] == ["true-001", "true-002", "true-003"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"harm": "number"}, "a true sentence has a kind and no harm"),
        ({"true": False, "kind": None}, "a true sentence has a kind and no harm"),
        ({"elsewhere": True}, "elsewhere and of belong to a false sentence"),
        ({"cites": [2]}, "cites names a span that is not there"),
        ({"cites": []}, "cites:"),
        ({"spans": [{"document": "up_rera_rules_2016"}]}, "spans.0:"),
        ({"spans": [{"statement": "up.16.days", "value": "a/B/2020-01-01"}]}, "spans.0:"),
        ({"mark": "advice"}, "mark:"),
        ({"split": "all"}, "split:"),
        ({"id": "17"}, "id:"),
        ({"weight": 2}, "weight: Extra inputs are not permitted"),
    ],
)
def test_a_wrong_sentence_is_refused(tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    path = write_rows(tmp_path / "sentences.jsonl", SENTENCE, SENTENCE | {"id": "true-002"} | changed)
    with pytest.raises(InputError) as error:
        load_rows(path, SentenceRow)
    assert error.value.user_message.startswith("Line 2 of sentences.jsonl cannot be used: ")
    assert told in error.value.user_message


def test_a_wrong_absence_or_translation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="silent does not make a claim false"):
        load_rows(write_rows(tmp_path / "a.jsonl", ABSENCE | {"why": "silent", "true": False}), AbsenceRow)
    with pytest.raises(InputError, match="a spoiled translation has a harm"):
        load_rows(write_rows(tmp_path / "t.jsonl", TRANSLATION | {"true": False}), TranslationRow)


def test_a_doubled_id_half_a_line_and_no_rows_are_refused(tmp_path: Path) -> None:
    doubled = write_rows(tmp_path / "s.jsonl", SENTENCE, SENTENCE)
    with pytest.raises(InputError, match=r"Line 2 of s\.jsonl cannot be used: true-001 stands twice"):
        load_rows(doubled, SentenceRow)
    (tmp_path / "s.jsonl").write_text('{"id": "true-0')
    with pytest.raises(InputError, match=r"Line 1 of s\.jsonl cannot be used"):
        load_rows(tmp_path / "s.jsonl", SentenceRow)
    with pytest.raises(InputError, match="holds no rows of the half check"):
        load_rows(write_rows(tmp_path / "s.jsonl", SENTENCE), SentenceRow, Half.CHECK)
    with pytest.raises(InputError, match="cannot be read"):
        load_rows(tmp_path / "none.jsonl", SentenceRow)

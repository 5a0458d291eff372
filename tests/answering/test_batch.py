"""A file of questions is read whole before any is asked; what is wrong is told with its line."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from civicsetu.answering.batch import read_rows
from civicsetu.errors import CivicSetuError, InputError

GOOD = '{"id": "1", "question": "What is a promoter?"}'


def written(folder: Path, *lines: str) -> Path:
    path = folder / "in.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_rows_are_read_in_order_with_all_they_say(tmp_path: Path) -> None:
    row = {
        "id": "b", "turn": 2, "conversation": "c1", "question": "धारा 18?", "jurisdiction": "karnataka", "as_on": "2020-01-31"
    }  # fmt: skip
    first, second = read_rows(written(tmp_path, GOOD, "", "  ", json.dumps(row, ensure_ascii=False), ""))
    assert (first.id, first.turn, first.conversation, first.jurisdiction) == ("1", None, None, None)
    assert second.model_dump() == {**row, "as_on": date(2020, 1, 31)}


def test_a_line_is_ended_by_a_line_feed_and_by_nothing_else(tmp_path: Path) -> None:
    """JSON allows these characters inside a text; `str.splitlines` would cut the row in two."""
    question = "What is\u2028a promoter\u2029or\x85an agent?"
    [row] = read_rows(written(tmp_path, json.dumps({"id": "1", "question": question}, ensure_ascii=False)))
    assert row.question == question


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(f"{GOOD}\r\n{GOOD}\r\n".encode())
    assert len(read_rows(path)) == 2


@pytest.mark.parametrize(
    "bad",
    [
        "not json",
        '{"id": "2", "question": "x"',
        '["id"]',
        "null",
        '{"question": "without an id"}',
        '{"id": "2"}',
        '{"id": 2, "question": "x"}',
        '{"id": "2", "question": null}',
        '{"id": "2", "question": "x", "juristiction": "GOA"}',
        '{"id": "2", "question": "x", "as_on": "yesterday"}',
        '{"id": "2", "question": "x", "turn": "first"}',
        '{"id": "2", "question": "x", "jurisdiction": "ATLANTIS"}',
    ],
)
def test_a_row_that_cannot_be_used_is_one_sentence_with_its_line(tmp_path: Path, bad: str) -> None:
    with pytest.raises(CivicSetuError) as told:
        read_rows(written(tmp_path, GOOD, "", bad))
    message = told.value.user_message
    assert isinstance(told.value, InputError), f"{type(told.value).__name__}: {message}"
    assert "ine 3" in message and "in.jsonl" in message
    assert message.endswith(".") and "\n" not in message and len(message) < 300
    assert str(tmp_path) not in message


@pytest.mark.parametrize("content", [b"", b"\n\n  \n"])
def test_a_file_without_questions_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="no questions"):
        read_rows(path)


def test_a_missing_file_a_folder_and_a_file_that_is_not_text_say_so(tmp_path: Path) -> None:
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00{")
    for path in (tmp_path / "absent.jsonl", tmp_path, tmp_path / "binary.jsonl"):
        with pytest.raises(InputError, match="cannot be read as text"):
            read_rows(path)


@pytest.mark.parametrize("question", ["", "   ", "???", "a" * 20_000])
def test_a_question_that_nobody_could_read_is_told_before_any_is_asked(tmp_path: Path, question: str) -> None:
    """Else the run breaks off in the middle, and the rows after it are never asked."""
    with pytest.raises(InputError, match="ine 2"):
        read_rows(written(tmp_path, GOOD, json.dumps({"id": "2", "question": question})))

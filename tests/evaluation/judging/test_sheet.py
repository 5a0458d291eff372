"""A sheet is read as it was written, and what is wrong with one is a sentence that names its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.errors import InputError
from civicsetu.evaluation.judging.sheet import get_rubric, read_sheet, write_sheet
from civicsetu.evaluation.judging.verdicts import MOST_BESIDE, ReaderVerdict
from tests.evaluation.judging.sheets import HEAD, sheet_row, written


def test_a_sheet_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = (sheet_row("q01"), sheet_row("p01", form="post", jurisdiction="KARNATAKA"))
    made = read_sheet(written(tmp_path / "s.jsonl", *rows))
    assert made.head == HEAD and made.rows == rows and made.lines == (2, 3)


def test_what_is_empty_is_left_out_of_a_line(tmp_path: Path) -> None:
    text = written(tmp_path / "s.jsonl").read_text("utf-8")
    assert '"words"' not in text and '"table"' not in text and '"jurisdiction"' not in text


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: "", "s.jsonl is empty."),
        (lambda text: text.splitlines()[0], "s.jsonl holds no answers."),
        (lambda text: text.split("\n", 1)[1], "Line 1 of s.jsonl cannot be used"),
        (lambda text: text.replace('"question":', '"asked":', 1), "Line 2 of s.jsonl cannot be used"),
        (lambda text: text + text.splitlines()[1], "Line 3 of s.jsonl cannot be used: q01 stands twice."),
        (lambda text: text.replace('"law":[0]', '"law":[4]', 1), "names a provision that is not in its law"),
        (lambda text: text + "{", "Line 3 of s.jsonl cannot be used"),
    ],
)  # fmt: skip
def test_what_is_no_sheet_is_refused_by_its_line(tmp_path: Path, change, told: str) -> None:  # type: ignore[no-untyped-def]
    path = written(tmp_path / "s.jsonl")
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(InputError) as error:
        read_sheet(path)
    assert told in error.value.user_message and "\n" not in error.value.user_message


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(b"\xff\xfe\x00")
    for name in ("s.jsonl", "none.jsonl"):
        with pytest.raises(InputError, match="cannot be read as text"):
            read_sheet(tmp_path / name)
    with pytest.raises(InputError, match="cannot be written"):
        write_sheet(tmp_path / "none" / "s.jsonl", HEAD, [sheet_row()])


def test_the_rubric_names_every_field_and_every_value() -> None:
    rubric = get_rubric()
    for name, field in ReaderVerdict.model_fields.items():
        assert f"| `{name}` |" in rubric
        for value in getattr(field.annotation, "__args__", ()):
            assert f"`{value}`" in rubric, (name, value)
    assert MOST_BESIDE == 1 and "at most one sentence is beside the point, plainness is 4 or 5" in rubric

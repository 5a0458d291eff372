"""Prompts are written under their digest, completions are read by it, and a wrong line is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from civicsetu.answering.writing.span_layout import HELD_OFFICIALLY
from civicsetu.errors import InputError
from civicsetu.evaluation.written.recordings import read_completions, write_prompts
from civicsetu.models.writer.chat import ChatPrompt

PROMPT = ChatPrompt("write_answer/1", "Write.", "मिल क्या है?", 100)


def line(completion: str, digest: str = PROMPT.digest) -> str:
    return json.dumps({"digest": digest, "completion": completion})


def test_prompts_are_written_a_line_each_in_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "prompts.jsonl"
    path.write_text("old", "utf-8")
    write_prompts(path, [PROMPT])
    told = json.loads(path.read_text("utf-8"))
    assert told == {
        "digest": PROMPT.digest, "name": "write_answer/1", "system": "Write.", "user": "मिल क्या है?", "longest": 100,
        "official": False,
    }  # fmt: skip
    write_prompts(path, [replace(PROMPT, user=f"## rule 4 {HELD_OFFICIALLY}\nk1: …")])
    assert json.loads(path.read_text("utf-8"))["official"], "what is written from it is not to be passed on"
    write_prompts(path, [])
    assert path.read_text("utf-8") == "" and list(tmp_path.iterdir()) == [path]


def test_completions_are_read_by_digest(tmp_path: Path) -> None:
    path = tmp_path / "completions.jsonl"
    assert read_completions(path) == {}
    path.write_text(f"{line('one')}\n\n{line('one')}\n{line('two', 'a' * 64)}\n", "utf-8")
    assert read_completions(path) == {PROMPT.digest: "one", "a" * 64: "two"}


@pytest.mark.parametrize("wrong", ["{", '{"digest": "x", "completion": "y"}', '{"digest": "' + "a" * 64 + '"}', line("another")])
def test_a_wrong_line_is_named(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "completions.jsonl"
    path.write_text(f"{line('one')}\n{wrong}\n", "utf-8")
    with pytest.raises(InputError) as error:
        read_completions(path)
    assert error.value.user_message.startswith("Line 2 of completions.jsonl cannot be used")


def test_prompts_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_prompts(tmp_path / "no" / "prompts.jsonl", [PROMPT])

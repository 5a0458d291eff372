"""`civicsetu eval verifier` prints its tables, asks opinions played back, and says what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from civicsetu.cli import app
from civicsetu.errors import InputError
from tests.evaluation.verifier.set_rows import ABSENCE, SENTENCE, TRANSLATION, write_rows

runner = CliRunner()
SPOILED = {"id": "false-001", "true": False, "kind": None, "harm": "period", "of": "true-001"}


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    late = SENTENCE | SPOILED | {"text": "The money comes within 90 days."}
    write_rows(tmp_path / "sentences.jsonl", SENTENCE, late)
    write_rows(tmp_path / "absence.jsonl", ABSENCE)
    write_rows(tmp_path / "translations.jsonl", TRANSLATION)
    return tmp_path


def run(sets: Path, *args: str | Path) -> tuple[int, str]:
    done = runner.invoke(app, ["eval", "verifier", "--sets", str(sets), *map(str, args)])
    return done.exit_code, done.output


def test_the_tables_are_printed_and_written(sets: Path) -> None:
    code, told = run(sets, "--json", sets / "out.json", "--show", "3")
    assert code == 0, told
    for title in ("False sentences caught", "True sentences passed", "Claims of absence", "Translations"):
        assert title in told
    assert "With opinions" not in told
    written = json.loads((sets / "out.json").read_text())
    assert written["half"] == "tune" and written["tables"][0]["title"] == "False sentences caught"


def test_opinions_are_played_back_until_none_is_missing(sets: Path) -> None:
    prompts, completions = sets / "prompts.jsonl", sets / "completions.jsonl"
    code, told = run(sets, "--write-prompts", prompts)
    assert code == 0 and "still without a completion" in told and "With opinions" not in told
    asked = [json.loads(line) for line in prompts.read_text().splitlines()]
    assert asked and all("within 45 days" in one["user"] for one in asked)
    lines = [{"digest": one["digest"], "completion": '{"1": "supported"}'} for one in asked]
    write_rows(completions, *lines)
    code, told = run(sets, "--write-prompts", prompts, "--completions", completions)
    assert code == 0 and "0 prompts still without a completion" in told
    assert "With opinions: True sentences passed" in told


def test_a_wrong_row_and_completions_alone_are_told_in_a_sentence(sets: Path) -> None:
    write_rows(sets / "absence.jsonl", ABSENCE | {"why": "answered"})
    for args, told in (
        ((), "Line 1 of absence.jsonl cannot be used"),
        (("--completions", "none.jsonl"), "--completions needs --write-prompts"),
    ):
        error = runner.invoke(app, ["eval", "verifier", "--sets", str(sets), *args]).exception
        assert isinstance(error, InputError) and told in error.user_message

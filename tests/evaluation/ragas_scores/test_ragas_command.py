"""`civicsetu eval ragas` as it is typed, on the starter texts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.settings import Settings
from tests.command_line import CommandLine
from tests.evaluation.ragas_scores.test_ragas_scores import judging
from tests.models.chat_provider import chat_provider, says

EVAL = str(Path(__file__).resolve().parents[3] / "eval")


@pytest.fixture
def run(running: Settings, service: AnsweringService, tmp_path: Path) -> CommandLine:
    return CommandLine(running, tmp_path)


def answer_prompts(folder: Path) -> None:
    """Write a completion for each prompt that has none."""
    with (folder / "c.jsonl").open("a") as kept:
        for line in (folder / "p.jsonl").read_text().splitlines():
            prompt = json.loads(line)
            told = judging({"messages": [{"content": prompt["user"]}]})
            kept.write(json.dumps({"digest": prompt["digest"], "completion": told}) + "\n")


@pytest.mark.long
def test_a_recorded_judge_is_asked_run_after_run_until_nothing_is_missing(run: CommandLine) -> None:
    for folder in ("ragas", "gates"):
        shutil.copytree(Path(EVAL) / folder, run.folder / "eval" / folder)
    gates = run.folder / "eval" / "gates" / "ragas.yaml"
    gates.write_text(gates.read_text().replace("required: true", "required: false"))
    typed = ("eval", "ragas", "--folder", "eval", "--output", ".", "--limit", "2", "--write-prompts", "p.jsonl")
    first = run.here(*typed)
    assert "6 prompts still without a completion" in first.stdout and "pass %" not in first.stdout
    answer_prompts(run.folder)
    second = run.here(*typed, "--completions", "c.jsonl")
    assert "still without" in second.stdout and "0 prompts" not in second.stdout, "verdicts follow on statements"
    assert (run.folder / "eval_results.json").is_file()
    for _ in range(12):  # a context is judged after the one before it
        answer_prompts(run.folder)
        told = run.here(*typed, "--completions", "c.jsonl").stdout
        if "0 prompts still without" in told:
            break
    for words in ("CENTRAL", "shuffled", "margin", "(published)", "20 % of several states", "no bar to compare with"):
        assert words in told, words
    held = run.here("eval", "ragas", "--folder", EVAL, *typed[4:], "--completions", "c.jsonl", code=1)
    assert "FAILS" in held.stdout, "one claim of two is faithful, and a whole scoring is held to its gates"
    answers = json.loads((run.folder / "eval_phase1_results.json").read_text())
    assert len(answers["rows"]) == 2 and all(row["contexts"] for row in answers["rows"].values())


@pytest.mark.long
def test_a_judge_that_only_stands_in_prints_no_figures(run: CommandLine) -> None:
    with chat_provider(says(judging, usage=None)) as provider:
        told = run.here(
            "eval", "ragas", "--folder", EVAL, "--output", ".", "--limit", "2", "--judge", "openai/stub",
            CIVICSETU_WRITER__KEYS__OPENAI="k", CIVICSETU_WRITER__ADDRESSES__OPENAI=provider.address,
        ).stdout  # fmt: skip
        assert provider.calls and all(call["model"] == "stub" for call in provider.calls)
    assert "openai/stub only stands in for a judge" in told and "pass %" not in told
    scores = json.loads((run.folder / "eval_results.json").read_text())
    assert scores["judge"] == "openai/stub" and len(scores["rows"]) == 2


def test_without_a_judge_or_a_folder_it_says_so_and_writes_nothing(run: CommandLine) -> None:
    typed = ("eval", "ragas", "--folder", EVAL, "--output")
    assert "There is no judge" in run.refused_here(*typed, ".")
    assert "does not exist" in run.refused_here(*typed, "no/such")
    assert "cannot be used" in run.refused_here(*typed, ".", "--judge", "nonsense")
    assert list(run.folder.iterdir()) == []

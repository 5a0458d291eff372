"""`civicsetu check-starter` as a person types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from civicsetu.cli import app
from civicsetu.evaluation.fidelity import starter_check
from tests.claims.given import compared, restated


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "civicsetu", "check-starter", *arguments],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def _refused(*arguments: str) -> str:
    done = _run(*arguments)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(told) == 1, done.stderr
    return told[0]


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    assert _refused("--from", str(tmp_path / "none")).startswith("There is no folder")
    assert "rera_act_2016" in _refused("--from", str(tmp_path))
    assert "There is no document 'nothing'" in _refused("nothing", "--from", str(tmp_path))
    assert _run().returncode == 2


@pytest.mark.long
def test_every_restatement_passes(corpus_dir: Path) -> None:
    done = _run("--from", str(corpus_dir))
    assert done.returncode == 0, done.stdout
    assert [line.split(";")[0] for line in done.stdout.splitlines()] == [
        f"{key}: passes" for key in restated()
    ]


@pytest.mark.parametrize("key", restated())
@pytest.mark.long
def test_json_says_the_same(corpus_dir: Path, key: str) -> None:
    (report,) = json.loads(_run(key, "--from", str(corpus_dir), "--json").stdout)
    assert report["passed"] and report["findings"] == [] and report["exceptions_share"] <= 0.02
    assert all(len(one["reason"]) >= 20 for one in report["exceptions"])


def test_planting_prints_a_table(corpus_dir: Path) -> None:
    lines = _run(
        "rera_act_2016", "--from", str(corpus_dir), "--plant", "12", "--seed", "3"
    ).stdout.splitlines()
    assert lines[0] == "rera_act_2016, seed 3"
    assert lines[1].split() == ["kind", "planted", "caught", "share"]
    assert lines[8].split()[:2] == ["all", "12"]


def test_a_difference_makes_the_exit_code_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    report = compared("The promoter shall mow within ten days.", "The promoter must mow within 9 days.")
    monkeypatch.setattr(starter_check, "check_starters", lambda folder, keys: [report])
    done = CliRunner().invoke(app, ["check-starter", "--from", str(tmp_path)])
    assert done.exit_code == 1
    assert "1 | number | law: 10 day | ours: - |" in done.output
    assert "1 | number | law: - | ours: 9 day |" in done.output

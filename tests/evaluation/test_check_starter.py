"""`civicsetu check-starter` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from civicsetu.cli import app
from civicsetu.evaluation.fidelity import starter_check
from tests.claims.given import compared, restated
from tests.command_line import CommandLine
from tests.stores.own_servers import settings_in


@pytest.fixture
def run(tmp_path: Path) -> CommandLine:
    """On a data folder that there is not, for nothing is stored."""
    return CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)


def test_bad_input_is_one_sentence(run: CommandLine, tmp_path: Path) -> None:
    def refused(*arguments: str) -> str:
        return run.refused_here("check-starter", *arguments)

    assert refused("--from", str(tmp_path / "absent")).startswith("There is no folder")
    assert "rera_act_2016" in refused("--from", str(tmp_path))
    assert "There is no document 'nothing'" in refused("nothing", "--from", str(tmp_path))
    run.here("check-starter", code=2)


@pytest.mark.long
def test_every_restatement_passes(run: CommandLine, corpus_dir: Path) -> None:
    done = run("check-starter", "--from", str(corpus_dir))
    assert [line.split(";")[0] for line in done.stdout.splitlines()] == [
        f"{key}: passes" for key in restated()
    ]


@pytest.mark.parametrize("key", restated())
@pytest.mark.long
def test_json_says_the_same(run: CommandLine, corpus_dir: Path, key: str) -> None:
    (report,) = json.loads(run("check-starter", key, "--from", str(corpus_dir), "--json").stdout)
    assert report["passed"] and report["findings"] == [] and report["exceptions_share"] <= 0.02
    assert all(len(one["reason"]) >= 20 for one in report["exceptions"])


def test_planting_prints_a_table(run: CommandLine, corpus_dir: Path) -> None:
    of = ("rera_act_2016", "--from", str(corpus_dir), "--plant", "12", "--seed", "3")
    lines = run.here("check-starter", *of).stdout.splitlines()
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

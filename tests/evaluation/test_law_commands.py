"""The commands over statements and parameters print their figures and fail where something differs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from civicsetu.cli import app
from civicsetu.corpus.review.lock import get_lock, parse_lock
from tests.corpus.read_once import official_files_read_once

pytestmark = pytest.mark.usefixtures("official_files_read_once")
__all__ = ["official_files_read_once"]

GOOD = """law: rera_act_2016
statements:
- id: act.13-1.ten
  says: The builder must not take more than 10 % of the cost before a registered agreement for sale.
  kind: limit
  bearer: promoter
  holder: allottee
  provisions: ["13(1)"]
  passages: ["A promoter (builder) must not accept … in force at the time"]
"""
runner = CliRunner()


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    get_lock.cache_clear()


def run(*args: str | Path) -> tuple[int, str]:
    done = runner.invoke(app, [str(arg) for arg in args])
    return done.exit_code, done.output


def written(folder: Path, text: str, name: str = "rera_act_2016.yaml") -> Path:
    (folder / name).write_text(text)
    return folder


def test_a_fault_is_told_and_fails(tmp_path: Path) -> None:
    code, told = run("eval", "statements", "--files", written(tmp_path, GOOD.replace("10 %", "20 %")))
    assert code == 1 and "act.13-1.ten | number | more than 20 per cent" in told.replace(
        "at most", "more than"
    )


def test_an_exception_with_its_reason_is_used_and_one_without_need_is_told(tmp_path: Path) -> None:
    folder = written(tmp_path, GOOD)
    _, drafted = run("eval", "statements", "--files", folder, "--draft")
    entries = yaml.safe_load(drafted)["exceptions"]
    for entry in entries:
        entry["reason"] = "Looked at twice: the passage says this in other words."
    unneeded = {"statement": "act.13-1.ten", "kind": "party", "fact": "real estate agent", "reason": "x" * 20}
    written(folder, yaml.safe_dump({"exceptions": [*entries, unneeded]}), "exceptions.yaml")
    code, told = run("eval", "statements", "--files", folder)
    assert (
        code == 1
        and "0 differences" in told
        and "exception matches nothing: party, real estate agent" in told
    )


def test_faults_are_planted(tmp_path: Path) -> None:
    code, told = run("eval", "statements", "--files", written(tmp_path, GOOD), "--plant", "12")
    assert code == 0 and "number changed" in told


def test_coverage_is_a_table() -> None:
    code, told = run("eval", "coverage")
    assert code == 0 and told.startswith("document") and "rera_act_2016" in told


def test_review_is_listed_and_accepted(tmp_path: Path) -> None:
    code, told = run("review", "list")
    assert code == 0 and "reviewed" in told
    code, told = run("review", "accept", "act.none", "--by", "a reader")
    assert code != 0
    output = tmp_path / "lock.yaml"
    code, told = run("review", "accept", "--all", "--by", "a reader", "--output", output)
    if code == 0:
        assert all(item.by == ("a reader",) for item in parse_lock(output.read_text()).items.values())
    else:
        assert "Name what was read" in told


def test_a_reader_is_named() -> None:
    code, told = run("review", "accept", "act.13-1.ten")
    assert code == 2 and "Say who read it" in told

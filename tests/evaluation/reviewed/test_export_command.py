"""`civicsetu export-feedback` as it is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from civicsetu import cli
from civicsetu.evaluation.reviewed import export
from civicsetu.settings import load_settings


def test_it_writes_cases_and_where_asked_feedback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def given(_: Any, path: Path) -> int:
        path.write_text("{}\n", "utf-8")
        return 1

    monkeypatch.setattr(cli, "_settings", lambda: load_settings(data_dir=tmp_path))
    monkeypatch.setattr(export, "export_given", given)
    cases, lines = tmp_path / "cases.yaml", tmp_path / "given.jsonl"
    told = CliRunner().invoke(cli.app, ["export-feedback", str(cases)])
    assert told.exit_code == 0 and "0 reviewed cases." in told.output
    assert cases.read_text("utf-8") == "[]\n" and not lines.exists()
    told = CliRunner().invoke(cli.app, ["export-feedback", str(cases), "--feedback", str(lines)])
    assert told.exit_code == 0 and "feedback on 1 answer." in told.output and lines.exists()

"""A run's code revision changes with the code, and with nothing else."""

from __future__ import annotations

from pathlib import Path

from civicsetu.evaluation.runs.configuration import code_revision, digest_code


def test_a_changed_module_is_another_revision_and_a_changed_note_is_none(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text("x = 1\n")
    first = digest_code(tmp_path)
    (tmp_path / "room" / "notes.md").write_text("x\n")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.py").write_text("y = 1\n")
    assert digest_code(tmp_path) == first
    (tmp_path / "room" / "a.py").write_text("x = 2\n")
    assert digest_code(tmp_path) != first


def test_the_package_has_a_revision() -> None:
    assert code_revision() == code_revision() and "+" in code_revision()

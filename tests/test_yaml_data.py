"""Patterns of a file that ships: by name, whatever the case, each list as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.yaml_data import load_patterns


def test_a_list_of_patterns_is_found_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "meadow_words"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "words.yaml").write_text("gates:\n- 'gates?'\n- 'a|fence'\nno:\n- \\bno\\b\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    patterns = load_patterns("meadow_words", "words.yaml")
    assert set(patterns) == {"gates", "no"}, "no is a word"
    assert patterns["gates"].findall("Gate, FENCE") == ["Gate", "FENCE"]
    assert load_patterns("meadow_words", "words.yaml") is patterns

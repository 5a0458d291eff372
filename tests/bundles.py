"""Which tests are made by one worker, where several work side by side.

Servers live as long as their worker, so tests that share one go to one worker and it is started once. What
has no server goes file by file to whoever is free. What takes longest comes first, so that nobody is left
waiting at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
_SERVERS = {
    "the law held": {"starters", "running", "both", "service"},
    "the page": {"postgres_settings"},
    "stores": {"stores"},
}
"""The bundles and the fixtures they stand on; each room has stores of its own."""
_SLOW, _SWIFT = len(_SERVERS), len(_SERVERS) + 1


def bundled(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests in the order in which they are given out, each marked with its bundle; files stay whole."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    placed = sorted((*_place_of(path, tests), path) for path, tests in files.items())
    for _, name, path in placed:
        for item in files[path]:
            item.add_marker(pytest.mark.xdist_group(name))
    return [item for *_, path in placed for item in files[path]]


def _place_of(path: Path, tests: Sequence[pytest.Item]) -> tuple[int, str]:
    """How early a file's tests are given out, and with which others."""
    own = path.relative_to(TESTS)
    wanted = {name for item in tests for name in getattr(item, "fixturenames", ())}
    for place, (kind, fixtures) in enumerate(_SERVERS.items()):
        if wanted & fixtures:
            return place, f"{kind} of {own.parts[0]}" if kind == "stores" else kind
    slow = any(item.get_closest_marker("slow") for item in tests)
    return _SLOW if slow else _SWIFT, own.as_posix()

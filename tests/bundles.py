"""In which order tests are given out, where several workers make them side by side.

Files stay whole. What shares a server stands together, so that a worker that has it uses it, and what takes
longest comes first, so that nobody is left waiting at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

TESTS = Path(__file__).parent
_SERVERS = {
    "the page served": {"served"},
    "the law held": {"starters", "running", "both", "service"},
    "the page": {"postgres_settings"},
    "stores": {"stores"},
}
"""The bundles and the fixtures they stand on."""
_SLOW, _SWIFT = len(_SERVERS), len(_SERVERS) + 1


_WEB = "tests/web/"
_ON_THE_PAGE = (
    "test_asking_again", "test_browser.", "test_browser_accessible", "test_browser_answer",
    "test_browser_back", "test_browser_before_script", "test_browser_conversations", "test_browser_facts",
    "test_browser_feedback", "test_browser_languages", "test_browser_page", "test_browser_reading",
    "test_browser_states", "test_browser_text_size", "test_browser_touch", "test_conversation_list",
    "test_correcting_facts", "test_doors", "test_elsewhere", "test_page_server", "test_stopping", "api/test_doors",
    "api/test_query", "operator/test_browser",
)  # fmt: skip
_OF_ONE_WORKER = (
    ("tests/stores/graph/", "tests/stores/test_servers.py"),
    tuple(_WEB + file for file in _ON_THE_PAGE),
    (_WEB + "api/test_served_law.py", _WEB + "test_browser_on_the_law.py"),
    (_WEB + "law_map/test_browser_map.py", _WEB + "law_map/test_browser_map_languages.py"),
)
"""Whose files share what takes long to start: a real Neo4j, the page, the page on the law that ships, the law's map."""


class Bundling(LoadFileScheduling):
    """Gives out files whole, and those that share a costly server to one worker."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return next((files[0] for files in _OF_ONE_WORKER if file.startswith(files)), file)


def bundled(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests in the order in which they are given out, file by file."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    placed = sorted((_place_of(tests), path) for path, tests in files.items())
    return [item for _, path in placed for item in files[path]]


def _place_of(tests: Sequence[pytest.Item]) -> int:
    """How early a file's tests are given out."""
    wanted = {name for item in tests for name in getattr(item, "fixturenames", ())}
    for place, fixtures in enumerate(_SERVERS.values()):
        if wanted & fixtures:
            return place
    return _SLOW if any(item.get_closest_marker("slow") for item in tests) else _SWIFT

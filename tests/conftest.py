"""What every room's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def require_all() -> bool:
    """True where a test that cannot run must fail instead of being skipped (`.ci/run`)."""
    return os.environ.get("CIVICSETU_REQUIRE_ALL") == "1"


@pytest.fixture(scope="session")
def corpus_dir() -> Path:
    """The folder of official texts; they cannot ship with the project, so its place is told."""
    told = os.environ.get("CIVICSETU_CORPUS_DIR", "")
    if told and Path(told).is_dir():
        return Path(told)
    reason = "the official texts are not at hand: set CIVICSETU_CORPUS_DIR to their folder"
    if require_all():
        pytest.fail(f"{reason} (CIVICSETU_REQUIRE_ALL=1 forbids skipping)")
    pytest.skip(reason)

"""Settings are read as on a machine that sets none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from civicsetu.settings import get_settings


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No settings of this machine, no `.env` but what a test writes, nothing remembered."""
    for name in list(os.environ):
        if name.startswith("CIVICSETU_") or name == "PORT":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()

"""The embedder, loaded once a session."""

from __future__ import annotations

import pytest

from civicsetu.models.embedder import Embedder, open_embedder
from civicsetu.settings import Settings


@pytest.fixture(scope="session")
def embedder(prepared_settings: Settings) -> Embedder:
    return open_embedder(prepared_settings)

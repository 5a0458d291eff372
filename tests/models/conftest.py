"""The embedder, loaded once a session, and a cross-encoder whose files are laid out."""

from __future__ import annotations

import pytest

from civicsetu.models.embedder import Embedder, open_embedder
from civicsetu.models.prepare import prepare
from civicsetu.settings import Settings
from tests.holding import quiet
from tests.models.fakes import CROSS_ENCODER, settings_for


@pytest.fixture(scope="session")
def embedder(prepared_settings: Settings) -> Embedder:
    return open_embedder(prepared_settings)


@pytest.fixture(scope="session")
def reranked(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings that need the cross-encoder's folder alone, laid out: a second's work. None is used as it ships."""
    settings = settings_for(tmp_path_factory.mktemp("reranked"), embedder="all-minilm-l6-v2", reranker=CROSS_ENCODER)
    prepare(settings, quiet)
    return settings

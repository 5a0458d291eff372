"""Models prepared once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.models.embedder import Embedder, open_embedder
from civicsetu.models.prepare import is_prepared, prepare
from civicsetu.settings import Settings

from .fakes import settings_for

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def prepared_settings(request: pytest.FixtureRequest) -> Settings:
    """Settings whose models are ready: those of the checkout if whole, else pytest's cache."""
    of_checkout = settings_for(CHECKOUT / "data")
    if is_prepared(of_checkout):
        return of_checkout
    cached = settings_for(Path(request.config.cache.mkdir("models")))
    prepare(cached, lambda step, fraction: None)
    return cached


@pytest.fixture(scope="session")
def embedder(prepared_settings: Settings) -> Embedder:
    return open_embedder(prepared_settings)

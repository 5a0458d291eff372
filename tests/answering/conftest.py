"""What several files ask of the service once each."""

from __future__ import annotations

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import Answer
from tests.holding import LATE, answer_of
from tests.web.conftest import postgres_settings

__all__ = ["postgres_settings"]
"""One empty Postgres for all files of this room that open a service over the Mill Act."""


@pytest.fixture(scope="module")
async def late(service: AnsweringService) -> Answer:
    """The answer to a lay question."""
    return await answer_of(service, LATE)

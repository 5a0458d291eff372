"""The legs on real stores."""

from __future__ import annotations

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.retriever import Retriever


@pytest.fixture(scope="session")
def retriever(service: AnsweringService) -> Retriever:
    """The retriever that the service opened."""
    return service._retriever


@pytest.fixture(scope="session")
async def held(retriever: Retriever) -> LawIndex:
    """The index of the starter texts."""
    return await retriever.index()

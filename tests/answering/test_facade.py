"""One object offers to ingest, to retrieve and to assemble, behind every front."""

from __future__ import annotations

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.errors import UnknownDocument
from civicsetu.retrieval.context.law_context import ContextOptions
from tests.holding import ACT, KARNATAKA, LATE, quiet


async def test_the_service_ingests_retrieves_and_assembles(service: AnsweringService) -> None:
    before = await service.list_documents()
    await service.ingest([ACT], quiet)
    assert await service.list_documents() == before, "what is held already is not touched"
    found = await service.search(LATE)
    alone = await service.search(f"{LATE} See section 18 of the Act.", documents=[KARNATAKA])
    assert alone and {one.document for one in alone} == {KARNATAKA}, "the knowledge base that is named, and no other"
    written = await service.write_context(LATE, options=ContextOptions(format="markdown", max_tokens=400))
    assert found[0].document == ACT and written.tokens <= 400 and written.passages
    with pytest.raises(UnknownDocument):
        await service.ingest(["no_such_act"], quiet)

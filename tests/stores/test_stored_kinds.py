"""Every kind that is stored is read back as it was, and a state needs no code."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from civicsetu.corpus.registry import parse_registry
from civicsetu.law.answers import QueryType
from civicsetu.law.documents import ChunkStatus, DocType
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.turn_store import TurnStore
from tests.stores.sample import ACT, act_parts, rows
from tests.stores.test_turn_store import an_answer


@pytest.mark.parametrize("kind", DocType)
async def test_a_kind_of_law_is_stored_in_capitals_and_read_back(
    law: LawStore, database: Database, kind: DocType
) -> None:
    spec = ACT.model_copy(update={"doc_type": kind})
    await law.replace_edition(rows(act_parts(), spec=spec))
    [document] = await law.list_documents()
    assert document.doc_type is kind
    async with database.connect() as connection:
        assert await connection.scalar(text("select doc_type from documents")) == kind.value.upper()


@pytest.mark.parametrize("status", ChunkStatus)
async def test_the_status_of_a_chunk_is_read_back(
    law: LawStore, database: Database, status: ChunkStatus
) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    chunk_id = written.chunks[0].chunk.chunk_id
    async with database.transaction() as connection:
        statement = text("update legal_chunks set status = :status where chunk_id = :chunk_id")
        await connection.execute(statement, {"status": status.value, "chunk_id": chunk_id})
    assert [chunk.status for chunk in await law.read_chunks([chunk_id])] == [status]


@pytest.mark.parametrize("kind", QueryType)
async def test_the_type_of_a_question_is_read_back(database: Database, kind: QueryType) -> None:
    answer = an_answer(query_type=kind, id=str(uuid4()))
    turns = TurnStore(database)
    await turns.record(answer, session_id="s")
    turn = await turns.get_turn(UUID(answer.id))
    assert turn is not None and turn.answer.query_type is kind


async def test_a_state_added_to_the_registry_is_held_without_a_change_of_code(law: LawStore) -> None:
    registry = parse_registry(REGISTRY)
    spec = registry.get_document("ladakh_homes_rules_2031")
    await law.replace_edition(rows(act_parts(), spec=spec))
    [document] = await law.list_documents()
    assert (document.jurisdiction, registry.check_jurisdiction("ladakh")) == ("LADAKH", "LADAKH")


REGISTRY = """
jurisdictions:
  CENTRAL: {name: India}
  LADAKH: {name: Ladakh, aliases: [leh]}
documents:
  - key: ladakh_homes_rules_2031
    title: Ladakh Homes Rules, 2031
    short_title: Ladakh Homes Rules
    jurisdiction: LADAKH
    doc_type: RULES
    expected: 1-3
"""

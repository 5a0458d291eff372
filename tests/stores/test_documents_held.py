"""The row of a document, and the columns and indexes that the law's tables must have."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sqlalchemy import event, text

from civicsetu.errors import StoreError
from civicsetu.law.documents import CommencementPeriod, DocumentSpec, DocumentStatus, EditionKind, Visibility
from civicsetu.stores.database import Database
from civicsetu.stores.law.document_writer import write_document
from civicsetu.stores.law.law_rows import node_id
from civicsetu.stores.law.law_store import LawStore
from tests.stores.sample import ACT, RULES, Part, act_parts, as_enacted, consolidated, rows

INTERNAL = ACT.model_copy(update={"visibility": Visibility.INTERNAL})


async def select(database: Database, query: str, **values: Any) -> list[dict[str, Any]]:
    async with database.connect() as connection:
        return [dict(row) for row in (await connection.execute(text(query), values)).mappings()]


async def run(database: Database, statement: str) -> None:
    async with database.transaction() as connection:
        await connection.execute(text(statement))


# -- what the registry says ----------------------------------------------------------------------


async def test_what_the_registry_says_stands_in_the_row(law: LawStore, database: Database) -> None:
    told = ACT.model_copy(
        update={
            "visibility": Visibility.RESTRICTED, "tags": ("homes", "money"), "owner": "the housing desk",
            "made_under": "land_act_1950",
            "commencement": (CommencementPeriod(provisions="1-3", date=date(2020, 5, 1)),),
        }
    )  # fmt: skip
    await law.replace_edition(rows(act_parts(), spec=told))
    [row] = await select(database, "select * from documents")
    assert (row["visibility"], row["owner"], row["tags"]) == (
        "restricted",
        "the housing desk",
        ["homes", "money"],
    )
    assert row["metadata"] == {
        "expected": "1-3", "made_under": "land_act_1950",
        "commencement": [{"provisions": "1-3", "date": "2020-05-01", "uncertain": ""}],
    }  # fmt: skip
    [held] = await law.list_documents()
    assert (held.visibility, held.tags, held.is_public) == (Visibility.RESTRICTED, ("homes", "money"), False)


@pytest.mark.parametrize("column", ["visibility", "status"])
async def test_what_no_document_can_be_is_rejected(law: LawStore, database: Database, column: str) -> None:
    await law.replace_edition(rows(act_parts()))
    with pytest.raises(StoreError, match="CheckViolation"):
        await run(database, f"update documents set {column} = 'hidden'")


async def test_documents_are_found_by_a_tag(law: LawStore, database: Database) -> None:
    tagged = ACT.model_copy(update={"tags": ("homes",)})
    for spec in (tagged, RULES):
        await law.replace_edition(rows(act_parts(), spec=spec))
    found = await select(database, "select key from documents where tags @> '{homes}'")
    assert [row["key"] for row in found] == [ACT.key]


async def test_a_row_is_touched_only_when_it_says_something_else(law: LawStore, database: Database) -> None:
    await law.replace_edition(rows(act_parts()))
    [before] = await select(database, "select * from documents")
    await law.refresh_document(ACT)
    assert await law.replace_edition(rows(act_parts())) is False
    assert await select(database, "select * from documents") == [before]
    await law.refresh_document(INTERNAL)
    [after] = await select(database, "select * from documents")
    assert after["visibility"] == "internal"
    assert after["updated_at"] > before["updated_at"]
    assert (after["created_at"], after["ingested_at"]) == (before["created_at"], before["ingested_at"])


async def test_a_document_that_is_not_held_gets_no_row_by_being_refreshed(law: LawStore) -> None:
    await law.refresh_document(ACT)
    assert await law.list_documents() == []


async def test_who_may_see_a_law_is_part_of_what_is_cached_by(law: LawStore) -> None:
    await law.replace_edition(rows(act_parts()))
    public = await law.corpus_version()
    await law.refresh_document(INTERNAL)
    assert await law.corpus_version() != public
    await law.refresh_document(ACT)
    assert await law.corpus_version() == public


# -- how it is held ------------------------------------------------------------------------------


async def test_the_status_follows_the_editions(law: LawStore, database: Database) -> None:
    async def status() -> tuple[DocumentStatus, bool, int]:
        [held] = await law.list_documents()
        return held.status, held.is_active, held.total_chunks

    async with database.transaction() as connection:
        await write_document(ACT, connection)
    assert (await status())[0] is DocumentStatus.EXPECTED
    await law.replace_edition(as_enacted(act_parts(" as passed")))
    assert await status() == (DocumentStatus.LAPSED, False, 0)
    await law.replace_edition(consolidated(act_parts()))
    assert await status() == (DocumentStatus.HELD, True, 5)
    await law.replace_edition(consolidated(act_parts(), law_until=date(2024, 1, 1), searched=False))
    assert await status() == (DocumentStatus.LAPSED, False, 0)
    await law.replace_edition(rows(act_parts(" in plain words"), edition=EditionKind.PLAIN))
    assert await status() == (DocumentStatus.HELD, True, 5)


async def test_a_changed_file_gives_a_second_row_and_the_first_stays_readable(
    law: LawStore, database: Database
) -> None:
    first, second = rows(act_parts()), rows(act_parts(" (as amended)"))
    for written in (first, second, second):
        await law.replace_edition(written)
    held = await select(database, "select sha256, held_until is null as now from editions order by held_from")
    assert [(row["sha256"], row["now"]) for row in held] == [(first.sha256, False), (second.sha256, True)]
    before = await law.edition_text(first.edition_id)
    assert before is not None and before.body == first.body
    assert len(await law.list_documents()) == 1


@pytest.mark.parametrize(
    ("spec", "edition"),
    [(RULES, EditionKind.OFFICIAL), (ACT, EditionKind.PLAIN)],
    ids=["document", "edition"],
)
async def test_one_file_from_one_address_is_held_once(
    law: LawStore, database: Database, spec: DocumentSpec, edition: EditionKind
) -> None:
    await law.replace_edition(rows(act_parts()))
    again = rows(act_parts(), spec=spec, edition=edition, source_url=ACT.url)
    with pytest.raises(StoreError) as caught:
        await law.replace_edition(again)
    assert f"the official text of {ACT.key}" in caught.value.user_message
    assert [held.key for held in await law.list_documents()] == [ACT.key]
    await law.replace_edition(replace(again, source_url="https://example.org/elsewhere"))
    with pytest.raises(StoreError, match="editions_source"):
        await run(database, f"update editions set source_url = '{ACT.url}'")


async def test_a_deleted_document_takes_its_law_along(law: LawStore, database: Database) -> None:
    for spec in (ACT, RULES):
        await law.replace_edition(rows(act_parts(), spec=spec))
    await run(database, f"delete from documents where key = '{ACT.key}'")
    for table in ("editions", "provisions", "legal_chunks"):
        [left] = await select(
            database, f"select count(*) as rows, count(*) filter (where d.key is null) as lost "
            f"from {table} t left join documents d on d.doc_id = t.doc_id"
        )  # fmt: skip
        assert left["rows"] > 0 and left["lost"] == 0
    [nodes] = await select(database, "select count(*) as rows from structure")
    assert nodes["rows"] == len(rows(act_parts()).nodes)


# -- trees and chunks ----------------------------------------------------------------------------


async def test_a_node_has_every_column_of_a_structure_index(law: LawStore, database: Database) -> None:
    await law.replace_edition(rows(act_parts()))
    nodes = await select(database, "select * from structure")
    assert {
        "node_id", "edition_id", "parent_id", "kind", "title", "level", "start_char", "end_char", "order_index",
        "path", "created_at", "last_modified", "version", "client_id", "deleted",
    } <= set(nodes[0])  # fmt: skip
    assert {(node["version"], node["client_id"], node["deleted"]) for node in nodes} == {(1, "", False)}


async def test_a_node_that_is_marked_deleted_is_not_read(law: LawStore, database: Database) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    await run(database, "update structure set deleted = true where path = '3(2)'")
    assert "3(2)" not in {node.path for node in await law.read_nodes(written.edition_id)}


async def test_the_indexes_that_look_ups_need_are_there(database: Database) -> None:
    found = await select(database, "select indexname, indexdef from pg_indexes where schemaname = 'public'")
    led = {row["indexname"]: row["indexdef"].partition(" USING ")[2] for row in found}
    assert {name: led[name] for name in led.keys() & _INDEXES.keys()} == _INDEXES


_INDEXES = {
    "structure_kind": "btree (edition_id, kind)",
    "structure_place": "btree (edition_id, start_char)",
    "structure_page": "btree (edition_id, page, start_char)",
    "documents_by_visibility": "btree (visibility)",
    "documents_tags": "gin (tags)",
    "documents_updated": "btree (updated_at)",
    "editions_source": "btree (source_url, sha256) WHERE (source_url <> ''::text)",
    "legal_chunks_doc": "btree (doc_id)",
    "legal_chunks_parent": "btree (parent_chunk_id)",
}


async def test_every_chunk_is_a_part_of_the_section_that_its_unit_stands_in(
    law: LawStore, database: Database
) -> None:
    written = rows(act_parts(), window=60)
    await law.replace_edition(written)
    found = await select(
        database,
        "select c.*, s.path, s.kind, s.start_char as section_start, s.end_char as section_end "
        "from legal_chunks c join structure s on s.node_id = c.parent_chunk_id",
    )
    assert len(found) == len(written.chunks)
    sections = {
        node_id(written.edition_id, at) for at, node in enumerate(written.nodes) if node.kind == "section"
    }
    assert {row["parent_chunk_id"] for row in found} == sections
    for row in found:
        assert row["kind"] == "section" and row["section_id"].partition("(")[0] == row["path"]
        assert row["section_start"] <= row["start_char"] < row["end_char"] <= row["section_end"]
        assert row["section_path"] == f"Homes Act > section {row['section_id']}"
    windows = Counter(row["unit_id"] for row in found)
    assert {(windows[row["unit_id"]] > 1, row["chunk_type"]) for row in found} == {
        (True, "window"), (False, "unit"),
    }  # fmt: skip


async def test_no_chunk_has_a_parent_that_is_not_there(law: LawStore, database: Database) -> None:
    await law.replace_edition(rows(act_parts()))
    with pytest.raises(StoreError, match="ForeignKey"):
        await run(database, "update legal_chunks set parent_chunk_id = gen_random_uuid()")
    written = rows(act_parts(" (as amended)"))
    stray = written.chunks[0].chunk.model_copy(update={"section_id": "77"})
    with pytest.raises(StoreError, match="77"):
        await law.replace_edition(replace(written, chunks=(replace(written.chunks[0], chunk=stray),)))


async def test_a_law_of_any_length_takes_as_many_statements(law: LawStore, database: Database) -> None:
    statements: Counter[str] = Counter()

    def count(*told: Any) -> None:
        statements[told[2].split()[0].lower()] += 1

    async def of(parts: list[Part]) -> Counter[str]:
        statements.clear()
        event.listen(database.engine.sync_engine, "before_cursor_execute", count)
        try:
            await law.replace_edition(rows(parts, spec=RULES, window=10))
        finally:
            event.remove(database.engine.sync_engine, "before_cursor_execute", count)
        return Counter(statements)

    short = await of(act_parts()[:1])
    long = await of(act_parts(" and what belongs to it" * 200))
    assert short["insert"] == 5, "document, edition, provisions, nodes, chunks"
    assert long["insert"] == 5
    assert sum(long.values()) <= sum(short.values()) + 3, (
        "what the second supersedes is retired and succeeded"
    )

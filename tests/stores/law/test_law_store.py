"""Editions written whole, versions kept, and reads in batches, on a real Postgres."""

from __future__ import annotations

import asyncio
from collections import Counter
from uuid import UUID, uuid4

import pytest
from sqlalchemy import event, select, text

from civicsetu.errors import InputError, StoreError
from civicsetu.law.documents import ChunkStatus, EditionKind
from civicsetu.law.paths import provision_id
from civicsetu.law.provisions import NodeKind
from civicsetu.stores.database import Database
from civicsetu.stores.law.document_writer import write_document
from civicsetu.stores.law.law_rows import ReferenceRow
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.successors import ChunkPlace, find_successors
from civicsetu.stores.schema import legal_chunks
from tests.stores.sample import ACT, RULES, act_parts, rows

OFFICIAL, PLAIN = EditionKind.OFFICIAL, EditionKind.PLAIN


def unit(path: str, document: str = ACT.key) -> UUID:
    return provision_id(document, path)


async def test_an_edition_is_held_whole_after_one_call(law: LawStore) -> None:
    written = rows(act_parts())
    assert await law.replace_edition(written) is True

    text_held = await law.edition_text(written.edition_id)
    assert text_held is not None
    assert text_held.body == written.body
    assert (text_held.document, text_held.kind, text_held.held_until) == (ACT.key, OFFICIAL, None)
    nodes = await law.read_nodes(written.edition_id)
    assert [node.path for node in nodes if node.path] == [
        "1", "2", "2(a)", "2(zk)", "3", "3(1)", "3(1)(a)", "3(1)(b)", "3(1)(b) proviso", "3(2)",
    ]  # fmt: skip
    by_id = {node.node_id: node for node in nodes}
    for node in nodes:
        if node.parent_id is not None:
            parent = by_id[node.parent_id]
            assert parent.start <= node.start <= node.end <= parent.end
            assert parent.level == node.level - 1
    [held] = await law.list_documents()
    assert held.key == ACT.key
    assert held.total_chunks == 5
    assert [(e.kind, e.chunks, e.embedding_profile) for e in held.editions] == [(OFFICIAL, 5, "tiny")]


async def test_the_same_text_and_profile_again_writes_nothing(law: LawStore) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    [before] = await law.list_documents()
    assert await law.is_held(ACT.key, OFFICIAL, "en", written.sha256, "tiny")
    assert await law.replace_edition(written) is False
    assert await law.list_documents() == [before]


async def test_another_profile_embeds_the_same_version_again(law: LawStore, database: Database) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    again = rows(act_parts(), profile="wide", width=768)
    assert not await law.is_held(ACT.key, OFFICIAL, "en", written.sha256, "wide")
    assert await law.replace_edition(again) is True
    async with database.connect() as connection:
        counted = (
            await connection.execute(
                text("select count(embedding), count(embedding_768), count(*) from legal_chunks")
            )
        ).one()
    assert tuple(counted) == (0, 5, 5)
    assert again.edition_id == written.edition_id
    assert len(await law.read_chunks([e.chunk.chunk_id for e in written.chunks])) == 5


async def test_a_new_version_supersedes_chunk_by_chunk_and_keeps_the_old(law: LawStore) -> None:
    first, second = rows(act_parts()), rows(act_parts(" (as amended)"))
    await law.replace_edition(first)
    version = await law.corpus_version()
    assert await law.replace_edition(second) is True
    assert await law.corpus_version() != version

    old = await law.read_chunks([e.chunk.chunk_id for e in first.chunks])
    new = {e.chunk.chunk_id: e.chunk for e in second.chunks}
    assert {chunk.status for chunk in old} == {ChunkStatus.SUPERSEDED}
    for chunk in old:
        assert chunk.superseded_by is not None
        assert new[chunk.superseded_by].unit_id == chunk.unit_id
    left = await law.edition_text(first.edition_id)
    now = await law.edition_text(second.edition_id)
    assert left is not None and now is not None
    assert left.body == first.body
    assert left.held_until == now.held_from
    assert set((await law.chunk_of_units(ACT.key)).values()) == set(new)
    [held] = await law.list_documents()
    assert held.total_chunks == 5


async def test_a_version_that_comes_back_is_current_again(law: LawStore) -> None:
    first, second = rows(act_parts()), rows(act_parts(" (as amended)"))
    for written in (first, second, first):
        assert await law.replace_edition(written) is True
    assert await law.current_edition(ACT.key, OFFICIAL) == first.edition_id
    middle = await law.read_chunks([e.chunk.chunk_id for e in second.chunks])
    assert {c.superseded_by for c in middle} == {e.chunk.chunk_id for e in first.chunks}
    assert {c.status for c in await law.read_chunks([e.chunk.chunk_id for e in first.chunks])} == {
        ChunkStatus.ACTIVE
    }


async def test_a_failed_write_leaves_what_was_held(law: LawStore, database: Database) -> None:
    await law.replace_edition(rows(act_parts()))
    broken = rows(act_parts(" (broken)"), width=100)
    with pytest.raises(StoreError):
        await law.replace_edition(broken)
    dangling = rows(act_parts(" (dangling)"), references=(ReferenceRow("99", ACT.key, "1", 0, 1),))
    with pytest.raises(StoreError, match=r"IntegrityConstraint|ForeignKey"):
        await law.replace_edition(dangling)
    [held] = await law.list_documents()
    assert [e.chunks for e in held.editions] == [5]
    async with database.connect() as connection:
        assert await connection.scalar(text("select count(*) from editions")) == 1
        states = await connection.execute(select(legal_chunks.c.status))
        assert set(states.scalars()) == {"ACTIVE"}


async def test_writers_of_one_document_wait_for_each_other(law: LawStore) -> None:
    versions = [rows(act_parts(f" v{number}")) for number in range(6)]
    assert all(await asyncio.gather(*(law.replace_edition(version) for version in versions)))
    [held] = await law.list_documents()
    assert [e.chunks for e in held.editions] == [5]
    assert held.total_chunks == 5


async def test_a_batch_of_any_length_takes_as_many_statements(law: LawStore, database: Database) -> None:
    written = rows(act_parts(), window=10)
    await law.replace_edition(written)
    statements: Counter[str] = Counter()

    def count(_c: object, _cur: object, statement: str, *_rest: object) -> None:
        statements[statement.split()[0].lower()] += 1

    event.listen(database.engine.sync_engine, "before_cursor_execute", count)
    try:
        ids = [e.chunk.chunk_id for e in written.chunks]
        assert len(await law.read_chunks(ids)) == len(await law.current_chunks(ids)) > 15
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", count)
    assert statements["select"] + statements["with"] == 2


async def test_a_section_is_opened_by_path_offset_and_page(law: LawStore) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    by_path = await law.open_section(ACT.key, path="3(1)(b)")
    assert by_path is not None
    assert by_path.section.path == "3"
    assert by_path.text == written.body[by_path.offset : by_path.section.end]
    assert by_path.text.startswith("3. Return of money.—(1)")
    assert (by_path.previous, by_path.following) == ("2", None)
    assert by_path.nodes[0].kind is NodeKind.SECTION
    assert len(by_path.nodes) == 6
    by_offset = await law.open_section(ACT.key, offset=by_path.offset + 30, edition=written.edition_id)
    assert by_offset == by_path
    by_page = await law.open_section(ACT.key, page=1)
    assert by_page is not None and by_page.section.path == "1"
    assert await law.open_section(ACT.key, path="44") is None
    assert await law.open_section(ACT.key, path="3", edition=PLAIN) is None
    assert await law.open_section("no_such_law", path="3") is None
    with pytest.raises(InputError):
        await law.open_section(ACT.key)


async def test_references_wait_for_their_document(law: LawStore) -> None:
    mentions = (
        ReferenceRow("3(1)(a)", ACT.key, "2(a)", 5, 9),
        ReferenceRow("3(2)", RULES.key, "3(1)", 1, 4),
    )
    await law.replace_edition(rows(act_parts(), references=mentions))
    before = await law.read_references(ACT.key)
    assert [(r.source_path, r.target_path, r.target_id) for r in before] == [
        ("3(2)", "3(1)", None),
        ("3(1)(a)", "2(a)", unit("2(a)")),
    ]
    await law.replace_edition(rows(act_parts(), spec=RULES))
    after = await law.read_references(ACT.key)
    assert after[0].target_id == unit("3(1)", RULES.key)


async def test_a_changed_title_reaches_the_chunks(law: LawStore, database: Database) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    renamed = ACT.model_copy(update={"title": "The Homes Act, 2020 (as amended)"})
    async with database.transaction() as connection:
        await write_document(renamed, connection)
    [chunk] = await law.read_chunks([(await law.chunk_of_units(ACT.key))["1"]])
    assert chunk.doc_name == renamed.title


async def test_counts_and_spans(law: LawStore) -> None:
    written = rows(act_parts())
    await law.replace_edition(written)
    counts = await law.counts()
    assert (counts["documents"], counts["provisions"], counts["active_chunks"]) == (1, 10, 5)
    spans = await law.chunk_spans(written.edition_id)
    assert spans == [(e.chunk.start_char, e.chunk.end_char, e.chunk.chunk_id) for e in written.chunks]


def test_successor_is_the_chunk_with_most_overlap_measured_from_the_unit() -> None:
    here, gone = uuid4(), uuid4()
    old = [
        ChunkPlace(uuid4(), here, 100, 150),
        ChunkPlace(uuid4(), here, 150, 200),
        ChunkPlace(uuid4(), gone, 0, 9),
    ]
    new = [ChunkPlace(uuid4(), here, 500, 540), ChunkPlace(uuid4(), here, 540, 600)]
    assert find_successors(old, new) == {old[0].chunk_id: new[0].chunk_id, old[1].chunk_id: new[1].chunk_id}
    far = [ChunkPlace(uuid4(), here, 100, 110), ChunkPlace(uuid4(), here, 900, 950)]
    assert find_successors(far, new)[far[1].chunk_id] == new[0].chunk_id


async def test_a_text_that_lost_its_chunks_is_not_held_and_is_written_again(
    law: LawStore, database: Database
) -> None:
    """Else it stays for good what nothing is found of."""
    written = rows(act_parts())
    await law.replace_edition(written)
    async with database.transaction() as connection:
        await connection.execute(text("delete from legal_chunks"))
    assert not await law.is_held(ACT.key, OFFICIAL, "en", written.sha256, "tiny")
    assert await law.replace_edition(written) is True
    assert await law.is_held(ACT.key, OFFICIAL, "en", written.sha256, "tiny")
    [held] = await law.list_documents()
    assert [edition.chunks for edition in held.editions] == [5]

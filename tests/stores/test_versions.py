"""Versions of one official edition, held side by side: one is the law, the other was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from civicsetu.errors import InputError, StoreError
from civicsetu.law.documents import ChunkStatus, EditionKind
from civicsetu.law.evidence import Chunk
from civicsetu.law.paths import provision_id
from civicsetu.law.provisions import NodeKind
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever, WordWeights
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_rows import EditionRows, ReferenceRow, RemovalRow
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.law_views import EditionText, RemovalAt
from tests.stores.sample import ACT, Part, act_parts, as_enacted, consolidated, rows

OFFICIAL, PLAIN = EditionKind.OFFICIAL, EditionKind.PLAIN
TAKEN_OUT = Part("3(3)", "(3) A lantern shall hang at every door.\n", NodeKind.SUBSECTION, True)
TABLES = (
    "editions", "provisions", "structure", "removals", "legal_chunks", "provision_references"
)  # fmt: skip


_COUNTED_UP = ("reference_id", "removal_id", "created_at", "last_modified")


def before_parts(extra: str = " as passed") -> list[Part]:
    """The Act as enacted: other words, another heading, and a sub-section that was taken out later."""
    parts = act_parts(extra)
    parts[2].heading = "Return of deposits"
    parts[2].parts.append(TAKEN_OUT)
    return parts


def now(**told: Any) -> EditionRows:
    return consolidated(act_parts(), **told)


def before(**told: Any) -> EditionRows:
    return as_enacted(before_parts(), **told)


def unit(path: str) -> UUID:
    return provision_id(ACT.key, path)


async def ids_of(database: Database) -> dict[str, list[str]]:
    """Every row of the law by the columns that name it; what counts itself up is left out."""
    async with database.connect() as connection:
        return {
            table: sorted(
                str({**row, **dict.fromkeys(_COUNTED_UP, 0)})
                for row in (await connection.execute(text(f"select * from {table}"))).mappings()
            )
            for table in TABLES
        }


async def heading_of(database: Database, path: str) -> str:
    async with database.connect() as connection:
        return str(
            await connection.scalar(text("select heading from provisions where path = :path"), {"path": path})
        )


@pytest.fixture(params=["the earlier one first", "the current one first"])
async def both(request: pytest.FixtureRequest, law: LawStore) -> LawStore:
    """The Act held in plain words and in both official versions, written in either order."""
    versions = [before(), now()] if request.param.startswith("the earlier") else [now(), before()]
    for written in (*versions, rows(act_parts(" in plain words"), edition=PLAIN)):
        assert await law.replace_edition(written) is True
    return law


async def test_only_the_version_that_is_the_law_is_current(both: LawStore) -> None:
    [held] = await both.list_documents()
    assert [(one.kind, one.version, one.chunks) for one in held.editions] == [
        (OFFICIAL, "consolidated", 5), (PLAIN, "", 5),
    ]  # fmt: skip
    [earlier] = held.earlier
    assert (earlier.version, earlier.label, earlier.chunks) == ("as_enacted", "As enacted in 2020", 0)
    assert (earlier.law_from, earlier.law_until) == (date(2020, 5, 1), date(2022, 7, 1))
    assert held.total_chunks == 10
    assert await both.current_edition(ACT.key, OFFICIAL) == now().edition_id
    assert await both.version(ACT.key, "consolidated") == now().edition_id
    assert await both.version(ACT.key, "as_enacted") == before().edition_id


@pytest.mark.parametrize("name", ["", "repealed", "plain", "official"])
async def test_a_version_is_found_by_its_own_name_only(both: LawStore, name: str) -> None:
    assert await both.version(ACT.key, name) is None
    assert await both.version("no_such_law", "as_enacted") is None


async def test_nothing_of_the_earlier_version_can_be_found(both: LawStore) -> None:
    assert await both.chunk_spans(before().edition_id) == []
    assert {"3(1)", "3(2)", "3(3)"} & set(await both.chunk_of_units(ACT.key)) == {"3(1)", "3(2)"}
    section = await both.open_section(ACT.key, path="3")
    assert section is not None and "Return of money" in section.text


async def test_the_search_by_words_reads_the_current_version_only(both: LawStore, database: Database) -> None:
    weights = WordWeights()
    await weights.refresh(database, "1")

    async def found(words: str) -> set[str]:
        retriever = FullTextRetriever(
            plan=RetrievalPlan(words, documents=(ACT.key,)), deadline_s=5, database=database, weights=weights,
            synonyms=Synonyms(), depth=30,
        )  # fmt: skip
        return {hit.unit_id for hit in await retriever.search(words)}

    assert await found("a lantern hangs at every door") == set()
    assert not weights.knows("lantern")
    assert str(unit("3(2)")) in await found("the claim never lapses")


async def test_mentions_of_the_earlier_version_are_kept_and_not_told(law: LawStore) -> None:
    body = before().body
    at = body.index("clause (a)")
    mention = ReferenceRow("3(1)(a)", ACT.key, "2(a)", at, at + 10)
    await law.replace_edition(before(references=(mention, ReferenceRow("3(3)", ACT.key, "1", 1, 2))))
    assert await law.read_references(ACT.key) == []
    await law.replace_edition(now(references=(ReferenceRow("3(2)", ACT.key, "2(zk)", 3, 4),)))
    assert [(one.source_path, one.edition_id) for one in await law.read_references(ACT.key)] == [
        ("3(2)", now().edition_id)
    ]
    assert (await law.counts())["provision_references"] == 3


async def test_the_earlier_version_can_be_read_whole(both: LawStore) -> None:
    held = await both.edition_text(before().edition_id)
    assert held is not None
    assert (held.body, held.version, held.label) == (before().body, "as_enacted", "As enacted in 2020")
    assert (held.held_until, held.law_until) == (None, date(2022, 7, 1))
    nodes = await both.read_nodes(before().edition_id)
    assert "3(3)" in {node.path for node in nodes}
    section = await both.open_section(ACT.key, path="3(3)", edition=before().edition_id)
    assert section is not None and section.text.endswith(TAKEN_OUT.words)


async def test_a_version_that_is_no_longer_the_law_and_is_to_be_searched_is_refused(law: LawStore) -> None:
    with pytest.raises(StoreError, match="as_enacted"):
        await law.replace_edition(before(searched=True))
    assert await law.list_documents() == []


async def test_two_current_versions_at_once_are_impossible(law: LawStore, database: Database) -> None:
    await law.replace_edition(now())
    other = replace(before(), law_until=None)
    await law.replace_edition(other)
    [held] = await law.list_documents()
    assert [one.version for one in held.editions] == ["as_enacted"]
    with pytest.raises(StoreError, match="Unique"):
        async with database.transaction() as connection:
            await connection.execute(text("update editions set held_until = null"))


async def test_writing_again_changes_nothing(both: LawStore, database: Database) -> None:
    held, version = await ids_of(database), await both.corpus_version()
    for written in (before(), now()):
        assert await both.is_held(
            ACT.key, OFFICIAL, "en", written.sha256, "tiny",
            version=written.version, law_until=written.law_until,
        )  # fmt: skip
        assert await both.replace_edition(written) is False
    assert await ids_of(database) == held
    assert await both.corpus_version() == version


async def test_writing_by_force_gives_the_same_rows_under_the_same_ids(
    law: LawStore, database: Database
) -> None:
    mention = ReferenceRow("3(1)(a)", ACT.key, "2(a)", 5, 9)
    versions = [before(removals=(RemovalRow(1, 0, "7", "page number"),)), now(references=(mention,))]
    for written in versions:
        await law.replace_edition(written)
    held = await ids_of(database)
    for written in (*versions, *reversed(versions)):
        assert await law.replace_edition(written, force=True) is True
    assert await ids_of(database) == held


async def test_a_new_file_of_a_version_takes_the_place_of_that_version_only(law: LawStore) -> None:
    for written in (before(), now()):
        await law.replace_edition(written)
    again = as_enacted(before_parts(" as passed, printed anew"))
    assert await law.replace_edition(again) is True
    [held] = await law.list_documents()
    assert [one.edition_id for one in held.earlier] == [again.edition_id]
    assert [one.edition_id for one in held.editions] == [now().edition_id]
    left = await law.edition_text(before().edition_id)
    assert left is not None and left.held_until is not None
    assert {"1", "3(1)"} <= set(await law.chunk_of_units(ACT.key))

    newer = consolidated(act_parts(" (as amended)"))
    assert await law.replace_edition(newer) is True
    [held] = await law.list_documents()
    assert [one.edition_id for one in held.earlier] == [again.edition_id]
    assert [one.edition_id for one in held.editions] == [newer.edition_id]
    old = await law.read_chunks([one.chunk.chunk_id for one in now().chunks])
    assert {chunk.status for chunk in old} == {ChunkStatus.SUPERSEDED}
    assert all(chunk.superseded_by for chunk in old)


async def test_a_text_held_before_versions_had_names_makes_way(law: LawStore) -> None:
    unnamed = rows(act_parts(" from another print"))
    await law.replace_edition(unnamed)
    assert await law.replace_edition(now()) is True
    [held] = await law.list_documents()
    assert [one.edition_id for one in held.editions] == [now().edition_id]
    assert held.earlier == ()


async def test_the_same_text_gets_the_name_of_its_version(law: LawStore) -> None:
    await law.replace_edition(rows(act_parts()))
    assert not await law.is_held(ACT.key, OFFICIAL, "en", now().sha256, "tiny", version="consolidated")
    assert await law.replace_edition(now()) is True
    [held] = await law.list_documents()
    assert [(one.edition_id, one.version) for one in held.editions] == [(now().edition_id, "consolidated")]


async def test_a_current_version_that_stops_being_the_law_is_not_searched_any_more(law: LawStore) -> None:
    current = consolidated(before_parts())
    await law.replace_edition(current)
    ended = consolidated(before_parts(), law_until=date(2024, 1, 1), searched=False)
    assert not await law.is_held(
        ACT.key, OFFICIAL, "en", ended.sha256, "tiny", version="consolidated", law_until=ended.law_until
    )
    assert await law.replace_edition(ended) is True
    [held] = await law.list_documents()
    assert (held.editions, held.total_chunks) == ((), 0)
    assert [one.edition_id for one in held.earlier] == [current.edition_id]
    assert await law.chunk_of_units(ACT.key) == {}


async def test_headings_are_those_of_the_current_official_text(both: LawStore, database: Database) -> None:
    assert await heading_of(database, "3") == "Return of money"


async def test_an_earlier_version_makes_another_corpus(law: LawStore) -> None:
    await law.replace_edition(now())
    alone = await law.corpus_version()
    await law.replace_edition(before())
    assert await law.corpus_version() != alone


async def test_versions_written_at_once_are_both_held(law: LawStore) -> None:
    twice = (before(), now(), before(), now())
    written = await asyncio.gather(*(law.replace_edition(version) for version in twice))
    assert sorted(written) == [False, False, True, True], "the second of each finds its version held"
    [held] = await law.list_documents()
    assert ([one.version for one in held.editions], [one.version for one in held.earlier]) == (
        ["consolidated"], ["as_enacted"],
    )  # fmt: skip


async def test_what_was_taken_out_is_listed_in_the_order_of_the_pages(law: LawStore) -> None:
    removed = (
        RemovalRow(1, 0, "7", "page number"),
        RemovalRow(2, 90, "-", "hyphen at the end of a line"),
        RemovalRow(None, 40, "3", "mark of a footnote"),
    )
    await law.replace_edition(before(removals=removed))
    await law.replace_edition(now())
    assert await law.read_removals(before().edition_id) == [
        RemovalAt(one.page, one.at, one.text, one.reason) for one in removed
    ]
    assert await law.read_removals(now().edition_id) == []
    await law.replace_edition(before(removals=removed[:1]), force=True)
    assert len(await law.read_removals(before().edition_id)) == 1


# -- what stands at a place ----------------------------------------------------------------

Opened = Callable[..., Awaitable[list[str]]]


@pytest.fixture
async def printed(law: LawStore) -> EditionText:
    """The earlier version on three pages: 3(1) goes over from the second to the third."""
    body = before().body
    starts = (0, body.index("2. Definitions"), body.index("(b) by the day agreed"))
    await law.replace_edition(before(page_starts=starts))
    held = await law.edition_text(before().edition_id)
    assert held is not None and held.page_starts == starts
    return held


@pytest.fixture
def stands(law: LawStore, printed: EditionText) -> Opened:
    async def at(**place: Any) -> list[str]:
        return [node.path for node in await law.provisions_at(printed, **place)]

    return at


async def test_a_path_leads_to_that_provision_and_no_other(stands: Opened) -> None:
    for path in ("1", "2(zk)", "3(1)(b) proviso", "3(3)"):
        assert await stands(path=path) == [path]
    for path in ("3(4)", "99", "3(1)(b) proviso 2", ""):
        assert await stands(path=path) == []


async def test_an_offset_leads_to_the_innermost_provision_around_it(
    stands: Opened, printed: EditionText
) -> None:
    body = printed.body
    places = {
        "1": body.index("1. Short title"),
        "2": body.index("In this Act"),
        "2(a)": body.index("(a) “home”"),
        "3": body.index("3. Return of deposits"),
        "3(1)": body.index("(1) If the promoter"),
        "3(1)(b)": body.index("he shall return"),
        "3(1)(b) proviso": body.index("Provided that"),
        "3(3)": len(body) - 1,
    }
    for path, offset in places.items():
        assert await stands(offset=offset) == [path]


async def test_a_provision_begins_at_its_first_and_ends_at_its_last_character(
    law: LawStore, stands: Opened, printed: EditionText
) -> None:
    [node] = await law.provisions_at(printed, path="3(1)(b) proviso")
    assert await stands(offset=node.start) == await stands(offset=node.end - 1) == [node.path]
    assert await stands(offset=node.start - 1) == ["3(1)(b)"]
    assert await stands(offset=node.end) == ["3(2)"]


@pytest.mark.parametrize("offset", [-1, 0, 10**9])
async def test_nothing_stands_before_after_and_outside_the_provisions(stands: Opened, offset: int) -> None:
    assert await stands(offset=offset) == []
    assert await stands(offset=2**31 - 1) == []


async def test_a_page_leads_to_all_that_stands_on_it(stands: Opened) -> None:
    assert await stands(page=1) == ["1"]
    assert await stands(page=2) == ["2", "2(a)", "2(zk)", "3", "3(1)", "3(1)(a)"]
    assert await stands(page=3) == ["3", "3(1)", "3(1)(b)", "3(1)(b) proviso", "3(2)", "3(3)"]


@pytest.mark.parametrize("page", [0, -1, 4, 1000])
async def test_a_page_that_is_not_there_holds_nothing(stands: Opened, page: int) -> None:
    assert await stands(page=page) == []


async def test_a_text_without_pages_has_no_first_page(law: LawStore) -> None:
    await law.replace_edition(now())
    held = await law.edition_text(now().edition_id)
    assert held is not None and held.page_starts == ()
    assert await law.provisions_at(held, page=1) == []


async def test_exactly_one_place_is_asked_for(law: LawStore, printed: EditionText) -> None:
    for places in ({}, {"path": "1", "page": 1}, {"page": 1, "offset": 0}):
        with pytest.raises(InputError):
            await law.provisions_at(printed, **places)


# -- identities ----------------------------------------------------------------------------


async def test_a_clause_has_one_id_in_every_text_and_after_being_taken_in_again(
    both: LawStore, database: Database
) -> None:
    async def ids() -> dict[str, set[UUID]]:
        found: dict[str, set[UUID]] = {}
        [held] = await both.list_documents()
        for edition in (*held.editions, *held.earlier):
            for node in await both.read_nodes(edition.edition_id):
                if node.path:
                    assert node.provision_id is not None
                    found.setdefault(node.path, set()).add(node.provision_id)
        return found

    first = await ids()
    assert first == {path: {unit(path)} for path in first}
    assert {one.version for path in first for one in first[path]} == {5}, (
        "made from names, so the same anywhere"
    )
    for written in (now(), before(), rows(act_parts(" in plain words"), edition=PLAIN)):
        await both.replace_edition(written, force=True)
    assert await ids() == first


async def test_mentions_made_in_a_clause_are_made_in_its_section(law: LawStore) -> None:
    made = {
        "3(1)(a)": "2(a)", "3(1)(b) proviso": "2(zk)", "3(2)": "1", "2(a)": "3", "1": "2",
    }  # fmt: skip
    mentions = tuple(
        ReferenceRow(source, ACT.key, target, at, at + 1)
        for at, (source, target) in enumerate(made.items(), start=1)
    )
    await law.replace_edition(now(references=mentions))

    async def sources(within: str | None) -> set[str]:
        return {one.source_path for one in await law.read_references(ACT.key, within)}

    assert await sources("3") == {"3(1)(a)", "3(1)(b) proviso", "3(2)"}
    assert await sources("3(1)") == {"3(1)(a)", "3(1)(b) proviso"}
    assert await sources("3(1)(b)") == {"3(1)(b) proviso"}
    assert await sources("3(1)(a)") == {"3(1)(a)"}
    assert await sources("2(zk)") == await sources("33") == await sources("no path") == set()
    assert await sources(None) == set(made)


def test_chunks_of_a_version_name_their_edition() -> None:
    chunk: Chunk = now().chunks[0].chunk
    assert chunk.edition_id == now().edition_id != before().edition_id

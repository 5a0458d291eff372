"""Both versions of an invented law taken in from a folder: all of it, or nothing and what was held stays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import numpy as np
import pytest
from sqlalchemy import text

from civicsetu.corpus.ingest import Ingestion, IngestionResult
from civicsetu.corpus.read import parse_starter
from civicsetu.corpus.registry import Registry
from civicsetu.errors import ModelError, NotThisLaw, SourceMissing, StoreError
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import provision_id
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.stores.database import Database
from civicsetu.stores.law_store import LawStore

from ..holding import quiet
from .laws import meadow

ENACTED = {
    "name": "as_enacted", "label": "As enacted in 1950", "filename": "enacted.txt", "text_as_of": "1950-05-01",
    "law_from": "1950-05-01", "law_until": "1955-07-01", "note": "As first printed.",
}  # fmt: skip
CURRENT = {
    "name": "consolidated", "label": "Consolidated text", "filename": "text.txt", "text_as_of": "1960-01-01",
    "url": "https://example.org/meadow",
}  # fmt: skip
CHANGE = {"by": "Mowing Order, 1955", "date": "1955-07-01", "provisions": {"2(1)(a)": "June, before: May."}}
SPEC = meadow("1-3", official=(ENACTED, CURRENT), changes=(CHANGE,))
KEY = SPEC.key
BEFORE = """THE MEADOW ACT, 1950

1. Short title.
This Act may be called the Meadow Act, 1950.

2. Mowing.
(1) A meadow shall be mown,---

(a) in the month of May, as section 3 says; or

(b) when the owner calls for it under clause (a).

(2) Nobody mows by night.

3. Brooks.
A brook shall be kept clear in the manner of sub-section (2) of section 2.
"""
AFTER = BEFORE.replace("month of May", "month of June")
PLAIN = """---
document: meadow_act
edition: plain
text_as_of: 1960-01-01
basis: written for a test
restated_from: the Meadow Act
reviewed: read by nobody
---

## 1. Short title.

This is the Meadow Act.

## 2. Mowing.

(1) Mow the meadow in either case:

(a) in June, as section 3 says.

(b) when the owner asks under clause (a).

(2) Do not mow at night.

## 3. Brooks.

Keep brooks clear, as section 2(2) says.
"""
TABLES = (
    "documents", "editions", "provisions", "structure", "removals", "legal_chunks", "provision_references",
)  # fmt: skip


class Vectors:
    """Counts words as tokens, and makes a vector of each passage's length; fails when told to."""

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.fails = False

    def count_tokens(self, passage: str) -> int:
        return len(passage.split())

    async def embed_passages(self, passages: Sequence[str], on_progress: Any = None) -> list[Any]:
        if self.fails:
            raise ModelError("told to fail")
        self.embedded.extend(passages)
        return [np.full(384, 1 + len(passage), dtype=np.float32) for passage in passages]


@pytest.fixture
def vectors() -> Vectors:
    return Vectors()


@pytest.fixture
def taker(database: Database, law: LawStore, vectors: Vectors) -> Ingestion:
    profile = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
    registry = Registry({KEY: SPEC}, {})
    return Ingestion(database, law, lambda: cast(Any, vectors), profile, None, registry, 10**9)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The official files, one folder a document."""
    (tmp_path / KEY).mkdir()
    (tmp_path / KEY / "enacted.txt").write_text(BEFORE, "utf-8")
    (tmp_path / KEY / "text.txt").write_text(AFTER, "utf-8")
    return tmp_path


Rows = dict[str, list[str]]


@pytest.fixture
def held(database: Database) -> Callable[[], Awaitable[Rows]]:
    """Every row of the law, whole."""

    async def read() -> Rows:
        async with database.connect() as connection:
            return {
                table: sorted(
                    str(dict(row))
                    for row in (await connection.execute(text(f"select * from {table}"))).mappings()
                )
                for table in TABLES
            }

    return read


Held = Callable[[], Awaitable[Rows]]


async def test_both_versions_are_taken_in_the_oldest_first(
    taker: Ingestion, law: LawStore, folder: Path, vectors: Vectors
) -> None:
    enacted, current = await taker.official(KEY, folder, quiet)
    assert (enacted.version, current.version) == ("As enacted in 1950", "Consolidated text")
    assert enacted.changed and current.changed
    assert (enacted.sections, enacted.units, enacted.references) == (3, 4, 3)
    assert (enacted.chunks, enacted.tokens) == (0, 0) and current.chunks == 4 and current.tokens > 0
    assert enacted.unexplained == current.unexplained == ()
    assert not any("May" in passage for passage in vectors.embedded)
    [document] = await law.documents()
    assert [(one.version, one.law_until, one.chunks) for one in document.editions] == [
        ("consolidated", None, 4)
    ]
    assert [(one.version, one.law_until) for one in document.earlier] == [("as_enacted", date(1955, 7, 1))]
    read = await law.edition_text(document.earlier[0].edition_id)
    assert read is not None and (read.body, read.note) == (BEFORE, "As first printed.")
    assert (read.source_url, read.text_as_of) == (SPEC.url, date(1950, 5, 1))


async def test_taking_both_in_again_touches_nothing(
    taker: Ingestion, folder: Path, held: Held, vectors: Vectors
) -> None:
    await taker.official(KEY, folder, quiet)
    before, embedded = await held(), list(vectors.embedded)
    again = await taker.official(KEY, folder, quiet)
    assert [(one.changed, one.chunks) for one in again] == [(False, 0), (False, 0)]
    assert await held() == before
    assert vectors.embedded == embedded


@pytest.mark.parametrize(("gone", "left"), [("enacted.txt", "consolidated"), ("text.txt", "as_enacted")])
async def test_one_of_the_two_files_is_taken_in_alone(
    taker: Ingestion, law: LawStore, folder: Path, gone: str, left: str
) -> None:
    (folder / KEY / gone).unlink()
    [result] = await taker.official(KEY, folder, quiet)
    assert result.unexplained == ()
    [document] = await law.documents()
    assert [one.version for one in (*document.editions, *document.earlier)] == [left]
    assert bool(document.editions) is (left == "consolidated")


async def test_the_file_that_comes_later_joins_the_one_that_is_held(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    (folder / KEY / "enacted.txt").rename(folder / "kept")
    await taker.official(KEY, folder, quiet)
    version = await law.corpus_version()
    (folder / "kept").rename(folder / KEY / "enacted.txt")
    enacted, current = await taker.official(KEY, folder, quiet)
    assert (enacted.changed, current.changed) == (True, False)
    assert await law.corpus_version() != version


async def test_a_folder_without_the_law_is_told(taker: Ingestion, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "absent"):
        with pytest.raises(SourceMissing):
            await taker.official(KEY, place, quiet)


DAMAGED: dict[str, Callable[[str], str]] = {
    "a section is missing": lambda body: body.replace("2. Mowing.", ""),
    "a clause is missing": lambda body: body.replace("(1) A meadow", "A meadow"),
    "cut short": lambda body: body[: len(body) // 2],
    "another law": lambda body: body.replace("MEADOW", "GATES").replace("Meadow", "Gates"),
    "empty": lambda body: "",
}


@pytest.mark.parametrize("damage", DAMAGED)
@pytest.mark.parametrize("which", ["enacted.txt", "text.txt"])
async def test_one_refused_file_refuses_both_and_what_was_held_stays(
    taker: Ingestion, folder: Path, held: Held, which: str, damage: str
) -> None:
    file = folder / KEY / which
    good = file.read_text("utf-8")

    async def refused() -> None:
        before = await held()
        file.write_text(DAMAGED[damage](good.replace("night", "moonlight")), "utf-8")
        with pytest.raises(NotThisLaw) as caught:
            await taker.official(KEY, folder, quiet)
        assert which in caught.value.user_message and "\n" not in caught.value.user_message
        assert await held() == before

    await refused()
    file.write_text(good, "utf-8")
    await taker.official(KEY, folder, quiet)
    for other in (folder / KEY).iterdir():
        other.write_text(other.read_text("utf-8").replace("brook", "stream"), "utf-8")
    await refused()


async def test_a_model_that_fails_leaves_what_was_held(
    taker: Ingestion, law: LawStore, folder: Path, vectors: Vectors
) -> None:
    await taker.official(KEY, folder, quiet)
    [before] = await law.documents()
    (folder / KEY / "text.txt").write_text(AFTER.replace("night", "moonlight"), "utf-8")
    vectors.fails = True
    with pytest.raises((ModelError, StoreError)):
        await taker.official(KEY, folder, quiet)
    assert await law.documents() == [before]


async def test_a_difference_without_a_recorded_cause_is_named(taker: Ingestion, folder: Path) -> None:
    (folder / KEY / "text.txt").write_text(AFTER.replace("by night", "by moonlight"), "utf-8")
    enacted, current = await taker.official(KEY, folder, quiet)
    assert (enacted.unexplained, current.unexplained) == ((), ("2(2)",))
    again = await taker.official(KEY, folder, quiet)
    assert again[1].unexplained == ("2(2)",)


async def test_clauses_have_one_id_in_all_three_texts_and_after_taking_them_in_again(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    async def ids() -> dict[str, set[UUID | None]]:
        [document] = await law.documents()
        found: dict[str, set[UUID | None]] = {}
        for one in (*document.editions, *document.earlier):
            for node in await law.nodes_of(one.edition_id):
                if node.path:
                    found.setdefault(node.path, set()).add(node.provision_id)
        return found

    plain = parse_starter(SPEC, PLAIN)
    await taker.official(KEY, folder, quiet)
    await taker.take_in(plain, quiet)
    first = await ids()
    assert set(first) == {"1", "2", "2(1)", "2(1)(a)", "2(1)(b)", "2(2)", "3"}
    assert all(found == {provision_id(KEY, path)} for path, found in first.items())
    (folder / KEY / "text.txt").write_text(AFTER.replace("night", "moonlight"), "utf-8")
    await taker.official(KEY, folder, quiet)
    assert await ids() == first


async def test_mentions_made_in_a_clause_are_seen_from_its_section(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    await taker.official(KEY, folder, quiet)
    await taker.take_in(parse_starter(SPEC, PLAIN), quiet)
    seen = {
        (one.kind, one.source_path, one.target_path, one.target_id)
        for one in await law.references_of(KEY, "2")
    }
    assert seen == {
        (kind, source, target, provision_id(KEY, target))
        for kind in EditionKind
        for source, target in (("2(1)(a)", "3"), ("2(1)(b)", "2(1)(a)"))
    }


def test_a_result_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    from civicsetu.cli import _tell_ingestion

    told = IngestionResult(
        KEY, SPEC.title, EditionKind.OFFICIAL, True, 3, 4, 4, 50, 2, (), 0.1, "Consolidated text", 3, ("2(2)",)
    )  # fmt: skip
    _tell_ingestion(told)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("Meadow Act, 1950 (official, consolidated text): taken in; 3 sections")
    assert second.strip().endswith("without a recorded cause: 2(2)")

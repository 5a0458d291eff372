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

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.ingestion_result import IngestionResult
from civicsetu.corpus.read import parse_starter
from civicsetu.corpus.registry import Registry
from civicsetu.errors import ModelError, NotThisLaw, SourceMissing, StoreError
from civicsetu.law.documents import EditionKind, Visibility
from civicsetu.law.paths import document_id, provision_id
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.corpus.laws import meadow
from tests.corpus.reading_here import ReaderHere
from tests.holding import quiet

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
basis: official
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
    """Counts words as tokens, and makes a vector of each text's length; fails when told to.

    `embedded` are all texts, `asked` those of them that were embedded as questions. The vectors
    point along the axis of the length, questions the other way.
    """

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.asked: list[str] = []
        self.fails = False

    def count_tokens(self, passage: str) -> int:
        return len(passage.split())

    async def embed_passages(self, passages: Sequence[str], on_progress: Any = None) -> Any:
        if self.fails:
            raise ModelError("told to fail")
        self.embedded.extend(passages)
        vectors = np.zeros((len(passages), 384), np.float32)
        vectors[range(len(passages)), [len(passage) % 384 for passage in passages]] = 1
        return vectors

    async def embed_questions(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.asked.extend(texts)
        return -await self.embed_passages(texts, on_progress)


@pytest.fixture
def vectors() -> Vectors:
    return Vectors()


@pytest.fixture
def taker(database: Database, law: LawStore, vectors: Vectors) -> Ingestion:
    profile = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
    registry = Registry({KEY: SPEC}, {})
    return Ingestion(database, law, lambda: cast(Any, vectors), profile, None, registry, 10**9, reader=ReaderHere())


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
    enacted, current = await taker.ingest_official(KEY, folder, quiet)
    assert (enacted.version, current.version) == ("As enacted in 1950", "Consolidated text")
    assert enacted.changed and current.changed
    assert (enacted.sections, enacted.units, enacted.references) == (3, 4, 3)
    assert (enacted.chunks, enacted.tokens) == (0, 0) and current.chunks == 4 and current.tokens > 0
    assert enacted.unexplained == current.unexplained == ()
    assert not any("May" in passage for passage in vectors.embedded)
    [document] = await law.list_documents()
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
    await taker.ingest_official(KEY, folder, quiet)
    before, embedded = await held(), list(vectors.embedded)
    again = await taker.ingest_official(KEY, folder, quiet)
    assert [(one.changed, one.chunks) for one in again] == [(False, 0), (False, 0)]
    assert await held() == before
    assert vectors.embedded == embedded


@pytest.mark.parametrize(("gone", "left"), [("enacted.txt", "consolidated"), ("text.txt", "as_enacted")])
async def test_one_of_the_two_files_is_taken_in_alone(
    taker: Ingestion, law: LawStore, folder: Path, gone: str, left: str
) -> None:
    (folder / KEY / gone).unlink()
    [result] = await taker.ingest_official(KEY, folder, quiet)
    assert result.unexplained == ()
    [document] = await law.list_documents()
    assert [one.version for one in (*document.editions, *document.earlier)] == [left]
    assert bool(document.editions) is (left == "consolidated")


async def test_the_file_that_comes_later_joins_the_one_that_is_held(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    (folder / KEY / "enacted.txt").rename(folder / "kept")
    await taker.ingest_official(KEY, folder, quiet)
    version = await law.corpus_version()
    (folder / "kept").rename(folder / KEY / "enacted.txt")
    enacted, current = await taker.ingest_official(KEY, folder, quiet)
    assert (enacted.changed, current.changed) == (True, False)
    assert await law.corpus_version() != version


async def test_a_folder_without_the_law_is_told(taker: Ingestion, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "absent"):
        with pytest.raises(SourceMissing):
            await taker.ingest_official(KEY, place, quiet)


DAMAGED: dict[str, Callable[[str], str]] = {
    "a section is missing": lambda body: body.replace("2. Mowing.", ""),
    "a clause is missing": lambda body: body.replace("(1) A meadow", "A meadow"),
    "cut short": lambda body: body[: len(body) // 2],
    "another law": lambda body: body.replace("MEADOW", "LANTERNS").replace("Meadow", "Lanterns"),
    "empty": lambda body: "",
}


@pytest.mark.parametrize(
    ("which", "damage"),
    [
        ("enacted.txt", "a section is missing"),
        ("text.txt", "another law"),
        *(pytest.param("enacted.txt", one, marks=pytest.mark.long) for one in DAMAGED if one != "a section is missing"),
        *(pytest.param("text.txt", one, marks=pytest.mark.long) for one in DAMAGED if one != "another law"),
    ],
)
async def test_one_refused_file_refuses_both_and_what_was_held_stays(
    taker: Ingestion, folder: Path, held: Held, which: str, damage: str
) -> None:
    file = folder / KEY / which
    good = file.read_text("utf-8")

    async def refused() -> None:
        before = await held()
        file.write_text(DAMAGED[damage](good.replace("night", "moonlight")), "utf-8")
        with pytest.raises(NotThisLaw) as caught:
            await taker.ingest_official(KEY, folder, quiet)
        assert which in caught.value.user_message and "\n" not in caught.value.user_message
        assert await held() == before

    await refused()
    file.write_text(good, "utf-8")
    await taker.ingest_official(KEY, folder, quiet)
    for other in (folder / KEY).iterdir():
        other.write_text(other.read_text("utf-8").replace("brook", "stream"), "utf-8")
    await refused()


async def test_a_model_that_fails_leaves_what_was_held(
    taker: Ingestion, law: LawStore, folder: Path, vectors: Vectors
) -> None:
    await taker.ingest_official(KEY, folder, quiet)
    [before] = await law.list_documents()
    (folder / KEY / "text.txt").write_text(AFTER.replace("night", "moonlight"), "utf-8")
    vectors.fails = True
    with pytest.raises((ModelError, StoreError)):
        await taker.ingest_official(KEY, folder, quiet)
    assert await law.list_documents() == [before]


async def test_a_difference_without_a_recorded_cause_is_named(taker: Ingestion, folder: Path) -> None:
    (folder / KEY / "text.txt").write_text(AFTER.replace("by night", "by moonlight"), "utf-8")
    enacted, current = await taker.ingest_official(KEY, folder, quiet)
    assert (enacted.unexplained, current.unexplained) == ((), ("2(2)",))
    again = await taker.ingest_official(KEY, folder, quiet)
    assert again[1].unexplained == ("2(2)",)


async def test_clauses_have_one_id_in_all_three_texts_and_after_taking_them_in_again(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    async def ids() -> dict[str, set[UUID | None]]:
        [document] = await law.list_documents()
        found: dict[str, set[UUID | None]] = {}
        for one in (*document.editions, *document.earlier):
            for node in await law.read_nodes(one.edition_id):
                if node.path:
                    found.setdefault(node.path, set()).add(node.provision_id)
        return found

    plain = parse_starter(SPEC, PLAIN)
    await taker.ingest_official(KEY, folder, quiet)
    await taker.ingest(plain, quiet)
    first = await ids()
    assert set(first) == {"1", "2", "2(1)", "2(1)(a)", "2(1)(b)", "2(2)", "3"}
    assert all(found == {provision_id(KEY, path)} for path, found in first.items())
    (folder / KEY / "text.txt").write_text(AFTER.replace("night", "moonlight"), "utf-8")
    await taker.ingest_official(KEY, folder, quiet)
    assert await ids() == first


async def test_mentions_made_in_a_clause_are_seen_from_its_section(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    await taker.ingest_official(KEY, folder, quiet)
    await taker.ingest(parse_starter(SPEC, PLAIN), quiet)
    seen = {
        (one.kind, one.source_path, one.target_path, one.target_id)
        for one in await law.read_references(KEY, "2")
    }
    assert seen == {
        (kind, source, target, provision_id(KEY, target))
        for kind in EditionKind
        for source, target in (("2(1)(a)", "3"), ("2(1)(b)", "2(1)(a)"))
    }


async def test_a_result_tells_its_document_and_what_kind_of_file_it_was(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    results = [
        *await taker.ingest_official(KEY, folder, quiet),
        await taker.ingest(parse_starter(SPEC, PLAIN), quiet),
    ]
    assert [result.file_type for result in results] == ["txt", "txt", "md"]
    assert {(result.document_id, result.title, result.success) for result in results} == {
        (document_id(KEY), SPEC.title, True)
    }
    assert all(result.duration_s >= 0 for result in results)
    assert [(result.chunks > 0, result.tokens > 0) for result in results] == [
        (False, False), (True, True), (True, True),
    ]  # fmt: skip


async def test_the_same_file_twice_is_one_document_with_one_text(
    taker: Ingestion, law: LawStore, folder: Path
) -> None:
    (folder / KEY / "enacted.txt").unlink()
    for _ in range(2):
        await taker.ingest_official(KEY, folder, quiet)
    (folder / KEY / "text.txt").touch()
    [result] = await taker.ingest_official(KEY, folder, quiet)
    assert (result.changed, result.chunks) == (False, 0)
    counts = await law.counts()
    assert (counts["documents"], counts["editions"], counts["legal_chunks"]) == (1, 1, 4)


async def test_what_the_registry_says_anew_reaches_what_is_held_without_taking_it_in_again(
    taker: Ingestion, database: Database, law: LawStore, folder: Path, held: Held
) -> None:
    await taker.ingest_official(KEY, folder, quiet)
    before = await held()
    spec = SPEC.model_copy(update={"visibility": Visibility.RESTRICTED, "tags": ("meadows",)})
    registry = Registry({KEY: spec, RULES.key: RULES}, {})
    await Ingestion(database, law, cast(Any, None), cast(Any, None), None, registry, 10**9).refresh()
    [document] = await law.list_documents()
    assert (document.visibility, document.tags) == (Visibility.RESTRICTED, ("meadows",))
    after = await held()
    assert {**after, "documents": ()} == {**before, "documents": ()}


def test_a_result_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    from civicsetu.cli import _tell_ingestion

    told = IngestionResult(
        KEY, SPEC.title, EditionKind.OFFICIAL, True, 3, 4, 4, 50, 2, (), 0.1, "Consolidated text", 3, ("2(2)",),
        reviewed=True,
    )  # fmt: skip
    _tell_ingestion(told)
    first, _, second = capsys.readouterr().out.splitlines()
    assert first.startswith("Meadow Act, 1950 (official, consolidated text): ingested; 3 sections")
    assert second.strip().endswith("without a recorded cause: 2(2)")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (("official", "https://www.gazette.example/a.pdf", "pdf", (1, 18), ()),
         "official print from gazette.example; PDF with a text layer; pages 1-18 used"),
        (("official", "https://gazette.example/a.pdf", "pdf", (42, 57), (91.0, 88.5)),
         "official print from gazette.example; scan, its letters recognised; pages 42-57 used"),
        (("mirror", "https://copies.example/a.docx", "docx", None, ()),
         "copy from copies.example, not the authority's own site; Word file"),
        (("official", "", "pdf", (3, 3), ()), "file given by hand; PDF with a text layer; page 3 used"),
        (("official", "", "txt", None, ()), "file given by hand; text file"),
    ],
)  # fmt: skip
def test_a_report_says_whose_print_what_file_and_which_pages(source: Any, said: str) -> None:
    basis, fetched_from, file_type, pages, confidences = source
    told = IngestionResult(
        KEY, SPEC.title, EditionKind.OFFICIAL, True, 3, 4, 4, 50, 2, (), 0.1, file_type=file_type,
        confidences=confidences, basis=basis, fetched_from=fetched_from, pages=pages,
    )  # fmt: skip
    assert told.describe_source() == said


async def test_restatements_and_files_given_by_hand_say_so(
    taker: Ingestion, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from civicsetu.cli import _tell_ingestion

    for result in (
        *await taker.ingest_official(KEY, folder, quiet),
        await taker.ingest(parse_starter(SPEC, PLAIN), quiet),
    ):
        _tell_ingestion(result)
    told = capsys.readouterr().out
    assert told.count("  file given by hand; text file\n") == 2 and told.count("  our restatement\n") == 1


# -- rules under an Act --------------------------------------------------------------------------------

GAZETTE = {
    "name": "gazette", "label": "Gazette of 1951", "filename": "text.txt", "style": "rules", "text_as_of": "1951-05-01",
    "ends_before": "Seal of", "corrections": [{"printed": "Moy", "read": "May", "reason": "a letter misread"}],
}  # fmt: skip
RULES = meadow(
    "1-2", key="meadow_rules", title="Meadow Rules, 1951", short_title="Meadow Rules", jurisdiction="KARNATAKA",
    doc_type="RULES", made_under=KEY, official=(GAZETTE,),
)  # fmt: skip
OF_RULES = """THE MEADOW RULES, 1951

1. Title.- (1) These are the Meadow Rules, 1951.
(2) They begin in Moy.

=== page 2 ===

2. Mowing.- Under clause (b) of sub-section (1) of section 2, section 3 of the Act, section 77, section 3 of the
Brook Act, 1949 and sub-rule (2) of rule 1, he mows.
Seal of the keepers.
"""
TO_ACT = [("2", KEY, "2(1)(b)"), ("2", KEY, "3"), ("2", KEY, "77")]


class Drawn:
    """A graph in memory: an edge is drawn when both its ends are there, as on the server."""

    def __init__(self) -> None:
        self.sections: dict[str, set[UUID]] = {}
        self.edges: dict[str, set[tuple[str, str, str]]] = {}

    async def rebuild_document(self, rows: Any) -> None:
        key = rows.document.key
        self.sections[key] = {section.id for section in rows.sections}
        there = set().union(*self.sections.values())
        self.edges[key] = {
            (one.source_path, one.target_document, one.target_path)
            for one in rows.references
            if one.source_id in there and one.target_id in there
        }

    async def counts(self, key: str) -> dict[str, int]:
        """No other kinds of edges, so that what is in step by number is drawn again: it changes nothing."""
        return {"sections": len(self.sections.get(key, ())), "references": len(self.edges.get(key, ()))}


@pytest.fixture
def drawn() -> Drawn:
    return Drawn()


@pytest.fixture
def of_both(database: Database, law: LawStore, vectors: Vectors, drawn: Drawn, folder: Path) -> Ingestion:
    """Takes in the Act and the rules under it; `folder` holds both."""
    (folder / RULES.key).mkdir()
    (folder / RULES.key / "text.txt").write_text(OF_RULES, "utf-8")
    profile = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
    registry = Registry({KEY: SPEC, RULES.key: RULES}, {})
    return Ingestion(
        database, law, lambda: cast(Any, vectors), profile, cast(Any, drawn), registry, 10**9,
        reader=ReaderHere(),
    )  # fmt: skip


async def _refers(law: LawStore) -> dict[tuple[str, str, str], UUID | None]:
    return {
        (one.source_path, one.target_document, one.target_path): one.target_id
        for one in await law.read_references(RULES.key)
    }


async def test_rules_are_taken_in_with_their_pages_and_what_was_put_right(
    of_both: Ingestion, law: LawStore, folder: Path
) -> None:
    [result] = await of_both.ingest_official(RULES.key, folder, quiet)
    assert (result.sections, result.units, result.references, result.unresolved) == (2, 3, 4, ())
    assert result.removals == 3, "a correction, a page's mark, the seal"
    [document] = await law.list_documents()
    text = await law.edition_text(document.editions[0].edition_id)
    assert text is not None and "They begin in May." in text.body and "Seal" not in text.body
    nodes = {
        node.path: node.page for node in await law.read_nodes(document.editions[0].edition_id) if node.path
    }
    assert nodes == {"1": 1, "1(1)": 1, "1(2)": 1, "2": 2}


async def test_references_to_an_act_that_is_not_held_stay_open_and_are_closed_when_it_comes(
    of_both: Ingestion, law: LawStore, drawn: Drawn, folder: Path
) -> None:
    await of_both.ingest_official(RULES.key, folder, quiet)
    inside = ("2", RULES.key, "1(2)")
    assert await _refers(law) == {
        **dict.fromkeys(TO_ACT), inside: provision_id(RULES.key, "1(2)"),
    }  # fmt: skip
    await of_both.draw()
    assert drawn.edges[RULES.key] == {inside}
    await of_both.ingest_official(KEY, folder, quiet)
    await of_both.draw()
    assert await _refers(law) == {
        TO_ACT[0]: provision_id(KEY, "2(1)(b)"), TO_ACT[1]: provision_id(KEY, "3"), TO_ACT[2]: None,
        inside: provision_id(RULES.key, "1(2)"),
    }  # fmt: skip
    assert drawn.edges[RULES.key] == {inside, *TO_ACT[:2]}, "in the graph too, without a new start"


async def test_references_to_an_act_that_is_held_are_closed_at_once(
    of_both: Ingestion, law: LawStore, drawn: Drawn, folder: Path
) -> None:
    await of_both.ingest_official(KEY, folder, quiet)
    await of_both.ingest_official(RULES.key, folder, quiet)
    await of_both.draw()
    closed = {reference for reference, target in (await _refers(law)).items() if target}
    assert closed == drawn.edges[RULES.key] == {("2", RULES.key, "1(2)"), *TO_ACT[:2]}
    assert drawn.edges[KEY] and all(target == KEY for _, target, _ in drawn.edges[KEY]), (
        "the Act names no rule"
    )


async def test_rules_whose_correction_fits_nothing_are_refused_and_nothing_is_written(
    of_both: Ingestion, law: LawStore, folder: Path
) -> None:
    (folder / RULES.key / "text.txt").write_text(OF_RULES.replace("Moy", "May"), "utf-8")
    with pytest.raises(NotThisLaw, match=r"text\.txt: 'Moy' stands 0 times"):
        await of_both.ingest_official(RULES.key, folder, quiet)
    assert await law.list_documents() == []


# -- what the rules carry out --------------------------------------------------------------------------

THAT_CARRY_OUT = """THE MEADOW RULES, 1951

In exercise of the powers conferred by section 3 of the Act, these rules are made.

1. Title.- (1) These are the Meadow Rules, 1951.
(2) They begin in Moy.

2. Mowing.- For the purpose of clause (b) of sub-section (1) of section 2, he mows.
3. Sundries.- Hay is dry.
Seal of the keepers.
"""


@pytest.fixture
def carrying(database: Database, law: LawStore, vectors: Vectors, drawn: Drawn, folder: Path) -> Ingestion:
    """As `of_both`, with rules of which one names what it is for and one says nothing."""
    (folder / RULES.key).mkdir()
    (folder / RULES.key / "text.txt").write_text(THAT_CARRY_OUT, "utf-8")
    profile = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
    registry = Registry({KEY: SPEC, RULES.key: RULES.model_copy(update={"expected": "1-3"})}, {})
    return Ingestion(
        database, law, lambda: cast(Any, vectors), profile, cast(Any, drawn), registry, 10**9,
        reader=ReaderHere(),
    )  # fmt: skip


async def _carries_out(law: LawStore) -> dict[tuple[str, str], UUID | None]:
    found = await law.read_derivations(RULES.key)
    return {(one.row.source_path, one.row.target_path): one.target_id for one in found}


async def test_what_rules_carry_out_is_held_and_what_nothing_says_is_reported(
    carrying: Ingestion, law: LawStore, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from civicsetu.cli import _tell_ingestion

    [result] = await carrying.ingest_official(RULES.key, folder, quiet)
    assert (result.derived, result.underived) == (1, ("3",))
    _tell_ingestion(result)
    assert "no section found that these rules carry out: 3" in capsys.readouterr().out
    assert await _carries_out(law) == {("", "3"): None, ("2", "2(1)(b)"): None}, "the Act is not held"
    await carrying.ingest_official(KEY, folder, quiet)
    assert await _carries_out(law) == {
        ("", "3"): provision_id(KEY, "3"), ("2", "2(1)(b)"): provision_id(KEY, "2(1)(b)"),
    }  # fmt: skip


async def test_taking_rules_in_again_derives_nothing_anew(
    carrying: Ingestion, law: LawStore, folder: Path
) -> None:
    """Trap G1: a generation more with each run."""
    await carrying.ingest_official(KEY, folder, quiet)
    await carrying.ingest_official(RULES.key, folder, quiet)
    held = await law.read_derivations(RULES.key)
    [again] = await carrying.ingest_official(RULES.key, folder, quiet)
    assert not again.changed and again.underived == ("3",), "what is open is told each time"
    assert await law.read_derivations(RULES.key) == held
    assert (await law.counts())["derivations"] == 2

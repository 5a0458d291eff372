"""Keyphrases are held a document at a time: written together, gone with it, told by one mark."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sqlalchemy import text

from civicsetu.errors import StoreError
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import provision_id
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.question_index_store import QuestionIndexRow
from tests.stores.sample import ACT, RULES, act_parts, rows


def row(
    unit: str, text: str, language: str = "en", index: int = 0, width: int = 384, form: str = "keyphrase"
) -> QuestionIndexRow:
    return QuestionIndexRow(unit, form, language, index, text, np.ones(width, np.float32))


@pytest.fixture
async def held(law: LawStore) -> LawStore:
    """The Act in both editions and its rules."""
    await law.replace_edition(rows(act_parts()))
    await law.replace_edition(rows(act_parts(" in plain words"), edition=EditionKind.PLAIN))
    await law.replace_edition(rows(act_parts(), spec=RULES))
    return law


async def read(database: Database, query: str) -> list[Any]:
    async with database.connect() as connection:
        return [tuple(row) for row in await connection.execute(text(query))]


async def test_the_units_that_are_searched_are_told_with_their_headings(held: LawStore) -> None:
    titles = await held.searched_units(ACT.key)
    assert titles == {
        "1": "Short title", **dict.fromkeys(("2(a)", "2(zk)", "3(1)", "3(2)"), "Return of money")
    }  # fmt: skip
    assert await held.searched_units("lantern_act_1950") == {}


async def test_they_are_replaced_whole_and_of_one_document_only(held: LawStore, database: Database) -> None:
    assert await held.question_index_made(ACT.key) == ""
    await held.replace_question_index(
        ACT.key, [row("1", "name; title"), row("1", "नाम", "hi"), row("3(1)", "refund")], "a"
    )
    await held.replace_question_index(RULES.key, [row("1", "name")], "of the rules")
    await held.replace_question_index(ACT.key, [row("1", "name"), row("3(2)", "late claim")], "b")
    kept = await read(
        database, "select document, unit_id, language, text, made_with from question_index order by 1, 4"
    )
    assert kept == [
        (ACT.key, provision_id(ACT.key, "3(2)"), "en", "late claim", "b"),
        (ACT.key, provision_id(ACT.key, "1"), "en", "name", "b"),
        (RULES.key, provision_id(RULES.key, "1"), "en", "name", "of the rules"),
    ]
    assert (await held.question_index_made(ACT.key), await held.question_index_made(RULES.key)) == (
        "b",
        "of the rules",
    )
    assert (await held.counts())["question_index"] == 3
    await held.replace_question_index(ACT.key, [], "c")
    assert await held.question_index_made(ACT.key) == ""


async def test_phrases_and_an_expected_question_of_one_unit_are_held_side_by_side(
    held: LawStore, database: Database
) -> None:
    told = "The builder has my money and I have no flat."
    await held.replace_question_index(
        ACT.key,
        [row("3(1)", "refund"), row("3(1)", told, form="expected_question"), row("3(1)", told, index=1, form="expected_question")],
        "a",
    )  # fmt: skip
    assert await read(
        database, "select form, text, count(*) from question_index group by 1, 2 order by 1, 2"
    ) == [
        ("expected_question", told, 2),
        ("keyphrase", "refund", 1),
    ]
    await held.replace_question_index(ACT.key, [row("3(1)", "refund")], "b")
    assert await read(database, "select form, text from question_index") == [("keyphrase", "refund")]


async def test_the_corpus_version_follows_them_and_comes_back_with_them(held: LawStore) -> None:
    without = await held.corpus_version()
    await held.replace_question_index(ACT.key, [row("1", "name")], "a")
    first = await held.corpus_version()
    await held.replace_question_index(ACT.key, [row("1", "title")], "b")
    second = await held.corpus_version()
    assert len({without, first, second}) == 3
    await held.replace_question_index(ACT.key, [row("1", "name")], "a")
    assert await held.corpus_version() == first
    await held.replace_question_index(ACT.key, [], "")
    assert await held.corpus_version() == without


async def test_vectors_go_where_their_width_belongs(held: LawStore, database: Database) -> None:
    await held.replace_question_index(ACT.key, [row("1", "name"), row("2(a)", "house", width=768)], "a")
    assert await read(
        database, "select text, embedding is null, embedding_768 is null from question_index order by 1"
    ) == [("house", True, False), ("name", False, True)]


@pytest.mark.parametrize(
    "wrong", [row("1", "name", width=5), row("9", "no such unit")], ids=["width", "unit"]
)
async def test_what_cannot_be_held_leaves_what_was(
    held: LawStore, database: Database, wrong: QuestionIndexRow
) -> None:
    await held.replace_question_index(ACT.key, [row("1", "name")], "a")
    with pytest.raises(StoreError):
        await held.replace_question_index(ACT.key, [row("1", "title"), wrong], "b")
    assert await read(database, "select text, made_with from question_index") == [("name", "a")]


async def test_they_go_with_their_document_and_stay_through_its_new_versions(
    held: LawStore, database: Database
) -> None:
    await held.replace_question_index(ACT.key, [row("1", "name")], "a")
    await held.replace_edition(rows(act_parts(" as amended")))
    assert await held.question_index_made(ACT.key) == "a"
    async with database.transaction() as connection:
        await connection.execute(text("delete from documents where key = :key"), {"key": ACT.key})
    assert await held.question_index_made(ACT.key) == ""


async def test_words_are_searched_in_every_script(held: LawStore, database: Database) -> None:
    """English words by their stem, as the law's own; words of other scripts as they stand."""
    await held.replace_question_index(
        ACT.key,
        [row("1", "builders delaying possession"), row("2(a)", "बिल्डर कब्ज़ा नहीं दे रहा", "hi"),
         row("2(zk)", "வீடு ஒப்படைப்பு தாமதம்", "ta"), row("3(1)", "ಮನೆ ಹಸ್ತಾಂತರ ವಿಳಂಬ", "kn"),
         row("3(2)", "bayana wapas nahi mila", "hi-Latn")],
        "a",
    )  # fmt: skip
    for asked, found in (
        ("builder", "1"), ("possessed", "1"), ("कब्ज़ा", "2(a)"), ("बिल्डर", "2(a)"), ("ஒப்படைப்பு", "2(zk)"),
        ("ಹಸ್ತಾಂತರ", "3(1)"), ("wapas", "3(2)"), ("कब्ज", ""),
    ):  # fmt: skip
        query = f"""select path from question_index join provisions on provision_id = unit_id
            where search @@ websearch_to_tsquery('english', '"{asked}"')"""
        assert await read(database, query) == ([(found,)] if found else []), asked

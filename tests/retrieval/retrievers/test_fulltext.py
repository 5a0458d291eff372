"""The full-text retriever on the Lantern Act and its keyphrases: three lists made one, led by an index."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever, WordWeights, _merged
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.stores.database import Database
from tests.retrieval.lantern_act import unit_id
from tests.retrieval.lantern_act_held import plan

# -- three lists made one ----------------------------------------------------------------------------------


def hits(**scores: float) -> list[UnitHit]:
    """Units with their scores, best first, each with a chunk."""
    return [
        UnitHit(unit, [f"chunk of {unit}"], [score], f"words of {unit}") for unit, score in scores.items()
    ]


def named(**scores: float) -> list[UnitHit]:
    return [UnitHit(unit, [], [score]) for unit, score in scores.items()]


def told(merged: list[UnitHit]) -> dict[str, tuple[float, tuple[str, ...]]]:
    return {hit.unit_id: (round(hit.scores[0], 4), hit.found_by) for hit in merged}


def test_a_unit_counts_its_share_of_the_best_in_each_list() -> None:
    """Ranks of law, phrases and expected questions are on scales of their own: 8 of the one is not more than 0.2 of another."""
    merged = _merged(hits(a=8.0, b=6.0, c=2.0), [named(b=0.2, d=0.1), named(d=4.0, b=3.0, e=1.0)], "fulltext")
    assert told(merged) == {
        "b": (2.5, ("fulltext", "keyphrases")),
        "d": (1.5, ("keyphrases",)),
        "a": (1.0, ()),
        "c": (0.25, ()),
        "e": (0.25, ("keyphrases",)),
    }
    assert list(told(merged)) == ["b", "d", "a", "c", "e"]


def test_the_laws_chunks_stay_and_keyphrases_bring_none() -> None:
    merged = _merged(hits(a=8.0), [named(a=0.2, d=0.1), named(a=0.4)], "fulltext")
    assert [(hit.chunk_ids, hit.text) for hit in merged] == [(["chunk of a"], "words of a"), ([], "")]


def test_one_list_alone_keeps_its_order() -> None:
    assert told(_merged(hits(a=8.0, b=6.0), [[], []], "fulltext")) == {"a": (1.0, ()), "b": (0.75, ())}
    for lists in ([named(a=0.2, b=0.1), []], [[], named(a=0.2, b=0.1)]):
        assert told(_merged([], lists, "fulltext")) == {
            "a": (1.0, ("keyphrases",)), "b": (0.5, ("keyphrases",))
        }  # fmt: skip
    assert _merged([], [], "fulltext") == _merged([], [[], []], "fulltext") == []


SCORED = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0.01, 50)).map(
    lambda scores: dict(sorted(scores.items(), key=lambda item: -item[1]))
)


@given(SCORED, SCORED, SCORED)
def test_each_unit_stands_once_and_the_best_of_all_is_best(
    law: dict[str, float], phrases: dict[str, float], expected_questions: dict[str, float]
) -> None:
    merged = _merged(hits(**law), [named(**phrases), named(**expected_questions)], "fulltext")
    scores = [hit.scores[0] for hit in merged]
    words = {*phrases, *expected_questions}
    assert sorted(hit.unit_id for hit in merged) == sorted({*law, *words})
    assert scores == sorted(scores, reverse=True) and all(0 < score <= 3 for score in scores)
    for hit in merged:
        assert ("keyphrases" in hit.found_by) is (hit.unit_id in words)
        assert bool(hit.chunk_ids) is (hit.unit_id in law)


# -- on real tables --------------------------------------------------------------------------------------


@pytest.fixture
async def retriever(database: Database) -> Callable[..., FullTextRetriever]:
    law, words = WordWeights(), WordWeights("question_index")
    await law.refresh(database, "1")
    await words.refresh(database, "1")

    def made(query: str, *documents: str) -> FullTextRetriever:
        return FullTextRetriever(
            plan=plan(query, *documents), deadline_s=5, database=database, weights=law, question_index_weights=words,
            synonyms=Synonyms(), depth=30,
        )  # fmt: skip

    return made


async def test_a_question_with_a_word_that_stands_nowhere_still_finds(retriever: Callable[..., Any]) -> None:
    query = "keeper late entry"
    with_all = [hit.unit_id for hit in await retriever(query).search(query)]
    absent = retriever(f"{query} xylophone")
    assert [hit.unit_id for hit in await absent.search(f"{query} xylophone")] == with_all
    assert with_all[0] == unit_id("3(2)") and absent.query_term_coverage == pytest.approx(3 / 4)


@pytest.mark.parametrize(("first", "found"), [(True, True), (False, False)])
async def test_what_a_part_asks_is_read_before_a_story_that_takes_all_words(
    database: Database, retriever: Callable[..., Any], first: bool, found: bool
) -> None:
    story = " ".join(f"word{number}" for number in range(70))
    asked = "When is the keeper late for entry?"
    part = retriever(f"{story} {asked}")
    part.plan = replace(part.plan, asked_last=asked, is_part=True)
    part.thresholds = RetrievalThresholds(asked_words_first=first)
    assert bool(await part.search(part.plan.query)) is found


@contextmanager
def statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """What is asked of Postgres meanwhile, with the values that are bound."""
    asked: list[tuple[str, Any]] = []

    def note(*given: Any) -> None:
        asked.append((given[2], given[3]))

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", note)


async def grown(connection: AsyncConnection, table: str, key: str) -> None:
    """The table with five thousand rows more, of other words; gone with the connection."""
    columns = await connection.execute(
        text(
            "select column_name from information_schema.columns "
            "where table_name = :table and is_generated = 'NEVER' and column_name not in (:key, 'text')"
        ),
        {"table": table, "key": key},
    )
    rest = ", ".join(f'"{name}"' for name in columns.scalars())
    await connection.execute(
        text(
            f"insert into {table} ({key}, text, {rest}) select gen_random_uuid(), 'lamp ' || number, {rest} "
            f"from generate_series(1, 5000) as n(number), (select * from {table} limit 1) as one"
        )
    )
    await connection.execute(text(f"analyze {table}"))


@pytest.mark.parametrize(("table", "key"), [("legal_chunks", "chunk_id"), ("question_index", "entry_id")])
async def test_the_search_is_led_by_the_index_of_words(
    database: Database, retriever: Callable[..., Any], table: str, key: str
) -> None:
    with statements(database) as asked:
        await retriever("watchman late entry").search("watchman late entry")
    searched = [one for one in asked if re.search(rf"FROM {table} \w JOIN words", one[0])]
    assert len(searched) == (2 if table == "question_index" else 1), (
        "phrases and expected questions each by themselves"
    )
    async with database.connect() as connection:
        await grown(connection, table, key)
        for statement, values in searched:
            explained = await connection.exec_driver_sql(f"explain {statement}", values)
            read = "\n".join(row[0] for row in explained)
            assert "Seq Scan" not in read and "search @@" in read, read
            assert re.search(rf"Index Scan (?:using|on) {table}_(?:search|form)\b", read), read


@pytest.mark.parametrize("table", ["legal_chunks", "question_index"])
async def test_words_of_a_row_are_there_from_the_first_and_follow_its_text(
    database: Database, table: str
) -> None:
    async with database.connect() as connection:
        none = await connection.execute(text(f"select count(*) from {table} where search is null"))
        assert none.scalar_one() == 0
        one = f"(select ctid from {table} limit 1)"
        found = text(f"select count(*) from {table} where search @@ to_tsquery('english', 'zebra')")
        assert (await connection.execute(found)).scalar_one() == 0
        await connection.execute(text(f"update {table} set text = 'the zebras came' where ctid = {one}"))
        assert (await connection.execute(found)).scalar_one() == 1

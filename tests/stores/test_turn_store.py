"""Turns recorded once, read back whole, erased whole."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert, text

from civicsetu.errors import InputError, StoreError
from civicsetu.law.answers import Answer, AnswerKind, Citation, Confidence, Context, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.judgments import Judgment
from civicsetu.stores.database import Database
from civicsetu.stores.schema import steps, threads
from civicsetu.stores.turn_store import TurnStore, find_spans, make_row_storable


def cited(provision: str, quote: str = "shall return the money") -> Citation:
    return Citation(
        name=f"[Act s.{provision}]", document="act", document_title="The Act", provision=provision,
        section_id="18", title="Return", jurisdiction="CENTRAL", edition=EditionKind.PLAIN, edition_id=uuid4(),
        chunk_id=uuid4(), quote=quote, start=10, end=10 + len(quote),
    )  # fmt: skip


def an_answer(turn: int = 1, question: str = "What can I do?", **changes: Any) -> Answer:
    told: dict[str, Any] = {
        "id": str(uuid4()), "turn": turn, "question": question, "kind": AnswerKind.ANSWER, "abstained": False,
        "answer": "You may withdraw. You may stay. You may withdraw.",
        "sentences": (
            Sentence(text="You may withdraw.", citations=(0,)),
            Sentence(text="You may stay.", citations=(0, 1), support=Support.VERIFIED),
            Sentence(text="You may withdraw.", citations=(1,)),
        ),
        "citations": (cited("18(1)"), cited("18(1) proviso")), "confidence": Confidence(score=0.8, level="high"),
        "settings_hash": "abc", "latency_ms": 12.5, "first_token_ms": 3.0,
    }  # fmt: skip
    return Answer(**{**told, **changes})


@pytest.fixture
def turn_store(database: Database) -> TurnStore:
    return TurnStore(database)


async def count(database: Database, table: str) -> int:
    async with database.connect() as connection:
        return int(await connection.scalar(text(f"select count(*) from {table}")) or 0)


async def test_a_turn_comes_back_as_it_was_recorded(turn_store: TurnStore, database: Database) -> None:
    answer = an_answer()
    kept = await turn_store.record(
        answer, session_id="s", standalone_question="What can I do when the builder is late?",
        plan={"k": 60}, retrievers=[{"retriever": "vector", "found": 3}], contexts=[{"provision": "18(1)", "score": 0.5}],
        retrieval_ms=7.5,
    )  # fmt: skip
    assert kept is True
    turn = await turn_store.get_turn(UUID(answer.id))
    assert turn is not None
    assert turn.answer == answer
    assert turn.standalone_question == "What can I do when the builder is late?"
    async with database.connect() as connection:
        rows = (
            await connection.execute(
                text(
                    "select sentence_index, span_start, span_end, support, provision from citations order by 1, 5"
                )
            )
        ).all()
        log = (
            await connection.execute(text("select plan, retrievers, contexts, latency_ms from retrieval_log"))
        ).one()
    assert [tuple(row) for row in rows] == [
        (0, 0, 17, "verbatim", "18(1)"),
        (1, 18, 31, "verified", "18(1)"),
        (1, 18, 31, "verified", "18(1) proviso"),
        (2, 32, 49, "verbatim", "18(1) proviso"),
    ]
    assert log.plan == {"k": 60} and log.retrievers[0]["retriever"] == "vector" and log.latency_ms == 7.5
    assert await turn_store.get_turn(uuid4()) is None


async def test_recording_twice_and_at_once_keeps_one(turn_store: TurnStore, database: Database) -> None:
    answer = an_answer()
    kept = await asyncio.gather(*(turn_store.record(answer, session_id="s") for _ in range(5)))
    assert sorted(kept) == [False, False, False, False, True]
    assert await count(database, "turns") == await count(database, "retrieval_log") == 1
    assert await count(database, "citations") == 4


async def test_history_is_the_last_turns_oldest_first(turn_store: TurnStore) -> None:
    for number in range(1, 6):
        await turn_store.record(an_answer(number, f"question {number}"), session_id="mine")
    await turn_store.record(an_answer(9), session_id="another's")
    assert [turn.answer.turn for turn in await turn_store.read_history("mine", limit=3)] == [3, 4, 5]
    assert await turn_store.read_history("nobody's") == []


async def test_erasing_a_session_erases_all_of_it_and_nothing_else(
    turn_store: TurnStore, database: Database
) -> None:
    for number in (1, 2):
        await turn_store.record(an_answer(number), session_id="mine")
    await turn_store.record(an_answer(), session_id="another's")
    assert await turn_store.erase_sessions(["mine", "nobody's"]) == 2
    assert await turn_store.erase_sessions(["mine"]) == 0
    assert await count(database, "turns") == await count(database, "retrieval_log") == 1
    assert await count(database, "citations") == 4


@pytest.mark.parametrize(
    "odd", ["a\x00b", "lone \ud800 surrogate", "\x00", "नमस्ते 🏠 مرحبا", "'; drop table turns; --"]
)
async def test_any_text_can_be_kept(turn_store: TurnStore, odd: str) -> None:
    answer = an_answer(question=odd, plan=(odd,))
    contexts = [{"title": odd, odd: 1, "score": float("nan"), "far": float("inf")}]
    await turn_store.record(answer, session_id=odd, standalone_question=odd, plan=[odd], contexts=contexts)
    [turn] = await turn_store.read_history(odd)
    assert turn.answer.question == odd.replace("\x00", "").replace("\ud800", "")
    assert await turn_store.erase_sessions([odd]) == 1


async def test_an_abstention_is_kept_without_citations(turn_store: TurnStore, database: Database) -> None:
    declined = an_answer(
        kind=AnswerKind.ABSTAIN,
        abstained=True,
        answer="The law held does not say.",
        sentences=(),
        citations=(),
    )
    await turn_store.record(declined, session_id="s")
    assert await count(database, "citations") == 0
    assert (await turn_store.read_history("s"))[0].answer == declined


async def test_a_thread_must_exist_and_takes_its_turns_along(
    turn_store: TurnStore, database: Database
) -> None:
    thread = uuid4()
    with pytest.raises(StoreError):
        await turn_store.record(an_answer(), session_id="s", thread_id=thread)
    assert await count(database, "turns") == 0
    async with database.transaction() as connection:
        await connection.execute(insert(threads).values(id=thread))
    answer = an_answer()
    await turn_store.record(answer, session_id="s", thread_id=thread)
    assert await turn_store.read_history("s") == [], "nobody was shown it yet"
    shown = {"id": UUID(answer.id), "threadId": thread, "name": "CivicSetu", "type": "assistant_message"}
    async with database.transaction() as connection:
        await connection.execute(insert(steps).values(shown))
    assert [turn.answer for turn in await turn_store.read_history("s")] == [answer]
    async with database.transaction() as connection:
        await connection.execute(text("delete from threads"))
    assert await count(database, "turns") == await count(database, "citations") == 0


async def test_an_id_that_is_no_uuid_is_refused(turn_store: TurnStore) -> None:
    with pytest.raises(InputError):
        await turn_store.record(an_answer(id="turn 1"), session_id="s")


def test_spans_of_sentences_that_are_not_in_the_text_are_empty() -> None:
    answer = an_answer(
        sentences=(
            Sentence(text="Elsewhere.", citations=(0,)),
            Sentence(text="You may stay.", citations=(0,)),
        )
    )
    assert find_spans(answer) == [(0, 0), (18, 31)]
    assert make_row_storable({"a": ("x\x00", float("nan"), 1, None)}) == {"a": ["x", None, 1, None]}


async def test_judgments_are_kept_with_their_turn_and_go_with_it(
    turn_store: TurnStore, database: Database
) -> None:
    answer = an_answer()
    judged = [
        Judgment(criterion="written_sentence", judge="rules", passed=True, score=0.9, sentence=0),
        Judgment(
            criterion="written_sentence", judge="model", passed=False, score=0.1,
            evidence={"text": "You pay\x00 90.", "doubts": [{"check": "number", "reason": "90 stands nowhere"}]},
        ),
    ]  # fmt: skip
    before = await count(database, "judgments")
    await turn_store.record(answer, session_id="judged", judged=judged)
    kept = await turn_store.read_judgments(UUID(answer.id))
    assert kept[0] == judged[0]
    assert kept[1].evidence == {"text": "You pay 90.", "doubts": [{"check": "number", "reason": "90 stands nowhere"}]}
    assert [one.sentence for one in kept] == [0, None]
    await turn_store.erase_sessions(["judged"])
    assert await count(database, "judgments") == before


async def test_the_log_tells_what_was_asked_what_was_searched_and_what_was_found(
    turn_store: TurnStore, database: Database
) -> None:
    found = [
        Context(document="act", provision=path, score=score, found_by=("vector", "exact"))
        for path, score in (("18(1)", 0.9), ("4", 0.4))
    ]
    searched = "What can I do when the builder is late?"
    answer = an_answer(contexts=found)
    await turn_store.record(answer, session_id="log", standalone_question=searched, retriever_type="hybrid")
    nothing = an_answer(2, "Hello")
    await turn_store.record(nothing, session_id="log")
    async with database.connect() as connection:
        rows = (
            await connection.execute(
                text(
                    "select query, original_query, retriever_type, top_k, retrieved_ids, retrieved_documents,"
                    " retrieved_scores from retrieval_log order by ret_id"
                )
            )
        ).all()
        by_id = await connection.execute(
            text("select turn_id from retrieval_log where retrieved_ids @> array['act 18(1)']")
        )
        assert [str(row.turn_id) for row in by_id] == [answer.id]
    assert tuple(rows[0]) == (
        searched, "What can I do?", "hybrid", 2, ["act 18(1)", "act 4"], ["act", "act"], [0.9, 0.4],
    )  # fmt: skip
    assert tuple(rows[1]) == ("Hello", "Hello", None, 0, [], [], []), "a row a turn, whatever was searched"


async def test_a_type_of_search_that_there_is_not_is_refused(turn_store: TurnStore) -> None:
    with pytest.raises(StoreError):
        await turn_store.record(an_answer(), session_id="s", retriever_type="magic")  # type: ignore[arg-type]


async def test_recorded_answers_are_found_by_what_they_say_of_themselves(
    turn_store: TurnStore, database: Database
) -> None:
    """By the index on their content, and what is stored reads back as the answer."""
    answer = an_answer()
    await turn_store.record(answer, session_id="s")
    async with database.connect() as connection:
        found = await connection.execute(
            text("select answer from turns where answer @> cast(:wanted as jsonb)"),
            {"wanted": '{"kind": "answer", "citations": [{"provision": "18(1)"}]}'},
        )
        [row] = found.all()
    assert Answer.model_validate(row.answer) == answer


async def test_a_reader_may_mark_a_citation_and_the_marked_ones_are_indexed(
    turn_store: TurnStore, database: Database
) -> None:
    await turn_store.record(an_answer(), session_id="s")
    async with database.transaction() as connection:
        await connection.execute(
            text("update citations set correctness = false, note = 'other matter' where sentence_index = 0")
        )
        marked = (await connection.execute(text("select note, created_at from citations where correctness is not null"))).one()
        indexes = (await connection.execute(text("select indexname, indexdef from pg_indexes where tablename = 'citations'"))).all()
    assert marked.note == "other matter" and marked.created_at is not None
    defined = {row.indexname: row.indexdef for row in indexes}
    assert {"citations_turn", "citations_document", "citations_correctness"} <= set(defined)
    assert "WHERE (correctness IS NOT NULL)" in defined["citations_correctness"]


async def test_an_answer_of_another_version_is_passed_over_in_its_conversation(turn_store: TurnStore, database: Database) -> None:
    old, new = an_answer(1), an_answer(2)
    for answer in (old, new):
        await turn_store.record(answer, session_id="mine")
    async with database.transaction() as connection:
        await connection.execute(text("update turns set answer = '{\"kind\": \"riddle\"}' where turn = 1"))
    assert [turn.answer for turn in await turn_store.read_history("mine")] == [new]
    assert await turn_store.get_turn(UUID(old.id)) is None

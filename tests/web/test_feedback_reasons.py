"""Why an answer did not help: kept with turn, evidence and answer hash, and only by whom it was given to."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from civicsetu.answering.question import Question
from civicsetu.errors import InputError, NotFound
from civicsetu.law.feedback import FeedbackReason
from civicsetu.stores.database import Database
from civicsetu.stores.feedback_store import read_all_feedback
from civicsetu.stores.turn_store import TurnStore
from tests.web.conftest import Rows
from tests.web.fakes import SECOND, answer_for
from tests.web.test_conversations import ANNA, BINA, acting, conversation, feedback

pytestmark = pytest.mark.usefixtures("chainlit_server")
WRONG_LAW, OLD = FeedbackReason.WRONG_LAW, FeedbackReason.OUT_OF_DATE


@pytest.fixture
def store(engine: AsyncEngine, chainlit_server: Any) -> Any:
    from civicsetu.web.chat.data_layer import ConversationStore

    return ConversationStore(lambda: Database(engine))


async def answered(store: Any, engine: AsyncEngine) -> tuple[str, str, str]:
    """Thread, run and answer of Anna's, the turn recorded under the answer's id."""
    thread, run, answer = await conversation(store)
    told = answer_for(Question("My builder is late.", session=thread, turn_id=UUID(answer)))
    told = told.model_copy(update={"answer_hash": "abc123"})
    await TurnStore(Database(engine)).record(told, session_id=thread, thread_id=UUID(thread))
    return thread, run, answer


async def details(rows: Rows, answer: str) -> list[dict[str, Any]]:
    query = (
        'select f.value, f.comment, d.reasons, d.sentence_index, d.evidence_json, d.answer_hash, d.turn_id from feedbacks f'
        ' left join feedback_details d on d.feedback_id = f.id where f."forId" = cast(:id as uuid)'
    )
    return await rows.all(query, id=answer)


async def test_reasons_are_kept_with_the_sentence_and_what_it_stood_on(store: Any, engine: AsyncEngine, rows: Rows) -> None:
    _, run, answer = await answered(store, engine)
    with acting(ANNA):
        await store.keep_feedback(feedback(run, 0, "call 9876543210"), [OLD, WRONG_LAW, OLD], 1)
        given, sentences = await store.read_feedback(answer)
    [kept] = await details(rows, answer)
    assert (kept["value"], kept["comment"], kept["reasons"]) == (0, "call [phone]", ["out_of_date", "wrong_law"])
    assert kept["sentence_index"] == 1 and kept["answer_hash"] == "abc123" and str(kept["turn_id"]) == answer
    evidence = kept["evidence_json"]
    assert evidence["sentence"] == SECOND and evidence["citations"][0]["provision"] == "18(1)"
    assert given.reasons == (OLD, WRONG_LAW) and given.sentence == 1 and sentences[1] == SECOND
    found = [one for one in await read_all_feedback(Database(engine)) if one.answer.id == answer]
    assert [one.given.reasons for one in found] == [(OLD, WRONG_LAW)]


async def test_a_thumb_up_takes_the_reasons_back(store: Any, engine: AsyncEngine, rows: Rows) -> None:
    _, _, answer = await answered(store, engine)
    with acting(ANNA):
        await store.keep_feedback(feedback(answer, 0), [WRONG_LAW])
        await store.upsert_feedback(feedback(answer, 1))
    [kept] = await details(rows, answer)
    assert kept["value"] == 1 and kept["reasons"] == [] and kept["sentence_index"] is None


@pytest.mark.parametrize(("value", "reasons", "sentence"), [(0, [], 3), (0, [WRONG_LAW], -1), (1, [WRONG_LAW], None), (1, [], 0)])
async def test_what_does_not_fit_the_answer_stores_nothing(
    store: Any, engine: AsyncEngine, rows: Rows, value: int, reasons: list[FeedbackReason], sentence: int | None
) -> None:
    _, _, answer = await answered(store, engine)
    with acting(ANNA), pytest.raises(InputError):
        await store.keep_feedback(feedback(answer, value), reasons, sentence)
    assert await details(rows, answer) == []


async def test_a_message_that_is_no_turn_takes_reasons_and_no_sentence(store: Any, rows: Rows) -> None:
    _, _, answer = await conversation(store)
    with acting(ANNA):
        with pytest.raises(InputError):
            await store.keep_feedback(feedback(answer, 0), [], 0)
        await store.keep_feedback(feedback(answer, 0), [WRONG_LAW])
        given, sentences = await store.read_feedback(answer)
    [kept] = await details(rows, answer)
    assert kept["turn_id"] is None and given.reasons == (WRONG_LAW,) and sentences == []


async def test_nobody_else_reads_or_gives_it(store: Any, engine: AsyncEngine, rows: Rows) -> None:
    _, run, answer = await answered(store, engine)
    for actor in (BINA, None):
        for wanted in (run, answer, str(uuid4()), "x"):
            with acting(actor):
                with pytest.raises(NotFound):
                    await store.keep_feedback(feedback(wanted, 0), [WRONG_LAW])
                with pytest.raises(NotFound):
                    await store.read_feedback(wanted)
    assert await details(rows, answer) == []


async def test_it_goes_with_the_thumb_and_with_the_conversation(store: Any, engine: AsyncEngine, rows: Rows) -> None:
    count = "select count(*) as n from feedback_details where turn_id = cast(:id as uuid)"
    thread, _, answer = await answered(store, engine)
    with acting(ANNA):
        thumb = await store.keep_feedback(feedback(answer, 0), [WRONG_LAW])
        await store.delete_feedback(thumb)
        assert (await rows.all(count, id=answer))[0]["n"] == 0
        await store.keep_feedback(feedback(answer, 0), [WRONG_LAW])
        await store.delete_thread(thread)
    assert (await rows.all(count, id=answer))[0]["n"] == 0


async def test_a_reviewed_citation_says_so_when_the_conversation_is_opened_again(
    store: Any, engine: AsyncEngine, rows: Rows
) -> None:
    thread, _, answer = await answered(store, engine)
    props = '{"document": "rera_act_2016", "provision": "18(1)"}'
    await rows.run('update elements set props = cast(:p as jsonb) where "threadId" = cast(:id as uuid)', p=props, id=thread)
    mark = "update citations set correctness = :right where turn_id = cast(:id as uuid) and sentence_index = :at"

    async def state() -> object:
        with acting(ANNA):
            [card] = (await store.get_thread(thread))["elements"]
        return card["props"].get("reviewed")

    assert await state() is None
    await rows.run(mark, right=True, id=answer, at=0)
    assert await state() == "right"
    await rows.run(mark, right=False, id=answer, at=1)
    assert await state() == "wrong"

"""The data layer on a real Postgres: kept masked, and each conversation its owner's alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from civicsetu.errors import DiskFull, NotFound, PostgresTimeout, PostgresUnavailable, StoreError
from civicsetu.stores.database import Database
from civicsetu.web.language.speaking import speaking
from civicsetu.web.state import acting_in_http
from tests.web.conftest import Rows

pytestmark = pytest.mark.usefixtures("chainlit_server")

ANNA, BINA = "a" * 32, "b" * 32
PERSONAL = "Call 9876543210 or mail me@home.in, PAN ABCPE1234F"


@contextmanager
def acting(identity: str | None) -> Iterator[None]:
    token = acting_in_http.set(identity)
    try:
        yield
    finally:
        acting_in_http.reset(token)


@pytest.fixture
def store(engine: AsyncEngine, chainlit_server: Any) -> Any:
    from civicsetu.web.chat.data_layer import ConversationStore

    return ConversationStore(lambda: Database(engine))


async def plain(method: Any, *args: Any) -> Any:
    """A method without Chainlit's queue, which needs a websocket."""
    return await method.__wrapped__(method.__self__, *args)


def step(thread: str, kind: str, output: str, **more: Any) -> dict[str, Any]:
    values = {
        "id": str(uuid4()), "threadId": thread, "type": kind, "output": output, "name": "x", "parentId": None,
        "createdAt": "2026-01-01T00:00:00Z", "metadata": {"location": "private"}, "input": output,
    }  # fmt: skip
    return {**values, **more}


async def conversation(store: Any, owner: str = ANNA) -> tuple[str, str, str]:
    """Thread, run and answer of one question with one citation, all the owner's."""
    from chainlit.user import User

    thread, run = str(uuid4()), str(uuid4())
    with acting(owner):
        user = await store.create_user(User(identifier=owner))
        await store.update_thread(thread, name=PERSONAL, user_id=user.id)
        assert await store.keep_question(step(thread, "user_message", PERSONAL))
        answer = step(
            thread, "assistant_message", f"Answer. {PERSONAL}", parentId=run, createdAt="2026-01-01T00:00:01Z"
        )
        card = {"id": str(uuid4()), "name": "[RERA Act s.18(1)]", "props": {"editions": [{"text": "law"}]}}
        await store.keep_answer(answer, [card])
    return thread, run, answer["id"]


async def test_a_conversation_comes_back_with_its_run_and_citations(store: Any) -> None:
    thread, run, answer = await conversation(store)
    with acting(ANNA):
        kept = await store.get_thread(thread)
    assert [(one["type"], one["id"]) for one in kept["steps"][1:]] == [
        ("run", run),
        ("assistant_message", answer),
    ]
    question, around, told = kept["steps"]
    assert around["parentId"] == question["id"] and told["parentId"] == run and around["end"]
    assert kept["elements"][0]["props"] == {"editions": [{"text": "law"}]}
    assert kept["elements"][0]["forId"] == answer and kept["elements"][0]["display"] == "side"


async def test_personal_data_is_masked_before_it_is_stored(store: Any, rows: Rows) -> None:
    thread, run, _ = await conversation(store)
    with acting(ANNA):
        await store.upsert_feedback(feedback(run, comment=PERSONAL))
        await store.update_thread(thread, name=f"again {PERSONAL}")
    stored = str(
        await rows.all(
            'select * from threads t join steps s on s."threadId" = t.id where t.id = cast(:id as uuid)',
            id=thread,
        )
    ) + str(await rows.all('select * from feedbacks where "threadId" = cast(:id as uuid)', id=thread))
    assert "[phone]" in stored and "[e-mail]" in stored and "[PAN]" in stored
    for secret in ("9876543210", "me@home.in", "ABCPE1234F", "private"):
        assert secret not in stored


@pytest.mark.parametrize("wanted", ["98765 43210", "98765\u00a043210", "(987654) 3210", "call 9876543210"])
async def test_what_is_looked_for_is_masked_as_what_is_kept(store: Any, wanted: str) -> None:
    """A number finds the conversations with a number in them, and is itself in no query."""
    from chainlit.types import Pagination, ThreadFilter

    from civicsetu.web.chat import statements

    thread, _, _ = await conversation(store)
    with acting(ANNA):
        found = await store.list_threads(Pagination(first=99), ThreadFilter(search=wanted))
    assert thread in {one["id"] for one in found.data}
    told = str(
        [
            condition.compile().params
            for condition in statements.filter_conditions(ThreadFilter(search=wanted))
        ]
    )
    assert "[phone]" in told and "43210" not in told


async def test_a_megabyte_is_kept_masked_and_cut(store: Any, rows: Rows) -> None:
    thread = str(uuid4())
    with acting(ANNA):
        await store.keep_question(step(thread, "user_message", "9876543210 " * 100_000))
    [kept] = await rows.all('select output from steps where "threadId" = cast(:id as uuid)', id=thread)
    assert set(kept["output"].split()) == {"[phone]"} and len(kept["output"]) <= 20_000


def feedback(for_id: str, value: int = 1, comment: str | None = None) -> Any:
    from chainlit.types import Feedback

    return Feedback(forId=for_id, value=value, comment=comment)  # type: ignore[arg-type]


async def test_feedback_on_the_run_is_kept_with_the_answer_and_comes_back(store: Any, rows: Rows) -> None:
    thread, run, answer = await conversation(store)
    with acting(ANNA):
        first = await store.upsert_feedback(feedback(run, 1, "good"))
        second = await store.upsert_feedback(feedback(answer, 0, None))
        kept = await store.get_thread(thread)
    assert first == second
    found = await rows.all('select * from feedbacks where "forId" = cast(:id as uuid)', id=answer)
    assert [(row["value"], row["comment"]) for row in found] == [(0, None)]
    assert kept["steps"][1]["feedback"]["value"] == 0


async def test_nobody_else_can_read_write_rate_rename_or_erase(store: Any, rows: Rows) -> None:
    thread, run, answer = await conversation(store)
    with acting(ANNA):
        given = await store.upsert_feedback(feedback(run))
        card = (await store.get_thread(thread))["elements"][0]["id"]
    for other in (BINA, None):
        with acting(other):
            assert await store.get_thread(thread) is None
            assert await store.get_thread_author(thread) == ""
            assert await store.get_element(thread, card) is None
            for forbidden in (
                store.upsert_feedback(feedback(run, 0)),
                store.upsert_feedback(feedback(answer, 0)),
                store.delete_feedback(given),
                store.delete_thread(thread),
                store.keep_question(step(thread, "user_message", "intruder")),
                store.keep_answer(step(thread, "assistant_message", "intruder"), []),
            ):
                with pytest.raises(NotFound):
                    await forbidden
            await plain(store.create_step, step(thread, "assistant_message", "intruder"))
    with acting(BINA):
        await store.update_thread(thread, name="stolen")
        with pytest.raises(NotFound):
            await store.update_thread(thread, name="stolen", user_id=str(uuid4()))
        await plain(store.delete_step, answer)
    assert not await store.may_open(thread, BINA) and await store.may_open(thread, ANNA)
    stored = await rows.all(
        'select s.output, t.name from steps s join threads t on t.id = s."threadId" where t.id = cast(:id as uuid)',
        id=thread,
    )
    assert len(stored) == 2 and "intruder" not in str(stored) and "stolen" not in str(stored)
    assert [
        row["value"]
        for row in await rows.all(
            'select value from feedbacks where "threadId" = cast(:id as uuid)', id=thread
        )
    ] == [1]


async def test_feedback_is_for_answers_only(store: Any, rows: Rows) -> None:
    thread, *_ = await conversation(store)
    question = await rows.all(
        """select id from steps where "threadId" = cast(:id as uuid) and type = 'user_message' """, id=thread
    )
    with acting(ANNA), pytest.raises(NotFound):
        await store.upsert_feedback(feedback(str(question[0]["id"])))


async def test_a_message_never_moves_to_another_thread_or_type(store: Any, rows: Rows) -> None:
    thread, _, answer = await conversation(store)
    mine, *_ = await conversation(store, BINA)
    with acting(BINA):
        await plain(store.create_step, step(mine, "assistant_message", "overwritten", id=answer))
    with acting(ANNA):
        await store.keep_question(step(thread, "user_message", "overwritten", id=answer))
    assert "overwritten" not in str(
        await rows.all("select output from steps where id = cast(:id as uuid)", id=answer)
    )


async def test_only_questions_and_answers_are_stored(store: Any, rows: Rows) -> None:
    """What Chainlit tells of a question is not stored: it has been, by who waits for its answer."""
    thread, *_ = await conversation(store)
    with acting(ANNA):
        for kind in ("run", "tool", "llm", "user_message"):
            await plain(store.create_step, step(thread, kind, "work"))
            await plain(store.update_step, step(thread, kind, "work"))
    kinds = await rows.all(
        'select type from steps where "threadId" = cast(:id as uuid) order by type', id=thread
    )
    assert [row["type"] for row in kinds] == ["assistant_message", "user_message"]


async def test_erasing_erases_everything(store: Any, rows: Rows) -> None:
    thread, run, answer = await conversation(store)
    with acting(ANNA):
        await store.upsert_feedback(feedback(run))
    await rows.run(
        "insert into turns (turn_id, session_id, thread_id, turn, question, standalone_question, kind, answer,"
        " settings_hash, latency_ms) values (cast(:turn as uuid), 's', cast(:thread as uuid), 1, 'q', 'q',"
        " 'answer', '{}', 'h', 1)",
        turn=answer, thread=thread,
    )  # fmt: skip
    await rows.run(
        "insert into retrieval_log (turn_id, query, plan, retrievers, contexts, latency_ms)"
        " values (cast(:turn as uuid), 'q', '{}', '{}', '[]', 1)",
        turn=answer,
    )
    await rows.run(
        "insert into citations (turn_id, sentence_index, span_start, span_end, support, document, provision,"
        " edition_id, chunk_id, quote_start, quote_end) values (cast(:turn as uuid), 0, 0, 1, 'verbatim', 'd', 'p',"
        " cast(:turn as uuid), cast(:turn as uuid), 0, 1)",
        turn=answer,
    )
    with acting(ANNA):
        await store.delete_thread(thread)
    for table, column in (("threads", "id"), ("steps", '"threadId"'), ("elements", '"threadId"'),
                          ("feedbacks", '"threadId"'), ("turns", "thread_id")):  # fmt: skip
        assert await rows.all(f"select 1 from {table} where {column} = cast(:id as uuid)", id=thread) == [], (
            table
        )
    for table in ("retrieval_log", "citations"):
        assert await rows.all(f"select 1 from {table} where turn_id = cast(:id as uuid)", id=answer) == [], (
            table
        )


async def test_an_answer_to_an_erased_conversation_does_not_bring_it_back(store: Any, rows: Rows) -> None:
    thread, *_ = await conversation(store)
    with acting(ANNA):
        await store.delete_thread(thread)
        for kind in ("user_message", "assistant_message"):
            with pytest.raises(NotFound):
                if kind == "user_message":
                    await store.keep_question(step(thread, kind, "And?"), may_begin=False)
                else:
                    await store.keep_answer(step(thread, kind, "So."), [])
        await plain(store.create_step, step(thread, "assistant_message", "Stopped."))
    for table, column in (("threads", "id"), ("steps", '"threadId"')):
        assert await rows.all(f"select 1 from {table} where {column} = cast(:id as uuid)", id=thread) == []


async def test_a_conversation_is_named_once_by_the_question_that_begins_it(store: Any, rows: Rows) -> None:
    thread = str(uuid4())
    with acting(ANNA):
        for name in (f"Late?\n{PERSONAL}", "Another name"):
            await store.keep_question(step(thread, "user_message", "Late?"), name=name)
    [kept] = await rows.all("select name from threads where id = cast(:id as uuid)", id=thread)
    assert kept["name"].startswith("Late? Call") and "9876543210" not in kept["name"]


async def test_settings_of_an_erased_conversation_do_not_bring_it_back(store: Any) -> None:
    thread, *_ = await conversation(store)
    with acting(ANNA):
        await store.delete_thread(thread)
        await store.update_thread(thread, metadata={"chat_settings": {"jurisdiction": "KARNATAKA"}})
        assert await store.get_thread(thread) is None


async def test_of_a_session_only_its_settings_are_kept(store: Any) -> None:
    thread, *_ = await conversation(store)
    told = {
        "chat_settings": {"jurisdiction": "KARNATAKA", "x": "y"},
        "env": {"KEY": "secret"},
        "is_shared": True,
    }
    with acting(ANNA):
        await store.update_thread(thread, metadata=told)
        kept = await store.get_thread(thread)
    assert kept["metadata"] == {"chat_settings": {"jurisdiction": "KARNATAKA"}}


async def test_the_list_is_ones_own_newest_first_page_by_page(store: Any, rows: Rows) -> None:
    from chainlit.types import Pagination, ThreadFilter

    owner = uuid4().hex
    threads = [(await conversation(store, owner))[0] for _ in range(5)]
    await conversation(store, BINA)
    for number, thread in enumerate(threads):
        await rows.run(
            'update threads set "createdAt" = :at where id = cast(:id as uuid)',
            at=f"2026-01-0{min(number, 3) + 1}",
            id=thread,
        )
    seen: list[str] = []
    with acting(owner):
        cursor, more = None, True
        while more:
            page = await store.list_threads(
                Pagination(first=2, cursor=cursor), ThreadFilter(userId="ignored")
            )
            seen += [one["id"] for one in page.data]
            cursor, more = page.pageInfo.endCursor, page.pageInfo.hasNextPage
        found = await store.list_threads(Pagination(first=9), ThreadFilter(search="answer."))
        none = await store.list_threads(Pagination(first=9), ThreadFilter(search="100%_"))
    assert sorted(seen) == sorted(threads) and len(seen) == 5
    assert seen[2:] == [threads[2], threads[1], threads[0]]
    assert len(found.data) == 5 and none.data == []


@pytest.mark.parametrize(
    "text", ["nul \x00 byte", "lone \ud800 surrogate", "عربي 😀", "'; drop table threads; --", "x" * 100_000]
)
async def test_any_text_can_be_kept(store: Any, text: str) -> None:
    thread, *_ = await conversation(store)
    with acting(ANNA):
        await store.keep_question(step(thread, "user_message", text, createdAt="2026-01-02T00:00:00Z"))
        kept = await store.get_thread(thread)
    assert len(kept["steps"]) == 5 and kept["steps"][-2]["output"]


@pytest.mark.parametrize("key", ["", "x", "1' or '1'='1", "0" * 40])
async def test_what_is_no_id_is_not_found(store: Any, key: str) -> None:
    with acting(ANNA):
        assert await store.get_thread(key) is None
        assert await store.get_thread_author(key) == ""
        assert await store.get_element(key, key) is None
        with pytest.raises(NotFound):
            await store.upsert_feedback(feedback(key))
        with pytest.raises(NotFound):
            await store.delete_thread(key)


async def test_who_only_looks_leaves_no_row(store: Any, rows: Rows) -> None:
    from chainlit.user import User

    looker = uuid4().hex
    for _ in range(2):
        made = await store.create_user(User(identifier=looker))
        assert made.identifier == (await store.get_user(looker)).identifier == looker
    assert await rows.all("select 1 from users where identifier = :who", who=looker) == []
    first, *_ = await conversation(store, looker)
    second, *_ = await conversation(store, looker)
    owners = await rows.all(
        'select t.id from threads t join users u on u.id = t."userId" where u.identifier = :who', who=looker
    )
    assert {str(row["id"]) for row in owners} == {first, second}


@pytest.mark.parametrize(
    "cursor", ["x", "' or 1=1", "\ud800", "0" * 40, "3b0c4a9e-6f0e-4d2b-9a59-0b8f6f1c7d11"]
)
async def test_a_bad_cursor_is_no_error(store: Any, cursor: str) -> None:
    from chainlit.types import Pagination, ThreadFilter

    owner = uuid4().hex
    await conversation(store, owner)
    with acting(owner):
        page = await store.list_threads(Pagination(first=9, cursor=cursor), ThreadFilter())
    known_form = len(cursor) == 36
    assert len(page.data) == (0 if known_form else 1)


@pytest.mark.parametrize("search", ["\ud800answer", "answer\x00", "\x00", "x" * 100_000, "عربي 😀", "%"])
async def test_any_search_is_no_error(store: Any, search: str) -> None:
    from chainlit.types import Pagination, ThreadFilter

    owner = uuid4().hex
    await conversation(store, owner)
    with acting(owner):
        page = await store.list_threads(Pagination(first=9), ThreadFilter(search=search))
    assert len(page.data) == (1 if "answer" in search or search == "\x00" else 0)


# What is not stored, and what was never answered


class Failing:
    """A database whose first transactions fail."""

    def __init__(self, engine: AsyncEngine, *faults: StoreError) -> None:
        self._database, self._faults = Database(engine), list(faults)

    @asynccontextmanager
    async def transaction(self, within_s: float) -> AsyncIterator[Any]:
        if self._faults:
            raise self._faults.pop(0)
        async with self._database.transaction(within_s) as connection:
            yield connection


@pytest.fixture
def failing(engine: AsyncEngine, chainlit_server: Any) -> Any:
    from civicsetu.web.chat.data_layer import ConversationStore

    def store(*faults: StoreError) -> Any:
        database = Failing(engine, *faults)
        return ConversationStore(lambda: database)  # type: ignore[arg-type, return-value]

    return store


async def test_a_question_and_an_answer_are_tried_twice_when_the_database_dies(
    failing: Any, store: Any
) -> None:
    thread = str(uuid4())
    question = step(thread, "user_message", "Why?")
    answer = step(thread, "assistant_message", "So.", parentId=str(uuid4()), createdAt="2026-01-01T00:00:01Z")
    with acting(ANNA):
        assert await failing(PostgresUnavailable("killed")).keep_question(question)
        await failing(PostgresUnavailable("killed")).keep_answer(answer, [])
        kept = await store.get_thread(thread)
        with pytest.raises(PostgresUnavailable):
            await failing(PostgresUnavailable("1"), PostgresUnavailable("2")).keep_question(question)
        with pytest.raises(PostgresTimeout):
            await failing(PostgresTimeout("hangs")).keep_question(question)
    assert [one["output"] for one in kept["steps"] if one["type"] != "run"] == ["Why?", "So."]


async def test_on_a_full_disk_a_question_is_not_stored_yet_nobody_elses_thread_is_entered(
    failing: Any, store: Any
) -> None:
    thread, *_ = await conversation(store)
    mine, own = step(thread, "user_message", "Why?"), step(str(uuid4()), "user_message", "New")
    with acting(ANNA):
        assert await failing(DiskFull("full")).keep_question(mine) is False
        assert await failing(DiskFull("full")).keep_question(own) is False
    for other in (BINA, None):
        with acting(other), pytest.raises(NotFound):
            await failing(DiskFull("full")).keep_question(mine)


async def told(store: Any, thread: str, being_answered: frozenset[str] = frozenset()) -> list[str]:
    store._being_answered = lambda: being_answered
    with acting(ANNA):
        kept = await store.get_thread(thread)
    assert len({one["id"] for one in kept["steps"]}) == len(kept["steps"])
    return [one["output"] for one in kept["steps"] if one["type"] != "run"]


@pytest.mark.parametrize(
    ("order", "interrupted"),
    [
        ("Q", [0]),
        ("QA", []),
        ("QAQ", [2]),
        ("QQA", [0]),
        ("QQAA", []),
        ("QQAQA", [0]),
        ("QAQQQA", [2, 3]),
        ("QS", []),
        ("QQSA", [0]),
        ("QQ", [0, 1]),
        ("A", []),
        ("", []),
    ],
)
async def test_under_a_question_without_an_answer_stands_that_it_was_interrupted(
    store: Any, order: str, interrupted: list[int]
) -> None:
    """Q: a question, A: an answer, S: the line Chainlit adds when a person stops an answer."""
    thread = str(uuid4())
    with acting(ANNA):
        await store.update_thread(thread, name="x", user_id="x")
        for number, kind in enumerate(order):
            at = f"2026-01-01T00:00:{number:02}Z"
            if kind == "Q":
                await store.keep_question(step(thread, "user_message", f"Q{number}", createdAt=at))
            else:
                run = str(uuid4()) if kind == "A" else None
                said = step(thread, "assistant_message", f"{kind}{number}", createdAt=at, parentId=run)
                await store.keep_answer(said, [])
    expected = []
    for number, kind in enumerate(order):
        expected.append(f"{kind}{number}")
        if number in interrupted:
            expected.append("This answer was interrupted. Please ask again.")
    assert await told(store, thread) == expected
    assert await told(store, thread) == expected, "it is made anew each time, not stored"


async def test_that_an_answer_was_interrupted_is_said_in_the_language_of_the_page(store: Any) -> None:
    thread = str(uuid4())
    with acting(ANNA), speaking("kn"):
        await store.update_thread(thread, name="x", user_id="x")
        await store.keep_question(step(thread, "user_message", "Q"))
        assert await told(store, thread) == ["Q", "ಈ ಉತ್ತರ ಅರ್ಧಕ್ಕೆ ನಿಂತಿತು. ದಯವಿಟ್ಟು ಮತ್ತೆ ಕೇಳಿ."]


async def test_what_is_being_answered_was_not_interrupted(store: Any) -> None:
    thread = str(uuid4())
    first, second = step(thread, "user_message", "1"), step(thread, "user_message", "2")
    with acting(ANNA):
        await store.keep_question(first)
        await store.keep_question(second | {"createdAt": "2026-01-01T00:00:09Z"})
    assert await told(store, thread, frozenset({first["id"], second["id"]})) == ["1", "2"]
    assert (await told(store, thread, frozenset({second["id"]})))[0::2] == ["1", "2"]


async def test_a_database_that_is_gone_is_one_of_our_errors_without_any_value(chainlit_server: Any) -> None:
    from civicsetu.web.chat.data_layer import ConversationStore

    gone = create_async_engine("postgresql+asyncpg://u@127.0.0.1:1/x")
    store = ConversationStore(lambda: Database(gone))
    with acting(ANNA):
        with pytest.raises(StoreError) as told:
            await store.keep_answer(step(str(uuid4()), "assistant_message", "private words"), [])
        with pytest.raises(StoreError):
            await store.keep_question(step(str(uuid4()), "user_message", "private words"))
        await plain(store.create_step, step(str(uuid4()), "assistant_message", "private words"))
    assert "private words" not in str(told.value) and told.value.__cause__ is None

"""A run keeps each row as it is judged, goes on where it broke off, and outlives its database."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from civicsetu.errors import AlreadyUnderWay, InputError, ModelTimeout, NotFound, PostgresUnavailable
from civicsetu.evaluation.runs.compare import compare_runs
from civicsetu.evaluation.runs.question_sets import QuestionSet
from civicsetu.evaluation.runs.run_files import to_stored
from civicsetu.evaluation.runs.run_questions import RunOf, run_questions
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.embedded import postgres_server
from civicsetu.stores.run_store import Run, RunStore
from civicsetu.stores.servers import postgres_folder
from tests.evaluation.golden_rows import REGISTRY
from tests.evaluation.runs.given import CONFIGURATION, Scripted, a_set
from tests.holding import quiet
from tests.retrieval.lantern_act import index_of_states
from tests.stores.own_servers import embedded_postgres, empty_tables


@pytest.fixture(scope="module")
def own() -> Iterator[Settings]:
    with embedded_postgres() as settings:
        yield settings


@pytest.fixture
async def database(own: Settings) -> AsyncIterator[Database]:
    opened = await Database.open(own)
    await empty_tables(opened)
    yield opened
    await opened.close()


async def run(database: Database, service: Scripted, questions: QuestionSet, told: list[str] | None = None, **of: Any) -> Run:
    configuration = of.pop("configuration", CONFIGURATION)
    work = RunOf(service, index_of_states(), REGISTRY, RunStore(database), configuration)
    return await run_questions(questions, work, quiet, (told if told is not None else []).append, **of)


async def rows(database: Database, of: Run) -> dict[str, list[str]]:
    kept = await RunStore(database).read_rows(of.run_id)
    return {row.row_id: [one.criterion for one in row.judgments if not one.passed] for row in kept}


async def test_every_row_is_kept_with_its_answer_and_judgments(database: Database) -> None:
    service = Scripted(fails={2: ModelTimeout("late")})
    done = await run(database, service, a_set(4))
    assert await rows(database, done) == {"q-0": [], "q-1": ["format_ok"], "q-2": ["answered_in_time"], "q-3": []}
    kept = await RunStore(database).read_rows(done.run_id)
    assert kept[0].answer is not None and kept[0].answer.question == "Question 0?" and kept[2].answer is None
    [listed] = await RunStore(database).list_runs()
    assert listed.rows_judged == 4 and listed.finished_at is None


async def test_a_run_that_broke_off_goes_on(database: Database) -> None:
    """The process ends in the third question: the next run asks two more, and none a second time."""
    with pytest.raises(KeyboardInterrupt):
        await run(database, Scripted(before=_interrupt_at(2)), a_set(4))
    told: list[str] = []
    again = Scripted()
    done = await run(database, again, a_set(4), told)
    assert again.asked == ["Question 2?", "Question 3?"] and "2 of 4 rows are judged" in told[0]
    assert len(await rows(database, done)) == 4
    await RunStore(database).finish(done.run_id, [])
    assert (await run(database, Scripted(), a_set(4))).run_id != done.run_id, "a finished run is not gone on with"


def _interrupt_at(number: int) -> Any:
    def interrupt(at: int) -> None:
        if at == number:
            raise KeyboardInterrupt

    return interrupt


async def test_another_set_another_configuration_or_fresh_begins_anew(database: Database) -> None:
    first = await run(database, Scripted(), a_set(2))
    other = {**CONFIGURATION, "answer_hash": "c" * 12}
    assert (await run(database, Scripted(), a_set(2), configuration=other)).run_id != first.run_id
    assert (await run(database, Scripted(), a_set(3))).run_id != first.run_id
    assert (await run(database, Scripted(), a_set(2), fresh=True)).run_id != first.run_id


@pytest.mark.slow
async def test_killing_postgres_loses_no_judged_row(own: Settings, database: Database) -> None:
    """Killed twice while questions are asked: every row is there, and those written before are as they were."""
    killed: list[int] = []

    def kill(at: int) -> None:
        if at in (2, 5):
            found = postgres_server.status(postgres_folder(own))
            assert found is not None
            os.kill(found.pid, signal.SIGKILL)
            killed.append(at)

    done = await run(database, Scripted(before=kill), a_set(7))
    assert killed == [2, 5]
    assert list(await rows(database, done)) == [f"q-{at}" for at in range(7)]


async def test_two_commands_do_not_write_one_run_at_once(database: Database) -> None:
    """A second command is refused in one sentence, also after the database died under the first; then it may go on."""
    with pytest.raises(KeyboardInterrupt):
        await run(database, Scripted(before=_interrupt_at(1)), a_set(2))
    [begun] = await RunStore(database).list_runs()
    second = Database(_engine_of(database))
    async with RunStore(database).hold(begun.run_id) as first:
        for _ in range(2):
            service = Scripted()
            with pytest.raises(AlreadyUnderWay) as refused:
                await run(second, service, a_set(2))
            assert f"The run {begun.name} is being written by another command" in refused.value.user_message
            assert service.asked == []
            await _cut_connections(second)
            await first.take()
    assert len(await rows(database, await run(second, Scripted(), a_set(2)))) == 2
    await second.close()


def _engine_of(database: Database) -> AsyncEngine:
    return create_async_engine(database.engine.url)


async def _cut_connections(database: Database) -> None:
    """End every other connection to this server, as a restart of it does."""
    async with database.connect() as connection:
        cut = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()"
        await connection.execute(text(cut))


async def test_a_database_that_stays_away_ends_the_run_and_the_next_goes_on(database: Database) -> None:
    gone = {at: PostgresUnavailable("gone") for at in range(2, 6)}
    with pytest.raises(PostgresUnavailable):
        await run(database, Scripted(fails=gone), a_set(4))
    service = Scripted()
    done = await run(database, service, a_set(4))
    assert service.asked == ["Question 2?", "Question 3?"] and len(await rows(database, done)) == 4


async def test_a_question_the_database_died_under_is_asked_again(database: Database) -> None:
    service = Scripted(fails={1: PostgresUnavailable("gone")})
    done = await run(database, service, a_set(2))
    assert service.asked == ["Question 0?", "Question 1?", "Question 1?"] and len(await rows(database, done)) == 2


async def test_runs_are_found_by_the_beginning_of_their_id(database: Database) -> None:
    done = await run(database, Scripted(), a_set(1))
    store = RunStore(database)
    assert (await store.find_run(done.name)).run_id == done.run_id
    with pytest.raises(NotFound, match="latest"):
        await store.find_run("latest")
    await store.finish(done.run_id, [{"criterion": "format_ok", "passed": True}])
    assert (await store.find_run("latest")).gates == ({"criterion": "format_ok", "passed": True},)
    await run(database, Scripted(), a_set(2))
    with pytest.raises(InputError, match="Several runs"):
        await store.find_run("")


async def test_a_run_of_another_form_is_refused_in_one_sentence(database: Database) -> None:
    done = await run(database, Scripted(), a_set(1))
    async with database.transaction() as connection:
        await connection.execute(text("update evaluation_runs set schema_version = 7"))
    with pytest.raises(InputError, match=f"The run {done.name} was stored in form 7"):
        await RunStore(database).find_run(done.name)
    assert (await run(database, Scripted(), a_set(1))).run_id != done.run_id, "nor is it gone on with"
    assert len(await RunStore(database).list_runs()) == 2, "it is listed all the same"


async def test_what_was_judged_by_an_earlier_version_can_be_compared_though_its_answers_cannot_be_read(database: Database) -> None:
    done = await run(database, Scripted(fails={1: ModelTimeout("late")}), a_set(2))
    async with database.transaction() as connection:
        await connection.execute(text("update evaluation_rows set answer = '{\"kind\": \"riddle\"}' where row_id = 'q-0'"))
    old, late = await RunStore(database).read_rows(done.run_id)
    assert old.unreadable and old.answered and old.answer is None and not late.answered
    stored = to_stored(done, [old, late])
    assert stored.rows["q-0"].judged["quote_found"].passed and stored.rows["q-0"].latency_ms is not None
    assert next(one for one in compare_runs(stored, stored) if one.criterion == "quote_found").n == 1
    async with database.transaction() as connection:
        await connection.execute(text("update evaluation_rows set judgments = '[{\"x\": 1}]'"))
    with pytest.raises(InputError) as refused:
        await RunStore(database).read_rows(done.run_id)
    assert refused.value.user_message == "The row q-0 of the run cannot be read in this version; run it again."


async def test_a_set_of_which_nothing_is_held_is_refused_before_anything_is_written(database: Database) -> None:
    from civicsetu.evaluation.runs.question_sets import SetQuestion
    from tests.evaluation.golden_rows import row

    other = row("g-9", "gujarat_rera_general_rules_2017 3")
    questions = QuestionSet("other", (SetQuestion("g-9", other.question, golden=other),))
    with pytest.raises(InputError, match="answers no question"):
        await run(database, Scripted(), questions)
    assert await RunStore(database).list_runs() == []
    told: list[str] = []
    mixed = QuestionSet("mixed", (*questions.questions, SetQuestion("q-0", "Question 0?")))
    assert len(await rows(database, await run(database, Scripted(), mixed, told))) == 1
    assert told == ["1 of 2 rows are left out: law that they need is not held here."]

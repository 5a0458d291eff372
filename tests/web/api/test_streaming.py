"""The stream of events: a sign of life in silence, errors in their place, nobody's mixed with another's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest

from civicsetu.errors import SearchIncomplete, TooBusy
from civicsetu.law.answers import Stage
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from tests.web.api.client import ApiClient
from tests.web.api.conftest import api_settings, as_problem
from tests.web.api.in_process import Api, serve_api
from tests.web.fakes import FakeService

QUESTION = "My builder is late. What can I do?"


@pytest.fixture
async def slow_api(postgres_settings: Settings, chainlit_server: Any) -> AsyncIterator[Api]:
    """A server that says every twentieth of a second that it is still there, and takes longer for each stage."""
    settings = api_settings(postgres_settings, api={"heartbeat_s": 0.05})
    service = FakeService(await Database.open(settings), 0.2, settings.admission)  # type: ignore[arg-type]
    async with serve_api(service, settings) as api:
        yield api
    await service.close()


async def test_silence_is_broken_by_a_comment(slow_api: Api) -> None:
    async with ApiClient(slow_api.address) as asker:
        told = await asker.events(QUESTION)
    assert [one.name for one in told if one.name] == ["stage", "stage", "sentence", "sentence", "sentence", "final"]
    assert sum(not one.name for one in told) >= 4


async def test_the_page_renders_the_same_events(scripted_api: Api, client: ApiClient) -> None:
    told = await client.events(QUESTION)
    assert told[0].data == Stage(name="understand", text="Reading the question").model_dump(mode="json")
    assert [one.data["event"] for one in told] == [one.name for one in told]
    assert len({UUID(one.id[:36]) for one in told}) == 1


@pytest.mark.parametrize("of_each", [4, pytest.param(10, marks=pytest.mark.long)])
async def test_streams_beside_each_other_are_not_crossed(scripted_api: Api, of_each: int) -> None:
    questions = [f"{word} ({number})" for number in range(of_each) for word in ("late", "duties", "spacecraft")]

    async def ask(question: str) -> Any:
        async with ApiClient(scripted_api.address) as asker:
            await asker.take_token()
            return await asker.events(question)

    for question, told in zip(questions, await asyncio.gather(*map(ask, questions)), strict=True):
        answer = told[-1].data["answer"]
        assert answer["question"] == question and told[-1].name == "final"
        assert {one.id.rpartition("-")[0] for one in told if one.name} == {answer["id"]}
        assert [one.data["sentence"] for one in told if one.name == "sentence"] == answer["sentences"]


async def test_a_refusal_is_a_status_and_no_stream(scripted_api: Api, client: ApiClient) -> None:
    scripted_api.service._admission._refuse = refusing(TooBusy("full"))
    answer = await client.post("/api/v1/query/stream", json={"question": QUESTION})
    as_problem(answer, 429, "too_busy")
    assert answer.headers["retry-after"] == "15"


def refusing(error: Exception) -> Any:
    def refuse(*_: object) -> None:
        raise error

    return refuse


async def test_what_goes_wrong_later_is_the_last_event(scripted_api: Api, client: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(question: Any) -> AsyncIterator[Any]:
        yield Stage(name="retrieve", text="Looking in the law")
        raise SearchIncomplete("4711-private") if "known" in question.text else RuntimeError("4711-private")

    monkeypatch.setattr(scripted_api.service, "_answered", breaks)
    for question, status, code in (("known", 503, "search_incomplete"), ("bug", 500, "internal_error")):
        *_, last = await client.events(question)
        assert (last.name, last.data["status"], last.data["code"]) == ("error", status, code)
        assert len(last.data["request_id"]) == 16 and "4711" not in str(last)


async def test_a_conversation_answers_one_question_at_a_time(slow_api: Api) -> None:
    async with ApiClient(slow_api.address) as asker:
        await asker.take_token()
        begun = (await asker.query(QUESTION)).json()["conversation"]
        asking = asyncio.create_task(asker.query("And?", conversation=begun))
        while not slow_api.page.being_answered:
            await asyncio.sleep(0.01)
        refused = await asker.query("And then?", conversation=begun)
        as_problem(refused, 409, "already_under_way")
        assert refused.headers["retry-after"] and (await asking).status_code == 200


async def test_what_is_erased_while_it_is_answered_stays_erased(slow_api: Api, rows: Any) -> None:
    async with ApiClient(slow_api.address) as asker:
        await asker.take_token()
        begun = (await asker.query(QUESTION)).json()["conversation"]
        asking = asyncio.create_task(asker.query("And?", conversation=begun))
        while not slow_api.page.being_answered:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert (await asker.delete(f"/api/v1/conversations/{begun}")).status_code == 204
        told = (await asking).json()
        assert told["sentences"] and told["conversation"] is None
        assert told["warnings"][-1]["kind"] == "degraded"
        as_problem(await asker.query("And then?", conversation=begun), 404, "not_found")
    assert await rows.all("select 1 from threads where id = cast(:id as uuid)", id=begun) == []


async def test_what_is_erased_while_it_waits_for_its_turn_is_gone(slow_api: Api, rows: Any) -> None:
    slow_api.service._admission._capacity = 1
    async with ApiClient(slow_api.address) as asker, ApiClient(slow_api.address) as other:
        await asker.take_token()
        begun = (await asker.query(QUESTION)).json()["conversation"]
        before = asyncio.create_task(other.query(QUESTION))
        while not slow_api.service._admission.running:
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(asker.query("And?", conversation=begun))
        while not slow_api.service._admission.waiting:
            await asyncio.sleep(0.01)
        assert (await asker.delete(f"/api/v1/conversations/{begun}")).status_code == 204
        as_problem(await waiting, 404, "not_found")
        assert (await before).status_code == 200
    assert await rows.all("select 1 from threads where id = cast(:id as uuid)", id=begun) == []


async def test_who_is_asking_when_the_server_stops_is_told(slow_api: Api) -> None:
    async with ApiClient(slow_api.address) as asker, ApiClient(slow_api.address) as reader:
        whole = asyncio.create_task(asker.query(QUESTION))
        await reader.take_token()
        stream = asyncio.create_task(reader.events(QUESTION))
        while len(slow_api.page.being_answered) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        await slow_api.page.finish_answers(0.0, lambda: True)
        as_problem(await whole, 503, "not_ready")
        last = (await stream)[-1]
        assert (last.name, last.data["code"]) == ("error", "not_ready")


async def test_one_token_has_few_questions_at_a_time_and_others_go_on(slow_api: Api) -> None:
    async with ApiClient(slow_api.address) as greedy, ApiClient(slow_api.address) as calm:
        await greedy.take_token()
        await calm.take_token()
        asked = [asyncio.create_task(greedy.query(f"late {n}")) for n in range(6)]
        await asyncio.sleep(0.05)
        assert (await calm.query(QUESTION)).status_code == 200
        refused = [answer for answer in await asyncio.gather(*asked) if answer.status_code != 200]
        assert len(refused) == 4, "one is answered, one waits"
        for answer in refused:
            as_problem(answer, 429, "too_many_questions")
            assert answer.headers["retry-after"]

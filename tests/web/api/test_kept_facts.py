"""Facts given with a question of the API hold for its conversation, over the Mill Act and as they are kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.web.api.kept_facts import FactsSent, check_sent
from tests.answering.composing.mills import ACT
from tests.web.api.client import ApiClient
from tests.web.api.conftest import as_problem
from tests.web.api.in_process import Api

QUESTION = "What can I do about delay?"
STAY = "A buyer who stays may claim 9 % a year for every month of delay."
LEAVE = "A buyer who leaves the mill gets the whole sum back."


@pytest.fixture
async def asker(mill_api: Api) -> AsyncIterator[ApiClient]:
    """Somebody with a token, at the Mill Act."""
    async with ApiClient(mill_api.address) as one:
        await one.take_token()
        yield one


async def ask(asker: ApiClient, question: str = QUESTION, **fields: Any) -> dict[str, Any]:
    answer = await asker.query(question, **fields)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def begin(asker: ApiClient, **facts: str) -> str:
    """A conversation that begins with these facts."""
    return str((await ask(asker, facts=facts))["conversation"])


def given(told: dict[str, Any]) -> dict[str, str]:
    """The facts that were given, not read."""
    return {one["name"]: one["value"] for one in told["facts"] if one["source"] == "given"}


def said(told: dict[str, Any]) -> set[str]:
    return {one["text"] for one in told["sentences"]}


async def test_a_fact_changes_the_answer(asker: ApiClient) -> None:
    without = await ask(asker)
    leaving, staying = await ask(asker, facts={"wants": "leave"}), await ask(asker, facts={"wants": "stay"})
    assert given(without) == {} and not {STAY, LEAVE} & said(without)
    assert LEAVE in said(leaving) and STAY not in said(leaving)
    assert STAY in said(staying) and LEAVE not in said(staying)


async def test_a_fact_holds_for_what_the_conversation_asks_next(asker: ApiClient) -> None:
    begun = await begin(asker, wants="leave", stage="booked")
    again = await ask(asker, conversation=begun)
    assert given(again) == {"wants": "leave", "stage": "booked"}
    assert LEAVE in said(again) and STAY not in said(again)
    streamed = (await asker.events(QUESTION, conversation=begun))[-1].data["answer"]
    assert given(streamed) == {"wants": "leave", "stage": "booked"}
    assert given(await ask(asker)) == {}, "another conversation knows nothing of it"


async def test_a_question_about_a_provision_keeps_its_facts_too(asker: ApiClient) -> None:
    body = {"document": ACT, "provision": "1(2)", "facts": {"wants": "leave"}}
    begun = (await asker.post("/api/v1/query/section-context", json=body)).json()["answer"]["conversation"]
    assert given(await ask(asker, conversation=begun)) == {"wants": "leave"}


async def test_a_fact_given_anew_replaces_that_of_its_name_alone(asker: ApiClient) -> None:
    begun = await begin(asker, wants="leave", stage="booked")
    assert given(await ask(asker, conversation=begun, facts={"wants": "stay"})) == {"wants": "stay", "stage": "booked"}
    again = await ask(asker, conversation=begun)
    assert given(again) == {"wants": "stay", "stage": "booked"}
    assert STAY in said(again) and LEAVE not in said(again)


async def test_a_fact_taken_back_no_longer_holds(asker: ApiClient) -> None:
    begun = await begin(asker, wants="leave", stage="booked")
    told = await ask(asker, conversation=begun, facts={"wants": "", "oc": ""})
    assert given(told) == {"stage": "booked"} and said(told) == said(await ask(asker))
    assert given(await ask(asker, conversation=begun)) == {"stage": "booked"}


async def test_facts_of_somebody_elses_conversation_are_neither_read_nor_changed(mill_api: Api, asker: ApiClient) -> None:
    begun = await begin(asker, wants="leave")
    async with ApiClient(mill_api.address) as stranger, ApiClient(mill_api.address) as nobody:
        await stranger.take_token()
        for one in (stranger, nobody):
            as_problem(await one.query(QUESTION, conversation=begun, facts={"wants": "stay"}), 404, "not_found")
        assert given(await ask(stranger)) == {}
    assert given(await ask(asker, conversation=begun)) == {"wants": "leave"}


async def test_facts_go_with_the_conversation_and_nothing_is_kept_without_a_token(
    mill_api: Api, asker: ApiClient, rows: Any
) -> None:
    begun = await begin(asker, wants="leave")
    kept = await rows.all("select metadata from threads where id = cast(:id as uuid)", id=begun)
    assert kept == [{"metadata": {"chat_settings": {"fact.wants": "leave"}}}]
    assert (await asker.delete(f"/api/v1/conversations/{begun}")).status_code == 204
    as_problem(await asker.query(QUESTION, conversation=begun), 404, "not_found")
    before = await rows.all("select count(*) as threads from threads")
    async with ApiClient(mill_api.address) as nobody:
        assert given(await ask(nobody, facts={"wants": "leave", "stage": ""})) == {"wants": "leave"}
        assert given(await ask(nobody)) == {}
    assert await rows.all("select count(*) as threads from threads") == before


async def test_what_is_refused_changes_no_fact(asker: ApiClient) -> None:
    begun = await begin(asker, wants="leave")
    for facts in ({"wants": "dance"}, {"shoe": ""}, {"wants": " "}, {"state": ""}):
        as_problem(await asker.query(QUESTION, conversation=begun, facts=facts), 400, "invalid_input")
    assert given(await ask(asker, conversation=begun)) == {"wants": "leave"}


async def test_a_state_goes_on_by_itself_until_another_is_named(asker: ApiClient) -> None:
    begun = (await ask(asker, "What is the fee?", facts={"state": "NORTHLAND"}))["conversation"]
    again = await ask(asker, "What is the fee?", conversation=begun)
    assert [(one["jurisdiction"], one["source"]) for one in again["scope"]["states"]] == [("NORTHLAND", "carried")]
    other = await ask(asker, "What is the fee in Southland?", conversation=begun)
    assert [one["jurisdiction"] for one in other["scope"]["states"]] == ["SOUTHLAND"]


def test_other_settings_of_a_conversation_stay() -> None:
    settings = {"jurisdiction": "GOA", "fact.as_on": "2021-03-31", "fact.party": "promoter", "fact.wants": "leave"}
    sent = check_sent({"party": "", "wants": "stay", "state": "KERALA"}, get_registry())
    assert sent.change_settings(settings) == {"jurisdiction": "GOA", "fact.as_on": "2021-03-31", "fact.wants": "stay"}
    assert sent.join_kept(settings) == (("state", "KERALA"), ("wants", "stay"))
    assert FactsSent().change_settings(settings) is None, "nothing is written where nothing changes"

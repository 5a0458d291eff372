"""Questions over the API, on the page in a process of its own."""

from __future__ import annotations

from tests.web.api.client import ApiClient
from tests.web.api.conftest import as_problem
from tests.web.fakes import FIRST

QUESTION = "My builder is late. What can I do?"


async def test_a_question_is_answered_with_its_citations(anybody: ApiClient) -> None:
    answer = await anybody.query(QUESTION)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["kind"] == "answer" and told["sentences"][0]["text"] == FIRST
    assert told["citations"][0]["provision"] == "18(1)" and told["conversation"] is None
    name, _, took_ms = answer.headers["server-timing"].partition("=")
    assert name == "service;dur" and 0 < float(took_ms) < answer.elapsed.total_seconds() * 1000


async def test_a_stream_is_stages_then_sentences_then_one_final(holder: ApiClient) -> None:
    told = await holder.events(QUESTION)
    assert [one.name for one in told] == ["stage", "stage", "sentence", "sentence", "sentence", "final"]
    answer = told[-1].data["answer"]
    assert [one.id for one in told] == [f"{answer['id']}-{number}" for number in range(1, 7)]
    assert told[2].data["sentence"] == answer["sentences"][0] and answer["conversation"]


async def test_a_conversation_goes_on_and_is_nobody_elses(holder: ApiClient, other: ApiClient) -> None:
    begun = (await holder.query(QUESTION)).json()["conversation"]
    assert (await holder.query("And then?", conversation=begun)).json()["conversation"] == begun
    as_problem(await other.query("And then?", conversation=begun), 404, "not_found")


async def test_an_unknown_field_is_refused_and_named(anybody: ApiClient) -> None:
    told = as_problem(await anybody.query(QUESTION, colour="red"), 422, "invalid_request")
    assert told["errors"] == [{"field": "body.colour", "message": "There is no such field."}]

"""Whatever is sent, one documented error answers it, nothing is changed, and nobody else waits."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from civicsetu.web.identity import Identities
from tests.web.api.client import ApiClient
from tests.web.api.conftest import as_problem
from tests.web.api.in_process import Api

QUERY = "/api/v1/query"
QUESTION = "My builder is late. What can I do?"
_DEEP = b'{"question": ' + b"[" * 10_000 + b"]" * 10_000 + b"}"
_JSON = {"content-type": "application/json"}

UNUSABLE: dict[str, tuple[dict[str, Any], str]] = {
    "a body of the wrong type": ({"question": 7}, "body.question"),
    "no question": ({}, "body.question"),
    "an unknown field": ({"question": QUESTION, "colour": "red"}, "body.colour"),
    "a year 0": ({"question": QUESTION, "as_on": "0000-01-01"}, "body.as_on"),
    "a day as a number": ({"question": QUESTION, "as_on": 0}, "body.as_on"),
    "a day that is none": ({"question": QUESTION, "as_on": "2017-02-30"}, "body.as_on"),
    "digits of another script": ({"question": QUESTION, "as_on": "२०१७-०५-०१"}, "body.as_on"),
    "a truth in words": ({"question": QUESTION, "debug": "yes"}, "body.debug"),
    "too many wanted": ({"question": QUESTION, "top_k": 10**9}, "body.top_k"),
    "a number that is none": ({"question": QUESTION, "min_score": "high"}, "body.min_score"),
    "a conversation that is none": ({"question": QUESTION, "conversation": "mine"}, "body.conversation"),
    "an unknown behaviour": ({"question": QUESTION, "low_confidence_behavior": "guess"}, "body.low_confidence_behavior"),
    "facts that are no words": ({"question": QUESTION, "facts": {"party": 1}}, "body.facts.party"),
    "too long": ({"question": "x" * 100_000}, "body.question"),
}


@pytest.mark.parametrize("name", UNUSABLE)
async def test_a_field_that_cannot_be_used_is_named(client: ApiClient, name: str) -> None:
    body, field = UNUSABLE[name]
    for path in (QUERY, f"{QUERY}/stream"):
        told = as_problem(await client.post(path, json=body), 422, "invalid_request")
        assert told["errors"][0]["field"] == field
        assert field in told["detail"]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"question": QUESTION, "jurisdiction": "ATLANTIS"}, "KARNATAKA"),
        ({"question": QUESTION, "facts": {"shoe": "blue"}}, "party"),
        ({"question": QUESTION, "facts": {"party": "king"}}, "allottee"),
        ({"question": QUESTION, "facts": {"state": "ATLANTIS"}}, "KARNATAKA"),
    ],
)
async def test_what_there_is_instead_is_told(client: ApiClient, body: dict[str, Any], word: str) -> None:
    assert word in as_problem(await client.post(QUERY, json=body), 400, "invalid_input")["detail"]


async def test_of_a_value_that_is_on_no_list_only_its_beginning_is_repeated(client: ApiClient) -> None:
    for facts in ({"state": "Q" * 5000}, {"party": "Q" * 5000}, {"Q" * 5000: "allottee"}):
        told = as_problem(await client.post(QUERY, json={"question": QUESTION, "facts": facts}), 400, "invalid_input")
        assert "Q" * 40 in told["detail"] and "Q" * 41 not in told["detail"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"7", b'"x"', b"\xff\xfe", b'{"question": "\\ud800"}', b'{"question": NaN}', _DEEP]
)
async def test_what_is_no_question_is_one_error(client: ApiClient, body: bytes) -> None:
    answer = await client.post(QUERY, content=body, headers=_JSON)
    assert answer.status_code in (400, 422)
    as_problem(answer, answer.status_code, answer.json()["code"])


async def test_bodies_that_are_too_large_or_no_json(client: ApiClient) -> None:
    large = json.dumps({"question": "late " * 250_000}).encode()
    assert len(large) > 1_000_000
    as_problem(await client.post(QUERY, content=large, headers=_JSON), 413, "too_large")
    as_problem(await client.post(QUERY, content=_DEEP, headers=_JSON), 400, "malformed_request")
    body = json.dumps({"question": QUESTION}).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = await client.post(QUERY, content=body, headers={"content-type": kind})
        as_problem(answer, 415, "unsupported_media_type")


async def test_an_unknown_address_or_method(client: ApiClient) -> None:
    for path in ("/api", "/api/", "/api/v1", "/api/v2/query", "/api/v1/query/", "/api/v1/nothing", "/api/v1/%00", "/health/"):
        as_problem(await client.get(path), 404, "not_found")
    for method, path in (("GET", QUERY), ("DELETE", QUERY), ("POST", "/health"), ("PATCH", "/api/v1/tokens"), ("QUERY", QUERY)):
        answer = await client.request(method, path)
        as_problem(answer, 405, "method_not_allowed")
        assert answer.headers["allow"]


async def test_a_wrong_token_is_refused_and_never_taken_for_none(scripted_api: Api, client: ApiClient) -> None:
    good = client.headers["authorization"].split()[1]
    mine = good.rpartition(".")[0]
    expired = Identities(b"key of the tests", 1, lambda: time.time() - 90_000)
    forged = [
        "Bearer x", "Bearer", "", "Basic dXNlcjpwYXNz", f"Bearer {mine}.{'0' * 64}", f"Bearer {good}x", f"Bearer  {good} x",
        f"Bearer {Identities(b'another key', 365).cookie_value(expired.mint())}", good,
    ]  # fmt: skip
    async with httpx.AsyncClient(base_url=scripted_api.address) as http:
        for told in forged:
            answer = await http.post(QUERY, json={"question": QUESTION}, headers={"authorization": told})
            as_problem(answer, 401, "token_refused")
            assert answer.headers["www-authenticate"] == "Bearer"
        assert (await http.post(QUERY, json={"question": QUESTION})).status_code == 200


async def test_somebody_elses_conversation_does_not_exist(scripted_api: Api, client: ApiClient) -> None:
    begun = (await client.query(QUESTION)).json()
    async with ApiClient(scripted_api.address) as nobody, ApiClient(scripted_api.address) as stranger:
        await stranger.take_token()
        for one in (nobody, stranger):
            as_problem(await one.query("And?", conversation=begun["conversation"]), 404, "not_found")
            as_problem(await one.query("And?", conversation=str(uuid4())), 404, "not_found")
        as_problem(await stranger.delete(f"/api/v1/conversations/{begun['conversation']}"), 404, "not_found")
        given = {"turn": begun["id"], "helpful": True}
        as_problem(await stranger.post("/api/v1/feedback", json=given), 404, "not_found")
        as_problem(await nobody.post("/api/v1/feedback", json=given), 401, "token_refused")
    assert (await client.query("And?", conversation=begun["conversation"])).status_code == 200


async def test_feedback_is_kept_once_for_each_answer_of_ones_own(client: ApiClient, rows: Any) -> None:
    turn = (await client.query(QUESTION)).json()["id"]
    for helpful, comment in ((True, None), (False, "mail me@home.in")):
        given = await client.post("/api/v1/feedback", json={"turn": turn, "helpful": helpful, "comment": comment})
        assert given.status_code == 200
    kept = await rows.all('select value, comment from feedbacks where "forId" = cast(:id as uuid)', id=turn)
    assert kept == [{"value": 0, "comment": "mail [e-mail]"}]
    long = {"turn": turn, "helpful": True, "comment": "x" * 2001}
    told = as_problem(await client.post("/api/v1/feedback", json=long), 422, "invalid_request")
    assert told["errors"][0]["field"] == "body.comment"
    as_problem(await client.post("/api/v1/feedback", json={"turn": str(uuid4()), "helpful": True}), 404, "not_found")


async def test_feedback_says_why_and_which_sentence_as_that_of_the_page(client: ApiClient, rows: Any) -> None:
    turn = (await client.query(QUESTION)).json()["id"]
    reasons = ["wrong_state", "missing", "wrong_state"]
    given = await client.post("/api/v1/feedback", json={"turn": turn, "helpful": False, "reasons": reasons})
    assert given.status_code == 200, given.text
    kept = await rows.all("select reasons from feedback_details where feedback_id = cast(:id as uuid)", id=given.json()["id"])
    assert kept == [{"reasons": ["wrong_state", "missing"]}]
    for body, status, code in (
        ({"helpful": True, "reasons": ["missing"]}, 400, "invalid_input"),
        ({"helpful": False, "sentence": 9999}, 400, "invalid_input"),
        ({"helpful": False, "sentence": -1}, 422, "invalid_request"),
        ({"helpful": False, "sentence": True}, 422, "invalid_request"),
        ({"helpful": False, "reasons": ["boring"]}, 422, "invalid_request"),
        ({"helpful": False, "reasons": ["missing"] * 7}, 422, "invalid_request"),
    ):
        as_problem(await client.post("/api/v1/feedback", json={"turn": turn, **body}), status, code)
    assert await rows.all('select value from feedbacks where "forId" = cast(:id as uuid)', id=turn) == [{"value": 0}]


async def test_an_erased_conversation_is_gone_with_all_of_it(client: ApiClient, rows: Any) -> None:
    begun = (await client.query(QUESTION)).json()
    thread = begun["conversation"]
    assert len(await rows.all('select 1 from steps where "threadId" = cast(:id as uuid)', id=thread)) == 2
    assert (await client.delete(f"/api/v1/conversations/{thread}")).status_code == 204
    assert await rows.all('select 1 from steps where "threadId" = cast(:id as uuid)', id=thread) == []
    as_problem(await client.query("And?", conversation=thread), 404, "not_found")
    as_problem(await client.delete(f"/api/v1/conversations/{thread}"), 404, "not_found")
    as_problem(await client.post("/api/v1/feedback", json={"turn": begun["id"], "helpful": True}), 404, "not_found")


async def test_other_origins_are_closed_out_unless_they_are_set(scripted_api: Api, client: ApiClient) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        for method, path in (("POST", QUERY), ("OPTIONS", QUERY), ("GET", "/health")):
            answer = await client.request(method, path, headers={"origin": origin})
            as_problem(answer, 403, "origin_not_allowed")
            assert "access-control-allow-origin" not in answer.headers
    own = {"origin": scripted_api.address}
    assert (await client.post(QUERY, json={"question": QUESTION}, headers=own)).status_code == 200


async def test_a_name_that_is_not_ours(client: ApiClient) -> None:
    as_problem(await client.post(QUERY, json={"question": QUESTION}, headers={"host": "evil.example"}), 421, "unknown_host")
    assert (await client.get("/ready", headers={"host": "evil.example"})).status_code == 200


async def test_a_bug_is_one_sentence_without_its_text(client: ApiClient, capsys: pytest.CaptureFixture[str]) -> None:
    told = as_problem(await client.query("explode 4711-private"), 500, "internal_error")
    assert "4711" not in str(told)
    events = [one async for one in _told(client, "explode 4711-private")]
    assert "4711" not in str(events)


async def _told(client: ApiClient, question: str) -> AsyncIterator[str]:
    async with client.stream("POST", f"{QUERY}/stream", json={"question": question}) as answer:
        async for piece in answer.aiter_text():
            yield piece


async def test_a_client_that_reads_a_byte_a_second_holds_nobody_up(scripted_api: Api, client: ApiClient) -> None:
    body = json.dumps({"question": "duties"}).encode()
    host, _, port = scripted_api.address.removeprefix("http://").partition(":")
    head = f"POST {QUERY}/stream HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        slow.connect((host, int(port)))
        slow.setblocking(False)
        await asyncio.get_running_loop().sock_sendall(slow, head.encode() + body)
        assert await asyncio.get_running_loop().sock_recv(slow, 1)
        async with asyncio.timeout(3):
            while scripted_api.page.being_answered:
                await asyncio.sleep(0.01)
            assert (await client.query(QUESTION)).status_code == 200, "its turn is over, whatever it reads"

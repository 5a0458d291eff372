"""The doors of the running page: what is too large, unreadable, too many or under a strange name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import jwt
import pytest
import socketio.exceptions

from civicsetu.web.secret import derived_key
from tests.web.client import Visitor
from tests.web.conftest import Rows, Served
from tests.web.fakes import FIRST
from tests.web.test_page_server import QUESTION, everything, feedback


async def test_a_comment_that_is_too_long_is_told_and_nothing_is_stored(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    refused = await feedback(visitor, answer["id"], 0, "x" * 2001)
    assert refused.status_code == 422
    assert refused.json() == {"detail": "The comment is too long: at most 2,000 characters, please."}
    kept = await rows.all('select 1 from feedbacks where "forId" = cast(:id as uuid)', id=answer["id"])
    assert kept == []
    assert (await feedback(visitor, answer["id"], 0, "x" * 2000)).status_code == 200


async def test_a_body_of_more_than_a_megabyte_is_refused_on_every_route(visitor: Visitor) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(50):
            yield b" " * 100_000

    for method, path in (("PUT", "/feedback"), ("POST", "/project/threads"), ("POST", "/set-session-cookie")):
        answer = await visitor.http.request(method, path, content=pieces())
        assert answer.status_code == 413, path
        assert answer.json() == {"detail": "What was sent is larger than this page takes."}


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"7", b'{"session_id": 7}', b'{"session_id": "a;b=c"}']
)
async def test_a_body_that_is_none_of_the_pages_is_one_sentence_on_every_route(
    visitor: Visitor, body: bytes
) -> None:
    await visitor.open_page()
    for method, path in (
        ("POST", "/set-session-cookie"), ("POST", "/project/threads"), ("PUT", "/project/thread"),
        ("DELETE", "/project/thread"), ("PUT", "/feedback"), ("DELETE", "/feedback"), ("POST", "/project/action"),
    ):  # fmt: skip
        answer = await visitor.http.request(
            method, path, content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 422, path
        assert isinstance(answer.json()["detail"], str), path


async def test_an_odd_file_name_is_nothing_that_is_there(visitor: Visitor) -> None:
    for path in (
        "/public/x%00.png",
        "/public/%ff.png",
        "/public/" + "x" * 300,
        "/assets/%0a",
        "/avatars/%00",
    ):
        answer = await visitor.http.get(path)
        assert answer.status_code == 404 and isinstance(answer.json()["detail"], str), path


async def test_the_page_is_told_to_use_the_websocket_and_polling_is_closed(visitor: Visitor) -> None:
    assert 'window.transports = ["websocket"]' in (await visitor.open_page()).text
    polling = {"EIO": "4", "transport": "polling"}
    assert (await visitor.http.get("/ws/socket.io/", params=polling)).status_code == 404
    assert (await visitor.http.post("/ws/socket.io/", params=polling, content=b"40")).status_code == 404


async def test_a_name_that_is_not_ours_opens_neither_page_nor_websocket(visitor: Visitor) -> None:
    foreign = {"Host": "evil.example"}
    for path in ("/", "/user", "/public/civicsetu.js"):
        answer = await visitor.http.get(path, headers=foreign)
        assert answer.status_code == 421 and "set-cookie" not in answer.headers
    assert (await visitor.http.get("/health", headers=foreign)).status_code == 200
    port = visitor.address.rpartition(":")[2]
    assert (await visitor.http.get("/", headers={"Host": f"localhost:{port}"})).status_code == 200


async def test_a_browser_holds_so_many_websockets_and_others_are_not_kept_out(
    visitor: Visitor, stranger: Visitor
) -> None:
    opened: list[Visitor] = []
    try:
        for _ in range(20):
            one = Visitor(visitor.address)
            one.http.cookies = visitor.http.cookies
            opened.append(one)
            await one.connect()
        with pytest.raises(socketio.exceptions.ConnectionError):
            await visitor.connect()
        await stranger.connect()
        await opened.pop().leave()
        await asyncio.sleep(0.5)
        await visitor.connect()
    finally:
        for one in opened:
            await one.leave()


async def test_far_too_long_a_question_is_told_and_neither_stored_nor_answered(
    visitor: Visitor, rows: Rows
) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    before, since = await everything(rows, visitor.thread), len(visitor.events)
    await visitor.send("late " * 20_000)
    toast = await visitor.wait_for("toast", since)
    assert toast["message"].startswith("That is far too long for a question.")
    await visitor.wait_for("task_end", since)
    assert await everything(rows, visitor.thread) == before
    assert FIRST in (await visitor.ask(QUESTION))["output"]


async def test_no_token_leaves_the_server_and_none_that_is_brought_counts(
    served: Served, visitor: Visitor, stranger: Visitor
) -> None:
    for path in ("/", "/login", f"/thread/{uuid4()}"):
        answer = await visitor.http.get(path)
        assert all("token" not in line for line in answer.headers.get_list("set-cookie"))
    mine = (await visitor.http.get("/user")).json()["identifier"]
    secret = (served.log.parent / "data" / "secrets" / "page").read_text()
    token = jwt.encode(
        {"identifier": mine, "display_name": "You", "metadata": {}, "exp": 4_000_000_000},
        derived_key(secret, "session token").hex(),
    )
    name, _ = visitor.identity_cookie
    for headers in ({"Cookie": f"{name}_token={token}"}, {"Authorization": f"Bearer {token}"}):
        async with httpx.AsyncClient(base_url=served.address, headers=headers) as http:
            assert (await http.get("/user")).status_code == 401, "even one that is rightly signed"

"""Who opens a conversation that is not theirs gets a page of their own; who chooses a state, only on their own page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from civicsetu.errors import StoreError
from civicsetu.web.elsewhere import ELSEWHERE, OwnConversations
from tests.web.client import Visitor
from tests.web.test_browser import QUESTION as QUESTION_LATE

OWN, FOREIGN, BROKEN = (str(UUID(int=number)) for number in (1, 2, 3))


async def is_owned(thread: str) -> bool:
    if thread == BROKEN:
        raise StoreError("no database", user_message="x")
    return thread == OWN


async def answer(path: str, method: str = "GET") -> httpx.Response:
    async def page(_: Any) -> PlainTextResponse:
        return PlainTextResponse("the page")

    app = OwnConversations(Starlette(routes=[Route("/{path:path}", page, methods=["GET", "PUT"])]), is_owned)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page") as client:
        return await client.request(method, path)


@pytest.mark.parametrize("path", [f"/thread/{OWN}", f"/thread/{BROKEN}", "/", "/thread/x", f"/project/thread/{FOREIGN}"])
async def test_ones_own_conversation_and_every_other_address_open(path: str) -> None:
    assert (await answer(path)).text == "the page"


async def test_a_foreign_conversation_leads_to_a_page_of_ones_own() -> None:
    told = await answer(f"/thread/{FOREIGN}")
    assert told.status_code == 303 and told.headers["location"] == ELSEWHERE
    assert (await answer(f"/thread/{FOREIGN}", "PUT")).text == "the page"


async def test_a_state_is_chosen_on_ones_own_page_and_used(visitor: Visitor, stranger: Visitor) -> None:
    await visitor.connect()
    given = {"sessionId": visitor.session, "code": "KARNATAKA"}
    assert (await stranger.http.post("/project/state", json=given)).status_code == 404
    assert (await visitor.http.post("/project/state", json={**given, "code": "ATLANTIS"})).status_code == 404
    since = len(visitor.events)
    assert (await visitor.http.post("/project/state", json=given)).status_code == 200
    told = (await visitor.wait_for("window_message", since))["civicsetu"]
    assert told["jurisdiction"] == "Karnataka" and told["chosen"] == "KARNATAKA" and told["remember"]
    assert "The rules of Karnataka are not held yet." in (await visitor.ask(QUESTION_LATE))["output"]


async def test_a_new_conversation_is_about_the_state_that_the_browser_remembers(visitor: Visitor) -> None:
    visitor.http.cookies.set("civicsetu_state", "KARNATAKA")
    await visitor.connect()
    told = (await visitor.wait_for("window_message"))["civicsetu"]
    assert told["jurisdiction"] == "Karnataka" and not told["remember"]


async def test_a_provision_is_opened_from_another_and_one_not_held_is_told(visitor: Visitor) -> None:
    held = (await visitor.http.get("/project/provision/rera_act_2016/18(1)")).json()
    assert held["name"] == "[RERA Act s.18(1)]" and held["crumb"] == ["RERA Act", "Chapter III", "s.18", "(1)"]
    assert [one["kind"] for one in held["editions"]][:2] == ["plain", "official"] and not held["said"]
    assert (await visitor.http.get("/project/provision/rera_act_2016/99")).status_code == 404

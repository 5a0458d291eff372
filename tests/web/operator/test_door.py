"""Nothing of the operator's page is reached without the token, and no form without its guard."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import pytest
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from civicsetu.errors import SettingsError
from civicsetu.settings import load_settings
from civicsetu.web.open_routes import _read as read_shapes
from civicsetu.web.open_routes import is_open
from civicsetu.web.operator import routes, run_routes
from civicsetu.web.operator.access import Door, clean_name
from civicsetu.web.operator.guarded_route import OPEN_PATHS, OperatorRoute
from civicsetu.web.operator.opening import open_operator
from tests.web.conftest import Rows
from tests.web.operator.conftest import TOKEN, Desk, guard_in

SECRET = "ab" * 32
ROUTES = [*routes.router.routes, *run_routes.router.routes]


def every_route() -> list[tuple[str, str]]:
    """Method and path of each route of the room, with something in place of each parameter."""
    found = []
    for route in ROUTES:
        assert isinstance(route, Route)
        path = re.sub(r"\{\w+\}", str(uuid4()), route.path)
        found.extend((method, path) for method in route.methods or ())
    return found


def test_every_route_is_behind_the_door_and_named_as_open() -> None:
    found = every_route()
    assert len(found) > 12, "the routes were read"
    assert all(isinstance(route, OperatorRoute) for route in ROUTES)
    shapes = read_shapes((*routes.ADDRESSES, *run_routes.ADDRESSES))
    for method, path in found:
        assert is_open(method, path, shapes), (method, path)
        assert not is_open(method, path), "closed where no token is set"


async def test_without_a_session_nothing_is_shown_and_nothing_is_done(desk: Desk, rows: Rows) -> None:
    answer = await desk.record()
    for method, path in every_route():
        path = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", answer.id, path)
        told = await desk.http.request(method, path)
        if path in OPEN_PATHS and method == "GET":
            assert told.status_code == 200 and answer.question not in told.text
        elif method == "GET":
            assert (told.status_code, told.headers["location"]) == (303, "/operator/login") and not told.text
        else:
            assert told.status_code in (400, 403), (method, path)
            assert answer.question not in told.text
    assert not await rows.all("select 1 from judgments where turn_id = cast(:id as uuid)", id=answer.id)


def test_without_a_token_there_is_no_page(tmp_path: Path) -> None:
    app = FastAPI(openapi_url=None)
    before = len(app.routes)
    assert open_operator(app, load_settings(data_dir=tmp_path)) == ()
    assert len(app.routes) == before and not (tmp_path / "secrets").exists()


@pytest.mark.parametrize("token", ["short", "with a space in the middle of it", "x" * 401])
def test_a_weak_token_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings(operator={"token": token})
    assert token not in refused.value.user_message


async def test_the_token_opens_a_session_and_is_kept_nowhere(desk: Desk) -> None:
    opened = await desk.sign_in()
    assert (opened.status_code, opened.headers["location"]) == (303, "/operator")
    [line] = opened.headers.get_list("set-cookie")
    assert "HttpOnly" in line and "SameSite=strict" in line and "Path=/operator" in line
    shown = await desk.http.get("/operator")
    assert shown.status_code == 200 and "Asha" in shown.text
    assert TOKEN not in str(opened.headers) + str(dict(desk.http.cookies)) + shown.text
    left = await desk.send("/operator/leave", "/operator")
    assert left.status_code == 303
    assert (await desk.http.get("/operator")).status_code == 303


async def test_a_wrong_token_is_told_in_one_sentence(desk: Desk) -> None:
    refused = await desk.sign_in(token="an-other-token-of-twenty")
    assert refused.status_code == 403 and "That is not the token; nothing was opened." in refused.text
    assert "an-other-token" not in refused.text and not refused.headers.get_list("set-cookie")
    nameless = await desk.sign_in(name="<b>")
    assert nameless.status_code == 400 and not nameless.headers.get_list("set-cookie")


async def test_a_form_needs_its_guard_and_our_origin(desk: Desk, rows: Rows) -> None:
    answer = await desk.record()
    await desk.sign_in()
    page = f"/operator/turns/{answer.id}"
    guard = guard_in(await desk.http.get(page))
    other = desk.browser()
    await desk.sign_in("Bina", http=other)
    foreign = guard_in(await other.get(page))
    tries: list[tuple[dict[str, str], dict[str, str]]] = [
        ({}, {}),
        ({"guard": "0" * 64}, {}),
        ({"guard": foreign}, {}),
        ({"guard": guard}, {"origin": "https://evil.example"}),
        ({"guard": guard}, {"sec-fetch-site": "cross-site"}),
        ({"guard": guard}, {"sec-fetch-site": "same-site"}),
    ]
    for fields, headers in tries:
        told = await desk.http.post(f"{page}/review", data={**fields, "severity": "none"}, headers=headers)
        assert told.status_code == 403 and "Nothing was changed" in told.text, (fields, headers)
    for content in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
        told = await desk.http.post(f"{page}/review", content=f"guard={guard}", headers={"content-type": content})
        assert told.status_code == 400
    unguarded = await desk.browser().post("/operator/login", data={"person": "A", "token": TOKEN})
    assert unguarded.status_code == 403 and not unguarded.headers.get_list("set-cookie")
    assert not await rows.all("select 1 from judgments where turn_id = cast(:id as uuid)", id=answer.id)
    await other.aclose()


def test_a_session_ends_by_time_by_another_token_and_by_another_secret() -> None:
    now = [1_800_000_000.0]
    door = Door(TOKEN, SECRET, 1.0, clock=lambda: now[0])
    line = f"{door.cookie}={door.begin('Asha')}"
    session = door.read(line)
    assert session is not None and session.person == "Asha" and door.is_guarded(session, door.guard(session))
    for other in (Door(TOKEN + "x", SECRET, 1.0), Door(TOKEN, "cd" * 32, 1.0)):
        renamed = line.replace(door.cookie, other.cookie)
        assert other.read(renamed) is None and not other.is_guarded(session, door.guard(session))
    form = door.guard_sign_in()
    assert door.is_sign_in_guarded(form)
    now[0] += 3601
    assert door.read(line) is None and not door.is_sign_in_guarded(form)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_no_text_is_a_session_a_guard_or_a_token(text: str) -> None:
    door = Door(TOKEN, SECRET, 1.0)
    session = door.read(f"{door.cookie}={door.begin('Asha')}")
    assert session is not None
    assert door.read(f"{door.cookie}={text}") is None and door.read(text) is None
    assert not door.is_guarded(session, text) and not door.is_sign_in_guarded(text) and not door.accepts(text)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.characters(codec="ascii"))
def test_a_cookie_changed_anywhere_is_none(at: int, sign: str) -> None:
    door = Door(TOKEN, SECRET, 1.0)
    value = door.begin("Asha")
    at %= len(value)
    changed = value[:at] + sign + value[at + 1 :]
    assert changed == value or door.read(f"{door.cookie}={changed}") is None


def test_a_name_is_letters_and_short() -> None:
    assert clean_name("  Asha   Rao ") == "Asha Rao" and clean_name("आशा") == "आशा"
    assert [clean_name(one) for one in ("", " ", "<b>", "x" * 41, "a\x00b", "-a")] == [None] * 6

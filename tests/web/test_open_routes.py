"""What is not named as open is closed, whatever Chainlit has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from civicsetu.web.open_routes import OpenRoutes, is_open

THREAD = "0d1f8a52-6a4c-4f7e-9a52-1c8f4f4f0a11"
CLOSED = {
    ("DELETE", "/mcp"), ("POST", "/mcp"), ("POST", "/login"), ("POST", "/logout"), ("POST", "/auth/jwt"),
    ("GET", "/auth/oauth/{provider_id}"), ("GET", "/auth/oauth/{provider_id}/callback"),
    ("POST", "/auth/oauth/azure-ad-hybrid/callback"), ("GET", "/copilot/{filename:path}"),
    ("GET", "/project/share/{thread_id}"), ("PUT", "/project/thread/share"),
    ("GET", "/project/thread/{thread_id}/element/{element_id}"), ("PUT", "/project/element"),
    ("DELETE", "/project/element"), ("POST", "/project/file"), ("GET", "/project/file/{file_id}"),
    ("GET", "/openapi.json"), ("GET", "/docs"), ("GET", "/docs/oauth2-redirect"), ("GET", "/redoc"),
    ("HEAD", "/openapi.json"), ("HEAD", "/docs"), ("HEAD", "/docs/oauth2-redirect"), ("HEAD", "/redoc"),
    ("GET", "/{full_path:path}"),
}  # fmt: skip
OPEN = {
    ("GET", "/public/{filename:path}"), ("GET", "/assets/{filename:path}"), ("GET", "/auth/config"),
    ("POST", "/auth/header"), ("GET", "/user"), ("POST", "/set-session-cookie"), ("HEAD", "/"),
    ("GET", "/project/translations"), ("GET", "/project/settings"), ("PUT", "/feedback"),
    ("DELETE", "/feedback"), ("POST", "/project/threads"), ("GET", "/project/thread/{thread_id}"),
    ("PUT", "/project/thread"), ("DELETE", "/project/thread"), ("POST", "/project/action"),
    ("GET", "/favicon"), ("GET", "/logo"), ("GET", "/avatars/{avatar_id:str}"), ("GET", "/health"),
}  # fmt: skip


def routes_of(app: Any) -> set[tuple[str, str]]:
    """Every method and path of an app, those of its routers too."""
    found: set[tuple[str, str]] = set()
    for route in app.routes:
        found |= {(method, route.path) for method in getattr(route, "methods", None) or ()}
        if inner := getattr(route, "original_router", None):
            found |= routes_of(inner)
    return found


def asked(template: str) -> str:
    """The template with something in its place that would be taken."""
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: THREAD if "thread" in found[1] else "x.y", template)


def test_every_route_of_chainlit_is_known_and_those_this_page_does_not_use_are_closed(
    chainlit_server: Any,
) -> None:
    found = routes_of(chainlit_server.app)
    assert len(found) > 30, "the routes were read"
    assert found - OPEN - CLOSED == set(), "a route nobody has decided on; it is closed"
    assert {(method, path) for method, path in found if is_open(method, asked(path))} == found & OPEN


@pytest.mark.parametrize(
    "path", ["/", "/login", f"/thread/{THREAD}", "/public/civicsetu.js", "/assets/index-B2u6.js"]
)
def test_what_a_browser_opens_is_open(path: str) -> None:
    assert is_open("GET", path) and not is_open("POST", path) and not is_open("DELETE", path)


def test_the_api_says_itself_what_it_has() -> None:
    for method in ("GET", "POST", "DELETE", "PATCH", "QUERY", "X-OTHER"):
        for path in ("/api", "/api/v1/query", "/api/v1/provisions/rera_act_2016/18(1)", "/health", "/ready"):
            assert is_open(method, path)
    assert not is_open("GET", "/api/x\x00") and not is_open("GET", "/apix")


@pytest.mark.parametrize(
    "name", ["Provision", "[RERA Act s.18(1)]", "[Maharashtra Rules r.3(2)(b), Pune]", "[नियम 3]"]
)
def test_the_panel_is_open_by_every_name_of_a_provision(name: str) -> None:
    assert is_open("GET", f"/public/elements/{name}.jsx")


@pytest.mark.parametrize(
    "path",
    ["/public/x\x00.png", "/public/", "/public//etc/passwd", "/assets/" + "x" * 300, "/thread/", "/thread/a/b",
     "/thread/../x", "/documents", "/env", "/share/x", "/element/x", "/login/callback", "/project/thread/",
     "/HEALTH", "/health/", "//", "", "/mcp/", "/public/elements/é/b.jsx", "/public/é.png"],
)  # fmt: skip
def test_what_is_nearly_open_is_closed(path: str) -> None:
    assert not is_open("GET", path)


def page() -> TestClient:
    async def anything(request: Request) -> PlainTextResponse:
        return PlainTextResponse("in")

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.close()

    inner = Starlette(routes=[WebSocketRoute("/{path:path}", socket), Route("/{path:path}", anything)])
    return TestClient(OpenRoutes(inner))


def test_a_closed_route_is_told_in_one_sentence() -> None:
    assert page().get("/user").text == "in"
    closed = page().get("/mcp")
    assert closed.status_code == 404 and closed.json() == {"detail": "There is nothing at this address."}


def test_of_websockets_there_is_one() -> None:
    with page().websocket_connect("/ws/socket.io/?EIO=4&transport=websocket"):
        pass
    for path in ("/ws", "/ws/socket.io/more", "/"):
        with pytest.raises(WebSocketDisconnect), page().websocket_connect(path):
            pass

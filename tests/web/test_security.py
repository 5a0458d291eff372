"""The doors: which routes stay closed, which origins may connect, which cookies a page sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from civicsetu.web.identity import COOKIE, Identities
from civicsetu.web.pagefiles import opened_only_when_asked, source_folder, without_foreign_hosts
from civicsetu.web.security import (
    CLOSED,
    CONTENT_SECURITY_POLICY,
    BrowserIdentity,
    ClosedDoors,
    SecurityHeaders,
    is_closed,
    origin_check,
)
from civicsetu.web.state import acting_in_http

OURS = Identities(b"k" * 32, 30)

# Every route of Chainlit 2.12.0 that is meant to be open: what is in neither list fails the test below.
OPEN = {
    ("GET", "/public/{filename:path}"), ("GET", "/assets/{filename:path}"), ("GET", "/auth/config"),
    ("POST", "/logout"), ("POST", "/auth/header"), ("GET", "/user"), ("POST", "/set-session-cookie"),
    ("GET", "/project/translations"), ("GET", "/project/settings"), ("PUT", "/feedback"),
    ("DELETE", "/feedback"), ("POST", "/project/threads"), ("GET", "/project/thread/{thread_id}"),
    ("GET", "/project/thread/{thread_id}/element/{element_id}"), ("PUT", "/project/thread"),
    ("DELETE", "/project/thread"), ("GET", "/favicon"), ("GET", "/logo"), ("GET", "/avatars/{avatar_id:str}"),
    ("HEAD", "/"), ("GET", "/health"), ("GET", "/{full_path:path}"),
}  # fmt: skip


def test_every_route_of_chainlit_is_either_meant_to_be_open_or_closed(chainlit_server: Any) -> None:
    undecided = []
    for route in chainlit_server.app.routes:
        for method in getattr(route, "methods", None) or []:
            if (method, route.path) not in OPEN and not is_closed(method, route.path) and method != "OPTIONS":
                undecided.append((method, route.path))
    assert [one for one in undecided if one[0] != "HEAD"] == []


@pytest.mark.parametrize(
    "path", ["/mcp", "/mcp/", "/project/file/abc", "/docs/oauth2-redirect", "/auth/oauth/google"]
)
def test_what_lies_below_a_closed_path_is_closed(path: str) -> None:
    assert is_closed("GET", path)


@pytest.mark.parametrize(
    "path", ["/", "/thread/x", "/login", "/project/thread/x", "/project/settings", "/documents"]
)
def test_pages_are_open(path: str) -> None:
    assert not is_closed("GET", path)


def test_the_log_in_page_is_open_and_its_form_is_not() -> None:
    assert is_closed("POST", "/login") and not is_closed("GET", "/login")


def test_closed_paths_are_absolute_and_without_trailing_slash() -> None:
    assert all(path.startswith("/") and not path.endswith("/") for _, path in CLOSED)


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://localhost:54321", "localhost:54321", True),
        ("https://rera.example", "rera.example", True),
        ("https://RERA.example", "rera.example", True),
        ("https://allowed.example", "rera.example", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("https://evil.example", "rera.example", False),
        ("https://rera.example.evil.example", "rera.example", False),
        ("null", "rera.example", False),
        ("file://rera.example", "rera.example", False),
        ("http://", "", False),
    ],
)
def test_only_the_own_host_and_allowed_origins_may_connect(origin: str, host: str, allowed: bool) -> None:
    assert origin_check(["https://allowed.example/"])(origin, {"HTTP_HOST": host}) is allowed


def app(**changes: Any) -> TestClient:
    async def who(request: Request) -> JSONResponse:
        return JSONResponse({"acting": acting_in_http.get(), "cookie": request.headers.get("cookie", "")})

    paths = ("/", "/thread/x", "/auth/header", "/health", "/user", "/mcp")
    inner = Starlette(routes=[Route(path, who, methods=["GET", "POST"]) for path in paths])
    settings: dict[str, Any] = {
        "identities": OURS,
        "secure": False,
        "sign_in": lambda identity: f"token-{identity.id}",
        "signed_in": _token_owner,
        "token_cookie": "access_token",
    }
    wrapped = SecurityHeaders(ClosedDoors(BrowserIdentity(inner, **settings | changes)))
    return TestClient(wrapped)


def _token_owner(headers: Headers) -> str | None:
    cookies = [part.strip().partition("=") for part in (headers.get("cookie") or "").split(";")]
    owners = [value.removeprefix("token-") for name, _, value in cookies if name == "access_token"]
    return owners[0] if owners else None


def test_the_first_page_gives_an_identity_and_its_token_at_once() -> None:
    answer = app().get("/")
    identity = OURS.read(answer.cookies[COOKIE])
    assert identity and answer.cookies["access_token"] == f"token-{identity.id}"
    for line in answer.headers.get_list("set-cookie"):
        assert "HttpOnly" in line and "SameSite=Lax" in line and "Path=/" in line and "Secure" not in line


def test_cookies_are_secure_where_the_setting_says_so() -> None:
    lines = app(secure=True).get("/").headers.get_list("set-cookie")
    assert len(lines) == 2 and all("; Secure" in line for line in lines)


def test_a_known_browser_keeps_its_identity() -> None:
    client = app()
    client.get("/")
    again = client.get("/thread/x")
    assert again.headers.get_list("set-cookie") == []


@pytest.mark.parametrize("forged", [f"1.{'a' * 32}.1800000000.{'b' * 64}", "x", "1..", '"'])
def test_a_forged_identity_becomes_a_new_one_even_with_a_good_token_beside_it(forged: str) -> None:
    client = app()
    victim = OURS.mint()
    answer = client.get("/", headers={"cookie": f"{COOKIE}={forged}; access_token=token-{victim.id}"})
    identity = OURS.read(answer.cookies[COOKIE])
    assert identity and identity.id != victim.id
    assert answer.cookies["access_token"] == f"token-{identity.id}"
    assert OURS.read_header(answer.json()["cookie"]) == identity


def test_a_token_of_somebody_else_is_replaced() -> None:
    mine = OURS.mint()
    header = f"{COOKIE}={OURS.cookie_value(mine)}; access_token=token-somebody"
    assert app().get("/", headers={"cookie": header}).cookies["access_token"] == f"token-{mine.id}"


def test_signing_in_without_a_cookie_makes_one() -> None:
    answer = app().post("/auth/header")
    assert OURS.read_header(answer.json()["cookie"]) == OURS.read(answer.cookies[COOKIE])


def test_requests_that_are_no_pages_set_no_cookies() -> None:
    for path in ("/health", "/user"):
        assert app().get(path).headers.get_list("set-cookie") == []


def test_each_request_acts_for_its_own_token_only() -> None:
    client = app()
    assert client.get("/user", headers={"cookie": "access_token=token-a"}).json()["acting"] == "a"
    assert client.get("/user").json()["acting"] is None


def test_closed_routes_answer_404_with_the_headers_of_all_others() -> None:
    answer = app().post("/mcp")
    assert answer.status_code == 404
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_chainlits_html_loses_every_foreign_address(chainlit_server: Any) -> None:
    html = (Path(chainlit_server.build_dir) / "index.html").read_text()
    assert "https://" in html
    kept = without_foreign_hosts(html)
    assert "https://" not in kept and "http://" not in kept
    assert 'src="/assets/index-' in kept and 'id="root"' in kept


def test_chainlits_script_is_the_one_whose_panel_we_keep_closed(chainlit_server: Any) -> None:
    from civicsetu.web.pagefiles import main_script

    script = main_script(Path(chainlit_server.build_dir))
    assert script is not None
    text = script.read_text()
    mended, found = opened_only_when_asked(text)
    assert found and 0 < len(text) - len(mended) < 100


def test_an_unknown_script_is_left_alone() -> None:
    assert opened_only_when_asked("let a=1") == ("let a=1", False)


def test_the_pages_files_are_found_from_anywhere() -> None:
    assert (source_folder() / "public" / "elements" / "Provision.jsx").is_file()

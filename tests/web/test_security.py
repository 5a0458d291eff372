"""Which headers and cookies a response bears, and whose request each one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from civicsetu.web.identity import SHARED_NAME, Identities, Identity
from civicsetu.web.pagefiles.page_files import drop_foreign_hosts, join_parts, repair_script, source_folder
from civicsetu.web.security import BrowserIdentity, SecurityHeaders
from civicsetu.web.state import acting_in_http

OURS = Identities(b"k" * 32, 30)
TOKEN = "page_token"


def client(identities: Identities = OURS, **changes: Any) -> TestClient:
    async def who(request: Request) -> JSONResponse:
        told = {"acting": acting_in_http.get(), "cookie": request.headers.get("cookie", "")}
        return JSONResponse({**told, "authorization": request.headers.get("authorization", "")})

    paths = ("/", "/thread/x", "/auth/header", "/health", "/user", "/assets/x.js")
    inner = Starlette(routes=[Route(path, who, methods=["GET", "POST"]) for path in paths])
    settings: dict[str, Any] = {
        "identities": identities,
        "secure": False,
        "sign_in": lambda identity: f"for-{identity.id}",
        "token_cookie": TOKEN,
    }
    return TestClient(SecurityHeaders(BrowserIdentity(inner, **settings | changes)))


def cookie(identity: Identity, identities: Identities = OURS, name: str | None = None) -> dict[str, str]:
    return {"cookie": f"{name or identities.cookie}={identities.cookie_value(identity)}"}


def test_the_first_page_gives_an_identity_and_acts_for_it_at_once() -> None:
    answer = client().get("/")
    identity = OURS.read(answer.cookies[OURS.cookie])
    assert identity and answer.json()["acting"] == identity.id
    assert f"{TOKEN}=for-{identity.id}" in answer.json()["cookie"]
    [line] = answer.headers.get_list("set-cookie")
    assert "HttpOnly" in line and "SameSite=Lax" in line and "Path=/" in line and "Secure" not in line


def test_the_cookie_is_secure_where_the_setting_says_so() -> None:
    [line] = client(secure=True).get("/").headers.get_list("set-cookie")
    assert "; Secure" in line


def test_a_known_browser_keeps_its_identity() -> None:
    visitor = client()
    visitor.get("/")
    assert visitor.get("/thread/x").headers.get_list("set-cookie") == []


@pytest.mark.parametrize("forged", [f"1.{'a' * 32}.1800000000.{'b' * 64}", "x", "1..", '"'])
def test_a_forged_identity_becomes_a_new_one_even_with_a_token_beside_it(forged: str) -> None:
    victim = OURS.mint()
    answer = client().get("/", headers={"cookie": f"{OURS.cookie}={forged}; {TOKEN}=for-{victim.id}"})
    identity = OURS.read(answer.cookies[OURS.cookie])
    assert identity and identity.id != victim.id
    assert answer.json()["acting"] == identity.id and victim.id not in answer.json()["cookie"]
    assert OURS.read_header(answer.json()["cookie"]) == identity


@pytest.mark.parametrize("path", ["/", "/user"])
def test_a_token_that_a_request_brings_is_worth_nothing(path: str) -> None:
    """Nor do pieces of one, which Chainlit would put together, nor one in a header."""
    mine, other = OURS.mint(), OURS.mint()
    brought = f"{TOKEN}=for-{other.id}; {TOKEN}_0=for-{other.id}; a=b; {cookie(mine)['cookie']}"
    headers = {"cookie": brought, "authorization": f"Bearer for-{other.id}"}
    told = client().get(path, headers=headers).json()
    assert told["acting"] == mine.id and other.id not in str(told)
    assert f"{TOKEN}=for-{mine.id}" in told["cookie"] and "a=b" in told["cookie"]
    alone = client().get("/user", headers={**headers, "cookie": f"{TOKEN}=for-{other.id}; c=d"}).json()
    assert alone == {"acting": None, "cookie": "c=d", "authorization": ""}


def test_an_earlier_releases_cookie_is_taken_over_with_the_next_page() -> None:
    one = OURS.mint()
    answer = client().get("/", headers=cookie(one, name=SHARED_NAME))
    assert answer.json()["acting"] == one.id
    taken = OURS.read(answer.cookies[OURS.cookie])
    assert taken is not None and taken.id == one.id
    assert client().get("/user", headers=cookie(one, name=SHARED_NAME)).json()["acting"] == one.id


def test_two_installations_on_one_host_do_not_cost_a_browser_its_identity() -> None:
    first, second = client(OURS), client(Identities(b"x" * 32, 30))
    one = first.get("/").json()["acting"]
    jar = first.cookies
    second.cookies = jar
    other = second.get("/").json()["acting"]
    first.cookies.update(second.cookies)
    assert other != one
    assert first.get("/").json()["acting"] == one and second.get("/").json()["acting"] == other


@pytest.mark.parametrize("days", [-3, -2 / 24, 2 / 24, 1, 3])
def test_a_clock_that_jumps_and_is_put_right_costs_nobody_anything(days: float) -> None:
    now = [1_800_000_000.0]
    visitor = client(Identities(b"k" * 32, 30, clock=lambda: now[0]))
    one = visitor.get("/").json()["acting"]
    for jump in (days, -days, days, -days):
        now[0] += jump * 86_400
        assert visitor.get("/user").json()["acting"] == one, "before any page is opened"
        assert visitor.get("/").json()["acting"] == one
    [issued] = [
        value.split(".")[2] for name, value in visitor.cookies.items() if name.startswith(SHARED_NAME)
    ]
    assert abs(int(issued) - now[0]) <= 86_400, "signed again for today"


def test_signing_in_without_a_cookie_makes_one() -> None:
    answer = client().post("/auth/header")
    assert OURS.read_header(answer.json()["cookie"]) == OURS.read(answer.cookies[OURS.cookie])


def test_requests_that_are_no_pages_set_no_cookies() -> None:
    for path in ("/health", "/user"):
        assert client().get(path).headers.get_list("set-cookie") == []


def test_each_request_acts_for_its_own_identity_only() -> None:
    visitor, one = client(), OURS.mint()
    assert visitor.get("/user", headers=cookie(one)).json()["acting"] == one.id
    assert visitor.get("/user").json()["acting"] is None


def test_every_answer_bears_the_headers() -> None:
    answer = client().get("/nowhere")
    assert answer.status_code == 404
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("host", "sockets"),
    [
        ("rera.example", " ws://rera.example wss://rera.example"),
        ("127.0.0.1:8000", " ws://127.0.0.1:8000 wss://127.0.0.1:8000"),
        ("[::1]:8000", " ws://[::1]:8000 wss://[::1]:8000"),
        ("a;script-src *", ""),
        ("a b", ""),
        ("*", ""),
    ],
)
def test_the_page_may_call_its_own_host_and_no_other(host: str, sockets: str) -> None:
    policy = client().get("/", headers={"host": host}).headers["content-security-policy"]
    [told] = [part for part in policy.split("; ") if part.startswith("connect-src")]
    assert told == f"connect-src 'self'{sockets}"
    assert "*" not in policy and "ws: " not in policy


def test_what_is_somebodys_is_not_stored_and_what_is_everybodys_may_be() -> None:
    for path in ("/", "/thread/x", "/user", "/health", "/nowhere"):
        assert client().get(path).headers["cache-control"] == "no-store"
    assert "cache-control" not in client().get("/assets/x.js").headers


def test_chainlits_html_loses_every_foreign_address(chainlit_server: Any) -> None:
    html = (Path(chainlit_server.build_dir) / "index.html").read_text()
    assert "https://" in html
    kept = drop_foreign_hosts(html)
    assert "https://" not in kept and "http://" not in kept
    assert 'src="/assets/index-' in kept and 'id="root"' in kept


def test_chainlits_script_is_the_one_that_is_repaired(chainlit_server: Any) -> None:
    from civicsetu.web.pagefiles.page_files import find_main_script

    script = find_main_script(Path(chainlit_server.build_dir))
    assert script is not None
    text = script.read_text()
    repaired, unknown = repair_script(text)
    assert unknown == () and 0 < abs(len(text) - len(repaired)) < 100
    assert '"civicsetu-answer")?"":' in repaired, "an answer is shown once: in its parts"


def test_an_unknown_script_is_left_alone() -> None:
    assert repair_script("let a=1") == ("let a=1", ("panel opens by itself", "text beside its parts"))


def test_the_pages_files_are_found_from_anywhere() -> None:
    assert (source_folder() / "public" / "elements" / "Provision.jsx").is_file()
    joined = join_parts(source_folder() / "public" / "answer")
    assert joined.startswith("//"), "the page takes a file that begins with a function for that function"
    assert joined.rstrip().endswith(");") and joined.count("export default") == 1

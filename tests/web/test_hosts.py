"""Under which names the page answers, and which origins may open its websocket."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from civicsetu.settings import Settings, load_settings
from civicsetu.web.hosts import KnownHosts, known_names, origin_check


def settings(host: str = "127.0.0.1", **web: Any) -> Settings:
    return load_settings(_env_file=None, host=host, web=web)


def page(given: Settings) -> TestClient:
    async def anything(request: Request) -> PlainTextResponse:
        return PlainTextResponse("in")

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.close()

    routes = [Route("/", anything), Route("/health", anything), WebSocketRoute("/ws", socket)]
    return TestClient(KnownHosts(Starlette(routes=routes), known_names(given)))


def answers(given: Settings, host: str, path: str = "/") -> bool:
    answer = page(given).get(path, headers={"host": host})
    assert answer.status_code in (200, 421)
    return answer.status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "[::1]",
        "192.0.2.7",
        "localhost.",
        "127.1.2.3",
    ],
)
def test_the_machines_own_names_and_every_address_are_known(host: str) -> None:
    assert answers(settings(), host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "a b",
        "[x]",
        "*",
    ],
)
def test_a_name_of_somebody_elses_is_told_so(host: str) -> None:
    answer = page(settings()).get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "CIVICSETU_WEB__ALLOWED_HOSTS" in answer.json()["detail"] and host not in answer.text


def test_names_are_allowed_by_setting_and_those_of_allowed_origins_are_too() -> None:
    given = settings(allowed_hosts=["Rera.example"], allowed_origins=["https://page.example:8443"])
    assert answers(given, "rera.example") and answers(given, "rera.example:9000")
    assert answers(given, "page.example") and not answers(given, "other.example")
    assert answers(settings(allowed_hosts=["*"]), "anything.example")


def test_a_page_bound_to_a_name_answers_under_it() -> None:
    assert answers(settings(host="office.lan"), "office.lan:8000")


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_page_bound_everywhere_answers_under_every_name_until_names_are_set(host: str) -> None:
    assert answers(settings(host=host), "machine.lan")
    assert not answers(settings(host=host, allowed_hosts=["rera.example"]), "machine.lan")


def test_health_is_told_under_every_name() -> None:
    assert answers(settings(), "probe.internal", "/health")


def test_the_websocket_opens_under_known_names_only() -> None:
    with page(settings()).websocket_connect("/ws", headers={"host": "localhost"}):
        pass
    with (
        pytest.raises(WebSocketDisconnect),
        page(settings()).websocket_connect("/ws", headers={"host": "evil.example"}),
    ):
        pass


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

"""One line a request, under an id that the response and the lines of its work bear, and no word of what was asked."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from civicsetu.settings import load_settings
from civicsetu.telemetry import configure_logging, get_logger, request_context
from civicsetu.web.problems import get_request_id
from civicsetu.web.request_log import RequestLog

PRIVATE = "4711-private"


async def work(request: Request) -> PlainTextResponse:
    with request_context(turn_id="t"):
        get_logger("test").info("worked")
    if "fail" in request.url.path:
        raise RuntimeError(PRIVATE)
    return PlainTextResponse(get_request_id(request.scope))


PAGE = TestClient(RequestLog(Starlette(routes=[Route("/{path:path}", work, methods=["GET", "POST"])])), raise_server_exceptions=False)


@contextmanager
def written() -> Iterator[list[dict[str, Any]]]:
    """The lines written inside, in the form the server writes; they are there when the block has ended."""
    stream, root, told = io.StringIO(), logging.getLogger(), list[dict[str, Any]]()
    before = root.handlers, root.level
    with redirect_stderr(stream):
        configure_logging(load_settings(_env_file=None))
        try:
            yield told
        finally:
            root.handlers, level = before
            root.setLevel(level)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    told.extend(line for line in lines if line["event"] in ("request", "worked"))


def test_a_line_says_method_path_status_and_time() -> None:
    with written() as lines:
        answer = PAGE.post(f"/api/v1/query?q={PRIVATE}", json={"question": PRIVATE}, headers={"x-told": PRIVATE})
    worked, request = lines
    assert {name: request[name] for name in ("method", "path", "status")} == {
        "method": "POST", "path": "/api/v1/query", "status": 200,
    }  # fmt: skip
    assert isinstance(request["ms"], float) and request["ms"] >= 0
    assert request["request_id"] == worked["request_id"] == answer.headers["x-request-id"] == answer.text
    assert len(answer.text) == 16 and PRIVATE not in str(lines)


def test_each_request_has_its_own_id() -> None:
    with written() as lines:
        assert len({PAGE.get("/user").text for _ in range(5)}) == 5
    assert len({line["request_id"] for line in lines}) == 5 and len(lines) == 10


def test_one_that_fails_is_logged_and_what_all_browsers_fetch_is_not() -> None:
    with written() as lines:
        PAGE.get("/fail")
        for path in ("/assets/x.js", "/public/x.css", "/favicon", "/api/docs/swagger-ui.css"):
            PAGE.get(path)
    assert [(line["path"], line["status"]) for line in lines if line["event"] == "request"] == [("/fail", 500)]


def test_a_path_is_cut_and_masked() -> None:
    with written() as lines:
        PAGE.get("/call/9876543210/" + "x" * 5000)
    assert "9876543210" not in str(lines) and len(str(lines[-1]["path"])) <= 200

"""Every fault of a route, ours or Chainlit's, is one plain sentence that repeats nothing."""

from __future__ import annotations

import json
import logging

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, Field
from starlette.testclient import TestClient

from civicsetu.errors import (
    CivicSetuError,
    DataFolderUnusable,
    InputError,
    ModelTimeout,
    NotFound,
    PostgresUnavailable,
)
from civicsetu.settings import load_settings
from civicsetu.telemetry import configure_logging
from civicsetu.web.refusals import UnexpectedErrors, register

PRIVATE = "4711-private"


class Comment(BaseModel):
    comment: str = Field(max_length=2000)
    number: int = 0


def fail(kind: str) -> None:
    errors: dict[str, Exception] = {
        "input": InputError(PRIVATE),
        "none": NotFound(PRIVATE),
        "store": PostgresUnavailable(PRIVATE),
        "disk": DataFolderUnusable(PRIVATE),
        "slow": ModelTimeout(PRIVATE),
        "bug": RuntimeError(PRIVATE),
    }
    raise errors[kind]


def routes() -> FastAPI:
    app = FastAPI()
    app.get("/fail/{kind}")(fail)

    @app.put("/comment")
    async def put(comment: Comment) -> None: ...

    register(app)
    return app


@pytest.fixture(params=["own", "mounted"])
def page(request: pytest.FixtureRequest) -> TestClient:
    """The routes of the parent, and those of an app mounted on it, which has handlers of its own only."""
    app = routes()
    if request.param == "mounted":
        app = FastAPI()
        register(app)
        app.mount("/", routes())
    return TestClient(UnexpectedErrors(app))


@pytest.mark.parametrize(
    ("kind", "status", "told", "again"),
    [
        ("input", 400, InputError, False),
        ("none", 404, NotFound, False),
        ("store", 503, PostgresUnavailable, True),
        ("disk", 503, DataFolderUnusable, True),
        ("slow", 503, ModelTimeout, True),
        ("bug", 500, CivicSetuError, False),
    ],
)
def test_each_error_has_its_status_and_its_sentence(
    page: TestClient, kind: str, status: int, told: type[CivicSetuError], again: bool
) -> None:
    answer = page.get(f"/fail/{kind}")
    assert answer.status_code == status
    assert answer.json() == {"detail": told.default_user_message}
    assert ("retry-after" in answer.headers) is again


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"comment": 7}',
        b'{"comment": "\\ud800 4711-private"}',
        b"[" * 5000,
        b"\xff",
    ],
)
def test_what_cannot_be_read_is_one_sentence_without_what_was_sent(page: TestClient, body: bytes) -> None:
    answer = page.put("/comment", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert isinstance(answer.json()["detail"], str) and PRIVATE not in answer.text


def test_a_field_that_is_too_long_is_named_with_its_limit(page: TestClient) -> None:
    answer = page.put("/comment", json={"number": PRIVATE, "comment": PRIVATE * 1000})
    assert answer.status_code == 422
    assert answer.json() == {"detail": "The comment is too long: at most 2,000 characters, please."}


def test_an_error_nobody_foresaw_is_logged_without_its_text(
    page: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before = root.handlers, root.level
    configure_logging(load_settings(_env_file=None))
    try:
        page.get("/fail/bug")
    finally:
        root.handlers, level = before
        root.setLevel(level)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if "request_failed" in line]
    assert [(line["error"], line["where"][0].partition(":")[0]) for line in lines] == [
        ("RuntimeError", "fail")
    ]
    assert PRIVATE not in str(lines)

"""No route is handed more than the setting allows, however it is sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from civicsetu.web.bodies import BodyLimit

LARGEST = 10_000


async def length(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


PAGE = TestClient(BodyLimit(Starlette(routes=[Route("/", length, methods=["GET", "PUT"])]), LARGEST))


def in_pieces(size: int, piece: int) -> Iterator[bytes]:
    for at in range(0, size, piece):
        yield b"x" * min(piece, size - at)


@pytest.mark.parametrize("size", [0, 1, LARGEST])
def test_what_is_not_too_large_arrives_whole(size: int) -> None:
    assert PAGE.put("/", content=b"x" * size).text == str(size)
    assert PAGE.put("/", content=in_pieces(size, 999)).text == str(size)


@pytest.mark.parametrize("size", [LARGEST + 1, 50 * LARGEST])
def test_too_much_is_refused_in_one_sentence(size: int) -> None:
    for content in (b"x" * size, in_pieces(size, 999)):
        answer = PAGE.put("/", content=content)
        assert answer.status_code == 413
        assert answer.json() == {"detail": "The request is larger than this page accepts."}


def test_what_a_request_says_of_its_length_is_not_relied_on() -> None:
    assert (
        PAGE.put("/", content=in_pieces(2 * LARGEST, 500), headers={"content-length": "5"}).status_code == 413
    )
    assert PAGE.put("/", content=b"x", headers={"content-length": str(10**9)}).status_code == 413
    assert PAGE.put("/", content=b"x", headers={"content-length": "-1"}).text == "1"


def test_a_request_without_a_body_passes() -> None:
    assert PAGE.get("/").text == "0"


@given(sizes=st.lists(st.integers(0, LARGEST // 2), max_size=6))
def test_pieces_are_counted_together(sizes: list[int]) -> None:
    answer = PAGE.put("/", content=iter([b"x" * size for size in sizes]))
    whole = sum(sizes)
    assert answer.status_code == (413 if whole > LARGEST else 200)
    assert whole > LARGEST or answer.text == str(whole)

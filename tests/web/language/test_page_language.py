"""Which language a page is in: chosen by hand, else the browser's first that ships, else English."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from civicsetu.web.language.choosing import (
    COOKIE,
    SHOWN,
    choose_language,
    find_frame_language,
    language_of_handshake,
)
from civicsetu.web.language.page_language import PageLanguage
from civicsetu.web.language.speaking import get_language, speaking


@pytest.mark.parametrize(
    ("cookies", "accepted", "chosen"),
    [
        ("", "", "en"), ("", "hi-IN,hi;q=0.9,en;q=0.8", "hi"), ("", "fr-FR, kn;q=0.5, ta;q=0.7", "ta"), ("", "bn-IN", "en"),
        (f"{COOKIE}=mr", "hi", "mr"), (f"{COOKIE}=xx", "hi", "hi"), (f"{COOKIE}=../etc", "", "en"), ("", "hi;q=0", "en"),
        ("", ";;,q=,hi;q=x", "en"), ("\x00=;;", "ta", "ta"),
    ],
)  # fmt: skip
def test_it_is_chosen(cookies: str, accepted: str, chosen: str) -> None:
    assert choose_language(cookies, accepted) == chosen
    assert language_of_handshake({"HTTP_COOKIE": cookies, "HTTP_ACCEPT_LANGUAGE": accepted}) == chosen


def test_a_handshake_without_headers_is_english() -> None:
    assert (language_of_handshake(None), language_of_handshake({"HTTP_COOKIE": 3})) == ("en", "en")


@pytest.mark.parametrize(
    ("question", "framed"),
    [
        ("बिल्डर ने घर नहीं दिया", "hi"), ("बिल्डरने घर दिले नाही", "mr"), ("வீடு எங்கே?", "ta"), ("ಮನೆ ಎಲ್ಲಿ?", "kn"),
        ("ઘર ક્યાં?", "ta"), ("ghar kab milega, kya karu?", "ta"), ("Where is my home?", "ta"),
    ],
)  # fmt: skip
def test_an_answer_is_framed_in_the_questions_language_else_in_the_pages(question: str, framed: str) -> None:
    with speaking("ta"):
        assert find_frame_language(question) == framed


@pytest.mark.parametrize(
    ("cookies", "accepted", "language"),
    [(f"{SHOWN}=hi", "", "hi"), (f"{SHOWN}=hi", "en-US", "hi"), (f"{COOKIE}=ta; {SHOWN}=hi", "", "ta"), (f"{SHOWN}=xx", "", "en")],
)
def test_a_socket_uses_the_language_of_its_page(cookies: str, accepted: str, language: str) -> None:
    assert language_of_handshake({"HTTP_COOKIE": cookies, "HTTP_ACCEPT_LANGUAGE": accepted}) == language


async def test_only_the_page_that_opens_a_socket_names_its_language(client: Any) -> None:
    for path in ("/", "/thread/a"):
        cookie = (await client.get(path, headers={"accept-language": "kn"})).headers["set-cookie"]
        assert cookie.startswith(f"{SHOWN}=kn;") and "Max-Age" not in cookie and "Secure" in cookie
    assert "set-cookie" not in (await client.get("/health")).headers
    refused = await client.post("/")
    assert refused.status_code == 405 and "set-cookie" not in refused.headers


async def told(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"{get_language()} {request.url.query}")


@pytest.fixture
def client() -> Any:
    paths = ("/", "/thread/{id}", "/project/translations", "/project/settings", "/health")
    app = PageLanguage(Starlette(routes=[Route(path, told) for path in paths]), secure=True)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://page.example")


async def test_a_request_is_in_its_language_and_chainlit_is_told_so(client: Any) -> None:
    headers = {"accept-language": "kn"}
    assert (await client.get("/health", headers=headers)).text == "kn "
    assert (await client.get("/project/translations?language=fr-FR", headers=headers)).text == "kn language=kn-IN"
    assert (await client.get("/project/settings?language=hi&chat_profile=a")).text == "en chat_profile=a&language=en-US"
    assert (await client.get("/health?language=ta", headers=headers)).text == "kn language=ta"


@pytest.mark.parametrize(
    ("address", "back"), [("/?language=ta", "/"), ("/thread/a?language=ta&b=c%26d", "/thread/a?b=c%26d"), ("/?b=1&language=hi&language=ta", "/?b=1")]
)
async def test_the_switch_is_remembered_and_leads_back(client: Any, address: str, back: str) -> None:
    answer = await client.get(address)
    assert answer.status_code == 303 and answer.headers["location"] == back
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=ta;") and "Secure" in cookie and "SameSite=lax" in cookie


async def test_a_language_that_does_not_ship_changes_nothing(client: Any) -> None:
    answer = await client.get("/?language=fr")
    assert answer.status_code == 200 and COOKIE not in answer.headers["set-cookie"]

"""The map's addresses: what is held, what is not, what cannot be read, and what the page may load."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from civicsetu.errors import PostgresUnavailable
from civicsetu.web.law_map.links import PATH
from civicsetu.web.pagefiles.page_files import source_folder
from tests.stores.sample import ACT
from tests.web.law_map.homes import ServedMap


@pytest.fixture
async def reader(law_map: ServedMap) -> Any:
    async with httpx.AsyncClient(base_url=law_map.address) as client:
        yield client


def said(page: httpx.Response) -> list[str]:
    """What the page says instead of what was asked for."""
    return re.findall(r'role="alert">([^<]*)<', page.text)


async def test_the_beginning_lists_the_laws_by_state_without_any_script(reader: httpx.AsyncClient) -> None:
    page = await reader.get(PATH)
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html") and said(page) == []
    places = [page.text.index(f"<h2>{name}</h2>") for name in ("All of India", "Delhi", "Karnataka")]
    assert places == sorted(places)
    assert f'href="{PATH}?document={ACT.key}"' in page.text and "3 sections" in page.text


@pytest.mark.parametrize("path", ["", "3", "3(1)(b) proviso"])
async def test_a_place_that_is_held_is_handed_to_the_script(reader: httpx.AsyncClient, path: str) -> None:
    page = await reader.get(PATH, params={"document": ACT.key, **({"path": path} if path else {})})
    assert page.status_code == 200 and f'data-document="{ACT.key}" data-path="{path}"' in page.text


@pytest.mark.parametrize(
    ("query", "status", "sentence", "opened"),
    [
        (f"document={ACT.key}&path=99", 404, "Section 99 of the The Homes Act, 2020 is not held.", ACT.key),
        ("document=no_such_act", 404, "We do not hold the law that this link names; choose one of those below.", ""),
        ("document=no_such_act&path=3", 404, "We do not hold the law that this link names; choose one of those below.", ""),
        (f"document={ACT.key}&path=3((", 400, "That is not the path of a provision; write it as the law prints it, such as 18(1)(a).", ACT.key),
        (f"document={ACT.key}&path=%3Cscript%3E", 400, "That is not the path of a provision; write it as the law prints it, such as 18(1)(a).", ACT.key),
        ("path=3", 400, "This link does not name a place in the law; choose a law below.", ""),
        ("document=", 400, "This link does not name a place in the law; choose a law below.", ""),
        ("wanted=3", 400, "This link does not name a place in the law; choose a law below.", ""),
    ],
)
async def test_what_is_not_held_or_no_place_is_one_sentence_beside_what_is(
    reader: httpx.AsyncClient, query: str, status: int, sentence: str, opened: str
) -> None:
    page = await reader.get(f"{PATH}?{query}")
    assert (page.status_code, said(page)) == (status, [sentence])
    assert f'data-document="{opened}" data-path=""' in page.text and "script>" not in said(page)[0]
    assert f'href="{PATH}?document={ACT.key}"' in page.text, "what is held stands beside it"


async def test_without_postgres_the_page_says_so(
    reader: httpx.AsyncClient, law_map: ServedMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> Any:
        raise PostgresUnavailable("away")

    monkeypatch.setattr(law_map.service.lookup, "list_documents", fails)
    page = await reader.get(PATH)
    assert page.status_code == 503 and said(page) == [PostgresUnavailable("away").user_message.replace("'", "&#39;")]
    assert page.headers["retry-after"] and "No law is held yet." not in page.text


async def test_the_page_loads_nothing_from_elsewhere_and_runs_its_own_script_alone(reader: httpx.AsyncClient) -> None:
    page = await reader.get(PATH)
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy and "script-src 'self'" in policy
    assert page.headers["cache-control"] == "no-store" and "set-cookie" not in page.headers
    assert not re.findall(r"<script(?![^>]*\bsrc=)|\son\w+=|style=", page.text)
    for address in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert address.startswith(("/", "#")), address
    script = await reader.get("/public/law_map.js")
    assert script.status_code == 200 and script.headers["content-type"].startswith("text/javascript")
    assert not re.findall(r"https?://(?!www\.w3\.org)", script.text)


async def test_the_script_is_every_file_of_its_folder(reader: httpx.AsyncClient) -> None:
    script = (await reader.get("/public/law_map.js")).text
    for file in sorted((source_folder() / "public" / "law_map").glob("*.js")):
        assert file.read_text("utf-8") in script


async def test_other_methods_are_closed(reader: httpx.AsyncClient) -> None:
    assert (await reader.post(PATH)).status_code == 404

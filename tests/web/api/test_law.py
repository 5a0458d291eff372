"""The law over the API: found, read, listed; and one documented error for each bad request."""

from __future__ import annotations

import threading
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from civicsetu.answering.lookup import law_lookup
from civicsetu.answering.lookup.documents import describe_jurisdictions
from tests.retrieval.lantern_act import ACT, KARNATAKA
from tests.web.api.conftest import as_problem
from tests.web.api.lanterns import LanternService


async def get(reader: httpx.AsyncClient, path: str, **asked: Any) -> Any:
    answer = await reader.get(f"/api/v1/{path}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_search_finds_provisions_with_their_words_and_their_document(reader: httpx.AsyncClient) -> None:
    found = {one["provision"]: one for one in (await get(reader, "search", query="close the lantern"))["results"]}
    one = found["3(1)"]
    assert one["content"]["text"].startswith("(1) The keeper must close") and one["found_by"]
    assert (one["document"], one["document_details"]["title"]) == (ACT, "Lantern Act, 1950")
    assert len((await get(reader, "search", query="lantern", top_k=1))["results"]) == 1
    bare = await get(reader, "search", query="lantern", include_content=False, include_document=False)
    assert all(one["content"] is None and one["document_details"] is None for one in bare["results"])


async def test_a_search_of_named_documents_finds_nothing_of_others(reader: httpx.AsyncClient) -> None:
    found = await get(reader, "search", query="fee for a lantern", document=KARNATAKA, jurisdiction="KARNATAKA")
    assert {one["document"] for one in found["results"]} == {KARNATAKA}
    both = await get(reader, "search", query="fee for a lantern", document=[KARNATAKA, ACT], top_k=40)
    assert {one["document"] for one in both["results"]} == {KARNATAKA, ACT}
    unknown = await reader.get("/api/v1/search", params={"query": "lantern", "document": "no_such_act"})
    as_problem(unknown, 404, "unknown_document")


async def test_a_search_leaves_out_what_scores_less_and_what_was_not_in_force(reader: httpx.AsyncClient) -> None:
    told = await get(reader, "search", query="lantern", min_score=1)
    assert told["results"] == [] and told["below_min_score"] > 0
    told = await get(reader, "search", query="lantern", as_on="1900-01-01")
    assert told["results"] == [] and told["not_in_force"] > 0


async def test_a_search_takes_the_turn_of_whoever_asks(reader: httpx.AsyncClient, lanterns: LanternService) -> None:
    token = (await reader.post("/api/v1/tokens")).json()["token"]
    await get(reader, "search", query="lantern")
    await reader.get("/api/v1/search", params={"query": "bell"}, headers={"authorization": f"Bearer {token}"})
    assert lanterns.persons[-2] == "network 127.0.0.1" and not lanterns.persons[-1].startswith("network")


async def test_a_provision_is_read_with_its_editions(reader: httpx.AsyncClient) -> None:
    told = await get(reader, f"provisions/{ACT}/3(1)")
    assert (told["name"], told["reading"]["edition"], told["in_force"]) == ("section 3(1)", "plain", True)
    assert told["parts"] == ["3(1)(a)", "3(1)(b)", "3(1) proviso"]
    spaced = await get(reader, f"provisions/{ACT}/{quote('3(1) proviso')}", edition="plain", as_on="1960-01-01")
    assert spaced["provision"] == "3(1) proviso" and spaced["as_on"] == "1960-01-01"


async def test_documents_and_jurisdictions_are_listed(reader: httpx.AsyncClient) -> None:
    documents = (await get(reader, "documents"))["documents"]
    assert {one["document"] for one in documents} >= {ACT, KARNATAKA}
    [rules] = (await get(reader, "documents", jurisdiction="KARNATAKA"))["documents"]
    assert rules["document"] == KARNATAKA
    every = (await get(reader, "jurisdictions"))["jurisdictions"]
    [state] = (await get(reader, "jurisdictions", jurisdiction="KARNATAKA"))["jurisdictions"]
    assert state in every and state["documents"] == [KARNATAKA]
    assert sum(state["counts"].values()) == len(state["coverage"]) > 10
    assert state["values"].keys() == {name for name, told in state["coverage"].items() if told == "fixed"}
    assert state["refers_to"].keys() == {name for name, told in state["coverage"].items() if told == "refers"}


async def test_what_holds_of_every_state_is_worked_out_once_and_apart_from_the_loop(
    reader: httpx.AsyncClient, lanterns: LanternService, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[bool] = []

    def describe(*args: Any, **more: Any) -> Any:
        threads.append(threading.current_thread() is threading.main_thread())
        return describe_jurisdictions(*args, **more)

    monkeypatch.setattr(law_lookup, "describe_jurisdictions", describe)
    lanterns.lookup._jurisdictions = law_lookup._Latest()
    told = [await get(reader, "jurisdictions") for _ in range(3)]
    assert threads == [False] and told[0] == told[2]


@pytest.mark.parametrize(
    ("path", "asked", "status", "code"),
    [
        (f"provisions/{ACT}/18(1)(a", {}, 400, "invalid_input"),
        (f"provisions/{ACT}/", {}, 400, "invalid_input"),
        (f"provisions/{ACT}/../../etc", {}, 400, "invalid_input"),
        (f"provisions/{ACT}/99", {}, 404, "not_found"),
        ("provisions/no_such_act/1", {}, 404, "unknown_document"),
        (f"provisions/{ACT}/3(1)", {"edition": "official"}, 404, "not_found"),
        (f"provisions/{ACT}/3(1)", {"edition": "french"}, 422, "invalid_request"),
        (f"provisions/{ACT}/3(1)", {"as_on": "0000-01-01"}, 422, "invalid_request"),
        (f"provisions/{ACT}/3(1)", {"as_on": "0"}, 422, "invalid_request"),
        (f"provisions/{ACT}/3(1)", {"version": "1"}, 422, "invalid_request"),
        ("search", {}, 422, "invalid_request"),
        ("search", {"query": ""}, 422, "invalid_request"),
        ("search", {"query": "x", "top_k": 0}, 422, "invalid_request"),
        ("search", {"query": "x", "topk": 3}, 422, "invalid_request"),
        ("search", {"query": "x", "min_score": "nan"}, 422, "invalid_request"),
        ("search", {"query": "x" * 2001}, 422, "invalid_request"),
        ("search", {"query": "x", "jurisdiction": "ATLANTIS"}, 400, "invalid_input"),
        ("documents", {"jurisdiction": "ATLANTIS"}, 400, "invalid_input"),
        ("jurisdictions", {"jurisdiction": "atlantis"}, 422, "invalid_request"),
        ("graph/topology", {"document": "no_such_act"}, 404, "unknown_document"),
        ("graph/topology", {"level": "provisions"}, 400, "invalid_input"),
        (f"graph/neighbours/{ACT}/3(1", {}, 400, "invalid_input"),
        (f"graph/neighbours/{ACT}/3(1)", {"kind": "loves"}, 422, "invalid_request"),
        (f"graph/neighbours/{ACT}/99", {}, 404, "not_found"),
        (f"graph/sections/{ACT}/3", {"edition": "official"}, 404, "not_found"),
        ("graph/sections/no_such_act/3", {}, 404, "unknown_document"),
        ("laws", {}, 404, "not_found"),
    ],
)
async def test_a_bad_request_gets_one_documented_error_that_repeats_nothing(
    reader: httpx.AsyncClient, path: str, asked: dict[str, Any], status: int, code: str
) -> None:
    answer = await reader.get(f"/api/v1/{path.replace('..', '%2E%2E')}", params=asked)
    told = as_problem(answer, status, code)
    for sent in ("ATLANTIS", "atlantis", "no_such_act", "loves", "french", "0000-01-01"):
        assert sent not in str(told["detail"]) + str(told["errors"])


async def test_a_parameter_at_fault_is_named(reader: httpx.AsyncClient) -> None:
    told = as_problem(
        await reader.get(f"/api/v1/provisions/{ACT}/3", params={"as_on": "1.1.2020"}), 422, "invalid_request"
    )
    assert told["errors"] == [{"field": "query.as_on", "message": "A day is written as 2017-05-01."}]
    assert told["detail"] == "The field query.as_on cannot be used. A day is written as 2017-05-01."


async def test_without_the_graph_a_section_is_read_all_the_same(reader: httpx.AsyncClient) -> None:
    told = await get(reader, f"graph/sections/{ACT}/3(1)(a)")
    assert told["source"] == "postgres" and "Postgres" in told["note"]

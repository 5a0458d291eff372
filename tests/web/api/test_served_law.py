"""The law that ships, served as an operator serves it: the graph agrees, the search is the command's, a law is ingested."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

import httpx
import pytest

from civicsetu.settings import Settings
from tests.holding import ACT, environment_of
from tests.web.conftest import LAW_OPERATOR_TOKEN as OPERATOR

pytestmark = pytest.mark.slow

SMALL = "karnataka_rera_rules_2017"
"""A law that no example of docs/api.md has ingested: its test may have run just before, at the same page."""
QUESTION = "refund when possession is late"


@pytest.fixture
def api(served_law: str) -> httpx.Client:
    return httpx.Client(base_url=f"{served_law}/api/v1", timeout=60)


def until(api: httpx.Client, path: str, within_s: float = 90, **told: Any) -> dict[str, Any]:
    """What a route says, once these fields are so."""
    end = time.monotonic() + within_s
    while True:
        now: dict[str, Any] = api.get(path, headers={"authorization": f"Bearer {OPERATOR}"}).json()
        if all(now.get(name) == value for name, value in told.items()):
            return now
        assert time.monotonic() < end, now
        time.sleep(0.3)


def test_the_graph_holds_what_postgres_says(api: httpx.Client) -> None:
    told = until(api, "/graph/stats", source="graph")
    assert told["agrees"] and told["counts"] == told["relational"] and told["counts"]["references"] > 100
    drawn = api.get("/graph/topology", params={"document": ACT}).json()
    assert drawn["source"] == "graph" and drawn["stats"]["nodes"] == len(drawn["nodes"]) > 90
    near = api.get(f"/graph/neighbours/{ACT}/18").json()
    assert {kind["kind"]: kind["count"] for kind in near["edges"]}["carried_out_by"] > 0


@pytest.mark.long
def test_a_search_finds_what_the_command_prints(api: httpx.Client, running: Settings) -> None:
    command = [sys.executable, "-m", "civicsetu", "search", QUESTION, "--json"]
    done = subprocess.run(command, env=environment_of(running), capture_output=True, text=True, timeout=120)
    printed = json.loads(done.stdout)
    asked = {"query": QUESTION, "top_k": len(printed), "include_content": False, "include_document": False}
    found = api.get("/search", params=asked).json()["results"]
    assert [{name: one[name] for name in printed[0]} for one in found] == printed


@pytest.mark.long
def test_a_law_is_ingested_by_a_process_of_its_own_and_questions_are_answered_meanwhile(api: httpx.Client) -> None:
    token = {"authorization": f"Bearer {OPERATOR}"}
    begun = api.post("/ingest", json={"document": SMALL}, headers=token)
    assert begun.status_code == 202, begun.text
    again = api.post("/ingest", json={"document": SMALL}, headers=token)
    assert (again.status_code, again.json()["code"]) == (409, "already_under_way")
    assert api.post("/query", json={"question": "What is carpet area?"}).json()["kind"] == "answer"
    told = until(api, begun.headers["location"].removeprefix("/api/v1"), state="done")
    [result] = told["results"]
    assert (result["edition"], result["changed"], told["error"]) == ("plain", False, "")

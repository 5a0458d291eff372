"""The law as a graph over the API: the same from the graph server and from Postgres, which says so."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from civicsetu.corpus.provision_edges import Joined, ProvisionEdges
from civicsetu.law.paths import parse_path
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH
from tests.web.api.lanterns import AwayGraph, LanternService
from tests.web.api.test_law import get


@pytest.fixture(params=["no graph", "it went away"])
def without_graph(request: pytest.FixtureRequest, reader: httpx.AsyncClient, lanterns: LanternService) -> httpx.AsyncClient:
    """The reader, while no graph server answers."""
    lanterns.graph = AwayGraph() if request.param == "it went away" else None
    return reader


async def test_the_counts_are_those_of_postgres_and_say_so(without_graph: httpx.AsyncClient) -> None:
    told = await get(without_graph, "graph/stats")
    assert (told["source"], told["agrees"]) == ("postgres", True)
    assert told["counts"] == told["relational"] and told["counts"]["documents"] == len(told["by_document"]) >= 3
    assert told["by_document"][ACT]["sections"] == sum(
        told["by_document"][ACT][name] for name in ("has_section", "has_part")
    )


async def test_documents_hang_together(without_graph: httpx.AsyncClient) -> None:
    told = await get(without_graph, "graph/topology")
    assert told["source"] == "postgres" and ACT in {one["id"] for one in told["nodes"]}
    assert told["stats"]["nodes"] == len(told["nodes"]) and told["stats"]["edges"] == len(told["edges"])


async def test_a_document_is_drawn_by_section_or_by_provision(without_graph: httpx.AsyncClient) -> None:
    sections = await get(without_graph, "graph/topology", document=ACT)
    assert [one["path"] for one in sections["nodes"]] == ["1", "2", "3", "4"]
    assert sections["nodes"][2]["title"] == "Closing of lanterns." and sections["nodes"][2]["level"] == 1
    whole = await get(without_graph, "graph/topology", document=ACT, level="provisions")
    assert {"3(1)", "3(1)(a)"} <= {one["path"] for one in whole["nodes"]}
    ids = {one["id"] for one in whole["nodes"]}
    assert {edge[end] for edge in whole["edges"] for end in ("source", "target")} <= ids
    [*state] = (await get(without_graph, "graph/topology", jurisdiction="KARNATAKA"))["nodes"]
    assert {one["document"] for one in state} == {KARNATAKA}


async def test_a_section_is_opened_whole_from_any_part_of_it(without_graph: httpx.AsyncClient) -> None:
    told = await get(without_graph, f"graph/sections/{ACT}/3(1)(a)")
    assert (told["section"], told["name"], told["title"]) == ("3", "section 3", "Closing of lanterns.")
    assert "by 9 p.m." in told["text"] and "coins" in told["text"] and "midnight" in told["text"]
    assert [one["path"] for one in told["nodes"]][:3] == ["3", "3(1)", "3(1)(a)"]
    for node in told["nodes"]:
        assert told["text"][node["start"] : node["end"]].strip()
    assert (told["previous"], told["following"]) == ("2", "4")


async def test_neighbours_are_listed_by_kind(without_graph: httpx.AsyncClient) -> None:
    told = await get(without_graph, f"graph/neighbours/{ACT}/3")
    assert [one["kind"] for one in told["edges"]] == ["refers_to", "referred_to_by", "carries_out", "carried_out_by"]
    one = await get(without_graph, f"graph/neighbours/{ACT}/3", kind=["refers_to"])
    assert [of_kind["kind"] for of_kind in one["edges"]] == ["refers_to"]


async def test_what_the_graph_says_otherwise_is_told(reader: httpx.AsyncClient, lanterns: LanternService) -> None:
    class Behind:
        """A graph that lost a document."""

        async def count_by_document(self) -> dict[str, Any]:
            return {ACT: {"documents": 1}, "an_internal_document": {"documents": 1}}

    lanterns.graph = Behind()
    told = await get(reader, "graph/stats")
    assert (told["source"], told["agrees"]) == ("graph", False)
    assert told["counts"] == {"documents": 1} and "an_internal_document" not in told["by_document"]


async def test_more_kinds_of_neighbour_are_told_where_they_are_asked_for(
    without_graph: httpx.AsyncClient, lanterns: LanternService, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = await lanterns.read_index()
    edges = ProvisionEdges()
    for document, rule in ((KARNATAKA, "16"), (UTTAR_PRADESH, "3")):
        edges.add_derivation(Joined(document, parse_path(rule), 0.8), Joined(ACT, parse_path("3(2)"), 0.8))
    monkeypatch.setattr(index, "edges", edges)
    four = await get(without_graph, f"graph/neighbours/{KARNATAKA}/16")
    assert [one["kind"] for one in four["edges"]] == ["refers_to", "referred_to_by", "carries_out", "carried_out_by"]
    asked = {"kind": ["under_same_section", "conflicts_with"]}
    two = await get(without_graph, f"graph/neighbours/{KARNATAKA}/16", **asked)
    assert [(one["kind"], one["count"]) for one in two["edges"]] == [("under_same_section", 1), ("conflicts_with", 0)]
    [other] = two["edges"][0]["neighbours"]
    assert (other["document"], other["provision"], other["here"]) == (UTTAR_PRADESH, "3", "16")


async def test_a_node_says_how_many_parts_it_has(without_graph: httpx.AsyncClient) -> None:
    drawn = await get(without_graph, "graph/topology", document=ACT)
    assert {one["path"]: one["parts"] for one in drawn["nodes"]} == {"1": 0, "2": 3, "3": 3, "4": 0}

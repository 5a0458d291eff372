"""The starter texts make the same graph on the embedded server and on a real Neo4j."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from civicsetu.corpus.graph_sync import count_expected, rebuild_stale_documents
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.graph.graph_store import GraphStore
from civicsetu.stores.graph.graph_walk import Traversal
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.servers import graph_address

_TRAVERSALS = 100


async def drawn(law: LawStore, address: GraphAddress, seeds: list[Any]) -> tuple[Any, list[Traversal]]:
    """What the graph counts once it holds the law, and what traversals from the seeds reach."""
    graph = await GraphStore.open(address)
    try:
        await rebuild_stale_documents(law, graph)
        reached = [
            await graph.traverse([seed], depth=depth, jurisdictions=whose)
            for at, seed in enumerate(seeds)
            for depth, whose in (((1, None), (2, ["CENTRAL"]))[at % 2],)
        ]
        return await graph.counts(), reached
    finally:
        await graph.close()


@pytest.mark.slow
async def test_ingestion_counts_and_traversals_are_equal_on_both_servers(
    running: Settings, neo4j: GraphAddress
) -> None:
    database = await Database.open(running)
    try:
        law = LawStore(database)
        everything = [
            node.provision_id
            for document in await law.list_documents()
            for edition in document.editions
            for node in await law.read_nodes(edition.edition_id)
            if node.provision_id is not None and "(" not in node.path
        ]
        seeds = [everything[at * len(everything) // _TRAVERSALS] for at in range(_TRAVERSALS)]
        wanted = await count_expected(law)
        embedded = await drawn(law, await asyncio.to_thread(graph_address, running), seeds)
        real = await drawn(law, neo4j, seeds)
    finally:
        await database.close()
    assert embedded[0] == real[0] == wanted
    assert all(wanted[kind] for kind in ("references", "rolled_up", "derived_from", "made_under", "has_part"))
    assert len(seeds) == _TRAVERSALS and embedded[1] == real[1]
    kinds = ("source", "refers_to", "referred_to_by", "carries_out", "carried_out_by")
    assert [kind for kind in kinds if not any(getattr(one, kind) for one in real[1])] == []

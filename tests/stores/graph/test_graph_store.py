"""The graph of a document on each server: rebuilt whole, read by hops, never stale."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import psutil
import pytest
from neo4j import AsyncGraphDatabase

from civicsetu.corpus.graph_sync import rebuild_stale_documents, sync_graph
from civicsetu.corpus.registry import Registry
from civicsetu.errors import GraphUnavailable, InputError
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import document_id, parse_path, provision_id
from civicsetu.law.provisions import NodeKind
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.graph.graph_rows import (
    AmendmentNode,
    ConflictEdge,
    DerivedDocument,
    DerivedEdge,
    DocumentNode,
    GraphRows,
    ProvisionNode,
    ReferenceEdge,
    VersionNode,
)
from civicsetu.stores.graph.graph_store import GraphStore
from civicsetu.stores.graph.graph_walk import ReachedProvision
from civicsetu.stores.law.enabling_edges import DerivationRow
from civicsetu.stores.law.law_rows import ReferenceRow
from civicsetu.stores.law.law_store import LawStore
from tests.stores.neo4j_server import MORE_ON_NEO4J
from tests.stores.sample import ACT, RULES, Part, act_parts, as_enacted, consolidated, rows

PATHS = ("4", "4(2)", "4(2)(l)", "4(2)(l)(D)", "18", "18(1)", "18(1)(a)", "61", "71", "71(1)", "72")
EDGES = (("18(1)(a)", "71(1)"), ("61", "4(2)(l)(D)"), ("71(1)", "72"), ("18(1)", "18(1)(a)"))


def at(path: str, key: str = "act") -> UUID:
    return provision_id(key, path)


def graph_of(
    paths: tuple[str, ...] = PATHS,
    edges: tuple[tuple[str, str], ...] = EDGES,
    key: str = "act",
    target_key: str | None = None,
) -> GraphRows:
    sections = []
    for path in map(parse_path, paths):
        parent = at(str(path.parent), key) if path.parent else None
        sections.append(
            ProvisionNode(
                at(str(path), key), path.number, str(path), len(path.labels), "A title", uuid4(), parent
            )
        )
    target = target_key or key
    references = tuple(ReferenceEdge(at(a, key), at(b, target), a, b, target) for a, b in edges)
    document = DocumentNode(document_id(key), key, "An Act", "CENTRAL", "ACT", None)
    return GraphRows(document, tuple(sections), references)


def some(counts: dict[str, int]) -> tuple[int, ...]:
    """What documents, provisions and references there are."""
    return tuple(counts[name] for name in ("documents", "sections", "references", "rolled_up"))


async def references(graph: GraphStore, seeds: list[Any], depth: int = 1, limit: int = 20) -> list[ReachedProvision]:
    """What they refer to and what refers to them, nearest first."""
    return list((await graph.traverse(seeds, depth=depth, limit=limit)).references[:limit])


async def derivations(graph: GraphStore, seeds: list[Any], limit: int = 20) -> list[ReachedProvision]:
    """What carries them out and what they carry out."""
    return list((await graph.traverse(seeds, limit=limit)).derivations[:limit])


async def ask(address: GraphAddress, query: str, **parameters: Any) -> list[dict[str, Any]]:
    async with AsyncGraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
        found = await driver.execute_query(query, parameters, database_=address.database)
        return [record.data() for record in found.records]


async def test_a_document_is_built_with_its_levels_and_edges(
    graph: GraphStore, graph_at: GraphAddress
) -> None:
    await graph.rebuild_document(graph_of())
    assert await graph.counts() == graph_of().counts()
    assert some(await graph.counts()) == (1, 11, 4, 3)
    top = await ask(graph_at, "MATCH (:Document)-[:HAS_SECTION]->(s) RETURN s.path AS p ORDER BY s.path")
    assert [row["p"] for row in top] == ["18", "4", "61", "71", "72"]
    [below] = await ask(graph_at, "MATCH p=(s:Section {path: '4'})-[:HAS_PART*3]->(t) RETURN t.path AS p")
    assert below["p"] == "4(2)(l)(D)"
    rolled = await ask(
        graph_at, "MATCH (a)-[r:REFERENCES]->(b) WHERE r.rolled_up = true RETURN a.path AS a, b.path AS b"
    )
    assert {(row["a"], row["b"]) for row in rolled} == {("18", "71"), ("61", "4"), ("71", "72")}
    [node] = await ask(graph_at, "MATCH (s:Section {path: '4(2)(l)(D)'}) RETURN s {.*} AS s")
    assert node["s"]["section_id"] == "4"
    assert node["s"]["is_active"] is True
    assert node["s"]["key"] == "act"


@MORE_ON_NEO4J
async def test_building_again_changes_nothing_and_leaves_nothing_stale(
    graph: GraphStore, graph_at: GraphAddress
) -> None:
    first = graph_of()
    await graph.rebuild_document(first)
    before = await graph.counts()
    await graph.rebuild_document(first)
    assert await graph.counts() == before
    fewer = graph_of(PATHS[:7], EDGES[3:])
    await graph.rebuild_document(replace(fewer, document=first.document))
    assert some(await graph.counts("act")) == (1, 7, 1, 0)
    assert await ask(graph_at, "MATCH (s:Section {path: '71'}) RETURN s.id AS id") == []


async def test_rebuilding_a_document_keeps_what_others_refer_to(graph: GraphStore) -> None:
    act, rules = graph_of(), graph_of(("9", "9(1)"), (("9(1)", "18(1)"),), "rules", "act")
    await graph.rebuild_document(rules)
    assert (await graph.counts("rules"))["references"] == 0
    await graph.rebuild_document(act)
    await graph.rebuild_document(rules)
    assert (await graph.counts("rules"))["references"] == 1
    await graph.rebuild_document(act)
    assert (await graph.counts("rules"))["references"] == 1
    found = {n.provision_id: n.path for n in await references(graph, [at("18(1)")])}
    assert found[at("9(1)", "rules")] == "18(1) <- 9(1)"


async def test_neighbours_of_a_unit_include_its_clauses_references(graph: GraphStore) -> None:
    await graph.rebuild_document(graph_of())
    [near] = await references(graph, [at("18(1)")])
    assert (near.provision_id, near.hops, near.path) == (at("71(1)"), 1, "18(1)(a) -> 71(1)")
    both = await references(graph, [str(at("18"))], depth=2)
    assert [(n.hops, n.path) for n in both] == [(1, "18(1)(a) -> 71(1)"), (2, "18(1)(a) -> 71(1) -> 72")]
    assert [n.path for n in await references(graph, [at("4(2)")])] == ["4(2)(l)(D) <- 61"]
    assert await references(graph, []) == []
    assert await references(graph, [uuid4()]) == []
    assert len(await references(graph, [at("18"), at("4")], depth=2, limit=2)) == 2
    with pytest.raises(InputError):
        await references(graph, [at("18")], depth=3)


def state_graph(key: str, jurisdiction: str, *derived: tuple[str, str]) -> GraphRows:
    """Rules of a state: each carries out a section of the Act, and refers to it."""
    made = graph_of(tuple(path for path, _ in derived), derived, key, "act")
    edges = tuple(
        DerivedEdge(at(a, key), at(b), a, b, "act", ground="done under", confidence=0.9) for a, b in derived
    )
    return replace(made, document=replace(made.document, jurisdiction=jurisdiction), derivations=edges)


async def test_a_traversal_finds_all_that_is_joined_in_five_sets_jurisdiction_by_jurisdiction(
    graph: GraphStore,
) -> None:
    await graph.rebuild_document(graph_of(edges=(*EDGES, ("4(2)", "18(1)"))))
    await graph.rebuild_document(state_graph("north", "NORTH", ("16", "18(1)"), ("17", "71")))
    await graph.rebuild_document(state_graph("south", "SOUTH", ("9", "18(1)(a)")))

    async def sets_of(path: str, key: str, **more: Any) -> list[list[str]]:
        found = await graph.traverse([at(path, key)], depth=2, **more)
        near = (found.refers_to, found.referred_to_by, found.carries_out, found.carried_out_by)
        return [[str(one) for one in found.source], *([one.path for one in kind] for kind in near)]

    source = [str(at("18"))]
    out = ["18(1)(a) -> 71(1)", "18(1)(a) -> 71(1) -> 72"]
    assert await sets_of("18", "act") == [
        source, out, ["18(1) <- 4(2)", "18(1) <- 16", "18(1)(a) <- 9"], [], ["18(1) <= 16", "18(1)(a) <= 9"],
    ]  # fmt: skip
    assert await sets_of("18", "act", jurisdictions=["CENTRAL"]) == [source, out, ["18(1) <- 4(2)"], [], []]
    assert await sets_of("18", "act", jurisdictions=["NORTH"]) == [
        source, [], ["18(1) <- 16"], [], ["18(1) <= 16"],
    ]  # fmt: skip
    assert await sets_of("16", "north", jurisdictions=["CENTRAL"]) == [
        [str(at("16", "north"))], ["16 -> 18(1)", "16 -> 18(1) -> 18(1)(a)", "16 -> 18(1) -> 71(1)"],
        [], ["16 => 18(1)"], [],
    ]  # fmt: skip
    assert await sets_of("16", "north", jurisdictions=[]) == [[str(at("16", "north"))], [], [], [], []]


@MORE_ON_NEO4J
async def test_of_several_ways_to_one_provision_the_first_by_number_is_told(graph: GraphStore) -> None:
    """Trap: servers give rows in orders of their own."""
    edges = (("72", "18(1)(a)"), ("72", "4(2)"), ("72", "18(1)"), ("61", "18(1)(a)"), ("61", "18(1)"))
    await graph.rebuild_document(graph_of(edges=edges))
    assert [one.path for one in await references(graph, [at("18")])] == ["18(1) <- 61", "18(1) <- 72"]
    assert [one.path for one in await references(graph, [at("4"), at("18")])] == [
        "4(2) <- 72", "18(1) <- 61",
    ]  # fmt: skip


def test_langchain_is_loaded_with_the_first_statement_and_not_before() -> None:
    told = "import sys, civicsetu.stores.graph.graph_store; print('langchain_neo4j' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"


@MORE_ON_NEO4J
async def test_of_what_is_told_beside_only_derivations_are_followed(graph: GraphStore) -> None:
    await graph.rebuild_document(graph_of())
    await graph.rebuild_document(state_graph("north", "NORTH", ("16", "18(1)")))
    found = await graph.traverse([at("61")], beside=[at("18"), at("61")])
    assert [one.path for one in found.references] == ["61 -> 4(2)(l)(D)"]
    assert [(one.path, one.seed) for one in found.derivations] == [("18(1) <= 16", 1)]


async def test_a_server_that_hangs_costs_the_wait_and_its_threads_end(
    graph: GraphStore, graph_at: GraphAddress
) -> None:
    """Trap: a driver's thread waits without end for a server that is stopped, and keeps a process alive."""
    await graph.rebuild_document(graph_of())
    await asyncio.gather(*(references(graph, [at("18")]) for _ in range(3)))
    server = psutil.Process(graph_at.pid)
    server.suspend()
    try:
        while server.status() != psutil.STATUS_STOPPED:
            await asyncio.sleep(0.01)
        began = time.monotonic()
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(references(graph, [at("18")]), 0.2)
        assert time.monotonic() - began < 3
        while graph._reader._running and time.monotonic() - began < 20:
            await asyncio.sleep(0.05)
        assert not graph._reader._running, "while the server still hangs"
    finally:
        server.resume()
    assert await references(graph, [at("18(1)")])


@MORE_ON_NEO4J
async def test_ten_readers_at_once_and_a_writer_meet_no_error(graph: GraphStore) -> None:
    built = graph_of()
    await graph.rebuild_document(built)
    await graph.warm()
    reads = [references(graph, [at("18(1)"), at("4")], depth=2) for _ in range(10)]
    *found, _ = await asyncio.gather(*reads, graph.rebuild_document(built))
    assert len(found) == 10
    for _ in range(5):
        quiet = await asyncio.gather(*(references(graph, [at("18(1)")], depth=2) for _ in range(10)))
        assert all(len(neighbours) == 2 for neighbours in quiet)


async def test_writers_in_several_processes_make_no_twins(graph: GraphStore, graph_at: GraphAddress) -> None:
    built = graph_of()
    others = [await GraphStore.open(graph_at) for _ in range(3)]
    try:
        await asyncio.gather(*(other.rebuild_document(built) for other in (graph, *others)))
    finally:
        for other in others:
            await other.close()
    assert some(await graph.counts()) == (1, 11, 4, 3)


async def test_an_unreachable_graph_is_said_to_be_unavailable_within_its_deadline() -> None:
    with pytest.raises(GraphUnavailable) as caught:
        await asyncio.wait_for(GraphStore.open(GraphAddress("bolt://127.0.0.1:9", "root", "s3cret")), 20)
    assert "s3cret" not in str(caught.value) + caught.value.user_message


async def test_a_wrong_password_is_unavailable_and_not_repeated(graph_at: GraphAddress) -> None:
    with pytest.raises(GraphUnavailable) as caught:
        await GraphStore.open(replace(graph_at, password="wrong-s3cret"))
    assert "s3cret" not in str(caught.value)


async def test_a_query_of_a_stopped_caller_leaves_the_store_usable(graph: GraphStore) -> None:
    await graph.rebuild_document(graph_of())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(references(graph, [at("18")], depth=2), 0.0001)
    assert await references(graph, [at("18(1)")])


async def test_the_graph_is_made_from_what_postgres_holds(graph: GraphStore, law: LawStore) -> None:
    mentions = (
        ReferenceRow("3(1)(a)", ACT.key, "2(a)", 5, 9),
        ReferenceRow("3(2)", RULES.key, "3(1)", 1, 4),
    )
    await law.replace_edition(rows(act_parts(), references=mentions))
    await sync_graph(ACT.key, law, graph)
    counts = await graph.counts(ACT.key)
    assert counts["sections"] == (await law.counts())["provisions"] == 10
    assert counts["references"] == 1
    await law.replace_edition(rows(act_parts(), spec=RULES))
    await sync_graph(RULES.key, law, graph)
    await sync_graph(ACT.key, law, graph)
    found = await references(graph, [provision_id(ACT.key, "3")])
    assert [n.path for n in found] == ["3(1)(a) -> 2(a)", "3(2) -> 3(1)"]


@MORE_ON_NEO4J
async def test_mentions_made_in_a_clause_are_seen_from_its_section(graph: GraphStore, law: LawStore) -> None:
    made = (
        ReferenceRow("3(1)(a)", ACT.key, "2(a)", 5, 9),
        ReferenceRow("3(1)(b) proviso", ACT.key, "2(zk)", 10, 14),
        ReferenceRow("2(a)", ACT.key, "1", 1, 2),
    )
    await law.replace_edition(consolidated(act_parts(), references=made))
    await sync_graph(ACT.key, law, graph)
    for section, told in (
        ("3", ["3(1)(a) -> 2(a)", "3(1)(b) proviso -> 2(zk)"]),
        ("2", ["2(a) -> 1", "2(a) <- 3(1)(a)", "2(zk) <- 3(1)(b) proviso"]),
    ):
        [*found] = await references(graph, [provision_id(ACT.key, section)])
        assert [near.path for near in found] == told
        out = [f"{one.source_path} -> {one.target_path}" for one in await law.read_references(ACT.key, section)]
        assert sorted(out) == sorted(way for way in told if "->" in way), (
            "the graph tells what Postgres holds"
        )


@MORE_ON_NEO4J
async def test_the_graph_holds_the_law_that_is_and_not_the_law_that_was(
    graph: GraphStore, graph_at: GraphAddress, law: LawStore
) -> None:
    before = act_parts(" as passed")
    before[2].parts.append(Part("3(3)", "(3) Doors are kept under section 1.\n", NodeKind.SUBSECTION, True))
    gone = ReferenceRow("3(3)", ACT.key, "1", 3, 8)
    await law.replace_edition(as_enacted(before, references=(gone,)))
    await sync_graph(ACT.key, law, graph)
    assert (await graph.counts(ACT.key))["sections"] == 0
    await law.replace_edition(
        consolidated(act_parts(), references=(ReferenceRow("3(2)", ACT.key, "1", 3, 8),))
    )
    await sync_graph(ACT.key, law, graph)
    assert (await graph.counts(ACT.key))["sections"] == 10 == (await law.counts())["provisions"] - 1
    assert await ask(graph_at, "MATCH (s:Section {path: '3(3)'}) RETURN s.id AS id") == []
    [found] = await references(graph, [provision_id(ACT.key, "1")])
    assert found.path == "1 <- 3(2)"


# -- edges between laws --------------------------------------------------------------------------------

AMENDMENT = UUID(int=7)
FIRST, SECOND = UUID(int=8), UUID(int=9)


def act_with_history() -> GraphRows:
    """The Act in two versions, one provision amended and one taken out of section 4(2)."""
    order = AmendmentNode(
        AMENDMENT, "An Order", "S.O. 1", date(2022, 7, 1), True, "",
        ((at("18(1)"), "18(1)", "other words"), (at("4(2)"), "4(2)(z)", "taken out")),
    )  # fmt: skip
    versions = (
        VersionNode(FIRST, "official", "en", "as_enacted", "As enacted", date(2020, 5, 1), date(2022, 7, 1)),
        VersionNode(SECOND, "official", "en", "consolidated", "Consolidated", date(2022, 7, 1), None, FIRST),
    )
    return replace(graph_of(), amendments=(order,), versions=versions)


def rules_under_it(*pairs: tuple[str, str, float], conflicts: tuple[tuple[str, str], ...] = ()) -> GraphRows:
    derived = tuple(
        DerivedEdge(at(a, "rules"), at(b), a, b, "act", "done under", sure, 3, 9) for a, b, sure in pairs
    )
    return replace(
        graph_of(("3", "3(1)", "16"), (), key="rules"),
        derivations=derived,
        made_under=(DerivedDocument("act", "84(1)", 1.0),),
        conflicts=tuple(ConflictEdge(at(a, "rules"), at(b), "they do not agree") for a, b in conflicts),
    )


PAIRS = (("3(1)", "4(2)", 0.85), ("16", "18(1)(a)", 0.9), ("16", "71(1)", 0.6))


async def test_a_rule_is_joined_to_the_section_it_carries_out_with_its_words_and_how_sure(
    graph: GraphStore, graph_at: GraphAddress
) -> None:
    await graph.rebuild_document(graph_of())
    rules = rules_under_it(*PAIRS, conflicts=(("3(1)", "4"),))
    await graph.rebuild_document(rules)
    assert await graph.counts("rules") == rules.counts()
    edges = await ask(
        graph_at,
        "MATCH (a:Section {key: 'rules'})-[r:DERIVED_FROM]->(b:Section) "
        "RETURN a.path AS a, b.path AS b, r.rolled_up AS up, r.confidence AS sure, r.start_char AS at",
    )
    assert {(row["a"], row["b"], row["sure"], row["at"]) for row in edges if not row["up"]} == {
        (a, b, sure, 3) for a, b, sure in PAIRS
    }
    assert {(row["a"], row["b"]) for row in edges if row["up"]} == {("3", "4"), ("16", "18"), ("16", "71")}
    [document] = await ask(
        graph_at,
        "MATCH (a:Document)-[r:DERIVED_FROM]->(b:Document) RETURN a.key AS a, b.key AS b, r.section AS s",
    )
    assert document == {"a": "rules", "b": "act", "s": "84(1)"}
    [apart] = await ask(
        graph_at, "MATCH (a)-[r:CONFLICTS_WITH]->(b) RETURN a.path AS a, b.path AS b, r.reason AS reason"
    )
    assert apart == {"a": "3(1)", "b": "4", "reason": "they do not agree"}


@MORE_ON_NEO4J
async def test_what_carries_out_and_what_is_carried_out_are_found_both_ways_the_surest_first(
    graph: GraphStore,
) -> None:
    await graph.rebuild_document(graph_of())
    await graph.rebuild_document(rules_under_it(*PAIRS))
    assert [one.path for one in await derivations(graph, [at("18")])] == ["18(1)(a) <= 16"]
    assert [one.path for one in await derivations(graph, [at("16", "rules")])] == [
        "16 => 18(1)(a)", "16 => 71(1)",
    ]  # fmt: skip
    assert [one.path for one in await derivations(graph, [at("61"), at("3", "rules"), at("71")])] == [
        "3(1) => 4(2)", "71(1) <= 16",
    ]  # fmt: skip
    assert len(await derivations(graph, [at("16", "rules"), at("18")], limit=1)) == 1
    assert await derivations(graph, []) == []


@MORE_ON_NEO4J
async def test_amendments_and_versions_are_nodes_of_their_own(
    graph: GraphStore, graph_at: GraphAddress
) -> None:
    """Trap C13: amendments told and nowhere held."""
    rows_of_act = act_with_history()
    await graph.rebuild_document(rows_of_act)
    assert await graph.counts("act") == rows_of_act.counts()
    amended = await ask(
        graph_at,
        "MATCH (s:Section)-[r:AMENDED_BY]->(a:Amendment) "
        "RETURN s.path AS s, r.path AS path, r.told AS told, a.number AS number, a.law_from AS day",
    )
    assert sorted((row["s"], row["path"], row["told"]) for row in amended) == [
        ("18(1)", "18(1)", "other words"), ("4(2)", "4(2)(z)", "taken out"),
    ]  # fmt: skip
    assert {(row["number"], row["day"]) for row in amended} == {("S.O. 1", "2022-07-01")}
    [line] = await ask(
        graph_at,
        "MATCH (:Document {key: 'act'})-[:HAS_VERSION]->(a:Version)-[:SUPERSEDES]->(b:Version) "
        "RETURN a.name AS later, b.name AS earlier, b.law_until AS until",
    )
    assert line == {"later": "consolidated", "earlier": "as_enacted", "until": "2022-07-01"}


@MORE_ON_NEO4J
async def test_edges_between_laws_are_made_anew_and_none_is_stale(graph: GraphStore) -> None:
    """Traps G1 and G6: a generation more with each run; an edge at whichever node came first."""
    for _ in range(3):
        await graph.rebuild_document(act_with_history())
        await graph.rebuild_document(rules_under_it(*PAIRS, conflicts=(("3(1)", "4"),)))
    assert await graph.counts("rules") == rules_under_it(*PAIRS, conflicts=(("3(1)", "4"),)).counts()
    assert await graph.counts("act") == act_with_history().counts()
    await graph.rebuild_document(rules_under_it(PAIRS[0]))
    await graph.rebuild_document(graph_of())
    assert await graph.counts("rules") == rules_under_it(PAIRS[0]).counts()
    left = await graph.counts()
    assert (left["amendments"], left["amended_by"], left["versions"], left["supersedes"]) == (0, 0, 0, 0)
    assert (left["derived_from"], left["conflicts_with"], left["made_under"]) == (1, 0, 1)


@MORE_ON_NEO4J
async def test_a_whole_law_written_again_and_again_has_no_edge_twice(graph: GraphStore) -> None:
    """Trap G1: edges that were passed over while others were deleted, a few more with each run."""
    parts = [
        f"{n}({m}){label}" for n in range(1, 41) for m in range(1, 4) for label in ("", "(a)", "(b)", "(c)")
    ]
    paths = tuple([str(n) for n in range(1, 41)] + parts)
    edges = tuple((part, f"{(index * 7) % 40 + 1}(1)") for index, part in enumerate(parts))
    law = graph_of(paths, tuple((a, b) for a, b in edges if not a.startswith(b)))
    for _ in range(4):
        await graph.rebuild_document(law)
        assert await graph.counts("act") == law.counts()


@MORE_ON_NEO4J
async def test_an_amendment_is_joined_to_the_instrument_that_made_it_once_that_is_held(
    graph: GraphStore, graph_at: GraphAddress
) -> None:
    [order] = act_with_history().amendments
    made = replace(act_with_history(), amendments=(replace(order, made_by="order"),))
    await graph.rebuild_document(made)
    assert (await graph.counts("act"))["made_by"] == 0, "the instrument is not there"
    await graph.rebuild_document(graph_of(("1",), (), key="order"))
    await graph.rebuild_document(made)
    assert await graph.counts("act") == made.counts()
    [row] = await ask(graph_at, "MATCH (:Amendment)-[:MADE_BY]->(d:Document) RETURN d.key AS key")
    assert row == {"key": "order"}


def registry_of(*specs: DocumentSpec) -> Registry:
    return Registry({spec.key: spec for spec in specs}, {})


def derivation(source: str, target: str, sure: float = 0.85) -> DerivationRow:
    return DerivationRow(source, ACT.key, target, "done under", sure, 0, 4)


@MORE_ON_NEO4J
async def test_what_postgres_holds_of_derivations_is_what_the_graph_draws(
    graph: GraphStore, law: LawStore
) -> None:
    """Both editions of the rules say it: one edge a pair; a target that is not held is none."""
    under = RULES.model_copy(update={"made_under": ACT.key})
    plain = rows(act_parts(" in plain words"), spec=under, edition=EditionKind.PLAIN)
    official = rows(act_parts(), spec=under)
    for edition in (official, plain):
        await law.replace_edition(edition)
        said = [derivation("3(1)", "3(2)"), derivation("2", "99"), derivation("", "1", 1.0)]
        assert await law.replace_derivations(under.key, edition.edition_id, said)
        assert not await law.replace_derivations(under.key, edition.edition_id, said), "it is so already"
    assert all(one.target_id is None for one in await law.read_derivations(under.key))
    registry = registry_of(ACT, under)
    await rebuild_stale_documents(law, graph, registry=registry)
    assert (await graph.counts(under.key))["derived_from"] == 0
    await law.replace_edition(rows(act_parts()))
    for edition in (official, plain):
        assert await law.replace_derivations(under.key, edition.edition_id, said), "its target has come"
    await rebuild_stale_documents(law, graph, registry=registry)
    counts = await graph.counts(under.key)
    held = {
        (one.source_id, one.target_id)
        for one in await law.read_derivations(under.key)
        if one.source_id and one.target_id
    }
    assert counts["derived_from"] == len(held) == 1
    assert (counts["made_under"], counts["derived_from_rolled_up"]) == (1, 1)
    [found] = await derivations(graph, [provision_id(ACT.key, "3")])
    assert found.provision_id == provision_id(under.key, "3(1)")
    assert await law.replace_derivations(under.key, official.edition_id, [])
    assert await law.replace_derivations(under.key, plain.edition_id, [])
    await rebuild_stale_documents(law, graph, registry=registry)
    assert (await graph.counts(under.key))["derived_from"] == 0, "no edge outlives its words"


@MORE_ON_NEO4J
async def test_amendments_conflicts_and_versions_are_drawn_from_the_registry_and_the_editions(
    graph: GraphStore, law: LawStore, graph_at: GraphAddress
) -> None:
    change = {"by": "A Notification", "number": "N. 1", "date": "2022-07-01", "document": RULES.key,
              "provisions": {"3(1)(b)": "other words", "3(9)": "taken out"}}  # fmt: skip
    against = {
        "provision": "3(2)",
        "document": RULES.key,
        "against": "1",
        "reason": "one says more than the other",
    }
    spec = DocumentSpec.model_validate({**ACT.model_dump(), "changes": [change], "conflicts": [against]})
    await law.replace_edition(as_enacted(act_parts(" as passed")))
    await law.replace_edition(consolidated(act_parts()))
    await law.replace_edition(rows(act_parts(), spec=RULES))
    registry = registry_of(spec, RULES)
    await rebuild_stale_documents(law, graph, registry=registry)
    counts = await graph.counts(ACT.key)
    named = ("amendments", "amended_by", "made_by", "conflicts_with", "versions", "supersedes")
    assert tuple(counts[name] for name in named) == (1, 2, 1, 1, 2, 1)
    places = await ask(graph_at, "MATCH (s:Section)-[r:AMENDED_BY]->() RETURN s.path AS s, r.path AS path")
    assert sorted((row["s"], row["path"]) for row in places) == [("3", "3(9)"), ("3(1)(b)", "3(1)(b)")]
    await rebuild_stale_documents(law, graph, registry=registry)
    assert await graph.counts(ACT.key) == counts
    await sync_graph(ACT.key, law, graph, registry_of(ACT, RULES))
    after = await graph.counts(ACT.key)
    assert (after["amended_by"], after["conflicts_with"], after["supersedes"]) == (0, 0, 1)

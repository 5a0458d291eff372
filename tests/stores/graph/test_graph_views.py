"""What a reader of the graph is shown is what Postgres says, on each server."""

from __future__ import annotations

from civicsetu.answering.lookup.edges_at import edges_without_graph
from civicsetu.corpus.drawn_law import count_relational, draw_document
from civicsetu.corpus.graph_sync import rebuild_stale_documents
from civicsetu.corpus.law_index import load_index
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.stores.graph.graph_store import GraphStore
from civicsetu.stores.graph.graph_views import ALL_EDGE_KINDS, EdgeAt, EdgeKind
from civicsetu.stores.law.enabling_edges import DerivationRow
from civicsetu.stores.law.law_rows import ReferenceRow
from civicsetu.stores.law.law_store import LawStore
from tests.stores.neo4j_server import MORE_ON_NEO4J
from tests.stores.sample import ACT, RULES, act_parts, as_enacted, consolidated, rows

AGAINST = {
    "provision": "3(2)", "document": RULES.key, "against": "1", "reason": "one says more than the other",
}  # fmt: skip
CHANGE = {"by": "A Notification", "date": "2022-07-01", "provisions": {"3(1)(b)": "other words"}}
SPEC = DocumentSpec.model_validate({**ACT.model_dump(), "conflicts": [AGAINST], "changes": [CHANGE]})
UNDER = RULES.model_copy(update={"made_under": ACT.key})
ELSEWHERE = UNDER.model_copy(update={"key": "homes_rules_north_2021", "jurisdiction": "DELHI", "url": "https://example.org/north"})
REGISTRY = Registry({SPEC.key: SPEC, UNDER.key: UNDER}, {})
KEYS = (ACT.key, RULES.key)
MENTIONS = (
    ReferenceRow("3(1)(a)", ACT.key, "2(a)", 5, 9),
    ReferenceRow("3(1)(b) proviso", ACT.key, "2(zk)", 10, 14),
    ReferenceRow("3(2)", RULES.key, "3(1)", 1, 4),
    ReferenceRow("2(a)", ACT.key, "2(zk)", 1, 2),
    ReferenceRow("2(a)", ACT.key, "99", 3, 4),
)


async def hold(law: LawStore, graph: GraphStore) -> None:
    """The Act in two versions and rules under it, with every kind of edge."""
    made = rows(act_parts(), spec=UNDER, references=(ReferenceRow("2(a)", ACT.key, "3(1)(a)", 1, 2),))
    await law.replace_edition(as_enacted(act_parts(" as passed")))
    for _ in range(2):  # a reference to what comes later finds it the second time
        await law.replace_edition(consolidated(act_parts(), references=MENTIONS), force=True)
        await law.replace_edition(made, force=True)
    said = [
        DerivationRow("3(1)", ACT.key, "3(2)", "words", 0.9, None, None),
        DerivationRow("", ACT.key, "1", "words", 1.0, None, None),
    ]
    await law.replace_derivations(UNDER.key, made.edition_id, said)
    await rebuild_stale_documents(law, graph, registry=REGISTRY)


async def test_counts_and_edges_are_those_of_postgres(graph: GraphStore, law: LawStore) -> None:
    await hold(law, graph)
    relational = await count_relational(law, KEYS, REGISTRY)
    assert await graph.count_by_document() == relational.by_document
    act = relational.by_document[ACT.key]
    assert (act["sections"], act["references"], act["conflicts_with"], act["amended_by"]) == (10, 4, 1, 1)
    assert await graph.count_between_documents() == relational.between
    assert relational.between == {
        ("references", ACT.key, RULES.key): 1, ("conflicts_with", ACT.key, RULES.key): 1,
        ("references", RULES.key, ACT.key): 1, ("derived_from", RULES.key, ACT.key): 1,
        ("made_under", RULES.key, ACT.key): 1,
    }  # fmt: skip
    for key in KEYS:
        drawn = await draw_document(law, key, REGISTRY)
        assert await graph.read_drawn(key) == drawn and len(drawn.titles) == 10


@MORE_ON_NEO4J
async def test_the_edges_at_every_provision_are_those_of_postgres(graph: GraphStore, law: LawStore) -> None:
    await hold(law, graph)
    index = await load_index(law, "1")
    kinds: set[str] = set()
    for key in KEYS:
        for edition in index.laws[key].editions.values():
            for path in edition.places:
                four = await graph.read_edges_at(provision_id(key, path))
                assert sorted(set(four)) == sorted(set(index.edges.edges_inside(key, parse_path(path)))), f"{key} {path}"
                drawn = await graph.read_edges_at(provision_id(key, path), ALL_EDGE_KINDS)
                held = edges_without_graph(index, REGISTRY, key, parse_path(path), ALL_EDGE_KINDS)
                assert sorted(set(drawn)) == sorted(set(held)), f"{key} {path}"
                kinds |= {edge.kind for edge in drawn}
    assert kinds == {*ALL_EDGE_KINDS} - {"under_same_section"}


@MORE_ON_NEO4J
async def test_rules_of_another_state_under_the_same_section_are_those_of_postgres(
    graph: GraphStore, law: LawStore
) -> None:
    await hold(law, graph)
    made = rows(act_parts(), spec=ELSEWHERE)
    await law.replace_edition(made)
    said = [
        DerivationRow("1", ACT.key, "3(2)", "words", 0.7, None, None),  # as 3(1) of the rules held already
        DerivationRow("2(a)", ACT.key, "3", "words", 0.8, None, None),  # the whole section is not that part of it
    ]
    await law.replace_derivations(ELSEWHERE.key, made.edition_id, said)
    registry = Registry({**REGISTRY.documents, ELSEWHERE.key: ELSEWHERE}, {})
    await rebuild_stale_documents(law, graph, registry=registry)
    index = await load_index(law, "2")
    wanted: tuple[EdgeKind, ...] = ("under_same_section",)
    expected = {
        (UNDER.key, "3"): [EdgeAt("under_same_section", "3(1)", ELSEWHERE.key, "1", 0.7)],
        (ELSEWHERE.key, "1"): [EdgeAt("under_same_section", "1", UNDER.key, "3(1)", 0.7)],
        (ELSEWHERE.key, "2"): [],
        (ACT.key, "3"): [],
    }
    for (key, path), edges in expected.items():
        assert await graph.read_edges_at(provision_id(key, path), wanted) == edges, f"{key} {path}"
        assert edges_without_graph(index, registry, key, parse_path(path), wanted) == edges, f"{key} {path}"


@MORE_ON_NEO4J
async def test_what_the_graph_does_not_hold_has_nothing(graph: GraphStore, law: LawStore) -> None:
    drawn = await graph.read_drawn("no_such_act")
    assert (drawn.titles, drawn.edges) == ({}, ())
    assert await graph.read_edges_at(provision_id("no_such_act", "1")) == []
    empty = await draw_document(law, "no_such_act", REGISTRY)
    assert empty == drawn

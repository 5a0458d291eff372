"""The edges of the law in memory: found at a provision, in its parts and in what holds it."""

from __future__ import annotations

from uuid import uuid4

from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.provision_edges import Joined, ProvisionEdges, load_edges
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.stores.law.enabling_edges import DerivationAt, DerivationRow
from civicsetu.stores.law.law_views import ReferenceAt

PATHS = st.sampled_from(["4", "4(1)", "4(2)", "4(2)(l)", "4(2)(l)(D)", "18", "18(1)", "18(1)(a)", "Form A"])


def end(document: str, path: str, confidence: float = 1.0) -> Joined:
    return Joined(document, parse_path(path), confidence)


def told(joined: list[Joined]) -> list[str]:
    return [f"{one.document} {one.path}" for one in joined]


def edges_of(*derived: tuple[str, str, float]) -> ProvisionEdges:
    edges = ProvisionEdges()
    for rule, section, confidence in derived:
        edges.add_derivation(end("north", rule, confidence), end("act", section, confidence))
    return edges


def test_rules_are_found_under_a_section_its_parts_and_what_holds_them_the_nearest_and_surest_first() -> None:
    edges = edges_of(("3", "4", 0.9), ("5", "4(2)(l)", 0.6), ("6", "4(2)", 0.8), ("7", "4(1)", 1.0))
    assert told(edges.rules_under("act", parse_path("4"))) == ["north 7", "north 3", "north 6", "north 5"]
    assert told(edges.rules_under("act", parse_path("4(2)"))) == ["north 6", "north 5", "north 3"]
    assert told(edges.rules_under("act", parse_path("18"))) == []
    assert told(edges.rules_under("other_act", parse_path("4"))) == []


def test_a_rule_leads_to_the_sections_it_carries_out_each_once() -> None:
    edges = edges_of(("16(1)", "18(1)", 0.9), ("16(2)", "18(1)", 0.7), ("16(2)", "71", 0.6))
    assert told(edges.sections_behind("north", parse_path("16"))) == ["act 18(1)", "act 71"]
    assert told(edges.sections_behind("north", parse_path("16(1)"))) == ["act 18(1)"]


def test_references_lead_out_of_a_provision_and_into_it_but_not_within_it() -> None:
    edges = ProvisionEdges()
    edges.add_reference(end("act", "18(1)(a)"), end("act", "71(1)"))
    edges.add_reference(end("act", "18(1)"), end("act", "18(1)(a)"))
    edges.add_reference(end("north", "16"), end("act", "18(1)"))
    assert told(edges.refers_to("act", parse_path("18"))) == ["act 71(1)"]
    assert told(edges.referred_to_by("act", parse_path("18(1)"))) == ["north 16"]
    assert told(edges.refers_to("act", parse_path("18(1)"))) == ["act 71(1)"]
    assert told(edges.referred_to_by("act", parse_path("71"))) == ["act 18(1)(a)"]


@given(st.lists(st.tuples(PATHS, PATHS, st.floats(0, 1)), max_size=12), PATHS)
def test_every_rule_found_under_a_path_is_joined_to_something_that_overlaps_it(
    derived: list[tuple[str, str, float]], asked: str
) -> None:
    path = parse_path(asked)
    found = edges_of(*derived).rules_under("act", path)
    overlapping = {
        rule
        for rule, section, _ in derived
        if path.contains(parse_path(section)) or parse_path(section).contains(path)
    }
    assert {str(one.path) for one in found} == overlapping
    assert len(found) == len(overlapping)


class Held:
    """Tells the edges of two documents; the rules also name what is not held."""

    async def derivations_of(self, document: str) -> list[DerivationAt]:
        if document == "act":
            return []
        rows = [("16", "act", "18(1)", True), ("", "act", "84", True), ("17", "act", "99", False)]
        return [
            DerivationAt(
                uuid4(), provision_id(document, path) if path else None, uuid4() if held else None,
                DerivationRow(path, act, section, "done under", 0.9, 0, 4),
            )
            for path, act, section, held in rows
        ]  # fmt: skip

    async def references_of(self, document: str) -> list[ReferenceAt]:
        target = provision_id("other", "1")
        return [
            ReferenceAt(
                uuid4(), EditionKind.PLAIN, provision_id(document, "2"), "2", named, "1", target, 0, 1
            )
            for named in ("act", "other")
        ]


async def test_edges_to_what_is_not_held_and_of_whole_documents_are_left_out() -> None:
    edges = await load_edges(Held(), ["act", "north"])  # type: ignore[arg-type]
    assert told(edges.rules_under("act", parse_path("18"))) == ["north 16"]
    assert edges.rules_under("act", parse_path("84")) == edges.rules_under("act", parse_path("99")) == []
    assert told(edges.refers_to("north", parse_path("2"))) == ["act 1"]

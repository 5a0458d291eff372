"""What provisions refer to, and which rules carry out which sections: the graph's edges, in memory.

Read from Postgres with the law index, once per corpus version. What an answer must hold cannot depend on
the graph server being up; the graph leads searches further, these edges look up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.stores.graph.graph_views import EdgeAt, EdgeKind
from civicsetu.stores.law.law_store import LawStore


@dataclass(frozen=True, slots=True)
class Joined:
    """A provision at the other end of an edge, and how sure the edge is."""

    document: str
    path: ProvisionPath
    confidence: float = 1.0


_Ends = dict[tuple[str, str], list[tuple[ProvisionPath, Joined]]]


def _ends() -> _Ends:
    return defaultdict(list)


@dataclass
class ProvisionEdges:
    """Edges by the whole section they begin or end in."""

    _carried_out_by: _Ends = field(default_factory=_ends)
    _carries_out: _Ends = field(default_factory=_ends)
    _refers_to: _Ends = field(default_factory=_ends)
    _referred_to_by: _Ends = field(default_factory=_ends)

    def add_derivation(self, rule: Joined, section: Joined) -> None:
        """Record that the rule carries out the section."""
        _add(self._carries_out, rule, section)
        _add(self._carried_out_by, section, rule)

    def add_reference(self, source: Joined, target: Joined) -> None:
        _add(self._refers_to, source, target)
        _add(self._referred_to_by, target, source)

    def rules_under(self, document: str, path: ProvisionPath) -> list[Joined]:
        """Return the rules made under a provision, its parts or the whole it is part of; the surest first."""
        return _at(self._carried_out_by, document, path)

    def sections_behind(self, document: str, path: ProvisionPath) -> list[Joined]:
        """Return the provisions that a rule carries out; the surest first."""
        return _at(self._carries_out, document, path)

    def refers_to(self, document: str, path: ProvisionPath) -> list[Joined]:
        """Return the provisions that a provision or a part of it names, in the order of its text."""
        return _inside(self._refers_to, document, path)

    def referred_to_by(self, document: str, path: ProvisionPath) -> list[Joined]:
        """Return the provisions that name a provision or a part of it."""
        return _inside(self._referred_to_by, document, path)

    def edges_inside(self, document: str, path: ProvisionPath) -> Iterator[EdgeAt]:
        """Yield every edge at a provision or a part of it, each with the part, as the graph gives them."""
        held: tuple[tuple[EdgeKind, _Ends], ...] = (
            ("refers_to", self._refers_to),
            ("referred_to_by", self._referred_to_by),
            ("carries_out", self._carries_out),
            ("carried_out_by", self._carried_out_by),
        )
        for kind, ends in held:
            for here, there in ends.get((document, path.number), ()):
                if path.contains(here):
                    yield EdgeAt(kind, str(here), there.document, str(there.path), there.confidence)


    def edges_under_same_section(self, document: str, path: ProvisionPath) -> Iterator[EdgeAt]:
        """Yield what other documents have that carries out the very provision this one or a part of it carries out.

        An edge is as sure as the less sure of the two derivations.
        """
        for here, section in self._carries_out.get((document, path.number), ()):
            if not path.contains(here):
                continue
            for at, rule in self._carried_out_by.get((section.document, section.path.number), ()):
                if at == section.path and rule.document != document:
                    sure = min(section.confidence, rule.confidence)
                    yield EdgeAt("under_same_section", str(here), rule.document, str(rule.path), sure)


async def load_edges(law: LawStore, documents: list[str]) -> ProvisionEdges:
    """Return the edges between the current editions of those documents; what leads out of them is left out.

    Raises:
        StoreError: Postgres cannot be read.
    """
    edges = ProvisionEdges()
    for document in documents:
        for made in await law.read_derivations(document):
            row = made.row
            if row.source_path and made.target_id is not None and row.target_document in documents:
                rule = Joined(document, parse_path(row.source_path), row.confidence)
                section = Joined(row.target_document, parse_path(row.target_path), row.confidence)
                edges.add_derivation(rule, section)
        for mention in await law.read_references(document):
            if mention.target_id is not None and mention.target_document in documents:
                edges.add_reference(
                    Joined(document, parse_path(mention.source_path)),
                    Joined(mention.target_document, parse_path(mention.target_path)),
                )
    return edges


def _add(ends: _Ends, here: Joined, there: Joined) -> None:
    ends[here.document, here.path.number].append((here.path, there))


def _at(ends: _Ends, document: str, path: ProvisionPath) -> list[Joined]:
    """Edges at the provision or inside it before those at what holds it; each end once."""
    found = [
        (not path.contains(here), -there.confidence, at, there)
        for at, (here, there) in enumerate(ends.get((document, path.number), ()))
        if path.contains(here) or here.contains(path)
    ]
    return _once([there for *_, there in sorted(found, key=lambda one: one[:3])])


def _inside(ends: _Ends, document: str, path: ProvisionPath) -> list[Joined]:
    """Edges at the provision or inside it that lead out of it; each end once."""
    return _once(
        [
            there
            for here, there in ends.get((document, path.number), ())
            if path.contains(here) and not (there.document == document and path.contains(there.path))
        ]
    )


def _once(joined: list[Joined]) -> list[Joined]:
    first: dict[tuple[str, ProvisionPath], Joined] = {}
    for one in joined:
        first.setdefault((one.document, one.path), one)
    return list(first.values())

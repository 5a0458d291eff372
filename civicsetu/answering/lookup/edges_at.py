"""The edges at a provision as Postgres and the registry have them: what stands in while the graph server does not answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.stores.graph.graph_views import EdgeAt, EdgeKind


def edges_without_graph(
    index: LawIndex, registry: Registry, document: str, path: ProvisionPath, kinds: Collection[EdgeKind]
) -> list[EdgeAt]:
    """Return the edges of those kinds at a provision that is held and at its parts."""
    found = list(index.edges.edges_inside(document, path))
    found += index.edges.edges_under_same_section(document, path)
    found += _conflicts(index, registry, document, path)
    return [edge for edge in found if edge.kind in kinds]


def _conflicts(index: LawIndex, registry: Registry, document: str, path: ProvisionPath) -> Iterator[EdgeAt]:
    """Conflicts are told from either end; the registry has each at one of them."""
    for key, spec in registry.documents.items():
        if key not in index.laws:
            continue
        for conflict in spec.conflicts:
            here = _held(index, key, parse_path(conflict.provision))
            there = parse_path(conflict.against)
            if here is None or not index.holds(conflict.document, there):
                continue
            if key == document and path.contains(here):
                yield EdgeAt("conflicts_with", str(here), conflict.document, str(there))
            if conflict.document == document and path.contains(there):
                yield EdgeAt("conflicts_with", str(there), key, str(here))


def _held(index: LawIndex, document: str, path: ProvisionPath) -> ProvisionPath | None:
    """The provision itself or, where no edition divides so far, what holds it."""
    return next((one for one in (path, *reversed(path.ancestors)) if index.holds(document, one)), None)

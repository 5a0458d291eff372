"""The graph's contents as Postgres has them: what it must hold, and what stands in while it is away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from civicsetu.corpus.graph_sync import read_graph_rows
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import provision_id
from civicsetu.stores.graph.graph_rows import GraphRows
from civicsetu.stores.graph.graph_views import Between, BetweenKind, DrawnDocument, DrawnEdge
from civicsetu.stores.law.law_store import LawStore


@dataclass(frozen=True, slots=True)
class RelationalCounts:
    """Counts that the graph must hold: by document, and between one document and another."""

    by_document: dict[str, dict[str, int]]
    between: Between


async def count_relational(law: LawStore, keys: Collection[str], registry: Registry) -> RelationalCounts:
    """Count what the graph must hold of those documents, by what Postgres and the registry say.

    Raises:
        StoreError: Postgres cannot be read.
    """
    held = await law.list_documents()
    by_document: dict[str, dict[str, int]] = {}
    between: Counter[tuple[BetweenKind, str, str]] = Counter()
    for document in held:
        if document.key in keys:
            rows = await read_graph_rows(document, held, law, registry)
            by_document[document.key] = rows.counts()
            between.update(_between(rows, registry.documents.get(document.key)))
    return RelationalCounts(by_document, dict(between))


async def draw_document(law: LawStore, key: str, registry: Registry) -> DrawnDocument:
    """Return one document with the edges that start in it, as the graph would hold it.

    Raises:
        StoreError: Postgres cannot be read.
    """
    held = await law.list_documents()
    document = next((one for one in held if one.key == key), None)
    if document is None:
        return DrawnDocument(key, {}, ())
    rows = await read_graph_rows(document, held, law, registry)
    titles = {section.path: section.title for section in rows.sections}
    return DrawnDocument(key, titles, tuple(sorted(set(_edges(rows, registry.documents.get(key))))))


def _between(
    rows: GraphRows, spec: DocumentSpec | None
) -> Iterator[tuple[BetweenKind, str, str]]:
    key = rows.document.key
    for edge in set(_edges(rows, spec)):
        if edge.document != key:
            yield edge.kind, key, edge.document
    for law in rows.made_under:
        yield "made_under", key, law.document


def _edges(rows: GraphRows, spec: DocumentSpec | None) -> Iterator[DrawnEdge]:
    for one in rows.references:
        yield DrawnEdge("references", one.source_path, one.target_document, one.target_path)
    for one in rows.derivations:
        yield DrawnEdge("derived_from", one.source_path, one.target_document, one.target_path)
    paths = {section.id: section.path for section in rows.sections}
    against = {provision_id(one.document, one.against): one for one in (spec.conflicts if spec else ())}
    for conflict in rows.conflicts:
        other = against[conflict.target_id]
        yield DrawnEdge("conflicts_with", paths[conflict.source_id], other.document, other.against)

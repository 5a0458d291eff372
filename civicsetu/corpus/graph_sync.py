"""Keep the graph in step with Postgres, which is the truth.

A document's graph is made from what Postgres holds of it now and replaces what the graph
held; a graph that was down is brought in step when it comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from civicsetu.errors import UnknownDocument
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.stores.graph_rows import DocumentNode, GraphRows, ReferenceEdge, SectionNode
from civicsetu.stores.graph_store import GraphStore
from civicsetu.stores.law_store import LawStore
from civicsetu.stores.law_views import HeldDocument, NodeAt


async def sync_graph(key: str, law: LawStore, graph: GraphStore) -> None:
    """Rebuild one document in the graph.

    Raises:
        UnknownDocument: Postgres does not hold it.
        GraphUnavailable: the graph is as it was before.
    """
    document = next((held for held in await law.documents() if held.key == key), None)
    if document is None:
        raise UnknownDocument(f"not held: {key}")
    await graph.rebuild_document(await graph_rows(document, law))


async def graph_in_step(law: LawStore, graph: GraphStore, keys: Collection[str] | None = None) -> None:
    """Rebuild every document, or each of those, of which the graph holds other numbers than Postgres.

    Raises:
        GraphUnavailable: the graph went away meanwhile.
    """
    for document in await law.documents():
        if keys is not None and document.key not in keys:
            continue
        rows = await graph_rows(document, law)
        counts = await graph.counts(document.key)
        if (counts["sections"], counts["references"]) != (len(rows.sections), len(rows.references)):
            await graph.rebuild_document(rows)


async def graph_rows(document: HeldDocument, law: LawStore) -> GraphRows:
    """Every provision of the current editions, official first, and every reference between them."""
    chunks = await law.chunk_of_units(document.key)
    sections: dict[str, SectionNode] = {}
    for edition in sorted(document.editions, key=lambda held: held.kind is not EditionKind.OFFICIAL):
        for node in await law.nodes_of(edition.edition_id):
            if node.path and node.path not in sections:
                sections[node.path] = _section(node, sections, chunks)
    references = {
        (reference.source_id, reference.target_id): ReferenceEdge(
            source_id=reference.source_id,
            target_id=reference.target_id,
            source_path=reference.source_path,
            target_path=reference.target_path,
            target_document=reference.target_document,
        )
        for reference in await law.references_of(document.key)
        if reference.target_id is not None
    }
    return GraphRows(
        DocumentNode(
            document.doc_id,
            document.key,
            document.title,
            document.jurisdiction,
            document.doc_type.value,
            document.effective_date,
        ),
        tuple(sections.values()),
        tuple(references.values()),
    )


def _section(node: NodeAt, above: dict[str, SectionNode], chunks: dict[str, UUID]) -> SectionNode:
    path = parse_path(node.path)
    assert node.provision_id is not None
    parent = above.get(str(path.parent)) if path.parent else None
    chunk = next(
        (chunks[str(holder)] for holder in (path, *reversed(path.ancestors)) if str(holder) in chunks), None
    )
    return SectionNode(
        id=node.provision_id,
        section_id=path.number,
        path=node.path,
        level=len(path.labels),
        title=node.title or (parent.title if parent else ""),
        chunk_id=chunk,
        parent_id=parent.id if parent else None,
    )

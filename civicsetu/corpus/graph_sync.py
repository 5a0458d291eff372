"""Keep the graph in step with Postgres, which is the truth.

A document's graph is made from what Postgres holds of it now and replaces what the graph
held; a graph that was down is brought in step when it comes back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from uuid import UUID, uuid5

from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import UnknownDocument
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import NAMESPACE, parse_path, provision_id
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
from civicsetu.stores.law.enabling_edges import DerivationAt
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.law_views import HeldDocument, NodeAt, ReferenceAt


async def sync_graph(key: str, law: LawStore, graph: GraphStore, registry: Registry | None = None) -> None:
    """Rebuild one document in the graph; amendments and conflicts are those of the registry.

    Raises:
        UnknownDocument: Postgres does not hold it.
        GraphUnavailable: the graph is as it was before.
    """
    held = await law.list_documents()
    document = next((one for one in held if one.key == key), None)
    if document is None:
        raise UnknownDocument(f"not held: {key}")
    await graph.rebuild_document(await read_graph_rows(document, held, law, registry or get_registry()))


async def rebuild_stale_documents(
    law: LawStore, graph: GraphStore, keys: Collection[str] | None = None, registry: Registry | None = None
) -> None:
    """Rebuild every document, or each of those, of which the graph holds other numbers than Postgres.

    Twice where the first time an edge led to a document that came later.

    Raises:
        GraphUnavailable: the graph went away meanwhile.
    """
    held = await law.list_documents()
    wanted = [document for document in held if keys is None or document.key in keys]
    for _ in range(2):
        behind = []
        for document in wanted:
            rows = await read_graph_rows(document, held, law, registry or get_registry())
            if await graph.counts(document.key) != rows.counts():
                await graph.rebuild_document(rows)
                behind.append(document)
        wanted = behind


async def count_expected(law: LawStore, registry: Registry | None = None) -> dict[str, int]:
    """Return the counts that `GraphStore.counts` must give for everything held, by Postgres and the registry."""
    held = await law.list_documents()
    total: dict[str, int] = {}
    for document in held:
        rows = await read_graph_rows(document, held, law, registry or get_registry())
        for name, count in rows.counts().items():
            total[name] = total.get(name, 0) + count
    return total


async def read_graph_rows(
    document: HeldDocument, held: Sequence[HeldDocument], law: LawStore, registry: Registry
) -> GraphRows:
    """Return every provision of the current editions, official first, and every edge that starts in one."""
    chunks = await law.chunk_of_units(document.key)
    sections: dict[str, ProvisionNode] = {}
    for edition in sorted(document.editions, key=lambda one: one.kind is not EditionKind.OFFICIAL):
        for node in await law.read_nodes(edition.edition_id):
            if node.path and node.path not in sections:
                sections[node.path] = _section(node, sections, chunks)
    spec = registry.documents.get(document.key)
    references = await law.read_references(document.key)
    derivations = await law.read_derivations(document.key)
    named = {one.target_document for one in references} | {one.row.target_document for one in derivations}
    named |= {conflict.document for conflict in spec.conflicts} if spec else set()
    there = await law.current_provisions(named)
    keys = {one.key for one in held}
    top = DocumentNode(
        document.doc_id, document.key, document.title, document.jurisdiction, document.doc_type.value,
        document.effective_date,
    )  # fmt: skip
    return GraphRows(
        top,
        tuple(sections.values()),
        tuple(_references(references, there)),
        tuple(_derivations(derivations, there)),
        tuple(_made_under(derivations, keys)),
        tuple(_conflicts(spec, sections, there)),
        tuple(_amendments(spec, sections, keys)),
        tuple(_versions(document)),
    )


def _references(found: Iterable[ReferenceAt], there: Collection[UUID]) -> Iterator[ReferenceEdge]:
    """One a pair; a mention of what is not held, or no longer in the law, is no edge."""
    pairs = {(one.source_id, one.target_id): one for one in found}
    for one in pairs.values():
        if one.target_id is not None and one.target_id in there:
            yield ReferenceEdge(
                one.source_id, one.target_id, one.source_path, one.target_path, one.target_document
            )


def _derivations(found: Iterable[DerivationAt], there: Collection[UUID]) -> Iterator[DerivedEdge]:
    """One a pair, as the official text says it where both editions are held."""
    pairs: dict[tuple[UUID, UUID], DerivedEdge] = {}
    for one in found:
        if one.source_id is not None and one.target_id is not None and one.target_id in there:
            edge = DerivedEdge(
                one.source_id, one.target_id, one.row.source_path, one.row.target_path,
                one.row.target_document, one.row.ground, one.row.confidence, one.row.start_char,
                one.row.end_char,
            )  # fmt: skip
            pairs.setdefault((one.source_id, one.target_id), edge)
    yield from pairs.values()


def _made_under(found: Iterable[DerivationAt], keys: Collection[str]) -> Iterator[DerivedDocument]:
    """One a law: the text's own words, where some edition has them, before the registry's."""
    laws: dict[str, DerivedDocument] = {}
    for one in found:
        law = one.row.target_document
        if not one.row.source_path and law in keys:
            told = DerivedDocument(law, one.row.target_path, one.row.confidence)
            if law not in laws or laws[law].confidence < told.confidence:
                laws[law] = told
    yield from laws.values()


def _conflicts(
    spec: DocumentSpec | None, sections: Mapping[str, ProvisionNode], there: Collection[UUID]
) -> Iterator[ConflictEdge]:
    for conflict in spec.conflicts if spec else ():
        source = _holding(conflict.provision, sections)
        target = provision_id(conflict.document, conflict.against)
        if source is not None and target in there:
            yield ConflictEdge(source.id, target, conflict.reason)


def _amendments(
    spec: DocumentSpec | None, sections: Mapping[str, ProvisionNode], keys: Collection[str]
) -> Iterator[AmendmentNode]:
    """Every change the registry tells of the law; what was taken out hangs on what held it."""
    for change in spec.changes if spec and sections else ():
        places = [(_holding(path, sections), path, told) for path, told in change.provisions.items()]
        yield AmendmentNode(
            uuid5(
                NAMESPACE, f"{spec.key if spec else ''} amendment {change.by} {change.number} {change.date}"
            ),
            change.by,
            change.number,
            change.date,
            change.in_text,
            change.document if change.document in keys else "",
            tuple((node.id, path, told) for node, path, told in places if node is not None),
        )


def _holding(path: str, sections: Mapping[str, ProvisionNode]) -> ProvisionNode | None:
    """The provision of that path, else the nearest around it."""
    place = parse_path(path)
    around = (place, *reversed(place.ancestors))
    return next((sections[str(one)] for one in around if str(one) in sections), None)


def _versions(document: HeldDocument) -> Iterator[VersionNode]:
    """Every version held; a later one of the same edition takes the place of the one before it."""
    before: dict[tuple[str, str], UUID] = {}
    dated = sorted(document.earlier, key=lambda one: (one.law_from or date.min, one.law_until or date.max))
    for one in (*dated, *document.editions):
        line = (one.kind.value, one.language)
        yield VersionNode(
            one.edition_id, one.kind.value, one.language, one.version, one.label, one.law_from, one.law_until,
            before.get(line),
        )  # fmt: skip
        before[line] = one.edition_id


def _section(node: NodeAt, above: dict[str, ProvisionNode], chunks: dict[str, UUID]) -> ProvisionNode:
    path = parse_path(node.path)
    assert node.provision_id is not None
    parent = above.get(str(path.parent)) if path.parent else None
    chunk = next(
        (chunks[str(holder)] for holder in (path, *reversed(path.ancestors)) if str(holder) in chunks), None
    )
    return ProvisionNode(
        id=node.provision_id,
        section_id=path.number,
        path=node.path,
        level=len(path.labels),
        title=node.title or (parent.title if parent else ""),
        chunk_id=chunk,
        parent_id=parent.id if parent else None,
    )

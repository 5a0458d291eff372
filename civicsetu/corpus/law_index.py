"""All current editions, their texts and places, in memory: read once per corpus version.

A few thousand provisions are a few megabytes, and every question needs their texts and
spans; reading them again for each question would cost more than the search. The index is
immutable; when the corpus version in Postgres changes, a new one takes its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from civicsetu.corpus.provision_edges import Joined, ProvisionEdges, load_edges
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import StoreError
from civicsetu.law.annex_names import find_annex_names
from civicsetu.law.documents import DocType, EditionKind, Visibility
from civicsetu.law.paths import ProvisionPath, parse_path, provision_id
from civicsetu.law.provisions import NodeKind
from civicsetu.lexicon.tokens import split_words
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.law_views import EditionText, NodeAt

_TERM = re.compile(
    r"[\"“]?(?P<term>[A-Za-z][A-Za-z ,-]{1,60}?)[\"”]?\s*(?:\([^)]*\)\s*)?"
    r"(?:,|\b(?:is|are|means?|includes?|in relation|with|has|have|whether)\b)"
)


@dataclass(frozen=True, slots=True)
class IndexedProvision:
    """A provision in one edition: `edition.body[start:end]`; `body` is after its label."""

    path: str
    kind: str
    start: int
    end: int
    body: int
    page: int | None
    level: int = 0


@dataclass(frozen=True)
class IndexedEdition:
    """One version of an edition, whole; with `law_until` it is no longer the law.

    `titles` and `chapters` are headings by path of a whole section; `chapters` lacks those that
    stand in none. `another_print`: read from another file than the print that was reviewed.
    """

    edition_id: str
    kind: EditionKind
    body: str
    text_as_of: date | None
    url: str
    basis: str
    note: str
    places: dict[str, IndexedProvision]
    titles: dict[str, str]
    chunks: tuple[tuple[int, int, str], ...] = ()
    label: str = ""
    law_from: date | None = None
    law_until: date | None = None
    chapters: dict[str, str] = field(default_factory=dict)
    another_print: bool = False

    def chunk_at(self, offset: int) -> str:
        """Return the id of the searched chunk that holds the character; the nearest before it otherwise.

        Raises:
            StoreError: the chunks of this edition were lost.
        """
        if not self.chunks:
            message = (
                "Part of the law that is held is lost from the database; run `civicsetu up` to restore it."
            )
            raise StoreError(f"edition {self.edition_id} has no chunks", user_message=message)
        at = bisect_right(self.chunks, (offset, len(self.body) + 1, "")) - 1
        return self.chunks[max(at, 0)][2]


@dataclass(frozen=True)
class HeldLaw:
    """A document, the editions it is held in now, and the versions that were the law before.

    The earlier ones are only ever shown beside the current text: nothing searches them. `compared_on` is the day
    its text was last compared with its source; None where nobody wrote it down.
    """

    key: str
    title: str
    short_title: str
    jurisdiction: str
    doc_type: DocType
    url: str
    effective_date: date | None
    editions: dict[EditionKind, IndexedEdition]
    earlier: tuple[IndexedEdition, ...] = ()
    visibility: Visibility = Visibility.PUBLIC
    compared_on: date | None = None

    def section_path(self, edition: IndexedEdition, path: ProvisionPath) -> tuple[str, ...]:
        """Return the headings down to a provision: 'Lantern Act', 'CHAPTER I', 'section 3 Closing', '3(1)'."""
        title = edition.titles.get(path.number, "").rstrip(".")
        noun = "" if path.is_annex else f"{self.doc_type.provision_noun} "
        section = f"{noun}{path.number} {title}".rstrip()
        below = (str(path),) if path.labels else ()
        headings = (self.short_title, edition.chapters.get(path.number, ""), section, *below)
        return tuple(heading for heading in headings if heading)

    def numbers(self) -> set[str]:
        """Return numbers of the sections held in any edition."""
        paths = (parse_path(place) for edition in self.editions.values() for place in edition.places)
        return {path.number for path in paths if not path.is_annex}


@dataclass(frozen=True, slots=True)
class Unit:
    """Unit of retrieval, by which evidence is counted."""

    unit_id: str
    document: str
    path: str
    title: str
    order: int


@dataclass
class LawIndex:
    """Index of the law by document, path and unit id; of what is `hidden` from citizens it has the keys alone."""

    version: str
    laws: dict[str, HeldLaw]
    edges: ProvisionEdges = field(default_factory=ProvisionEdges)
    units: dict[str, Unit] = field(default_factory=dict)
    hidden: dict[str, Visibility] = field(default_factory=dict)
    _by_provision: dict[str, str] = field(default_factory=dict)
    _ordered: dict[str, list[Unit]] = field(default_factory=lambda: defaultdict(list))
    _terms: dict[str, str] = field(default_factory=dict)
    _sections: dict[str, tuple[str, str]] = field(default_factory=dict)

    def unit_of(self, provision_id: str) -> Unit | None:
        """Return the unit a provision lies in."""
        unit_id = self._by_provision.get(provision_id)
        return self.units.get(unit_id) if unit_id else None

    def units_of(self, provision_id: str) -> list[Unit]:
        """Return the unit a provision lies in; for a whole section of several units, those units."""
        unit = self.unit_of(provision_id)
        if unit is not None:
            return [unit]
        place = self._sections.get(provision_id)
        return self.units_at(place[0], parse_path(place[1])) if place else []

    def section_id(self, unit_id: str) -> str:
        """Return the provision id of the whole section a unit belongs to."""
        unit = self.units[unit_id]
        return str(provision_id(unit.document, parse_path(unit.path).number))

    def units_at(self, document: str, path: ProvisionPath) -> list[Unit]:
        """Return the unit holding that path, or all units inside it, in the order of the law."""
        if document not in self.laws or not self.holds(document, path):
            return []
        units = self._ordered[document]
        inside = [unit for unit in units if path.contains(parse_path(unit.path))]
        if inside:
            return inside
        holding = [unit for unit in units if parse_path(unit.path).contains(path)]
        return holding[-1:] if holding else []

    def holds(self, document: str, path: ProvisionPath) -> bool:
        """Return True when some edition held has exactly that provision."""
        law = self.laws.get(document)
        return law is not None and any(str(path) in edition.places for edition in law.editions.values())

    def neighbours_of(self, document: str, path: ProvisionPath) -> tuple[str, str]:
        """Return the paths of the units before and after a provision that is held; empty at either end of the law."""
        own = {unit.unit_id for unit in self.units_at(document, path)}
        ordered = sorted(self._ordered[document], key=lambda unit: unit.order)
        places = [at for at, unit in enumerate(ordered) if unit.unit_id in own]
        if not places:
            return "", ""
        before, after = places[0] - 1, places[-1] + 1
        return ordered[before].path if before >= 0 else "", ordered[after].path if after < len(ordered) else ""

    def editions_of(self, unit: Unit) -> list[tuple[IndexedEdition, IndexedProvision]]:
        """Return the editions that hold the unit, plain words first."""
        law = self.laws[unit.document]
        found = [
            (law.editions[kind], kind)
            for kind in (EditionKind.PLAIN, EditionKind.OFFICIAL)
            if kind in law.editions
        ]
        return [(edition, edition.places[unit.path]) for edition, _ in found if unit.path in edition.places]

    def find_definitions(self, term: str) -> list[Unit]:
        """Return the definitions whose defined term this is, articles and case aside."""
        wanted = _bare_term(term)
        return [
            self.units[unit_id]
            for unit_id, defined in self._terms.items()
            if wanted and (defined == wanted or defined.startswith(f"{wanted} of "))
        ]

    def find_innermost(self, unit: Unit, edition: IndexedEdition, start: int, end: int) -> IndexedProvision:
        """Return the innermost provision of the unit whose span holds `start:end`."""
        best = edition.places[unit.path]
        for place in edition.places.values():
            if place.start <= start and end <= place.end and place.end - place.start < best.end - best.start:
                best = place
        return best


async def load_index(law_store: LawStore, version: str) -> LawIndex:
    """Read all current editions with their structure from Postgres, three queries an edition.

    What is not public is not in the index, and so nowhere: every retriever, look-up and list of what
    is held goes through it.
    """
    index = LawIndex(version, {})
    for document in await law_store.list_documents():
        if not document.is_public:
            index.hidden[document.key] = document.visibility
            continue
        editions: dict[EditionKind, IndexedEdition] = {}
        spec = get_registry().documents.get(document.key)
        for current in document.editions:
            wrong = spec.misprinted if spec and current.kind is EditionKind.OFFICIAL else {}
            read = await _read_edition(law_store, current.edition_id, wrong)
            if read is not None:
                editions[current.kind], nodes = read
                _index_nodes(index, document.key, nodes)
        earlier = [await _read_edition(law_store, version.edition_id) for version in document.earlier]
        if editions:
            index.laws[document.key] = HeldLaw(
                document.key,
                document.title,
                document.short_title,
                document.jurisdiction,
                document.doc_type,
                document.source_url,
                document.effective_date,
                editions,
                tuple(read[0] for read in earlier if read is not None),
                document.visibility,
                document.updated_at.date() if document.updated_at else None,
            )
    for units in index._ordered.values():
        units.sort(key=lambda unit: unit.order)
    index._terms.update(_defined_terms(index))
    index.edges = await load_edges(law_store, list(index.laws))
    _add_forms_named(index)
    return index


async def _read_edition(
    law_store: LawStore, edition_id: UUID, misprinted: Collection[str] = ()
) -> tuple[IndexedEdition, list[NodeAt]] | None:
    """A version with its places, of misprinted provisions none; None when it is gone meanwhile."""
    text = await law_store.edition_text(edition_id)
    if text is None:
        return None
    every = await law_store.read_nodes(edition_id)
    nodes = [node for node in every if not node.path or parse_path(node.path).number not in misprinted]
    return _held_edition(text, nodes, await law_store.chunk_spans(edition_id)), nodes


def _defined_terms(index: LawIndex) -> Iterator[tuple[str, str]]:
    """Unit id and term of every definition, as the edition that is read first prints it."""
    for unit in index.units.values():
        edition, place = index.editions_of(unit)[0]
        if place.kind == NodeKind.DEFINITION.value:
            term = _TERM.match(edition.body, place.body, place.end)
            if term is not None:
                yield unit.unit_id, _bare_term(term.group("term"))


def _add_forms_named(index: LawIndex) -> None:
    """Join each provision to the forms and schedules of its own document that it names.

    References between provisions are stored; a form is named so plainly that its name is read here.
    """
    for unit in index.units.values():
        edition, place = index.editions_of(unit)[0]
        for named in find_annex_names(edition.body[place.start : place.end]):
            if index.holds(unit.document, named.path):
                index.edges.add_reference(
                    Joined(unit.document, parse_path(unit.path)), Joined(unit.document, named.path)
                )


def _bare_term(text: str) -> str:
    return " ".join(word for word in split_words(text) if word not in ("a", "an", "the"))


def _held_edition(
    text: EditionText, nodes: Sequence[NodeAt], spans: Sequence[tuple[int, int, UUID]]
) -> IndexedEdition:
    return IndexedEdition(
        str(text.edition_id),
        text.kind,
        text.body,
        text.text_as_of,
        text.source_url,
        text.basis,
        text.note,
        {
            node.path: IndexedProvision(
                node.path, node.kind.value, node.start, node.end, node.body, node.page, node.level
            )
            for node in nodes
            if node.path
        },
        {node.path: node.title for node in nodes if node.path and not parse_path(node.path).labels},
        tuple(sorted((start, end, str(chunk)) for start, end, chunk in spans)),
        text.label,
        text.law_from,
        text.law_until,
        dict(_chapters(nodes)),
        get_registry().is_another_print(text.document, text.version, text.sha256),
    )


def _chapters(nodes: Sequence[NodeAt]) -> Iterator[tuple[str, str]]:
    """For each section the heading of the chapter it stands in; none before the first chapter."""
    chapter = ""
    for node in sorted(nodes, key=lambda node: node.order):
        if node.kind is NodeKind.CHAPTER:
            chapter = " ".join(node.title.split())
        elif node.kind is NodeKind.SECTION and chapter:
            yield node.path, chapter


def _index_nodes(index: LawIndex, document: str, nodes: Sequence[NodeAt]) -> None:
    """Register the units of one edition and, for every provision, the unit it lies in."""
    title = ""
    unit: Unit | None = None
    for node in sorted(nodes, key=lambda node: node.order):
        if not node.path:
            continue
        path, provision = parse_path(node.path), str(node.provision_id)
        if not path.labels:
            title, unit = node.title, None
            index._sections[provision] = (document, node.path)
        if node.is_unit:
            unit = Unit(provision, document, node.path, title, _order(path, node.order))
            _add_unit(index, unit)
        if unit is not None and parse_path(unit.path).contains(path):
            index._by_provision[provision] = unit.unit_id


def _add_unit(index: LawIndex, unit: Unit) -> None:
    if unit.unit_id not in index.units:
        index.units[unit.unit_id] = unit
        index._ordered[unit.document].append(unit)


def _order(path: ProvisionPath, order_index: int) -> int:
    """Sections by number, their units by place; forms and schedules after them."""
    return path.rank * 10_000 + min(order_index, 9_999)

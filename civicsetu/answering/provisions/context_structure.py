"""Where in the law's own tree the provisions found stand, for whoever asks for it.

A context is a unit; its parent is the whole section or rule it is a part of. Several units
of one section share a parent, which is attached to the first of them and to no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.law_index import HeldLaw, IndexedEdition, LawIndex
from civicsetu.law.answers import Context
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path


class StructurePlace(BaseModel):
    """A provision in one edition: its text is `edition_text[start:end]`; `page` counts from 1."""

    model_config = ConfigDict(frozen=True)

    edition: EditionKind
    edition_id: UUID
    path: str
    section_path: tuple[str, ...] = Field(description="Headings from the law down, with the chapter.")
    level: int = Field(description="Depth in the tree; the whole text is 0.")
    start: int
    end: int
    page: int | None


class ParentSection(StructurePlace):
    """The whole section or rule, with its text."""

    title: str
    text: str


class StructuredContext(Context):
    """A context with its place in every edition that holds it, the one that is read first in front.

    `parent` is None where an earlier context brought the same section, and both are empty for a
    law that was given up while it was being searched.
    """

    structure: tuple[StructurePlace, ...]
    parent: ParentSection | None


def add_structure(contexts: Sequence[Context], index: LawIndex) -> list[StructuredContext]:
    """Add to each context its place in the law, in the same order; every parent once."""
    attached: set[tuple[str, str]] = set()
    told: list[StructuredContext] = []
    for context in contexts:
        law, section = index.laws.get(context.document), parse_path(context.provision).number
        is_news = (context.document, section) not in attached
        attached.add((context.document, section))
        told.append(
            StructuredContext(
                **context.model_dump(),
                structure=tuple(_places(law, context.provision)) if law else (),
                parent=_parent(law, section) if law and is_news else None,
            )
        )
    return told


def _places(law: HeldLaw, path: str) -> Iterator[StructurePlace]:
    for kind in (EditionKind.PLAIN, EditionKind.OFFICIAL):
        edition = law.editions.get(kind)
        if edition is not None and path in edition.places:
            yield _place(law, edition, path)


def _place(law: HeldLaw, edition: IndexedEdition, path: str) -> StructurePlace:
    place = edition.places[path]
    return StructurePlace(
        edition=edition.kind,
        edition_id=UUID(edition.edition_id),
        path=path,
        section_path=law.section_path(edition, parse_path(path)),
        level=place.level,
        start=place.start,
        end=place.end,
        page=place.page,
    )


def _parent(law: HeldLaw, section: str) -> ParentSection | None:
    """The section in the edition that is read first."""
    place = next(_places(law, section), None)
    if place is None:
        return None
    edition = law.editions[place.edition]
    text = edition.body[place.start : place.end].strip()
    return ParentSection(**place.model_dump(), title=edition.titles.get(section, ""), text=text)

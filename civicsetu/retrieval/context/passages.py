"""Passages of a context, each with its place in the law and its edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from civicsetu.corpus.extracts import Extract, to_text
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.sources.public_sources import read_public_sources
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.prints import NOT_REVIEWED

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a text: addresses, the page of the print (from 1), and a note on it."""

    addresses: tuple[str, ...]
    page: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit, or a section with the units shown of it.

    `headings` lead from the law's chapter down to `provision`; `secondary`: restated from public
    sources, no official text at hand; `origin` is None unless sources are asked for, its note
    empty where a better passage of the same edition has it.
    """

    rank: int
    document: str
    title: str
    provision: str
    headings: tuple[str, ...]
    edition: EditionKind
    as_of: date | None
    secondary: bool
    text: str
    units: tuple[str, ...]
    cut: bool
    origin: Origin | None

    @property
    def heading(self) -> str:
        """Heading path: 'Lantern Act, 1950 > section 3 Closing of lanterns > 3(1)'."""
        return " > ".join((self.title, *self.headings))

    @property
    def edition_description(self) -> str:
        """Description of the edition: whose words these are, and of which day."""
        words = "official text" if self.edition is EditionKind.OFFICIAL else "our restatement in plain words"
        words += " of public sources, no official text at hand" if self.secondary else ""
        as_of = f", law as held on {self.as_of:%d %B %Y}" if self.as_of else ""
        return f"{words}{as_of}; later changes not checked"


def passages_of(extracts: Sequence[Extract], index: LawIndex, *, sources: bool) -> list[Passage]:
    """Return the passages in rank order; the parts of one section are one passage."""
    together: dict[tuple[str, str, str], list[Extract]] = {}
    for extract in sorted(extracts, key=lambda one: one.rank):
        together.setdefault((extract.unit.document, _place(extract), extract.edition.edition_id), []).append(
            extract
        )
    noted: set[str] = set()
    passages = []
    for rank, parts in enumerate(together.values(), start=1):
        edition = parts[0].edition.edition_id
        passages.append(_passage(rank, parts, index, sources=sources, noted=edition in noted))
        noted.add(edition)
    return passages


def arrange(best_first: Sequence[T]) -> list[T]:
    """Return the best first, the second last, the third second, the fourth last but one, and so on.

    A model reads the middle of a long context least carefully, so the least needed come there.
    """
    return [*best_first[::2], *reversed(best_first[1::2])]


def _place(extract: Extract) -> str:
    return parse_path(extract.unit.path).number if extract.in_section else extract.unit.path


def _passage(rank: int, parts: Sequence[Extract], index: LawIndex, *, sources: bool, noted: bool) -> Passage:
    first = parts[0]
    law, edition, path = index.laws[first.unit.document], first.edition, parse_path(_place(first))
    start, end = first.start, first.end
    if first.in_section:
        section = edition.places[path.number]
        start, end = section.body, section.end
    return Passage(
        rank=rank,
        document=law.key,
        title=law.title,
        provision=str(path),
        headings=law.section_path(edition, path)[1:],
        edition=edition.kind,
        as_of=edition.text_as_of,
        secondary=edition.kind is EditionKind.PLAIN and bool(read_public_sources(law.key).get_sources(path.number)),
        text=to_text(edition.body, start, end, parts),
        units=tuple(part.unit.path for part in sorted(parts, key=lambda one: one.start)),
        cut=any(part.cut for part in parts),
        origin=_origin(first, path, index, noted=noted) if sources else None,
    )


def _origin(extract: Extract, path: ProvisionPath, index: LawIndex, *, noted: bool) -> Origin:
    law, edition = index.laws[extract.unit.document], extract.edition
    public = read_public_sources(law.key).get_sources(path.number) if edition.kind is EditionKind.PLAIN else ()
    official = edition.url or law.url
    addresses = tuple(one.address for one in public) or ((official,) if official else ())
    notes = (NOT_REVIEWED if edition.another_print else "", edition.note)
    note = "" if noted else " ".join(filter(None, notes))
    return Origin(addresses, edition.places[str(path)].page, note)

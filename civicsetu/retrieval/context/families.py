"""Collect what a context is made from: the units found and, where asked for, the rest of their sections.

A sub-section often cannot be understood without the one before it. The family of a unit
is read from the law index, which holds texts and places and no vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from civicsetu.corpus.extracts import CitedSpan, Extract, Span, compress
from civicsetu.corpus.law_index import IndexedEdition, LawIndex, Unit
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.settings import ContextSettings


@dataclass(frozen=True, slots=True)
class Pool:
    """The extracts of a context: `found` in rank order, `family` in the order in which they are added."""

    found: tuple[Extract, ...]
    family: tuple[Extract, ...] = ()

    def sentences(self) -> list[str]:
        """Return every sentence, to be scored."""
        return [piece.sentence for extract in (*self.found, *self.family) for piece in extract.pieces()]

    def compress(self, keep: int, score: Callable[[str], float], cited: Sequence[CitedSpan] = ()) -> Pool:
        """Return the same units with the best sentences of each and those that are cited."""
        return Pool(
            tuple(compress(extract, keep, score, cited) for extract in self.found),
            tuple(compress(extract, keep, score, cited) for extract in self.family),
        )


@dataclass(frozen=True, slots=True)
class _Section:
    """A whole section in one edition: its units in the law's order, and how well it was found."""

    rank: int
    edition: IndexedEdition
    units: tuple[Unit, ...]
    spans: tuple[Span, ...]

    def extract(self, at: int, rank: int) -> Extract:
        start, end = self.spans[at]
        return Extract(self.units[at], self.edition, rank, start, end, ((start, end),), in_section=True)

    def nearest_first(self, found: Sequence[str]) -> list[Extract]:
        """Return its other units, nearest to what was found first."""
        anchors = [at for at, unit in enumerate(self.units) if unit.unit_id in found]
        others = [at for at in range(len(self.units)) if at not in anchors]
        others.sort(key=lambda at: (min(abs(at - anchor) for anchor in anchors), at))
        return [self.extract(at, self.rank) for at in others]


def pool_of(
    evidence: Sequence[Evidence], index: LawIndex, settings: ContextSettings, *, families: bool
) -> Pool:
    """Return the extracts of the evidence, in the edition that is read first; with `families` the best sections too.

    A section comes once however many of its units were found; the units of the sections alternate, so
    that a section of forty definitions leaves room for another. All together are at most `family_cap`;
    no unit found is left out, except where it is no longer held.
    """
    units = [index.units[item.unit_id] for item in evidence if item.unit_id in index.units]
    best = units[: settings.families_of] if families else []
    sections: dict[tuple[str, str, str], _Section] = {}
    for rank, unit in enumerate(best, start=1):
        if _section_key(unit, index) not in sections:
            sections[_section_key(unit, index)] = _section(unit, rank, index)
    found = tuple(
        _found(unit, rank, sections.get(_section_key(unit, index)), index)
        for rank, unit in enumerate(units, start=1)
    )
    ids = [unit.unit_id for unit in units]
    turns = zip_longest(*(section.nearest_first(ids) for section in sections.values()))
    family: dict[str, Extract] = {}
    for extract in (extract for turn in turns for extract in turn if extract is not None):
        family.setdefault(extract.unit.unit_id, extract)
    return Pool(found, tuple(family.values())[: max(settings.family_cap - len(found), 0)])


def _found(unit: Unit, rank: int, section: _Section | None, index: LawIndex) -> Extract:
    if section is not None:
        return section.extract(section.units.index(unit), rank)
    edition, place = index.editions_of(unit)[0]
    start = place.start if parse_path(unit.path).labels else place.body
    return Extract(unit, edition, rank, start, place.end, ((start, place.end),))


def _section_key(unit: Unit, index: LawIndex) -> tuple[str, str, str]:
    edition, _ = index.editions_of(unit)[0]
    return unit.document, parse_path(unit.path).number, edition.edition_id


def _section(unit: Unit, rank: int, index: LawIndex) -> _Section:
    """Return the section of a unit in the edition that is read.

    Words of the section that are in none of its units (the line before its first clause) belong
    to the unit after them, so that all units together are the section.
    """
    edition, _ = index.editions_of(unit)[0]
    number = ProvisionPath(parse_path(unit.path).number)
    parent = edition.places[str(number)]
    units = [one for one in index.units_at(unit.document, number) if one.path in edition.places]
    units.sort(key=lambda one: edition.places[one.path].start)
    ends = [*(edition.places[one.path].end for one in units[:-1]), parent.end]
    starts = [parent.body, *ends[:-1]]
    return _Section(rank, edition, tuple(units), tuple(zip(starts, ends, strict=True)))

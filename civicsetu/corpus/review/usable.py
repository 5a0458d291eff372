"""What may be said of the law that is held: statements and parameters without those in doubt.

An item is in doubt where the words of its provisions changed since it was reviewed, or where the
words that carry it do not stand in the text held. It is withheld, and so is what may not be shown
without it; the provision's own words stand in.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue, get_parameters
from civicsetu.corpus.review.lock import ReviewLock, ReviewState, get_lock, list_items, name_entry, review
from civicsetu.corpus.review.texts import IndexTexts
from civicsetu.corpus.statements.catalogue import StatementCatalogue, get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.law.documents import EditionKind
from civicsetu.law.parameter_shapes import Cell
from civicsetu.law.parameters import Coverage, ParameterEntry, ParameterLookup
from civicsetu.law.silences import Silence
from civicsetu.law.statements import Statement


@dataclass(frozen=True)
class UsableLaw:
    """Statements to answer from, parameters to look up, and silences to state; `doubts` has why each id is withheld."""

    statements: StatementCatalogue
    parameters: ParameterCatalogue
    doubts: Mapping[str, str]
    silences: tuple[Silence, ...] = ()

    def look_up(self, parameter: str, jurisdiction: str, cell: Cell, as_on: datetime.date) -> ParameterLookup:
        """Look a parameter up; an entry in doubt is not given, and the coverage says so. Raises ValueError."""
        found = self.parameters.look_up(parameter, jurisdiction, cell, as_on)
        if found.entry is not None and self._is_in_doubt(parameter, found.entry):
            return ParameterLookup(Coverage.IN_DOUBT, None, found.holding)
        return found

    def _is_in_doubt(self, parameter: str, entry: ParameterEntry) -> bool:
        """An entry may be another jurisdiction's that is referred to."""
        return any(
            name_entry(parameter, state, entry) in self.doubts
            for state, holding in self.parameters.by_id[parameter].values.items()
            if entry in holding.entries
        )


def usable_law(
    index: LawIndex,
    statements: StatementCatalogue | None = None,
    parameters: ParameterCatalogue | None = None,
    lock: ReviewLock | None = None,
    silences: Sequence[Silence] | None = None,
) -> UsableLaw:
    """Return what may be said of the law in the index; made once for each version of the index."""
    every = get_statements() if statements is None else statements
    fixed = get_parameters() if parameters is None else parameters
    silent = get_silences() if silences is None else silences
    results = review(list_items(every, fixed, silent), get_lock() if lock is None else lock, IndexTexts(index))
    doubts = {
        one.item.id: f"{', '.join(one.changed)} changed since it was reviewed"
        for one in results
        if one.state is ReviewState.IN_DOUBT
    }
    told = tuple(one for one in silent if one.id not in doubts and index.laws.keys() >= set(one.laws))
    return UsableLaw(usable_statements(every, index, doubts), fixed, doubts, told)


def usable_statements(
    statements: StatementCatalogue, index: LawIndex, doubts: dict[str, str]
) -> StatementCatalogue:
    """Return the statements whose words are held and that are not in doubt; adds to `doubts` why others are.

    What is of a document that is not held is left out without a doubt: nothing of it can be cited.
    """
    held = {one.id for one in statements if all(place.document in index.laws for place in one.provisions)}
    for one in statements:
        if one.id in held and one.id not in doubts and not _is_carried(one, index):
            doubts[one.id] = "the words that carry it do not stand in the text held"
    kept = {one.id for one in statements if one.id in held and one.id not in doubts}
    for one in statements:
        lacking = [other.id for other in statements.required_with(one) if other.id not in kept]
        if one.id in kept and lacking:
            doubts[one.id] = f"it may not be shown without {lacking[0]}, which is withheld"
    return statements.select(one for one in kept if one not in doubts)


def _is_carried(statement: Statement, index: LawIndex) -> bool:
    for passage in statement.passages:
        edition = index.laws[passage.provision.document].editions.get(EditionKind.PLAIN)
        place = edition.places.get(str(passage.provision.path)) if edition is not None else None
        if edition is None or place is None or passage.locate(edition.body, place.start, place.end) is None:
            return False
    return True

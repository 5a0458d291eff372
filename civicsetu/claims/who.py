"""Compare roles: each party ours names is where the law names that party.

A set of names does not see "the promoter must pay the allottee" turned round. Here each naming
is compared, by what stands around it, with the law's namings of that party and of others of its
kind; a pronoun of the law counts for the parties it may mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

from civicsetu.claims.pair import FactKind, Finding, Pair
from civicsetu.claims.parties import Parties
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.rows import find_row_slots
from civicsetu.claims.slots import Slot, SlotMismatch, find_doubts, find_law_slots, find_slots
from civicsetu.claims.thresholds import CLAIMS


def compare_roles(pair: Pair) -> Iterator[Finding]:
    """Return one finding for each party and the one that fits better, with the number of places."""
    marks = pair.ours.reading.marks
    in_rows = {at for row in find_row_slots(marks) for at in row}
    meant = partial(_meant, pair.parties)
    law = find_law_slots(pair.sentence, pair.above, meant, slope=CLAIMS.party_slope)
    law += [
        place
        for reading in (*pair.referred, *pair.cited)
        for place in find_slots(reading.marks, meant, frozenset(), CLAIMS.referred, CLAIMS.party_slope)
    ]
    ours = find_slots(marks, _named, slope=CLAIMS.party_slope)
    found = Counter(
        (doubt.place.value, doubt.better)
        for doubt in _doubts(pair, ours, law)
        if doubt.same > 0 and doubt.place.at not in in_rows
    )
    for (party, better), count in found.items():
        times = f" ({count} places)" if count > 1 else ""
        yield pair.make_finding(
            FactKind.PARTY,
            f"{party} for {better}{times}",
            better,
            party,
            f"Ours names the {party} where the law, by the words around, names the {better}{times}.",
        )


def _doubts(pair: Pair, ours: Sequence[Slot], law: Sequence[Slot]) -> Iterator[SlotMismatch]:
    """Each naming against the law's, and against those in other sentences of ours: ours agrees with itself."""
    sentence = list(accumulate(mark.kind is MarkKind.BREAK for mark in pair.ours.reading.marks))
    rivals = partial(_rivals, pair.parties)
    for place in ours:
        elsewhere = [other for other in ours if sentence[other.at] != sentence[place.at]]
        yield from find_doubts([place], [*law, *elsewhere], pair.weights, rivals, CLAIMS.party_margin)


def _named(marks: Sequence[Mark], at: int) -> Sequence[str]:
    return (marks[at].key,) if marks[at].kind is MarkKind.PARTY else ()


def _meant(parties: Parties, marks: Sequence[Mark], at: int) -> Sequence[str]:
    """The party named; for a pronoun the nearest and the first of its sentence that it may mean."""
    if marks[at].kind is not MarkKind.PRONOUN:
        return _named(marks, at)
    seen: list[str] = []
    for mark in reversed(marks[:at]):
        if mark.kind is MarkKind.BREAK and seen:
            break
        if mark.kind is MarkKind.PARTY and marks[at].key in parties.of[mark.key].said:
            seen.append(mark.key)
    return tuple(dict.fromkeys((seen[0], seen[-1]))) if seen else ()


def _rivals(parties: Parties, name: str) -> frozenset[str]:
    """Others of the kind; a general name is rival to none."""
    mine = parties.of[name]
    if mine.general:
        return frozenset()
    return frozenset(
        other
        for other, party in parties.of.items()
        if party.like == mine.like and other != name and not party.general
    )

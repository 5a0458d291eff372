"""Compare numbers and parties as sets: nothing of the law is missing, nothing is added."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.claims.pair import FactKind, Finding, Pair, find_added, find_missing
from civicsetu.claims.reading import AnnotatedText


def compare_numbers(pair: Pair) -> Iterator[Finding]:
    """Compare numbers; ours may repeat one of the lead above it."""
    law, ours = _amounts(pair.law.reading), _amounts(pair.ours.reading)
    above = {amount for reading in pair.above for amount in _amounts(reading)}
    yield from find_missing(pair, FactKind.NUMBER, law - ours)
    yield from find_added(pair, FactKind.NUMBER, ours - law - above)


def _amounts(reading: AnnotatedText) -> set[str]:
    return {amount.stated for amount in reading.amounts}


def compare_parties(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each party that differs; ours may name one of its lead (heading too), its parts, or what the
    law refers to by number."""
    law, ours = _parties(pair.law.reading), _parties(pair.ours.reading)
    around = {party for reading in (*pair.above, *pair.below, *pair.referred) for party in _parties(reading)}
    said = " ".join(reading.text for reading in (pair.law.reading, *pair.above))
    around |= _headed(pair) | {
        name
        for name, party in pair.parties.of.items()
        if party.makes and re.search(rf"\b(?:{'|'.join(party.makes)})\b", said)
    }
    yield from find_missing(pair, FactKind.PARTY, law - ours - _general(pair, law))
    yield from find_added(pair, FactKind.PARTY, ours - law - around - _general(pair, law))


def _headed(pair: Pair) -> set[str]:
    """Parties the headings name, but not where the law's own words name another of their kind."""
    named = {party for reading in (pair.law.reading, *pair.above) for party in _parties(reading)}
    kinds = {pair.parties.of[party].like for party in named}
    return {party for party in pair.headings if pair.parties.of[party].like not in kinds}


def _general(pair: Pair, named: set[str]) -> set[str]:
    """General names of a kind of which another is named: "that Government" is the State Government."""
    kinds = {pair.parties.of[name].like for name in named if not pair.parties.of[name].general}
    return {name for name, party in pair.parties.of.items() if party.general and party.like in kinds}


def compare_glosses(pair: Pair) -> Iterator[Finding]:
    """Compare glosses: the everyday word beside a party must be that party's."""
    for mention in pair.ours.reading.mentions:
        if mention.gloss and not pair.parties.may_bear(mention.party, mention.gloss):
            yield pair.make_finding(
                FactKind.PARTY,
                f"{mention.party} ({mention.gloss})",
                mention.party,
                mention.gloss,
                f"“{mention.gloss}” is not an everyday word for the {mention.party}.",
            )


def _parties(reading: AnnotatedText) -> set[str]:
    return {mention.party for mention in reading.mentions}

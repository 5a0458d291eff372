"""Who owes, who may, who pays whom: the parties of a sentence are those of its spans, each in its own part."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.answering.verifying.asker_party import find_asker_party
from civicsetu.answering.verifying.checks.check_stances import find_alike
from civicsetu.answering.verifying.evidence import CitedEvidence, read_stances, read_text
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.payers import find_payers
from civicsetu.claims.reading import AnnotatedText
from civicsetu.claims.stances import BINDING, NEGATIVE, Force

_BEARS = re.compile(
    r"\b(?<!the )(?:faces?|pays?|risks?|bears?|gives?|repays?|compensates?|answers?|owes?)\b", re.IGNORECASE
)


def check_parties(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a party that no span names, and one who owes or may do what another does in the span."""
    reading = read_text(written.text).reading.reading
    you = find_asker_party(evidence.asking)
    yield from _check_named(reading, evidence, you)
    yield from _check_bearers(reading, evidence, you)
    yield from _check_payers(reading, evidence)


def _check_payers(reading: AnnotatedText, evidence: CitedEvidence) -> Iterator[Doubt]:
    """ "You owe the builder" is not said where the law says that the builder owes you, and not the reverse too."""
    theirs = {pair for unit in evidence.core for pair in find_payers(unit.claims.reading.reading)}
    for one, other in sorted(find_payers(reading)):
        if (other, one) in theirs and (one, other) not in theirs:
            yield Doubt(Check.PARTY, f"By the law the {other} owes the {one}, not the reverse.", False)


def _check_named(reading: AnnotatedText, evidence: CitedEvidence, you: str) -> Iterator[Doubt]:
    of = get_spoken_parties().of
    theirs = {mention.party for unit in evidence.units for mention in unit.claims.reading.reading.mentions}
    theirs |= {mention.party for mention in read_text(evidence.names).reading.reading.mentions}
    near = {mention.party for unit in evidence.core for mention in unit.claims.reading.reading.mentions}
    kinds = {of[party].like for party in theirs}
    for mention in reading.mentions:
        said = reading.text[mention.start : mention.name_end].lower()
        there = near if mention.party in _BESIDE or of[mention.party].like == "expert" else theirs
        if said.startswith("you") or mention.party in there:
            continue
        general = (of[mention.party].general and of[mention.party].like in kinds | _PUBLIC) or (of[mention.party].like in kinds & _ALIKE)
        general = general or (mention.party == "Member" and any(party.endswith("Member") for party in theirs))
        general = general or (mention.party in _LOCAL and not _LOCAL.isdisjoint(theirs))
        if not general and not _is_asked(mention.party, evidence):
            yield Doubt(Check.PARTY, f"No span cited names the {mention.party} (“{said}”).", False)


_BESIDE = frozenset(("real estate agent", "association of allottees"))
"""Parties that long provisions name besides; a sentence on one rests on words that name it."""
_LOCAL = frozenset(("planning authority", "local authority", "competent authority", "statutory authority"))
"""Who approves plans and certificates: statements call all of them the local planning authority."""
_PUBLIC = frozenset(("government",))
"""Kinds whose general name may stand beside any office."""
_ALIKE = frozenset(("local", "government", "firm"))
"""Kinds of which one name is said for another."""


def _is_asked(party: str, evidence: CitedEvidence) -> bool:
    """True for a party of the trade that the asker told of: the sentence tells their case."""
    named = {mention.party for mention in evidence.asker_claims.reading.reading.mentions}
    return get_spoken_parties().of[party].like == "trade" and party in named and party == "promoter"


def _check_bearers(reading: AnnotatedText, evidence: CitedEvidence, you: str) -> Iterator[Doubt]:
    of = get_spoken_parties().of
    for stance in read_stances(reading.text):
        if not stance.party:
            continue
        party = stance.party
        theirs = [one for one in find_alike(stance, reading, evidence) if one.party]
        if not theirs:
            continue
        own = {party} | ({you} if party == "allottee" and you else set())
        bearers = {one.party for one in theirs}
        if own & bearers or of[party].like == "expert" or any(of[one].general for one in bearers | own):
            continue
        if stance.force is Force.NEED_NOT:
            rivals = {one.party for one in theirs if one.force in NEGATIVE}
        elif stance.force in BINDING:
            rivals = {one.party for one in theirs if one.force in BINDING or one.force is Force.FACT}
        elif stance.force is Force.MAY:
            rivals = {one.party for one in theirs if one.force is Force.MAY}
        elif _BEARS.search(reading.text[stance.start : stance.end]):
            rivals = {one.party for one in theirs if one.force in BINDING or one.force is Force.FACT}
        else:
            rivals = set()
        like = {one for one in rivals if of[one].like == of[party].like}
        if like:
            told = sorted(like)[0]
            yield Doubt(Check.PARTY, f"By the law it is the {told}, not the {party}, of whom this is said.", False)



"""Must, may, must not, need not: what a sentence makes of a deed is what its span makes of it, and of nobody else's deed.

"The builder must pay you" is also said as "you can claim" and as "he owes you": what the one must, the other may ask
for. It is never said as "he may pay", "he need not pay" or "you must pay".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.answering.verifying.asker_party import find_asker_party
from civicsetu.answering.verifying.evidence import Evidence, Unit, read_text
from civicsetu.answering.verifying.likeness import Context, measure_likeness, read_context
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import MarkKind, Reading
from civicsetu.claims.stances import BINDING, NEGATIVE, Force, Stance, find_stances, mask_conditions

_TURNING = re.compile(
    r"\b(?:only|unless|until|till|without|except|at most|up to|not|no|never|nor|none|cannot|before|under|less|below|left out|excluded?|out of|un\w+|barred|forbidden|bars?"
    r"|skip\w*|ignor\w*|exempt\w*|free of|safe|lacks?|refus\w*|fails?|failed|instead|aside|apart from|own|alone|too late|miss\w*|break\w*|breach\w*|against|wrong\w*|illegal|unlawful)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_SOFT_DENIAL = re.compile(
    r"\b(?:not|no|never|nor|none|cannot|without|unless|except|only|exempt|excluded?|un\w{4,}|free|barred|bars?|bar|minor|even if|even when|even after|whatever|lapse\w*|revok\w*|cancel\w*"
    r"|reject\w*|refus\w*|dismiss\w*|discontinu\w*|void|invalid|invalidate|fail\w*|contraven\w*|violat\w*|breach\w*|ban|bans|ceiling|limit\w*|other than|no longer|leave\w*|end\w*|silent|absent|inclusive of all)\b",
    re.IGNORECASE,
)
_WEAK_MAY = re.compile(
    r"\bif (?:he|she|it|they|you) (?:likes?|wish(?:es)?|wants?|chooses?|pleases?)\b|\bas (?:he|it|they|you) (?:likes?|pleases?|wish(?:es)?)\b|\bchoose whether\b|\boptional\b|\bwhenever (?:it suits|you wish|he wishes)\b",
    re.IGNORECASE,
)
_LIKE = 0.62


def check_modality(written: Written, evidence: Evidence) -> Iterator[Doubt]:
    """A must is not made a may, nor a may a must, nor what is forbidden a thing allowed."""
    claims = read_text(written.text)
    ours = find_stances(claims.reading.reading)
    weak = _WEAK_MAY.search(written.text)
    if weak is not None and not _WEAK_MAY.search(evidence.words) and not _is_free(evidence):
        yield Doubt(Check.MODALITY, f"“{weak[0]}” makes a choice of what the law does not leave open.", False)
        return
    for stance in ours:
        theirs = _alike(stance, claims.reading.reading, evidence.core)
        doubt = _compare(stance, theirs, written.text, evidence)
        if doubt is not None:
            yield doubt


def _is_free(evidence: Evidence) -> bool:
    return any(
        stance.force is Force.MAY
        for unit in evidence.core
        for stance in find_stances(unit.claims.reading.reading)
    )


def _compare(stance: Stance, theirs: Sequence[Stance], text: str, evidence: Evidence) -> Doubt | None:
    forces = {one.force for one in theirs}
    if not forces:
        return None
    said = text[stance.start : stance.end] if stance.force is not Force.FACT else "so"
    if stance.force is Force.MUST and not forces & {Force.MUST, Force.FORBID, Force.FACT}:
        if forces <= {Force.MAY} or forces <= NEGATIVE:
            return Doubt(Check.MODALITY, f"“{said}” is more than the law says: it is “{_tell(forces)}” there.", False)
    if stance.force is Force.MAY and not forces & {Force.MAY, Force.FACT, Force.NEED_NOT}:
        if Force.MUST in forces and not _is_other_side(stance, theirs, evidence):
            return Doubt(Check.MODALITY, f"“{said}” leaves open what the law demands (“{_tell(forces)}”).", False)
        if forces <= NEGATIVE and not _TURNING.search(text):
            return Doubt(Check.NEGATION, f"“{said}” allows what the law does not (“{_tell(forces)}”).", False)
    if stance.force is Force.FORBID and not forces & NEGATIVE and not _denies(evidence, stance, theirs):
        return Doubt(Check.NEGATION, f"“{said}” denies what the law does not deny (“{_tell(forces)}”).", False)
    if stance.force is Force.NEED_NOT and Force.NEED_NOT not in forces:
        if not _frees(evidence) and not (forces <= {Force.DENY, Force.FORBID} and stance.limited):
            return Doubt(Check.NEGATION, f"“{said}” frees from what the law does not free from.", False)
    if stance.force is Force.DENY and not forces & NEGATIVE and not _denies(evidence, stance, theirs):
        return Doubt(Check.NEGATION, f"“{said}” denies what the law does not deny.", False)
    if stance.force in (Force.FACT, Force.MUST) and forces <= {Force.DENY, Force.FORBID} and not _TURNING.search(text):
        return Doubt(Check.NEGATION, f"The law denies it (“{_tell(forces)}”); the sentence does not.", False)
    return None


def _tell(forces: set[Force]) -> str:
    return " / ".join(sorted(force.value for force in forces))


def _is_other_side(stance: Stance, theirs: Sequence[Stance], evidence: Evidence) -> bool:
    """True where the sentence tells what one may claim, and the law what the other must do."""
    must = {one.party for one in theirs if one.force is Force.MUST}
    return bool(stance.party) and stance.party not in must and must != {""}


def _denies(evidence: Evidence, stance: Stance, theirs: Sequence[Stance]) -> bool:
    """True where the law denies in another way: by "only", "unless", or what it calls a breach."""
    for unit in evidence.core:
        text = unit.text if stance.limited else mask_conditions(unit.text)
        if _SOFT_DENIAL.search(text):
            return True
    return False


def _frees(evidence: Evidence) -> bool:
    words = r"\b(?:even if|need not|no need|exempt\w*|not required|no registration|except|waive[sd]?|without|does not|do not|only|no fee|not bound|free|not be)\b"
    return any(re.search(words, unit.text, re.IGNORECASE) for unit in evidence.core)


def _alike(stance: Stance, ours: Reading, units: Sequence[Unit]) -> list[Stance]:
    """The law's stances whose surroundings are the likest, and those nearly as like."""
    own = read_context(ours.marks, stance.start if stance.force is not Force.FACT else stance.start)
    scored: list[tuple[float, Stance]] = []
    for unit in units:
        reading = unit.claims.reading.reading
        for one in find_stances(reading):
            scored.append((measure_likeness(own, _context(reading, one)), one))
    best = max((score for score, _ in scored), default=0.0)
    return [one for score, one in scored if score >= best * _LIKE]


def _context(reading: Reading, stance: Stance) -> Context:
    return read_context(reading.marks, stance.start)


def check_parties(written: Written, evidence: Evidence) -> Iterator[Doubt]:
    """Nobody is named whom no span names, and who owes or may is who does so in the span."""
    reading = read_text(written.text).reading.reading
    you = find_asker_party(evidence.asker)
    yield from _check_named(reading, evidence, you)
    yield from _check_bearers(reading, evidence, you)


def _check_named(reading: Reading, evidence: Evidence, you: str) -> Iterator[Doubt]:
    of = get_spoken_parties().of
    theirs = {mention.party for unit in evidence.units for mention in unit.claims.reading.reading.mentions}
    theirs |= {mention.party for mention in read_text(evidence.names).reading.reading.mentions}
    kinds = {of[party].like for party in theirs}
    for mention in reading.mentions:
        said = reading.text[mention.start : mention.name_end].lower()
        if said.startswith("you") or mention.party in theirs:
            continue
        general = of[mention.party].general and of[mention.party].like in kinds
        if not general and not _is_asked(mention.party, evidence):
            yield Doubt(Check.PARTY, f"No span cited names the {mention.party} (“{said}”).", False)


def _is_asked(party: str, evidence: Evidence) -> bool:
    """True for a party of the trade that the asker told of: the sentence tells their case."""
    named = {mention.party for mention in evidence.asker_claims.reading.reading.mentions}
    return get_spoken_parties().of[party].like == "trade" and party in named and party == "promoter"


def _check_bearers(reading: Reading, evidence: Evidence, you: str) -> Iterator[Doubt]:
    of = get_spoken_parties().of
    for stance in find_stances(reading):
        if not stance.party:
            continue
        party = stance.party
        theirs = [one for one in _alike(stance, reading, evidence.core) if one.party]
        if not theirs:
            continue
        own = {party} | ({you} if party == "allottee" and you else set())
        bearers = {one.party for one in theirs}
        if own & bearers or any(of[one].general for one in bearers | own):
            continue
        if stance.force in BINDING:
            rivals = {one.party for one in theirs if one.force in BINDING or one.force is Force.FACT}
        elif stance.force is Force.MAY:
            rivals = {one.party for one in theirs if one.force is Force.MAY}
        else:
            rivals = set()
        like = {one for one in rivals if of[one].like == of[party].like}
        if like:
            told = sorted(like)[0]
            yield Doubt(Check.PARTY, f"By the law it is the {told}, not the {party}, of whom this is said.", False)



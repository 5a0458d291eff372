"""Must, may, must not, need not: what a sentence makes of a deed is what its span makes of it.

"The builder must pay you" is also said as "you can claim" and as "he owes you": what the one must, the other may ask
for. It is never said as "he may pay", "he need not pay" or "you must pay".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.answering.verifying.absence_claims import is_about_absence
from civicsetu.answering.verifying.evidence import Evidence, Unit, read_stances, read_text
from civicsetu.answering.verifying.likeness import Context, measure_likeness, read_context
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.reading import Reading
from civicsetu.claims.stances import NEGATIVE, Force, Stance, mask_conditions

_TURNING = re.compile(
    r"\b(?:needs?|only|unless|until|till|without|except|at most|up to|not|no|never|nor|none|cannot|before|under|less|below|left out|excluded?|out of|un(?:touched|affected|harmed|changed|paid)|barred|forbidden|bars?"
    r"|skip\w*|ignor\w*|exempt\w*|free of|safe|lacks?|refus\w*|fails?|failed|instead|aside|apart from|own|alone|too late|miss\w*|break\w*|breach\w*|against|bans?|banned|repeal\w*|wrong\w*|illegal|unlawful)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:not|no|never|nor|none|cannot|barred|bars?|ban|void|invalid\w*|exempt\w*|excluded?|lapses?|silent|absent|minor)\b", re.IGNORECASE
)
_LIMITED = re.compile(
    r"\b(?:only|unless|except|until|without|before|prior|first|at most|up to|more than|consent|approval|needs?|beforehand|minor|ceiling|cap)\b", re.IGNORECASE
)
_OPENED = re.compile(
    r"\b(?:only|unless|until|at most|up to|no more than|not more than|not over|less than|under|below|within|maximum|minor|small|apart from|just|a tenth)\b",
    re.IGNORECASE,
)
_OPENED_LATER = re.compile(r"\b(?:after|once|if|with|provided|as long as|as soon as|when|where)\b", re.IGNORECASE)
_CLOSED_BEFORE = re.compile(r"\b(?:before|without|unless|until|first|prior|except|minor)\b", re.IGNORECASE)
_IN_SPITE = re.compile(
    r"\b(?:even (?:if|where|when|without|before|though)|without (?:asking|any|the|your|their|his|a|first|having|telling|consent|approval|\w+ing)|regardless|no matter|whatever|in spite|despite)\b",
    re.IGNORECASE,
)
_IN_SPITE_OF_LAW = re.compile(r"\b(?:even|whatever|regardless|notwithstanding|despite|although|no matter|does not|free|without prejudice|without charg\w+)\b", re.IGNORECASE)
_RISK = re.compile(
    r"\b(?:can|may|could|might)\s+(?:also\s+)?(?:be\s+(?:made|charged|fined|jailed|imprisoned|penali[sz]ed|punished|sent|ordered|recovered|collected|asked)"
    r"|cost|face|go\s+to|lose|have\s+to|reach|mean|run)\b",
    re.IGNORECASE,
)
_COSTS = re.compile(r"\b(?:liable|penalt\w+|punish\w*|fined?|imprison\w*|recover\w*|payable|expense)\b", re.IGNORECASE)
_WEAK_MAY = re.compile(
    r"\bif (?:he|she|it|they|you) (?:likes?|wish(?:es)?|wants?|chooses?|pleases?)\b|\bas (?:he|it|they|you) (?:likes?|pleases?|wish(?:es)?)\b|\bchoose whether\b|\boptional\b|\bwhenever (?:it suits|you wish|he wishes)\b",
    re.IGNORECASE,
)
_LIKE = 0.62


_SILENCE = re.compile(
    r"\b(?:acts?|laws?|rules?|sections?|regulations?|forms?|provisions?|statements?|texts?)\b[^,;.]{0,40}\b(?:says?|sets?|names?|fix(?:es)?|gives?|provides?|states?|held|mentions?|silent)\b",
    re.IGNORECASE,
)
"""A sentence about what a law says or leaves out, not about what somebody must do."""


def check_modality(written: Written, evidence: Evidence) -> Iterator[Doubt]:
    """A must is not made a may, nor a may a must, nor what is forbidden a thing allowed."""
    claims = read_text(written.text)
    ours = read_stances(written.text)
    weak = _WEAK_MAY.search(written.text)
    if weak is not None and not _WEAK_MAY.search(evidence.words) and not _is_free(evidence):
        yield Doubt(Check.MODALITY, f"“{weak[0]}” makes a choice of what the law does not leave open.", False)
        return
    of_silence = _SILENCE.search(written.text) is not None and is_about_absence(written.text)
    for stance in ours:
        if of_silence and stance.force is Force.DENY:
            continue  # whether the law is silent is looked up, not compared
        theirs = find_alike(stance, claims.reading.reading, evidence.core)
        doubt = _compare(stance, theirs, written.text, evidence)
        if doubt is not None:
            yield doubt


def _is_free(evidence: Evidence) -> bool:
    return any(stance.force is Force.MAY for unit in evidence.core for stance in read_stances(unit.whole))


def _compare(stance: Stance, theirs: Sequence[Stance], text: str, evidence: Evidence) -> Doubt | None:
    forces = {one.force for one in theirs}
    if not forces:
        return None
    said = text[stance.start : stance.end] if stance.force is not Force.FACT else "so"
    told = " / ".join(sorted(force.value for force in forces))
    if stance.force is Force.MUST and (forces <= {Force.MAY} or forces <= NEGATIVE - {Force.FORBID}):
        return Doubt(Check.MODALITY, f"“{said}” is more than the law says: it is “{told}” there.", False)
    if stance.force is Force.MAY and not forces & {Force.MAY, Force.FACT, Force.NEED_NOT}:
        return _compare_may(stance, theirs, text, evidence, said, told)
    if stance.force is Force.FORBID and not forces & NEGATIVE and not _denies(evidence, stance, text, Force.MUST in forces):
        return Doubt(Check.NEGATION, f"“{said}” forbids or denies what the law does not (“{told}”).", False)
    if stance.force is Force.NEED_NOT and Force.NEED_NOT not in forces and not _frees(evidence, stance, theirs):
        return Doubt(Check.NEGATION, f"“{said}” frees from what the law does not free from.", False)
    if stance.force is Force.DENY and not forces & NEGATIVE and not _denies(evidence, stance, text, Force.MUST in forces):
        return Doubt(Check.NEGATION, f"“{said}” denies what the law does not deny.", False)
    affirms = stance.force in (Force.FACT, Force.MUST)
    if affirms and forces <= {Force.DENY, Force.FORBID} and not _TURNING.search(text):
        return Doubt(Check.NEGATION, f"The law denies it (“{told}”); the sentence does not.", False)
    return None


def _compare_may(
    stance: Stance, theirs: Sequence[Stance], text: str, evidence: Evidence, said: str, told: str
) -> Doubt | None:
    """What the law only demands or forbids is allowed by no may, but of the other side or up to the law's limit."""
    law = " ".join(unit.text for unit in evidence.core)
    forces = {one.force for one in theirs}
    if forces == {Force.DENY} and _DENIED_DENIAL.search(law):
        return None
    if Force.MUST in forces:
        if _is_other_side(stance, theirs) or (stance.party == "allottee" and _CLAIMS.match(text, stance.end)) or (_RISK.search(text) and _COSTS.search(law)):
            return None
        if _ONLY_AFTER.match(text, stance.end):
            return None
        opened = _OPENED_BY.search(text, stance.end) or _OPENED_FIRST.match(text)
        if opened and _NEEDS.search(law) and _find_in_spite(stance, text) is None:
            return None
        return Doubt(Check.MODALITY, f"“{said}” leaves open what the law demands (“{told}”).", False)
    opened = _OPENED.search(text) or (_OPENED_LATER.search(text) and _CLOSED_BEFORE.search(law))
    if not opened or _find_in_spite(stance, text) is not None:
        return Doubt(Check.NEGATION, f"“{said}” allows what the law does not (“{told}”).", False)
    return None


_CLAIMS = re.compile(
    r"\s+(?:also |then |still )?(?:get|claim|ask|leave|walk|demand|receive|insist|expect|recover|withdraw|quit)\b", re.IGNORECASE
)
"""What a buyer may do to have what the other side owes."""
_ONLY_AFTER = re.compile(r"[^,;.]{0,60}\b(?:only|alone|solely)\b", re.IGNORECASE)
"""What one can do "only so" is what one must do so."""
_DENIED_DENIAL = re.compile(
    r"\b(?:no|not|never)\b[^.;]{0,60}\b(?:bar|bars|barred|affect\w*|prevent\w*|stop\w*|limit\w*|invalid\w*|void|take\w* away)\b", re.IGNORECASE
)


def check_in_spite(written: Written, evidence: Evidence) -> Iterator[Doubt]:
    """ "Even if", "without asking", "whatever": a case that the law does not put in says the contrary."""
    law = " ".join(unit.text for unit in evidence.core)
    if _IN_SPITE_OF_LAW.search(law) or not _LIMITED.search(law) or _RISK.search(written.text):
        return
    for stance in read_stances(written.text):
        match = _find_in_spite(stance, written.text)
        if match is None or match[0].lower() in law.lower() or stance.force in NEGATIVE - {Force.NEED_NOT}:
            continue
        if stance.force in (Force.MAY, Force.NEED_NOT) or match[0].lower().startswith("even"):
            yield Doubt(Check.CONDITION, f"The law sets a condition; the sentence says “{match[0]}”.", False)


def _find_in_spite(stance: Stance, text: str) -> re.Match[str] | None:
    """The words after the stance, in its own clause, by which a condition is set aside."""
    end = _CLAUSE_END.search(text, stance.end)
    return _IN_SPITE.search(text, stance.end, end.start() if end else len(text))


_CLAUSE_END = re.compile(r"[;.](?:\s|$)")


def _is_other_side(stance: Stance, theirs: Sequence[Stance]) -> bool:
    """True where the sentence tells what one may claim, and the law what the other must do."""
    must = {one.party for one in theirs if one.force is Force.MUST} - {""}
    return bool(stance.party and must) and stance.party not in must


def _denies(evidence: Evidence, stance: Stance, text: str, is_bound: bool) -> bool:
    """True where the law denies in other words, or sets the limit that the sentence tells by a not.

    Where the law binds (`is_bound`), a not elsewhere in it says nothing of the deed.
    """
    denial = _DENYING_NOUN if is_bound else _DENIAL
    limits = _EXCEPTS.search(text, stance.end) is not None and _find_in_spite(stance, text) is None
    for unit in evidence.core:
        if denial.search(mask_conditions(unit.text)):
            return True
        if limits and _LIMITED.search(unit.text):
            return True
    return False


_DENYING_NOUN = re.compile(r"\b(?:no|none|barred|ban|void|invalid\w*|exempt\w*|free|only)\b", re.IGNORECASE)
_EXCEPTS = re.compile(
    r"\b(?:unless|without|except|until|till|more than|over|beyond|only|other than|(?<!months )(?<!days )(?<!years )before|than)\b", re.IGNORECASE
)
_OPENED_BY = re.compile(r"\b(?:only|once|with|if|after|unless|until|when|as long as|provided|at most|up to|no more than)\b", re.IGNORECASE)
_OPENED_FIRST = re.compile(r"\s*(?:once|only|with|after)\b", re.IGNORECASE)
_NEEDS = re.compile(r"\b(?:needs?|consent|approval|permission|permits?|unless|without|only|more than|at most|up to)\b", re.IGNORECASE)


_EVEN = re.compile(r"\beven (?:if|when|where|after)\b", re.IGNORECASE)
_FREES = re.compile(
    r"\b(?:need not|no need|exempt\w*|not required|no registration|waives?|waived|no fee|not bound|minor|free|not charge|no charge|without charging|no longer|except)\b",
    re.IGNORECASE,
)


def _frees(evidence: Evidence, stance: Stance, theirs: Sequence[Stance]) -> bool:
    """True where the law frees in other words, or forbids the other side to ask."""
    bound = {one.party for one in theirs if one.force is Force.MUST}
    if stance.party and stance.party not in bound and any(_EVEN.search(unit.text) for unit in evidence.core):
        return True
    if any(one.force in NEGATIVE and one.party != stance.party for one in theirs):
        return True
    return any(_FREES.search(unit.text) for unit in evidence.core)


def find_alike(stance: Stance, ours: Reading, units: Sequence[Unit]) -> list[Stance]:
    """The law's stances whose surroundings are the likest, and those nearly as like."""
    own = read_context(ours.marks, stance.start)
    scored: list[tuple[float, Stance]] = []
    for unit in units:
        reading = unit.claims.reading.reading
        for one in read_stances(unit.whole):
            scored.append((measure_likeness(own, _context(reading, one)), one))
    best = max((score for score, _ in scored), default=0.0)
    found = [one for score, one in scored if score >= best * _LIKE]
    telling = [one for one in found if one.force is not Force.FACT]
    return telling or found


def _context(reading: Reading, stance: Stance) -> Context:
    return read_context(reading.marks, stance.start)

"""Must, may, must not, need not: what a sentence makes of a deed is what its span makes of it.

"The builder must pay you" is also said as "you can claim" and as "he owes you": what the one must, the other may ask
for. It is never said as "he may pay", "he need not pay" or "you must pay".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from civicsetu.answering.verifying.absence_claims import is_about_absence
from civicsetu.answering.verifying.evidence import CitedEvidence, read_stances, read_text
from civicsetu.answering.verifying.likeness import Context, measure_likeness, read_context
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.reading import AnnotatedText
from civicsetu.claims.stances import BINDING, NEGATIVE, Force, Stance, mask_conditions
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.yaml_data import load_whole_words


def _words(name: str) -> re.Pattern[str]:
    return load_whole_words("civicsetu.answering.verifying", "stances.yaml")[name]


def check_modality(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a must made a may, a may made a must, and a prohibition made a permission."""
    claims = read_text(written.text)
    ours = read_stances(written.text)
    weak = _words("weak_may").search(written.text)
    is_laws_wish = weak is not None and _WISHED.match(weak[0]) is not None and _WISHED_BY_LAW.search(" ".join(unit.whole for unit in evidence.core)) is not None
    if weak is not None and not is_laws_wish and not _words("weak_may").search(evidence.words) and not _is_free(evidence):
        yield Doubt(Check.MODALITY, f"“{weak[0]}” makes a choice of what the law does not leave open.", False)
        return
    advised = _words("advised").search(written.text)
    if advised is not None and not _words("advised").search(evidence.words) and not _is_open(evidence):
        yield Doubt(Check.MODALITY, f"“{advised[0]}” makes advice of what the law demands.", False)
    if _words("citing").search(written.text):
        return
    of_silence = _words("silence").search(written.text) is not None and is_about_absence(written.text)
    for stance in ours:
        if of_silence and stance.force is Force.DENY:
            continue  # whether the law is silent is looked up, not compared
        theirs = find_alike(stance, claims.reading.reading, evidence)
        doubt = _compare(stance, theirs, written.text, evidence)
        if doubt is not None:
            yield doubt


_WISHED = re.compile(r"\bif you (?:want|wish)\b", re.IGNORECASE)
_WISHED_BY_LAW = re.compile(r"\b(?:wants?|wish(?:es)?|chooses?|intends?) to\b", re.IGNORECASE)
_PAST_DENIED = re.compile(r"(?:did|has|have|had|was|were)(?: not|n[’']t)|never", re.IGNORECASE)
_FAILED = re.compile(r"\b(?:fail(?:s|ed)? to|unable to|refuses to|does not|do not|has not)\b", re.IGNORECASE)
_THAN = re.compile(r"\b(?:than|as much as) (?:what )?(?:he|she|it|they|you|(?:the|your) [\w-]+) $", re.IGNORECASE)
_MORE_FORBIDDEN = re.compile(r"\b(?:more than|exceed\w*|beyond|above)\b", re.IGNORECASE)


def _is_free(evidence: CitedEvidence) -> bool:
    return any(stance.force is Force.MAY for unit in evidence.core for stance in read_stances(unit.whole))


def _is_open(evidence: CitedEvidence) -> bool:
    """True where the words rested on bind nobody."""
    return not any(stance.force in BINDING for unit in evidence.core for stance in read_stances(unit.whole))


def _compare(stance: Stance, theirs: Sequence[Stance], text: str, evidence: CitedEvidence) -> Doubt | None:
    forces = {one.force for one in theirs}
    if not forces:
        return None
    said = text[stance.start : stance.end] if stance.force is not Force.FACT else "so"
    told = " / ".join(sorted(force.value for force in forces))
    of_party = {one.force for one in theirs if one.party == stance.party != ""}
    of_others = all(one.party not in ("", stance.party) for one in theirs if one.force is Force.MUST)
    is_left_open = forces <= {Force.MAY} or (of_party == {Force.MAY} and of_others and not stance.by_pronoun)
    if stance.force is Force.MUST and (is_left_open or forces <= NEGATIVE - {Force.FORBID}):
        return Doubt(Check.MODALITY, f"“{said}” is more than the law says: it is “{told}” there.", False)
    if stance.force is Force.MAY and not forces & {Force.MAY, Force.FACT, Force.NEED_NOT}:
        return _compare_may(stance, theirs, text, evidence, said, told)
    if stance.force is Force.FORBID and not forces & NEGATIVE and not _denies(evidence, stance, text, Force.MUST in forces):
        return Doubt(Check.NEGATION, f"“{said}” forbids or denies what the law does not (“{told}”).", False)
    if stance.force is Force.NEED_NOT and Force.NEED_NOT not in forces and not _frees(evidence, stance, theirs):
        return Doubt(Check.NEGATION, f"“{said}” frees from what the law does not free from.", False)
    if stance.force is Force.DENY and _PAST_DENIED.fullmatch(said) and _is_told_as_failed(text[stance.end :], evidence):
        return None
    if stance.force is Force.DENY and not forces & NEGATIVE and not _denies(evidence, stance, text, Force.MUST in forces):
        return Doubt(Check.NEGATION, f"“{said}” denies what the law does not deny.", False)
    affirms = stance.force in (Force.FACT, Force.MUST)
    if affirms and forces <= {Force.DENY, Force.FORBID} and not _words("turning").search(mask_conditions(text)) and not _is_opened(text, evidence):
        return Doubt(Check.NEGATION, f"The law denies it (“{told}”); the sentence does not.", False)
    return None


def _compare_may(
    stance: Stance, theirs: Sequence[Stance], text: str, evidence: CitedEvidence, said: str, told: str
) -> Doubt | None:
    """What the law only demands or forbids is allowed by no may, but of the other side or up to the law's limit."""
    law = " ".join(unit.text for unit in evidence.core)
    forces = {one.force for one in theirs}
    if forces == {Force.DENY} and _words("denied_denial").search(law):
        return None
    if Force.MUST in forces:
        if _is_other_side(stance, theirs) or (stance.party == "allottee" and _words("claims").match(text, stance.end)) or (_words("risk").search(text) and _words("costs").search(law)):
            return None
        if _words("also").search(text) and _words("one_of_several").search(law):
            return None
        if _words("only_after").match(text, stance.end):
            return None
        opened = _words("opened_by").search(text, stance.end) or _words("opened_first").match(text)
        if opened and _words("needs").search(law) and _find_in_spite(stance, text) is None:
            return None
        return Doubt(Check.MODALITY, f"“{said}” leaves open what the law demands (“{told}”).", False)
    if _THAN.search(text[: stance.start]) and _MORE_FORBIDDEN.search(law):
        return None  # "ten lakh more than he was allowed to take"
    clause = text[: _end_of_clause(text, stance.end)]
    opened = _words("opened").search(clause) or (_words("opened_later").search(clause) and _words("closed_before").search(law))
    if not opened or _find_in_spite(stance, text) is not None:
        return Doubt(Check.NEGATION, f"“{said}” allows what the law does not (“{told}”).", False)
    return None


def check_in_spite(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt "even if", "without asking" or "whatever" for a case that the law does not mention."""
    law = " ".join(unit.text for unit in evidence.core)
    if _words("in_spite_of_law").search(law) or not _words("limited").search(law) or _words("risk").search(written.text):
        return
    for stance in read_stances(written.text):
        match = _find_in_spite(stance, written.text)
        if match is None or _is_of_law(match[0].lower(), law.lower()) or stance.force in NEGATIVE - {Force.NEED_NOT}:
            continue
        if stance.force in (Force.MAY, Force.NEED_NOT) or match[0].lower().startswith("even"):
            yield Doubt(Check.CONDITION, f"The law sets a condition; the sentence says “{match[0]}”.", False)


def _is_of_law(said: str, law: str) -> bool:
    return said in law or (said.startswith("without") and "without" in law)


def _find_in_spite(stance: Stance, text: str) -> re.Match[str] | None:
    """The words after the stance, in its own clause, by which a condition is set aside."""
    return _words("in_spite").search(text, stance.end, _end_of_clause(text, stance.end))


def _end_of_clause(text: str, start: int) -> int:
    end = _CLAUSE_END.search(text, start)
    return end.start() if end else len(text)


_CLAUSE_END = re.compile(r"[;.](?:\s|$)")


def _is_opened(text: str, evidence: CitedEvidence) -> bool:
    """True for "before it revokes it must hear you", where the law forbids "unless you were heard"."""
    limited = any(_words("closed_before").search(unit.text) for unit in evidence.core)
    return limited and _words("opened_by_deed").search(text) is not None


def _is_other_side(stance: Stance, theirs: Sequence[Stance]) -> bool:
    """True where the sentence tells what one may claim, and the law what the other must do."""
    must = {one.party for one in theirs if one.force is Force.MUST} - {""}
    return bool(stance.party and must) and stance.party not in must


def _denies(evidence: CitedEvidence, stance: Stance, text: str, is_bound: bool) -> bool:
    """True where the law denies in other words, or sets the limit that the sentence tells by a not.

    Where the law binds (`is_bound`), a not elsewhere in it says nothing of the deed.
    """
    denial = _words("denying_noun") if is_bound else _words("denial")
    limits = _words("excepts").search(text, stance.end) is not None and _find_in_spite(stance, text) is None
    for unit in evidence.core:
        if denial.search(mask_conditions(unit.text)):
            return True
        if limits and _words("limited").search(unit.text):
            return True
    return False


def _is_told_as_failed(deed: str, evidence: CitedEvidence) -> bool:
    """True for "did not hand over" where the law is for who "fails to hand over", and the asker tells that something was not."""
    failed = (unit.whole[match.end() :] for unit in evidence.core for match in _FAILED.finditer(unit.whole))
    told = _words("denial").search(evidence.asker) is not None
    return told and any(_first_stems(deed) & _first_stems(one) for one in failed)


def _first_stems(text: str) -> set[str]:
    """The stems of what comes first in a text, the verb of a denial among them."""
    return {stem(word) for word in split_words(text[:VERIFYING.denied_chars])[:2]}


def _frees(evidence: CitedEvidence, stance: Stance, theirs: Sequence[Stance]) -> bool:
    """True where the law frees in other words, or forbids the other side to ask."""
    bound = {one.party for one in theirs if one.force is Force.MUST}
    if stance.party and stance.party not in bound and any(_words("even").search(unit.text) for unit in evidence.core):
        return True
    if any(one.force in NEGATIVE and one.party != stance.party for one in theirs):
        return True
    return any(_words("frees").search(unit.text) for unit in evidence.core)


def find_alike(stance: Stance, ours: AnnotatedText, evidence: CitedEvidence) -> list[Stance]:
    """Return the law's stances whose surroundings are the likest, and those nearly as like."""
    own = read_context(ours.marks, stance.start)
    scored = [(measure_likeness(own, context), one) for unit in evidence.core for one, context in _contexts(unit.whole)]
    best = max((score for score, _ in scored), default=0.0)
    found = [one for score, one in scored if score >= best * VERIFYING.like_stance]
    telling = [one for one in found if one.force is not Force.FACT]
    return telling or found


@lru_cache(maxsize=4096)
def _contexts(text: str) -> tuple[tuple[Stance, Context], ...]:
    """The stances of a text, each with the words around it; a span is read once for all that rest on it."""
    marks = read_text(text).reading.reading.marks
    return tuple((one, read_context(marks, one.start)) for one in read_stances(text))

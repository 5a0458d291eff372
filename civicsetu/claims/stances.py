"""Read what a sentence makes of a deed, in anybody's words: owed, allowed, forbidden, not owed, so or not so - and by whom.

`statements.reading` lists the musts and mays of two texts that say nearly the same. A free sentence says "he has to",
"you are free to", "it need not": here each main clause gives one stance, clauses of condition are left out, and the
party that bears it is looked for before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import Mark, MarkKind, Reading


class Force(StrEnum):
    """What a clause makes of a deed."""

    MUST = "must"
    MAY = "may"
    FORBID = "must not"
    NEED_NOT = "need not"
    DENY = "not"
    FACT = "is"


NEGATIVE = frozenset((Force.FORBID, Force.NEED_NOT, Force.DENY))
BINDING = frozenset((Force.MUST, Force.FORBID, Force.NEED_NOT))


@dataclass(frozen=True, slots=True)
class Stance:
    """One main clause's force, the party that bears it (empty where none is named), and where its word stands.

    `by_pronoun` where "he" or "it" bears it. `limited` where the clause has an only, unless, until, at most or the like.
    """

    force: Force
    party: str
    start: int
    end: int
    limited: bool = False
    by_pronoun: bool = False


_NEED_NOT = (
    r"need not|needs? no\b|needn't|(?:do|does|did|will|would)(?: not|n[o'’]t) (?:have|need|require|owe)\b|(?:is|are|was|were)(?: not|n['’]t) (?:required|obliged|bound|liable"
    r"|responsible|answerable|needed|necessary)|free not to|or not to|owes? (?:you |him |them |the \w+ |nobody )?(?:no|nothing)\b|has no (?:duty|obligation)|under no (?:duty|obligation)"
    r"|no (?:\w+ ){0,3}(?:is|are) (?:needed|required|owed|due)|needs? no\b|choose whether|does not answer for|faces? no\b|stays? silent|leave it out"
)
_FORBID = (
    r"(?:must|shall|may|can|could)(?: not| never|n['’]t)(?! only)|cannot|can['’]t|(?:is|are|was|were)(?: not|n['’]t) (?:allowed|permitted|entitled|free|able)"
    r"|(?:has|have|had) no right|no right to|barred from|(?:is|are|be) (?:barred|prohibited|banned|forbidden)|prohibited from|forbids?|never (?:may|can|must)|not to\b"
)
_NO_SUBJECT_MAY = r"(?:^|[,;:]\s*)(?:no|neither|nobody|none)\b[^,;:.]{1,60}?\b(?:must|shall|may|can)\b"
_MUST = (
    r"must|shall|ha(?:s|ve) to|had to|ha(?:s|ve) got to|needs? to|needs?(?= (?:the|a|an|your|their|his|its|both|two|prior|at|written|you|buyers|\w+['’]s)\b)|needs?(?= \w+ (?:consent|approval))|owes?|answers? for"
    r"|(?:is|are|be|stays?|remains?|becomes?)(?: also| then| therefore| still)? (?:liable|responsible|bound|required|obliged|answerable|due|owed)|should|ought to"
    r"|payable(?= by)|owed(?= by)|(?:is|are) deemed to|it is (?:your|his|their) duty"
)
_MAY = (
    r"may|can|could|might|(?:is|are|be)(?: also| then)? (?:entitled|punishable|lawful|free|permitted|allowed|open|able)|entitles?|ha(?:s|ve)(?: a| the| every| full)?(?: same| legal)? (?:powers?|right|choice)"
    r"|powers? to|rights? to|empowered|at liberty|optional"
    r"|(?:permits?|allows?|lets?)(?= (?:you|him|them|the|your|a)\b)|was allowed"
)
_DENY = (
    r"(?:do|does|did|is|are|was|were|has|have|had|will|would)(?: not|n['’]t)|never|no longer|(?<!or )\bnot(?! only\b| more than| less than| later than| exceed|ing\b| to\b| \w+ing\b| when\b| because\b| if\b| the\b| you\b| your\b| him\b| a\b| in\b| from\b| for\b| by\b| just\b| merely\b)"
    r"|(?<!at )(?<!with )\bno\b(?! (?:later|more|less|fewer|longer|one else|matter|sooner))|\bnone\b|\bnothing\b|\bneither\b|\bnobody\b"
)
_FORCES: tuple[tuple[Force, re.Pattern[str]], ...] = tuple(
    (force, re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE))
    for force, words in (
        (Force.NEED_NOT, _NEED_NOT), (Force.FORBID, _FORBID), (Force.FORBID, _NO_SUBJECT_MAY), (Force.MUST, _MUST), (Force.MAY, _MAY),
        (Force.DENY, _DENY),
    )
)  # fmt: skip
_IDLE = re.compile(
    r"\bmay be prescribed\b|\bas the case may be\b|\bfor the time being\b|\bas may be\b|\bmay appoint\b(?= by a notification)|\b(?:not )?(?:more|less|later|fewer) than\b|\bno (?:more|less|later|fewer) than\b"
    r"|\bnot exceeding\b|\bnot only\b|\bif not\b|\bor not\b|\bwhether or not\b|\bmay (?:be )?(?:19|20)\d\d\b|\b\d{1,2} May\b|\bMay \d{4}\b|\bno objection certificate\b"
    r"|\bno (?:difference|matter|doubt|wonder)\b|,\s+(?:neither|not|whatever)\b[^,;.]*(?=,)|\bmay (?:specify|prescribe|provide|notify|fix|determine)\b(?=\s*[,.;]|\s*$)",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"^\s*(?:yes|no)\b\s*[,.;:–—-]", re.IGNORECASE)
_OPENING_CONDITION = re.compile(
    r"^(?:\([0-9a-z]{1,4}\)\s*)?(?:even )?(?:if|when|whenever|where|once|unless|until|till|before|after|while|although|though|since|because|as soon as|as long as|in case|provided|except|with no|without)\b[^,]*?,",
    re.IGNORECASE,
)
_LATER_CONDITION = re.compile(
    r"[,\s](?:(?:even|only|but not|not) )?(?:if|when|whenever|where|once|unless|until|till|while|although|though|because|as soon as|as long as|in case|so long as|provided that|whom|as if|why|whether)\b[^,;]*"
    r"|\s(?:that|which|what|whatever)\s+(?:you|he|she|it|they|we|buyers|builders|(?:the|a|your|any) \w+)\s+\w+(?:\s\w+){0,5}?(?=\s(?:must|may|can|cannot|shall|has to|have to|is|are)\b)"
    r"|\s(?:you|they|he|it|buyers) (?:are entitled to|is entitled to|are required to|is required to|have a right to|has a right to|are owed|is owed)(?=\s*[.,;]|$)"
    r"|\sthan (?:the (?:law|act|rules?|agreement)|he|it) (?:lets?|allows?|permits?|may|can)[^,;.]*"
    r"|\s(?:and )?not (?:paid|obeyed|received|given|done|complied|completed|registered)\b"
    r"|\s(?:who|which|whose|that(?! (?:the|a|an|you|he|she|it|they|we|your|his|no|any|every|all|each|such|this|these|buyers?|builders?|promoters?|allottees?|alone)\b))\s+\S+(?:\s+not)?\b[^,;]*?(?=[,;.]|$|\s(?:must|may|can|cannot|shall|faces?|risks?|pays?|owes?|loses?|answers?|has|have|needs?|stays?|gets?"
    r"|gives?|are|is|counts?|gains?)\b)",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"\b(?:only|unless|until|till|without|except|at most|up to|more than|over|beyond|other than|not exceeding|first|prior|beforehand|before|solely|alone|as much as|apart from|once)\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[;:.]\s+|,\s+(?:and|but|or|so)\s+|\s+but\s+")
_FEWEST_WORDS = 4
"""Words of a clause that says a thing is so; "fined, or both" goes on with what was said before."""
_OBJECT_OF = frozenset("by of to from with against for than between on".split())
_PASSIVE = frozenset(("payable", "owed"))
_BY = re.compile(r"[^,;.]*?\bby\s+(?:the\s+|a\s+|an\s+|your\s+)?$")


def find_stances(reading: Reading) -> list[Stance]:
    """Return the stance of each main clause; one that says a thing is so where it has no other."""
    text = _IDLE.sub(lambda found: "¤" * len(found[0]), _YES_OR_NO.sub(lambda found: "¤" * len(found[0]), reading.text))
    text = mask_conditions(text)
    limited = _LIMITS.search(reading.text) is not None
    found: list[Stance] = []
    for start, end in _split(text):
        found += _of_clause(reading, text, start, end, limited)
    return found


def mask_conditions(text: str) -> str:
    """Strike out the clauses of condition and relation, every other place unmoved."""
    text = _OPENING_CONDITION.sub(lambda found: "¤" * (len(found[0]) - 1) + ",", text)
    return _LATER_CONDITION.sub(lambda found: found[0][0] + "¤" * (len(found[0]) - 1), text)


def _split(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _CLAUSES.finditer(text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def _of_clause(reading: Reading, text: str, start: int, end: int, limited: bool) -> Iterator[Stance]:
    clause = text[start:end]
    if not re.search(r"[A-Za-z]{2}", clause):
        return
    taken: list[tuple[int, int]] = []
    found = False
    for force, pattern in _FORCES:
        for match in pattern.finditer(text, start, end):
            if any(first < match.end() and match.start() < last for first, last in taken):
                continue
            taken.append(match.span())
            if force is Force.DENY and found:
                continue
            found = True
            party, pronoun = _bearer(reading, text, start, match.start(), match.end(), end)
            yield Stance(force, party, match.start(), match.end(), limited, pronoun)
    if not found and (len(clause.replace("¤", "").split()) >= _FEWEST_WORDS or (start == 0 and end == len(text))):
        party, pronoun = _first(reading, text, start, end)
        yield Stance(Force.FACT, party, start, end, limited, pronoun)


def _bearer(reading: Reading, text: str, start: int, at: int, after: int, end: int) -> tuple[str, bool]:
    """The party that a "by" names after the deed, else the one that stands before it as its subject."""
    for mark in reading.marks:
        if mark.kind is MarkKind.PARTY and after <= mark.start < end and not mark.owns:
            between = text[after : mark.start]
            passive = "be" in between.split()[:2] or text[at:after].lower() in _PASSIVE
            if passive and _BY.fullmatch(between):
                return mark.key, False
    before = [
        mark for mark in reading.marks if start <= mark.start and mark.end <= at and text[mark.start] != "¤"
    ]
    return _subject(before, reading)


def _subject(before: list[Mark], reading: Reading) -> tuple[str, bool]:
    """The nearest name before the deed that nothing makes an object ("of the builder", "the builder's page")."""
    for index in range(len(before) - 1, -1, -1):
        mark = before[index]
        if mark.kind is MarkKind.PRONOUN and reading.text[mark.start : mark.end].lower() in ("he", "it"):
            return _meant(mark, reading), True
        if mark.kind is not MarkKind.PARTY or mark.owns or reading.text[mark.start : mark.end].lower() == "your":
            continue
        place = index - 1
        while place >= 0 and before[place].key in ("the", "a", "an", "every", "each", "any", "all", "your", "no"):
            place -= 1
        if place >= 0 and before[place].key in _OBJECT_OF:
            continue
        is_you = reading.text[mark.start : mark.end].lower() == "you"
        if is_you and index > 0 and _is_noun(before[index - 1], reading.text):
            continue  # "a fault you report must be repaired"
        return mark.key, False
    return "", False


def _first(reading: Reading, text: str, start: int, end: int) -> tuple[str, bool]:
    """The first name of a clause that says a thing is so, if nothing stands before it that makes it an object."""
    inside = [mark for mark in reading.marks if start <= mark.start < end and text[mark.start] != "¤"]
    for index, mark in enumerate(inside):
        if mark.kind in (MarkKind.PARTY, MarkKind.PRONOUN):
            return _subject(inside[: index + 1], reading)
    return "", False


def _is_noun(mark: Mark, text: str) -> bool:
    """A small word of content right before "you": the name of a place is none."""
    return mark.kind in (MarkKind.WORD, MarkKind.PARTY) and text[mark.start].islower()


def _meant(pronoun: Mark, reading: Reading) -> str:
    """The party before it in the text that a pronoun may mean, the nearest; empty where there is none."""
    of = get_spoken_parties().of
    for mark in reversed(reading.marks):
        if mark.end > pronoun.start or mark.kind is not MarkKind.PARTY:
            continue
        is_you = reading.text[mark.start : mark.end].lower().startswith("you")
        if pronoun.key in of[mark.key].said and not is_you:
            return mark.key
    return ""

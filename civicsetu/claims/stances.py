"""Read what a sentence makes of a deed, in anybody's words: owed, allowed, forbidden, not owed, so or not so - and by whom.

`statements.reading` lists the musts and mays of two texts that say nearly the same. A free sentence says "he has to",
"you are free to", "it need not": here each main clause gives one stance, clauses of condition are left out, and the
party that bears it is looked for before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.yaml_data import load_words, report_errors


class _Words(BaseModel):
    """The lists of `stances.yaml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    need_not: tuple[str, ...]
    forbid: tuple[str, ...]
    nobody_may: tuple[str, ...]
    must: tuple[str, ...]
    may: tuple[str, ...]
    deny: tuple[str, ...]
    limits: tuple[str, ...]
    opening: tuple[str, ...]
    idle: tuple[str, ...]
    later: tuple[str, ...]


@dataclass(frozen=True)
class _Patterns:
    """The lists, compiled."""

    forces: tuple[tuple[Force, re.Pattern[str]], ...]
    limits: re.Pattern[str]
    opening: re.Pattern[str]
    idle: re.Pattern[str]
    later: re.Pattern[str]


class Force(StrEnum):
    """Force of a clause: obligation, permission, prohibition, exemption, denial or fact."""

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


_YES_OR_NO = re.compile(r"^\s*(?:yes|no)\b\s*[,.;:–—-]", re.IGNORECASE)
_CLAUSES = re.compile(r"[;:.]\s+|,\s+(?:and|but|or|so)\s+|\s+but\s+")
_COMMA = re.compile(r",(?!\d)")
_JOINED = re.compile(r"\s*(?:and|or|nor|but)\b")
_GOES_ON = re.compile(r"\s*(?:¤|(?:who|whose|whom|which|that|of|by|for|from|with|in the way)\b)")
"""How a piece of a sentence begins that only goes on with what stands before it."""
_OBJECT_OF = frozenset("by of to from with against for than between on".split())
_PASSIVE = frozenset(("payable", "owed"))
_BY = re.compile(r"[^,;.]*?\bby\s+(?:the\s+|a\s+|an\s+|your\s+)?$")


def find_stances(reading: AnnotatedText) -> list[Stance]:
    """Return the stance of each main clause; one that says a thing is so where it has no other."""
    text = _patterns().idle.sub(lambda found: "¤" * len(found[0]), _YES_OR_NO.sub(lambda found: "¤" * len(found[0]), reading.text))
    text = mask_conditions(text)
    limited = _patterns().limits.search(reading.text) is not None
    found: list[Stance] = []
    for start, end in _split(text):
        found += _of_clause(reading, text, start, end, limited)
    return found


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    with report_errors("stances.yaml"):
        words = _Words.model_validate(load_words(files("civicsetu.claims").joinpath("stances.yaml").read_text("utf-8")))
        of = (
            (Force.NEED_NOT, words.need_not), (Force.FORBID, words.forbid), (Force.FORBID, words.nobody_may),
            (Force.MUST, words.must), (Force.MAY, words.may), (Force.DENY, words.deny),
        )  # fmt: skip
        return _Patterns(
            tuple((force, _any_of(said, r"(?<![\w-])(?:{})(?![\w-])")) for force, said in of),
            _any_of(words.limits, r"\b(?:{})\b"),
            _any_of(words.opening, r"^(?:\([0-9a-z]+\)\s*)?(?:even )?(?:{})\b[^,]*?,(?!\d)"),
            _any_of(words.idle, "{}"),
            _any_of(words.later, "{}"),
        )


def _any_of(said: Sequence[str], frame: str) -> re.Pattern[str]:
    return re.compile(frame.format("|".join(said)), re.IGNORECASE)


def mask_conditions(text: str) -> str:
    """Strike out the clauses of condition and relation, every other place unmoved."""
    opening = _patterns().opening.match(text)
    if opening is not None:
        end = _end_of_opening(text, opening.end() - 1)
        text = "¤" * end + text[end:]
    return _patterns().later.sub(lambda found: found[0][0] + "¤" * (len(found[0]) - 1), text)


def _end_of_opening(text: str, comma: int) -> int:
    """Where an opening condition ends: at the comma before the first piece that binds or allows, "or …" being part of it."""
    binding = [pattern for force, pattern in _patterns().forces if force is not Force.DENY]
    commas = [match.start() for match in _COMMA.finditer(text, comma)]
    for at, start in enumerate(commas):
        piece = text[start + 1 : commas[at + 1] if at + 1 < len(commas) else len(text)]
        if not _JOINED.match(piece) and any(pattern.search(piece) for pattern in binding):
            return start
    return comma


def _split(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _CLAUSES.finditer(text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def _of_clause(reading: AnnotatedText, text: str, start: int, end: int, limited: bool) -> Iterator[Stance]:
    clause = text[start:end]
    if not re.search(r"[A-Za-z]{2}", clause):
        return
    taken: list[tuple[int, int]] = []
    found = False
    for force, pattern in _patterns().forces:
        for match in pattern.finditer(text, start, end):
            if any(first < match.end() and match.start() < last for first, last in taken):
                continue
            taken.append(match.span())
            if force is Force.DENY and found:
                continue
            found = True
            party, pronoun = _bearer(reading, text, start, match.start(), match.end(), end)
            yield Stance(force, party, match.start(), match.end(), limited, pronoun)
    if not found and not (start and _GOES_ON.match(clause)) and (len(clause.replace("¤", "").split()) >= CLAIMS.fact_words or (start == 0 and end == len(text))):
        party, pronoun = _first(reading, text, start, end)
        yield Stance(Force.FACT, party, start, end, limited, pronoun)


def _bearer(reading: AnnotatedText, text: str, start: int, at: int, after: int, end: int) -> tuple[str, bool]:
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


def _subject(before: list[Mark], reading: AnnotatedText) -> tuple[str, bool]:
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


def _first(reading: AnnotatedText, text: str, start: int, end: int) -> tuple[str, bool]:
    """The first name of a clause that says a thing is so, if nothing stands before it that makes it an object."""
    inside = [mark for mark in reading.marks if start <= mark.start < end and text[mark.start] != "¤"]
    for index, mark in enumerate(inside):
        if mark.kind in (MarkKind.PARTY, MarkKind.PRONOUN):
            return _subject(inside[: index + 1], reading)
    return "", False


def _is_noun(mark: Mark, text: str) -> bool:
    """A small word of content right before "you": the name of a place is none."""
    return mark.kind in (MarkKind.WORD, MarkKind.PARTY) and text[mark.start].islower()


def _meant(pronoun: Mark, reading: AnnotatedText) -> str:
    """The party before it in the text that a pronoun may mean, the nearest; empty where there is none."""
    of = get_spoken_parties().of
    for mark in reversed(reading.marks):
        if mark.end > pronoun.start or mark.kind is not MarkKind.PARTY:
            continue
        is_you = reading.text[mark.start : mark.end].lower().startswith("you")
        if pronoun.key in of[mark.key].said and not is_you:
            return mark.key
    return ""

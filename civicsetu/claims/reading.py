"""Mark a text for comparison: parties, numbers, references, must, may, not.

Legal and plain English say the same in other words; what they say alike is one mark here
("shall" and "must", "thirty" and "30", "unable to" and "cannot"). Set phrases that permit
nothing ("as the case may be", "as may be prescribed") are no marks at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.claims.named_provisions import Named, find_named
from civicsetu.claims.numbers import BOUNDS, Amount, find_amounts
from civicsetu.claims.parties import Parties, PartyMention
from civicsetu.law.paths import ProvisionPath
from civicsetu.lexicon.stems import stem


class MarkKind(StrEnum):
    WORD = "word"
    SMALL = "small"
    PARTY = "party"
    PRONOUN = "pronoun"
    NUMBER = "number"
    NAMED = "named"
    MUST = "must"
    MAY = "may"
    CAN = "can"
    NOT = "not"
    WITHOUT = "without"
    BREAK = "break"


@dataclass(frozen=True, slots=True)
class Mark:
    """One word or unit of a text: what it is, the key it is compared by, where it stands;
    `owns`: a party in the possessive."""

    kind: MarkKind
    key: str
    start: int
    end: int
    owns: bool = False


@dataclass(frozen=True)
class AnnotatedText:
    """One provision's own text and all that was found in it."""

    text: str
    marks: tuple[Mark, ...]
    amounts: tuple[Amount, ...]
    named: tuple[Named, ...]
    mentions: tuple[PartyMention, ...]


_TOKEN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*(?:['’]s?)?|\d+|[.;:,()\n]")
_PHRASES = re.compile(
    r"\bmay\s+be\s+(?:so\s+)?prescribed\b|\bas\s+the\s+case\s+may(?:\s+be)?\b|\bfor\s+the\s+time\s+being\b|\bin\s+force\s+at\s+the\s+time\b"
    r"|\bincluding\s+but\s+not\s+limited\s+to\b|\bas\s+soon\s+(?:after\s+receipt\s+)?as\s+may\s+be\b"
    r"|\bis\s+or\s+is\s+not\b|\bwhether\s+or\s+not\b|\bor\s+not\b|\bif\s+not\b|\bwithout\s+prejudice\b"
    rf"|{BOUNDS}",
    re.IGNORECASE,
)
_LEAVING_OUT = re.compile(r"\bnot\s+counting\b|\bother\s+than\b", re.IGNORECASE)
_NOT = re.compile(
    r"(?:not|no|nor|never|neither|none|nobody|nothing|cannot|fail(?:s|ed|ing|ure)?|unable|inability|absence|exclud\w+)$"
)
_WITHOUT = re.compile(
    r"(?:without|unless|except(?:ion|ing)?|exclusion|lacks?|refus\w*|omission|bar|bars|barred|prohibit\w*"
    r"|unavailable|invalid\w*|ineligible|incapable|void|disqualif\w*|debar\w*|free)$"
)
_SMALL = frozenset(
    "a an the of to in on at by for with from and or as is are was were be been being has have had do does did "
    "that which who whom whose this these those such any all each every it its he him his himself herself she her they them "
    "their there here if where when while then than so also same said into upon under over per out up "
    "other another thereof therein thereunder thereon therefor thereto herein whichever applies whether "
    "namely following etc case will would should could might s".split()
)
_PRONOUNS = {"he": "he", "him": "he", "his": "he", "himself": "he", "it": "it", "its": "it", "itself": "it"}


def read(text: str, here: ProvisionPath, noun: str, known: Set[ProvisionPath], parties: Parties) -> AnnotatedText:
    """Mark a text; what is inside a reference, a law's title or a party's name is not marked again."""
    named = find_named(text, here, noun, known)
    blank = _blanked(text, [(one.start, one.end) for one in named])
    mentions = parties.mentions(blank)
    amounts = find_amounts(_blanked(blank, [(one.start, one.end) for one in mentions]))
    spans: list[Mark] = [Mark(MarkKind.NAMED, one.text, one.start, one.end) for one in named]
    spans += [Mark(MarkKind.PARTY, one.party, one.start, one.end, one.owns) for one in mentions]
    spans += [Mark(MarkKind.NUMBER, one.stated, one.start, one.end) for one in amounts]
    spans += [Mark(MarkKind.SMALL, "", match.start(), match.end()) for match in _PHRASES.finditer(text)]
    spans += [
        Mark(MarkKind.WITHOUT, "without", match.start(), match.end()) for match in _LEAVING_OUT.finditer(text)
    ]
    return AnnotatedText(text, tuple(_marks(text, spans)), tuple(amounts), tuple(named), tuple(mentions))


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with those spans struck out, every other place unmoved."""
    for start, end in spans:
        text = text[:start] + "¤" * (end - start) + text[end:]
    return text


def _marks(text: str, spans: list[Mark]) -> Iterator[Mark]:
    at = 0
    for span in sorted(spans, key=lambda mark: (mark.start, -mark.end)):
        if span.start < at:
            if span.kind is MarkKind.NAMED:
                yield span  # a second provision named by the same words
            continue
        yield from _words(text, at, span.start)
        yield span
        at = span.end
    yield from _words(text, at, len(text))


def _words(text: str, start: int, end: int) -> Iterator[Mark]:
    for match in _TOKEN.finditer(text, start, end):
        word = match.group().lower()
        kind, key = _kind(word)
        if word == "cannot":
            yield Mark(MarkKind.CAN, "can", match.start(), match.end())
        yield Mark(kind, key, match.start(), match.end())


def _kind(word: str) -> tuple[MarkKind, str]:
    if word in ".;:\n":
        return MarkKind.BREAK, word
    if word in ("shall", "must"):
        return MarkKind.MUST, "must"
    if word in ("may", "can"):
        return (MarkKind.MAY, "may") if word == "may" else (MarkKind.CAN, "can")
    if _NOT.match(word):
        return MarkKind.NOT, "no" if word == "no" else "not"
    if _WITHOUT.match(word):
        return MarkKind.WITHOUT, stem(word)
    if word in _PRONOUNS:
        return MarkKind.PRONOUN, _PRONOUNS[word]
    if word in _SMALL or not word[0].isalpha():
        return MarkKind.SMALL, word
    return MarkKind.WORD, stem(word)

"""Provisions and laws a text refers to, as comparable facts, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from civicsetu.law.paths import ProvisionPath
from civicsetu.law.references import Reference, find_references

_NAMED_LAW = re.compile(
    r"(?P<name>(?:[A-Z][\w’'-]*|\([A-Z][^()]{3,60}\))(?:\s+(?:[A-Z][\w’'-]*|of|and|for|the|\([A-Z][^()]{3,60}\)))*?"
    r"\s+(?:Act|Code|Ordinance|Sanhita|Adhiniyam|Order|Rules)"
    r"|[A-Z][\w’'-]*\s+[A-Z][\w’'-]*\s+[a-z]{4,}\s+Act(?=,\s+\d{4}\b)|Code\s+of\s+(?:Civil|Criminal)\s+Procedure"
    r")(?:,?\s+(?P<year>\d{4})\b)|(?P<bare>Indian\s+Penal\s+Code)\b"
)
_IN_BRACKETS = r"\((?:(?:[A-Z][a-z]+\s+)?Act\s+)?"
_THAT_CODE = re.compile(r"\s+of\s+that\s+(?:Act|Code)\b")
_LAW_NUMBER = re.compile(rf"{_IN_BRACKETS}(\d{{1,3}}\s+of\s+\d{{4}})\)")
_LAW_JUST_BEFORE = re.compile(
    rf"(?:{_NAMED_LAW.pattern})(?:\s+{_IN_BRACKETS}\d{{1,3}}\s+of\s+\d{{4}}\))?,\s*"
    r"(?:(?:specifies|states|lists|names)\s+in\s+)?$"
)
_LETTER = r"[‘’'“\"]?\s?[A-Z]\s?[’'”\"]?(?!\w)"
_FORM = re.compile(rf"\bForms?(?:\s?[—–-])?\s?({_LETTER}(?:(?:,\s?|\s(?:and|or)\s){_LETTER})*)")
_CHAPTER = re.compile(r"\bChapter\s+([IVXLC]+)\b")


@dataclass(frozen=True, slots=True)
class Named:
    """A provision or a law named: `text` is what is compared; `path` only for this law's provisions."""

    text: str
    start: int
    end: int
    path: ProvisionPath | None = None


def find_named(text: str, here: ProvisionPath, noun: str, known: Set[ProvisionPath]) -> list[Named]:
    """Every mention, in order of place: `section 18(1)`, `9 of the … Act, 1986`, `… act 1972`, `20 of 1972`."""
    return sorted([*_provisions(text, here, noun, known), *_laws(text)], key=lambda named: named.start)


def _provisions(text: str, here: ProvisionPath, noun: str, known: Set[ProvisionPath]) -> Iterator[Named]:
    for reference in find_references(text, here=here, noun_here=noun):
        if law := _law_of(text, reference):
            yield Named(f"{reference.path} of {_law_name(law)}", reference.start, reference.end)
        elif reference.noun == noun:
            path = _nearest(reference.path, here, known)
            yield Named(f"{noun} {path}", reference.start, reference.end, path)
        else:
            yield Named(f"{reference.noun} {reference.path}", reference.start, reference.end)


def _law_of(text: str, reference: Reference) -> str:
    """The other law a provision is said to be of; "that Act" and "that Code" mean the last one named."""
    said = reference.law or ("that Code" if _THAT_CODE.match(text, reference.end) else "")
    if said in ("that Act", "that Code", "Act", "Code"):
        titles = list(_NAMED_LAW.finditer(text, 0, reference.start))
        return _title(titles[-1]) if titles else said
    return said or _law_before(text, reference.start)


def _law_before(text: str, at: int) -> str:
    """'the Meadows Act, 1950 (3 of 1950), section 9': the law stands first."""
    before = _LAW_JUST_BEFORE.search(text[max(0, at - 160) : at])
    return _title(before) if before else ""


def _title(match: re.Match[str]) -> str:
    return f"{match['name']} {match['year']}" if match["name"] else match["bare"]


def _nearest(path: ProvisionPath, here: ProvisionPath, known: Set[ProvisionPath]) -> ProvisionPath:
    """A relative "clause (i)" means the nearest of that label around the place it is said."""
    if path in known or path.number != here.number or not path.labels:
        return path
    around = (here, *reversed(here.ancestors))
    if path.parent not in around:
        return path  # "clause (a) of sub-section (3)" says itself which one
    return next((near for above in around if (near := above.child(path.labels[-1])) in known), path)


def _laws(text: str) -> Iterator[Named]:
    for match in _NAMED_LAW.finditer(text):
        yield Named(_law_name(_title(match)), match.start(), match.end())
    for match in _LAW_NUMBER.finditer(text):
        yield Named(" ".join(match[1].split()), match.start(), match.end())
    for match in _CHAPTER.finditer(text):
        yield Named(f"chapter {match[1]}", match.start(), match.end())
    for match in _FORM.finditer(text):
        for letter in re.findall(r"[A-Z]", match[1]):
            yield Named(f"form {letter}", match.start(), match.end())


def _law_name(name: str) -> str:
    """The name as it is compared: without "the", capitals, commas, or what runs on before it."""
    words = re.findall(r"[a-z0-9()]+", name.lower())
    while words and words[0] in ("the", "of", "and", "to", "for", "in", "under"):
        words.pop(0)
    return " ".join(words)


def titles(text: str) -> list[tuple[int, int]]:
    """Spans of other laws' titles with year and number, in order."""
    found = [*_NAMED_LAW.finditer(text), *_LAW_NUMBER.finditer(text)]
    return sorted((match.start(), match.end()) for match in found)

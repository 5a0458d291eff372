"""Find the forms, schedules and chapters that a question names and no law searched has.

Missing sections, rules and regulations are found when the question is read; these are found by their
label, since no reference leads to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.law.annex_names import find_annex_names
from civicsetu.law.paths import ProvisionPath

_CHAPTER = re.compile(
    r"(?:\bchapter|\badhyay|अध्याय|प्रकरण|அத்தியாயம்|ಅಧ್ಯಾಯ)\s{0,3}[-–]?\s{0,3}(?:no\.?\s{0,2})?"
    r"(?P<number>[IVXLC]{1,7}|\d{1,3})(?!\w)",
    re.IGNORECASE,
)
_PRINTED = re.compile(r"\bCHAPTER\s{0,3}[-–]?\s{0,3}(?P<number>[IVXLC]{1,7}|\d{1,3})\b", re.IGNORECASE)
_WORDS = frozenset({"A", "I"})
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A part that is not there: its name, and the laws searched for it; `elsewhere`: another law held has it."""

    name: str
    documents: tuple[str, ...]
    elsewhere: bool = False


def missing_parts(question: str, documents: Sequence[str], index: LawIndex) -> list[MissingPart]:
    """Return the forms, schedules and chapters that a question names and none of those documents has."""
    return [*_missing_annexes(question, documents, index), *_missing_chapters(question, documents, index)]


def _missing_annexes(question: str, documents: Sequence[str], index: LawIndex) -> Iterator[MissingPart]:
    for reference in find_annex_names(question):
        if not _is_label(question[reference.start : reference.end]):
            continue
        if not any(index.holds(key, reference.path) or _speaks_of(index.laws[key], reference.path) for key in documents):
            elsewhere = any(index.holds(key, reference.path) for key in index.laws)
            yield MissingPart(str(reference.path), tuple(documents), elsewhere)


def _speaks_of(law: HeldLaw, annex: ProvisionPath) -> bool:
    """Return whether a law's text names a form or schedule that is not held itself: its rule says what it is for."""
    word, _, label = annex.number.partition(" ")
    if not label:
        return False
    named = re.compile(rf"\b{re.escape(word)}\s{{1,3}}[‘'\"“(]?{re.escape(label)}(?!\w)", re.IGNORECASE)
    return any(named.search(edition.body) for edition in law.editions.values())


def _is_label(named: str) -> bool:
    """Return whether the word after "form" is a label: "Form B" and "form 12", not "form is" or "the form I signed"."""
    label = named.split()[-1].strip("‘’'\"“”()")
    return label.isdigit() or (label.isupper() and (label not in _WORDS or named[0].isupper()))


def _missing_chapters(question: str, documents: Sequence[str], index: LawIndex) -> Iterator[MissingPart]:
    for match in _CHAPTER.finditer(question):
        number = _value(match["number"])
        known = {key: chapters_of(index.laws[key]) for key in documents}
        with_chapters = tuple(key for key, chapters in known.items() if chapters)
        if number and with_chapters and not any(number in known[key] for key in with_chapters):
            yield MissingPart(f"Chapter {match['number'].upper()}", with_chapters)


def chapters_of(law: HeldLaw) -> set[int]:
    """Return the numbers of the chapters that any edition of a law prints."""
    headings = (heading for edition in law.editions.values() for heading in edition.chapters.values())
    printed = (_PRINTED.search(heading) for heading in headings)
    return {_value(match["number"]) for match in printed if match is not None}


def _value(number: str) -> int:
    """Return the value of a Roman or Arabic number."""
    if number.isdigit():
        return int(number)
    values = [_ROMAN[letter] for letter in number.upper()]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))

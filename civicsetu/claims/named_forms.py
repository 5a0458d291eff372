"""Find the forms, schedules and laws that a text names, however it writes them: "Form M", "Form REA-1", "form 'B'"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from civicsetu.law.named_laws import NamedLaws

_FORM = re.compile(
    r"\b(?P<noun>[Ff]orms?|FORMS?|[Aa]nnexures?|[Aa]ppendix|[Ss]chedules?)(?:\s+[Nn]o\.?)?[\s–—-]*"
    r"(?P<list>[‘'“\"(]?\s?(?:[A-Z]{1,4}(?:[\s–—/-]?\d{1,3})?[A-Z]?|\d{1,3}[A-Z]?)(?![a-z\w])\s?[’'”\")]?"
    r"(?:(?:\s?,\s?|\s(?:and|or|&)\s)[‘'“\"(]?(?:[A-Z]{1,4}(?:[\s–—/-]?\d{1,3})?|\d{1,3})(?![a-z\w])[’'”\")]?)*)"
)
_ITEM = re.compile(r"[A-Z]{1,4}(?:[\s–—/-]?\d{1,3})?[A-Z]?|\d{1,3}[A-Z]?")
_ORDINAL_SCHEDULE = re.compile(r"\b(?P<which>[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth)\s+[Ss]chedule\b")
_NO_LABEL = frozenset(("I", "RERA", "OF", "AND", "OR"))


@dataclass(frozen=True, slots=True)
class NamedForm:
    """A form by the name it is compared by ("form M", "schedule 2"), and where it stands."""

    name: str
    start: int
    end: int


def find_forms(text: str) -> Iterator[NamedForm]:
    """Yield every form, annexure and schedule that is named by a letter or number."""
    for match in _FORM.finditer(text):
        noun = match["noun"].lower().rstrip("s").replace("appendix", "annexure")
        for item in _ITEM.finditer(match["list"]):
            label = re.sub(r"[\s–—/-]", "", item[0])
            if label not in _NO_LABEL or match["noun"][0] == "F":
                yield NamedForm(f"{noun} {label}", match.start(), match.end())
    for match in _ORDINAL_SCHEDULE.finditer(text):
        number = ("first", "second", "third", "fourth").index(match["which"].lower()) + 1
        yield NamedForm(f"schedule {number}", match.start(), match.end())


_TELLING = re.compile(r"[A-Za-z]{3,}")
_EVERY_LAW = frozenset(
    "act acts code rules rule regulations regulation order sanhita ordinance adhiniyam the and for under this that state "
    "states rera real estate development central general registration agreement sale also both own".split()
)


def find_law_words(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each other law named, as it is said, with the words in small letters that tell it from others."""
    for law in NamedLaws(text).laws:
        words = frozenset(_TELLING.findall(law.name.lower())) - _EVERY_LAW
        if words:
            yield " ".join(text[law.start : law.end].split()), words

"""A sentence of an answer with the provisions it cites, as every part shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from civicsetu.claims.figures import find_figures
from civicsetu.claims.named_forms import find_forms
from civicsetu.law.answers import Sentence, Support
from civicsetu.web.language.speaking import get_language, tell

_LONG_WORDS = re.compile(r"\bRERA (?=[A-Z])|\bRules (?=r\.)")
"""Of a title what its mark and the page itself tell: every law here is about RERA, and "r." is a rule."""
_RATE = re.compile(r"%|per\s?cent", re.IGNORECASE)
_MEASURE = re.compile(r"\s*(?:%|per cent\b|(?:lakh |crore )?rupees?\b|(?:working )?days?\b|months?\b|years?\b)")

Words = Literal["ours", "law", "advice", "limit"]
"""Whose words they are: our checked statement, the provision's own text, advice, or a limit of what is held."""


Names = Mapping[int, str]
"""The names of the cards by the index of the answer's citations."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A provision cited: `card` names the element its sheet is, `label` is what is read."""

    card: str
    label: str


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence: `marks` are the offsets of its figures and forms, `opening` the yes or no before it.

    `translation` says both in the asker's language; `spoken` is that language where people read the translation, which then
    stands first, and empty where a machine made it.
    `state` says whose rules it is of, where it does not say so itself. `conditions` are what it may not be read
    without, which stand with it wherever it stands.
    """

    text: str
    chips: tuple[Chip, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()
    opening: str = ""
    translation: str = ""
    spoken: str = ""
    words: Words = "ours"
    state: str = ""
    conditions: tuple[Said, ...] = ()


def show_sentence(sentence: Sentence, names: Names, state: str = "") -> Said:
    """Return a sentence as it is shown, behind what names its state."""
    text = tell(sentence.text) if sentence.support is Support.NONE and sentence.citations else sentence.text
    return Said(
        text=text,
        chips=make_chips(names[index] for index in sentence.citations),
        marks=find_marks(text),
        opening=sentence.yes_or_no,
        translation=sentence.translation,
        spoken="" if sentence.is_translated_by_machine else name_spoken(sentence.translation),
        words=_whose(sentence.support),
        state=state,
    )


def name_spoken(translation: str) -> str:
    """Return the code of the language of a translation: that of the frame, or Hindi in Latin letters."""
    if not translation:
        return ""
    return "hi-Latn" if translation.isascii() else get_language()


def make_chips(names: Iterable[str]) -> tuple[Chip, ...]:
    """Return a chip for each card, once, in order."""
    return tuple(Chip(name, _LONG_WORDS.sub("", name.strip("[]"))) for name in dict.fromkeys(names))


def find_marks(text: str) -> tuple[tuple[int, int], ...]:
    """Return the offsets of the sums, shares, periods and forms that a reader looks for, in order and apart."""
    spans = [(one.start, _with_measure(text, one.end)) for one in find_figures(text) if one.measure]
    spans.extend((one.start, one.end) for one in find_forms(text))
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        end = start + len(text[start:end].rstrip())
        if start < end and (not apart or start >= apart[-1][1]):
            apart.append((start, end))
    return tuple(apart)


def _with_measure(text: str, end: int) -> int:
    """Return where the figure that ends there ends with its measure: "1,000" with "rupees"."""
    after = _MEASURE.match(text, end)
    return after.end() if after else end


def names_a_sum(text: str) -> bool:
    """Return whether a sentence says how much: rupees, or a rate. Two thirds of the buyers are neither."""
    return any(
        one.measure == "rupee" or (one.measure == "share" and _RATE.search(text, one.start, _with_measure(text, one.end)))
        for one in find_figures(text)
    )


def names_a_figure(text: str) -> bool:
    """Return whether a sentence says how much, or names the form to use."""
    return names_a_sum(text) or any(True for _ in find_forms(text))


def _whose(support: Support) -> Words:
    if support is Support.VERBATIM:
        return "law"
    if support is Support.PRACTICAL:
        return "advice"
    return "limit" if support is Support.NONE else "ours"

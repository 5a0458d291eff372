"""Set the headings of a scan's margin before their rules.

Letters of the margin are often misread, so a note is compared with the law's own arrangement
by likeness, and the arrangement's words are set. A rule whose heading is not found in the
margin has none, and the divider then refuses the text for lacking that rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from civicsetu.corpus.pdf import Line
from civicsetu.corpus.rules_paragraphs import RulesLine

_ALIKE = 0.75
_BESIDE = 1.8
_NUMBERED = re.compile(r"\W{0,2}\d{1,3}\s?[-.]")


def give_headings(
    lines: Sequence[RulesLine],
    rows: Sequence[Line],
    notes: Sequence[Sequence[Line]],
    headings: Mapping[str, str],
) -> list[RulesLine]:
    """The lines of a page, each rule's first with its number and heading before it.

    `rows` are the same lines with their places, `notes` the notes of the margin.
    """
    given = list(lines)
    for note in notes:
        number = _number_of(" ".join(line.text for line in note), headings)
        at = next((index for index, row in enumerate(rows) if number and _is_beside(row, note)), None)
        if number and at is not None:
            heading = headings[number].rstrip(".")
            given[at] = replace(given[at], text=f"{number}. {heading}. {given[at].text}", apart=True)
    return given


def _number_of(note: str, headings: Mapping[str, str]) -> str:
    """The number whose heading the note is most like; empty where it is like none."""
    likeness = {number: _likeness(_letters(note), _letters(heading)) for number, heading in headings.items()}
    best = max(likeness, key=lambda number: likeness[number], default="")
    return best if best and likeness[best] >= _ALIKE else ""


def _likeness(first: str, second: str) -> float:
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _is_beside(row: Line, note: Sequence[Line]) -> bool:
    """True for a line that opens a numbered provision beside the note's beginning; a speck may stand above it."""
    near = any(abs(row.y0 - line.y0) < _BESIDE * row.size for line in note[:2])
    return near and _NUMBERED.match(row.text) is not None


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())

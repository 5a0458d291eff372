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

from civicsetu.corpus.formats.pdf import Line
from civicsetu.corpus.formats.rules_paragraphs import RulesLine
from civicsetu.lexicon.tokens import fold_letters

_ALIKE = 0.75
_BESIDE = 1.8
_MOST_LINES = 10
_NUMBERED = re.compile(r"\W{0,2}\d{1,3}\s?[-.]")


def give_headings(
    lines: Sequence[RulesLine], rows: Sequence[Line], margin: Sequence[Line], headings: Mapping[str, str]
) -> list[RulesLine]:
    """Return the lines of a page, each rule's first with its number and heading before it.

    `rows` are the same lines with their places, `margin` the lines of the margin.
    """
    given = list(lines)
    for index, row in enumerate(rows):
        if not _NUMBERED.match(row.text):
            continue
        beside = [line for line in margin if line.y0 > row.y0 - _BESIDE * row.size][:_MOST_LINES]
        if number := _number_of(beside, row, headings):
            text = f"{number}. {headings[number].rstrip('.')}. {given[index].text}"
            given[index] = replace(given[index], text=text, apart=True)
    return given


def _number_of(beside: Sequence[Line], row: Line, headings: Mapping[str, str]) -> str:
    """The number whose heading stands beside the row, over as many lines as are most like it."""
    found = [
        (_likeness(fold_letters(" ".join(line.text for line in beside[first:last])), fold_letters(heading)), number)
        for first, line in enumerate(beside[:2])
        if line.y0 < row.y0 + _BESIDE * row.size
        for last in range(first + 1, len(beside) + 1)
        for number, heading in headings.items()
    ]
    likeness, number = max(found, default=(0.0, ""))
    return number if likeness >= _ALIKE else ""


def _likeness(first: str, second: str) -> float:
    """Share of letters that both have in one order; lengths too unlike are not compared."""
    if min(len(first), len(second)) < _ALIKE * max(len(first), len(second)) / (2 - _ALIKE):
        return 0.0
    return SequenceMatcher(None, first, second, autojunk=False).ratio()

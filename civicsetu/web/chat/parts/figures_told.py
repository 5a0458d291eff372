"""Sums and days as the question tells them, each a chip that can be corrected; the question is then asked with the right one."""

from __future__ import annotations

from collections.abc import Iterator

from civicsetu.claims.figures import Figure
from civicsetu.claims.figures_in_scripts import find_figures_in_any_script
from civicsetu.errors import InputError, NotFound
from civicsetu.web.chat.parts.facts_read import FactChip
from civicsetu.web.language.speaking import read_english_day, say

PREFIX = "told."
"""What the name of such a chip begins with; the place of the figure in the question follows."""
_MOST = 4
_ASKS = {"rupee": "shown.which_sum", "date": "shown.what_day"}
_REFUSED = {
    "rupee": "Please write one sum, like 62 lakh or Rs 6,20,000.",
    "date": "There is no such day; please write it like 31 March 2021.",
}
_CHANGED = "The question has changed since; please ask it anew."


def show_figures_told(question: str) -> tuple[FactChip, ...]:
    """Return a chip for each sum and day of a question, each value once, at most four."""
    chips: dict[tuple[str, object], FactChip] = {}
    for figure in _read(question):
        said = _said(question, figure)
        chip = FactChip(f"{PREFIX}{figure.start}", said, said, say(_ASKS[figure.measure]), written=figure.measure)
        chips.setdefault((figure.measure, figure.value), chip)
    return tuple(chips.values())[:_MOST]


def correct_figure(question: str, name: str, value: str) -> tuple[str, str]:
    """Return the question with one figure put right, wherever it states it, and the correction in words.

    Raises:
        InputError: the value is not one sum, or no day.
        NotFound: the question holds no such figure.
    """
    figures = list(_read(question))
    wrong = next((one for one in figures if name == f"{PREFIX}{one.start}"), None)
    if wrong is None:
        raise NotFound("figure", user_message=_CHANGED)
    value = read_english_day(value)
    given = [one for one in _read(value) if one.measure == wrong.measure]
    if len(given) != 1:
        raise InputError("figure", user_message=_REFUSED[wrong.measure])
    right = _said(value, given[0])
    same = [one for one in figures if (one.measure, one.value) == (wrong.measure, wrong.value)]
    for one in reversed(same):
        question = question[: one.start] + right + question[one.start + len(_said(question, one)) :]
    return question, say("shown.corrected", fact=right)


def _read(text: str) -> Iterator[Figure]:
    return (one for one in find_figures_in_any_script(text) if one.measure in _ASKS)


def _said(text: str, figure: Figure) -> str:
    return text[figure.start : figure.end].rstrip(" .,")

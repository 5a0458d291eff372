"""Find the words a sentence quotes in the text it cites, whatever its white space, case and quotation marks."""

from __future__ import annotations

import re
from functools import lru_cache

from civicsetu.answering.verifying.thresholds import VERIFYING

_APART = re.compile(r"\s*(?:…|\.\.\.+)\s*")
_LETTERS = re.compile(r"[^\W_]+|[%₹§]")


def split_quote(quote: str) -> tuple[str, ...]:
    """Return the runs of words of a quote, those apart by " … " each by itself."""
    return tuple(run for run in (_fold(part)[0] for part in _APART.split(quote)) if run)


def is_telling(runs: tuple[str, ...]) -> bool:
    """Return whether a quote has words enough to rest on: one short word is found anywhere."""
    words = [word for run in runs for word in run.split()]
    return len(words) >= VERIFYING.quote_words and sum(map(len, words)) >= VERIFYING.quote_letters


def find_runs(run: str, text: str) -> list[tuple[int, int]]:
    """Return where a run stands in the text (`text[start:end]`), each time it does; whole words only."""
    folded, places = _fold(text)
    found = []
    at = folded.find(run)
    while at >= 0 and run:
        end = at + len(run)
        if (at == 0 or folded[at - 1] == " ") and (end == len(folded) or folded[end] == " "):
            first, last = folded.count(" ", 0, at), folded.count(" ", 0, end)
            found.append((places[first][0], places[last][1]))
        at = folded.find(run, at + 1)
    return found


@lru_cache(maxsize=2048)
def _fold(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The words of a text in lower case with one blank between, and where each stands."""
    matches = list(_LETTERS.finditer(text))
    return " ".join(match[0].lower() for match in matches), tuple(match.span() for match in matches)

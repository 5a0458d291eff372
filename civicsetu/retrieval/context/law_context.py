"""Write the law found as one text of limited length, for a reader elsewhere or for a model.

The best provisions are written whole as long as there is room, the next is cut after a sentence and
marked, the rest is counted; nothing found is left out silently. A token is taken as four characters,
as in English; Indic scripts take more tokens.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from civicsetu.corpus.extracts import Extract, cuts_of
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import InputError
from civicsetu.retrieval.context.context_formats import ContextFormat, render
from civicsetu.retrieval.context.families import Pool
from civicsetu.retrieval.context.passages import Passage, arrange, passages_of
from civicsetu.settings import ContextSettings, FormatName

CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """Options of one context; None means the value of the settings."""

    format: ContextFormat | FormatName | None = None
    max_tokens: int | None = None
    sources: bool = False
    families: bool = False
    compress: bool = False


@dataclass(frozen=True, slots=True)
class LawContext:
    """A context: its text, and its passages in the order of the text, each with its rank.

    `tokens` is the estimate for `text`, `left_out` how many provisions found had no room,
    `ratio` the share of the passages' own words that is shown: 1 when nothing was dropped.
    """

    text: str
    passages: tuple[Passage, ...]
    tokens: int
    left_out: int
    ratio: float


Written = Callable[[Sequence[Extract], int], str]
Fits = Callable[[Sequence[Extract], int], bool]
"""Of these extracts and so many left out: their text; whether that has room."""


def tokens_of(text: str) -> int:
    """Estimate the tokens of a text."""
    return -(-len(text) // CHARS_PER_TOKEN)


def law_context(
    pool: Pool, index: LawIndex, options: ContextOptions, settings: ContextSettings
) -> LawContext:
    """Write as much of the pool as the budget has room for, headings and notes included.

    Raises:
        InputError: not even one sentence of the best provision has room; the message says how
            many tokens that takes.
    """
    form = ContextFormat(options.format or settings.format)
    max_tokens = settings.max_tokens if options.max_tokens is None else options.max_tokens

    def passages(extracts: Sequence[Extract]) -> list[Passage]:
        return arrange(passages_of(extracts, index, sources=options.sources))

    def written(extracts: Sequence[Extract], left_out: int) -> str:
        return render(passages(extracts), form, left_out)

    def fits(extracts: Sequence[Extract], left_out: int) -> bool:
        return tokens_of(written(extracts, left_out)) <= max_tokens

    shown = _best(pool.found, fits)
    left_out = len(pool.found) - len(shown)
    if not fits(shown, left_out) or (pool.found and not shown):
        raise _too_small(pool.found, written, max_tokens)
    if not any(extract.cut for extract in shown) and not left_out:
        shown = _with_families(shown, pool.family, fits)
    text = written(shown, left_out)
    whole = sum(extract.whole_chars for extract in shown)
    ratio = sum(extract.shown_chars for extract in shown) / whole if whole else 1.0
    return LawContext(text, tuple(passages(shown)), tokens_of(text), left_out, ratio)


def _best(found: Sequence[Extract], fits: Fits) -> list[Extract]:
    """Return as many of the best as have room, then the longest cut of the next that has."""
    count = next((n for n in range(len(found), 0, -1) if fits(found[:n], len(found) - n)), 0)
    whole = list(found[:count])
    if count == len(found):
        return whole
    cuts = list(cuts_of(found[count]))
    at = bisect_left(cuts, True, key=lambda cut: fits([*whole, cut], len(found) - count - 1))
    return [*whole, *cuts[at : at + 1]]


def _with_families(shown: Sequence[Extract], family: Sequence[Extract], fits: Fits) -> list[Extract]:
    """Add what has room of the rest of their sections, each unit whole."""
    kept = list(shown)
    for extract in family:
        if fits([*kept, extract], 0):
            kept.append(extract)
    return kept


def _too_small(found: Sequence[Extract], written: Written, max_tokens: int) -> InputError:
    """Return the error that names the least budget for the first sentence of the best provision."""
    shortest = [cut for first in found[:1] for cut in (first, *cuts_of(first))][-1:]
    needed = tokens_of(written(shortest, max(len(found) - 1, 0)))
    message = (
        f"{max_tokens} tokens have no room for one sentence of the law with its heading; "
        f"for this question it takes at least {needed}."
    )
    return InputError(user_message=message)

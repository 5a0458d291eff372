"""Extracts of a unit: all its words, or some of its sentences with marks for the others.

A context may be too long to be returned whole. Whole sentences are left out, never half a one, which can
say the opposite of the law. Every span is an exact place in the edition's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from civicsetu.corpus.law_index import IndexedEdition, Unit
from civicsetu.law.sentences import split_sentences

OMITTED = "[…]"
CUT = "[cut here: no more room]"

Span = tuple[int, int]
CitedSpan = tuple[str, int, int]
"""Id of an edition, and the start and end of a passage of its text."""

_PARAGRAPH_FIRST = re.compile(r"[^\S\n]*\n\s*\n")
_PARAGRAPH_LAST = re.compile(r"\n[^\S\n]*\n\s*\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence with the label before it: the pieces of a text, joined, are the text.

    `sentence` is the words to score; `ends` is False where nothing may end after it, as after
    "namely:".
    """

    start: int
    end: int
    sentence: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Extract:
    """One unit in one edition: `body[start:end]` is all of it, `spans` what is shown, in order.

    `rank` counts from 1, the best first. `in_section`: it is shown as a part of its whole
    section. `cut`: what follows the last span had no room.
    """

    unit: Unit
    edition: IndexedEdition
    rank: int
    start: int
    end: int
    spans: tuple[Span, ...]
    in_section: bool = False
    cut: bool = False

    @property
    def whole_chars(self) -> int:
        return self.end - self.start

    @property
    def shown_chars(self) -> int:
        return sum(last - first for first, last in self.spans)

    def pieces(self) -> list[Piece]:
        """Return all sentences of the unit with their labels, shown or not."""
        return pieces_of(self.edition.body, self.start, self.end)


def pieces_of(body: str, start: int, end: int) -> list[Piece]:
    """Cut `body[start:end]` after every sentence; one piece where it has none."""
    spans = split_sentences(body, start, end)
    if not spans:
        return [Piece(start, end, body[start:end].strip(), True)]
    stops = [*(span.end for span in spans[:-1]), end]
    starts = [start, *stops[:-1]]
    return [
        Piece(first, last, span.text, not (span.opens_list or span.text.endswith("-")))
        for span, first, last in zip(spans, starts, stops, strict=True)
    ]


def compress(
    extract: Extract, keep: int, score: Callable[[str], float], cited: Sequence[CitedSpan] = ()
) -> Extract:
    """Return the `keep` sentences with the highest score and all that contain a cited span, in the law's order."""
    pieces = extract.pieces()
    by_score = sorted(range(len(pieces)), key=lambda at: (-score(pieces[at].sentence), at))
    needed = [at for at, piece in enumerate(pieces) if _is_cited(extract.edition.edition_id, piece, cited)]
    chosen = sorted({*by_score[:keep], *needed})
    return replace(extract, spans=tuple(_joined((pieces[at].start, pieces[at].end) for at in chosen)))


def cuts_of(extract: Extract) -> Iterator[Extract]:
    """Yield shorter and shorter cuts of the extract, each ending with a sentence, the longest first."""
    last_shown = extract.spans[-1][1]
    for piece in reversed(extract.pieces()):
        shown = any(first <= piece.start and piece.end <= last for first, last in extract.spans)
        if shown and piece.ends and piece.end < last_shown:
            kept = tuple((first, min(last, piece.end)) for first, last in extract.spans if first < piece.end)
            yield replace(extract, spans=kept, cut=True)


def to_text(body: str, start: int, end: int, extracts: Sequence[Extract]) -> str:
    """Return the words shown of `body[start:end]`, with a mark wherever words are left out."""
    text, at, mark = "", start, OMITTED
    for extract in sorted(extracts, key=lambda one: one.start):
        for first, last in extract.spans:
            text = _with_gap(text, body[at:first], mark, body[first:last])
            at, mark = last, OMITTED
        mark = CUT if extract.cut else OMITTED
    return _with_gap(text, body[at:end], mark, "").strip()


def _with_gap(before: str, gap: str, mark: str, after: str) -> str:
    """Join both texts with `mark` for the words between them; white space alone needs no mark."""
    if not gap.strip():
        return before + gap + after
    apart_before = "\n\n" if _PARAGRAPH_FIRST.match(gap) else " "
    apart_after = "\n\n" if _PARAGRAPH_FIRST.match(after) or _PARAGRAPH_LAST.search(gap) else " "
    head = before.rstrip()
    return f"{head}{apart_before if head else ''}{mark}{apart_after}{after.lstrip()}"


def _is_cited(edition_id: str, piece: Piece, cited: Sequence[CitedSpan]) -> bool:
    return any(
        edition == edition_id and start < piece.end and piece.start < end for edition, start, end in cited
    )


def _joined(spans: Iterator[Span]) -> list[Span]:
    """Join spans that touch; they come in order."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined

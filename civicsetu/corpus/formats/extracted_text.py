"""A printed text after reading: its words in order, its pages, and all that was taken out."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum


class RemovalReason(StrEnum):
    """Reason for leaving something on a page out of the text."""

    RUNNING_HEAD = "running head or page number"
    MASTHEAD = "masthead of the Gazette"
    IMPRINT = "signature and imprint"
    ACT_NUMBER = "number of another Act, printed in the margin"
    FOOTNOTE = "note at the foot of the page"
    HYPHEN = "hyphen at the end of a line"
    FOOTNOTE_MARK = "mark of a footnote"
    MARGIN = "words of the margin"
    WORD_OF_HEADING = "the word Rule, printed before its number"
    NUMBER_AGAIN = "number of the rule, printed a second time"
    SPECK = "speck on the scan, read as a word"
    MISREAD = "misread by the character recognition, put right"
    AFTER_THE_RULES = "form or schedule after the last rule"


@dataclass(frozen=True, slots=True)
class Removal:
    """Words that stood on a page and are not in the text; `at` is where, as an offset into it.

    `page` is None for a text without pages.
    """

    page: int | None
    at: int
    text: str
    reason: RemovalReason


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """Text of a file: `body` is divided and cited; `page_starts[n]` is where page `n + 1` begins in it.

    `confidences` are those of the pages whose letters were recognised, 0 to 100, in the order of
    the pages that were read; none for a text that was printed with its letters.
    """

    body: str
    page_starts: tuple[int, ...] = ()
    removals: tuple[Removal, ...] = ()
    confidences: tuple[float, ...] = ()

    def page_of(self, offset: int) -> int | None:
        """Return the page that holds the character at `offset`, counted from 1; None without pages."""
        return bisect_right(self.page_starts, offset) or None

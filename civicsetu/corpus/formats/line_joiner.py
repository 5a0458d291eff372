"""Lines of print put together to running text, with the pages known and line-end hyphens repaired."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from civicsetu.corpus.formats.extracted_text import ExtractedText, Removal, RemovalReason

LinePiece = tuple[int | None, str]
"""The words of one line and the page they stand on; None for a text without pages."""

Listed = tuple[int | None, str, RemovalReason]
"""Words taken out of a page, and why; where they stood is known when the text is whole."""

_PREFIXES = frozenset({"sub", "co", "non", "self", "re", "pre", "ex"})


def collect_whole_words(lines: Iterable[str]) -> frozenset[str]:
    """Collect words that stand whole in a line: they tell a cut word from a hyphenated one."""
    return frozenset(
        word for line in lines for word in re.findall(r"[a-z]+(?:-[a-z]+)*(?![a-z]*-$)", line.lower())
    )


class LineJoiner:
    """Joiner of lines into text that records where each page begins and which hyphens were removed.

    `words` are those of `collect_whole_words`; None for a text whose lines are no lines of a print,
    so that a hyphen at their end is left alone.
    """

    def __init__(self, words: frozenset[str] | None = None) -> None:
        self._words = words
        self._parts: list[str] = []
        self._length = 0
        self._starts: dict[int, int] = {}
        self._hyphens: list[Removal] = []

    def put(self, text: str, *, page: int | None = None) -> None:
        """Append text; `page` where these are words of that page."""
        if page is not None:
            self._starts.setdefault(page, self._length)
        self._parts.append(text)
        self._length += len(text)

    def lines(self, pieces: Sequence[LinePiece]) -> None:
        """Return the lines of one paragraph, joined."""
        for index, (page, line) in enumerate(pieces):
            text = " ".join(line.split())
            self.put("", page=page)
            if index + 1 == len(pieces):
                self.put(text)
            else:
                self._line_end(page, text, " ".join(pieces[index + 1][1].split()))

    def _line_end(self, page: int | None, text: str, following: str) -> None:
        if self._words is None:
            self.put(f"{text} ")
            return
        cut = re.search(r"([A-Za-z]+)-$", text)
        if cut is None:
            self.put(text + ("" if text.endswith("—") else " "))
        elif self._is_whole(self._words, cut.group(1), following):
            self.put(text)
        else:
            self.put(text[:-1])
            self._hyphens.append(Removal(page, self._length, "-", RemovalReason.HYPHEN))

    @staticmethod
    def _is_whole(words: frozenset[str], first: str, following: str) -> bool:
        """True for a word that has a hyphen of its own: `sub-section`, `co-operative`."""
        second = re.match(r"[A-Za-z]*", following)
        rest = second.group() if second else ""
        if (first + rest).lower() in words:
            return False
        return f"{first}-{rest}".lower() in words or first.lower() in _PREFIXES

    def finish(self, out: Iterable[Listed], total: int = 0) -> ExtractedText:
        """Return the text and what was taken out of it; of at least `total` pages, in the order of `out`."""
        starts: list[int] = []
        for page in range(max(total, *self._starts, 0), 0, -1):
            starts.append(self._starts.get(page, starts[-1] if starts else self._length))
        page_starts = tuple(reversed(starts))

        def at(page: int | None) -> int:
            if page is None:
                return 0
            return page_starts[page - 1] if page <= len(page_starts) else self._length

        lifted = [Removal(page, at(page), text, reason) for page, text, reason in out]
        return ExtractedText("".join(self._parts), page_starts, (*lifted, *self._hyphens))

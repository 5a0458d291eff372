"""How much a page of a PDF draws once its forms are put in, counted before anything is drawn.

A form is a piece of print with a name, and a form may draw others: ten that draw ten each,
eleven levels deep, are a few kilobytes and a hundred thousand million drawings. The same form
on every page is read again for every page.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from civicsetu.corpus.formats.decompression_limits import MOST_PAGE, measure_expanded

if TYPE_CHECKING:
    import pymupdf

_DRAWN = re.compile(rb"/([^\s/<>\[\](){}%]{1,120})\s+Do\b")
_DEEPEST = 50


def measure_drawn(document: pymupdf.Document, page: pymupdf.Page) -> int:
    """Count the bytes a page and the forms it draws print, each as often as it is drawn.

    Counted a little further than `MOST_PAGE`.
    """
    counting = _Counting(document, page.xref)
    return sum(counting.size_of(xref, page.xref, 0) for xref in page.get_contents())


@dataclass
class _Counting:
    """Sizes of one page's forms, each worked out once; those of one under way count as too large."""

    document: pymupdf.Document
    page: int
    known: dict[tuple[int, int], int] = field(default_factory=dict)

    def size_of(self, xref: int, holder: int, depth: int) -> int:
        """Return the bytes of a stream with the forms it draws; `holder` is the object whose resources name them."""
        place = (xref, holder)
        if place not in self.known:
            self.known[place] = MOST_PAGE + 1
            self.known[place] = self._counted(xref, holder, depth)
        return self.known[place]

    def _counted(self, xref: int, holder: int, depth: int) -> int:
        raw = self.document.xref_stream_raw(xref) or b""
        size = max(len(raw), measure_expanded(raw, MOST_PAGE))
        if size > MOST_PAGE or depth > _DEEPEST:
            return MOST_PAGE + 1
        content = self.document.xref_stream(xref) or b""
        size = max(size, len(content))
        for name, times in Counter(_DRAWN.findall(content)).items():
            form = self._form(holder, name.decode("latin-1"))
            if form:
                size += times * self.size_of(form, form, depth + 1)
            if size > MOST_PAGE:
                return MOST_PAGE + 1
        return size

    def _form(self, holder: int, name: str) -> int:
        """The object of the form of that name, 0 where it is a picture or none."""
        for place in (holder, self.page):
            kind, value = self._resource(place, name)
            if kind == "xref":
                form = int(value.split()[0])
                return form if self.document.xref_get_key(form, "Subtype")[1] == "/Form" else 0
        return 0

    def _resource(self, holder: int, name: str) -> tuple[str, str]:
        """The entry among its resources; a page without any has those of what it stands in."""
        path = f"Resources/XObject/{name}"
        for _ in range(_DEEPEST):
            found: tuple[str, str] = self.document.xref_get_key(holder, path)
            parent = self.document.xref_get_key(holder, "Parent")
            if found[0] != "null" or parent[0] != "xref":
                return found
            holder = int(parent[1].split()[0])
        return "null", ""

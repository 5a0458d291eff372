"""Read a PDF's text layer: lines, where they stand on the page, and what is bold.

Nothing is decided here about what is law. A file that is damaged, locked, empty or a scan
says so before anybody works with half of it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from civicsetu.corpus.expansion import MOST_PAGE, check_streams, expanded, too_large
from civicsetu.errors import NotThisLaw, SourceMissing
from civicsetu.library_telemetry import disable_library_telemetry

if TYPE_CHECKING:
    import pymupdf

_SAME_LINE = 3.0
_MAGIC = b"%PDF-"
_WEB_PAGE = re.compile(rb"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_DAMAGE = re.compile(r"\b(?:zlib|syntax|read|format|library) error\b|\bcannot load\b|is not a stream")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of print; `x0`, `y0`, `x1`, `y1` in points from the top left, `lead` its bold beginning."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    lead: str = ""


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in points from the top left corner."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page's lines from top to bottom; `number` counts from 1; a scan is a picture without text.

    `pieces` are the lines before those that stand close together were joined. `tables` are
    there where they were asked for: rows of cells from top to bottom. Of a page whose letters
    were recognised, `confidence` says how surely, 0 to 100, and `specks` are what was read there
    and is no print.
    """

    number: int
    lines: tuple[Line, ...]
    is_scan: bool = False
    pieces: tuple[Line, ...] = ()
    tables: tuple[tuple[tuple[Box, ...], ...], ...] = ()
    confidence: float | None = None
    specks: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class PdfPages:
    """The pages that were read; `total_pages` is their count, after any cap."""

    pages: tuple[PdfPage, ...]

    @property
    def total_pages(self) -> int:
        return len(self.pages)

    @property
    def scanned(self) -> tuple[int, ...]:
        """Numbers of the pages that have no text layer; they need character recognition."""
        return tuple(page.number for page in self.pages if page.is_scan)

    @property
    def confidences(self) -> tuple[float, ...]:
        """How surely the pages were recognised, 0 to 100; none for a text layer."""
        return tuple(page.confidence for page in self.pages if page.confidence is not None)


def read_pdf(path: Path, *, max_pages: int | None = None, tables: Container[int] = ()) -> PdfPages:
    """The text layer of `path`, at most `max_pages` pages of it; on pages in `tables`, where cells are.

    Raises:
        SourceMissing: the file cannot be opened.
        NotThisLaw: it is not a PDF, is damaged or cut off, is locked, or has no page.
    """
    with open_pdf(path) as document:
        count = len(document) if max_pages is None else min(len(document), max_pages)
        return PdfPages(
            tuple(_whole_page(document, index, path, index + 1 in tables) for index in range(count))
        )


def _whole_page(document: pymupdf.Document, index: int, path: Path, tables: bool) -> PdfPage:
    """A page whose every byte was understood: the library goes on without what it cannot read."""
    import pymupdf

    pymupdf.TOOLS.reset_mupdf_warnings()
    try:
        if sum(_size(document, xref) for xref in document[index].get_contents()) > MOST_PAGE:
            raise too_large(path.name)
        page = _page(document[index], index + 1, tables)
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError) as error:
        raise refused(path, f"is damaged on page {index + 1} and cannot be read whole") from error
    if _DAMAGE.search(pymupdf.TOOLS.mupdf_warnings()):
        raise refused(path, f"is damaged on page {index + 1} and cannot be read whole")
    return page


def _size(document: pymupdf.Document, xref: int) -> int:
    """Bytes of a page's print once it is expanded, counted a little further than a page may have."""
    raw = document.xref_stream_raw(xref) or b""
    return max(len(raw), expanded(raw, MOST_PAGE))


def open_pdf(path: Path) -> pymupdf.Document:
    """The file, opened; the caller closes it.

    Raises:
        SourceMissing, NotThisLaw: as `read_pdf` does.
    """
    disable_library_telemetry()
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        content = path.read_bytes()
        if content.find(_MAGIC, 0, 1024) < 0:
            what = "is a web page and" if _WEB_PAGE.match(content[:1024]) else "is"
            raise refused(path, f"{what} not a PDF file")
        check_streams(content, path.name)
        document = pymupdf.open(path, filetype="pdf")
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror or 'it is no file'}."
        raise SourceMissing(message, user_message=message) from error
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase) as error:
        raise refused(path, "is damaged and cannot be read as a PDF file") from error
    reason = _unusable(document)
    if reason:
        document.close()
        raise refused(path, reason)
    return document


def _unusable(document: pymupdf.Document) -> str:
    if document.needs_pass:
        return "is locked with a password"
    if document.is_repaired:
        return "is damaged or cut off"
    return "" if len(document) else "has no page"


def refused(path: Path, reason: str) -> NotThisLaw:
    """The error that a file is not usable, and why."""
    message = f"{path.name} {reason}."
    return NotThisLaw(message, user_message=message)


def _page(page: pymupdf.Page, number: int, tables: bool) -> PdfPage:
    import pymupdf

    flags = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
    blocks = page.get_text("dict", flags=flags)["blocks"]
    found = [_line(line) for block in blocks for line in block.get("lines", ())]
    pieces = tuple(line for line in found if line.text.strip())
    cells = _tables(page) if tables and pieces else ()
    return PdfPage(number, tuple(_joined(pieces)), not pieces and bool(page.get_images()), pieces, cells)


def _tables(page: pymupdf.Page) -> tuple[tuple[tuple[Box, ...], ...], ...]:
    """Cells of the ruled tables; one of a single column, or of two rows, is a frame that sets the page.

    Where no lines are drawn for one, none is looked for: the library asks a model of the page's
    layout first, which takes most of the reading and takes spaced words for columns.
    """
    if not _may_be_ruled(page):
        return ()
    return tuple(
        tuple(tuple(tuple(cell) for cell in row.cells if cell) for row in table.rows)
        for table in page.find_tables(strategy="lines_strict").tables
        if table.col_count > 1 and table.row_count > 2
    )


def _may_be_ruled(page: pymupdf.Page) -> bool:
    """Whether lines are drawn at the places that two columns need, and three rows."""
    across: set[int] = set()
    down: set[int] = set()
    for drawn in page.get_cdrawings():
        for x0, y0, x1, y1 in _edges(drawn["items"]):
            if abs(y1 - y0) > _SAME_LINE:
                across |= {round(x0 / _SAME_LINE), round(x1 / _SAME_LINE)}
            if abs(x1 - x0) > _SAME_LINE:
                down |= {round(y0 / _SAME_LINE), round(y1 / _SAME_LINE)}
    return len(across) > 2 and len(down) > 3


def _edges(items: Sequence[tuple[Any, ...]]) -> Iterator[Box]:
    """Straight lines by their ends, boxes by two of their corners."""
    for kind, *points in items:
        if kind == "re":
            yield points[0]
        elif kind == "qu":
            yield (*points[0][0], *points[0][3])
        elif kind == "l":
            yield (*points[0], *points[1])


def _line(line: dict[str, Any]) -> Line:
    spans = line["spans"]
    lead = ""
    for span in spans:
        if "Bold" not in span["font"]:
            break
        lead += span["text"]
    text = "".join(span["text"] for span in spans)
    x0, y0, x1, y1 = line["bbox"]
    return Line(text, x0, y0, x1, y1, max(span["size"] for span in spans), lead)


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Lines from top to bottom; pieces that stand close together at one height are one line."""
    joined: list[Line] = []
    for line in sorted(lines, key=lambda line: (round(line.y0 / _SAME_LINE), line.x0)):
        last = joined[-1] if joined else None
        if last and abs(last.y0 - line.y0) < _SAME_LINE and 0 <= line.x0 - last.x1 < line.size:
            gap = "" if last.text.endswith(" ") else " "
            joined[-1] = Line(
                last.text + gap + line.text,
                last.x0,
                last.y0,
                line.x1,
                max(last.y1, line.y1),
                last.size,
                last.lead,
            )
        else:
            joined.append(line)
    return joined

"""Read a PDF's text layer: lines, where they stand on the page, and what is bold.

Nothing is decided here about what is law. A file that is damaged, locked, empty or a scan
says so before anybody works with half of it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict

from civicsetu.corpus.formats.decompression_limits import (
    MOST_PAGE,
    MOST_PRINT,
    check_streams,
    make_too_large_error,
)
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.page_size import measure_drawn
from civicsetu.errors import NotThisLaw
from civicsetu.library_telemetry import disable_library_telemetry

if TYPE_CHECKING:
    import pymupdf

_SAME_LINE = 3.0
_MOST_DRAWN = 20_000
_MAGIC = b"%PDF-"
_WEB_PAGE = re.compile(rb"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_NO_MEMORY = "code=2:"
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


_Point = tuple[float, float]
_DrawnItem = (
    tuple[Literal["re"], Box, int]
    | tuple[Literal["qu"], tuple[_Point, _Point, _Point, _Point]]
    | tuple[Literal["l"], _Point, _Point]
    | tuple[Literal["c"], _Point, _Point, _Point, _Point]
)
"""A rectangle, a box on its corner, a straight line or a curve."""


class _Drawing(TypedDict):
    """A drawing, as far as the library tells what we look at."""

    items: Sequence[_DrawnItem]


class _Span(TypedDict):
    """Letters of one font in a line."""

    font: str
    size: float
    text: str


class _PrintedLine(TypedDict):
    """A line of print, as far as the library tells what we look at."""

    spans: list[_Span]
    bbox: Box


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
    def confidences(self) -> tuple[float, ...]:
        """Confidence of recognition of each page, 0 to 100; empty for a text layer."""
        return tuple(page.confidence for page in self.pages if page.confidence is not None)


def read_pdf(file: LawFile, *, max_pages: int | None = None, tables: Container[int] = ()) -> PdfPages:
    """Return the text layer of a file, at most `max_pages` pages of it; on pages in `tables`, where cells are.

    Raises:
        NotThisLaw: it is not a PDF, is damaged or cut off, is locked, has no page, or has one that
            draws far more than a page of a law does.
    """
    with open_pdf(file) as document:
        count = len(document) if max_pages is None else min(len(document), max_pages)
        return PdfPages(tuple(_whole_pages(document, count, file, tables)))


def _whole_pages(
    document: pymupdf.Document, count: int, file: LawFile, tables: Container[int]
) -> Iterator[PdfPage]:
    """The first pages, as long as what they draw together is what a law draws."""
    drawn = 0
    for index in range(count):
        with report_damage(file, _damaged(index)):
            size = measure_drawn(document, document[index])
        drawn += size
        if size > MOST_PAGE or drawn > MOST_PRINT:
            raise make_too_large_error(file.name)
        yield _whole_page(document, index, file, index + 1 in tables)


def _damaged(index: int) -> str:
    return f"is damaged on page {index + 1} and cannot be read whole"


def _whole_page(document: pymupdf.Document, index: int, file: LawFile, tables: bool) -> PdfPage:
    """A page whose every byte was understood: the library goes on without what it cannot read."""
    import pymupdf

    pymupdf.TOOLS.reset_mupdf_warnings()
    with report_damage(file, _damaged(index)):
        page = _page(document[index], index + 1, tables, file)
    if _DAMAGE.search(pymupdf.TOOLS.mupdf_warnings()):
        raise make_refusal(file, _damaged(index))
    return page


def open_pdf(file: LawFile) -> pymupdf.Document:
    """Return the file, opened; the caller closes it.

    Raises:
        NotThisLaw: as `read_pdf` does.
    """
    disable_library_telemetry()
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    if file.content.find(_MAGIC, 0, 1024) < 0:
        what = "is a web page and" if _WEB_PAGE.match(file.content[:1024]) else "is"
        raise make_refusal(file, f"{what} not a PDF file")
    check_streams(file.content, file.name)
    with report_damage(file, "is damaged and cannot be read as a PDF file"):
        document = pymupdf.open(stream=file.content, filetype="pdf")
        reason = _unusable(document)
    if reason:
        document.close()
        raise make_refusal(file, reason)
    return document


@contextmanager
def report_damage(file: LawFile, reason: str) -> Iterator[None]:
    """Turn what the library raises on a damaged file into the refusal that says so.

    Its error for want of memory becomes Python's own: that tells nothing of the file. Its faster
    half knows no types of errors and puts MuPDF's number before the words, 2 for want of memory.
    """
    disable_library_telemetry()
    import pymupdf

    try:
        yield
    except pymupdf.mupdf.FzErrorSystem as error:
        raise MemoryError from error
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError) as error:
        if str(error).startswith(_NO_MEMORY):
            raise MemoryError from error
        raise make_refusal(file, reason) from error


def _unusable(document: pymupdf.Document) -> str:
    if document.needs_pass:
        return "is locked with a password"
    if document.is_repaired:
        return "is damaged or cut off"
    return "" if len(document) else "has no page"


def make_refusal(file: LawFile, reason: str) -> NotThisLaw:
    """Return the error that a file is not usable, and why."""
    return NotThisLaw(user_message=f"{file.name} {reason}.")


def _page(page: pymupdf.Page, number: int, tables: bool, file: LawFile) -> PdfPage:
    import pymupdf

    flags = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
    blocks = page.get_text("dict", flags=flags)["blocks"]
    found = [_line(line) for block in blocks for line in block.get("lines", ())]
    pieces = tuple(line for line in found if line.text.strip())
    cells = _tables(page, file) if tables and pieces else ()
    return PdfPage(number, tuple(_joined(pieces)), not pieces and bool(page.get_images()), pieces, cells)


def _tables(page: pymupdf.Page, file: LawFile) -> tuple[tuple[tuple[Box, ...], ...], ...]:
    """Cells of the ruled tables; one of a single column, or of two rows, is a frame that sets the page.

    Where no lines are drawn for one, none is looked for: the library asks a model of the page's
    layout first, which takes most of the reading and takes spaced words for columns.
    """
    drawings = page.get_cdrawings()
    if len(drawings) > _MOST_DRAWN:
        raise make_too_large_error(file.name)
    if not _may_be_ruled(drawings):
        return ()
    import pymupdf.layout  # noqa: F401 - loads that model where importing the library did not

    found = page.find_tables(strategy="lines_strict")
    if found is None:
        raise make_refusal(file, f"has a table on page {page.number + 1} that cannot be read")
    return tuple(
        tuple(tuple(tuple(cell) for cell in row.cells if cell) for row in table.rows)
        for table in found.tables
        if table.col_count > 1 and table.row_count > 2
    )


def _may_be_ruled(drawings: Sequence[_Drawing]) -> bool:
    """Whether lines are drawn at the places that two columns need, and three rows."""
    across: set[int] = set()
    down: set[int] = set()
    for drawn in drawings:
        for x0, y0, x1, y1 in _edges(drawn["items"]):
            if abs(y1 - y0) > _SAME_LINE:
                across |= {round(x0 / _SAME_LINE), round(x1 / _SAME_LINE)}
            if abs(x1 - x0) > _SAME_LINE:
                down |= {round(y0 / _SAME_LINE), round(y1 / _SAME_LINE)}
    return len(across) > 2 and len(down) > 3


def _edges(items: Sequence[_DrawnItem]) -> Iterator[Box]:
    """Straight lines by their ends, boxes by two of their corners."""
    for item in items:
        if item[0] == "re":
            yield item[1]
        elif item[0] == "qu":
            yield (*item[1][0], *item[1][3])
        elif item[0] == "l":
            yield (*item[1], *item[2])


def _line(line: _PrintedLine) -> Line:
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

"""Read an Act as the Gazette of India prints it: one column, headings in the outer margin.

From lines with their places to running text: running heads, masthead and imprint are taken
out, a heading printed in the margin is set before its section, lines become paragraphs and
a word cut at a line's end becomes whole. What is taken out is listed with its page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from civicsetu.corpus.formats.extracted_text import ExtractedText, RemovalReason
from civicsetu.corpus.formats.line_joiner import LineJoiner, collect_whole_words
from civicsetu.corpus.formats.pdf import Line, PdfPages
from civicsetu.corpus.layouts.gazette_page import (
    check_pages,
    leave_imprint,
    make_page_refusal,
    section_number,
    sort_page,
)
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import PageLayout

_CHAPTER = re.compile(r"CHAPTER [IVXLC]+$")
_MARK = re.compile(r"\([0-9a-zA-Z]{1,5}\)\s|Provided\b|Explanation\b")
_FINISHED = re.compile(r"[.;:—-]$|[;,] ?(?:and|or)$")
_WHOLE = re.compile(r"[.;:,—–-][\"”')\]]*$|\b(?:and|or)$|\*{3,}$")
_SECOND_LINES = (-24.0, -12.0, 0.0, 12.0)
_SECOND_LINES_MARKED = (-24.0, -12.0)
_NEAR = 6.0
_APART = 1.12
_CLOSE = 1.45
_USUAL = 1.2
_SAME_HEIGHT = 3.0
_BESIDE = 30.0


@dataclass(slots=True)
class _Paragraph:
    """Lines of one paragraph with their pages; `number` and heading where it opens a section."""

    lines: list[tuple[int, Line]]
    number: str = ""
    heading_lines: list[tuple[int, Line]] = field(default_factory=list)

    @property
    def first(self) -> Line:
        return self.lines[0][1]

    @property
    def is_finished(self) -> bool:
        """Whether the last line ends as a provision ends, not in the middle of a sentence."""
        return _FINISHED.search(self.lines[-1][1].text.rstrip()) is not None


def read_gazette(pages: PdfPages, spec: DocumentSpec, layout: PageLayout, filename: str) -> ExtractedText:
    """Return the running text of an Act from the pages of its Gazette.

    Raises:
        NotThisLaw: a page is a scan, empty, of another print, or not in the order its own
            number says; the title is not on the first; headings and sections of a page do not
            match; a paragraph breaks off; the rule that closes the law is not there.
    """
    check_pages(pages, layout, filename)
    paragraphs: list[_Paragraph] = []
    out: list[tuple[int, Line, RemovalReason]] = []
    ended = False
    for page in pages.pages:
        if ended:
            raise make_page_refusal(filename, page.number, "stands after the rule that closes the law")
        found = sort_page(page, layout, spec, filename)
        ended = leave_imprint(found, page.number, filename)
        new = list(_paragraphs(page.number, found.body, paragraphs))
        _give_headings(page.number, new, found.headings, filename)
        paragraphs.extend(new)
        out.extend((page.number, line, reason) for line, reason in found.out)
    if not ended:
        reason = "ends without the rule that closes the law; what follows it is missing"
        raise make_page_refusal(filename, pages.total_pages, reason)
    _check_whole(paragraphs, filename)
    words = collect_whole_words(line.text for paragraph in paragraphs for _, line in paragraph.lines)
    return _written(paragraphs, out, words, pages.total_pages)


def _check_whole(paragraphs: list[_Paragraph], filename: str) -> None:
    """No paragraph of a section breaks off: where one does, lines of its page were lost."""
    number = ""
    for paragraph in paragraphs:
        number = paragraph.number or number
        page, last = paragraph.lines[-1]
        if (
            number
            and not _CHAPTER.match(paragraph.first.text.strip())
            and not _WHOLE.search(last.text.strip())
        ):
            raise make_page_refusal(filename, page, f"breaks off in section {number} after {last.text.strip()[-40:]!r}")


def _paragraphs(page: int, lines: list[Line], before: list[_Paragraph]) -> Iterator[_Paragraph]:
    """Paragraphs that begin on this page; lines that go on with the last one are put there."""
    current = before[-1] if before else None
    pitch = _pitch(lines)
    previous: Line | None = None
    for line in lines:
        apart = previous is not None and line.y0 - previous.y0 > _APART * pitch
        if current is None or _begins(line, current, apart=apart, on_top=previous is None):
            current = _Paragraph([(page, line)], number=section_number(line))
            yield current
        else:
            current.lines.append((page, line))
        previous = line


def _pitch(lines: list[Line]) -> float:
    """The distance of lines inside paragraphs: of those so close, the one met most often on the page."""
    size = median(line.size for line in lines) if lines else 0.0
    inside = [b.y0 - a.y0 for a, b in pairwise(lines) if _SAME_HEIGHT < b.y0 - a.y0 <= _CLOSE * size]
    if not inside:
        return _USUAL * size
    usual = Counter(round(distance, 0) for distance in inside).most_common(1)[0][0]
    return median(distance for distance in inside if abs(distance - usual) <= 1.0)


def _begins(line: Line, current: _Paragraph, *, apart: bool, on_top: bool) -> bool:
    """True when the line opens a paragraph: set apart or indented from what goes before, or a section.

    Pages are stretched to one height, so distance alone says little: it counts before a mark or
    after a finished line. On top of a page there is none, and a mark after a finished line counts.
    """
    text = line.text.strip()
    if section_number(line) or _CHAPTER.match(text):
        return True
    if _CHAPTER.match(current.first.text.strip()):
        return len(current.lines) > 1
    marked = _MARK.match(text) is not None
    if on_top:
        return not _hangs(line, current) or (marked and current.is_finished)
    return not _hangs(line, current) or (apart and (marked or current.is_finished))


def _hangs(line: Line, current: _Paragraph) -> bool:
    """True when the line stands where this paragraph's further lines stand."""
    if len(current.lines) > 1:
        return abs(line.x0 - current.lines[1][1].x0) < _NEAR
    marked = bool(current.number) or _MARK.match(current.first.text.strip()) is not None
    shifts = _SECOND_LINES_MARKED if marked else _SECOND_LINES
    return any(abs(line.x0 - current.first.x0 - shift) < _NEAR for shift in shifts)


def _give_headings(page: int, paragraphs: list[_Paragraph], stacks: list[list[Line]], filename: str) -> None:
    """Each section of the page takes the heading that begins beside its first line."""
    sections = [paragraph for paragraph in paragraphs if paragraph.number]
    if len(sections) != len(stacks):
        told = ", ".join(section.number for section in sections) or "none"
        reason = f"has {len(stacks)} headings in its margin for the sections that begin on it ({told})"
        raise make_page_refusal(filename, page, reason)
    for section, stack in zip(sections, stacks, strict=True):
        if abs(stack[0].y0 - section.first.y0) > _BESIDE:
            raise make_page_refusal(filename, page, f"prints no heading beside section {section.number}")
        section.heading_lines = [(page, line) for line in stack]


def _written(
    paragraphs: list[_Paragraph], out: list[tuple[int, Line, RemovalReason]], words: frozenset[str], total: int
) -> ExtractedText:
    writer = LineJoiner(words)
    for index, paragraph in enumerate(paragraphs):
        if index:
            writer.put("\n\n")
        pieces = [(page, line.text) for page, line in paragraph.lines]
        if paragraph.number:
            writer.put(f"{paragraph.number}. ", page=paragraph.lines[0][0])
            writer.lines([(page, line.text) for page, line in paragraph.heading_lines])
            writer.put("\n")
            page, first = pieces[0]
            pieces[0] = (page, first[len(paragraph.number) + 1 :])
        writer.lines(pieces)
    writer.put("\n")
    read = writer.finish([(page, line.text, reason) for page, line, reason in out], total)
    in_order = sorted(read.removals, key=lambda one: (one.page or 0, one.at))
    return ExtractedText(read.body, read.page_starts, tuple(in_order))

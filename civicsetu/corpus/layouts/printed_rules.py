"""Read a set of rules from the pages of its print: their text layer, or what was recognised on them.

The registry's layout says which pages, where the law begins and what of a page is margin,
running head and foot. Pieces that stand at one height are one line, a table is read row by
row, and all that is no law is listed with its page. A page that cannot be of this law is
refused: a scan, an empty one, one out of the order of the printed numbers, and one whose
letters are Hindi in a font of its own, which its text layer does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from civicsetu.corpus.formats.extracted_text import ExtractedText, RemovalReason
from civicsetu.corpus.formats.line_joiner import LineJoiner, Listed, collect_whole_words
from civicsetu.corpus.formats.pdf import Box, Line, PdfPage, PdfPages
from civicsetu.corpus.formats.rules_paragraphs import (
    RulesLine,
    apply_corrections,
    check_whole,
    make_refusal,
    put_together,
    split_at,
)
from civicsetu.corpus.layouts.gazette_page import unreadable_scan
from civicsetu.corpus.layouts.recognised_headings import give_headings
from civicsetu.corpus.structure.annexes import opens_annex, put_annexes
from civicsetu.law.documents import DocumentSpec, expand_numbers
from civicsetu.law.prints import OfficialVersion, RulesLayout
from civicsetu.lexicon.tokens import fold_letters

_PAGE_NUMBER = re.compile(r"\d{1,4}$")
_NUMBER = re.compile(r"(\d{1,3}[A-Z]?)(?:\.|\s?-)\s*")
_SPACED_LABEL = re.compile(r"\( (\w{1,4}) \)")
_FOREIGN = re.compile(r"[\u0900-\u0dff]|[A-Za-z][¹º»¼½¾µ]|[¹º»¼½¾µ][A-Za-z]")
_USUAL_WORDS = frozenset("the of and or to in be by for as such any a is shall with".split())
_LEAST_USUAL = 0.08
_FEW_WORDS = 20
_SAME_HEIGHT = 0.4
_STACK = 1.6
_APART = 1.15
_CLOSE = 1.6


def read_printed_rules(
    pages: PdfPages, spec: DocumentSpec, version: OfficialVersion, filename: str, headings: Mapping[str, str]
) -> ExtractedText:
    """Return the rules as far as the last of them; `headings` as the law's arrangement has them.

    Raises:
        NotThisLaw: a page is no page of this law, the law does not begin or end where the
            registry says, or a correction of it fits nothing or more than one place.
    """
    assert version.rules is not None
    layout = version.rules
    lines: list[RulesLine] = []
    listed: list[Listed] = []
    chosen = _chosen(pages, layout, filename)
    for page in chosen:
        new, out = _page_lines(page, layout, headings)
        if not new:
            raise make_refusal(filename, f"page {page.number} has no line of the law.")
        lines += new
        listed += out
    lines, masthead = _from(lines, layout, chosen[0].number, filename)
    law, after = split_at(lines, version.ends_before, filename)
    _check_english(law, filename)
    law, corrected = apply_corrections(law, version.corrections, filename, recognised=layout.recognise)
    check_whole(law, filename)
    listed += [(line.page, line.text, RemovalReason.MASTHEAD) for line in masthead]
    listed += corrected
    forms, rest = _annexes(after, layout, filename)
    listed += [(line.page, line.text, RemovalReason.AFTER_THE_RULES) for line in rest]
    writer = LineJoiner(collect_whole_words(line.text for line in law))
    listed = put_together(law, expand_numbers(spec.expected), headings, listed, writer)
    put_annexes(writer, forms)
    writer.put("\n")
    return writer.finish(listed)


def _annexes(
    after: Sequence[RulesLine], layout: RulesLayout, filename: str
) -> tuple[list[RulesLine], list[RulesLine]]:
    """The lines of forms, schedules and annexures, and those that are neither law nor annex."""
    if not layout.annexes:
        return [], list(after)
    first = next((index for index, line in enumerate(after) if opens_annex(line.text)), None)
    if first is None:
        raise make_refusal(filename, f"no form or schedule begins on the pages {layout.annexes}.")
    forms, imprint = split_at(after[first:], layout.annexes_end, filename)
    return forms, [*after[:first], *imprint]


# -- pages ---------------------------------------------------------------------------------------------


def _chosen(pages: PdfPages, layout: RulesLayout, filename: str) -> list[PdfPage]:
    """The pages that are read, each whole and in its order."""
    wanted = layout.page_numbers
    if layout.pages and wanted[-1] > pages.total_pages:
        raise make_refusal(filename, f"it has {pages.total_pages} pages, and the law stands on {layout.pages}.")
    chosen = [page for page in pages.pages if page.number in wanted]
    shift: int | None = None
    for page in chosen:
        if page.is_scan:
            raise unreadable_scan(filename, page.number)
        if not page.pieces:
            raise make_refusal(filename, f"page {page.number} is empty.")
        for printed in _printed_numbers(page, layout):
            shift = printed - page.number if shift is None else shift
            if printed - page.number != shift:
                reason = f"page {page.number} bears the number {printed}; a page is missing or doubled."
                raise make_refusal(filename, reason)
    return chosen


def _printed_numbers(page: PdfPage, layout: RulesLayout) -> list[int]:
    outside = (piece.text.strip() for piece in page.pieces if _is_head_or_foot(piece, layout))
    return [int(text) for text in outside if _PAGE_NUMBER.match(text)]


def _is_head_or_foot(piece: Line, layout: RulesLayout) -> bool:
    return piece.y1 <= layout.head_above or piece.y0 >= layout.foot_below


def _from(
    lines: list[RulesLine], layout: RulesLayout, first: int, filename: str
) -> tuple[list[RulesLine], list[RulesLine]]:
    """The lines from the law's beginning, which stands on the first page read, and those before."""
    for index, line in enumerate(lines):
        if line.page == first and line.text.startswith(layout.begins):
            return lines[index:], lines[:index]
    reason = f"no line of page {first} begins with {layout.begins!r}, where the law begins."
    raise make_refusal(filename, reason)


def _check_english(law: Sequence[RulesLine], filename: str) -> None:
    """No page holds letters of another script, or of a font whose letters are not what they say."""
    for page in sorted({line.page for line in law if line.page is not None}):
        text = " ".join(line.text for line in law if line.page == page)
        words = re.findall(r"[A-Za-z]+", text.lower())
        usual = sum(word in _USUAL_WORDS for word in words)
        if _FOREIGN.search(text) or (len(words) > _FEW_WORDS and usual < _LEAST_USUAL * len(words)):
            reason = f"page {page} has a text layer that is not English; it would be read as nonsense."
            raise make_refusal(filename, reason)


# -- lines ---------------------------------------------------------------------------------------------


def _page_lines(
    page: PdfPage, layout: RulesLayout, headings: Mapping[str, str]
) -> tuple[list[RulesLine], list[Listed]]:
    """The lines of a page from top to bottom, and what of it is no running text."""
    body: list[Line] = []
    margin: list[Line] = []
    out: list[Listed] = []
    for piece in sorted(page.pieces, key=lambda piece: (piece.y0, piece.x0)):
        if _is_head_or_foot(piece, layout):
            out.append((page.number, piece.text, RemovalReason.RUNNING_HEAD))
        elif piece.x1 <= layout.body_left or piece.x0 >= layout.body_right:
            margin.append(piece)
        else:
            body.append(piece)
    rows = _with_tables(page, body)
    lines = list(_spaced(rows, page.number))
    if layout.recognise:
        out += [(page.number, piece.text, RemovalReason.MARGIN) for piece in margin]
        out += [(page.number, speck.text, RemovalReason.SPECK) for speck in page.specks]
        return give_headings(lines, rows, margin, headings), out
    for stack in _stacks(margin):
        text = " ".join(piece.text.strip() for piece in stack)
        at = _headed(lines, rows, text, stack[0], headings)
        if at is None:
            out += [(page.number, piece.text, RemovalReason.MARGIN) for piece in stack]
        else:
            opening = _NUMBER.match(lines[at].text)
            assert opening is not None
            rest = lines[at].text[opening.end() :]
            lines[at] = replace(lines[at], text=f"{opening.group(1)}. {text.rstrip('.')}. {rest}")
    return lines, out


def _stacks(margin: Sequence[Line]) -> list[list[Line]]:
    """Lines of the margin that stand close below each other are one note."""
    stacks: list[list[Line]] = []
    for line in margin:
        if stacks and line.y0 - stacks[-1][-1].y0 < _STACK * line.size:
            stacks[-1].append(line)
        else:
            stacks.append([line])
    return stacks


def _headed(
    lines: Sequence[RulesLine], rows: Sequence[Line], text: str, note: Line, headings: Mapping[str, str]
) -> int | None:
    """The line of the provision beside which its own heading is printed in the margin."""
    beside = (index for index, row in enumerate(rows) if abs(row.y0 - note.y0) < _STACK * row.size)
    for index in beside:
        number = _NUMBER.match(lines[index].text)
        if number and fold_letters(headings.get(number.group(1), "")) == fold_letters(text) != "":
            return index
    return None


def _with_tables(page: PdfPage, body: Sequence[Line]) -> list[Line]:
    """The lines of the page, tables row by row; `lead` is `table` for a table's row."""
    boxes = [cell for table in page.tables for row in table for cell in row]
    rows = [*_rows([piece for piece in body if not any(_inside(piece, box) for box in boxes)])]
    left = list(body)
    for table in page.tables:
        for row in table:
            cells: list[list[Line]] = []
            for cell in row:
                cells.append([piece for piece in left if _inside(piece, cell)])
                left = [piece for piece in left if not _inside(piece, cell)]
            rows += _row_of([cell for cell in cells if cell])
    return sorted(rows, key=lambda row: row.y0)


def _row_of(cells: Sequence[Sequence[Line]]) -> Iterator[Line]:
    """A row of a table as one line, its cells one after the other."""
    if cells:
        said = [" ".join(line.text for line in _rows(cell)) for cell in cells]
        first = min((piece for cell in cells for piece in cell), key=lambda piece: piece.y0)
        yield replace(first, text=" | ".join(said), lead="table")


def _inside(piece: Line, box: Box) -> bool:
    x, y = (piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _rows(pieces: Sequence[Line]) -> Iterator[Line]:
    """Pieces at one height are one line: a label, and the words to the right of it."""
    rows: list[list[Line]] = []
    for piece in sorted(pieces, key=_middle):
        if rows and _middle(piece) - _middle(rows[-1][0]) < _SAME_HEIGHT * piece.size:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in rows:
        row.sort(key=lambda piece: piece.x0)
        text = " ".join(" ".join(piece.text.split()) for piece in row)
        text = _SPACED_LABEL.sub(r"(\1)", text)
        yield replace(row[0], text=text, y0=min(piece.y0 for piece in row), lead="")


def _middle(piece: Line) -> float:
    return (piece.y0 + piece.y1) / 2


def _spaced(rows: Sequence[Line], page: int) -> Iterator[RulesLine]:
    """Each line with the page and whether a gap stands before it; on top of a page nothing says so."""
    steps = [0.0, *(after.y0 - before.y0 for before, after in pairwise(rows))]
    inside = [step for step, row in zip(steps, rows, strict=False) if 0 < step < _CLOSE * row.size]
    pitch = median(inside) if inside else float("inf")
    for row, step in zip(rows, steps, strict=False):
        gap = step / pitch
        yield RulesLine(row.text, page, gap > _APART, row.x0, gap, row=row.lead == "table")

"""What stands where on a page of the Gazette: running text, headings, and what is no law.

A page that is no page of this law is refused: a scan, an empty one, one of another print,
one out of the order its own number says, and what follows the rule that closes the law.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from civicsetu.corpus.formats.extracted_text import RemovalReason
from civicsetu.corpus.formats.pdf import Line, PdfPage, PdfPages
from civicsetu.errors import NotThisLaw, ScanUnreadable
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import PageLayout
from civicsetu.lexicon.tokens import fold_letters

_SECTION = re.compile(r"(\d{1,3}[A-Z]?)\.\s")
_RULE = re.compile(r"[—–_-]{3,}$")
_PAGE_NUMBER = re.compile(r"\d{1,4}$")
_OTHER_TEXT = re.compile(
    r"(?:CHAPTER|SCHEDULE|THE [A-Z]+ SCHEDULE|THE SCHEDULE|PART) ?[IVXLC]*$|(?:An|AN) A(?:ct|CT) to\b"
)
_GAP_IN_HEADING = 13.0
_LINES_OF_TITLE = 3


@dataclass(slots=True)
class PageParts:
    """Parts of a page: running text, headings in the margin, and the lines removed."""

    body: list[Line]
    headings: list[list[Line]]
    out: list[tuple[Line, RemovalReason]]


def check_pages(pages: PdfPages, layout: PageLayout, filename: str) -> None:
    heads = Counter(_running_head(page, layout) for page in pages.pages[1:])
    usual = heads.most_common(1)[0][0] if heads else ""
    for page in pages.pages:
        if page.is_scan:
            raise unreadable_scan(filename, page.number)
        if not page.lines:
            raise make_page_refusal(filename, page.number, "is empty")
        printed = _printed_number(page, layout)
        if printed is not None and printed != page.number:
            raise make_page_refusal(filename, page.number, f"bears the number {printed}; a page is missing or doubled")
        if printed is None and page.number > 1:
            raise make_page_refusal(filename, page.number, "bears no number; it is no page of this law")
        if page.number > 1 and _running_head(page, layout) != usual:
            raise make_page_refusal(filename, page.number, "bears another running head; it is no page of this law")


def _printed_number(page: PdfPage, layout: PageLayout) -> int | None:
    heads = [line.text.strip() for line in page.lines if line.y1 <= layout.head_above]
    return next((int(text) for text in heads if _PAGE_NUMBER.match(text)), None)


def _running_head(page: PdfPage, layout: PageLayout) -> str:
    """What stands above every page but the first, without the number and the part in brackets."""
    heads = [line.text.strip() for line in page.lines if line.y1 <= layout.head_above]
    return " ".join(text for text in heads if not _PAGE_NUMBER.match(text) and not re.search(r"[\[\]]", text))


def make_page_refusal(filename: str, page: int, reason: str) -> NotThisLaw:
    return NotThisLaw(user_message=f"{filename}: page {page} {reason}.")


def unreadable_scan(filename: str, page: int) -> ScanUnreadable:
    """Return the error for a page that is a picture where a text layer is read."""
    message = f"{filename}: page {page} has no text layer; it is a picture of a page."
    return ScanUnreadable(user_message=message)


def sort_page(page: PdfPage, layout: PageLayout, spec: DocumentSpec, filename: str) -> PageParts:
    body: list[Line] = []
    notes: list[Line] = []
    out: list[tuple[Line, RemovalReason]] = []
    begins = _title_at(page, spec, filename) if page.number == 1 else 0.0
    foot = _foot(page, layout)
    headings_right = page.number % 2 == 1
    for line in page.lines:
        right, left = line.x0 >= layout.body_right, line.x1 <= layout.body_left
        if line.y1 <= layout.head_above:
            out.append((line, RemovalReason.RUNNING_HEAD))
        elif line.y0 < begins:
            out.append((line, RemovalReason.MASTHEAD))
        elif line.size <= layout.margin_size and (right or left):
            if right is headings_right:
                notes.append(line)
            else:
                out.append((line, RemovalReason.ACT_NUMBER))
        elif line.y0 >= foot:
            out.append((line, RemovalReason.FOOTNOTE))
        else:
            body.append(line)
    if not body:
        raise make_page_refusal(filename, page.number, "has no line of the law")
    return PageParts(body, _stacks(notes), out)


def _title_at(page: PdfPage, spec: DocumentSpec, filename: str) -> float:
    """Height of the law's title on the first page; all above it is masthead.

    The title stands by itself, on up to three lines: another law may well speak of this one.
    """
    title = fold_letters(spec.title).removeprefix("the")
    for first in range(len(page.lines)):
        printed = ""
        for line in page.lines[first : first + _LINES_OF_TITLE]:
            printed += fold_letters(line.text)
            if printed.removeprefix("the") == title:
                return page.lines[first].y0
    raise make_page_refusal(filename, page.number, f"does not bear the title of {spec.title}")


def _foot(page: PdfPage, layout: PageLayout) -> float:
    """Where the small print at the foot begins; below the closing rule everything is imprint."""
    column = [line for line in page.lines if line.x0 < layout.body_right and line.x1 > layout.body_left]
    large = [line.y1 for line in column if line.size > layout.margin_size]
    if any(_RULE.match(line.text.strip()) for line in column):
        return float("inf")
    return max(large, default=0.0)


def _stacks(notes: list[Line]) -> list[list[Line]]:
    """Lines of the margin that stand close below each other are one heading."""
    stacks: list[list[Line]] = []
    for line in notes:
        if stacks and line.y0 - stacks[-1][-1].y0 < _GAP_IN_HEADING:
            stacks[-1].append(line)
        else:
            stacks.append([line])
    return stacks


def leave_imprint(found: PageParts, page: int, filename: str) -> bool:
    """Take out what follows the rule under the last section; True where it stands on this page."""
    at = next((i for i, line in enumerate(found.body) if _RULE.match(line.text.strip())), None)
    if at is None:
        return False
    more = next(
        (line for line in found.body[at:] if section_number(line) or _OTHER_TEXT.match(line.text.strip())),
        None,
    )
    if more is not None:
        raise make_page_refusal(
            filename, page, f"goes on after the rule that closes the law: {more.text.strip()[:40]!r}"
        )
    found.out.extend((line, RemovalReason.IMPRINT) for line in found.body[at:])
    del found.body[at:]
    return True


def section_number(line: Line) -> str:
    """Return the number of the section that the line opens: printed bold at its beginning."""
    match = _SECTION.match(line.text)
    return match.group(1) if match and line.lead.strip().startswith(match.group(1)) else ""

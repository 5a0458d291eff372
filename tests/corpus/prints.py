"""Print an invented law as the Gazette prints an Act: a PDF made at test time.

Running heads with page numbers, a masthead, a body column, headings of sections in the
outer margin and numbers of other Acts in the inner one, bold section numbers, indents of 24
points a level, words cut at a line's end, a closing rule and an imprint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

import pymupdf

from civicsetu.corpus.formats.extracted_text import ExtractedText
from civicsetu.law.prints import PageLayout

LAYOUT = PageLayout(head_above=60, body_left=124, body_right=490, margin_size=8.5)
GAZETTE_VERSION = {
    "name": "as_enacted",
    "label": "As enacted",
    "filename": "meadow_act.pdf",
    "layout": LAYOUT.model_dump(),
    "text_as_of": "1950-05-01",
}
RUNNING_HEAD = "THE GAZETTE OF INDIA EXTRAORDINARY"
HEAD_Y, TOP, PITCH, LEVEL, SIZE, SMALL = 47.0, 82.0, 12.0, 24.0, 10.0, 8.0
LEFT, RIGHT = 125.0, 486.0
OUTER_RIGHT, OUTER_LEFT, MARGIN_WIDTH, MARGIN_PITCH = 499.0, 66.0, 48.0, 9.0
SOFT = "\u00ad"
"""Where a word may be cut at a line's end; printed as a hyphen there and not at all elsewhere."""


@dataclass(frozen=True)
class Para:
    """A paragraph; `act_number` is printed in the inner margin beside its first line.

    `flush`: it goes on after a list and is not indented.
    """

    text: str
    level: int = 0
    act_number: str = ""
    flush: bool = False


@dataclass(frozen=True)
class Section:
    number: str
    heading: str
    parts: tuple[Para, ...]
    chapter: tuple[str, str] | None = None


@dataclass
class Print:
    """A printed law: the file, the text it says, and the page of each paragraph's first character."""

    pdf: bytes
    text: str
    pages: dict[int, int]
    total: int


@cache
def _font(name: str) -> pymupdf.Font:
    return pymupdf.Font(name)


@cache
def _letter(character: str, font: str) -> float:
    return float(_font(font).text_length(character, fontsize=1.0))


def _wide(text: str, size: float = SIZE, font: str = "tiro") -> float:
    return size * sum(_letter(character, font) for character in text)


@dataclass
class _Press:
    """Sets lines on pages; knows the page and the height it has come to."""

    bottom: float
    document: pymupdf.Document = field(default_factory=pymupdf.open)
    y: float = TOP
    writer: pymupdf.TextWriter | None = None
    heading_ends: float = 0.0

    def __post_init__(self) -> None:
        self.new_page()

    @property
    def number(self) -> int:
        return len(self.document)

    @property
    def page(self) -> pymupdf.Page:
        return self.document[-1]

    def put(self, x: float, y: float, text: str, size: float = SIZE, font: str = "tiro") -> None:
        if self.writer is None:
            self.writer = pymupdf.TextWriter(self.page.rect)
        self.writer.append((x, y), text, font=_font(font), fontsize=size)

    def done(self) -> None:
        """Write what was set to the page."""
        if self.writer is not None:
            self.writer.write_text(self.page)
        self.writer = None

    def centre(self, text: str, size: float = SIZE) -> None:
        self.room(PITCH)
        self.put((LEFT + RIGHT - _wide(text, size)) / 2, self.y, text, size)
        self.y += 1.25 * PITCH

    def new_page(self) -> None:
        if self.number:
            self.done()
        self.document.new_page(width=612, height=792)
        self.y, self.heading_ends = TOP, 0.0
        if self.number == 1:
            return
        number = str(self.number)
        self.put((LEFT + RIGHT - _wide(RUNNING_HEAD)) / 2, HEAD_Y, RUNNING_HEAD)
        if self.number % 2:
            self.put(LEFT, HEAD_Y, "SEC. 1]")
            self.put(RIGHT - _wide(number), HEAD_Y, number)
        else:
            self.put(LEFT, HEAD_Y, number)
            self.put(RIGHT - 43, HEAD_Y, "[PART II—")

    def room(self, height: float) -> bool:
        """Turn the page where so much is not left; True when it was turned."""
        if self.y + height <= self.bottom:
            return False
        self.new_page()
        return True

    def heading(self, lines: list[str]) -> None:
        x = OUTER_RIGHT if self.number % 2 else OUTER_LEFT
        for index, line in enumerate(lines):
            self.put(x, self.y + index * MARGIN_PITCH, line, SMALL)
        self.heading_ends = self.y + len(lines) * MARGIN_PITCH


def print_law(
    sections: tuple[Section, ...],
    *,
    title: str = "THE MEADOW ACT, 1950",
    right: float = RIGHT,
    bottom: float = 720.0,
    rule: bool = True,
    on_page: Callable[[pymupdf.Page, int], None] | None = None,
    headings: bool = True,
) -> Print:
    """Print the law; `right` and `bottom` say where lines and pages break."""
    press = _Press(bottom)
    text, pages = "", {}

    def said(words: str) -> None:
        nonlocal text
        text += ("\n\n" if text else "") + words.replace(SOFT, "")

    _masthead(press)
    for line, size in ((title, 12.0), ("NO. 3 OF 1950", 12.0)):
        press.centre(line, size)
        said(line)
    for front in ("[1st May, 1950.]", "BE it enacted by the keepers of the meadows as follows:—"):
        press.y += 6
        press.put(RIGHT - _wide(front), press.y, front)
        press.y += PITCH
        said(front)
    press.y += 6
    for section in sections:
        if section.chapter:
            press.room(8 * PITCH)
            pages[len(text) + 2] = press.number
            for line in section.chapter:
                press.centre(line)
            said(" ".join(section.chapter))
        heading = list(_lines(section.heading, MARGIN_WIDTH, MARGIN_WIDTH, SMALL))
        press.y = max(press.y, press.heading_ends + 16)
        press.room(max(len(heading) * MARGIN_PITCH, 2 * PITCH))
        pages[len(text) + 2] = press.number
        said(f"{section.number}. {section.heading}\n")
        if headings:
            press.heading([line.replace(SOFT, "-") for line in heading])
        for index, part in enumerate(section.parts):
            if index:
                said("")
            pages[len(text)] = _set(press, part, "" if index else section.number, right)
            text += part.text.replace(SOFT, "")
    if rule:
        press.room(6 * PITCH)
        press.centre("————", 12.0)
        press.put(380, press.y + 10, "A. KEEPER,")
        press.put(330, press.y + 24, "Secy. to the Meadows.")
        press.put(130, 760, "PRINTED BY THE PRESS OF THE MEADOWS, 1950.", 7.5)
    press.done()
    if on_page:
        for index in range(len(press.document)):
            on_page(press.document[index], index + 1)
    return Print(press.document.tobytes(deflate=True), text + "\n", pages, press.number)


def _masthead(press: _Press) -> None:
    press.put(307, 78, "REGISTERED NO. 3", SMALL, "tibo")
    press.put(265, 100, "EXTRAORDINARY", SIZE, "tibo")
    press.put(150, 120, "The following Act received the assent of the Keeper on the 1st May, 1950:—")
    press.y = 150.0


def _set(press: _Press, part: Para, number: str, right: float) -> int:
    """Set a paragraph and return the page of its first line."""
    bold = f"{number}. " if number else ""
    rest_x = LEFT + LEVEL * part.level
    first_x = rest_x if part.flush else rest_x + LEVEL
    lead = _wide(bold, font="tibo")
    page = 0
    for index, line in enumerate(_lines(part.text, right - first_x - lead, right - rest_x, SIZE)):
        press.room(PITCH)
        page = page or press.number
        x = rest_x if index else first_x
        if bold and not index:
            press.put(x, press.y, bold, font="tibo")
            x += lead
        if part.act_number and not index:
            inner = OUTER_LEFT if press.number % 2 else OUTER_RIGHT
            press.put(inner, press.y, part.act_number, SMALL)
        press.put(x, press.y, line)
        press.y += PITCH
    press.y += PITCH / 2
    return page


def _lines(text: str, first: float, rest: float, size: float) -> Iterator[str]:
    """Lines of at most those widths, cut at spaces, soft hyphens and after hyphens and dashes."""
    room, line = first, ""
    for piece in _pieces(text):
        shown = (line + piece).replace(SOFT, "")
        if line and _wide(shown.rstrip() + "-", size) > room:
            yield line.rstrip().removesuffix(SOFT).replace(SOFT, "") + ("-" if line.endswith(SOFT) else "")
            room, line = rest, ""
        line += piece
    yield line.rstrip().replace(SOFT, "")


def _pieces(text: str) -> Iterator[str]:
    start = 0
    for index, character in enumerate(text):
        if character in f" -—{SOFT}":
            yield text[start : index + 1]
            start = index + 1
    yield text[start:]


_WORDS = (
    "the keeper of the meadow mows and rakes and carries the hay home before the rain comes over the hill "
    "as any neighbour of the brook may see who walks along the hedge in the morning "
).split()


def filler(length: int) -> str:
    """So many words of an invented law."""
    return " ".join(_WORDS[index % len(_WORDS)] for index in range(length))


def meadow_law(lengths: tuple[int, ...] = (30, 60, 18, 44, 9, 70, 25)) -> tuple[Section, ...]:
    """The Meadow Act: five sections, two chapters, lists three deep; `lengths` of its longer paragraphs."""
    long = [filler(length) for length in lengths]
    return (
        Section(
            "1",
            f"Short title and commence{SOFT}ment.",
            (
                Para("(1) This Act may be called the Meadow Act, 1950."),
                Para("(2) It shall come into force when the keepers appoint a day:"),
                Para(f"Provided that {long[0]}."),
            ),
            ("CHAPTER I", "PRELIMINARY"),
        ),
        Section(
            "2",
            "Definitions.",
            (
                Para("In this Act, unless the context otherwise requires,—"),
                Para(f'(a) "brook" means {long[1]} under the Brook Act, 1949;', 1, "9 of 1949."),
                Para('(b) "hay" means—', 1),
                Para("(i) cut grass; or", 2),
                Para(f"(ii) {long[2]}, under sub-section (1) of section 3.", 2),
                Para(f"Explanation.—For the purpose of this clause, {long[4]};", 1),
                Para('(c) "keeper" means a keeper.', 1),
            ),
        ),
        Section(
            "3",
            "Duties of the keeper of meadows, brooks, hedges and lanes.",
            (
                Para(f"(1) With {long[3]} he shall not be incon{SOFT}sis{SOFT}tent, that is to say:—"),
                Para(f"(a) {long[5]};", 1),
                Para("(b) rest; and", 1),
                Para("(c) do no other thing,", 1),
                Para("and shall tell the neighbours so.", 0, flush=True),
                Para(f"(2) Nothing {long[6]} in sub-section (1) is incon{SOFT}sis{SOFT}tent."),
            ),
            ("CHAPTER II", "OF KEEPERS"),
        ),
        Section("4", "Fines.", (Para(f"A keeper who {long[1]} pays ten coins."),)),
        Section("5", "Repeal.", (Para("The Hedge Act, 1940 is hereby repealed.", 0, "4 of 1940."),)),
    )


def letters(text: str) -> Counter[str]:
    """Letters and figures, each as often as it stands there."""
    return Counter(character for character in text if character.isalnum())


def check_pages_conserved(pdf: pymupdf.Document, read: ExtractedText) -> None:
    """Page by page, what is printed is what is in the text and what was taken out."""
    ends = [*read.page_starts[1:], len(read.body)]
    for number, (start, end) in enumerate(zip(read.page_starts, ends, strict=True), start=1):
        kept = letters(read.body[start:end])
        for removal in read.removals:
            if removal.page == number:
                kept += letters(removal.text)
        assert letters(pdf[number - 1].get_text()) == kept, f"page {number}"

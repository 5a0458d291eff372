"""From the words recognised on a picture of a page to lines in their columns.

A scan lies crooked and shifted, and its specks are read as words. The picture is straightened
before its letters are recognised; here its lines are moved so that they end where the profile
says lines end, words of the margin are told from words of the text, and specks are set apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import fmean, median, median_low
from typing import TYPE_CHECKING

import numpy as np

from civicsetu.corpus.formats.pdf import Line, PdfPage

if TYPE_CHECKING:
    import pymupdf

_TURN_DPI = 100
_MOST_TURNED = 3.0
_DARK = 128

_SURE = 50.0
_GAP = 8.0
_BESIDE = 4.0
_MOST_ASIDE = 60.0
_SPECK_LETTERS = 4
_ALONE_LETTERS = 2
_SURE_ALONE = 90.0
_MUCH_WIDER = 2.0
_WIDEST = 16.0
_LABEL = re.compile(r"\(\w{1,5}\)|\d{1,3}[-.]|[&%]|\d")
_DASH = re.compile(r"[-–—]$")
_COLON = re.compile(r":[-–—]?$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as recognised: `line` counts lines of the page, places are points, `sure` is 0 to 100."""

    line: int
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    sure: float


def measure_skew(page: pymupdf.Page) -> float:
    """Return the degrees by which the lines of a page fall to the right, at most 3 either way; 0 for a blank page.

    Of all angles tried, the one at which ink and the white between lines are best told apart.
    """
    import pymupdf

    picture = page.get_pixmap(dpi=_TURN_DPI, colorspace=pymupdf.csGRAY)
    pixels = np.frombuffer(picture.samples, np.uint8).reshape(picture.height, picture.stride)
    rows, columns = np.nonzero(pixels[:, : picture.width] < _DARK)
    if not rows.size:
        return 0.0
    angles = np.linspace(-_MOST_TURNED, _MOST_TURNED, 61)
    best = max(angles, key=lambda angle: (_contrast(rows, columns, angle), -abs(angle)))
    return round(float(best), 2)


def _contrast(rows: np.ndarray, columns: np.ndarray, angle: float) -> float:
    """How unevenly ink lies on lines of that angle: the sum of the squares of what lies on each."""
    along = np.rint(rows - columns * np.tan(np.radians(angle))).astype(np.int64)
    counts = np.bincount(along - along.min()).astype(np.float64)
    return float(counts @ counts)


def build_page(number: int, words: Sequence[Word], body_left: float, body_right: float) -> PdfPage:
    """Return the page's lines, moved sideways so that full lines end at `body_right`.

    A line runs across the columns unless a gap stands where the margin ends; one of a single
    letter is a speck. `confidence` is that of the words between the margins, each weighed by its
    letters.
    """
    shift = _shift(words, body_right)
    lines: list[Line] = []
    specks: list[Line] = []
    sure: list[float] = []
    for _, group in groupby(words, key=lambda word: word.line):
        kept, dropped = _apart(list(group))
        specks += [_line([word], shift) for word in dropped]
        for column, piece in _columns(kept, body_left - shift, body_right - shift + _BESIDE):
            if column == "body" and len(piece) == 1 and len(piece[0].text) == 1:
                specks.append(_line(piece, shift))
                continue
            lines.append(_line(piece, shift))
            sure += [word.sure for word in piece for _ in word.text] if column == "body" else []
    lines.sort(key=lambda line: (line.y0, line.x0))
    return PdfPage(
        number,
        tuple(lines),
        pieces=tuple(lines),
        confidence=round(fmean(sure), 1) if sure else 0.0,
        specks=tuple(specks),
    )


def _shift(words: Sequence[Word], body_right: float) -> float:
    """How far the page must be moved: justified lines end at one place, where the profile says.

    A page on which no line ends near that place is left where it lies.
    """
    ends = [group[-1].x1 for group in _lines_of(words) if group]
    near = [end for end in ends if abs(end - body_right) <= _MOST_ASIDE]
    if not near:
        return 0.0
    counts = Counter(round(end / _BESIDE) for end in near)
    usual = max(counts, key=lambda place: (counts[place], place))
    return body_right - median(end for end in near if abs(end / _BESIDE - usual) <= 1)


def _lines_of(words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words of each line that are read surely and are no specks."""
    for _, group in groupby(words, key=lambda word: word.line):
        yield [word for word in _apart(list(group))[0] if word.sure >= _SURE]


def _apart(line: list[Word]) -> tuple[list[Word], list[Word]]:
    """The words of a line, and the specks on it that were read as words."""
    kept = [word for index, word in enumerate(line) if not _is_mark(line, index)]
    usual = median_low([second.x0 - first.x1 for first, second in pairwise(kept)] or [0.0])
    off = _MUCH_WIDER * min(usual, _WIDEST) + _BESIDE
    while kept and _is_stray(kept[0], kept[1:2], off):
        del kept[0]
    while kept and _is_stray(kept[-1], kept[-2:-1], off):
        del kept[-1]
    return kept, [word for word in line if word not in kept]


def _is_mark(line: list[Word], index: int) -> bool:
    """True for a sign by itself that is no print: all but `&`, a colon after a word, a dash before one."""
    word = line[index]
    if any(letter.isalnum() for letter in word.text) or word.text == "&":
        return False
    before, after = line[index - 1 : index], line[index + 1 : index + 2]
    if word.sure < _SURE:
        return True
    if _COLON.match(word.text):
        return not (before and before[0].text[-1].isalnum())
    if _DASH.match(word.text):
        return not (after and after[0].text[:1].isupper() and not before)
    return True


def _is_stray(word: Word, neighbour: list[Word], off: float) -> bool:
    """True for a short unsure word that stands off the rest of its line, wider than its words stand."""
    if not neighbour and len(word.text) <= _ALONE_LETTERS:
        return word.sure < _SURE_ALONE or len(word.text) == 1
    if word.sure >= _SURE or len(word.text) > _SPECK_LETTERS or _LABEL.search(word.text):
        return False
    return not neighbour or max(neighbour[0].x0 - word.x1, word.x0 - neighbour[0].x1) > max(off, _GAP)


def _columns(line: list[Word], left: float, right: float) -> Iterator[tuple[str, list[Word]]]:
    """Words of the left margin, of the text and of the right margin; what runs on is not cut."""
    margin = _cut(line, left)
    beyond = [word.x0 >= right for word in line].index(True) if line and line[-1].x0 >= right else len(line)
    for name, piece in (
        ("margin", line[:margin]),
        ("body", line[margin : max(margin, beyond)]),
        ("margin", line[max(margin, beyond) :]),
    ):
        if piece:
            yield name, piece


def _cut(line: list[Word], left: float) -> int:
    """How many words stand in the left margin: those that end before it ends, with a gap after them."""
    ends = [index for index, word in enumerate(line, start=1) if word.x1 <= left]
    if not ends or ends[-1] == len(line):
        return len(ends)
    gap = line[ends[-1]].x0 - line[ends[-1] - 1].x1
    return ends[-1] if gap > _GAP else 0


def _line(words: list[Word], shift: float) -> Line:
    return Line(
        " ".join(word.text for word in words),
        round(words[0].x0 + shift, 1),
        round(median(word.y0 for word in words), 1),
        round(words[-1].x1 + shift, 1),
        round(median(word.y1 for word in words), 1),
        round(median(word.y1 - word.y0 for word in words), 1),
    )

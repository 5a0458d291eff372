"""Read a set of rules as a plain text that was made from a print: pages marked, headings inline.

`3. Information to be furnished.- (1) The promoter …` becomes a heading line and its text,
as every other reader gives it. Letters that character recognition misread are mended only
where the registry names them, one by one with the reason; everything taken out or put
right is listed. Forms after the last rule are no part of the rules' text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from civicsetu.corpus.as_read import Reason, Removal, TextAsRead
from civicsetu.errors import NotThisLaw
from civicsetu.law.documents import DocumentSpec, expand_numbers
from civicsetu.law.prints import Correction, OfficialVersion

_PAGE = re.compile(r"=== page (\d+)\b[^=\n]*(?:===)?$")
_MARGIN = re.compile(r"\[\[margin: .*\]\]$")
_CHAPTER = re.compile(r"CHAPTER\s?[-–—]?\s?([IVXLC]+)$")
_TITLE = re.compile(r"[A-Z][A-Z ,&'’()/-]+:?$")
_OPENS = re.compile(r"\([0-9a-zA-Z]{1,5}\)(?! (?:of|to|and|or)\b)|Provided\b|Explanation\b")
_TITLED = re.compile(r"\([0-9a-zA-Z]{1,5}\)\s?[^()]{0,80}[.:,]?\s?[-–—]\s?(?=\((?:1|a|i|A)\))")
_ENDS = re.compile(r"[.;:?!—|-]$|[;,] ?(?:and|or)$")
_HEADING_END = r"(?:\s?\.\s?[-–—]{1,2}|\s?(?:[–—]{1,2}|--|-(?=\s|\())|\.(?=\s*(?:\(1\)|$)))"


_Listed = tuple[int | None, str, Reason]


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    page: int | None


def read_rules(text: str, spec: DocumentSpec, version: OfficialVersion, filename: str) -> TextAsRead:
    """The rules in `text`, as far as the last of them.

    Raises:
        NotThisLaw: a correction of the registry fits nothing or more than one place, or no line
            is the one before which the rules end.
    """
    mended, listed = _mended(text, version.corrections, filename)
    lines, out = _lines(mended, version.ends_before)
    if version.ends_before and not any(reason is Reason.AFTER_THE_RULES for _, _, reason in out):
        raise _unlike(f"{filename}: no line begins with {version.ends_before!r}, where the rules end.")
    listed += out
    writer = _Writer()
    for paragraph in _paragraphs(lines, expand_numbers(spec.expected)):
        writer.put(paragraph)
        listed += [(paragraph.page, words, Reason.NUMBER_AGAIN) for words in paragraph.again]
    read = writer.finished()
    removals = [Removal(page, _start_of(read, page), words, reason) for page, words, reason in listed]
    return TextAsRead(read.body, read.page_starts, tuple(removals))


def _mended(text: str, corrections: Sequence[Correction], filename: str) -> tuple[str, list[_Listed]]:
    listed: list[_Listed] = []
    for one in corrections:
        if (count := text.count(one.printed)) != 1:
            raise _unlike(
                f"{filename}: {one.printed!r} stands {count} times in it; the registry mends it once."
            )
        before = [int(mark.group(1)) for mark in map(_PAGE.match, _marked(text, one.printed)) if mark]
        page = before[-1] if before else _first_page(text)
        listed.append((page, f"{one.printed} -> {one.read}", Reason.MISREAD))
        text = text.replace(one.printed, one.read)
    return text, listed


def _unlike(message: str) -> NotThisLaw:
    return NotThisLaw(message, user_message=message)


def _marked(text: str, printed: str) -> list[str]:
    """The lines before the place."""
    return [_even(line) for line in text[: text.index(printed)].split("\n")]


def _first_page(text: str) -> int | None:
    """What stands before the first mark of a page is on the first; None for a text without marks."""
    return 1 if any(_PAGE.match(_even(line)) for line in text.split("\n")) else None


def _lines(text: str, ends_before: str) -> tuple[list[_Line], list[_Listed]]:
    """Lines with their pages; marks of pages and notes of the margin apart."""
    lines: list[_Line] = []
    out: list[_Listed] = []
    page = _first_page(text)
    ended = False
    for raw in text.split("\n"):
        line = _even(raw)
        if mark := _PAGE.match(line):
            page = int(mark.group(1))
            out.append((page, line, Reason.RUNNING_HEAD))
            continue
        ended = ended or bool(ends_before and line.startswith(ends_before))
        if ended:
            if line:
                out.append((page, line, Reason.AFTER_THE_RULES))
        elif _MARGIN.match(line):
            out.append((page, line, Reason.MARGIN))
        else:
            lines.extend(_Line(part, page) for part in _parted(line))
    return lines, out


def _even(line: str) -> str:
    return " ".join(line.split())


def _parted(line: str) -> list[str]:
    """`(3) Leave.- (a) Earned leave` opens two provisions on one line; chapters lose their dash."""
    if chapter := _CHAPTER.match(line):
        return [f"CHAPTER {chapter.group(1)}"]
    title = _TITLED.match(line)
    return [line[: title.end()].strip(), line[title.end() :]] if title else [line]


@dataclass(slots=True)
class _Paragraph:
    """Words of one paragraph by page; `heading` where it opens a rule, on `page`.

    `again` is the rule's number where it stands before the text once more: `3-(1) …`.
    """

    page: int | None
    pieces: list[_Line]
    heading: str = ""
    number: str = ""
    again: list[str] = field(default_factory=list)

    def add(self, line: _Line) -> None:
        """The rest of a line; of a rule's first, without the number printed again."""
        text = line.text
        if not self.pieces and (match := re.match(rf"{self.number}\s?-\s?", text)) and self.number:
            self.again.append(match.group().strip())
            text = text[match.end() :]
        if text:
            self.pieces.append(_Line(text, line.page))


def _paragraphs(lines: Sequence[_Line], expected: Sequence[str]) -> Iterator[_Paragraph]:
    """Paragraphs; a rule's heading is looked for in the law's order only."""
    wanted = iter(expected)
    number = next(wanted, "")
    current: _Paragraph | None = None
    blank = True
    for line in lines:
        if not line.text:
            blank = True
            continue
        heading = _heading(line.text, number)
        if current is None or heading is not None or _is_apart(line, current, blank=blank):
            if current is not None:
                yield current
            current = _Paragraph(line.page, [])
            if heading is not None:
                title, rest = heading
                current = _Paragraph(line.page, [], f"{number}. {title.rstrip('.')}.", number)
                line = _Line(rest, line.page)
                number = next(wanted, "")
        current.add(line)
        blank = False
    if current is not None:
        yield current


def _heading(line: str, number: str) -> tuple[str, str] | None:
    """The heading of the rule of that number and what follows it on its line."""
    if not number:
        return None
    match = re.match(rf"{number}\.\s*(?P<heading>[A-Z].*?){_HEADING_END}(?P<rest>.*)$", line)
    return (match["heading"].strip(), match["rest"].strip()) if match else None


def _is_apart(line: _Line, current: _Paragraph, *, blank: bool) -> bool:
    """True when the line opens a paragraph: after a finished one, or by a mark of its own.

    What is not finished at a page's end goes on, even with a word in capitals.
    """
    if _CHAPTER.match(line.text):
        return True
    if not current.pieces:
        return False
    last = current.pieces[-1]
    if _CHAPTER.match(last.text):
        return _TITLE.match(line.text) is None
    if _OPENS.match(line.text):
        return True
    goes_on = line.page != last.page or line.text[:1].islower()
    return blank and (_ENDS.search(last.text) is not None or not goes_on)


class _Writer:
    """Puts paragraphs together and knows where each page began."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._starts: dict[int, int] = {}

    def put(self, paragraph: _Paragraph) -> None:
        if self._length:
            self._add("\n\n")
        if paragraph.heading:
            self._begin(paragraph.page)
            self._add(f"{paragraph.heading}\n")
        for index, piece in enumerate(paragraph.pieces):
            self._begin(piece.page)
            self._add((" " if index else "") + piece.text)

    def _begin(self, page: int | None) -> None:
        if page is not None:
            self._starts.setdefault(page, self._length)

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def finished(self) -> TextAsRead:
        self._add("\n")
        last = max(self._starts, default=0)
        starts: list[int] = []
        for page in range(last, 0, -1):
            starts.append(self._starts.get(page, starts[-1] if starts else self._length))
        return TextAsRead("".join(self._parts), tuple(reversed(starts)))


def _start_of(read: TextAsRead, page: int | None) -> int:
    """Where the page begins; the text's end for a page after it."""
    if page is None:
        return 0
    return read.page_starts[page - 1] if page <= len(read.page_starts) else len(read.body)

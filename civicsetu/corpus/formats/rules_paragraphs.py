"""From lines of a set of rules to its text: headings, paragraphs, chapters, nothing lost unsaid.

Every reader of rules gives its lines here, whether they come from a text file or from the
pages of a print. A rule's heading is looked for in the law's order only: by the words of
the law's own arrangement where they are recorded, else by the way headings are printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from civicsetu.corpus.formats.extracted_text import RemovalReason
from civicsetu.corpus.formats.line_joiner import LineJoiner, LinePiece, Listed
from civicsetu.errors import NotThisLaw
from civicsetu.law.prints import Correction

_CHAPTER = re.compile(r"CHAPTER\s?[-–—]?\s?([IVXLC]+)(?:\s+([A-Z][A-Z ,&]+))?$")
_TITLE = re.compile(r"[A-Z][A-Z ,&'’()/-]+:?$")
_OPENS = re.compile(r"\([0-9a-zA-Z]{1,5}\)(?!,| (?:of|and|or)\b| to \()|[“\"]?Provided\b|Explanation\b")
_TITLED = re.compile(
    r"\([0-9a-zA-Z]{1,5}\)(?:\s*|\s?[^()]{0,80}[.:,]?\s?[-–—]\s?)(?=\((?:1|a|i|A)\)(?! (?:of|and|or)\b| to \())"
)
_ENDS = re.compile(r"[.;:?!—|-]$|[;,] ?(?:and|or)$")
_HEADING_END = r"(?:\s?\.\s?[-–—]{1,2}|\s?(?:[–—]{1,2}|--|-(?=\s|\())|\.(?=\s*(?:\(1\)|$)))"
_AFTER_HEADING = re.compile(r"\s*(?:[.:–—-][\s.:–—-]*|$)")
_PART = re.compile(r"(\d{1,3})-[A-Z]\s+(?=[A-Z])")
_NUMBERED = re.compile(r"(\d{1,3}[A-Z]?)\.\s*")
_AGAIN = re.compile(r"(\d{1,3}[A-Z]{0,2})\s?-\s?(?![A-Z]\s)")
_OPENING = re.compile(
    r"(?:(?P<word>Rule)\s+(?P<named>\d{1,3}[A-Z]{0,2})\s?[.:–—-]|(?P<number>\d{1,3}[A-Z]{0,2})\.)\s*"
)
_HEADED = re.compile(rf"(?P<heading>[A-Z].*?){_HEADING_END}(?P<rest>.*)$")
_HEADING_LINES = 6
_DEEPER = 3.0
_TORN = 1.93
_WHOLE = re.compile(r"(?:[.;:?!—–|]|[^a-z]-)[\"”’')\]]*$|[;,] ?(?:and|or)$|^CHAPTER\b")


@dataclass(frozen=True, slots=True)
class RulesLine:
    """A line with its page; `apart`: a blank line or a gap stands before it.

    `x` is where it begins on the page, in points; None for a text file. `gap` is how far below
    the line before it stands, in usual steps of the page. A `row` is a row of a table: it is a
    paragraph of its own.
    """

    text: str
    page: int | None
    apart: bool = False
    x: float | None = None
    gap: float = 0.0
    row: bool = False

    @property
    def piece(self) -> LinePiece:
        return self.page, self.text


def make_refusal(filename: str, message: str) -> NotThisLaw:
    return NotThisLaw(user_message=f"{filename}: {message}")


def apply_corrections(
    lines: Sequence[RulesLine], corrections: Sequence[Correction], filename: str, *, recognised: bool = False
) -> tuple[list[RulesLine], list[Listed]]:
    """Return the lines with each correction of the registry made where it fits.

    Where the letters were `recognised` here, one may fit nothing: another version of the program
    may read rightly what this one misreads.

    Raises:
        NotThisLaw: one fits nothing or more than one place.
    """
    listed: list[Listed] = []
    found = list(lines)
    for one in corrections:
        places = [
            index
            for index, line in enumerate(found)
            if one.page in (None, line.page) and one.printed in line.text
        ]
        count = sum(found[index].text.count(one.printed) for index in places)
        if recognised and not count:
            continue
        if count != 1:
            raise make_refusal(
                filename, f"{one.printed!r} stands {count} times in it; the registry fixes it once."
            )
        at = places[0]
        listed.append((found[at].page, f"{one.printed} -> {one.read}", RemovalReason.MISREAD))
        first, *rest = found[at].text.replace(one.printed, one.read).split("\n")
        found[at : at + 1] = [
            replace(found[at], text=first),
            *(replace(found[at], text=text, apart=False, gap=0.0) for text in rest),
        ]
    return found, listed


def check_whole(lines: Sequence[RulesLine], filename: str) -> None:
    """Raise where a gap in the middle of a sentence shows that a line of the page was lost.

    Raises:
        NotThisLaw: naming the page and the words before the gap.
    """
    for before, line in pairwise(lines):
        joins = line.row or before.row or _CHAPTER.match(line.text)
        torn = line.page == before.page and line.gap > _TORN and not joins
        in_sentence = not _WHOLE.search(before.text) or line.text[:1].islower()
        if torn and in_sentence and not before.text.isupper():
            reason = f"page {line.page} breaks off after {before.text[-40:]!r}; a line of it is missing."
            raise make_refusal(filename, reason)


def split_at(
    lines: Sequence[RulesLine], ends_before: str, filename: str
) -> tuple[list[RulesLine], list[RulesLine]]:
    """Return the law, and the forms and schedules from the line on before which it ends.

    Raises:
        NotThisLaw: no line begins so; the forms would be read into the last rule.
    """
    if not ends_before:
        return list(lines), []
    at = next((index for index, line in enumerate(lines) if line.text.startswith(ends_before)), None)
    if at is None:
        raise make_refusal(filename, f"no line begins with {ends_before!r}, where the rules end.")
    return list(lines[:at]), list(lines[at:])


def put_together(
    lines: Sequence[RulesLine],
    expected: Sequence[str],
    headings: Mapping[str, str],
    listed: Sequence[Listed],
    writer: LineJoiner,
) -> list[Listed]:
    """Write the text the lines make; what was taken out, `listed` before and more now, comes back."""
    out = list(listed)
    parted = [part for line in lines for part in _parted(line)]
    for index, paragraph in enumerate(_paragraphs(parted, expected, headings)):
        if index:
            writer.put("\n\n")
        if paragraph.number:
            writer.put(f"{paragraph.number}. ", page=paragraph.page)
            writer.lines(paragraph.heading)
            writer.put(".\n")
        writer.lines([line.piece for line in paragraph.lines])
        out += [(paragraph.page, text, reason) for text, reason in paragraph.out]
    return out


def _parted(line: RulesLine) -> list[RulesLine]:
    """`(3) Leave.- (a) Earned leave` opens two provisions on one line; chapters lose their dash."""
    if chapter := _CHAPTER.match(line.text):
        number, title = chapter.groups()
        parts = [f"CHAPTER {number}", *([title] if title else [])]
    elif not line.row and (opening := _TITLED.match(line.text)):
        parts = [line.text[: opening.end()].strip(), line.text[opening.end() :]]
    else:
        return [line]
    return [replace(line, text=part, apart=line.apart and not index) for index, part in enumerate(parts)]


@dataclass(slots=True)
class _Paragraph:
    """Lines of one paragraph; `number` and `heading` where it opens a rule, on `page`.

    `out` is what is left out of it: the word before the number in `Rule 3. Fees`, and the
    number where it stands before the text once more: `3-(1) …`. `quotes` while words that another
    law shall get are quoted: their labels open nothing here.
    """

    page: int | None
    lines: list[RulesLine]
    number: str = ""
    heading: list[LinePiece] = field(default_factory=list)
    out: list[tuple[str, RemovalReason]] = field(default_factory=list)
    quotes: bool = False

    def add(self, line: RulesLine) -> None:
        """Return the rest of a line; for a rule's first line, without the number printed again."""
        text = line.text
        match = _AGAIN.match(text)
        if not self.lines and match and match.group(1) == self.number:
            self.out.append((match.group().strip(), RemovalReason.NUMBER_AGAIN))
            text = text[match.end() :]
        if text:
            self.lines.append(replace(line, text=text))
            opened = text.rfind("“(")
            self.quotes = "”" not in text[max(opened, 0) :] and (self.quotes or opened >= 0)


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading found: its lines, how many lines it took, and what follows it on the last.

    `word` is what stands before its number: `Rule`.
    """

    pieces: list[LinePiece]
    taken: int
    rest: str
    word: str = ""


def _paragraphs(
    lines: Sequence[RulesLine], expected: Sequence[str], headings: Mapping[str, str]
) -> Iterator[_Paragraph]:
    wanted = iter(expected)
    number, within = next(wanted, ""), ""
    current: _Paragraph | None = None
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = _heading(lines, at, number, headings.get(number, ""))
        opens = heading is not None or _is_heading_again(lines, at, headings)
        if current is None or opens or _is_apart(line, current, within):
            if current is not None:
                yield current
            current = _Paragraph(line.page, [])
        if heading is not None:
            last = lines[at + heading.taken - 1]
            current = _Paragraph(line.page, [], number, heading.pieces)
            if heading.word:
                current.out.append((heading.word, RemovalReason.WORD_OF_HEADING))
            line = replace(last, text=heading.rest)
            at += heading.taken - 1
            number, within = next(wanted, ""), number
        current.add(line)
        at += 1
    if current is not None:
        yield current


def _heading(lines: Sequence[RulesLine], at: int, number: str, arranged: str) -> _Heading | None:
    """The heading of the rule of that number, where it stands at this line."""
    opening = _OPENING.match(lines[at].text)
    if opening is None or (opening["named"] or opening["number"]) != number or lines[at].row:
        return None
    word, start = opening["word"] or "", opening.end()
    if arranged and (found := _as_arranged(lines, at, start, arranged)):
        return replace(found, word=word)
    match = _HEADED.match(lines[at].text[start:])
    if match is None:
        return None
    pieces = [(lines[at].page, match["heading"].strip().rstrip("."))]
    return _Heading(pieces, 1, match["rest"].strip(), word)


def _is_heading_again(lines: Sequence[RulesLine], at: int, headings: Mapping[str, str]) -> bool:
    """A rule's heading where it is not its turn: it stays a line of its own, and the text is refused."""
    opening = _NUMBERED.match(lines[at].text)
    arranged = headings.get(opening.group(1), "") if opening else ""
    return bool(opening and arranged and _as_arranged(lines, at, opening.end(), arranged))


def _as_arranged(lines: Sequence[RulesLine], at: int, start: int, arranged: str) -> _Heading | None:
    """The heading as the arrangement has it, letter by letter, over as many lines as it takes."""
    left = [character for character in arranged.lower() if character.isalnum()]
    pieces: list[LinePiece] = []
    for taken, line in enumerate(lines[at : at + _HEADING_LINES], start=1):
        for index in range(start, len(line.text)):
            character = line.text[index].lower()
            if not character.isalnum():
                continue
            if character != left.pop(0):
                return None
            if left:
                continue
            after = _AFTER_HEADING.match(line.text, index + 1)
            if after is None:
                return None
            pieces.append((line.page, line.text[start : index + 1]))
            return _Heading(pieces, taken, line.text[after.end() :])
        if line.text[start:]:
            pieces.append((line.page, line.text[start:]))
        start = 0
    return None


def _is_apart(line: RulesLine, current: _Paragraph, within: str) -> bool:
    """True when the line opens a paragraph: after a finished one, or by a mark of its own.

    What is not finished at a page's end goes on, even with a word in capitals; what stands
    further in than the paragraph's beginning belongs to it.
    """
    if _CHAPTER.match(line.text):
        return True
    if not current.lines:
        return False
    first, last = current.lines[0], current.lines[-1]
    if _CHAPTER.match(last.text):
        return _TITLE.match(line.text) is None
    if current.quotes:
        return False
    part = _PART.match(line.text)
    if _OPENS.match(line.text) or (part and part.group(1) == within) or line.row or last.row:
        return True
    if line.x is not None and first.x is not None and line.page == first.page and line.x > first.x + _DEEPER:
        return False
    goes_on = line.page != last.page or line.text[:1].islower()
    return line.apart and (_ENDS.search(last.text) is not None or not goes_on)

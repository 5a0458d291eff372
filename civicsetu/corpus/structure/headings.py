"""Find where the sections of a law begin, and hold their numbers to those the law must have.

The numbers the registry expects decide, not the pattern: a footnote may be printed like a
heading, and a missing, doubled, unknown or late number refuses the text by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from civicsetu.errors import NotThisLaw
from civicsetu.law.documents import DocumentSpec

CHAPTER = re.compile(r"(?:# )?CHAPTER [IVXLC]+\b")
_NOTE = re.compile(r"(?:Subs|Ins|Rep|Omitted|Added|Vide|vide)\b[. ]|\d{1,2}(?:st|nd|rd|th)\b")


@dataclass(frozen=True, slots=True)
class TextProfile:
    """Format of an edition's headings, and of the notes that are not law.

    `stands_alone`: each paragraph can be read by itself, so each is searched by itself; an
    official clause is half a sentence, and is searched together with its neighbours.
    """

    heading: re.Pattern[str]
    notes: re.Pattern[str] | None = None
    stands_alone: bool = False


CONSOLIDATED = TextProfile(
    heading=re.compile(r"(\d{1,3}[A-Z]?)\. (?=\S)"),
    notes=re.compile(r"\[India Code footnotes to section \d+[A-Z]?\]"),
)
GAZETTE = TextProfile(heading=re.compile(r"(\d{1,3}[A-Z]?)\. (?=\S)"))
STARTER = TextProfile(heading=re.compile(r"## (\d{1,3}[A-Z]?)\. (?=\S)"), stands_alone=True)


@dataclass(slots=True)
class Block:
    """A line, or a paragraph of lines, as a span of the text."""

    start: int
    end: int

    def cut_from(self, body: str) -> str:
        return body[self.start : self.end]


def find_headings(body: str, profile: TextProfile, expected: tuple[str, ...]) -> list[tuple[str, Block]]:
    """Return the heading lines in order.

    A footnote such as "1. 1st May, 2016, vide …" starts like a heading: inside a block of
    notes only the number after the last heading's, after a blank line, ends the block, and
    only with words that no note begins with.
    """
    rank = {number: index for index, number in enumerate(expected)}
    found: list[tuple[str, Block]] = []
    in_notes = False
    for line in split_lines(body, 0, len(body)):
        text = line.cut_from(body)
        if profile.notes and profile.notes.match(text):
            in_notes = True
        elif CHAPTER.match(text):
            in_notes = False
        elif match := profile.heading.match(text):
            number = match.group(1)
            after_blank = body.endswith("\n\n", 0, line.start)
            is_note = _NOTE.match(text, match.end()) or not after_blank or not _is_next(found, number, rank)
            if in_notes and is_note:
                continue
            in_notes = False
            found.append((number, line))
    return found


def _is_next(found: list[tuple[str, Block]], number: str, rank: dict[str, int]) -> bool:
    """True when `number` comes right after the last heading's, or is the law's first."""
    last = rank.get(found[-1][0], -2) if found else -1
    return rank.get(number, -9) == last + 1


def check_sequence(
    headings: list[tuple[str, Block]], expected: tuple[str, ...], spec: DocumentSpec, *, whole: bool
) -> None:
    """Check that every expected number is there once, in the law's order."""
    numbers = [number for number, _ in headings]
    noun = spec.doc_type.provision_noun
    unknown = [number for number in numbers if number not in expected]
    doubled = sorted({number for number in numbers if numbers.count(number) > 1}, key=numbers.index)
    missing = [number for number in expected if number not in numbers] if whole else []
    if not numbers:
        raise refuse(spec, f"no {noun} was found in the text")
    for what, which in (("lacks", missing), ("prints twice", doubled), ("should not have", unknown)):
        if which:
            at = _place_of(which[0], headings, expected)
            raise refuse(spec, f"the text {what} {noun} {', '.join(which[:8])}", at)
    order = [expected.index(number) for number in numbers]
    late = next((numbers[i] for i in range(1, len(order)) if order[i] < order[i - 1]), None)
    if late is not None:
        raise refuse(spec, f"{noun} {late} stands out of order", _place_of(late, headings, expected))


def _place_of(number: str, headings: list[tuple[str, Block]], expected: tuple[str, ...]) -> int:
    """Where the number stands last in the text; where it does not, the heading it should follow."""
    printed = [line.start for name, line in headings if name == number]
    before = [
        line.start
        for name, line in headings
        if name in expected and number in expected and expected.index(name) < expected.index(number)
    ]
    return printed[-1] if printed else max(before, default=0)


def refuse(spec: DocumentSpec, reason: str, at: int | None = None) -> NotThisLaw:
    message = f"{spec.title}: {reason}."
    return NotThisLaw(message, user_message=message, at=at)


def find_law_end(body: str, start: int, end: int, profile: TextProfile) -> int:
    """Return where the law of a section stops: at its footnotes or the next chapter."""
    for line in split_lines(body, start, end):
        text = line.cut_from(body)
        if CHAPTER.match(text) or (profile.notes and profile.notes.match(text)):
            return line.start
    return end


def split_lines(body: str, start: int, end: int) -> Iterator[Block]:
    """Yield lines that are not blank."""
    at = start
    while at < end:
        cut = body.find("\n", at, end)
        stop = end if cut < 0 else cut
        if body[at:stop].strip():
            yield Block(at, stop)
        at = stop + 1


def split_paragraphs(body: str, start: int, end: int) -> Iterator[Block]:
    """Yield runs of lines without a blank line between them."""
    block: Block | None = None
    for line in split_lines(body, start, end):
        if block is not None and body[block.end : line.start].count("\n") == 1:
            block.end = line.end
        else:
            if block is not None:
                yield block
            block = line
    if block is not None:
        yield block

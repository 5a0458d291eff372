"""Split a provision into sentences, with their exact spans in the edition's text.

A sentence is what can be lifted whole: it ends at a full stop that is not inside an
abbreviation, or at a paragraph's end. The label or the word "Proviso:" before it is not
part of it. `opens_list` marks a sentence that ends in a colon and says nothing by itself;
`leans` one that starts by pointing at the sentence before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MARK = re.compile(
    r"\s*(?:\^\d{1,2}\s*\[?\s*)?(?:\((?:[0-9]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,3})\)\s*)?"
    r"(?:(?:Second |Third |Fourth )?[Pp]roviso: |Explanation(?:: |\s*[.—–-]+\s*))?"
)
_HEADING = re.compile(r"(?:## )?\d{1,3}[A-Z]?\. [^\n]*\n")
_END = re.compile(r"[.!?:;](?=\s|$)(?!\s+[a-z])")
_NOT_AN_END = re.compile(
    r"(?:\b(?:No|Nos|Rs|vs|viz|etc|i\.e|e\.g|s|ss|r|cl|Sec|per cent|cent|S\.O|G\.S\.R)\.|(?<!Form )\b[A-Z]\.)$"
)
_LEANS = re.compile(
    r"(?:This|That|These|Those|It|They|Such|He|She|Their|Its|In that case|In such|The same|Also|However)\b"
)
_CASE = re.compile(r"(?:One|Another|The other|A further) (?:case|course|ground|way)\b")
_FOOTNOTE_MARK = re.compile(r"\^(?:\d{1,2}|\*)\s*")


@dataclass(frozen=True, slots=True)
class SentenceSpan:
    """Span of a sentence, `body[start:end]`; `paragraph` counts the unit's paragraphs from 0.

    `text` is the same words as they are shown: on one line, without the marks of footnotes.
    `names_case`: one case of a list, which says little without the rule it belongs to.
    """

    start: int
    end: int
    text: str
    paragraph: int
    opens_list: bool
    leans: bool
    names_case: bool


def to_one_line(text: str) -> str:
    """Return the words of a passage on one line, without footnote marks."""
    return " ".join(_FOOTNOTE_MARK.sub("", text).split())


def split_sentences(body: str, start: int, end: int) -> list[SentenceSpan]:
    """Split `body[start:end]` into its sentences, in order; headings are not sentences."""
    found: list[SentenceSpan] = []
    heading = _HEADING.match(body, start)
    at = heading.end() if heading and heading.end() < end else start
    for number, (first, last) in enumerate(_paragraphs(body, at, end)):
        found.extend(_in_paragraph(body, first, last, number))
    return found


def _paragraphs(body: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for gap in re.finditer(r"\n\s*\n", body[start:end]):
        if body[at : start + gap.start()].strip():
            yield at, start + gap.start()
        at = start + gap.end()
    if body[at:end].strip():
        yield at, end


def _in_paragraph(body: str, start: int, end: int, number: int) -> Iterator[SentenceSpan]:
    mark = _MARK.match(body, start)
    at = mark.end() if mark else start
    for stop in [match.end() for match in _END.finditer(body, at, end)] + [end]:
        text = body[at:stop]
        ends_paragraph = not body[stop:end].strip()
        if not ends_paragraph and (body[stop - 1] in ":;" or _NOT_AN_END.search(text)):
            continue
        stripped = text.strip()
        if any(character.isalnum() for character in stripped):
            first = at + len(text) - len(text.lstrip())
            yield SentenceSpan(
                first,
                first + len(stripped),
                to_one_line(stripped),
                number,
                stripped.endswith((":", ":—", ":--", ":---", "---", "—", "–", "--", ",")),
                _LEANS.match(stripped) is not None,
                _CASE.match(stripped) is not None,
            )
        at = stop
        if ends_paragraph:
            return

"""Forms, schedules and annexures that follow the last rule: each is a provision of its own kind.

They are not divided further: a form's numbered blanks are no rules. Whatever a print puts
around its label, `FORM - 'A'`, its line reads `FORM A` here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.corpus.formats.line_joiner import LineJoiner
from civicsetu.corpus.formats.rules_paragraphs import RulesLine
from civicsetu.corpus.structure.headings import split_lines, split_paragraphs
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind

_KINDS = {
    "FORM": NodeKind.FORM,
    "SCHEDULE": NodeKind.SCHEDULE,
    "ANNEXURE": NodeKind.ANNEXURE,
    "APPENDIX": NodeKind.ANNEXURE,
}
_WORDS = "|".join([*_KINDS, *(word.capitalize() for word in _KINDS)])
_LINE = re.compile(rf"(?:{'|'.join(_KINDS)})$|(?:{_WORDS}) (?:[A-Z]{{1,2}}|[0-9]{{1,2}})$")
_QUOTES = "‘’'“”\"()"
_PRINTED = re.compile(rf"({_WORDS})\b[\s–—:{_QUOTES}-]*([A-Z]{{1,2}}|[0-9]{{1,2}})?[\s–—.:{_QUOTES}-]*$")
_TITLE_WITHIN = 4


def opens_annex(text: str) -> str:
    """Return `FORM A` for a line that names an annex, however it prints the name; else empty."""
    match = _PRINTED.match(text.strip())
    if match is None or not (match.group(1).isupper() or match.group(2)):
        return ""
    return " ".join(part for part in match.groups() if part)


def put_annexes(writer: LineJoiner, lines: Sequence[RulesLine]) -> None:
    """Write the lines after the law: a paragraph wherever a gap or an annex's name stands."""
    paragraph: list[RulesLine] = []
    for line in lines:
        name = opens_annex(line.text)
        if paragraph and (name or line.apart or line.row or opens_annex(paragraph[-1].text)):
            _put(writer, paragraph)
            paragraph = []
        paragraph.append(line)
    if paragraph:
        _put(writer, paragraph)


def _put(writer: LineJoiner, paragraph: Sequence[RulesLine]) -> None:
    name = opens_annex(paragraph[0].text)
    pieces = [(paragraph[0].page, name)] if name else [line.piece for line in paragraph]
    writer.put("\n\n")
    writer.lines(pieces)


def find_annexes_start(body: str, after: int) -> int:
    """Return where the first annex after that offset begins; the text's end where there is none."""
    found = (line.start for line in split_lines(body, after, len(body)) if _LINE.match(line.cut_from(body)))
    return next(found, len(body))


def find_annexes(body: str, start: int) -> Iterator[Node]:
    """Yield the annexes of the text from there on; a name printed again on a further page opens none."""
    openings: dict[str, tuple[int, int]] = {}
    for line in split_lines(body, start, len(body)):
        if _LINE.match(text := line.cut_from(body)):
            word, _, label = text.partition(" ")
            openings.setdefault(f"{word.capitalize()} {label}".strip(), (line.start, line.end))
    ends = [*(opening for opening, _ in openings.values()), len(body)][1:]
    for (name, (opening, named)), end in zip(openings.items(), ends, strict=True):
        kind = _KINDS[name.partition(" ")[0].upper()]
        yield Node(
            kind, opening, end, named, ProvisionPath(name), heading=_title(body, named, end), unit=True
        )


def _title(body: str, start: int, end: int) -> str:
    """The form's own title, printed in capitals among its first lines."""
    for index, paragraph in enumerate(split_paragraphs(body, start, end)):
        text = " ".join(paragraph.cut_from(body).split())
        if text.isupper() and not text.startswith("["):
            return text.capitalize()
        if index == _TITLE_WITHIN:
            break
    return ""

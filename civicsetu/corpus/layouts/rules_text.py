"""Read a set of rules as a plain text that was made from a print: pages marked, headings inline.

`3. Information to be furnished.- (1) The promoter …` becomes a heading line and its text,
as every other reader gives it. Letters that character recognition misread are repaired only
where the registry names them, one by one with the reason; everything taken out or put
right is listed. Forms after the last rule are no part of the rules' text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from civicsetu.corpus.formats.extracted_text import ExtractedText, RemovalReason
from civicsetu.corpus.formats.line_joiner import LineJoiner, Listed
from civicsetu.corpus.formats.rules_paragraphs import RulesLine, apply_corrections, put_together, split_at
from civicsetu.law.documents import DocumentSpec, expand_numbers
from civicsetu.law.prints import OfficialVersion

_PAGE = re.compile(r"=== page (\d+)\b[^=\n]*(?:===)?$")
_MARGIN = re.compile(r"\[\[margin: .*\]\]$")
_NOT_RECORDED: Mapping[str, str] = MappingProxyType({})


def read_rules(
    text: str,
    spec: DocumentSpec,
    version: OfficialVersion,
    filename: str,
    headings: Mapping[str, str] = _NOT_RECORDED,
) -> ExtractedText:
    """Return the rules in `text`, as far as the last of them; `headings` as the law's arrangement has them.

    Raises:
        NotThisLaw: a correction of the registry fits nothing or more than one place, or no line
            is the one before which the rules end.
    """
    lines, listed = apply_corrections(_numbered(text), version.corrections, filename)
    law, after = split_at(lines, version.ends_before, filename)
    law, out = _law_of(law)
    listed += out
    for line in after:
        if line.text:
            reason = RemovalReason.RUNNING_HEAD if _PAGE.match(line.text) else RemovalReason.AFTER_THE_RULES
            listed.append((line.page, line.text, reason))
    writer = LineJoiner()
    listed = put_together(law, expand_numbers(spec.expected), headings, listed, writer)
    writer.put("\n")
    return writer.finish(listed)


def _numbered(text: str) -> list[RulesLine]:
    """Every line with its page, blank ones and marks of pages too.

    What stands before the first mark of a page is on the first; a text without marks has no pages.
    """
    lines = [" ".join(line.split()) for line in text.split("\n")]
    page = 1 if any(_PAGE.match(line) for line in lines) else None
    numbered: list[RulesLine] = []
    for line in lines:
        if mark := _PAGE.match(line):
            page = int(mark.group(1))
        numbered.append(RulesLine(line, page))
    return numbered


def _law_of(lines: Sequence[RulesLine]) -> tuple[list[RulesLine], list[Listed]]:
    """The lines without marks of pages, notes of the margin and blank lines."""
    law: list[RulesLine] = []
    out: list[Listed] = []
    blank = True
    for line in lines:
        if _PAGE.match(line.text):
            out.append((line.page, line.text, RemovalReason.RUNNING_HEAD))
        elif _MARGIN.match(line.text):
            out.append((line.page, line.text, RemovalReason.MARGIN))
        elif not line.text:
            blank = True
        else:
            law.append(RulesLine(line.text, line.page, apart=blank))
            blank = False
    return law, out

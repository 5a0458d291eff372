"""Read the text of one official file by the reader that its version names.

This is the part of taking a law in that touches the file's own format, so it is the part that
a damaged or hostile file can hold up: `read_apart` runs it in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from civicsetu.corpus.formats.decompression_limits import make_too_large_error
from civicsetu.corpus.formats.extracted_text import ExtractedText
from civicsetu.corpus.formats.file_text import read_file_text
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.formats.pdf import read_pdf
from civicsetu.corpus.layouts.consolidated import read_consolidated
from civicsetu.corpus.layouts.gazette import read_gazette
from civicsetu.corpus.layouts.printed_rules import read_printed_rules
from civicsetu.corpus.layouts.rules_text import read_rules
from civicsetu.corpus.structure.headings import CONSOLIDATED, GAZETTE, TextProfile
from civicsetu.errors import NotThisLaw
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import OfficialVersion, TextStyle

MOST_CHARACTERS = 5_000_000
MOST_LINES = 250_000

ReadText = Callable[[LawFile, DocumentSpec, OfficialVersion, Mapping[str, str], Recogniser], ExtractedText]
"""`read_text`, or what calls it in another process."""


def read_text(
    file: LawFile,
    spec: DocumentSpec,
    version: OfficialVersion,
    headings: Mapping[str, str],
    recogniser: Recogniser,
) -> ExtractedText:
    """Return the file's text; `headings` are those of the law's arrangement, by number.

    Raises:
        EngineMissing: a scan, and what recognises its letters is not installed.
        NotThisLaw: not the law the registry means, not readable whole, or far longer than a law.
    """
    as_read = _read(file, spec, version, headings, recogniser)
    _check_length(as_read.body, file.name)
    letters = set().union(as_read.body, *(removal.text for removal in as_read.removals))
    if any(letter == "\x00" or "\ud800" <= letter <= "\udfff" for letter in letters):
        message = f"{file.name} holds signs that are no letters of any script; it cannot be {spec.title}."
        raise NotThisLaw(user_message=message)
    return as_read


def choose_profile(version: OfficialVersion) -> TextProfile:
    """Return how the reader of that version prints headings."""
    printed = version.layout is not None or version.rules is not None
    return GAZETTE if printed or version.style is TextStyle.RULES else CONSOLIDATED


def _read(
    file: LawFile,
    spec: DocumentSpec,
    version: OfficialVersion,
    headings: Mapping[str, str],
    recogniser: Recogniser,
) -> ExtractedText:
    if version.layout is not None:
        return read_gazette(read_pdf(file), spec, version.layout, file.name)
    if version.rules is not None:
        if version.rules.recognise:
            pages = recogniser.read(file, version.rules)
        else:
            wanted = version.rules.page_numbers
            pages = read_pdf(file, max_pages=wanted[-1], tables=wanted)
        as_read = read_printed_rules(pages, spec, version, file.name, headings)
        return replace(as_read, confidences=pages.confidences)
    text = read_file_text(file.content, file.name, spec.title)
    _check_length(text, file.name)
    if version.style is TextStyle.RULES:
        return read_rules(text, spec, version, file.name, headings)
    return read_consolidated(text)


def _check_length(text: str, filename: str) -> None:
    """Refuse what is longer than any law: every later step takes time and memory by the line."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        raise make_too_large_error(filename)

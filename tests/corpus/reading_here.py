"""Official files read in this process, where the test is about something else than the process that reads them.

Each file read apart starts an interpreter, half a second and more. That it reads and refuses just as this does is
tested where it is (`test_read_apart`).
"""

from __future__ import annotations

from collections.abc import Mapping

from civicsetu.corpus.formats.extracted_text import ExtractedText
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.official_text import read_text
from civicsetu.corpus.read_apart import ApartReader
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import OfficialVersion
from civicsetu.settings import CorpusSettings


class ReaderHere(ApartReader):
    """Reads as the child process does, without one."""

    def __init__(self) -> None:
        super().__init__(CorpusSettings())

    def __call__(
        self,
        file: LawFile,
        spec: DocumentSpec,
        version: OfficialVersion,
        headings: Mapping[str, str],
        recogniser: Recogniser,
    ) -> ExtractedText:
        return read_text(file, spec, version, headings, recogniser)

"""Each official file read once in a run for all tests that are about something else.

To find the tables of some of these prints takes seconds a page, and much of what ships is held against them. The
first who wants a text reads it as the program does; the others are given what came of that, in this process or in
another that makes tests beside it. Tests of reading itself do without.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from civicsetu.corpus import read
from civicsetu.corpus.formats.extracted_text import ExtractedText
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.official_text import read_text
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import OfficialVersion


class TextsRead:
    """The texts read in this run, as files of a folder that all its processes share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def read(
        self,
        file: LawFile,
        spec: DocumentSpec,
        version: OfficialVersion,
        headings: Mapping[str, str],
        recogniser: Recogniser,
    ) -> ExtractedText:
        """As `read_text`, whose errors are not kept."""
        place = self._folder / f"{file.sha256}-{spec.key}-{version.name}"
        if not place.exists():
            own = place.with_suffix(f".{os.getpid()}")
            own.write_bytes(pickle.dumps(read_text(file, spec, version, headings, recogniser)))
            own.rename(place)
        found: ExtractedText = pickle.loads(place.read_bytes())
        return found


@pytest.fixture(scope="module")
def official_files_read_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """While a file of tests runs, whoever reads a current official text is given what was read before."""
    own = tmp_path_factory.getbasetemp()
    texts = TextsRead((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "texts-read")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read, "read_text", texts.read)
        yield

"""Read a law's text from where it lies, and say what it is before anything is divided.

A starter file is Markdown with a front matter that names the document, the edition, the
date up to which changes are in it and what it was restated from. An official file is the
Gazette's PDF or a publisher's plain text; what reading takes out of it is listed, and
offsets are into the text as read.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from statistics import median

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from civicsetu.corpus.formats.extracted_text import ExtractedText
from civicsetu.corpus.formats.law_file import load_file
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.official_text import ReadText, choose_profile, read_text
from civicsetu.corpus.sources.provenance import find_provenance
from civicsetu.corpus.sources.public_sources import read_public_sources
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER, TextProfile
from civicsetu.errors import CorpusError, EngineMissing, NotThisLaw, ScanUnreadable, SourceMissing
from civicsetu.law.documents import DocumentSpec, EditionKind, expand_numbers
from civicsetu.law.prints import OfficialVersion
from civicsetu.law.provisions import ProvisionTree
from civicsetu.lexicon.tokens import fold_letters
from civicsetu.settings import get_settings
from civicsetu.telemetry import get_logger
from civicsetu.yaml_data import load, report_errors

_TITLE_WITHIN = 4_000
_SECTION_END = re.compile(r"[.!?।][\"”’')\]]*$|\*{3,}$")


class Basis(StrEnum):
    """Basis of a text: the law's official text, somebody's copy of it, or public sources that agree."""

    OFFICIAL = "official"
    MIRROR = "mirror"
    SECONDARY = "secondary"


class StarterFront(BaseModel):
    """Front matter of a restatement."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: str
    edition: EditionKind
    language: str = "en"
    text_as_of: date
    basis: Basis
    restated_from: str
    reviewed: str
    holds: str = Field("", description="Numbers it holds, as '1-20'; empty: every one of the law.")
    note: str = ""


@dataclass(frozen=True)
class SourceText:
    """One version of an edition as read, with all that must be known of it.

    `sha256` is of the file an official text was read from, and of a restatement's body;
    `holds` the numbers a restatement of a part holds, empty for the whole law. `basis` of an
    official text is the kind of address it was fetched from; a file given by hand counts as official.
    """

    spec: DocumentSpec
    edition: EditionKind
    language: str
    as_read: ExtractedText
    sha256: str
    basis: Basis
    text_as_of: date | None
    note: str
    profile: TextProfile
    holds: tuple[str, ...] = ()
    version: OfficialVersion | None = None
    file: str = ""
    fetched_from: str = ""

    @property
    def body(self) -> str:
        return self.as_read.body

    @property
    def misprinted(self) -> dict[str, str]:
        """Numbers that this print gives wrongly, and what it gives instead."""
        return self.version.misprinted if self.version else {}

    @property
    def pages(self) -> tuple[int, int] | None:
        """The first and the last page of the file that the text stands on; None for a file without pages."""
        first, last = self.as_read.page_of(0), self.as_read.page_of(max(len(self.body) - 1, 0))
        return None if first is None or last is None else (first, last)

    @property
    def is_current(self) -> bool:
        """Whether it is the law in force; false for a version that is no longer the law."""
        return self.version is None or self.version.law_until is None

    def divide(self) -> ProvisionTree:
        """Return the provision tree, its headings checked against the law's arrangement.

        Raises:
            NotThisLaw: a provision is missing, doubled, out of order, or bears another heading;
                the message names file, page and provision.
        """
        try:
            tree = divide(self.body, self.spec, self.profile, whole=not self.holds)
            _check_holds(tree, self.spec, self.holds)
            _check_headings(tree, self.spec)
            _check_ends(tree, self.spec)
        except NotThisLaw as error:
            message = f"{self._where(error.at)}: {error}"
            raise NotThisLaw(message, user_message=message, at=error.at) from error
        for node in tree.root.walk():
            node.page = self.as_read.page_of(node.start)
        return tree

    def _where(self, at: int | None) -> str:
        """The file, and the page where it has pages."""
        page = None if at is None else self.as_read.page_of(at)
        return self.file if page is None else f"{self.file}, page {page}"


def read_starter(spec: DocumentSpec) -> SourceText | None:
    """Return the restatement that ships with the package; None where there is none yet.

    Raises:
        CorpusError: the file's front matter is malformed or names another document.
    """
    resource = files("civicsetu.corpus.data").joinpath("starter", f"{spec.key}.md")
    if not resource.is_file():
        return None
    source = parse_starter(spec, resource.read_text("utf-8"))
    _check_sources(source)
    return source


def _check_sources(source: SourceText) -> None:
    """Where no official text was at hand, every number held has its public sources."""
    named = read_public_sources(source.spec.key).provisions
    held = source.holds or expand_numbers(source.spec.expected)
    lacking = [number for number in held if source.basis == Basis.SECONDARY and number not in named]
    more = [number for number in named if number not in held]
    for what, which in (("has no public sources for", lacking), ("names sources of what it lacks:", more)):
        if which:
            message = f"The restatement of {source.spec.key} {what} {', '.join(which[:8])}."
            raise CorpusError(user_message=message)


def parse_starter(spec: DocumentSpec, text: str) -> SourceText:
    """Split front matter and body of a restatement; offsets are into the body."""
    parts = text.split("---\n", 2)
    with report_errors(f"The restatement of {spec.key} cannot be used"):
        if len(parts) != 3 or parts[0].strip():
            raise ValueError("it does not start with a front matter between two lines of ---")
        front = StarterFront.model_validate(load(parts[1]))
        if front.document != spec.key or front.edition is not EditionKind.PLAIN:
            raise ValueError(f"it says it is the {front.edition} edition of {front.document}")
        holds = expand_numbers(front.holds)
    body = parts[2].lstrip("\n")
    return SourceText(
        spec,
        front.edition,
        front.language,
        ExtractedText(body),
        _sha256(body.encode()),
        front.basis,
        front.text_as_of,
        front.note,
        STARTER,
        holds,
        file=f"{spec.key}.md",
    )


def read_official(spec: DocumentSpec, folder: Path, recogniser: Recogniser | None = None) -> SourceText:
    """Return the current official text of a document, from `folder/<key>/` or `folder/`.

    Raises:
        SourceMissing: no such folder or file.
        EngineMissing: a scan, and what recognises its letters is not installed.
        NotThisLaw: not the law the registry means, or not readable whole.
    """
    return _read(spec, _current(spec), folder, recogniser or open_recogniser(), read_text)


def read_versions(
    spec: DocumentSpec, folder: Path, recogniser: Recogniser | None = None, read: ReadText = read_text
) -> tuple[SourceText, ...]:
    """Return every official version that has its file in the folder, oldest first.

    `read` says where the file's own format is read: here, or in another process.

    Raises:
        ReadingStopped: another process reads it, and took too long or too much memory.
        SourceMissing: no such folder, or no file of the document in it.
        EngineMissing: a scan, and what recognises its letters is not installed.
        NotThisLaw: a file that is there is not that law, or not readable whole.
    """
    there = [version for version in spec.official if _path(spec, version, folder) is not None]
    recogniser = recogniser or open_recogniser()
    return tuple(_read(spec, version, folder, recogniser, read) for version in there or [_current(spec)])


def open_recogniser() -> Recogniser:
    """Open a recogniser that caches its results in the data folder of the settings."""
    return Recogniser(get_settings().data_path / "recognised")


def _current(spec: DocumentSpec) -> OfficialVersion:
    version = next((version for version in reversed(spec.official) if version.law_until is None), None)
    if version is None:
        raise SourceMissing(user_message=f"The registry names no current official text of {spec.title}.")
    return version


def _path(spec: DocumentSpec, version: OfficialVersion, folder: Path) -> Path | None:
    if not folder.is_dir():
        raise SourceMissing(str(folder), user_message=f"There is no folder {folder}.")
    places = (folder / spec.key / version.filename, folder / version.filename)
    return next((path for path in places if path.is_file()), None)


def _read(
    spec: DocumentSpec, version: OfficialVersion, folder: Path, recogniser: Recogniser, read: ReadText
) -> SourceText:
    path = _path(spec, version, folder)
    if path is None:
        raise SourceMissing(user_message=f"No file {spec.key}/{version.filename} was found in {folder}.")
    file = load_file(path, spec.title)
    record = find_provenance(path, file.sha256)
    try:
        as_read = read(file, spec, version, load_arrangement(spec.key), recogniser)
    except (EngineMissing, ScanUnreadable) as error:
        raise _named_elsewhere(error, version, record.url if record else "") from error
    if load_file(path, spec.title).content != file.content:
        raise NotThisLaw(user_message=f"{file.name} was changed while it was read; take it in again.")
    _check_title(as_read.body, spec, file.name)
    return SourceText(
        spec,
        EditionKind.OFFICIAL,
        "en",
        as_read,
        file.sha256,
        Basis(record.kind.value) if record else Basis.OFFICIAL,
        version.text_as_of,
        _note(version, as_read),
        choose_profile(version),
        version=version,
        file=file.name,
        fetched_from=record.url if record else "",
    )


def _named_elsewhere(
    error: EngineMissing | ScanUnreadable, version: OfficialVersion, came_from: str
) -> EngineMissing | ScanUnreadable:
    """The same error, naming where else that text is to be had; logged, for whoever reads no messages."""
    others = [source.url for source in version.sources if source.url != came_from]
    elsewhere = next(iter(others), version.url)
    get_logger(__name__).warning("scan_unreadable", version=version.name, elsewhere=elsewhere)
    if not elsewhere:
        return error
    message = f"{error.user_message.rstrip('.')}. Another copy of this text is at {elsewhere}"
    return type(error)(f"{error} Elsewhere: {elsewhere}", user_message=message)


def _note(version: OfficialVersion, as_read: ExtractedText) -> str:
    """What is said beside the text: first, where it is so, that a machine read it and how surely."""
    if not as_read.confidences:
        return version.note
    lowest, middle = min(as_read.confidences), median(as_read.confidences)
    told = (
        "Read by machine from pictures of the printed pages: single letters may be misread "
        f"(confidence {lowest:.0f} of 100 at least, median {middle:.0f})."
    )
    return f"{told} {version.note}".strip()


def _check_title(body: str, spec: DocumentSpec, filename: str) -> None:
    if fold_letters(spec.title) not in fold_letters(body[:_TITLE_WITHIN]):
        raise NotThisLaw(user_message=f"{filename} does not bear the title of {spec.title}.")


def _check_holds(tree: ProvisionTree, spec: DocumentSpec, holds: tuple[str, ...]) -> None:
    """A restatement of a part holds what it says it holds."""
    held = [str(section.path) for section in tree.sections()]
    lost = [number for number in holds if number not in held]
    more = [number for number in held if holds and number not in holds]
    for what, which in (("lacks", lost), ("has, unsaid,", more)):
        if which:
            noun = spec.doc_type.provision_noun
            message = f"{spec.title}: the restatement {what} {noun} {', '.join(which[:8])}."
            raise NotThisLaw(user_message=message)


def _check_headings(tree: ProvisionTree, spec: DocumentSpec) -> None:
    printed = load_arrangement(spec.key)
    for section in tree.sections():
        expected = printed.get(str(section.path))
        if expected is not None and fold_letters(section.heading) != fold_letters(expected):
            noun = spec.doc_type.provision_noun
            message = (
                f"{spec.title}: {noun} {section.path} is headed {section.heading[:80]!r}, "
                f"but the law prints {expected[:80]!r}."
            )
            raise NotThisLaw(message, user_message=message, at=section.start)


def _check_ends(tree: ProvisionTree, spec: DocumentSpec) -> None:
    """A section ends where a sentence ends, or where an amendment left stars: else it was cut off."""
    for section in tree.sections():
        words = tree.text_of(section).rstrip()
        if not _SECTION_END.search(words):
            noun = spec.doc_type.provision_noun
            message = f"{spec.title}: {noun} {section.path} breaks off after {words[-40:]!r}."
            raise NotThisLaw(message, user_message=message, at=section.start + len(words) - 1)


@lru_cache(maxsize=64)
def load_arrangement(key: str) -> dict[str, str]:
    """Return the printed headings by number; empty where none are recorded."""
    resource = files("civicsetu.corpus.data").joinpath("arrangements", f"{key}.yaml")
    if not resource.is_file():
        return {}
    return TypeAdapter(dict[str, str]).validate_python(load(resource.read_text("utf-8")))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

"""The result of ingesting a text."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from civicsetu.corpus.sources.provenance import name_host
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import document_id


@dataclass(frozen=True, slots=True)
class IngestionResult:
    """Result of ingesting one version of an edition; given only of a text that is held now.

    A text that is refused, or cannot be written, raises. `chunks` and `tokens` are of what was
    written now; `unexplained` names the provisions that differ from the version before without
    a recorded cause; `file_type` is `pdf`, `txt` or `md`, as the file's name says. `derived`
    counts the sections of the Act that its rules carry out, `underived` names the rules of
    which nothing says what they are for; `confidences` are those of the pages whose letters were
    recognised, 0 to 100. `keyphrases` counts the rows of keyphrases that were written now;
    `unplaced` names the units that have keyphrases and are not searched here. `reviewed` says of an
    official text whether its file is the print that was reviewed, None where none was.
    `unrecorded` names the provisions whose print says they were amended, and of which the registry
    records no change. `basis` says what the text was made from (`official`, `mirror`, `secondary`),
    `fetched_from` where its file was fetched, empty for one given by hand; `pages` are the first and
    the last page that were used.
    """

    document: str
    title: str
    edition: EditionKind
    changed: bool
    sections: int
    units: int
    chunks: int
    tokens: int
    references: int
    unresolved: tuple[str, ...]
    duration_s: float
    version: str = ""
    removals: int = 0
    unexplained: tuple[str, ...] = ()
    file_type: str = ""
    derived: int = 0
    underived: tuple[str, ...] = ()
    confidences: tuple[float, ...] = ()
    keyphrases: int = 0
    unplaced: tuple[str, ...] = ()
    reviewed: bool | None = None
    unrecorded: tuple[str, ...] = ()
    basis: str = ""
    fetched_from: str = ""
    pages: tuple[int, int] | None = None

    @property
    def document_id(self) -> UUID:
        return document_id(self.document)

    def describe_source(self) -> str:
        """Return whose print it is, what kind of file, and which of its pages are the law."""
        if self.edition is EditionKind.PLAIN:
            return "our restatement" + (" of public sources" if self.basis == "secondary" else "")
        host = name_host(self.fetched_from)
        whose = f"official print from {host}" if host else "file given by hand"
        if self.basis == "mirror":
            whose = f"copy from {host}, not the authority's own site"
        kind = {"pdf": "PDF with a text layer", "docx": "Word file", "txt": "text file"}.get(
            self.file_type, "file"
        )
        kind = "scan, its letters recognised" if self.confidences else kind
        if self.pages is None:
            return f"{whose}; {kind}"
        first, last = self.pages
        return (
            f"{whose}; {kind}; pages {first}-{last} used"
            if last > first
            else f"{whose}; {kind}; page {first} used"
        )

    @property
    def success(self) -> bool:
        """Always true: there is no result of a text that is not held."""
        return True

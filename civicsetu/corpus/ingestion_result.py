"""What is told of a text that was taken in."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import document_id


@dataclass(frozen=True, slots=True)
class IngestionResult:
    """What came of taking in one version of an edition; given only of a text that is held now.

    A text that is refused, or cannot be written, raises. `chunks` and `tokens` are of what was
    written now; `unexplained` names the provisions that differ from the version before without
    a recorded cause; `file_type` is `pdf`, `txt` or `md`, as the file's name says. `derived`
    counts the sections of the Act that its rules carry out, `underived` names the rules of
    which nothing says what they are for; `confidences` are those of the pages whose letters were
    recognised, 0 to 100. `keyphrases` counts the rows of keyphrases that were written now;
    `unplaced` names the units that have keyphrases and are not searched here. `reviewed` says of an
    official text whether its file is the print that was reviewed, None where none was.
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

    @property
    def document_id(self) -> UUID:
        return document_id(self.document)

    @property
    def success(self) -> bool:
        """Always: there is no result of a text that is not held."""
        return True

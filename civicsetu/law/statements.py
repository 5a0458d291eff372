"""Statements: plain sentences of law that stand alone, each carried by the provisions it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from civicsetu.law.paths import ProvisionPath, parse_path


class Actor(StrEnum):
    """Actor who owes what a statement says, or may claim it."""

    PROMOTER = "promoter"
    ALLOTTEE = "allottee"
    AGENT = "agent"
    ASSOCIATION = "association"
    LANDOWNER = "landowner"
    LENDER = "lender"
    AUTHORITY = "authority"
    ADJUDICATING_OFFICER = "adjudicating_officer"
    TRIBUNAL = "tribunal"
    HIGH_COURT = "high_court"
    GOVERNMENT = "government"
    COUNCIL = "council"
    PROFESSIONAL = "professional"
    ANYONE = "anyone"


class StatementKind(StrEnum):
    """Kind of law that a statement states; it decides which questions the statement answers."""

    LIMIT = "limit"
    AMOUNT = "amount"
    PERIOD = "period"
    RIGHT = "right"
    DUTY = "duty"
    POWER = "power"
    PROHIBITION = "prohibition"
    PENALTY = "penalty"
    FORM = "form"
    AUTHORITY = "authority"
    DEFINITION = "definition"
    EXCEPTION = "exception"
    PROCEDURE = "procedure"
    SCOPE = "scope"
    CONSEQUENCE = "consequence"


@dataclass(frozen=True, slots=True, order=True)
class DocumentPath:
    """A provision of a document, wherever it is named from: `rera_act_2016:18(1)`."""

    document: str
    path: ProvisionPath

    def __str__(self) -> str:
        return f"{self.document}:{self.path}"

    def contains(self, other: DocumentPath) -> bool:
        """Return True when `other` is this provision or lies inside it."""
        return self.document == other.document and self.path.contains(other.path)


def parse_document_path(text: str, document: str = "") -> DocumentPath:
    """Read `rera_act_2016:18(1)`; a bare path is one of `document`.

    Raises:
        ValueError: not a path as the law prints it, or no document is named.
    """
    key, colon, printed = text.rpartition(":")
    path = parse_path(printed)
    if str(path) != printed:
        raise ValueError(f"{printed!r} is to be written {str(path)!r}")
    if not (key or document) or (colon and not key):
        raise ValueError(f"{text!r} names no document")
    return DocumentPath(key or document, path)


@dataclass(frozen=True, slots=True)
class StatementPassage:
    """The words of the plain edition that carry a statement: `body[start:end]` is `text`."""

    provision: DocumentPath
    start: int
    end: int
    text: str

    def locate(self, body: str, start: int, end: int) -> tuple[int, int] | None:
        """Return the span of the same words in a text held, within `start:end`; None where they are not there."""
        if start <= self.start and self.end <= end and body.startswith(self.text, self.start):
            return self.start, self.end
        at = body.find(self.text, start, end)
        return None if at < 0 else (at, at + len(self.text))


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of law: what it says, who owes and who may claim it, and what carries it.

    `requires` are ids of statements never left out when this one is shown; `fills` the Act's
    statements that leave to rules what this one says; `echoes` those after which it tells a reader
    nothing new; `qualifies` the rules it is an exception or a footnote to, which are said before it;
    `facets` the askers it holds for, by case fact. Only an `exhaustive` statement may carry a "no".
    """

    id: str
    law: str
    says: str
    kind: StatementKind
    passages: tuple[StatementPassage, ...]
    bearer: Actor | None = None
    holder: Actor | None = None
    requires: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()
    echoes: tuple[str, ...] = ()
    qualifies: tuple[str, ...] = ()
    facets: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    exhaustive: bool = False
    note: str = ""

    @property
    def provisions(self) -> tuple[DocumentPath, ...]:
        """The provisions that carry it, all of them needed, each once."""
        return tuple(dict.fromkeys(passage.provision for passage in self.passages))

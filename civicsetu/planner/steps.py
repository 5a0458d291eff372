"""What a plan is made of: the part of a question it is for, and the steps that are taken for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.planning import AgenticMetrics, PlannerTrace, Tool
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved

LOOKED_UP = "planner"
"""What evidence was found by that a further step added."""


@dataclass(frozen=True)
class SearchedPart:
    """One of the things asked, as it was read, and what the search found for it.

    `alone` is what was found for it without its story, where that was searched for already.
    """

    query: Query
    found: Retrieved
    alone: Retrieved | None = None

    @property
    def asked(self) -> str:
        """The question just now, without the story it leans on."""
        return self.query.asked_now


@dataclass(frozen=True)
class Planned:
    """Result of planning: each part's evidence after the further steps, in order, with the trace of these."""

    found: tuple[Retrieved, ...]
    trace: PlannerTrace
    metrics: AgenticMetrics


@dataclass(frozen=True, slots=True)
class ProvisionAddress:
    """A provision to be opened, by its document and path."""

    document: str
    path: ProvisionPath

    def __str__(self) -> str:
        return f"{self.document} {self.path}"


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One tool to call for a part (`part` counts from 0), on a text or a place, and why."""

    part: int
    tool: Tool
    target: str | ProvisionAddress
    why: str


@dataclass(frozen=True)
class View:
    """View of one part for a planner: its question, its evidence so far (`found` by the search, first), and the law."""

    part: int
    sought: SearchedPart
    evidence: Sequence[Evidence]
    index: LawIndex

    @property
    def found(self) -> Sequence[Evidence]:
        return self.sought.found.evidence

    @property
    def documents(self) -> tuple[str, ...]:
        return self.sought.query.documents

"""The provision tree of one text: every node knows its exact place.

`text[node.start:node.end]` is the node. The leaves of a tree, joined, are the text:
nothing lost, nothing twice (see `leaves`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from civicsetu.law.paths import ProvisionPath


class NodeKind(StrEnum):
    DOCUMENT = "document"
    FRONT = "front"
    CHAPTER = "chapter"
    SECTION = "section"
    SUBSECTION = "subsection"
    CLAUSE = "clause"
    DEFINITION = "definition"
    PROVISO = "proviso"
    EXPLANATION = "explanation"
    FORM = "form"
    SCHEDULE = "schedule"
    ANNEXURE = "annexure"
    NOTE = "note"


@dataclass(slots=True)
class Node:
    """One provision, or a piece of text that is not one (title, chapter line, footnote).

    `start`/`end` are character offsets into the edition's text, `body` the offset of the
    first character after the heading or label. `path` is None for what is not law.
    """

    kind: NodeKind
    start: int
    end: int
    body: int
    path: ProvisionPath | None = None
    heading: str = ""
    page: int | None = None
    unit: bool = False
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Iterate over this node and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()

    def leaves(self) -> Iterator[tuple[int, int]]:
        """Return the spans that partition this node's span: the text between children, and their leaves."""
        at = self.start
        for child in self.children:
            if at < child.start:
                yield at, child.start
            yield from child.leaves()
            at = child.end
        if at < self.end:
            yield at, self.end

    def find(self, path: ProvisionPath) -> Node | None:
        """Return the node of exactly that path."""
        return next((node for node in self.walk() if node.path == path), None)


@dataclass(slots=True)
class ProvisionTree:
    """A text divided: `root.walk()` is its order, `units()` what evidence is counted in."""

    text: str
    root: Node

    def units(self) -> list[Node]:
        return [node for node in self.root.walk() if node.unit]

    def sections(self) -> list[Node]:
        return [node for node in self.root.walk() if node.kind is NodeKind.SECTION]

    def wholes(self) -> list[Node]:
        """Return the sections, then the forms, schedules and annexures after them."""
        return [*self.sections(), *self.annexes()]

    def annexes(self) -> list[Node]:
        kinds = (NodeKind.FORM, NodeKind.SCHEDULE, NodeKind.ANNEXURE)
        return [node for node in self.root.children if node.kind in kinds]

    def text_of(self, node: Node) -> str:
        return self.text[node.start : node.end]

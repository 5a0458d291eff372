"""What is written of a law: one version of one edition, whole, as `LawStore.replace_edition` takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.evidence import Chunk
from civicsetu.law.paths import NAMESPACE, ProvisionPath, edition_id
from civicsetu.law.provisions import Node, NodeKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node of the provision tree; `parent` is the index of its parent in the same tuple."""

    kind: NodeKind
    path: ProvisionPath | None
    heading: str
    start: int
    end: int
    body: int
    page: int | None
    unit: bool
    level: int
    parent: int | None


@dataclass(frozen=True, slots=True)
class EmbeddedChunk:
    """A chunk and its vector (float32, 384 or 768 numbers; None where it is not embedded)."""

    chunk: Chunk
    embedding: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """A mention of a provision: paths as the law prints them, span in the edition's text."""

    source_path: str
    target_document: str
    target_path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RemovalRow:
    """Words a page prints that are not in the text; `page` is None for a text without pages."""

    page: int | None
    at: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class EditionRows:
    """One version of one edition with everything read from it.

    `basis` says what the text was made from, `embedding_profile` which model made the vectors.
    `version` tells versions of an edition apart that are held side by side; one with
    `law_until` is no longer the law and is never current.
    """

    spec: DocumentSpec
    edition: EditionKind
    sha256: str
    basis: str
    body: str
    nodes: tuple[NodeRow, ...]
    chunks: tuple[EmbeddedChunk, ...]
    references: tuple[ReferenceRow, ...] = ()
    embedding_profile: str = ""
    language: str = "en"
    text_as_of: date | None = None
    source_url: str = ""
    note: str = ""
    version: str = ""
    label: str = ""
    law_from: date | None = None
    law_until: date | None = None
    page_starts: tuple[int, ...] = ()
    removals: tuple[RemovalRow, ...] = ()

    @property
    def edition_id(self) -> UUID:
        return edition_id(self.spec.key, self.edition.value, self.language, self.sha256)


def node_rows(root: Node) -> tuple[NodeRow, ...]:
    """A provision tree as rows, parents before children, in the order of the text."""
    return tuple(_flatten(root, level=0, parent=None, counter=[0]))


def node_id(edition: UUID, index: int) -> UUID:
    """The identity of the `index`-th node of an edition."""
    return uuid5(NAMESPACE, f"{edition} node {index}")


def _flatten(node: Node, *, level: int, parent: int | None, counter: list[int]) -> Iterator[NodeRow]:
    index = counter[0]
    counter[0] += 1
    yield NodeRow(
        kind=node.kind, path=node.path, heading=node.heading, start=node.start, end=node.end,
        body=node.body, page=node.page, unit=node.unit, level=level, parent=parent,
    )  # fmt: skip
    for child in node.children:
        yield from _flatten(child, level=level + 1, parent=index, counter=counter)

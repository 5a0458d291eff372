"""The plain editions that ship, divided: where each provision stands in which text.

Statements and parameters name provisions of these texts; both are checked when they are read,
so a text is read and divided once and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, ProvisionTree


@dataclass(frozen=True)
class PlainEdition:
    """One restatement: its text, and its provisions by path."""

    spec: DocumentSpec
    tree: ProvisionTree
    nodes: dict[ProvisionPath, Node]

    @property
    def body(self) -> str:
        return self.tree.text

    def text_of(self, path: ProvisionPath) -> str:
        """Return the words of a provision with its parts; raises KeyError where it has none of that path."""
        return self.tree.text_of(self.nodes[path])


@lru_cache(maxsize=64)
def get_plain_edition(document: str) -> PlainEdition | None:
    """Return the restatement of a document, divided; None where none ships.

    Raises:
        UnknownDocument: the key is not in the registry.
        CorpusError: the restatement cannot be read.
    """
    spec = get_registry().get_document(document)
    source = read_starter(spec)
    return None if source is None else divide_plain_edition(spec, source.divide())


def divide_plain_edition(spec: DocumentSpec, tree: ProvisionTree) -> PlainEdition:
    """Return the edition of a divided text, its provisions by path."""
    nodes = {node.path: node for node in tree.root.walk() if node.path is not None}
    return PlainEdition(spec, tree, nodes)

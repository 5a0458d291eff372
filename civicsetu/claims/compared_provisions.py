"""Read both editions as provisions by path, for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from civicsetu.claims.own_words import own_paragraphs
from civicsetu.claims.parties import Parties
from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind, read
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree


@dataclass(frozen=True)
class Provision:
    """One provision of one edition: what it says itself, the labels of its parts in order, where
    its own text is broken by its first part, and, for a section, the parties its headings name."""

    path: ProvisionPath
    paragraphs: tuple[str, ...]
    reading: AnnotatedText
    parts: tuple[str, ...]
    lead_end: int
    headed: frozenset[str]

    @property
    def lead(self) -> tuple[Mark, ...]:
        """The text before its first part, without the mark it ends with."""
        marks = [mark for mark in self.reading.marks if mark.end <= self.lead_end]
        while marks and marks[-1].kind is MarkKind.BREAK:
            marks.pop()
        return tuple(marks)


Edition = dict[ProvisionPath, Provision]


def list_paths(tree: ProvisionTree) -> frozenset[ProvisionPath]:
    return frozenset(node.path for node in tree.root.walk() if node.path is not None)


def read_sections(
    tree: ProvisionTree,
    sections: Iterable[Node],
    noun: str,
    known: Set[ProvisionPath],
    parties: Parties,
) -> Edition:
    """Read every provision of those sections; `known` are the law's paths, for relative mentions."""
    chapters = _chapters(tree)
    return {
        node.path: _provision(tree, node, node.path, noun, known, parties, chapters.get(section.start, ""))
        for section in sections
        for node in section.walk()
        if node.path is not None
    }


def _provision(
    tree: ProvisionTree,
    node: Node,
    path: ProvisionPath,
    noun: str,
    known: Set[ProvisionPath],
    parties: Parties,
    chapter: str,
) -> Provision:
    lead, later = own_paragraphs(tree, node)
    text = "\n".join([*lead, *later])
    headed = parties.find_in_heading(f"{node.heading} {chapter}") if not path.labels else frozenset()
    parts = tuple(child.path.labels[-1] for child in node.children if child.path is not None)
    reading = read(text, path, noun, known, parties)
    return Provision(path, (*lead, *later), reading, parts, len("\n".join(lead)), headed)


def _chapters(tree: ProvisionTree) -> dict[int, str]:
    """The heading of the chapter each section stands in, by where the section starts."""
    chapters, chapter = {}, ""
    for node in tree.root.children:
        if node.kind is NodeKind.CHAPTER:
            chapter = node.heading
        elif node.kind is NodeKind.SECTION:
            chapters[node.start] = chapter
    return chapters

"""Find which provision refers to which, in one law's tree.

Relative mentions are read from where they stand; mentions of another law by name are left
out; a mention of a provision this law does not have is kept as unresolved, so that an
error of reading shows in the ingestion report instead of becoming an edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from civicsetu.corpus.chunks import is_law
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, ProvisionTree
from civicsetu.law.references import find_references


@dataclass(frozen=True, slots=True)
class Link:
    """A mention: from the provision it stands in, to the one it names, at its exact span."""

    source: ProvisionPath
    target: ProvisionPath
    start: int
    end: int
    resolved: bool


@dataclass(frozen=True, slots=True)
class SectionLink:
    """One whole section refers to another; `mentions` are the links that say so, at their clauses."""

    source: ProvisionPath
    target: ProvisionPath
    mentions: tuple[Link, ...]


def links(tree: ProvisionTree, spec: DocumentSpec) -> list[Link]:
    """Every mention of a provision of the same law, once a span and target."""
    known = {node.path for node in tree.root.walk() if node.path is not None}
    found: dict[tuple[int, ProvisionPath], Link] = {}
    for node in tree.root.walk():
        if node.path is None or not is_law(node):
            continue
        for start, end in _own_text(node):
            for link in _in_text(tree, spec, node.path, start, end, known):
                found.setdefault((link.start, link.target), link)
    return sorted(found.values(), key=lambda link: (link.start, str(link.target)))


def by_section(found: Iterable[Link]) -> list[SectionLink]:
    """Links rolled up: what stands in 11(5) is what section 11 refers to.

    A section's references to itself and those that lead nowhere are no edge between sections.
    """
    rolled: dict[tuple[str, str], list[Link]] = {}
    for link in found:
        if link.resolved and link.source.number != link.target.number:
            rolled.setdefault((link.source.number, link.target.number), []).append(link)
    return [
        SectionLink(ProvisionPath(source), ProvisionPath(target), tuple(mentions))
        for (source, target), mentions in rolled.items()
    ]


def _own_text(node: Node) -> Iterator[tuple[int, int]]:
    """The node's words that are not its children's; headings are not law and name nothing."""
    at = node.body
    for child in node.children:
        if at < child.start:
            yield at, child.start
        at = child.end
    if at < node.end:
        yield at, node.end


def _in_text(
    tree: ProvisionTree,
    spec: DocumentSpec,
    here: ProvisionPath,
    start: int,
    end: int,
    known: set[ProvisionPath],
) -> Iterator[Link]:
    noun = spec.doc_type.provision_noun
    for reference in find_references(tree.text[start:end], here=here, noun_here=noun):
        if reference.law or reference.noun != noun:
            continue
        target = _nearest(reference.path, here, known)
        if target != here:
            yield Link(here, target, start + reference.start, start + reference.end, target in known)


def _nearest(target: ProvisionPath, here: ProvisionPath, known: set[ProvisionPath]) -> ProvisionPath:
    """A relative "clause (i)" means the nearest one around the place it is said."""
    if target in known or target.number != here.number or not target.labels:
        return target
    around = (here, *reversed(here.ancestors))
    return next((p for holder in around if (p := holder.child(target.labels[-1])) in known), target)

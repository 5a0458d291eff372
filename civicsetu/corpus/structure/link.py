"""Find which provision refers to which, in one law's tree.

Relative mentions are read from where they stand; mentions of another law by name are left
out; a mention of a provision this law does not have is kept as unresolved, so that an
error of reading shows in the ingestion report instead of becoming an edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from civicsetu.corpus.structure.chunks import is_law
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, ProvisionTree
from civicsetu.law.references import find_references


@dataclass(frozen=True, slots=True)
class Link:
    """A mention: from the provision it stands in, to the one it names, at its exact span.

    `document` is the key of the law named; `resolved` is known for this law's own provisions
    only, and taken for granted for those of the Act it is made under.
    """

    source: ProvisionPath
    target: ProvisionPath
    start: int
    end: int
    resolved: bool
    document: str


def find_links(tree: ProvisionTree, spec: DocumentSpec) -> list[Link]:
    """Return every mention of a provision of the same law, or of its parent Act, once a span and target."""
    known = {node.path for node in tree.root.walk() if node.path is not None}
    found: dict[tuple[int, str, ProvisionPath], Link] = {}
    for node in tree.root.walk():
        if node.path is None or not is_law(node):
            continue
        for start, end in _own_text(node):
            for link in _in_text(tree, spec, node.path, start, end, known):
                found.setdefault((link.start, link.document, link.target), link)
    return sorted(found.values(), key=lambda link: (link.start, str(link.target)))


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
    around = None if here.is_annex else here
    for reference in find_references(tree.text[start:end], here=around, noun_here=noun):
        span = (start + reference.start, start + reference.end)
        if spec.made_under and reference.noun == "section" and _is_of_the_act(reference.law):
            yield Link(here, reference.path, *span, resolved=True, document=spec.made_under)
        elif not reference.law and reference.noun == noun:
            target = _nearest(reference.path, here, known)
            if target != here:
                yield Link(here, target, *span, resolved=target in known, document=spec.key)


def _is_of_the_act(law: str) -> bool:
    """Rules say "section 9" and "section 9 of the Act" of the Act they are made under."""
    return law in ("", "the Act", "Act")


def _nearest(target: ProvisionPath, here: ProvisionPath, known: set[ProvisionPath]) -> ProvisionPath:
    """A relative "clause (i)" means the nearest one around the place it is said.

    "Clause (a) of rule 9" of a rule whose clauses all stand in one sub-rule means that one.
    """
    if target in known or not target.labels:
        return target
    if target.number != here.number:
        inside = [path for path in known if path.number == target.number and path.labels[1:] == target.labels]
        return inside[0] if len(inside) == 1 else target
    around = (here, *reversed(here.ancestors))
    return next((p for holder in around if (p := holder.child(target.labels[-1])) in known), target)

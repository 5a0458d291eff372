"""Find the references in a provision's text that lead to provisions held, so that they open where they are read."""

from __future__ import annotations

from collections.abc import Iterable

from civicsetu.answering.provisions.related_provisions import RelatedLaw
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import DocType
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference, find_references

Link = list[int | str]
"""Start and end in the text, document and provision: as it goes to the page."""


def find_links(text: str, document: str, provision: str, refers_to: Iterable[RelatedLaw]) -> list[Link]:
    """Return a link for each reference to one of the provisions it is known to refer to, in order and apart."""
    try:
        here = parse_path(provision)
    except ValueError:
        return []
    known = {(law.document, path) for law in refers_to for path in law.provisions}
    spec = get_registry().documents.get(document)
    noun = (spec.doc_type if spec else DocType.ACT).provision_noun
    act = spec.made_under if spec else ""
    links: list[Link] = []
    reached = 0
    for reference in find_references(text, here=here, noun_here=noun):
        target, path = _name_law(reference, document, noun, act), str(reference.path)
        if (target, path) in known and reference.start >= reached:
            links.append([reference.start, reference.end, target, path])
            reached = reference.end
    return links


def _name_law(reference: Reference, document: str, noun: str, act: str) -> str:
    """Return whose provision is named: in rules a bare section is one of their Act; empty for any other law."""
    if reference.noun == noun and not reference.law:
        return document
    return act if reference.noun == "section" and reference.law in ("", "the Act", "Act") else ""

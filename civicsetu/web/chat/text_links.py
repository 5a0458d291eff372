"""Find the references in a provision's text that lead to provisions held, so that they open where they are read."""

from __future__ import annotations

from collections.abc import Iterable

from civicsetu.answering.provisions.related_provisions import RelatedLaw
from civicsetu.law.paths import parse_path
from civicsetu.law.references import find_references

Link = list[int | str]
"""Start and end in the text, document and provision: as it goes to the page."""


def find_links(text: str, document: str, provision: str, refers_to: Iterable[RelatedLaw]) -> list[Link]:
    """Return a link for each reference to one of the provisions it is known to refer to, in order and apart.

    A reference that names no law is to the text's own where that is known to be referred to.
    """
    try:
        here = parse_path(provision)
    except ValueError:
        return []
    targets: dict[str, list[str]] = {}
    for law in refers_to:
        for path in law.provisions:
            targets.setdefault(path, []).append(law.document)
    links: list[Link] = []
    reached = 0
    for reference in find_references(text, here=here):
        path = str(reference.path)
        documents = [one for one in targets.get(path, ()) if (one == document) is not bool(reference.law)]
        if documents and reference.start >= reached:
            links.append([reference.start, reference.end, documents[0], path])
            reached = reference.end
    return links

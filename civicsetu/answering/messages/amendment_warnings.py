"""What an answer must say of changes of the law it cites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation, Warning
from civicsetu.law.documents import Change


def warn_of_changes(as_on: date | None, citations: Sequence[Citation], registry: Registry) -> list[Warning]:
    """Return a warning for each change by which a cited provision is not what its words say.

    That is so on a day before the change, and, where an instrument changed the law and left
    its words as they were, since that day.
    """
    texts = dict.fromkeys(text for citation in citations for text in _of_citation(as_on, citation, registry))
    return [Warning(kind="amendment", text=text) for text in texts]


def _of_citation(as_on: date | None, citation: Citation, registry: Registry) -> Iterator[str]:
    spec = registry.documents.get(citation.document)
    for path, told, change in spec.changes_of(citation.provision) if spec else ():
        since = as_on is None or as_on >= change.date
        if since is change.in_text:
            continue
        name = f"{spec.doc_type.provision_noun.capitalize()} {path} of the {spec.title}" if spec else path
        before = f" on {as_on:%d %B %Y} read otherwise, for it was changed later" if change.in_text else ""
        yield f"{name}{before}: {told} {_cause(change)}"


def _cause(change: Change) -> str:
    number = f", {change.number}" if change.number else ""
    return f"({change.by}{number}, from {change.date:%d %B %Y}.)"

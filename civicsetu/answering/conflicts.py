"""Provisions that do not agree: told beside an answer that rests on either of them.

Which of two laws yields is for a court; this says only that they differ, and how.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation, Warning
from civicsetu.law.documents import Conflict, DocumentSpec
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path


def find_registered_conflicts(
    citations: Sequence[Citation], searched: Sequence[str], registry: Registry
) -> Iterator[Warning]:
    """Yield the registry's conflicts that touch what is cited, between documents that were both searched."""
    for spec in registry.documents.values():
        for conflict in spec.conflicts:
            both = spec.key in searched and conflict.document in searched
            if both and any(_touches(one, spec, conflict) for one in citations):
                other = registry.documents[conflict.document]
                yield Warning(
                    kind="conflict",
                    text=(
                        f"{_named(spec, conflict.provision)} and {_named(other, conflict.against)} do not agree: "
                        f"{' '.join(conflict.reason.split()).rstrip('.')}. This is our reading; a court may see it otherwise."
                    ),
                )


def warn_of_conflict(pair: tuple[Evidence, Evidence], registry: Registry) -> Warning:
    """Return the warning that two provisions say nearly the same with different figures."""
    one, other = (_named(registry.documents[item.document], item.provision) for item in pair)
    text = f"{one} and {other} give different figures for much the same thing. Both are shown; ask which one holds for you."
    return Warning(kind="conflict", text=text)


def _touches(citation: Citation, spec: DocumentSpec, conflict: Conflict) -> bool:
    cited = parse_path(citation.provision)
    places = {spec.key: conflict.provision, conflict.document: conflict.against}
    if citation.document not in places:
        return False
    path = parse_path(places[citation.document])
    return path.contains(cited) or cited.contains(path)


def _named(spec: DocumentSpec, path: str) -> str:
    return f"{spec.short_title} {spec.doc_type.provision_noun} {path}"

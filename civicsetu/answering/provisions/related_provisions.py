"""Related provisions: rules made under one, what it refers to and what refers to it.

They are read from the edges of the law index, and so available whether or not the graph server is up.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.paths import ProvisionPath


class RelatedLaw(BaseModel):
    """Related provisions of one law: the first of `count`, of derivations the surest."""

    model_config = ConfigDict(frozen=True)

    document: str
    title: str
    mark: str
    provisions: tuple[str, ...]
    count: int

    def describe(self) -> str:
        """Return one line: 'North Rules r.3(1), r.5 and 2 more'."""
        more = self.count - len(self.provisions)
        names = ", ".join(f"{'' if path[0].isalpha() else self.mark}{path}" for path in self.provisions)
        return f"{self.title} {names}" + (f" and {more} more" if more else "")


class RelatedProvisions(BaseModel):
    """The provisions related to one, each relation by law; at most eight laws each."""

    model_config = ConfigDict(frozen=True)

    rules_under: tuple[RelatedLaw, ...] = ()
    made_under: tuple[RelatedLaw, ...] = ()
    refers_to: tuple[RelatedLaw, ...] = ()
    referred_to_by: tuple[RelatedLaw, ...] = ()


def related_provisions(index: LawIndex, document: str, path: ProvisionPath) -> RelatedProvisions:
    """Return the provisions related to one that is held."""
    edges = index.edges
    return RelatedProvisions(
        rules_under=_name_some(edges.rules_under(document, path), document, index),
        made_under=_name_some(edges.sections_behind(document, path), document, index),
        refers_to=_name_some(edges.refers_to(document, path), document, index),
        referred_to_by=_name_some(edges.referred_to_by(document, path), document, index),
    )


def list_references(index: LawIndex, document: str, path: ProvisionPath) -> tuple[RelatedLaw, ...]:
    """Return every provision that one that is held refers to: what its text names is to lead there."""
    return _by_law(index.edges.refers_to(document, path), document, index)


def _name_some(joined: Iterable[Joined], document: str, index: LawIndex) -> tuple[RelatedLaw, ...]:
    """The first laws and of each the first provisions, so that they can be read at a glance."""
    laws = _by_law(joined, document, index)[: ANSWERING.related_laws]
    return tuple(law.model_copy(update={"provisions": law.provisions[: ANSWERING.related_provisions]}) for law in laws)


def _by_law(joined: Iterable[Joined], document: str, index: LawIndex) -> tuple[RelatedLaw, ...]:
    """Group related provisions by law: the law itself first, the others in the order in which they come."""
    found: dict[str, list[str]] = {}
    for one in joined:
        found.setdefault(one.document, []).append(str(one.path))
    return tuple(
        RelatedLaw(
            document=key,
            title=index.laws[key].short_title,
            mark=index.laws[key].doc_type.provision_mark,
            provisions=tuple(found[key]),
            count=len(found[key]),
        )
        for key in sorted(found, key=lambda key: key != document)
    )

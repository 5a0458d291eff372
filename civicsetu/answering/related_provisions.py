"""What stands beside a provision: rules made under it, what it refers to and what refers to it.

Read from the edges of the law index, so that it is told whether or not the graph server is up.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.paths import ProvisionPath

_LAWS = 8
_PROVISIONS = 4


class RelatedLaw(BaseModel):
    """Provisions of one law, the surest or first four of `count`."""

    model_config = ConfigDict(frozen=True)

    document: str
    title: str
    mark: str
    provisions: tuple[str, ...]
    count: int

    def describe(self) -> str:
        """In one line: 'North Rules r.3(1), r.5 and 2 more'."""
        more = self.count - len(self.provisions)
        told = ", ".join(f"{'' if path[0].isalpha() else self.mark}{path}" for path in self.provisions)
        return f"{self.title} {told}" + (f" and {more} more" if more else "")


class RelatedProvisions(BaseModel):
    """Everything joined to a provision, each kind by law; at most eight laws a kind."""

    model_config = ConfigDict(frozen=True)

    rules_under: tuple[RelatedLaw, ...] = ()
    made_under: tuple[RelatedLaw, ...] = ()
    refers_to: tuple[RelatedLaw, ...] = ()
    referred_to_by: tuple[RelatedLaw, ...] = ()


def related_provisions(index: LawIndex, document: str, path: ProvisionPath) -> RelatedProvisions:
    """What is joined to a provision held."""
    edges = index.edges
    return RelatedProvisions(
        rules_under=_by_law(edges.rules_under(document, path), document, index),
        made_under=_by_law(edges.sections_behind(document, path), document, index),
        refers_to=_by_law(edges.refers_to(document, path), document, index),
        referred_to_by=_by_law(edges.referred_to_by(document, path), document, index),
    )


def _by_law(joined: Iterable[Joined], document: str, index: LawIndex) -> tuple[RelatedLaw, ...]:
    """The law itself first, the others in the order in which they come."""
    found: dict[str, list[str]] = {}
    for one in joined:
        found.setdefault(one.document, []).append(str(one.path))
    laws = sorted(found, key=lambda key: key != document)[:_LAWS]
    return tuple(
        RelatedLaw(
            document=key,
            title=index.laws[key].short_title,
            mark=index.laws[key].doc_type.provision_mark,
            provisions=tuple(found[key][:_PROVISIONS]),
            count=len(found[key]),
        )
        for key in laws
    )

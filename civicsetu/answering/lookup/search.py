"""Search the law without an answer: the provisions found for a question, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.lookup.documents import DocumentFacts, describe_facts
from civicsetu.answering.provisions.readings import Reading, change_days, choose_reading, list_readings
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Context
from civicsetu.law.paths import parse_path

TOP_K = 10
MOST_FOUND = 40


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """Parameters of a search: the query, its filters, and the fields returned for each provision found.

    Args:
        query_text: a question or a few words; provisions may be named by number.
        top_k: how many provisions are returned at most.
        min_score: those with a lower score are left out; 0 leaves none out.
        include_content: with the words of each provision.
        include_document: with what is known of its document.
        jurisdiction: whose law is searched beside central law, as a code of the registry.
        documents: keys of the documents searched; without any, those of the jurisdiction.
        as_on: what was not in force yet on that day is left out, and content is as of that day.
    """

    query_text: str
    top_k: int = TOP_K
    min_score: float = 0.0
    include_content: bool = True
    include_document: bool = True
    jurisdiction: str | None = None
    documents: tuple[str, ...] = ()
    as_on: date | None = None


class FoundProvision(Context):
    """A provision found, in rank order; `score` is the best cosine of its text, 0 where only words or numbers found it.

    The order is that of all searches together, so scores need not fall from one to the next.
    """

    content: Reading | None = Field(
        None, description="Its words, where they were asked for; null where those of `as_on` are not held."
    )
    document_details: DocumentFacts | None = None


class SearchResult(BaseModel):
    """The provisions found, best first, and how many were left out and why."""

    model_config = ConfigDict(frozen=True)

    results: tuple[FoundProvision, ...]
    below_min_score: int = 0
    not_in_force: int = Field(0, description="Left out because they came into force after `as_on`.")


def describe_found(
    query: SearchQuery, contexts: Sequence[Context], index: LawIndex, registry: Registry
) -> SearchResult:
    """Return the search result: the provisions found, in their order, and how many were left out."""
    held = [one for one in contexts if one.document in index.laws]
    in_force = [one for one in held if _is_in_force(one, query.as_on, registry)]
    kept = [one for one in in_force if one.score >= query.min_score]
    return SearchResult(
        results=tuple(_found(query, kept[: query.top_k], index, registry)),
        below_min_score=len(in_force) - len(kept),
        not_in_force=len(held) - len(in_force),
    )


def _found(
    query: SearchQuery, contexts: Sequence[Context], index: LawIndex, registry: Registry
) -> Iterator[FoundProvision]:
    for one in contexts:
        law = index.laws[one.document]
        yield FoundProvision(
            **one.model_dump(),
            content=_content(law, one.provision, query.as_on, registry) if query.include_content else None,
            document_details=describe_facts(law) if query.include_document else None,
        )


def _is_in_force(context: Context, day: date | None, registry: Registry) -> bool:
    """What the sources do not say the day of is not left out."""
    spec = registry.documents.get(context.document)
    if day is None or spec is None:
        return True
    begun = spec.commencement_of(parse_path(context.provision).number)
    return begun is None or begun.date is None or begun.date <= day


def _content(law: HeldLaw, provision: str, day: date | None, registry: Registry) -> Reading | None:
    spec, path = registry.documents.get(law.key), parse_path(provision)
    return choose_reading(list_readings(law, spec, path), change_days(spec, path), day, None)


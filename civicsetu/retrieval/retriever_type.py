"""Name how provisions were found, as retrieval logs elsewhere do: by meaning, by words, or both ways."""

from __future__ import annotations

from collections.abc import Iterable

from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.stores.turn_store import RetrieverType

_BY_MEANING = frozenset(one.name for one in RETRIEVERS if one.votes.cosine)
_BESIDE = frozenset(one.name for one in RETRIEVERS if one.votes.beside)
_BY_WORDS = frozenset(one.name for one in RETRIEVERS) - _BY_MEANING - _BESIDE


def name_retriever_type(found_by: Iterable[str]) -> RetrieverType | None:
    """Return the type of a search by the retrievers that found something; None where none of them searched.

    The graph adds neighbours of what the others found, and so makes no type of its own.
    """
    names = frozenset(found_by)
    if names & _BY_MEANING:
        return "hybrid" if names & _BY_WORDS else "semantic"
    return "keyword" if names & _BY_WORDS else None

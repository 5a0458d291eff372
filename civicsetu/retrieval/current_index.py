"""Hold the index of the law and the speller built from it; both are rebuilt when the law has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import PostgresUnavailable, StoreError
from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.lexicon.spelling import Spelling, count_words
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.retrievers.build import RetrieverFactory
from civicsetu.retrieval.retrievers.question_index import texts_of_keyphrases
from civicsetu.stores.law.law_store import LawStore
from civicsetu.telemetry import get_logger


class CurrentIndex:
    """The law index, read once per corpus version; `spelling` is built from the index that `get` returned last."""

    def __init__(self, law: LawStore, searches: RetrieverFactory, english: Callable[[str], bool] | None) -> None:
        """`english` tells whether a word is one of everyday English; None: no word is corrected."""
        self.spelling: Spelling | None = None
        self._law = law
        self._searches = searches
        self._english = english
        self._index: LawIndex | None = None
        self._refreshing = asyncio.Lock()

    async def get(self) -> LawIndex:
        """Return the current law index; rebuild it where the corpus version has changed.

        Where a table that the version is read from is gone, the index read before is kept.

        Raises:
            PostgresUnavailable: the database does not answer.
            StoreError: a table is gone, and nothing was read yet.
        """
        try:
            version = await self._law.corpus_version()
        except PostgresUnavailable:
            raise
        except StoreError as error:
            if self._index is None:
                raise
            get_logger(__name__).warning("corpus_version_unavailable", error=type(error).__name__)
            return self._index
        if self._index is None or self._index.version != version:
            async with self._refreshing:
                if self._index is None or self._index.version != version:
                    await self._searches.refresh(version)
                    index = await load_index(self._law, version)
                    self.spelling = await self._spelling_of(index)
                    self._index = index
        return self._index

    async def _spelling_of(self, index: LawIndex) -> Spelling | None:
        """Build the speller; None where spelling is off.

        A word of another law is right as it is: "probate" is no slip of "private". Expected questions may be
        misspelt on purpose, and teach no word.
        """
        if self._english is None:
            return None
        said = count_words(edition.body for law in index.laws.values() for edition in law.editions.values())
        everyday = count_words(await texts_of_keyphrases(self._searches.sources.database))
        elsewhere = count_words(one.text for one in scope_texts() if not one.is_question)
        terms = get_domain_terms()
        also = {*get_synonyms().terms, *terms.own, *terms.near, *everyday, *elsewhere}
        return Spelling(said, also, self._english, _place_words())


def _place_words() -> set[str]:
    """Return the words of place names: a city is no misspelt word of the law."""
    entries = get_registry().jurisdictions.values()
    return {word for entry in entries for name in entry.places for word in split_words(name)}

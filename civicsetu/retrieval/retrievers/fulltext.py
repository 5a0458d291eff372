"""The full-text retriever: any of the question's words may match, rare words count more.

Postgres ranks a match by where the words stand, not by how rare they are, so that
"promoter" would drown "indemnity" in a law full of promoters. The words' document
frequencies are read once per state of the corpus and weigh each word's own rank. What a
person types reaches the database only as bound values.

The question index is searched beside the law, keyphrases and expected questions each by themselves: words
weigh there by how rare they are in the index, and a unit's scores in all three are added. `found_by` says
what was found by the index alone; `query_term_coverage` counts the law's words only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pydantic import PrivateAttr, SkipValidation
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.corpus.question_index.indexed_texts import Form
from civicsetu.errors import StoreError
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retrievers.base import UnitRetriever, by_unit
from civicsetu.retrieval.retrievers.question_index import UNAVAILABLE
from civicsetu.retrieval.retrievers.spec import RetrieverInputs
from civicsetu.retrieval.retrievers.vector import editions_searched
from civicsetu.retrieval.retrievers.word_weights import WordWeights
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.stores.database import Database
from civicsetu.telemetry import get_logger

_LEXEMES = text(
    "SELECT word, lexeme FROM unnest(CAST(:words AS text[])) AS w(word), "
    "unnest(to_tsvector('english', word)) AS v(lexeme)"
)
_SEARCH = text(
    """
    WITH words AS (
        SELECT websearch_to_tsquery('english', concept) AS query, weight
        FROM unnest(CAST(:concepts AS text[]), CAST(:weights AS float8[])) AS w(concept, weight)
    )
    SELECT c.unit_id::text, c.chunk_id::text,
           sum(words.weight * ts_rank(ARRAY[0.1, 0.2, 0.6, 1.0]::float4[], c.search, words.query, 1)) AS score,
           min(c.text), min(c.section_title)
    FROM legal_chunks c JOIN words ON c.search @@ words.query
    WHERE c.search @@ websearch_to_tsquery('english', :any_of) AND c.status = 'ACTIVE'
      AND c.document = ANY(CAST(:documents AS text[])) AND c.edition = ANY(CAST(:editions AS text[]))
    GROUP BY c.unit_id, c.chunk_id
    HAVING sum(words.weight) >= :least
    ORDER BY score DESC, c.chunk_id
    LIMIT :depth
    """
)
_SEARCH_KEYPHRASES = text(
    """
    WITH words AS (
        SELECT websearch_to_tsquery('english', concept) AS query, weight, place
        FROM unnest(CAST(:concepts AS text[]), CAST(:weights AS float8[])) WITH ORDINALITY AS w(concept, weight, place)
    ), matched AS (
        SELECT h.unit_id, words.place, max(words.weight) AS weight, max(ts_rank(h.search, words.query, 1)) AS rank
        FROM question_index h JOIN words ON h.search @@ words.query
        WHERE h.search @@ websearch_to_tsquery('english', :any_of)
          AND h.document = ANY(CAST(:documents AS text[])) AND h.form = :form
        GROUP BY h.unit_id, words.place
    )
    SELECT unit_id::text, '' AS row, sum(weight * rank) AS score
    FROM matched
    GROUP BY unit_id
    HAVING sum(weight) >= :least
    ORDER BY score DESC, unit_id
    LIMIT :depth
    """
)


def any_of(terms: Sequence[str]) -> str:
    """Return a websearch query that any term matches; each is quoted, so that no word is an operator."""
    return " or ".join(f'"{" ".join(split_words(term))}"' for term in terms)


class FullTextRetriever(UnitRetriever):
    """Postgres full text over the titles and texts of all chunks of the plan's documents.

    With `question_index_weights` over the question index, too.
    """

    name: str = "fulltext"
    database: SkipValidation[Database]
    weights: WordWeights
    question_index_weights: WordWeights | None = None
    synonyms: Synonyms
    depth: int
    thresholds: RetrievalThresholds = RetrievalThresholds()
    _query_term_coverage: float = PrivateAttr(default=0.0)

    @property
    def query_term_coverage(self) -> float:
        """Share of the question's words, stop words aside, that occur in the law held."""
        return self._query_term_coverage

    async def search(self, query: str) -> list[UnitHit]:
        words = self._words(query)
        if not words or not self.plan.documents:
            return []
        terms = {word: [word, *self.synonyms.meaning(word)] for word in words}
        async with self.database.connect() as connection:
            lexemes = await _lexemes(connection, terms)
            meant = {word: terms[word] for word in words if word in lexemes or self.synonyms.meaning(word)}
            concepts = _concepts(meant, lexemes, self.weights)
            self._query_term_coverage = len(concepts) / len(meant) if meant else 0.0
            found = await self._best(
                connection, _SEARCH, concepts, editions=editions_searched(self.thresholds)
            )
        if self.question_index_weights is None:
            return found
        everyday = _concepts(meant, lexemes, self.question_index_weights)
        return _merged(found, await self._named(everyday), self.name)

    def _words(self, query: str) -> list[str]:
        """Return the words searched for: of a part of a post what it asks before its story.

        A long story takes all the words that are read, and what is asked stands at its end.
        """
        words = split_words(unicodedata.normalize("NFC", query))
        if self.plan.is_part and self.plan.asked_last and self.thresholds.asked_words_first:
            asked = split_words(unicodedata.normalize("NFC", self.plan.asked_last))
            words = list(dict.fromkeys((*asked, *words)))
        return words[: self.thresholds.fulltext_words]

    async def _named(self, concepts: dict[str, float]) -> list[list[UnitHit]]:
        """Return what the question index finds, by form; where it fails, the law's own words are searched alone."""
        try:
            async with self.database.connect() as connection:
                return [
                    await self._best(connection, _SEARCH_KEYPHRASES, concepts, form=form.value)
                    for form in Form
                ]
        except StoreError as error:
            get_logger(__name__).warning(
                "keyphrases_unavailable", retriever=self.name, error=type(error).__name__
            )
            self._partly = UNAVAILABLE
            return []

    async def _best(
        self,
        connection: AsyncConnection,
        statement: TextClause,
        concepts: dict[str, float],
        **bound: str | list[str],
    ) -> list[UnitHit]:
        """Return units by their best match, without those far below the first; the question index gives no text."""
        if not concepts:
            return []
        rows = await connection.execute(
            statement,
            {
                "concepts": list(concepts),
                "weights": list(concepts.values()),
                "any_of": " or ".join(concepts),
                "documents": list(self.plan.documents),
                "least": self.thresholds.fulltext_least_weight * sum(concepts.values()),
                "depth": self.depth,
                **bound,
            },
        )
        ranked = [(row[0], row[1], float(row[2]), *(row[3:] or ("", ""))) for row in rows]
        least = ranked[0][2] * self.thresholds.fulltext_least_share if ranked else 0.0
        return by_unit([row for row in ranked if row[2] >= least])


def build(asked: RetrieverInputs) -> FullTextRetriever:
    sources = asked.sources
    wanted = sources.thresholds
    return FullTextRetriever(
        **asked.common,
        database=sources.database,
        weights=sources.weights,
        question_index_weights=sources.question_index_weights if wanted.keyphrases_in_fulltext else None,
        synonyms=sources.synonyms,
        depth=asked.depth,
        thresholds=wanted,
    )


async def _lexemes(connection: AsyncConnection, terms: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the lexemes of each word of the terms; none for a stop word."""
    asked = list(dict.fromkeys(part for group in terms.values() for term in group for part in split_words(term)))
    found: dict[str, list[str]] = {}
    for word, lexeme in await connection.execute(_LEXEMES, {"words": asked}):
        found.setdefault(word, []).append(lexeme)
    return found


def _concepts(
    meant: dict[str, list[str]], lexemes: dict[str, list[str]], weights: WordWeights
) -> dict[str, float]:
    """Return each word with its synonyms as one websearch query, and its weight.

    A concept is as common as its commonest term: "builder" weighs what "promoter" does.
    """
    concepts: dict[str, float] = {}
    for terms in meant.values():
        known = {term: weight for term in terms if (weight := _weight(term, lexemes, weights)) is not None}
        if known:
            concepts[any_of(list(known))] = min(known.values())
    return concepts


def _weight(term: str, lexemes: dict[str, list[str]], weights: WordWeights) -> float | None:
    """Return the weight of the term's rarest word; None unless every lexeme of it occurs."""
    found = [lexeme for part in split_words(term) for lexeme in lexemes.get(part, ())]
    if not found or not all(weights.knows(lexeme) for lexeme in found):
        return None
    return max(weights.weight(lexeme) for lexeme in found)


def _merged(found: Sequence[UnitHit], named: Sequence[Sequence[UnitHit]], name: str) -> list[UnitHit]:
    """Merge the law's hits and those of the question index, each unit once, with the law's chunks where it has any.

    Their scores have different scales: each counts as its share of the best of its own list.
    """
    sums: dict[str, float] = {}
    for hits in (found, *named):
        for hit in hits:
            sums[hit.unit_id] = sums.get(hit.unit_id, 0.0) + hit.scores[0] / hits[0].scores[0]
    of_law = {hit.unit_id: hit for hit in found}
    by_keyphrases = {hit.unit_id for hits in named for hit in hits}
    merged = []
    for unit in sorted(sums, key=lambda unit: (-sums[unit], unit)):
        hit = of_law.get(unit, UnitHit(unit, [], []))
        ways = (*((name,) if unit in of_law else ()), *(("keyphrases",) if unit in by_keyphrases else ()))
        hit.scores, hit.found_by = [sums[unit]], ways if unit in by_keyphrases else ()
        merged.append(hit)
    return merged

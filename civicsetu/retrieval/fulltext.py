"""The full-text leg: any of the question's words may match, rare words count more.

Postgres ranks a match by where the words stand, not by how rare they are, so that
"promoter" would drown "indemnity" in a law full of promoters. The words' document
frequencies are read once per state of the corpus and weigh each word's own rank. What a
person types reaches the database only as bound values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import PrivateAttr
from sqlalchemy import text

from civicsetu.retrieval.glossary import Glossary
from civicsetu.retrieval.legs import LegRetriever, by_unit
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.words import words_of
from civicsetu.stores.database import Database

_MAX_WORDS = 60
_LEAST_SHARE = 0.45
_LEAST_WEIGHT = 0.5

_LEXEMES = text(
    "SELECT word, lexeme FROM unnest(CAST(:words AS text[])) AS w(word), "
    "unnest(to_tsvector('english', word)) AS v(lexeme)"
)
_FREQUENCIES = text(
    "SELECT word, ndoc FROM ts_stat("
    "'SELECT search FROM legal_chunks JOIN documents USING (doc_id) "
    "WHERE legal_chunks.status = ''ACTIVE'' AND visibility = ''public''') WHERE length(word) < 60"
)
_TOTAL = text(
    "SELECT count(*) FROM legal_chunks JOIN documents USING (doc_id) "
    "WHERE legal_chunks.status = 'ACTIVE' AND visibility = 'public'"
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
    WHERE c.search @@ websearch_to_tsquery('english', :any_of)
      AND c.status = 'ACTIVE' AND c.document = ANY(CAST(:documents AS text[]))
    GROUP BY c.unit_id, c.chunk_id
    HAVING sum(words.weight) >= :least
    ORDER BY score DESC, c.chunk_id
    LIMIT :depth
    """
)


@dataclass
class WordWeights:
    """Inverse document frequency of every lexeme held, for one corpus version."""

    version: str = ""
    total: int = 1
    frequencies: dict[str, int] = field(default_factory=dict)

    def weight(self, lexeme: str) -> float:
        """log(1 + N/n): a word that stands nowhere weighs most, and matches nothing."""
        return math.log(1 + self.total / max(self.frequencies.get(lexeme, 0), 0.5))

    def known(self, lexeme: str) -> bool:
        return lexeme in self.frequencies

    async def refresh(self, database: Database, version: str) -> None:
        """Read the frequencies again when the corpus has changed."""
        if version == self.version:
            return
        async with database.connect() as connection:
            total = (await connection.execute(_TOTAL)).scalar_one()
            rows = (await connection.execute(_FREQUENCIES)).all()
        self.frequencies = {word: count for word, count in rows}
        self.total = max(int(total), 1)
        self.version = version


def any_of(terms: Sequence[str]) -> str:
    """A websearch query in which any term may match; each quoted, so that no word is an operator."""
    return " or ".join(f'"{" ".join(words_of(term))}"' for term in terms)


class FullTextRetriever(LegRetriever):
    """Postgres full text over the titles and texts of all chunks of the plan's documents."""

    name: str = "fulltext"
    database: Any
    weights: Any
    glossary: Glossary
    depth: int
    _known_share: float = PrivateAttr(default=0.0)

    @property
    def known_share(self) -> float:
        """Share of the question's words (stop words aside) that stand anywhere in the law held."""
        return self._known_share

    async def search(self, query: str) -> list[UnitHit]:
        words = words_of(query)[:_MAX_WORDS]
        if not words or not self.plan.documents:
            return []
        async with self.database.connect() as connection:
            concepts = await self._concepts(connection, words)
            if not concepts:
                return []
            rows = await connection.execute(
                _SEARCH,
                {
                    "concepts": list(concepts),
                    "weights": list(concepts.values()),
                    "any_of": " or ".join(concepts),
                    "documents": list(self.plan.documents),
                    "least": _LEAST_WEIGHT * sum(concepts.values()),
                    "depth": self.depth,
                },
            )
            ranked = [(row[0], row[1], float(row[2]), row[3], row[4]) for row in rows]
        least = ranked[0][2] * _LEAST_SHARE if ranked else 0.0
        return by_unit([row for row in ranked if row[2] >= least])

    async def _concepts(self, connection: Any, words: list[str]) -> dict[str, float]:
        """Each word with what it stands for, as one websearch query, and what it weighs.

        A concept is as common as its commonest term: "builder" weighs what "promoter" does.
        """
        terms = {word: [word, *self.glossary.meaning(word)] for word in words}
        asked = list(
            dict.fromkeys(part for group in terms.values() for term in group for part in words_of(term))
        )
        lexemes: dict[str, list[str]] = {}
        for word, lexeme in await connection.execute(_LEXEMES, {"words": asked}):
            lexemes.setdefault(word, []).append(lexeme)
        concepts: dict[str, float] = {}
        meant = [word for word in words if word in lexemes or self.glossary.meaning(word)]
        for word in meant:
            known = [term for term in terms[word] if self._is_known(term, lexemes)]
            if known:
                concepts[any_of(known)] = min(self._weight(term, lexemes) for term in known)
        self._known_share = len(concepts) / len(meant) if meant else 0.0
        return concepts

    def _is_known(self, term: str, lexemes: dict[str, list[str]]) -> bool:
        """True when every meaning word of the term stands somewhere in the law held."""
        found = [lexeme for part in words_of(term) for lexeme in lexemes.get(part, ())]
        return bool(found) and all(self.weights.known(lexeme) for lexeme in found)

    def _weight(self, term: str, lexemes: dict[str, list[str]]) -> float:
        """What its rarest word weighs."""
        return max(
            float(self.weights.weight(lexeme)) for part in words_of(term) for lexeme in lexemes.get(part, ())
        )

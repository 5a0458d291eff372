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
_ADDED_SHARE = 0.6
_LEAST_SHARE = 0.45
_LEAST_WEIGHT = 0.5

_LEXEMES = text(
    "SELECT word, lexeme FROM unnest(CAST(:words AS text[])) AS w(word), "
    "unnest(to_tsvector('english', word)) AS v(lexeme)"
)
_FREQUENCIES = text(
    "SELECT word, ndoc FROM ts_stat("
    "'SELECT search FROM legal_chunks WHERE status = ''ACTIVE''') WHERE length(word) < 60"
)
_TOTAL = text("SELECT count(*) FROM legal_chunks WHERE status = 'ACTIVE'")
_SEARCH = text(
    """
    WITH words AS (
        SELECT quote_literal(lexeme)::tsquery AS query, weight
        FROM unnest(CAST(:lexemes AS text[]), CAST(:weights AS float8[])) AS w(lexeme, weight)
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


def any_of(words: Sequence[str]) -> str:
    """A websearch query in which any word may match; every word quoted, so none is an operator."""
    return " or ".join(f'"{word}"' for word in words)


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
        added = self.glossary.added(words)
        if not words or not self.plan.documents:
            return []
        async with self.database.connect() as connection:
            lexemes = await self._lexemes(connection, words, added)
            if not lexemes:
                return []
            rows = await connection.execute(
                _SEARCH,
                {
                    "lexemes": list(lexemes),
                    "weights": list(lexemes.values()),
                    "any_of": any_of([*words, *(word for term in added for word in term.split())]),
                    "documents": list(self.plan.documents),
                    "least": _LEAST_WEIGHT * sum(lexemes.values()),
                    "depth": self.depth,
                },
            )
            ranked = [(row[0], row[1], float(row[2]), row[3], row[4]) for row in rows]
        least = ranked[0][2] * _LEAST_SHARE if ranked else 0.0
        return by_unit([row for row in ranked if row[2] >= least])

    async def _lexemes(self, connection: Any, words: list[str], added: list[str]) -> dict[str, float]:
        """What the database makes of the words, with their weights; the person's own words first."""
        weights: dict[str, float] = {}
        unknown: set[str] = set()
        meant: set[str] = set()
        for texts, share in ((words, 1.0), (added, _ADDED_SHARE)):
            for word, lexeme in await connection.execute(_LEXEMES, {"words": texts}):
                meant.add(word)
                if self.weights.known(lexeme):
                    weights.setdefault(lexeme, share * self.weights.weight(lexeme))
                elif word not in self.glossary.terms:
                    unknown.add(word)
        own = meant & set(words)
        self._known_share = 1 - len(unknown & own) / len(own) if own else 0.0
        return weights

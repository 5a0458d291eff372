"""Inverse document frequencies of the law's words, read once per corpus version."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy import text

from civicsetu.stores.database import Database

Searched = Literal["legal_chunks", "question_index"]
_PUBLIC: dict[Searched, str] = {
    "legal_chunks": "legal_chunks JOIN documents USING (doc_id) "
    "WHERE legal_chunks.status = 'ACTIVE' AND visibility = 'public'",
    "question_index": "question_index JOIN documents USING (doc_id) WHERE visibility = 'public'",
}


@dataclass
class WordWeights:
    """Inverse document frequency of every lexeme of the law, or of the question index, for one corpus version."""

    of: Searched = "legal_chunks"
    version: str = ""
    total: int = 1
    frequencies: dict[str, int] = field(default_factory=dict)

    def weight(self, lexeme: str) -> float:
        """Return log(1 + N/n): a word that occurs nowhere weighs most, and matches nothing."""
        return math.log(1 + self.total / max(self.frequencies.get(lexeme, 0), 0.5))

    def knows(self, lexeme: str) -> bool:
        return lexeme in self.frequencies

    async def refresh(self, database: Database, version: str) -> None:
        """Read the frequencies again where the corpus version has changed."""
        if version == self.version:
            return
        rows_of = _PUBLIC[self.of]
        search = f"SELECT {self.of}.search FROM {rows_of}".replace("'", "''")
        async with database.connect() as connection:
            total = (await connection.execute(text(f"SELECT count(*) FROM {rows_of}"))).scalar_one()
            counted = text(f"SELECT word, ndoc FROM ts_stat('{search}') WHERE length(word) < 60")
            rows = (await connection.execute(counted)).all()
        self.frequencies = {word: count for word, count in rows}
        self.total = max(int(total), 1)
        self.version = version

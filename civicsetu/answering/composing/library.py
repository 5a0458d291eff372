"""The statements of the law held now: built again when the law held changes."""

from __future__ import annotations

import asyncio

from civicsetu.answering.composing.statement_index import (
    EmbedsTexts,
    StatementIndex,
    StatementWhitening,
    build_statement_index,
)
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.review.usable import usable_law
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.errors import ModelError
from civicsetu.telemetry import get_logger


class StatementLibrary:
    """Gives the statement index of a version of the law, without what a changed law puts in doubt."""

    def __init__(self, embedder: EmbedsTexts, whitening: StatementWhitening) -> None:
        self._embedder = embedder
        self._whitening = whitening
        self._index: StatementIndex | None = None
        self._building = asyncio.Lock()

    async def index(self, law: LawIndex) -> StatementIndex | None:
        """Return the statements of a law index; None where they cannot be embedded just now.

        Raises:
            CorpusError: a file of statements that ships is wrong.
        """
        if self._index is not None and self._index.version == law.version:
            return self._index
        async with self._building:
            if self._index is None or self._index.version != law.version:
                usable = await asyncio.to_thread(usable_law, law)
                if usable.doubts:
                    get_logger(__name__).warning("statements_withheld", count=len(usable.doubts))
                try:
                    self._index = await build_statement_index(
                        usable.statements, get_statement_questions(), law, self._embedder, self._whitening
                    )
                except ModelError as error:
                    get_logger(__name__).warning("statements_unavailable", error=type(error).__name__)
                    return None
        return self._index

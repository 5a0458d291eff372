"""The silences of the law held now: built again when the law held changes."""

from __future__ import annotations

import asyncio

from civicsetu.answering.composing.answer_with_statements import Stated
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.silences.choose_silence import SilenceChosen, choose_silence
from civicsetu.answering.silences.silence_index import SilenceIndex, build_silence_index
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import ModelError
from civicsetu.telemetry import get_logger


class SilenceLibrary:
    """Cache of the index of points that a version of the law does not settle, given the statements of that version."""

    def __init__(self, statements: StatementLibrary) -> None:
        self._statements = statements
        self._index: SilenceIndex | None = None
        self._version = ""
        self._building = asyncio.Lock()

    async def index(self, law: LawIndex) -> SilenceIndex | None:
        """Return the silences of a law index; None where they cannot be embedded just now. Raises as `StatementLibrary.index`."""
        if await self._statements.index(law) is None:
            return None
        async with self._building:
            if self._version != law.version:
                held, whitening = self._statements.silences(law), self._statements.whitening.of_statements
                late = self._statements.late
                try:
                    self._index = await build_silence_index(held, self._statements.embedder, whitening, late)
                except ModelError as error:
                    get_logger(__name__).warning("silences_unavailable", error=type(error).__name__)
                    return None
                self._version = law.version
        return self._index

    async def find(self, turn: PartTurn, stated: Stated | None, law: LawIndex) -> SilenceChosen | None:
        """Return what the law does not settle, if that is what a part asks; `stated` is what statements say to it.

        None where they outline what was named, or a checked rule gives a yes or no. A word of readers for questions like it is no such rule.
        """
        if turn.found is None or turn.preface or (stated is not None and stated.settles):
            return None
        statements, silences = await self._statements.index(law), await self.index(law)
        if statements is None or silences is None:
            return None
        return choose_silence(turn.query, turn.found.vectors, silences, statements)

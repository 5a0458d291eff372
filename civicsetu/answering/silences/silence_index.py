"""Index of the silences of the law held, each embedded with the questions that ask for it.

They are compared with a question as statements are (`StatementIndex`), so that the nearer of both answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from civicsetu.answering.composing.asked_words import AskedWords, collect_asked_words
from civicsetu.answering.composing.statement_index import EmbedsTexts, find_middles, nearest_of_each
from civicsetu.law.silences import Silence
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.late_interaction import LateInteraction, rows_of
from civicsetu.models.packed import Floats
from civicsetu.models.whitening import Whitening


@dataclass(frozen=True)
class SilenceIndex:
    """Silences in the order of the files.

    `centres` (n, dimension) are the middle of each and of its questions, `questions` (m, dimension) these themselves, whitened as
    statements are; `starts` (n,) says where those of each begin, `late_rows` (n,) the rows that late interaction has them in.
    """

    held: tuple[Silence, ...]
    centres: Floats
    questions: Floats
    starts: tuple[int, ...]
    asked_words: AskedWords
    late_rows: NDArray[np.intp]

    @cached_property
    def laws(self) -> frozenset[str]:
        """The laws that are read for silences."""
        return frozenset(law for one in self.held for law in one.laws)

    def nearest_question(self, whitened: Floats) -> Floats:
        """Return (n,): how near the nearest question of each is to a whitened one, as a cosine."""
        return nearest_of_each(self.questions @ whitened, self.starts)


async def build_silence_index(
    silences: Sequence[Silence],
    embedder: EmbedsTexts,
    whitening: Whitening,
    late: LateInteraction | None = None,
) -> SilenceIndex:
    """Embed the silences with their questions; `whitening` is that of statements.

    Raises:
        ModelError: they cannot be embedded.
    """
    if not silences:
        none = np.zeros((0, len(whitening.of_passages)), np.float32)
        return SilenceIndex((), none, none, (), collect_asked_words([], []), rows_of(None, ()))
    asked = [(at, text) for at, one in enumerate(silences) for text in one.questions]
    near = await embedder.embed_passages([one.says for one in silences])
    questions = whitening.whiten_questions(await embedder.embed_questions([gloss(text) for _, text in asked]))
    words = await asyncio.to_thread(collect_asked_words, [one.says for one in silences], asked)
    owners = [at for at, _ in asked]
    return SilenceIndex(
        tuple(silences),
        find_middles(near, questions, owners, whitening),
        questions,
        tuple(owners.index(at) for at in range(len(silences))),
        words,
        rows_of(late, [one.says for one in silences]),
    )

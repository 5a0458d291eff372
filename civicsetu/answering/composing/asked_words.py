"""The words in which people ask for a statement: those of the statement and of all questions it answers.

A vector tells what a question is about and blurs the word that decides between neighbours (new or renewed, a
plan or a transfer, a broker's registration or a project's). A word that nobody used who asked for a statement speaks
against it; a rare one more than a common one. Words of Tamil, Kannada and their kin grow by endings that no stem takes off:
there, words shared by chance decide, and nothing is told by them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.packed import Floats

_GROWS_BY_ENDINGS = re.compile("[\u0b80-\u0d7f]")
"""A letter of the scripts of Tamil, Telugu, Kannada and Malayalam."""


@dataclass(frozen=True, slots=True)
class AskedWords:
    """Word index of (n,) statements: places and rarity of each stem; `sizes` is the root of each one's stem count."""

    places: Mapping[str, NDArray[np.intp]]
    rarity: Mapping[str, float]
    sizes: Floats

    def nearness(self, question: str) -> Floats:
        """Return (n,), 0 to 1: the share of a question's words, by their rarity, in which each statement is asked for.

        Smaller where a statement is asked for in many words, among which any would be found. Where most of the question's
        words are known of none they tell nothing: all are as near as they are in the middle, so that neither the order nor
        how likely the first is right changes.
        """
        asked = _stems(question)
        known = sorted(asked & self.places.keys())
        shared = np.zeros(len(self.sizes), np.float32)
        if not known or 2 * len(known) < len(asked):
            return shared + np.float32(ANSWERING.unknown_words)
        for one in known:
            shared[self.places[one]] += self.rarity[one]
        return shared / (self.sizes * float(np.sqrt(sum(self.rarity[one] ** 2 for one in known))))


def collect_asked_words(says: Sequence[str], questions: Sequence[tuple[int, str]]) -> AskedWords:
    """Collect the words of statements and of their `questions`, each with the place of the statement it asks for."""
    places: dict[str, set[int]] = defaultdict(set)
    texts: dict[str, int] = defaultdict(int)
    for at, text in (*enumerate(says), *questions):
        for one in _stems(text):
            if not _GROWS_BY_ENDINGS.search(one):
                places[one].add(at)
                texts[one] += 1
    count = len(says) + len(questions)
    sizes = np.bincount([at for of in places.values() for at in of], minlength=len(says))
    return AskedWords(
        {one: np.asarray(sorted(of), np.intp) for one, of in places.items()},
        {one: float(np.log((1 + count) / (1 + held))) + 1 for one, held in texts.items()},
        np.sqrt(np.maximum(sizes, 1)).astype(np.float32),
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, split_words(text)))

"""Tell by a fitted model which sentences of a post ask something.

In a post much of what is asked has no question mark, and some of it no question word: "whether land cost can be taken
out I am not clear", "wo dena padega ya nahi confusion hai". And much that looks like a question asks nothing: "who has
the energy for court", "he said what will you do". The patterns of `asking_sentences` know neither well; what they say
is one feature of this model beside the words of the sentence. It is fitted by `civicsetu eval fit-asking`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from civicsetu.lexicon.word_model import WordModel
from civicsetu.query.asking_sentences import asks
from civicsetu.query.chatter import is_chatter
from civicsetu.query.thresholds import READING


@dataclass(frozen=True)
class AskingModel:
    """Log odds by the words of a sentence, and what is added where it asks by the patterns."""

    words: WordModel
    by_patterns: float

    def asks(self, sentence: str) -> bool:
        """Return whether a sentence of a long post asks its reader something."""
        if is_chatter(sentence):
            return False
        said = self.words.score(sentence)
        if asks(sentence):
            return said + self.by_patterns >= READING.asking_odds_least
        return said >= READING.asking_odds

    def write(self, path: Path) -> None:
        """Store the model in half precision."""
        self.words.write(path, by_patterns=self.by_patterns)


@lru_cache(maxsize=1)
def get_asking_model() -> AskingModel:
    """Return the model that ships."""
    resource = files("civicsetu.query.splitting").joinpath("asking.npz")
    with resource.open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return AskingModel(WordModel.from_arrays(kept), float(kept["by_patterns"]))

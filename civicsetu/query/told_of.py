"""Find what the story of a post tells of the thing that one of its questions names.

"What about the 42 sq ft?" says little by itself; that the flat is 42 sq ft smaller than promised stands somewhere in
the story. The sentence that shares the question's rarest words is the one it asks about. Words of the field that
stand in every such post tell nothing apart; they are data (`told_of.yaml`).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.lexicon.stems import stem
from civicsetu.query.asking_sentences import words_of_substance
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words


def find_told(asked: str, story: str) -> str:
    """Return the sentence of a story that tells of what is asked; empty where none shares a telling word.

    A word tells the more, the fewer sentences of the story have it; of equals the last sentence counts.
    """
    wanted = _telling_words(asked)
    if not wanted:
        return ""
    told = [(sentence, _telling_words(sentence)) for sentence in split_sentences(story)]
    spread = Counter(word for _, words in told for word in words)
    best, most = "", READING.told_shared
    for sentence, words in told:
        shared = sum(1 / spread[word] for word in words & wanted)
        if shared >= most:
            best, most = sentence, shared
    return best if len(best) <= READING.told_chars else ""


def _telling_words(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of_substance(text)) - _common_words()


@cache
def _common_words() -> frozenset[str]:
    text = files("civicsetu.query").joinpath("told_of.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
    return frozenset(stem(word) for line in data["common"] for word in line.split())

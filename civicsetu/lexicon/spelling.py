"""Correct misspelt words of a question with the law's own words.

People type on phones: "agrement", "bilder", "punishmnt". Full text finds nothing for such a word
and an embedding little. A word is taken for misspelt only when neither the law nor the synonyms
has it and the English model does not know it whole; it becomes the nearest word of the law, by
letters changed, swapped, missing or added, or, vowels being what is left out on a phone, by its
consonants, and by how often the law says it. Much is typed in Hindi with Latin letters, whose words mostly end in a
vowel and leave none out; only one slip leads from such a word to an English one. What resembles nothing stays as it was typed, and the question shown is always the one that was put.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from civicsetu.lexicon.thresholds import LEXICON

_WORD = re.compile(r"[A-Za-z]+")
_VOWELS = re.compile(r"[aeiouy]")
_ENDING = re.compile(r"(?:ing|ed|ers?|ly)$")
_SPOKEN_VOWELS = "aeiou"
_DOUBLED = re.compile(r"(.)\1+")


class Spelling:
    """Spelling corrector against a fixed vocabulary; build one per state of the corpus."""

    def __init__(
        self,
        said: Mapping[str, int],
        also_known: Iterable[str],
        is_english: Callable[[str], bool],
        places: Iterable[str] = (),
    ) -> None:
        """`said`: words of the law in small letters, and how often it says them; corrections come from them.

        `also_known`: words that are right as they are, without being the law's. `places`: words of the names of
        places; a suburb resembles a state far away, and would bring in its rules, so that one slip at most leads to them.
        """
        self._said = said
        self._places = frozenset(places)
        self._known = frozenset(said) | frozenset(also_known) | self._places
        self._is_english = is_english
        self._targets = sorted(word for word in said if len(word) >= LEXICON.shortest_correction)
        self._by_bones: dict[str, list[str]] = defaultdict(list)
        for word in self._targets:
            self._by_bones[_bones(word)].append(word)
        self._put_right = lru_cache(maxsize=4096)(self._nearest)

    def correct(self, text: str) -> str:
        """Correct every misspelt Latin word of the text; nothing else changes."""
        return _WORD.sub(lambda match: self._put_right(match[0].lower()) or match[0], text)

    def _is_right(self, word: str) -> bool:
        """Whether a word is known or English, or one of many of it is: "rupee"."""
        return self._is_word(word) or self._is_word(f"{word}s") or self._is_word(word.removesuffix("s"))

    def _is_form(self, word: str) -> bool:
        """Whether a word is an English form of one that is known: "renting". Half a word may be "known", so that one slip is mended."""
        ending = _ENDING.search(word)
        stem = word[: ending.start()] if ending else ""
        return len(stem) >= LEXICON.shortest_correction and (self._is_word(stem) or self._is_word(f"{stem}e"))

    def _is_word(self, word: str) -> bool:
        return word in self._known or self._is_english(word)

    def _nearest(self, word: str) -> str | None:
        """The word of the law that was meant; None where it is right, too short, or like nothing."""
        if len(word) < LEXICON.shortest_correction or self._is_right(word):
            return None
        if len(word) >= LEXICON.one_slip_letters:
            most = 2 if len(word) >= LEXICON.two_slips_letters and not self._is_form(word) else 1
            found = process.extract(word, self._targets, scorer=OSA.distance, score_cutoff=most, limit=LEXICON.nearest_words)
            near = [
                (slips, -self._said[target], target)
                for target, slips, _ in found
                if target[0] == word[0]
                and (slips == 1 or (target not in self._places and _keeps_ending(word, target)))
            ]
            if near:
                return min(near)[2]
        bones = _bones(word)
        if len(bones) < LEXICON.fewest_consonants or self._is_form(word):
            return None
        alike = [
            target
            for target in self._by_bones.get(bones, ())
            if _leaves_vowels_out(word, target) and _keeps_ending(word, target) and target not in self._places
        ]
        return max(alike, key=lambda target: (self._said[target], target), default=None)


def count_words(texts: Iterable[str]) -> Counter[str]:
    """Count how often each Latin word occurs in the texts, in lower case."""
    counted: Counter[str] = Counter()
    for text in texts:
        counted.update(_WORD.findall(text.lower()))
    return counted


def _leaves_vowels_out(word: str, target: str) -> bool:
    """Whether a word has half the vowels of what it may stand for, or one wrong letter: "agrmnt", and not "bolta" for "built"."""
    left, meant = (sum(letter in _SPOKEN_VOWELS for letter in one) for one in (word, target))
    return len(word) <= len(target) and (2 * left <= meant or OSA.distance(word, target) == 1)


def _keeps_ending(word: str, target: str) -> bool:
    """Whether a last vowel is kept: words of Hindi in Latin letters end in one, and "maanega" is no slip of "meaning"."""
    return word[-1] not in _SPOKEN_VOWELS or word[-1] == target[-1]


def _bones(word: str) -> str:
    """The first letter and the consonants, doubled ones once: "agrmnt" and "agreement" have the same."""
    return _DOUBLED.sub(r"\1", word[0] + _VOWELS.sub("", word[1:]))

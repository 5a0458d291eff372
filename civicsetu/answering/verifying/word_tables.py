"""The tables of words that the rules of matter and scope are held against, read once, each as one pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from civicsetu.yaml_data import load_words, report_errors


class _Broad(TypedDict):
    """A class of broad words, and those of the law that let them be said."""

    said: tuple[str, ...]
    allowed: tuple[str, ...]


@dataclass(frozen=True)
class BroadWords:
    """One class, as patterns."""

    said: re.Pattern[str]
    allowed: re.Pattern[str]


@dataclass(frozen=True)
class _Matters:
    """The words of every matter: whole words, beginnings of words, and phrases by their first word."""

    whole: Mapping[str, tuple[str, ...]]
    beginnings: Mapping[str, tuple[str, ...]]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]

    def find_at(self, words: Sequence[str], at: int) -> tuple[tuple[str, ...], int]:
        """Return the matters named by the words that begin here, none or more, and how many words name them."""
        for phrase, matters in self.phrases.get(words[at], ()):
            if all(_fits(want, have) for want, have in zip(phrase, words[at : at + len(phrase)], strict=False)) and (
                at + len(phrase) <= len(words)
            ):
                return matters, len(phrase)
        word = words[at]
        if word in self.whole:
            return self.whole[word], 1
        for end in range(len(word), 2, -1):
            if word[:end] in self.beginnings:
                return self.beginnings[word[:end]], 1
        return (), 1


def _fits(want: str, have: str) -> bool:
    return have.startswith(want[:-1]) if want.endswith("*") else have == want


_WORDS = re.compile(r"[a-z]+(?:-[a-z]+)*|[₹]")


@lru_cache(maxsize=8192)
def find_matters(text: str) -> frozenset[tuple[str, ...]]:
    """Return the matters a text names: for each word found, all matters that word may stand for."""
    return frozenset(find_matter_words(text).values())


@lru_cache(maxsize=8192)
def find_matter_words(text: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words of a text that name a matter, or several that they may stand for, in order."""
    words = _WORDS.findall(text.lower())
    table = _matters()
    found: dict[str, tuple[str, ...]] = {}
    at = 0
    while at < len(words):
        matters, count = table.find_at(words, at)
        if matters:
            found[" ".join(words[at : at + count])] = matters
        at += count
    return found


@lru_cache(maxsize=1)
def _matters() -> _Matters:
    table = TypeAdapter(dict[str, tuple[str, ...]]).validate_python(_load("legal_matters.yaml"))
    meant: dict[str, tuple[str, ...]] = {}
    for matter, words in table.items():
        for word in words:
            meant[word] = (*meant.get(word, ()), matter)
    phrases: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for word in sorted(meant, key=len, reverse=True):
        parts = tuple(word.split())
        if len(parts) > 1:
            phrases.setdefault(parts[0].rstrip("*"), []).append((parts, meant[word]))
    return _Matters(
        {word: matters for word, matters in meant.items() if " " not in word and not word.endswith("*")},
        {word[:-1]: matters for word, matters in meant.items() if " " not in word and word.endswith("*")},
        {first: tuple(found) for first, found in phrases.items()},
    )


def _spell(word: str) -> str:
    return re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")


@lru_cache(maxsize=1)
def get_broad_words() -> tuple[BroadWords, ...]:
    """Return the classes of words that make a sentence broader than its span."""
    table = TypeAdapter(dict[str, _Broad]).validate_python(_load("broad_words.yaml"))
    return tuple(BroadWords(_any_of(one["said"]), _any_of(one["allowed"])) for one in table.values())


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    spelled = "|".join(_spell(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{spelled})(?!\w)", re.IGNORECASE)


def _load(name: str) -> object:
    with report_errors(f"The table {name} cannot be read"):
        return load_words(files("civicsetu.answering.verifying").joinpath(name).read_text("utf-8"))

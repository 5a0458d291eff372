"""Detect the states a question is about: named, or implied by a city, an authority or a misspelling of either.

All names are data of the registry. How a name is read depends on how it is written there:
two capitals ("UP") are read in capitals, or in small letters where only a place can stand; a
name in another script than Latin is a stem, for those languages bend words at their end; any
other name is read in any letters, and a long one also with a slip of the keyboard in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL
from civicsetu.lexicon.tokens import split_words

_LITTLE = frozenset(
    {"the", "of", "and", "for", "in", "or", "vs", "versus", "to", "from", "under", "at", "what", "about"}
) | {"with", "is", "it"}
_LONG_WORD = re.compile(r"[A-Za-z]{6,}|[\u0900-\u0DFF\u200c\u200d]{4,}")
_LONG_NAME = re.compile(r"[a-z]{7,}|[\u0900-\u0DFF\u200c\u200d]{8,}")
_WORD_AFTER_PLACE = r"(?:rera|rules?|law|state|govt|and|or|vs|than|too|also|wh\w+|wt|how|kya)\b"
_BENT = r"[\w\u0900-\u0DFF\u200c\u200d]*"
_TWO_SLIPS_FROM = 10
_BEFORE = r"(?P<where>\b(?i:in|of|for|under|from|at)\s+(?i:the\s+)?)?(?<!\w)"


def states_named(text: str, registry: Registry) -> tuple[str, ...]:
    """Return the jurisdictions named, or implied by a city or an authority's name, in order of mention.

    An alias in capitals, such as UP, is read in capitals, for "up" is a word. Where all is in
    capitals it must follow "in" or the like: "GIVE UP".
    """
    found: dict[str, int] = {}
    for code, at in _named(text, registry):
        found[code] = min(at, found.get(code, at))
    return tuple(sorted(found, key=lambda code: found[code]))


def without_states(text: str, states: Sequence[str], registry: Registry) -> str:
    """Return the question without the names of those states, whose documents are searched anyway.

    A state's name occurs in few of its rules and would outweigh what is asked. A question
    that names states and little else stays as it is.
    """
    left = without_names(text, states, registry)
    said = [word for word in split_words(left) if word not in _LITTLE]
    return left if len(said) > 1 else text


def without_names(text: str, states: Sequence[str], registry: Registry) -> str:
    """Return the text without any name of those states."""
    left = text
    for code in states:
        for alias in sorted(registry.jurisdictions[code].aliases, key=len, reverse=True):
            left = _pattern(alias).sub(" ", left)
        for word in set(_LONG_WORD.findall(left)):
            if _slip(word, registry) == code:
                left = re.sub(rf"{_BEFORE}{word}", " ", left)
    return re.sub(r"\s+(?=[,?.!;:])", "", " ".join(left.split())).lstrip(",;: ")


def _named(text: str, registry: Registry) -> Iterator[tuple[str, int]]:
    shouted, small = text.isupper(), text.lower()
    for code, entry in registry.jurisdictions.items():
        if code == CENTRAL:
            continue
        for alias in entry.aliases:
            for match in _pattern(alias).finditer(text) if alias.lower() in small else ():
                if match["where"] or not (shouted and alias.isupper()):
                    yield code, match.start()
                    break
    for word in _LONG_WORD.finditer(text):
        if (meant := _slip(word[0], registry)) is not None:
            yield meant, word.start()


@lru_cache(maxsize=1024)
def _pattern(alias: str) -> re.Pattern[str]:
    """Return the pattern of an alias with the "in" before it, as this kind of name is read."""
    if not alias.isascii():
        return re.compile(rf"{_BEFORE}{re.escape(alias)}{_BENT}")
    exact, after = re.escape(alias), r"(?:['’]s)?(?!\w)(?!\s+TO\b)"
    if not alias.isupper():
        return re.compile(rf"{_BEFORE}(?i:{exact}){after}")
    place = rf"(?<=\b(?:in|of) ){exact.lower()}(?=\s*(?:[?.,;!)/]|$)|\s+{_WORD_AFTER_PLACE})"
    listed = rf"(?:(?<=[/&?] )|(?<=[/&])|(?<=\bvs )){exact.lower()}(?=\s*(?:[?;!/)]|$))"
    small = f"{place}|{listed}"
    return re.compile(rf"{_BEFORE}(?:{exact}|{small}){after}")


@lru_cache(maxsize=4096)
def _slip_among(word: str, names: tuple[tuple[str, str], ...]) -> str | None:
    from rapidfuzz.distance import OSA

    for name, code in names:
        most = 2 if len(name) >= _TWO_SLIPS_FROM else 1
        begun = word if name.isascii() else word[: len(name)]
        if word[0] == name[0] and 0 < OSA.distance(begun, name, score_cutoff=most) <= most:
            return code
    return None


def _slip(word: str, registry: Registry) -> str | None:
    """Return the state whose long name the word misspells by a letter or two."""
    names = _long_names(registry)
    small = word.lower()
    if any(small == name or (not name.isascii() and small.startswith(name)) for name, _ in names):
        return None
    return _slip_among(small, names)


def _long_names(registry: Registry) -> tuple[tuple[str, str], ...]:
    return tuple(
        (alias, code)
        for code, entry in registry.jurisdictions.items()
        if code != CENTRAL
        for alias in entry.aliases
        if _LONG_NAME.fullmatch(alias)
    )

"""Detect the states a question is about: named, or implied by a city, an authority or a misspelling of either.

All names are data of the registry. How a name is read depends on how it is written there:
two capitals ("UP") are read in capitals, or in small letters where only a place can stand; a
name in another script than Latin is a stem, for those languages bend words at their end; any
other name is read in any letters, and a long one also with a slip of the keyboard in it; a
locality's only as it is written. A road that leads to a town is seldom in it: "Hosur Road".
A short name that two authorities bear ("K-RERA") is that of the state known otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words

_LITTLE = frozenset(
    {"the", "of", "and", "for", "in", "or", "vs", "versus", "to", "from", "under", "at", "what", "about"}
) | {"with", "is", "it"}
_LONG_WORD = re.compile(r"[A-Za-z]{6,}|[\u0900-\u0DFF\u200c\u200d]{4,}")
_LONG_NAME = re.compile(r"[a-z]{7,}|[\u0900-\u0DFF\u200c\u200d]{8,}")
_WORD_AFTER_PLACE = r"(?:rera|rules?|law|state|govt|and|or|vs|than|too|also|wh\w+|wt|how|kya|aur|ya|nd?|versus)\b"
_MAY_OPEN_PLACES = re.compile(
    r"(?:^|[,;:.?!(/&]\s*|\b(?:in|of|for|between|both|from|under|compare|difference|differs?|vs|versus|than|across|to)\s+|\b(?:b/w|btw)\s+)$",
    re.IGNORECASE,
)
_NO_PLACE_BEHIND = "".join(
    rf"(?<!\b{verb} )"
    for verb in (
        "look",
        "looked",
        "looking",
        "set",
        "sign",
        "bring",
        "give",
        "gave",
        "giving",
        "follow",
        "came",
        "come",
        "pick",
        "went",
        "go",
        "take",
        "open",
        "end",
        "start",
    )
)
_PARTICLE = "up "
"""Verbs that a small "up" belongs to, whatever follows it."""
_JOINS_AT_END = re.compile(r"(?:\s*[,/&(-]\s*|\s+(?:and|nd?|or|vs|aur|ya)\s+|\s+)$", re.IGNORECASE)
_JOINS_AT_START = re.compile(r"\s*(?:[/&]|,?\s+(?:and|nd?|or|vs|versus|aur|ya)\b|,)\s*", re.IGNORECASE)
_ALSO_WORDS = frozenset({"ap"})
"""Short names that are words in small letters: "ap kya kar sakte ho"."""
_BENT = r"[\w\u0900-\u0DFF\u200c\u200d]*+"
_NOT_A_ROAD = (
    r"(?!(?:\s*[-–/]\s*\w+|\s+to\s+\w+)?\s+(?i:(?:roads?|rd|highways?|hwy|expressways?|marg)\b"
    r"|रोड|सड़क|मार्ग|हाईवे|हाइवे|महामार्ग|रस्त|சாலை|ರಸ್ತೆ))"
)
"""Behind a town's name: the name of a road to it, or of one that leads on from it to another."""
_PLACE = r"[\w\u0900-\u0DFF]+(?: (?!(?:and|but|so|now|flat|where|which|who|while|me|mein|mai|se|ka|ki|nahi|bought|booked|my|our|i|we)\b)[\w\u0900-\u0DFF]+){0,2}"
_BEFORE = r"(?P<where>\b(?i:in|of|for|under|from|at)\s+(?i:the\s+)?)?(?<!\w)"


def states_named(text: str, registry: Registry, beside: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the jurisdictions named, or implied by a city or an authority's name, in order of mention.

    An alias in capitals, such as UP, is read in capitals, for "up" is a word. Where all is in
    capitals it must follow "in" or the like: "GIVE UP". `beside` are states known from what stands around the
    text: a short name that authorities share is that of the one named or known, else that of the first.
    """
    found: dict[str, int] = {}
    for code, at in _named(text, registry):
        found[code] = min(at, found.get(code, at))
    for bearers, at in _shared(text, registry):
        if found.keys().isdisjoint(bearers):
            found[next((code for code in beside if code in bearers), bearers[0])] = at
    return tuple(sorted(found, key=lambda code: found[code]))


def states_of_project(text: str, registry: Registry, beside: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the states named, without those where somebody only lives or comes from, if others are left.

    "I live in Goa, the flat is in Kerala" is a question about Kerala; "I am from Goa" alone may be about Goa, unless another
    state is known `beside` it.
    """
    named = states_named(text, registry, beside)
    others = set(beside) - {CENTRAL, *named}
    if not named or (len(named) < 2 and not others):
        return named
    left = states_named(_apart().sub(" … ", text), registry, named)
    return left or (() if others else named)


@lru_cache(maxsize=1)
def _apart() -> re.Pattern[str]:
    data = load_words(files("civicsetu.query").joinpath("places_apart.yaml").read_text("utf-8"))
    patterns = TypeAdapter(dict[str, list[str]]).validate_python(data)["patterns"]
    return re.compile("|".join(f"(?:{one.replace('{place}', _PLACE)})" for one in patterns), re.IGNORECASE)


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
        entry = registry.jurisdictions[code]
        small = left.lower()
        for alias in sorted((*entry.places, *entry.shared), key=len, reverse=True):
            if alias.lower() in small:
                left = _pattern(alias).sub(" ", left)
        for word in set(_LONG_WORD.findall(left)):
            if _slip(word, registry) == code:
                left = re.sub(rf"{_BEFORE}{word}", " ", left)
    return re.sub(r"\s+(?=[,?.!;:])", "", " ".join(left.split())).lstrip(",;: ")


def _named(text: str, registry: Registry) -> Iterator[tuple[str, int]]:
    shouted, small = text.isupper(), text.lower()
    for small_alias, alias, code in _places(registry):
        for match in _pattern(alias).finditer(text) if small_alias in small else ():
            if match["where"] or not (shouted and alias.isupper()):
                yield code, match.start()
                break
    for word in _LONG_WORD.finditer(text):
        meant = _slip(word[0], registry)
        if meant is not None and _is_no_road().match(text, word.end()):
            yield meant, word.start()
    yield from _beside_a_place(text, small, registry)


def _shared(text: str, registry: Registry) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the states of each short name in the text that several authorities bear, and where it stands."""
    small = text.lower()
    for name in dict.fromkeys(one for entry in registry.jurisdictions.values() for one in entry.shared):
        if name in small and (match := _pattern(name).search(text)):
            yield registry.bearers_of(name), match.start()


def _beside_a_place(text: str, small: str, registry: Registry) -> Iterator[tuple[str, int]]:
    """Yield the states whose two capitals stand in small letters beside a place, or before the authority's name.

    "Agra, up" and "in up and goa" name a state; "gave up, in Goa" does not.
    """
    for alias, code in _short_names(registry):
        if not re.search(rf"\b{alias}\b", small):
            continue
        for found in _small_name(alias).finditer(text):
            before = _last_name_before(text[: found.start()], registry)
            after = _first_name_after(text[found.end() :], registry)
            if before or (after and _MAY_OPEN_PLACES.search(text[: found.start()])):
                yield code, found.start()
                break
        for found in re.finditer(rf"(?<![\w'’-]){alias}\s+(?=\w)", text):
            if _last_name_before(text[: found.start()], registry) and _opens_with_name(text[found.end() :], registry):
                yield code, found.start()
                break


def _last_name_before(text: str, registry: Registry) -> bool:
    """Whether a place stands just before, with no more between than a mark, "and" or "or"."""
    said = _JOINS_AT_END.sub("", text[-READING.beside_state_chars :])
    return any(said.lower().endswith(name) for name in _names(registry))


def _first_name_after(text: str, registry: Registry) -> bool:
    """Whether "and", "or" or a mark leads from here to a place."""
    joined = _JOINS_AT_START.match(text)
    if joined is None:
        return False
    return _opens_with_name(text[joined.end() :], registry)


def _opens_with_name(text: str, registry: Registry) -> bool:
    said = text[: READING.beside_state_chars].lower()
    return any(re.match(rf"{re.escape(name)}(?!\w)", said) for name in _names(registry))


@lru_cache(maxsize=8)
def _places(registry: Registry) -> tuple[tuple[str, str, str], ...]:
    """Every name of every state in small letters, as it is written, and the state."""
    return tuple(
        (alias.lower(), alias, code)
        for code, entry in registry.jurisdictions.items()
        if code != CENTRAL
        for alias in entry.places
    )


@lru_cache(maxsize=8)
def _names(registry: Registry) -> tuple[str, ...]:
    """The long names of all places, in small letters."""
    return tuple(
        alias.lower()
        for code, entry in registry.jurisdictions.items()
        if code != CENTRAL
        for alias in entry.aliases
        if len(alias) >= READING.state_name_chars and not alias.isupper()
    )


@lru_cache(maxsize=8)
def _short_names(registry: Registry) -> tuple[tuple[str, str], ...]:
    return tuple(
        (alias.lower(), code)
        for code, entry in registry.jurisdictions.items()
        if code != CENTRAL
        for alias in entry.aliases
        if alias.isascii() and alias.isalpha() and alias.isupper() and len(alias) == 2
        if alias.lower() not in _ALSO_WORDS
    )


@lru_cache(maxsize=64)
def _small_name(alias: str) -> re.Pattern[str]:
    """Return the pattern of two small letters where a place may stand: before a mark or "and"."""
    return re.compile(rf"(?<![\w'’-])(?:{alias}|{alias.capitalize()})(?=\s*(?:[?.,;!)/&]|$)|\s+{_WORD_AFTER_PLACE})")


@lru_cache(maxsize=1)
def _is_no_road() -> re.Pattern[str]:
    return re.compile(_NOT_A_ROAD)


@lru_cache(maxsize=2048)
def _pattern(alias: str) -> re.Pattern[str]:
    """Return the pattern of an alias with the "in" before it, as this kind of name is read."""
    if not alias.isascii():
        return re.compile(rf"{_BEFORE}{re.escape(alias)}{_BENT}{_NOT_A_ROAD}")
    exact, after = re.escape(alias), r"(?:['’]s)?(?!\w)(?!\s+TO\b)"
    if not alias.isupper():
        behind = _NO_PLACE_BEHIND if alias.startswith(_PARTICLE) else ""
        return re.compile(rf"{_BEFORE}(?i:{behind}{exact}){after}{_NOT_A_ROAD}")
    place = rf"(?<=\b(?:in|of) ){exact.lower()}(?=\s*(?:[?.,;!)/]|$)|\s+{_WORD_AFTER_PLACE})"
    listed = rf"(?:(?<=[/&?] )|(?<=[/&])|(?<=\bvs )){exact.lower()}(?=\s*(?:[?;!/)]|$))"
    small = f"{place}|{listed}"
    return re.compile(rf"{_BEFORE}(?:{exact}|{small}){after}")


def _slip(word: str, registry: Registry) -> str | None:
    """Return the state whose long name the word misspells by a letter or two."""
    return _slip_in_small(word.lower(), registry)


@lru_cache(maxsize=4096)
def _slip_in_small(word: str, registry: Registry) -> str | None:
    names = _long_names(registry)
    if word in _locality_words(registry):
        return None
    if any(word == name or (not name.isascii() and word.startswith(name)) for name, _ in names):
        return None
    return _slip_among(word, names)


def _slip_among(word: str, names: tuple[tuple[str, str], ...]) -> str | None:
    from rapidfuzz.distance import OSA

    for name, code in names:
        most = 2 if len(name) >= READING.two_slips_chars else 1
        begun = word if name.isascii() else word[: len(name)]
        if word[0] == name[0] and 0 < OSA.distance(begun, name, score_cutoff=most) <= most:
            return code
    return None


@lru_cache(maxsize=8)
def _long_names(registry: Registry) -> tuple[tuple[str, str], ...]:
    return tuple(
        (alias, code)
        for code, entry in registry.jurisdictions.items()
        if code != CENTRAL
        for alias in entry.aliases
        if _LONG_NAME.fullmatch(alias)
    )


@lru_cache(maxsize=8)
def _locality_words(registry: Registry) -> frozenset[str]:
    """The words of all localities: none of them is another place misspelt."""
    entries = registry.jurisdictions.values()
    return frozenset(word for entry in entries for name in entry.localities for word in name.split())

"""Read the figures of a person's case, and the words around them, in English: "कब्जे के 4 साल बाद" is "possession … 4 years after".

Figures are compared with the law's by patterns of English words. This is no translation: units, events and what a sum is
for are read, all other words stay as they are. Data: `case_in_english.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from civicsetu.lexicon.romanised_hindi import is_romanised_hindi
from civicsetu.yaml_data import load_words

_FILE = "case_in_english.yaml"
_SCRIPTS = {"devanagari": "\u0900-\u097f", "tamil": "\u0b80-\u0bff", "kannada": "\u0c80-\u0cff"}
_LATIN = "latin"
_SIGN_BEFORE = re.compile(r"(?:शेकडा|सैकड़ा|ಶೇಕಡಾ|ಶೇಕಡ|ಶೇ\.?)\s*(\d+(?:\.\d+)?)")
_MONTHS = "january february march april may june july august september october november december".split()
_DENYING_END = re.compile("ಿಲ್ಲ|ಇಲ್ಲ|ில்லை|வில்லை")
_IN_YEAR = re.compile(r"(?:(?P<before>[A-Za-z]+) )?(?<!\d)(?P<year>(?:19|20)\d\d)(?=\s*-?\s*(?:में|मध्ये|साली|से|पासून|ல்|ல |இல்|ರಲ್ಲಿ|ರಿಂದ|me\b|mein\b|mai\b))")
_LATIN_UNITS = re.compile(r"\d\s*(?:saal|sal|varsh|mahin\w*|maheen\w*|din|dino\w*|pratishat|takka|takke|fisdi)\b", re.IGNORECASE)
_THINGS = "agreement|registered|possession|certificate|order|copy"
_TURNED = re.compile(rf"\b(?P<thing>(?:{_THINGS})(?:\s+(?:{_THINGS}|register|kiye|kie|kare|karne|hone|ke|ki|[^\x00-\x7f]+)){{0,3}}?)\s+(?:se |ke |of )?(?P<place>before|after|without)\b", re.IGNORECASE)
"""Indian languages put these words behind the noun: "agreement before" is "before agreement"."""
_BEFORE_NOW = re.compile(r"\b(years|months|weeks|days) before\b")
"""In these languages "3 years before" alone is three years ago."""


@dataclass(frozen=True, slots=True)
class _Words:
    pattern: re.Pattern[str]
    english: Mapping[str, str]

    def read(self, text: str) -> str:
        return self.pattern.sub(self._say, text)

    def _say(self, found: re.Match[str]) -> str:
        """The English word; "not" behind it where the ending that a script adds denies it."""
        denied = " not" if _DENYING_END.search(found[0][len(found["word"]) :]) else ""
        return f" {self.english[found['word'].lower()]}{denied} "


def read_case_in_english(text: str) -> str:
    """Return a text on one line with what the list holds read in English; a text in English is unchanged."""
    names = [name for name, letters in _SCRIPTS.items() if re.search(f"[{letters}]", text)]
    if not names and not (is_romanised_hindi(text) or _LATIN_UNITS.search(text)):
        return text
    told = _in_latin_digits(text)
    told = _SIGN_BEFORE.sub(r"\1 %", told)
    for name in names or [_LATIN]:
        told = _words()[name].read(told)
    told = _BEFORE_NOW.sub(r"\1 ago", " ".join(told.split()))
    told = _TURNED.sub(r"\g<place> \g<thing>", told)
    return _IN_YEAR.sub(_say_in_year, told)


def _say_in_year(found: re.Match[str]) -> str:
    """"2021 में" is "in 2021"; a month before it belongs to it."""
    before = found["before"]
    if before and before.lower() in _MONTHS:
        return found[0]
    return f"{before} in {found['year']}" if before else f"in {found['year']}"


def _in_latin_digits(text: str) -> str:
    return "".join(str(int(sign)) if sign.isdigit() and not sign.isascii() else sign for sign in text)


@lru_cache(maxsize=1)
def _words() -> Mapping[str, _Words]:
    data = load_words(files("civicsetu.lexicon").joinpath(_FILE).read_text("utf-8"))
    assert isinstance(data, dict)
    return {name: _compile(told, _SCRIPTS.get(name, "")) for name, told in data.items()}


def _compile(told: Mapping[str, object], letters: str) -> _Words:
    counts = told.get("counts", {})
    assert isinstance(counts, dict)
    english = {word: str(number) for word, number in counts.items()}
    alone = "|".join(map(re.escape, english))
    for name, words in told.items():
        if name != "counts":
            assert isinstance(words, list)
            english |= dict.fromkeys(words, name)
    stems = "|".join(re.escape(one) for one in sorted(english, key=len, reverse=True) if one not in counts)
    if not letters:
        return _Words(re.compile(rf"\b(?P<word>{stems})\b", re.IGNORECASE), english)
    whole = rf"(?<![{letters}])(?:(?P<word>(?:{stems}|(?:{alone})(?![{letters}])))[{letters}\u200c\u200d]*)"
    return _Words(re.compile(whole), english)

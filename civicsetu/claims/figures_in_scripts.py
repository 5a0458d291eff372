"""Read the figures of what people write in an Indian script: "62 लाख", "६२ लाख", "31 மார்ச் 2021".

The text is written in Latin letters and digits where it counts, and read as English is; each figure keeps its place
in the text as it was written. The words are data (`words_in_scripts.yaml`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.claims.figures import Figure, find_figures
from civicsetu.yaml_data import load_words

_LETTER = r"[\u0900-\u0963\u0971-\u097F\u0B80-\u0BE5\u0C80-\u0CE5]"
"""Letters and vowel signs of the three scripts, without digits and full stops."""
_DOTTED = {unicodedata.normalize("NFD", letter): letter for letter in "\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f"}


def find_figures_in_any_script(text: str) -> list[Figure]:
    """Find every figure of a text in order, whatever its script; `start` and `end` are places in the text itself."""
    latin, places = _write_in_latin(text)
    if latin == text:
        return find_figures(text)
    return [_place(one, text, places[one.start], places[one.end]) for one in find_figures(latin)]


def _place(figure: Figure, text: str, start: int, end: int) -> Figure:
    return replace(figure, start=start, end=end, said=text[start:end])


def _write_in_latin(text: str) -> tuple[str, list[int]]:
    """The text with Latin digits and words for its numbers; of each of its characters and of its end, the place it came from."""
    written: list[str] = []
    places: list[int] = []
    for piece, start in _pieces(text):
        written.append(piece)
        places.extend([start] * len(piece))
    return "".join(written), [*places, len(text)]


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    for found in _pattern().finditer(text):
        yield from ((_digit(char), at + number) for number, char in enumerate(text[at : found.start()]))
        apart = " " if found.start() and text[found.start() - 1].isdecimal() else ""
        yield apart + _words()[next(one for one in found.groups() if one)], found.start()
        at = found.end()
    yield from ((_digit(char), at + number) for number, char in enumerate(text[at:]))


def _digit(char: str) -> str:
    return str(unicodedata.decimal(char)) if char.isdecimal() else char


@lru_cache(maxsize=1)
def _groups() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    text = files("civicsetu.claims").joinpath("words_in_scripts.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, dict[str, tuple[str, ...]]]).validate_python(load_words(text))


@lru_cache(maxsize=1)
def _words() -> Mapping[str, str]:
    """The English word by each of the words, as it may be spelt."""
    told = ((english, word) for group in _groups().values() for english, words in group.items() for word in words)
    return {spelt: english for english, word in told for spelt in _spellings(word)}


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """Each word at its beginning: a stem with any ending, else the whole word."""
    stems, whole = (_either(word for words in _groups()[name].values() for word in words) for name in ("stems", "whole"))
    return re.compile(rf"(?<!{_LETTER})(?:({stems}){_LETTER}*|({whole})(?!{_LETTER}))")


def _either(words: Iterator[str]) -> str:
    spelt = {one for word in words for one in _spellings(word)}
    return "|".join(sorted(map(re.escape, spelt), key=len, reverse=True))


def _spellings(word: str) -> tuple[str, ...]:
    """A word with its dotted letters as two characters, and as one: a keyboard may write either."""
    apart = unicodedata.normalize("NFD", word)
    together = apart
    for pair, letter in _DOTTED.items():
        together = together.replace(pair, letter)
    return apart, unicodedata.normalize("NFC", apart), together

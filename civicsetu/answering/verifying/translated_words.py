"""Read what a translation is compared by: its figures, dates, provisions, forms and denials, in four languages.

The words are data (`translation.yaml`), written for each language by itself and not translated from one another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.yaml_data import load_words, report_errors

MEASURES = ("day", "week", "month", "year", "hour", "rupee", "per_cent")


class MeasuredNumber(NamedTuple):
    """A number a text gives, and what it measures; a date is the number of its day, of measure "date"."""

    value: Fraction
    measure: str


class TranslatedWords(BaseModel):
    """The words of one language, as `translation.yaml` gives them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    script: str
    own: str
    other: str
    numbers: Mapping[str, int]
    parts: Mapping[str, int]
    factors: Mapping[str, int]
    day: str
    week: str
    month: str
    year: str
    hour: str
    rupee: str
    per_cent: str
    months: tuple[str, ...]
    deny: str
    doubled: str
    may: str
    must: str
    least: str
    most: str
    only: str
    parties: Mapping[str, str]
    yes: str
    no: str
    reference: str
    form: str
    letters: str

    def count_denials(self, text: str) -> int:
        """Return how often a text denies; a bound said with a not ("not less than") denies nothing."""
        return len(re.findall(self.deny, re.sub(self.doubled, " ", text)))

    def find_parties(self, text: str) -> frozenset[str]:
        """Return the parties a text names."""
        return frozenset(name for name, pattern in self.parties.items() if re.search(pattern, text))

    def count_letters(self, text: str) -> int:
        """Return how many letters are of the language's script."""
        return len(re.findall(f"[{self.script}]", text))


@lru_cache(maxsize=1)
def get_translated_words() -> Mapping[str, TranslatedWords]:
    """Return the words of each language by its code.

    Raises:
        CorpusError: the file is malformed.
    """
    text = files("civicsetu.answering.verifying").joinpath("translation.yaml").read_text("utf-8")
    with report_errors("translation.yaml"):
        return TypeAdapter(dict[str, TranslatedWords]).validate_python(load_words(text))


def find_words(language: str) -> TranslatedWords | None:
    """Return the words of a language by its code or its English name; None where it has none."""
    every = get_translated_words()
    return every.get(language) or next((one for one in every.values() if one.name == language), None)


def write_digits(text: str) -> str:
    """Return a text with the digits of every script written as 0 to 9, and the marks of numbers evened out."""
    plain = (str(unicodedata.digit(char)) if char.isdigit() else char for char in unicodedata.normalize("NFC", text))
    return re.sub(r"(?<=\d),(?=\d)", "", "".join(plain))


def read_references(text: str, words: TranslatedWords) -> tuple[frozenset[str], str]:
    """Return the provisions a translation names, as "18(1)", and the text without them."""
    path = r"(\d+[A-Za-z]{0,2}(?:\s?\([\w\u0900-\u0DFF]{1,5}\))*)"
    ending = rf"[{words.script}]*"
    after = rf"(?:{words.reference}){ending}\s*(?:संख्या|क्रमांक|क्र\.?|எண்|ಸಂಖ್ಯೆ)?\s*:?\s*{path}"
    found = [match for match in re.finditer(after, text)]
    named = frozenset(re.sub(r"\s", "", match[1]) for match in found)
    return named, re.sub(after, " ", text)


def read_forms(text: str, words: TranslatedWords) -> frozenset[str]:
    """Return the forms a translation names, by their Latin letters: those of its own script are read as Latin ones."""
    letters = dict(zip(words.letters.split(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))
    spoken = "|".join(sorted(map(re.escape, letters), key=len, reverse=True))
    pattern = rf"(?:{words.form})[{words.script}]*\s*[-‘'\"“(]*\s*([A-Z]{{1,4}}|\d{{1,2}}|(?:{spoken}))(?![{words.script}A-Za-z])"
    return frozenset(letters.get(match[1], match[1]) for match in re.finditer(pattern, text))


def read_figures(text: str, words: TranslatedWords) -> list[MeasuredNumber]:
    """Return every number of a translation with its measure, dates first; numbers of provisions are none."""
    dates, rest = take_dates(text, words)
    return [*dates, *_read_numbers(read_references(rest, words)[1], words)]


def take_dates(text: str, words: TranslatedWords) -> tuple[list[MeasuredNumber], str]:
    """Return the days a translation gives, and the text without them."""
    found: list[MeasuredNumber] = []

    def take(day: int, month: int, year: int) -> str:
        found.append(MeasuredNumber(Fraction(year * 10000 + month * 100 + day), "date"))
        return " "

    text = re.sub(
        r"(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)",
        lambda match: take(int(match[1]), int(match[2]), int(match[3])),
        text,
    )
    for number, name in enumerate(words.months, start=1):
        pattern = rf"(\d{{1,2}})\s+(?:{name})[{words.script}]*,?\s+(\d{{4}})|(\d{{4}})\s*[{words.script}]*\s+(?:{name})\s+(\d{{1,2}})"
        text = re.sub(
            pattern,
            lambda match, number=number: take(int(match[1] or match[4]), number, int(match[2] or match[3])),  # type: ignore[misc]
            text,
        )
    return found, text


def _read_numbers(text: str, words: TranslatedWords) -> Iterator[MeasuredNumber]:
    tokens = re.findall(rf"\d+(?:\.\d+)?|[{words.script}]+\.?|%|₹|[A-Za-z]+|[.;:!?।,]", text)
    at = 0
    while at < len(tokens):
        value, end = _read_number(tokens, at, words)
        if value is None:
            at += 1
            continue
        yield MeasuredNumber(value, _measure(tokens, at, end, words))
        at = end


def _read_number(tokens: list[str], at: int, words: TranslatedWords) -> tuple[Fraction | None, int]:
    """The number that begins at a token, and where it ends: "2 lakh 50 thousand", "two thirds"."""
    total, current, start = Fraction(0), None, at
    while at < len(tokens):
        token = tokens[at].rstrip(".")
        number, part, factor = _number(token, words), _known(token, words.parts), _known(token, words.factors)
        if factor is not None and (current is not None or at == start):
            total, current = total + (current or 1) * factor, None
        elif part is not None and (current is not None or at == start):
            follows = _number(tokens[at + 1], words) if at + 1 < len(tokens) else None
            if current is None and follows is not None:
                return Fraction(follows) / part, at + 2
            return (current or Fraction(1)) / part, at + 1
        elif number is not None and current is None:
            current = number
        elif number is not None and current is not None and number < 100 and current >= 100 and current % 100 == 0:
            current += number
        else:
            break
        at += 1
    if at == start:
        return None, at
    return total + (current or 0), at


def _number(token: str, words: TranslatedWords) -> Fraction | None:
    if re.fullmatch(r"\d+(?:\.\d+)?", token):
        return Fraction(token)
    known = words.numbers.get(token)
    return None if known is None else Fraction(known)


def _known(token: str, among: Mapping[str, int]) -> int | None:
    """The value of a word, with any ending."""
    return next((value for word, value in among.items() if token == word or (len(word) > 2 and token.startswith(word))), None)


def _measure(tokens: list[str], start: int, end: int, words: TranslatedWords) -> str:
    """What a number measures: the first measure of the words behind it, or just before it."""
    before = tokens[start - 1] if start else ""
    for name in ("rupee", "per_cent"):
        if before and re.fullmatch(f"(?:{getattr(words, name)})", before.rstrip(".")):
            return name
    for token in tokens[end : end + VERIFYING.measure_words]:
        if token in ".;:!?।," or _number(token, words) is not None:
            return ""
        for name in MEASURES:
            if re.match(f"(?:{getattr(words, name)})", token):
                return name
    return ""

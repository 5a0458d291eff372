"""Whether a rewritten question says something that the person did not: a provision, law, state, number or date."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction

from civicsetu.answering.verifying.translated_words import get_translated_words, read_figures, write_digits
from civicsetu.claims.numbers import find_amounts
from civicsetu.corpus.registry import Registry
from civicsetu.law.references import find_references
from civicsetu.query.jurisdiction_detection import states_named

_LAW = re.compile(
    r"\b(?:acts?|codes?|sanhita|ordinance|adhiniyam|constitution|articles?|ipc|cpc|crpc|bns|ibc|sarfaesi|pmla|fema|gst|mofa|"
    r"tribunal|high court|supreme court|consumer (?:court|forum|commission)|nclt|judg(?:e)?ments?|precedents?)\b",
    re.IGNORECASE,
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = re.compile(
    r"\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?=,? \d)|(?<=\d )may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b",
    re.IGNORECASE,
)
_NUMERIC_DATE = re.compile(r"\b\d{1,4}[./-](\d{1,2})[./-]\d{1,4}\b")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


def adds_anything(rewritten: str, written: str, registry: Registry) -> bool:
    """Return whether a rewritten question holds a provision, law, state, number or month that `written` does not."""
    return any(
        (
            _references(rewritten) - _references(written),
            _laws(rewritten) - _laws(written),
            set(states_named(rewritten, registry)) - set(states_named(written, registry)),
            _numbers(rewritten, with_words=False) - _numbers(written, with_words=True),
            _months(rewritten) - _months(written),
        )
    )


def _references(text: str) -> set[str]:
    return {f"{one.path} {one.law}" for one in find_references(text)}


def _laws(text: str) -> set[str]:
    return {found[0].lower().rstrip("s") for found in _LAW.finditer(text)}


def _numbers(text: str, *, with_words: bool) -> set[Fraction]:
    """The values of a text's numbers; `with_words`: those written in the words of other languages too."""
    plain = write_digits(unicodedata.normalize("NFKC", text))
    values = {Fraction(found) for found in _DIGITS.findall(plain)}
    values |= set(_stated(plain))
    if with_words:
        values |= {said.value for words in get_translated_words().values() for said in read_figures(plain, words)}
    return values


def _stated(text: str) -> Iterable[Fraction]:
    for amount in find_amounts(text):
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", amount.stated):
            year, _, day = amount.stated.split("-")
            yield from (Fraction(year), Fraction(day))
        elif found := re.search(r"\d+(?:/\d+)?", amount.stated):
            yield Fraction(found[0])


def _months(text: str) -> set[int]:
    """The months a text names, in English, in another language or in figures."""
    plain = write_digits(text)
    named = {_MONTHS.index(found[0][:3].lower()) for found in _MONTH.finditer(plain)}
    named |= {int(found[1]) - 1 for found in _NUMERIC_DATE.finditer(plain)}
    for words in get_translated_words().values():
        named |= {at for at, name in enumerate(words.months) if re.search(rf"(?<![{words.script}])(?:{name})", plain)}
    return named

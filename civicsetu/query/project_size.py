"""How much land a project takes and of which kind it is, as a question gives them.

A quantity is read only where its unit is one: two quantities, a unit whose size differs from place to place, or
the area of a flat give none, for a fee by area must not be chosen by a wrong one. Words are data
(`project_size.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words

_FACTORS = {"": 1, "thousand": 1_000, "hazar": 1_000, "hajar": 1_000, "lakh": 100_000, "lac": 100_000}
_NUMBER = r"(?<![\w.,])(?P<figure>\d[\d,]*(?:\.\d+)?)\s*(?P<factor>thousand|hazar|hajar|lakh|lac)?s?[\s-]*"


class _Unit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    metres: Decimal
    words: str


class _Kind(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    kinds: tuple[str, ...]
    words: str


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    units: Mapping[str, _Unit]
    differs: str
    not_land: str
    each: str
    of_one: str
    for_one: str
    kinds: tuple[_Kind, ...]


@dataclass(frozen=True, slots=True)
class LandArea:
    """A quantity of land; `converted` where it was given in another unit, so that its last digits are not sure."""

    square_metres: Decimal
    converted: bool


@dataclass(frozen=True, slots=True)
class ProjectKind:
    """A kind of project in words, and the kinds of the parameters it may be."""

    name: str
    kinds: tuple[str, ...]


def read_land_area(text: str) -> LandArea | None:
    """Return the area of land a text names; None where it names none, several, or one that is not sure."""
    text, words = text[: READING.project_chars], _words()
    if re.search(_NUMBER + words.differs, text, re.IGNORECASE) or re.search(words.not_land, text, re.IGNORECASE):
        return None
    areas = {
        LandArea(_figure(found) * unit.metres, unit.metres != 1)
        for unit in words.units.values()
        for found in re.finditer(f"{_NUMBER}(?:{unit.words})", text, re.IGNORECASE)
        if not re.search(words.each, text[: found.start()], re.IGNORECASE)
    }
    return areas.pop() if len(areas) == 1 else None


def in_square_metres(text: str, bounds: Collection[Decimal] = ()) -> str:
    """Return a text with each area of land written in square metres, the unit of the law's thresholds.

    What a flat measures is left, and so is what lies within a hundredth of one of the `bounds`, in square metres: the
    words of a question are not measured that closely.
    """
    words = _words()
    for unit in words.units.values():
        if unit.metres != 1:
            found = re.compile(f"{_NUMBER}(?:{unit.words})", re.IGNORECASE)
            text = found.sub(partial(_written_anew, unit.metres, tuple(bounds)), text)
    return text


def _written_anew(metres: Decimal, bounds: Collection[Decimal], found: re.Match[str]) -> str:
    words, area = _words(), _figure(found) * metres
    before, behind = found.string[: found.start()], found.string[found.end() :]
    of_one = re.search(words.of_one, before, re.IGNORECASE) or re.match(words.for_one, behind, re.IGNORECASE)
    if of_one or any(abs(area - end) <= end / 100 for end in bounds):
        return found[0]
    return f"{area:.0f} square metres"


def read_project_kind(text: str) -> ProjectKind | None:
    """Return the kind of project a text names; None where it names none."""
    found = (
        one for one in _words().kinds if re.search(one.words, text[: READING.project_chars], re.IGNORECASE)
    )
    return next((ProjectKind(one.name, one.kinds) for one in found), None)


def _figure(found: re.Match[str]) -> Decimal:
    return Decimal(found["figure"].replace(",", "")) * _FACTORS[(found["factor"] or "").lower()]


@lru_cache(maxsize=1)
def _words() -> _Words:
    text = files("civicsetu.query").joinpath("project_size.yaml").read_text("utf-8")
    return _Words.model_validate(load_words(text))

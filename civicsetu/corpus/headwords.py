"""Headwords: the phrases under which a reader would look a provision up, as at the back of a law book.

`headwords/<key>.yaml` gives them by the path of the unit and by language:

    "3(1)":
      en: [gate left open at night, time to close the gate]
      hi: [रात में खुला फाटक]

They lead to a provision and are never shown or cited as law. Therefore they may hold nothing a
reader could take for it: no figure, in whatever script, no question, no more than six words.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from civicsetu.corpus.yaml_data import load_words, reason
from civicsetu.errors import CorpusError
from civicsetu.law.paths import parse_path


class Language(StrEnum):
    """What a headword is written in; `hi-Latn` is Hindi in Latin letters, as people type it."""

    ENGLISH = "en"
    HINDI = "hi"
    HINDI_LATIN = "hi-Latn"
    MARATHI = "mr"
    TAMIL = "ta"
    KANNADA = "kn"


MOST_WORDS = 6
_QUESTION_MARKS = frozenset("?？؟⁇⁈⁉¿")
_SAID = {
    "too_short": "there is nothing under it",
    "tuple_type": "a list of phrases is expected",
    "dict_type": "a mapping is expected",
    "string_type": "a phrase in words is expected",
    "enum": f"the languages are {', '.join(Language)}",
}
"""What pydantic's own errors mean here."""


def _unit(path: str) -> str:
    """A path as the law prints it, which is how the units of a text are named."""
    if str(parse_path(path)) != path:
        raise ValueError(f"{path!r} is to be written {str(parse_path(path))!r}")
    return path


def _phrase(text: str) -> str:
    """A phrase with its white space evened out, in the composed form of its letters."""
    phrase = unicodedata.normalize("NFC", " ".join(text.split()))
    if not any(character.isalpha() for character in phrase):
        raise ValueError(f"the phrase {phrase!r} has no word")
    if len(phrase.split()) > MOST_WORDS:
        raise ValueError(f"the phrase {phrase!r} has more than {MOST_WORDS} words")
    if any(unicodedata.category(character).startswith("N") for character in phrase):
        raise ValueError(f"the phrase {phrase!r} has a figure")
    if not _QUESTION_MARKS.isdisjoint(phrase):
        raise ValueError(f"the phrase {phrase!r} is a question")
    return phrase


def _each_once(phrases: tuple[str, ...]) -> tuple[str, ...]:
    seen: set[str] = set()
    for phrase in phrases:
        if phrase.casefold() in seen:
            raise ValueError(f"the phrase {phrase!r} stands twice")
        seen.add(phrase.casefold())
    return phrases


UnitPath = Annotated[str, AfterValidator(_unit)]
Phrase = Annotated[str, AfterValidator(_phrase)]
Phrases = Annotated[tuple[Phrase, ...], Field(min_length=1), AfterValidator(_each_once)]
ByLanguage = Annotated[dict[Language, Phrases], Field(min_length=1)]


class Headwords(BaseModel):
    """The headwords of one document: unit path -> language -> phrases, in the order of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: str
    units: dict[UnitPath, ByLanguage] = Field(min_length=1)


def parse_headwords(document: str, text: str) -> Headwords:
    """Read a file of headwords.

    Raises:
        CorpusError: it is malformed, or holds what a headword may not be; file, unit and
            language are named.
    """
    try:
        return Headwords.model_validate({"document": document, "units": load_words(text)})
    except (ValueError, ValidationError, yaml.YAMLError) as error:
        message = f"headwords/{document}.yaml{_fault(error)}."
        raise CorpusError(message, user_message=message) from error


@lru_cache(maxsize=64)
def read_headwords(document: str) -> Headwords | None:
    """The headwords that ship for a document; None where there are none. Raises as `parse_headwords`."""
    resource = files("civicsetu.corpus").joinpath("headwords", f"{document}.yaml")
    return parse_headwords(document, resource.read_text("utf-8")) if resource.is_file() else None


def _fault(error: Exception) -> str:
    """Where in the file, and what is wrong there, in the rest of a sentence."""
    if not isinstance(error, ValidationError):
        return f" cannot be read: {reason(error)}"
    first = error.errors()[0]
    _, *place = first["loc"]
    where = "".join(f", {part}" for part in place if isinstance(part, str) and part != "[key]")
    return f"{where}: {_SAID.get(first['type'], first['msg'].removeprefix('Value error, '))}"

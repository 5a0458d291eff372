"""Read keyphrases and expected questions: the words under which a reader looks a provision up.

`data/keyphrases/<key>.yaml` gives them by the path of the unit and by language:

    "3(1)":
      en: [lantern left open at night, time to close the lantern]
      hi: [रात में खुली लालटेन]

`data/expected_questions/<key>.yaml` gives, by the path of the unit, questions and short stories that this unit
answers, worded as people write them:

    "3(1)":
    - Nobody in our lane slept because the lantern was left open after the last cart.

Both lead to a provision and are never shown or cited as law. Therefore a phrase may hold nothing a
reader could take for it: no figure, in whatever script, no question, no more than six words. An
expected question tells a case, with invented figures; it names no provision by number.

`data/equivalent_provisions.yaml` maps a unit that neither file has to a unit of another document that is
worded nearly alike, since states have adopted one model. It shares that unit's keyphrases.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from civicsetu.errors import CorpusError
from civicsetu.law.paths import parse_path
from civicsetu.yaml_data import describe_error, load_words


class Language(StrEnum):
    """Language of a keyphrase; `hi-Latn` is Hindi in Latin letters, as people type it."""

    ENGLISH = "en"
    HINDI = "hi"
    HINDI_LATIN = "hi-Latn"
    MARATHI = "mr"
    TAMIL = "ta"
    KANNADA = "kn"


class Form(StrEnum):
    """Form of a row: phrases are embedded as passages, an expected question as the question it resembles."""

    KEYPHRASE = "keyphrase"
    EXPECTED_QUESTION = "expected_question"


MOST_WORDS = 6
FEWEST_QUESTION_WORDS = 4
MOST_QUESTION_WORDS = 60
_BY_NUMBER = re.compile(r"\b(?:sections?|rules?|regulations?|sub-?section|clause)\s+\d", re.IGNORECASE)
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


def _expected_question(text: str) -> str:
    """An expected question with its white space evened out, in the composed form of its letters."""
    question = unicodedata.normalize("NFC", " ".join(text.split()))
    if not FEWEST_QUESTION_WORDS <= len(question.split()) <= MOST_QUESTION_WORDS:
        raise ValueError(
            f"the expected question {question!r} has not {FEWEST_QUESTION_WORDS} to {MOST_QUESTION_WORDS} words"
        )
    if _BY_NUMBER.search(question):
        raise ValueError(f"the expected question {question!r} names a provision by number")
    return question


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
ExpectedQuestions = Annotated[
    tuple[Annotated[str, AfterValidator(_expected_question)], ...],
    Field(min_length=1),
    AfterValidator(_each_once),
]


class IndexedTexts(BaseModel):
    """The keyphrases of one document: unit path -> language -> phrases, and unit path -> expected questions.

    Both are in the order of their file; a unit may stand in one of them alone.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: str
    units: dict[UnitPath, ByLanguage] = Field(default={}, min_length=1)
    expected_questions: dict[UnitPath, ExpectedQuestions] = Field(default={}, min_length=1)

    @property
    def paths(self) -> tuple[str, ...]:
        """Every unit that has either, once."""
        return tuple(dict.fromkeys([*self.units, *self.expected_questions]))


def parse_indexed_texts(document: str, keyphrases: str, expected_questions: str = "") -> IndexedTexts:
    """Parse a file of keyphrases and one of expected questions; an empty text is a file that is not there.

    Raises:
        CorpusError: one is malformed, or holds what a keyphrase may not be; file, unit and
            language are named.
    """
    found: dict[str, object] = {"document": document}
    for kind, field, content in (
        ("keyphrases", "units", keyphrases),
        ("expected_questions", "expected_questions", expected_questions),
    ):
        if content:
            found[field] = _parsed(document, kind, content)
    try:
        return IndexedTexts.model_validate(found)
    except ValidationError as error:
        kind = (
            "expected_questions" if error.errors()[0]["loc"][:1] == ("expected_questions",) else "keyphrases"
        )
        raise _malformed(document, kind, error) from error


def _parsed(document: str, kind: str, text: str) -> object:
    try:
        return load_words(text)
    except (ValueError, yaml.YAMLError) as error:
        raise _malformed(document, kind, error) from error


def _malformed(document: str, kind: str, error: Exception) -> CorpusError:
    return CorpusError(user_message=f"{kind}/{document}.yaml{_fault(error)}.")


@lru_cache(maxsize=64)
def own_indexed_texts(document: str) -> IndexedTexts:
    """Return the texts of the document's own files, empty if it has none. Raises as `parse_indexed_texts`."""
    return parse_indexed_texts(
        document, _shipped("keyphrases", document), _shipped("expected_questions", document)
    )


@lru_cache(maxsize=64)
def read_indexed_texts(document: str) -> IndexedTexts | None:
    """Return the texts that ship for a document, with those it shares with equivalent provisions of others.

    None where there are none. Raises as `parse_indexed_texts`.
    """
    found = own_indexed_texts(document).model_copy(deep=True)
    for path, (other, unit) in read_equivalent_provisions().get(document, {}).items():
        shared = own_indexed_texts(other)
        if path in found.paths:
            continue
        if unit in shared.units:
            found.units[path] = shared.units[unit]
        if unit in shared.expected_questions:
            found.expected_questions[path] = shared.expected_questions[unit]
    return found if found.paths else None


@lru_cache(maxsize=1)
def read_equivalent_provisions() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return document -> path of a unit -> (document, path) of the unit that is worded alike."""
    text = files("civicsetu.corpus.data").joinpath("equivalent_provisions.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, dict[str, str]]).validate_python(load_words(text))
    return {
        document: {path: _named(where) for path, where in units.items()} for document, units in data.items()
    }


def _named(where: str) -> tuple[str, str]:
    document, path = where.split(" ", 1)
    return document, path


def _shipped(kind: str, document: str) -> str:
    resource = files("civicsetu.corpus.data").joinpath(kind, f"{document}.yaml")
    return resource.read_text("utf-8") if resource.is_file() else ""


def _fault(error: Exception) -> str:
    """Where in the file, and what is wrong there, in the rest of a sentence."""
    if not isinstance(error, ValidationError):
        return f" cannot be read: {describe_error(error)}"
    first = error.errors()[0]
    _, *place = first["loc"]
    where = "".join(f", {part}" for part in place if isinstance(part, str) and part != "[key]")
    return f"{where}: {_SAID.get(first['type'], first['msg'].removeprefix('Value error, '))}"

"""Say in the asker's own language that the law is held in English: who asks in Tamil is told why no Tamil comes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from civicsetu.law.answers import Answer
from civicsetu.yaml_data import load_words

_LATIN = re.compile(r"[A-Za-z]")


class LanguageNote(BaseModel):
    """A language with its English name, the letters of its script, words that tell it from another, and what is said.

    `at_least`: how many different words tell a language that is written in Latin letters; 0 for a script of its own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    name: str
    letters: re.Pattern[str]
    words: re.Pattern[str] | None = None
    at_least: int = Field(0, ge=0)
    says: str


def language_note(question: str, earlier: Sequence[Answer]) -> str:
    """Return the sentence for a question in another language; empty where it is English, or it was said before."""
    note = find_asked_language(question)
    if note is None or any(note.says in turn.answer for turn in earlier):
        return ""
    return note.says


def find_asked_language(question: str) -> LanguageNote | None:
    """Return the language a question is written in, by its script or, in Latin letters, by its words; None for English."""
    return find_language(question) or _find_in_latin_letters(question)


def find_language(question: str) -> LanguageNote | None:
    """Return the language a question is written in, by its script; None where most of it is Latin."""
    return next((one for one in _notes() if not one.at_least and _is_in(question, one)), None)


def _find_in_latin_letters(question: str) -> LanguageNote | None:
    """The language that enough different words of a question tell, where it has letters of no other script."""
    romanised = (one for one in _notes() if one.at_least and one.words is not None)
    return next((one for one in romanised if one.words and len(_words_in(question, one.words)) >= one.at_least), None)


def _words_in(question: str, words: re.Pattern[str]) -> set[str]:
    return {word.lower() for word in words.findall(question)}


def _is_in(question: str, note: LanguageNote) -> bool:
    """Whether it has more letters of the script than Latin ones: names and "RERA" are often written in those."""
    own = len(note.letters.findall(question))
    of_language = note.words is None or note.words.search(question) is not None
    return own > len(_LATIN.findall(question)) and of_language


@lru_cache(maxsize=1)
def _notes() -> tuple[LanguageNote, ...]:
    text = files("civicsetu.answering.messages").joinpath("language_notes.yaml").read_text("utf-8")
    return TypeAdapter(tuple[LanguageNote, ...]).validate_python(load_words(text))

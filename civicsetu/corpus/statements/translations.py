"""What statements and silences say in other languages, read by two readers (`corpus/data/translations/<language>.yaml`).

    language: hi
    words: {"Yes.": "हाँ।"}
    sentences:
      meadow.3-1.shut: {of: 1f0c9b7e, says: फाटक बंद रखना होगा।}
      none.gate-colour.look: {of: 5a1e22d0, says: ग्राम पंचायत तय करती है।}

`of` is the digest of the English sentence it was made from: once that is reworded or gone, its translation is not told any
more. A file that is wrong in one field refuses the whole, and the error names file, line and field.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.yaml_data import parse_model

FOLDER = "translations"
LOOK = ".look"
"""Behind the id of a silence: its sentence on where to look instead."""
ELSEWHERE = ".elsewhere"
"""The same for who asks of a state whose forms that sentence does not tell."""
_DIGEST_LENGTH = 8


class TranslatedSentence(BaseModel):
    """Translation of a sentence into another language; `of` is the digest of the English one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    of: str = Field(pattern=rf"^[0-9a-f]{{{_DIGEST_LENGTH}}}$")
    says: Annotated[str, Field(min_length=1)]


class TranslationFile(BaseModel):
    """The file of one language: what stands before a sentence as yes or no, and the sentences by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str = Field(pattern=r"^[a-z]{2}(?:-[A-Z][a-z]{3})?$")
    words: Mapping[str, str] = Field(default_factory=dict)
    sentences: Mapping[str, TranslatedSentence]


@dataclass(frozen=True, slots=True)
class Translations:
    """One language: `words` and `sentences` by their English."""

    language: str
    words: Mapping[str, str]
    sentences: Mapping[str, str]

    def translate(self, english: str) -> str:
        """Return a text of one or more known sentences in the language; empty where one of them is not known."""
        return " ".join(told) if (told := list(self._split(english))) and all(told) else ""

    def _split(self, english: str) -> Iterator[str]:
        """Yield the translation of each known sentence in turn, an empty one at the first that is not known."""
        rest = english.strip()
        while rest:
            ends = [end.start() + 1 for end in re.finditer(r"[.?](?=\s|$)", rest)]
            known = next((end for end in reversed(ends) if rest[:end] in self.sentences), None)
            if known is None:
                yield ""
                return
            yield self.sentences[rest[:known]]
            rest = rest[known:].lstrip()


def digest_of_sentence(english: str) -> str:
    """Return what a translation is held to its English sentence by."""
    return hashlib.sha256(english.encode()).hexdigest()[:_DIGEST_LENGTH]


@cache
def list_translatable() -> Mapping[str, str]:
    """Return the English sentences by the id that a translation goes by: statements, silences, where to look."""
    found = {one.id: one.says for one in get_statements()}
    for silence in get_silences():
        found[silence.id] = silence.says
        if silence.look:
            found[f"{silence.id}{LOOK}"] = silence.look
        if silence.elsewhere:
            found[f"{silence.id}{ELSEWHERE}"] = silence.elsewhere
    return found


@lru_cache(maxsize=8)
def get_translations(language: str) -> Translations | None:
    """Return the translations into a language, read on first use; None where none ship.

    Raises:
        CorpusError: the file is wrong.
    """
    text = read_texts(FOLDER).get(f"{language}.yaml")
    return load_translations(text, f"{FOLDER}/{language}.yaml", list_translatable()) if text else None


def load_translations(text: str, name: str, english: Mapping[str, str]) -> Translations:
    """Read a file of translations of the `english` sentences by id; one whose English was reworded since, or is not held, is left out.

    Raises:
        CorpusError: as `get_translations`.
    """
    file = parse_model(TranslationFile, text, name)
    sentences = {
        known: one.says
        for key, one in file.sentences.items()
        if (known := english.get(key)) is not None and one.of == digest_of_sentence(known)
    }
    return Translations(file.language, file.words, sentences)

"""Sentences that lower floors say in English, found again in the catalogue by their English words.

A sentence there is a template such as "There is no {part} in {law}."; what stands in its places is taken over, and put
into the same places of the translation. A value that is itself a message ("contract law", a state, a day) is translated too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache

from civicsetu.web.language.catalogue import ENGLISH, PLACEHOLDER, Catalogue, get_catalogues, list_told
from civicsetu.web.language.english_values import EnglishValues, as_pattern

_SENTENCE_END = re.compile(r"(?<=[.!?।:])\s+|\n+")


class EnglishSentences:
    """The English templates of a catalogue, and how the same is said in another."""

    def __init__(self, english: Catalogue, other: Catalogue) -> None:
        self._english = english
        self._values = EnglishValues(english, other)

    def translate(self, text: str) -> str:
        """Return the text with each sentence that is known in the other language; the rest as it is."""
        whole = self._values.translate(text)
        return whole if whole is not None else "".join(self._translate_parts(text))

    def _translate_parts(self, text: str) -> Iterator[str]:
        at = 0
        while at < len(text):
            found = self._find(text, at)
            if found is not None:
                said, at = found
                yield said
            else:
                end = _SENTENCE_END.search(text, at)
                yield text[at : end.start() if end else len(text)]
                at = end.start() if end else len(text)
            gap = re.compile(r"\s+").match(text, at)
            if gap:
                yield gap.group()
                at = gap.end()

    def _find(self, text: str, at: int) -> tuple[str, int] | None:
        """What the longest template that fits there says in the other language, and where it ends."""
        for pattern, key in self._templates:
            if fits := pattern.match(text, at):
                return self._values.fill(key, fits.groupdict()), fits.end()
        return None

    @cached_property
    def _templates(self) -> list[tuple[re.Pattern[str], str]]:
        """Patterns of the sentences with their keys, those with the most words of their own first."""
        told = [(text, key) for key, text in list_told(self._english) if text.endswith((".", "!", "?", ":", "…", ".)"))]
        told.sort(key=lambda one: -len(PLACEHOLDER.sub("", one[0])))
        return [(re.compile(rf"{as_pattern(text)}(?=\s|$)"), key) for text, key in told]


@cache
def get_sentences(code: str) -> EnglishSentences:
    """Return the sentences of the English catalogue with their translations into a language."""
    catalogues = get_catalogues()
    return EnglishSentences(catalogues[ENGLISH], catalogues[code])


@lru_cache(maxsize=1)
def _offered() -> dict[str, str]:
    """The English original of every question that the page offers, by its words in any language."""
    english = get_catalogues()[ENGLISH].messages
    return {
        text: english[group][key]
        for catalogue in get_catalogues().values()
        for group in ("asks", "next")
        for key, text in catalogue.messages[group].items()
    }


def find_original(question: str) -> str:
    """Return the English original of a question that the page offers in another language, else the question itself."""
    return _offered().get(" ".join(question.split()), question)

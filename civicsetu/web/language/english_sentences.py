"""Sentences that lower floors say in English, found again in the catalogue by their English words.

A sentence there is a template such as "There is no {part} in {law}."; what stands in its places is taken over, and put
into the same places of the translation. A value that is itself a message ("contract law", a state, a day) is translated too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache

from civicsetu.web.language.catalogue import ENGLISH, PAGE_GROUPS, PLACEHOLDER, Catalogue, get_catalogues

_SENTENCE_END = re.compile(r"(?<=[.!?।:])\s+|\n+")
_DAY = re.compile(r"(?:(\d{1,2}) )?(\w+) (\d{4})")
_LABELS = "labels"


class EnglishSentences:
    """The English templates of a catalogue, and how the same is said in another."""

    def __init__(self, english: Catalogue, other: Catalogue) -> None:
        self._english = english
        self._other = other

    def translate(self, text: str) -> str:
        """Return the text with each sentence that is known in the other language; the rest as it is."""
        whole = self._translate_value(text)
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
                return self._fill(key, fits.groupdict()), fits.end()
        return None

    def _fill(self, key: str, values: dict[str, str]) -> str:
        names = {name: self._translate_value(value) or value for name, value in values.items()}
        return PLACEHOLDER.sub(lambda one: names[one.group(1)], self._others[key])

    def _translate_value(self, value: str) -> str | None:
        """A message without places, a day or month, a label, or a list of messages; None where it is none."""
        if value in self._whole:
            return self._others[self._whole[value]]
        if (day := _DAY.fullmatch(value)) and day.group(2) in self._english.months:
            return self._write_day(*day.groups(""))
        for pattern, key in self._labels:
            if fits := pattern.fullmatch(value):
                return self._write_digits(self._fill(key, fits.groupdict()))
        names = [one for piece in value.split(", ") for one in piece.split(" and ")]
        if len(names) < 2 or not all(one in self._whole for one in names):
            return None
        return self._list([self._others[self._whole[one]] for one in names])

    def _list(self, names: list[str]) -> str:
        last = self._others["lists.last"]
        return last.replace("{first}", ", ".join(names[:-1])).replace("{last}", names[-1])

    def _write_day(self, day: str, month: str, year: str) -> str:
        own = f"{day.lstrip('0')} {self._other.months[self._english.months.index(month)]} {year}".lstrip()
        return self._write_digits(own)

    def _write_digits(self, text: str) -> str:
        return text.translate(str.maketrans("0123456789", self._other.digits))

    @cached_property
    def _others(self) -> dict[str, str]:
        return self._other.flatten()

    @cached_property
    def _whole(self) -> dict[str, str]:
        """Keys of messages without places, by their English text."""
        return {text: key for key, text in _told(self._english) if text and not PLACEHOLDER.search(text)}

    @cached_property
    def _labels(self) -> list[tuple[re.Pattern[str], str]]:
        """Patterns of what is no sentence and has places: it is found where it stands alone."""
        return [(re.compile(_as_pattern(text)), f"{_LABELS}.{key}") for key, text in self._english.messages[_LABELS].items()]

    @cached_property
    def _templates(self) -> list[tuple[re.Pattern[str], str]]:
        """Patterns of the sentences with their keys, those with the most words of their own first."""
        told = [(text, key) for key, text in _told(self._english) if text.endswith((".", "!", "?", ":", "…"))]
        told.sort(key=lambda one: -len(PLACEHOLDER.sub("", one[0])))
        return [(re.compile(rf"{_as_pattern(text)}(?=\s|$)"), key) for text, key in told]


def _told(catalogue: Catalogue) -> Iterable[tuple[str, str]]:
    return ((key, text) for key, text in catalogue.flatten().items() if key.partition(".")[0] not in PAGE_GROUPS)


def _as_pattern(template: str) -> str:
    """A place takes as little as fits, within one line."""
    parts = PLACEHOLDER.split(template)
    return "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))


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

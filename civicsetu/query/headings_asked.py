"""Find the section that a question asks for by what its heading names: "the obligations of a promoter".

Whoever asks so wants the section told in short, not one of its sentences. Headings are facts of the law held; the
words people use for those of a heading are data (`headings_asked.yaml`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.asked_kind import AskedKind, asked_kind
from civicsetu.query.asking_sentences import words_of_substance
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words

_OF_THE_WHOLE = frozenset({AskedKind.LIST, AskedKind.OTHER})
"""The kinds of question that leave open what of a section is asked."""

Section = tuple[str, str]


def find_section_by_heading(question: str, documents: Sequence[str], index: LawIndex) -> Section | None:
    """Return document and path of the one section of the Act whose heading has every word of the question; else None.

    The heading may say more; of several that have them all the one that says least more is meant, and of equals none.
    """
    if asked_kind(question) not in _OF_THE_WHOLE or _words()["detail"] & set(split_words(question)):
        return None
    asked = _meant(question)
    if not READING.heading_words <= len(asked) <= READING.heading_words_most:
        return None
    found = {
        (key, path): len(_heading(heading) - asked)
        for key in documents
        if (law := index.laws[key]).jurisdiction == CENTRAL
        for edition in law.editions.values()
        for path, heading in edition.titles.items()
        if asked <= _heading(heading)
    }
    least = min(found.values(), default=0)
    nearest = [section for section, more in found.items() if more == least]
    return nearest[0] if len(nearest) == 1 else None


@lru_cache(maxsize=1024)
def _heading(text: str) -> frozenset[str]:
    return _meant(text)


def _meant(text: str) -> frozenset[str]:
    words, alike = words_of_substance(text), _alike()
    return frozenset(alike.get(stem(word), stem(word)) for word in words) - {""}


@cache
def _alike() -> Mapping[str, str]:
    """By stem, the stem of the heading's word; empty for a word that any question of this law has."""
    groups = {name: words for name, words in _words().items() if name != "detail"}
    return {stem(word): "" if name == "unsaid" else stem(name) for name, words in groups.items() for word in words}


@cache
def _words() -> Mapping[str, frozenset[str]]:
    text = files("civicsetu.query").joinpath("headings_asked.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
    return {name: frozenset(word for line in lines for word in line.split()) for name, lines in data.items()}

"""Questions to go on with: those that belong to the provisions an answer cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.law.answers import Answer
from civicsetu.law.paths import parse_path
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.asking import AskedKind, Asking
from civicsetu.web.chat.parts.said import names_a_figure
from civicsetu.yaml_data import load_words

_MOST = 3
_SAME = 0.6
_WORDS_OF_A_MATTER = 2
_FIGURES = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG})
Questions = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Questions by document and number of its section."""


@lru_cache(maxsize=1)
def read_questions() -> Questions:
    """Return the questions that ship."""
    text = files("civicsetu.web.chat.parts").joinpath("ask_next.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, dict[str, tuple[str, ...]]]).validate_python(load_words(text))


def suggest_next(answer: Answer, questions: Questions | None = None) -> tuple[str, ...]:
    """Return at most three questions, those of the provision cited first first; none that was just asked or answered."""
    table = read_questions() if questions is None else questions
    cited = dict.fromkeys((one.document, parse_path(one.section_id).number) for one in answer.citations)
    found = dict.fromkeys(one for document, number in cited for one in table.get(document, {}).get(number, ()))
    texts = [*(one.text for one in answer.sentences), " ".join(one.text for one in answer.steps)]
    figures = [_stems(text) for text in texts if names_a_figure(text)]
    asked = _not_asked(map(Asking, found), Asking(answer.question))
    return tuple(one.text for one in asked if not _is_told(one, figures))[:_MOST]


def _is_told(question: Asking, figures: Iterable[set[str]]) -> bool:
    """Whether the answer gives the figure: most words of the question stand in one sentence, or in the steps, with a figure."""
    own = {stem(word) for word in question.words}
    return question.kind in _FIGURES and any(len(own & words) >= _SAME * len(own) for words in figures)


def _not_asked(questions: Iterable[Asking], asked: Asking) -> Iterable[Asking]:
    words = _stems(asked.text)
    for one in questions:
        own = _stems(one.text)
        if len(own & words) < _SAME * len(own) and not _asks_the_same(one, asked):
            yield one


def _asks_the_same(one: Asking, asked: Asking) -> bool:
    """Whether both ask for the same kind of thing of the same matter, in whatever words: a time to appeal, say."""
    if one.kind not in _FIGURES or one.kind is not asked.kind:
        return False
    own = {stem(word) for word in one.words}
    return len(own & _stems(asked.text)) >= _WORDS_OF_A_MATTER


def _stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text)}

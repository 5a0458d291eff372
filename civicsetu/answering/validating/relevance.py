"""Validator of the search: how much of the question's own words the first provisions found have."""

from __future__ import annotations

from functools import lru_cache

from civicsetu.answering.validating.turn import JudgedTurn, judge
from civicsetu.law.answers import Context
from civicsetu.law.judgments import Judgment
from civicsetu.law.paths import parse_path
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.yaml_data import load_patterns

_LEAST_TERMS = 2


def retrieval_relevance(turn: JudgedTurn) -> Judgment | None:
    """Judge the share of the question's terms found in the title or text of one of the first k provisions.

    A question with fewer than two terms in Latin letters is not judged: overlap tells nothing across scripts.
    """
    asked = question_terms(turn.asked)
    first = turn.answer.contexts[: turn.thresholds.relevance_at]
    if len(asked) < _LEAST_TERMS or not first:
        return None
    found = frozenset().union(*(_terms_of(f"{one.title} {_text(one, turn)}") for one in first))
    covered = len(asked & found) / len(asked)
    return judge(
        "retrieval_relevance",
        passed=covered >= turn.thresholds.relevance,
        score=covered,
        k=len(first),
        missing=sorted(asked - found),
    )


def question_terms(question: str) -> frozenset[str]:
    """Return the stems of a question's words that carry meaning, those in Latin letters."""
    idle = load_patterns("civicsetu.answering.validating", "idle_words.yaml")["idle"]
    words = (word for word in split_words(question) if word.isascii() and len(word) > 1)
    return frozenset(stem(word) for word in words if idle.fullmatch(word) is None)


@lru_cache(maxsize=4096)
def _terms_of(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in split_words(text))


def _text(context: Context, turn: JudgedTurn) -> str:
    """The provision's text in the edition that is read first; nothing where it is not held any more."""
    units = turn.law.units_at(context.document, parse_path(context.provision))
    if not units:
        return ""
    edition, place = turn.law.editions_of(units[0])[0]
    return edition.body[place.start : place.end]

"""Lint of what statements say: length, pointers nobody can follow, statute's words, rare words.

Rules of plain language only; whether a statement says what the law says is compared in `claims`.
There is no readability score: rewriting for a score does not help readers. What counts as a
common word is read from the questions that people ask, as they ship with the package.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from pydantic import TypeAdapter

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.statements.entries import MOST_WORDS
from civicsetu.law.statements import Statement
from civicsetu.lexicon.stems import stem
from civicsetu.yaml_data import load_words

MOST_MEDIAN = 16
MOST_LONG = 0.05
"""Share of statements that may have more words than they should, each with its noted reason."""
MOST_RARE = 0.35
MOST_RARE_MEAN = 0.08
_USED_OFTEN = 3
_QUESTIONS = TypeAdapter(dict[str, list[str]])

_STATUTE = re.compile(
    r"\b(?:promoters?|allottees?|real estate agents?|shall|thereof|thereto|therein|herein|hereby|hereinafter|whereof"
    r"|in respect of|prescribed|such|said|aforesaid|pursuant|notwithstanding|provided that|as the case may be|inter alia"
    r"|vide|viz|suo motu|ex parte|mutatis mutandis|forthwith)\b",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\b(?:(?:sub-?)?(?:sections?|clauses?|rules?|regulations?|paragraphs?) \(?\d+\w*|sub-?(?:sections?|clauses?|rules?)"
    r"|this (?:section|rule|regulation|act|clause|chapter)|(?:the )?(?:above|foregoing|preceding|following)(?: (?:section|rule|clause))?"
    r"|that (?:section|rule|clause|period)|schedule [ivx\d]+|explanation \d*)\b",
    re.IGNORECASE,
)
_MAY_NOT = re.compile(r"\bmay not\b")
_ADVICE = re.compile(
    r"\b(?:you will get|illegal|unlawful|guarantees?|definitely|certainly|always wins?)\b", re.IGNORECASE
)
_WORD = re.compile(r"[a-z]+")
_ALWAYS_COMMON = (
    "you your yours yourself its themselves either neither both each most least highest lowest".split()
)


@dataclass(frozen=True, slots=True)
class LintFault:
    """One rule that a statement breaks, or, without an id, all statements together."""

    statement: str
    message: str


def lint_statements(statements: Iterable[Statement]) -> list[LintFault]:
    """Return every fault of each statement, then of all together."""
    every = list(statements)
    faults = [LintFault(one.id, message) for one in every for rule in _RULES for message in rule(one.says)]
    if not every:
        return faults
    lengths = [len(one.says.split()) for one in every]
    if median(lengths) > MOST_MEDIAN:
        faults.append(LintFault("", f"the median is {median(lengths):g} words; it may be {MOST_MEDIAN}"))
    long = sum(length > MOST_WORDS for length in lengths) / len(every)
    if long > MOST_LONG:
        faults.append(LintFault("", f"{long:.0%} have more than {MOST_WORDS} words; {MOST_LONG:.0%} may"))
    rare = sum(share_of_rare_words(one.says) for one in every) / len(every)
    if rare > MOST_RARE_MEAN:
        faults.append(LintFault("", f"{rare:.0%} of the words are rare; {MOST_RARE_MEAN:.0%} may be"))
    return faults


def share_of_rare_words(text: str) -> float:
    """Return the share of words that people do not use when they ask."""
    words = _WORD.findall(text.lower())
    return sum(stem(word) not in get_common_stems() for word in words) / max(len(words), 1)


@lru_cache(maxsize=1)
def get_common_stems() -> frozenset[str]:
    """Return the stems of words that stand at least three times in the expected questions that ship."""
    counts: Counter[str] = Counter()
    for text in read_texts("expected_questions").values():
        for questions in _QUESTIONS.validate_python(load_words(text)).values():
            counts.update(_WORD.findall(" ".join(questions).lower()))
    often = [word for word, count in counts.items() if count >= _USED_OFTEN]
    return frozenset(stem(word) for word in (*often, *_ALWAYS_COMMON))


def _statute(says: str) -> Iterator[str]:
    for match in _STATUTE.finditer(says):
        yield f"“{match[0]}” is a word of statutes"


def _pointer(says: str) -> Iterator[str]:
    for match in _POINTER.finditer(says):
        yield f"“{match[0]}” points to what the reader does not see"


def _wording(says: str) -> Iterator[str]:
    if _MAY_NOT.search(says):
        yield "“may not” can be read as need not; write must not or cannot"
    for match in _ADVICE.finditer(says):
        yield f"“{match[0]}” says more than the law does"
    if not (says[0].isupper() or says[0].isdigit() or says[0] in "“₹"):
        yield "it begins with a small letter"


def _rare(says: str) -> Iterator[str]:
    share = share_of_rare_words(says)
    if share > MOST_RARE:
        yield f"{share:.0%} of its words are rare; {MOST_RARE:.0%} may be"


_RULES: tuple[Callable[[str], Iterator[str]], ...] = (_statute, _pointer, _wording, _rare)

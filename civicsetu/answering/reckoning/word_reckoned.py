"""Say yes or no where the asker's own figure, held against the law's, decides what they ask.

Which words ask it is data (`word_reckoned.yaml`), and every word of the clause that asks must be known there: any other may turn it
round, or ask something besides. So a story may tell what it likes, but for what is listed as `never`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from civicsetu.answering.composing.polar.by_claim import NOT_RIGHT
from civicsetu.answering.reckoning.reckoned import Outcome
from civicsetu.query.asking import QuestionFrame
from civicsetu.yaml_data import load_words

_CLAUSE = re.compile(r"[,;:।–—]\s*|\s-\s|\.\s+")
_WORD = re.compile(r"[^\s?!.,;:।'’\"()]+")
_FIGURE = re.compile(r"[\d.,]+%?|%")
_GUARANTEE_OF_LESS = re.compile(
    r"\b(?:says?|said|told|bolta|bola|kehta|claims?)\b[^.?!]{0,40}\b(?:guarant\w*|warr?ant\w*|liab\w*|defect period)\b[^.?!\d]{0,15}\b(?:only |just |was |for |is |of |upto |sirf |ek |one |two |1 |2 |3 )*(?:one|1|two|2|three|3|ek|do) (?:years?|yrs?|saal)\b"
    r"|(?:कहता|बोलता|म्हणतो)[^।.?!]{0,30}(?:गारंटी|वारंटी|गॅरंटी)[^।.?!]{0,12}(?:एक|1|दो|2|एका) ?(?:साल|वर्ष)",
    re.IGNORECASE,
)
_ASKED_OF_CLAIM = re.compile(r"\b(?:right|true|correct|sahi|sach)\b|सही|सच|बरोबर|खरं", re.IGNORECASE)


class _Row(BaseModel):
    """One way of asking: what it has, which words it may have besides, and the word it is answered with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    says: str = Field(pattern=r"^(?:Yes|No)\.$")
    asks: tuple[str, ...] = Field(min_length=1)
    words: str


class _Entry(BaseModel):
    """The ways of asking that an outcome settles, and the words that forbid an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    never: tuple[str, ...] = ()
    rows: tuple[_Row, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class _Way:
    says: str
    asks: tuple[re.Pattern[str], ...]
    words: frozenset[str]

    def fits(self, clause: str) -> bool:
        said = {word for word in map(str.lower, _WORD.findall(clause)) if not _FIGURE.fullmatch(word)}
        return said <= self.words and all(one.search(clause) for one in self.asks)


@dataclass(frozen=True, slots=True)
class _Ways:
    never: tuple[re.Pattern[str], ...]
    ways: tuple[_Way, ...]


def say_of_outcome(outcome: Outcome | None, text: str, frame: QuestionFrame) -> str:
    """Return the word to begin with where the outcome settles what a question asks; empty where it does not.

    `text` is what was told, `frame` how the question in it asks.
    """
    if outcome is None or frame.open or frame.either or frame.several:
        return ""
    settled = _settled()[outcome]
    if any(one.search(text) for one in settled.never):
        return ""
    clauses = [one for one in _CLAUSE.split(frame.asking) if one.strip(" ?!.")]
    last = clauses[-1] if clauses else ""
    if outcome is Outcome.DEFECT_TIME_LEFT and _GUARANTEE_OF_LESS.search(text):
        return NOT_RIGHT if frame.believed and _ASKED_OF_CLAIM.search(last) else ""
    said = {way.says for way in settled.ways if way.fits(last)}
    return said.pop() if len(said) == 1 else ""


@lru_cache(maxsize=1)
def _settled() -> Mapping[Outcome, _Ways]:
    data = load_words(files("civicsetu.answering.reckoning").joinpath("word_reckoned.yaml").read_text("utf-8"))
    assert isinstance(data, dict)
    common = frozenset(data.pop("common").split())
    entries = TypeAdapter(dict[Outcome, _Entry]).validate_python(data)
    return {outcome: _compile(entry, common) for outcome, entry in entries.items()}


def _compile(entry: _Entry, common: frozenset[str]) -> _Ways:
    ways = (
        _Way(row.says, tuple(re.compile(one, re.IGNORECASE) for one in row.asks), common | frozenset(row.words.lower().split()))
        for row in entry.rows
    )
    return _Ways(tuple(re.compile(one, re.IGNORECASE) for one in entry.never), tuple(ways))

"""Fit who asks a question, to questions whose writer is known or was read from them.

Readers said of the labelled questions (`labelled_questions.jsonl`) who writes; outsiders wrote more by brokers, builders,
landowners and associations, of whom those have few (`party_questions.jsonl`). One of them wrote the questions that are
kept apart: what is measured is another hand's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.evaluation.fitting.fit_word_classes import fit_word_classes
from civicsetu.lexicon.word_classes import WordClasses
from civicsetu.query.asker.party_model import NOBODY
from civicsetu.query.asking import Asking
from civicsetu.query.thresholds import READING

_STRENGTH = 100.0
_EVENNESS = 0.75
"""How even the parties count, however many questions each has: 1 alike, 0 as they come."""
_PARTY = "party"


class PartyQuestion(BaseModel):
    """A question and the party who asks it; empty where anybody could ask it, or its writer is none of the law's parties."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    half: Literal["fit", "apart"]
    text: str = Field(min_length=1)
    party: Literal["allottee", "promoter", "agent", "landowner", "association", ""]


@dataclass(frozen=True)
class PartyFit:
    """The model, and counts of the questions apart: of a party, given one, given the right one; the same by phrases."""

    model: WordClasses
    fitted: int
    of_a_party: int
    told: int
    right: int
    told_by_phrases: int
    right_by_phrases: int

    def write(self, path: Path) -> None:
        """Store the model."""
        self.model.write(path)


@lru_cache(maxsize=1)
def read_party_questions() -> tuple[PartyQuestion, ...]:
    """Return the questions that ship."""
    text = files("civicsetu.evaluation.fitting").joinpath("party_questions.jsonl").read_text("utf-8")
    return tuple(PartyQuestion.model_validate_json(line) for line in text.splitlines())


def fit_party(questions: Sequence[PartyQuestion]) -> PartyFit:
    """Fit the model to one half, and hold it against the other."""
    fit, apart = ([one for one in questions if one.half == half] for half in ("fit", "apart"))
    model = _fit(fit)
    told = [(one.party, model.likeliest(one.text, READING.party_chance) or None) for one in apart]
    by_phrases = [(one.party, _by_phrases(one.text)) for one in apart]
    return PartyFit(
        model,
        len(fit),
        sum(one.party != NOBODY for one in apart),
        *_count(told),
        *_count(by_phrases),
    )


def _count(pairs: Sequence[tuple[str, str | None]]) -> tuple[int, int]:
    told = [(party, read) for party, read in pairs if read is not None]
    return len(told), sum(party == read for party, read in told)


def _by_phrases(text: str) -> str | None:
    return Asking(text).find_fact(_PARTY)


def _fit(questions: Sequence[PartyQuestion]) -> WordClasses:
    return fit_word_classes([one.text for one in questions], [one.party for one in questions], _STRENGTH, _EVENNESS)

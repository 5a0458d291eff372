"""What a validator is given: one turn's answer, the law it was given from, and what was asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from civicsetu.answering.validating.validator_data import (
    Role,
    ValidatorThresholds,
    get_citizen,
    get_thresholds,
)
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Answer, Citation, Sentence, Step, Support, TableCell
from civicsetu.law.judgments import Judgment
from civicsetu.query.asking import AskedKind

RULES = "rules"
NO_LAW = (Support.NONE, Support.PRACTICAL)
"""What a sentence is supported by that states no law."""
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class TurnPart:
    """One of the things asked: of which kind, and the sentences (indexes) that answer it; none where it is declined."""

    kind: AskedKind
    sentences: tuple[int, ...]


@dataclass(frozen=True)
class JudgedTurn:
    """One turn, as it is judged.

    `asked` is the question made to stand alone. `statements` are ids of the statements that ship by their text,
    `doubts` why some of them are withheld, by id. `written` tells of each sentence a model wrote whether its verdict
    lets it stand; None where no verdicts are known. `asked_of` are the jurisdictions whose law was asked; None where
    that is not known. `today` is the day it is judged on.
    """

    answer: Answer
    law: LawIndex
    asked: str
    today: date
    parts: tuple[TurnPart, ...] = ()
    statements: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, bool] | None = None
    asked_of: frozenset[str] | None = None
    role: Role = field(default_factory=get_citizen)
    thresholds: ValidatorThresholds = field(default_factory=get_thresholds)

    @property
    def claims(self) -> Iterator[tuple[int, Sentence]]:
        """The sentences that state law, with their places in the answer."""
        return ((at, one) for at, one in enumerate(self.answer.sentences) if one.support not in NO_LAW)

    @property
    def beside(self) -> Iterator[Step | TableCell]:
        """Steps and cells of the table, in order."""
        yield from self.answer.steps
        if self.answer.table is not None:
            yield from (cell for row in self.answer.table.rows for cell in row.cells)

    def cited_by(self, said: Sentence | Step | TableCell) -> list[Citation]:
        """Return the citations of something said, in order."""
        return [self.answer.citations[at] for at in said.citations]


def judge(
    criterion: str, *, passed: bool, score: float, sentence: int | None = None, **evidence: object
) -> Judgment:
    """Return a judgment by rules."""
    return Judgment(
        criterion=criterion, judge=RULES, passed=passed, score=score, sentence=sentence, evidence=evidence
    )


def shorten(text: str) -> str:
    """Return the beginning of a text, as evidence keeps it."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def share(good: int, of: int) -> float:
    """Return the share of what is good; 1 of nothing, since nothing of it is wrong."""
    return good / of if of else 1.0

"""The automatic figures of an answer that are held against people's verdicts, each so that more should be better."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.answering.validating.turn import JudgedTurn
from civicsetu.answering.validating.validate import validate_turn
from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.answers.measure import measure_answer
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.judging.verdicts import LEAST_PLAIN, MOST_BESIDE, ReaderVerdict
from civicsetu.law.answers import AnswerKind

Target = Callable[[ReaderVerdict], bool | None]

TARGETS: Mapping[str, Target] = {
    "law right": lambda one: one.law == "right",
    "law not wrong": lambda one: one.law != "wrong",
    "first answers": lambda one: one.first == "yes",
    "to the point": lambda one: one.beside <= MOST_BESIDE,
    "plain": lambda one: one.plain >= LEAST_PLAIN,
    "what to do": lambda one: None if one.todo == "not asked" else one.todo == "yes",
    "conf. fair": lambda one: one.confidence == "fair",
    "no harm": lambda one: one.harm == "none",
    "good": lambda one: one.good,
}
"""What people judged, as yes or no; None where the verdict does not concern the answer."""
CLAIMED: Mapping[str, str] = {
    "must_cite_if_claims": "law right",
    "citation_exists": "law right",
    "quote_found": "law right",
    "format_ok": "good",
    "lead_answers_kind": "first answers",
    "grounded_claim_rate": "law right",
    "grounded_statements": "law right",
    "hallucination_rate": "no harm",
    "not_in_doubt": "law right",
    "lead_states": "first answers",
    "all_stated": "good",
    "to_the_point": "to the point",
    "no_fault": "no harm",
    "confidence high": "good",
    "has steps": "what to do",
}
"""The verdict that a pass of each criterion would seem to promise."""
_OPPOSITE = frozenset({"hallucination_rate"})
_POINTER = re.compile(r"\b(?:sub-?sections?|clauses?|sub-?rules?|this (?:section|rule|act)|section \d+|rule \d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sign:
    """A figure, the more the better, and whether it counts as passed; None where it passes or fails nothing."""

    name: str
    value: float
    passed: bool | None


def find_signs(turn: JudgedTurn, golden: GoldenRow | None, registry: Registry) -> Iterator[Sign]:
    """Yield every automatic figure of an answer: each rule's, what its golden row asks for, and how it reads."""
    for one in validate_turn(turn):
        score = 1 - one.score if one.criterion in _OPPOSITE else one.score
        yield Sign(one.criterion, score, one.passed)
    if golden is not None:
        yield from _of_golden(turn, golden, registry)
    yield from _of_reading(turn)


def _of_golden(turn: JudgedTurn, golden: GoldenRow, registry: Registry) -> Iterator[Sign]:
    measured = measure_answer(golden, turn.answer, registry, turn.law)
    for name, stated in (("lead_states", measured.lead_states), ("all_stated", measured.all_stated)):
        if stated is not None:
            yield Sign(name, float(stated), stated)
    if measured.said:
        yield Sign("to_the_point", 1 - measured.beside / measured.said, measured.beside <= MOST_BESIDE)
    if measured.answered:
        clean = not list(measured.faults.describe())
        yield Sign("no_fault", float(clean), clean)


def _of_reading(turn: JudgedTurn) -> Iterator[Sign]:
    answer = turn.answer
    said = [one.shown for _, one in turn.claims]
    yield Sign("confidence high", answer.confidence.score, answer.confidence.level == "high")
    yield Sign("answers whole", float(answer.kind is AnswerKind.ANSWER), answer.kind is AnswerKind.ANSWER)
    yield Sign("has steps", float(bool(answer.steps)), bool(answer.steps))
    yield Sign("few sentences", -float(len(said)), None)
    if said:
        yield Sign("short sentences", -_mean([len(one.split()) for one in said]), None)
        yield Sign("no pointers", 1 - _mean([_POINTER.search(one) is not None for one in said]), None)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

"""Validator of form: the answer reads back as its type, says something, and echoes no personal data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pydantic import ValidationError

from civicsetu.answering.validating.turn import JudgedTurn, judge
from civicsetu.law.answers import Answer
from civicsetu.law.judgments import Judgment
from civicsetu.privacy.mask import find

SSN = "SSN"
_SSN = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
"""A social security number of the United States, as it is issued; buyers abroad have one."""


def format_ok(turn: JudgedTurn) -> Judgment:
    """Judge whether the answer is valid, not empty, and free of personal data that the law cited does not print.

    What is found is told by its kind alone: evidence that repeated it would echo it once more.
    """
    faults = [*_of_form(turn.answer)]
    kinds = Counter(personal_data(turn.answer))
    return judge(
        "format_ok",
        passed=not (faults or kinds),
        score=float(not (faults or kinds)),
        faults=faults,
        personal_data=dict(sorted(kinds.items())),
    )


def _of_form(answer: Answer) -> Iterator[str]:
    if not any(sign.isalnum() for sign in answer.answer):
        yield "the answer is empty"
    try:
        same = Answer.model_validate_json(answer.model_dump_json()) == answer
    except (ValidationError, ValueError) as error:
        yield f"the answer is no valid JSON of its type ({type(error).__name__})"
    else:
        if not same:
            yield "the answer does not read back as it was"


def personal_data(answer: Answer) -> Iterator[str]:
    """Yield the kind of each piece of personal data that is shown and stands in none of the quotes beside it."""
    shown = "\n".join(_shown(answer))
    printed = "\n".join(one.quote for one in answer.citations)
    for span in find(shown):
        if shown[span.start : span.end] not in printed:
            yield span.kind.value
    for match in _SSN.finditer(shown):
        if match[0] not in printed:
            yield SSN


def _shown(answer: Answer) -> Iterator[str]:
    """Every text of an answer that a person reads and no law prints."""
    yield answer.answer
    for sentence in answer.sentences:
        if sentence.shown not in answer.answer:
            yield sentence.shown
        if sentence.translation:
            yield sentence.translation
    yield from (part.heading for part in answer.parts if len(answer.parts) > 1)
    yield from (step.text for step in answer.steps)
    if answer.table is not None:
        yield from (cell.text for row in answer.table.rows for cell in row.cells)
    yield from (warning.text for warning in answer.warnings)

"""Faults of an answer that must not happen at all: what it says again, a wrong yes or no, numbers from nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.said_before import is_recalled
from civicsetu.answering.validating.figures import find_unfounded_figures
from civicsetu.corpus.law_index import LawIndex
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.law.answers import Answer, Citation, Sentence, Step, Support, TableCell

_YES_OR_NO = re.compile(r"\W*(yes|no)\s*([,.:;!–—-])", re.IGNORECASE)
"""A lead that opens with the word as an answer; "No registration is needed" is a sentence of its own."""
_NO_LAW = (Support.NONE, Support.PRACTICAL)


@dataclass(frozen=True)
class AnswerFaults:
    """Faults of one answer.

    `repeated` are sentences of law that an earlier turn showed; None where there was none. `wrong_yes_no` is None
    where the lead says neither. `numbers` are those that no text cited beside them has. `recalled` are sentences
    that say of themselves that they were said above: no fault each, but too many of them are a circle.
    """

    repeated: tuple[str, ...] | None
    wrong_yes_no: bool | None
    numbers: tuple[str, ...]
    recalled: tuple[str, ...] = ()

    def describe(self) -> Iterator[str]:
        """Yield a few words for each fault."""
        yield from (f"said again: {text}" for text in self.repeated or ())
        if self.wrong_yes_no:
            yield "wrong yes or no"
        yield from (f"not in the law cited: {number}" for number in self.numbers)


def find_faults(row: GoldenRow, answer: Answer, before: Sequence[Answer], index: LawIndex) -> AnswerFaults:
    """Compare an answer with the law it cites, with what its row asks for, and with the turns before."""
    return AnswerFaults(
        tuple(_repeated(answer, before)) if before else None,
        _is_wrong_yes_no(row, answer),
        tuple(dict.fromkeys(_numbers_from_nowhere(answer, index))),
        tuple(text for text in _law(answer) if is_recalled(text)),
    )


def _repeated(answer: Answer, before: Sequence[Answer]) -> Iterator[str]:
    shown = {_even(text) for one in before for text in _law(one)}
    return (text for text in _law(answer) if _even(text) in shown)


def _law(answer: Answer) -> list[str]:
    return [one.text for one in answer.sentences if one.support not in _NO_LAW]


def _even(text: str) -> str:
    return " ".join(text.casefold().split())


def _is_wrong_yes_no(row: GoldenRow, answer: Answer) -> bool | None:
    """Return whether the lead says yes where the law says no, or the other way; None where it says neither.

    A row that does not tell what the law says is judged by its facts: a yes or no to something else than was
    asked is wrong, too. Where it depends, a bare yes or no is wrong, and one that names the condition is not.
    """
    lead = next((one for one in answer.sentences if one.support not in _NO_LAW), None)
    said = _said_before(lead) if lead is not None else None
    if lead is None or said is None:
        return None
    word, bare = said
    if row.yes_or_no is not None:
        return bare if row.yes_or_no == "depends" else row.yes_or_no != word
    leads = [fact for fact in row.must_state if fact.lead]
    words = {word.strip() for fact in leads for term in fact.terms for word in term.split("|")} & {
        "yes",
        "no",
    }
    return words == {"no" if word == "yes" else "yes"} or not all(
        fact.is_stated_by(lead.shown) for fact in leads
    )


def _said_before(lead: Sentence) -> tuple[str, bool] | None:
    """Return whether a lead opens with yes or no, and whether without a condition; "Only with consent." is a no."""
    if lead.yes_or_no:
        word, _, condition = lead.yes_or_no.partition(" ")
        return "yes" if word.startswith("Yes") else "no", not condition
    found = _YES_OR_NO.match(lead.text)
    return None if found is None else (found[1].lower(), found[2] == ".")


def _numbers_from_nowhere(answer: Answer, index: LawIndex) -> Iterator[str]:
    """Every figure that no text cited beside it has."""
    for text, cited in _said(answer):
        for amount in find_unfounded_figures(text, cited, index):
            yield f"{amount.value} {amount.measure}".strip()


def _said(answer: Answer) -> Iterator[tuple[str, list[Citation]]]:
    """Every sentence of law, step and cell that cites some, with what it cites."""
    cells = [cell for row in answer.table.rows for cell in row.cells] if answer.table else []
    law = [one for one in answer.sentences if one.support not in _NO_LAW]
    said: tuple[Sentence | Step | TableCell, ...] = (*law, *answer.steps, *cells)
    for one in said:
        if one.citations:
            yield one.text, [answer.citations[number] for number in one.citations]

"""What is measured of one answer by machine: what it states, what is beside the point, how it reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.answers.faults import AnswerFaults, find_faults
from civicsetu.evaluation.golden.golden_set import GoldenRow, GoldProvision
from civicsetu.law.answers import Answer, Citation, Sentence, Support
from civicsetu.law.documents import CENTRAL
from civicsetu.law.paths import parse_path
from civicsetu.query.asking import AskedKind

_POINTER = re.compile(
    r"\b(?:sub-?sections?|clauses?|sub-?rules?|sub-?clauses?|this (?:section|rule|clause|act)|the (?:above|foregoing)"
    r"|aforesaid|such (?:a |an )?\w+|section \d+|rule \d+)\b",
    re.IGNORECASE,
)
_NO_LAW = (Support.NONE, Support.PRACTICAL)


@dataclass(frozen=True)
class AnswerMeasure:
    """One row's answer in figures; None where the measure does not concern it.

    `beside` of `said` sentences of law cite nothing that the row's gold or accepted provisions hold;
    `states` is the share of the states asked of that the answer names.
    """

    row: GoldenRow
    answer: Answer
    answered: bool
    lead_states: bool | None
    all_stated: bool | None
    said: int
    beside: int
    words: int
    pointers: int
    states: float | None
    fallback: bool
    faults: AnswerFaults


def measure_answer(
    row: GoldenRow, answer: Answer, registry: Registry, index: LawIndex, before: Sequence[Answer] = ()
) -> AnswerMeasure:
    """Compare an answer with what its row says a good one states; `before` are the turns before it."""
    law = [one for one in answer.sentences if one.support not in _NO_LAW]
    accepted = (*row.gold, *row.also)
    stated = [fact.is_stated_by(answer.answer) for fact in row.must_state]
    first = " ".join(one.shown for one in law[: _lead_length(row)])
    leads = [fact.is_stated_by(first) for fact in row.must_state if fact.lead]
    return AnswerMeasure(
        row,
        answer,
        bool(law) and not answer.abstained,
        all(leads) if leads else None,
        all(stated) if stated else None,
        len(law),
        sum(not _cites(one, answer.citations, accepted) for one in law),
        sum(len(one.shown.split()) for one in law),
        sum(_POINTER.search(one.shown) is not None for one in law),
        _states_named(row, answer, registry),
        any(one.support is Support.VERBATIM for one in law),
        find_faults(row, answer, before, index),
    )


def _lead_length(row: GoldenRow) -> int:
    """How many sentences may lead: one, and of a comparison one for each law compared."""
    if row.asks is not AskedKind.COMPARE:
        return 1
    return max(2, len({place.document for place in row.gold}))


def _cites(sentence: Sentence, citations: Sequence[Citation], accepted: Sequence[GoldProvision]) -> bool:
    cited = (citations[number] for number in sentence.citations)
    places = [GoldProvision(one.document, parse_path(one.provision)) for one in cited]
    return any(place.overlaps(gold) for place in places for gold in accepted)


def _states_named(row: GoldenRow, answer: Answer, registry: Registry) -> float | None:
    """Share of the states of a comparison's gold whose name the answer says; None of any other row."""
    states = {registry.get_document(place.document).jurisdiction for place in row.gold} - {CENTRAL}
    if len(states) < 2:
        return None
    said = answer.answer.lower()
    named = [registry.jurisdictions[state].name.lower() in said for state in states]
    return sum(named) / len(named)

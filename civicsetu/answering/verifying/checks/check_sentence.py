"""Check one written sentence against the spans it cites: one ordered table of rules, each by itself.

Pure: the same sentence and spans give the same verdict. The rules that look for something plain (a key, a quote,
a figure, a name) come first and are certain; those that weigh words come after and may be lifted by an opinion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from civicsetu.answering.verifying.checks.check_advice import check_advice
from civicsetu.answering.verifying.checks.check_conditions import (
    check_conditions,
    check_own_conditions,
    check_scope,
)
from civicsetu.answering.verifying.checks.check_coverage import check_coverage
from civicsetu.answering.verifying.checks.check_denied_things import check_denied_things
from civicsetu.answering.verifying.checks.check_keys import OF_LAW, check_keys, check_quote
from civicsetu.answering.verifying.checks.check_names import (
    check_forms,
    check_offices,
    check_references,
    check_states,
)
from civicsetu.answering.verifying.checks.check_numbers import check_numbers
from civicsetu.answering.verifying.checks.check_own_sums import check_own_sums
from civicsetu.answering.verifying.checks.check_parties import check_parties
from civicsetu.answering.verifying.checks.check_small_words import check_small_words
from civicsetu.answering.verifying.checks.check_stances import check_in_spite, check_modality
from civicsetu.answering.verifying.checks.check_turned_conditions import check_turned_conditions
from civicsetu.answering.verifying.evidence import CitedEvidence, gather_evidence
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Doubt, Verdict
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written

Rule = Callable[[Written, CitedEvidence], Iterable[Doubt]]

_OF_EVERY_SENTENCE: tuple[Rule, ...] = (check_keys, check_quote, check_advice)
_OF_LAW: tuple[Rule, ...] = (
    check_numbers,
    check_own_sums,
    check_references,
    check_forms,
    check_states,
    check_offices,
    check_parties,
    check_modality,
    check_in_spite,
    check_denied_things,
    check_small_words,
    check_conditions,
    check_own_conditions,
    check_turned_conditions,
    check_scope,
    check_coverage,
)


def check_sentence(written: Written, spans: Mapping[str, Span], asked: str) -> Verdict:
    """Return every doubt the rules have, in their order; none where the sentence may be shown.

    `spans` are all that were given to the writer; `asked` is what the asker wrote, whose facts may be repeated.
    """
    evidence = gather_evidence(written, spans, asked)
    rules = (*_OF_EVERY_SENTENCE, *(_OF_LAW if written.mark in OF_LAW and evidence.spans else ()))
    doubts = tuple(dict.fromkeys(doubt for rule in rules for doubt in rule(written, evidence)))
    return Verdict(doubts, _score(doubts))


def _score(doubts: Iterable[Doubt]) -> float:
    score = 1.0
    for doubt in doubts:
        score *= VERIFYING.certain_cost if doubt.certain else VERIFYING.uncertain_cost
    return score


def warm_up() -> None:
    """Read the tables of all rules once, half a second of work that the first answer would wait for."""
    span = Span("k1", SpanKind.STATEMENT, "The builder must return 10 rupees within 30 days if the buyer leaves.")
    written = Written(SentenceMark.LEAD, 1, ("k1",), "within 30 days", span.text)
    check_sentence(written, {"k1": span}, "Must he return it?")

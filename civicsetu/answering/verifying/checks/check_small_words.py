"""Small words that turn a sentence round, compared as a statement's are: before and after, working days, barred or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from civicsetu.answering.verifying.evidence import CitedEvidence, read_text
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.pair import FactKind
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.statements.pair import StatementFinding, StatementLaw, StatementPair
from civicsetu.claims.statements.small_words import compare_times, compare_working_days
from civicsetu.claims.statements.turned_denials import compare_denied_denials
from civicsetu.claims.statements.who_fails import compare_beside, compare_counted
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree
from civicsetu.law.statements import Statement, StatementKind

_COMPARISONS: tuple[Callable[[StatementPair], Iterable[StatementFinding]], ...] = (
    compare_times,
    compare_working_days,
    compare_denied_denials,
    compare_beside,
    compare_counted,
)
_COUNTS = re.compile(r"\bcounts? as\b", re.IGNORECASE)
"""How a sentence says who is of a kind."""
_CHECKS = {
    FactKind.NUMBER: Check.NUMBER,
    FactKind.CONDITION: Check.CONDITION,
    FactKind.NEGATION: Check.NEGATION,
    FactKind.PARTY: Check.PARTY,
}


def check_small_words(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt what the comparisons of plain statements find in a free sentence, too; they seldom err on one."""
    here = ProvisionPath("0")
    kind = StatementKind.DEFINITION if _COUNTS.search(written.text) else StatementKind.RIGHT
    statement = Statement("written", "", written.text, kind, ())
    passages = tuple((_no_law(), here, unit.claims.reading) for unit in evidence.core)
    pair = StatementPair(statement, read_text(written.text).reading, passages, ())
    for compare in _COMPARISONS:
        for finding in compare(pair):
            if compare is compare_beside and _names_several(evidence):
                continue
            if compare is compare_counted and not _is_of_trade(finding):
                continue
            yield Doubt(_CHECKS[finding.kind], finding.sentence.replace("Ours", "The sentence"), False)


def _is_of_trade(finding: StatementFinding) -> bool:
    of = get_spoken_parties().of
    return any(of[party].like == "trade" and finding.fact.endswith(party) for party in of)


def _names_several(evidence: CitedEvidence) -> bool:
    """True where the law says one thing of three parties in a row: which of them fails is told by none alone."""
    return any(len(unit.claims.reading.parties) >= VERIFYING.parties_in_a_row for unit in evidence.core)


@lru_cache(maxsize=1)
def _no_law() -> StatementLaw:
    """A law without provisions: a span is all that these comparisons are given of its law."""
    return StatementLaw(ProvisionTree("", Node(NodeKind.DOCUMENT, 0, 0, 0)), "section")

"""Small words that turn a sentence round, compared as a statement's are: before and after, working days, barred or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from civicsetu.answering.verifying.evidence import Evidence, read_text
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.pair import FactKind
from civicsetu.claims.statements.pair import StatementFinding, StatementLaw, StatementPair
from civicsetu.claims.statements.small_words import compare_times, compare_working_days
from civicsetu.claims.statements.turned_denials import compare_denied_denials
from civicsetu.claims.statements.who_fails import compare_beside
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree
from civicsetu.law.statements import Statement, StatementKind

_COMPARISONS: tuple[Callable[[StatementPair], Iterable[StatementFinding]], ...] = (
    compare_times,
    compare_working_days,
    compare_denied_denials,
    compare_beside,
)
_CHECKS = {
    FactKind.NUMBER: Check.NUMBER,
    FactKind.CONDITION: Check.CONDITION,
    FactKind.NEGATION: Check.NEGATION,
    FactKind.PARTY: Check.PARTY,
}


def check_small_words(written: Written, evidence: Evidence) -> Iterator[Doubt]:
    """Doubt what the comparisons of plain statements find in a free sentence, too; they seldom err on one."""
    here = ProvisionPath("0")
    statement = Statement("written", "", written.text, StatementKind.RIGHT, ())
    passages = tuple((_no_law(), here, unit.claims.reading) for unit in evidence.core)
    pair = StatementPair(statement, read_text(written.text).reading, passages, ())
    for compare in _COMPARISONS:
        for finding in compare(pair):
            if compare is compare_beside and _names_several(evidence):
                continue
            yield Doubt(_CHECKS[finding.kind], finding.sentence.replace("Ours", "The sentence"), False)


def _names_several(evidence: Evidence) -> bool:
    """True where the law says one thing of three parties in a row: which of them fails is told by none alone."""
    return any(len(unit.claims.reading.parties) >= _SEVERAL for unit in evidence.core)


_SEVERAL = 3


@lru_cache(maxsize=1)
def _no_law() -> StatementLaw:
    """A law without provisions: a span is all that these comparisons are given of its law."""
    return StatementLaw(ProvisionTree("", Node(NodeKind.DOCUMENT, 0, 0, 0)), "section")

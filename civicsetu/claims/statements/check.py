"""Compare a plain statement with the passages that carry it: it claims nothing that they do not.

The plain edition says what the official text says, fact by fact (see `evaluation/fidelity`), so a
statement is held to the plain edition. A statement says a part of its passage in other words;
what is compared is therefore one-sided: each number, party, must, may and not of ours must be the
law's, and where the law denies or makes a condition of what ours says, ours does so too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import MarkKind
from civicsetu.claims.statements.amounts import compare_caps, compare_kind, compare_named, compare_numbers
from civicsetu.claims.statements.conditions import compare_conditions
from civicsetu.claims.statements.denials import compare_denials
from civicsetu.claims.statements.modals import compare_modals
from civicsetu.claims.statements.pair import LawOf, StatementFinding, StatementPair, read_pair
from civicsetu.claims.statements.parties import (
    compare_asker,
    compare_bearer,
    compare_holder,
    compare_parties,
    compare_repeats,
    compare_roles,
    compare_rows,
)
from civicsetu.claims.statements.small_words import (
    compare_joints,
    compare_rates,
    compare_state,
    compare_times,
    compare_working_days,
)
from civicsetu.claims.statements.turned_denials import (
    compare_breach,
    compare_denied_denials,
    compare_turned_phrases,
)
from civicsetu.claims.statements.who_fails import compare_beside, compare_counted
from civicsetu.law.statements import Statement, StatementKind

_COMPARISONS: tuple[Callable[[StatementPair], Iterable[StatementFinding]], ...] = (
    compare_numbers,
    compare_named,
    compare_parties,
    compare_roles,
    compare_repeats,
    compare_rows,
    compare_asker,
    compare_bearer,
    compare_holder,
    compare_beside,
    compare_counted,
    compare_modals,
    compare_denials,
    compare_denied_denials,
    compare_turned_phrases,
    compare_breach,
    compare_conditions,
    compare_caps,
    compare_kind,
    compare_times,
    compare_joints,
    compare_rates,
    compare_working_days,
    compare_state,
)
_COUNTED = frozenset(
    (MarkKind.PARTY, MarkKind.NUMBER, MarkKind.MUST, MarkKind.MAY, MarkKind.NOT, MarkKind.WITHOUT)
)


def check_statement(
    statement: Statement, required: Sequence[Statement], law_of: LawOf, beside: Iterable[Statement] = ()
) -> tuple[StatementFinding, ...]:
    """Return what the statement claims and its passages do not; `required` are shown with it, `beside` are the
    others that its provisions carry."""
    pair = read_pair(statement, required, law_of)
    findings = [finding for compare in _COMPARISONS for finding in compare(pair)]
    return tuple(dict.fromkeys([*findings, *_find_exceptions(pair, required, beside)]))


def _find_exceptions(
    pair: StatementPair, required: Sequence[Statement], beside: Iterable[Statement]
) -> Iterator[StatementFinding]:
    """A rule is not shown without an exception that the same provision makes to it."""
    if pair.statement.kind not in _RULES:
        return
    for other in beside:
        same = set(pair.statement.provisions) & set(other.provisions)
        if (
            other.kind is StatementKind.EXCEPTION
            and same
            and other not in required
            and other != pair.statement
        ):
            yield pair.make_finding(
                FactKind.CONDITION,
                f"without {other.id}",
                f"The same provision makes an exception: {other.says}",
            )


_RULES = frozenset(
    (
        StatementKind.RIGHT, StatementKind.DUTY, StatementKind.PROHIBITION, StatementKind.POWER, StatementKind.AMOUNT,
        StatementKind.PERIOD, StatementKind.PROCEDURE, StatementKind.AUTHORITY,
    )
)  # fmt: skip


def count_facts(statement: Statement, law_of: LawOf) -> int:
    """Count what is compared: each number, party, must, may and not of ours, and the sentence itself."""
    reading = law_of(statement.law).read(statement.says, statement.passages[0].provision.path).reading
    return 1 + sum(mark.kind in _COUNTED for mark in reading.marks)

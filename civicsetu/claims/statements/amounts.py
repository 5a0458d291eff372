"""Compare the figures of a statement with its passages': the same numbers, measures and bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.claims.pair import FactKind
from civicsetu.claims.statements.pair import StatementFinding, StatementPair
from civicsetu.claims.statements.reading import Bound, BoundedAmount
from civicsetu.law.statements import StatementKind


def compare_numbers(pair: StatementPair) -> Iterator[StatementFinding]:
    theirs = [amount for passage in pair.law for amount in passage.amounts]
    for amount in pair.ours.amounts:
        same = [one for one in theirs if one.value == amount.value and _measures(one, amount)]
        if not same:
            yield pair.make_finding(FactKind.NUMBER, str(amount), f"The law has no {amount} there.")
        elif not any(_bounds_agree(pair, amount, one) for one in same):
            yield pair.make_finding(
                FactKind.NUMBER,
                f"{amount} for {same[0]}",
                f"Ours says {amount}; the law says {same[0]}.",
            )


def _measures(one: BoundedAmount, other: BoundedAmount) -> bool:
    return one.measure == other.measure or not one.measure or not other.measure


_CLOSED = re.compile(
    r"\b(?:until|by age|age|maximum|highest|ceiling|cap|leaves? (?:it )?at)\b", re.IGNORECASE
)
_NAMED_LIMIT = re.compile(r"\d+ %? ?(?:ceiling|cap|limit)\b")
_NAMED_SHARE = re.compile(r"two-thirds(?= (?:consent|are|is|who)\b)", re.IGNORECASE)
"""A limit that is only named, its bound told elsewhere: "the 10 % ceiling", "two-thirds consent"."""
_AGREE = frozenset(
    (
        frozenset((Bound.NONE, Bound.WITHIN)),
        frozenset((Bound.MOST, Bound.WITHIN)),
        frozenset((Bound.MORE, Bound.AFTER)),
    )
)
"""Bounds that say the same of a period."""


def _bounds_agree(pair: StatementPair, ours: BoundedAmount, law: BoundedAmount) -> bool:
    """A period "within 30 days" is at most that; everything else keeps the bound it has."""
    if ours.bound is law.bound or frozenset((ours.bound, law.bound)) in _AGREE:
        return True
    before, after = pair.ours.text[max(0, ours.start - 40) : ours.start], pair.ours.text[ours.start :]
    if ours.bound is Bound.NONE and law.bound is Bound.MOST:
        return _CLOSED.search(before) is not None or _NAMED_LIMIT.match(after) is not None
    return ours.bound is Bound.NONE and law.bound is Bound.LEAST and _NAMED_SHARE.match(after) is not None


def compare_named(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each law or form, year and letter included, named neither in the passages nor around them."""
    theirs = {named.text for passage in pair.law for named in passage.reading.named}
    for one in pair.pairs:
        own = one.official.get(one.path)
        for reading in (*((own.reading,) if own else ()), *one.above):
            theirs |= {named.text for named in reading.named}
    for named in pair.ours.reading.named:
        if named.text not in theirs:
            yield pair.make_finding(FactKind.REFERENCE, named.text, f"The law does not name {named.text} there.")


def compare_caps(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where a sum is shown without the least or the most that the same provision sets to it."""
    if pair.statement.kind not in (StatementKind.AMOUNT, StatementKind.PENALTY):
        return
    measures = {amount.measure for amount in pair.ours.amounts} & _SUMS
    if not measures:
        return
    told = {amount.value for one in (pair.ours, *pair.required) for amount in one.amounts}
    for law, path, _ in pair.passages:
        own = law.edition.get(path)
        for amount in law.read(own.reading.text, path).amounts if own else ():
            if (
                amount.bound in (Bound.MOST, Bound.LEAST)
                and amount.measure in _SUMS
                and amount.value not in told
            ):
                yield pair.make_finding(
                    FactKind.CONDITION,
                    f"without {amount}",
                    f"The provision sets {amount}; ours says it neither itself nor by what it requires.",
                )


_SUMS = frozenset(("rupee", "per cent"))
_MEASURED = frozenset(
    (StatementKind.PERIOD, StatementKind.AMOUNT, StatementKind.LIMIT, StatementKind.PENALTY)
)


def compare_kind(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where a period, sum or ceiling lacks its figure, or an exception its case."""
    figures = [amount for passage in pair.law for amount in passage.amounts if amount.measure]
    kind = pair.statement.kind
    if kind in _MEASURED and figures and not pair.ours.amounts:
        yield pair.make_finding(
            FactKind.CONDITION,
            f"{kind} without {figures[0]}",
            f"The law has {figures[0]} there; ours, a {kind}, has no figure.",
        )
    if kind is StatementKind.EXCEPTION and not _CASE.search(pair.ours.text):
        yield pair.make_finding(
            FactKind.CONDITION, "no case", "Ours is an exception and does not say for which case."
        )


_CASE = re.compile(
    r"\b(?:if|when|where|unless|until|once|before|after|within|without|except|only|who|whose|that|which|for|by|even)\b",
    re.IGNORECASE,
)

"""Compare an entry of a parameter with the text of its provisions: every figure stands there as it is given.

A cap stands there as a cap, a period with its unit, a percentage as one, a form after the word
"Form". Words of the closed lists (events, kinds of project) are read by people, not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from civicsetu.claims.statements.reading import Bound, BoundedAmount, read_claims
from civicsetu.law.parameter_shapes import Penalty, Period, Scale, Share, Threshold
from civicsetu.law.parameters import ParameterEntry
from civicsetu.law.paths import ProvisionPath

_RUN_TOGETHER = re.compile(
    r"\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(one|two|three|four|five|six|seven|eight|nine)\b",
    re.IGNORECASE,
)
"""A number that a print, or reading it, has made one word of."""
_NOWHERE = ProvisionPath("0")
_TEXTS_KEPT = 4096
_BOUNDS = {
    "up_to": frozenset((Bound.MOST,)),
    "at_least": frozenset((Bound.LEAST,)),
    "within": frozenset((Bound.WITHIN, Bound.MOST, Bound.NONE)),
}
_UNITS = {"square_meter": "square metre"}
_COPIES = {2: "duplicate", 3: "triplicate", 4: "quadruplicate"}
_INDICES = {
    "sbi_mclr": re.compile(r"Marginal\s+Cost\s+of\s+(?:Funds\s+Based\s+)?Lending\s+Rate|MCLR", re.IGNORECASE),
    "sbi_benchmark_prime_lending_rate": re.compile(r"Benchmark\s+Prime\s+Lending\s+Rate", re.IGNORECASE),
    "sbi_prime_lending_rate": re.compile(r"Prime\s+Lending\s+Rate", re.IGNORECASE),
    "sbi_benchmark_lending_rate": re.compile(r"benchmark\s+lending\s+rates?", re.IGNORECASE),
}


def check_entry(entry: ParameterEntry, text: str) -> tuple[str, ...]:
    """Return what of the entry does not stand in the text of its provisions, a sentence each."""
    text = _RUN_TOGETHER.sub(r"\1-\2", text)
    return tuple(_faults(entry, text, _read_amounts(text)))


@lru_cache(maxsize=_TEXTS_KEPT)
def _read_amounts(text: str) -> tuple[BoundedAmount, ...]:
    """Amounts of a text; one is compared with many entries, and again for every version of the law."""
    return read_claims(text, _NOWHERE, "section", frozenset()).amounts


def _faults(entry: ParameterEntry, text: str, amounts: tuple[BoundedAmount, ...]) -> Iterator[str]:
    if entry.value is not None:
        yield from _missing(entry.value, "rupee", entry.bound, amounts)
    if entry.scale is not None:
        yield from _of_scale(entry.scale, amounts)
    if entry.share is not None:
        yield from _of_share(entry.share, amounts)
    if entry.formula is not None:
        yield from _missing(entry.formula.plus, "per cent", "", amounts)
        for rate in (entry.formula.base, entry.formula.fallback):
            pattern = _INDICES.get(rate.index) if rate else None
            if pattern is not None and rate is not None and not pattern.search(text):
                yield f"The text does not name {rate.index.replace('_', ' ')}."
        if entry.formula.base.which == "highest" and not re.search(r"\bhighest\b", text, re.IGNORECASE):
            yield "The text does not say highest."
    if entry.period is not None:
        yield from _of_period(entry.period, amounts)
    if entry.penalty is not None:
        yield from _of_penalty(entry.penalty, amounts)
    if entry.threshold is not None:
        yield from _of_threshold(entry.threshold, amounts)
    if entry.form is not None:
        if not re.search(
            rf"\bForms?(?:\s+No\.?)?[\s—–‘’'“”\"-]*(?:[A-Z][’'”\"]?,? (?:and |or )?)*[‘'“\"]?{re.escape(entry.form.name)}\b",
            text,
        ):
            yield f"The text names no Form {entry.form.name}."
        copies = entry.form.copies
        if copies is not None and _COPIES.get(int(copies)) not in re.findall(r"[a-z]+", text.lower()):
            yield from _missing(copies, "", "", amounts)
    if entry.list is not None:
        for item in entry.list.items:
            words = item.removesuffix("_in_practice").replace("_", " ")
            if words not in " ".join(text.lower().split()):
                yield f"The text names no {words}."


def _of_scale(scale: Scale, amounts: tuple[BoundedAmount, ...]) -> Iterator[str]:
    for bracket in scale.brackets:
        yield from _missing(bracket.rate, "rupee", "", amounts)
        if bracket.up_to is not None:
            yield from _missing(bracket.up_to, _UNITS[scale.unit], "", amounts)
    if scale.cap_total is not None:
        yield from _missing(scale.cap_total, "rupee", "up_to", amounts)
    if scale.floor_total is not None:
        yield from _missing(scale.floor_total, "rupee", "at_least", amounts)


def _of_share(share: Share, amounts: tuple[BoundedAmount, ...]) -> Iterator[str]:
    bound = share.bound if share.bound in _BOUNDS else ""
    if share.percent is not None:
        half = share.percent == Decimal(50) and any(one.value == "1/2" for one in amounts)
        if not half:
            yield from _missing(share.percent, "per cent", bound, amounts)
    if share.fraction is not None:
        yield from _missing(Fraction(share.fraction), "", bound, amounts)
    if isinstance(share.or_sum, Decimal):
        yield from _missing(share.or_sum, "rupee", "", amounts)
    if share.full_at is not None:
        yield from _missing(share.full_at.length, share.full_at.unit, "", amounts)


def _of_period(period: Period, amounts: tuple[BoundedAmount, ...]) -> Iterator[str]:
    if period.length is not None:
        bound = period.bound if period.bound in _BOUNDS else ""
        yield from _missing(period.length, period.unit, bound, amounts)
    if period.extend is not None and isinstance(period.extend.length, Decimal):
        yield from _missing(period.extend.length, period.extend.unit or period.unit, "", amounts)


def _of_penalty(penalty: Penalty, amounts: tuple[BoundedAmount, ...]) -> Iterator[str]:
    if penalty.sum_per_day is not None:
        yield from _missing(penalty.sum_per_day, "rupee", "", amounts)
    total = penalty.total
    if total is not None and total.percent is not None:
        yield from _missing(total.percent, "per cent", total.bound, amounts)
    if total is not None and total.sum is not None:
        yield from _missing(total.sum, "rupee", total.bound, amounts)
    if penalty.imprisonment is not None:
        term = penalty.imprisonment
        yield from _missing(term.length, term.unit, term.bound, amounts)


def _of_threshold(threshold: Threshold, amounts: tuple[BoundedAmount, ...]) -> Iterator[str]:
    for limit in threshold.limits:
        bound = {"at_most": "up_to", "at_least": "at_least"}.get(limit.compare, "")
        yield from _missing(limit.value, _UNITS.get(limit.unit, ""), bound, amounts)


def _missing(
    value: Decimal | Fraction, measure: str, bound: str, amounts: tuple[BoundedAmount, ...]
) -> Iterator[str]:
    wanted = Fraction(value)
    same = [
        one
        for one in amounts
        if _fraction(one.value) == wanted and (not measure or one.measure in (measure, ""))
    ]
    told = f"{value} {measure}".strip()
    if not same:
        yield f"The text has no {told}."
    elif bound in _BOUNDS and not any(one.bound in _BOUNDS[bound] for one in same):
        yield f"The text has {same[0]}, not {bound.replace('_', ' ')} {told}."


def _fraction(value: str) -> Fraction | None:
    try:
        return Fraction(value)
    except ValueError:
        return None

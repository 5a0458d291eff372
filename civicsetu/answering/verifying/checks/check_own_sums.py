"""The asker's sums and days are told as they belong together: each sum with its day, what was paid and not the price.

All of them stand in what was asked, so that looking for each finds nothing wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from civicsetu.answering.verifying.evidence import CitedEvidence, Claims, read_text
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.figures import Figure, describe


def check_own_sums(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a sum with another's day, a day before itself, the lesser of two for the more, a price for what was paid."""
    claims = read_text(written.text)
    yield from _check_order(claims)
    yield from _check_pairs(claims, evidence)
    yield from _check_choices(claims, evidence)
    yield from _check_refund(claims, evidence)


def _check_pairs(claims: Claims, evidence: CitedEvidence) -> Iterator[Doubt]:
    """A sum and a day that the asker told apart are not told together: each sum has its own day."""
    asker = evidence.asker_claims
    paired = {(sum_.value, day.value) for sum_, day in _paired(asker)}
    if len(paired) < 2:
        return
    sums, days = {one for one, _ in paired}, {one for _, one in paired}
    for sum_, day in _paired(claims):
        if sum_.value in sums and day.value in days and (sum_.value, day.value) not in paired:
            yield Doubt(Check.NUMBER, f"{describe(sum_)} and {describe(day)} do not belong together in what was asked.", False)


def _paired(claims: Claims) -> Iterator[tuple[Figure, Figure]]:
    """Each sum with the day that stands next to it, within its sentence."""
    told = [one for one in claims.figures if one.measure in ("rupee", "date")]
    for one, other in pairwise(told):
        apart = _SENTENCE_END.search(claims.text, one.end, other.start) or other.start - one.end > VERIFYING.compared_chars
        if one.measure == "rupee" and other.measure == "date" and not apart:
            yield one, other


_PAID = re.compile(r"\b(?:paid|pay|gave|given|deposited|transferred|handed|invested)\b[^.;,]{0,30}$", re.IGNORECASE)
_PRICE = re.compile(r"\b(?:for|costs?|costing|priced?|price (?:is|was|of)|worth|at)\s+(?:rs\.?\s*|₹\s*)?$", re.IGNORECASE)
_BACK = re.compile(r"\b(?:back|refund\w*|return\w*|repa(?:y|id)\w*|ask\b[^.;]{0,30}\bfor)\b", re.IGNORECASE)


def _check_refund(claims: Claims, evidence: CitedEvidence) -> Iterator[Doubt]:
    """What comes back is what was paid, not the price, where the asker told both."""
    asker = evidence.asker_claims
    sums = [one for one in asker.figures if one.measure == "rupee"]
    paid = {one.value for one in sums if _PAID.search(asker.text, 0, one.start)}
    price = {one.value for one in sums if _PRICE.search(asker.text, 0, one.start)} - paid
    if not paid or _BACK.search(claims.text) is None:
        return
    told = [one for one in claims.figures if one.measure == "rupee"]
    wrong = next((one for one in told if one.value in price), None)
    if wrong is not None and paid.isdisjoint(one.value for one in told) and not _is_subtracted(told, paid, price):
        yield Doubt(Check.NUMBER, f"{describe(wrong)} is the price; what comes back is what was paid.", False)


def _is_subtracted(told: Sequence[Figure], paid: Iterable[Fraction], price: Iterable[Fraction]) -> bool:
    """True where the sentence reckons the rest, or a share, of the price."""
    return len(told) > 1 or any(one.value == whole - part for one in told for whole in price for part in paid)


_SENTENCE_END = re.compile(r"[.;?!]\s")


_WHICHEVER = re.compile(r"whichever is (?:the )?(?:(?P<more>more|higher|greater|larger)|less|lower|smaller)", re.IGNORECASE)


def _check_choices(claims: Claims, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Of "10 per cent or 50,000 rupees, whichever is more", the one that the asker's sum makes the more is told."""
    paid = [one for one in evidence.asker_claims.figures if one.measure == "rupee"]
    ours = {one.value: one for one in claims.figures if one.measure == "rupee"}
    for unit in evidence.core:
        match = _WHICHEVER.search(unit.text)
        before = [one for one in unit.claims.figures if match is not None and one.end <= match.start() + len(unit.whole) - len(unit.text)]
        shares = [one for one in before if one.measure == "share"]
        fixed = [one for one in before if one.measure == "rupee"]
        if match is None or not shares or not fixed:
            continue
        for sum_ in paid:
            both = sorted((shares[-1].value * sum_.value, fixed[-1].value))
            wrong, right = both if match["more"] else reversed(both)
            told = next((ours[one] for one in (wrong, sum_.value - wrong) if one in ours), None)
            if told is not None and wrong != right and ours.keys().isdisjoint({right, sum_.value - right}):
                yield Doubt(Check.NUMBER, f"{describe(told)} is the other of the two sums that the law compares.", False)


def _check_order(claims: Claims) -> Iterator[Doubt]:
    """A day does not come before itself."""
    dates = [one for one in claims.figures if one.measure == "date"]
    for one, other in pairwise(dates):
        if one.value == other.value and _ORDER.search(claims.text, one.end, other.start):
            yield Doubt(Check.NUMBER, f"{describe(one)} is told to come before or after itself.", False)


_ORDER = re.compile(r"\b(?:before|after|earlier|later|ahead|prior|past|beyond)\b", re.IGNORECASE)

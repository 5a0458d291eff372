"""Say yes or no where a statement decides it: no rule fits half, and two that disagree decide nothing.

The word is the program's, the statement behind it stays as it is. A rule names the words of a question and how
its figures lie to the law's; a denial that no rule knows, or a question of something besides, is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from civicsetu.answering.composing.statement_index import StatementHeld
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.numbers import find_amounts
from civicsetu.law.yes_no_rules import AmountBound, FigureRelation, YesNoRule
from civicsetu.query.asking import Asking, PolarQuestion

_MORE = re.compile(r"\b(?:more than|over|above|exceeding|beyond|upwards of)\s+(?:the\s+)?$", re.IGNORECASE)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_HINDI = ((r"\bsaal\b", "years"), (r"\bmah[ie]+n\w*", "months"), (r"\bdin(?:on)?\b", "days"), (r"\byrs?\b", "years"))
_CHOICE = re.compile(r"\b(?:or|ya)\b(?! (?:two|more|less|so)\b)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_FIGURE = r"\d[\d.,]*|%|\b(?:per ?cent|percent|half|thirds?|one|two|three|four|five|six|seven|eight|nine|ten|more than|over|above)\b"
_UNIT = {
    "day": r"\b(?:days?|weeks?|months?|years?|yrs?|saal|mah[ie]+n\w*|din(?:on)?)\b",
    "year": r"\b(?:days?|weeks?|months?|years?|yrs?|saal|mah[ie]+n\w*|din(?:on)?)\b",
    "square metre": r"\b(?:sq|square|met(?:er|re)s?|sqm|m2|m)\b",
}
_A_LITTLE = Fraction(1, 1000)
_PER_CENT = "per cent"
_AREA = "square metre"
_SUM = r"(?:rs\.? ?|inr ?|₹ ?)?(?P<{0}>\d[\d,]*(?:\.\d+)?)(?: ?(?P<{0}_unit>lakhs?|lacs?|crores?|cr)\b)?"
_SHARE = re.compile(
    rf"(?<![\w.,]){_SUM.format('part')}(?: rupees)? (?:out of|of|on|against|from)(?: (?:an?|the|my|our|total|whole|full|price|cost|of))* "
    rf"{_SUM.format('whole')}(?![\w%]| ?(?:%|per ?cent))",
    re.IGNORECASE,
)
_FACTOR = {"l": 100_000, "c": 10_000_000}
_TURNED = {"Yes.": "No.", "No.": "Yes."}


@dataclass(frozen=True, slots=True)
class YesOrNo:
    """Yes or no to place before the statement that decides a question: the first of `statements` available, `alone` or with more."""

    says: str
    statements: tuple[str, ...]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class RuleDecision:
    """A yes or no, and the statement behind it; `of_lead`: said of what leads in any case, not by a rule that knows the question's words.

    `alone`: nothing belongs behind.
    """

    says: str
    lead: StatementHeld
    of_lead: bool = False
    alone: bool = False


def decide_yes_or_no(question: PolarQuestion, rules: Iterable[YesNoRule]) -> YesOrNo | None:
    """Return what the rules say of a question; None where none fits, or where two say otherwise."""
    rules = tuple(rules)
    question = _in_square_metres(question, rules)
    fitting = [rule for rule in rules if _fits(rule, question)]
    if not fitting or len({rule.says for rule in fitting}) > 1:
        return None
    says = fitting[0].says
    if question.forbidden:
        if says not in _TURNED:
            return None
        says = _TURNED[says]
    return YesOrNo(says, tuple(dict.fromkeys(one for rule in fitting for one in rule.statements)), all(rule.alone for rule in fitting))


def _in_square_metres(question: PolarQuestion, rules: Sequence[YesNoRule]) -> PolarQuestion:
    """The question with its areas of land as the law measures them; what is too near to a rule's figure stays."""
    amounts = [rule.amount for rule in rules if rule.amount is not None and rule.amount.measure == _AREA]
    bounds = {Decimal(one.value.numerator) / one.value.denominator for one in amounts}
    if not bounds:
        return question
    return question.in_square_metres(bounds)


def _fits(rule: YesNoRule, question: PolarQuestion) -> bool:
    if question.kind not in rule.asks or any(one.search(question.whole) for one in rule.other_words):
        return False
    if not all(one.search(question.asking) for one in rule.words):
        return False
    left = _without((*rule.also, *rule.words), question.asking)
    if Asking(left).denies or _CHOICE.search(left) or _says_more(left, rule):
        return False
    return rule.amount is None or _lies_so(question.asking, rule.amount)


def _says_more(left: str, rule: YesNoRule) -> bool:
    """Whether what is left has words that the rule does not know: they may be a condition or another matter."""
    if not rule.plain:
        return False
    if rule.amount is not None:
        left = re.sub(f"{_FIGURE}|{_UNIT.get(rule.amount.measure, _FIGURE)}", " ", left)
    return any(one not in rule.plain for one in _WORD.findall(left))


def _without(words: Sequence[re.Pattern[str]], text: str) -> str:
    """What is left of a text when the words that a rule expects are taken out."""
    for one in words:
        text = one.sub(" ", text)
    return text


def _lies_so(text: str, bound: AmountBound) -> bool:
    """Whether a text names figures of that measure, and all of them lie as they must."""
    found = list(_values(text, bound.measure))
    return bool(found) and all(_compare(value, bound) for value in found)


def _values(text: str, measure: str) -> Iterable[Fraction]:
    for word, unit in _HINDI:
        text = re.sub(word, unit, text)
    for amount in find_amounts(text):
        stated = amount.stated.removeprefix("at least ").removeprefix("at most ")
        value, _, named = stated.removesuffix(" or more").partition(" ")
        if "-" in value or not _same_dimension(named, measure):
            continue
        scaled = Fraction(value) * Fraction(_DAYS.get(named, 1), _DAYS.get(measure, 1))
        yield scaled + (_A_LITTLE if _MORE.search(text[: amount.start]) else 0)
    if measure == _PER_CENT:
        yield from _shares(text)


def _shares(text: str) -> Iterable[Fraction]:
    """Per cent that one sum is of another: "20 lakh of 80 lakh". A count of things is none."""
    for found in _SHARE.finditer(text):
        units = found["part_unit"] or found["whole_unit"], found["whole_unit"]
        part, whole = (
            Fraction(found[name].replace(",", "")) * (_FACTOR[unit[0].lower()] if unit else 1)
            for name, unit in zip(("part", "whole"), units, strict=True)
        )
        if ANSWERING.least_sum <= part <= whole:
            yield 100 * part / whole


def _same_dimension(one: str, other: str) -> bool:
    return one == other or (one in _DAYS and other in _DAYS)


def _compare(value: Fraction, bound: AmountBound) -> bool:
    match bound.bound:
        case FigureRelation.OVER:
            return value > bound.value
        case FigureRelation.AT_LEAST:
            return value >= bound.value
        case FigureRelation.AT_MOST:
            return value <= bound.value
    return value < bound.value

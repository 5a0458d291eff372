"""Faults of wording, planted in statements: small words that turn round who, when, how much and where.

A second planter beside `statement_faults`, with places of its own: a duty told in the passive of
the other party, "within" for "after", "and" for "or" among conditions, another state, a unit left
out. They are what a writer in a hurry gets wrong, and what a reader hardly notices.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from enum import StrEnum

from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.fidelity.statement_faults import Proposal, Proposers, propose
from civicsetu.law.documents import CENTRAL
from civicsetu.law.statements import Statement


class WordingFaultKind(StrEnum):
    PASSIVE = "duty turned, passive"
    WITHIN = "within to after"
    BOUND = "at least to at most"
    JOINT = "and to or"
    ORDER = "before to after"
    WORKING_DAYS = "working days dropped"
    STATE = "wrong state"
    RATE = "unit of a rate dropped"
    FACTOR = "lakh to crore"


_PARTICIPLES = {
    "pay": "paid", "repay": "repaid", "give": "given", "tell": "told", "send": "sent", "show": "shown",
    "hand": "handed", "offer": "offered", "return": "returned", "compensate": "compensated",
    "inform": "informed", "help": "helped", "refund": "refunded",
}  # fmt: skip
_OTHERS = {"builder": "the buyer", "buyer": "the builder", "you": "the builder", "broker": "the buyer"}
_DUTY = re.compile(
    rf"\b(?P<who>builder|buyer|broker|you) must (?P<verb>{'|'.join(_PARTICIPLES)})\b", re.IGNORECASE
)
_TURNED = {
    WordingFaultKind.WITHIN: {"within": "after"},
    WordingFaultKind.BOUND: {"at least": "at most", "at most": "at least", "more than": "less than", "up to": "at least"},
    WordingFaultKind.ORDER: {"before": "after", "after": "before"},
    WordingFaultKind.WORKING_DAYS: {"working days": "days", "working day": "day"},
    WordingFaultKind.FACTOR: {"lakh": "crore", "crore": "lakh"},
}  # fmt: skip
_RATE = re.compile(
    r" (?:per|a|an|each|every|for every|for each) (?:day|month|year|week|square metre)\b(?: of delay)?|\bdaily "
)
_CONDITION = re.compile(r"\b(?:if|when|unless|where|until|once|only)\b[^.;:]*", re.IGNORECASE)
_JOINT = re.compile(r" (?:and|or) ")


def _passives(one: Statement) -> Iterator[Proposal]:
    for match in _DUTY.finditer(one.says):
        turned = (
            f"{match['who']} must be {_PARTICIPLES[match['verb'].lower()]} by {_OTHERS[match['who'].lower()]}"
        )
        yield propose(WordingFaultKind.PASSIVE, one, match.span(), _always(turned))


def _joints(one: Statement) -> Iterator[Proposal]:
    for condition in _CONDITION.finditer(one.says):
        for match in _JOINT.finditer(one.says, *condition.span()):
            other = " or " if match[0] == " and " else " and "
            yield propose(WordingFaultKind.JOINT, one, match.span(), _always(other))


def _states(one: Statement) -> Iterator[Proposal]:
    names = [entry.name for code, entry in get_registry().jurisdictions.items() if code != CENTRAL]
    for match in re.finditer("|".join(map(re.escape, names)), one.says):
        others = [name for name in names if name != match[0]]
        yield propose(WordingFaultKind.STATE, one, match.span(), _any_of(others))


def _any_of(others: list[str]) -> Callable[[str, random.Random], str]:
    return lambda _, chance: chance.choice(others)


def _rates(one: Statement) -> Iterator[Proposal]:
    for match in _RATE.finditer(one.says):
        yield propose(WordingFaultKind.RATE, one, match.span(), _always(" "))


def _turn(kind: WordingFaultKind) -> Callable[[Statement], Iterator[Proposal]]:
    """What finds the places of a kind that puts one word for another."""
    words = _TURNED[kind]
    pattern = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)

    def find(one: Statement) -> Iterator[Proposal]:
        for match in pattern.finditer(one.says):
            after = words[match[0].lower()]
            yield propose(
                kind, one, match.span(), _always(after.capitalize() if match[0][0].isupper() else after)
            )

    return find


def _always(after: str) -> Callable[[str, random.Random], str]:
    return lambda _, chance: after


WORDING_PROPOSERS: Proposers = {
    WordingFaultKind.PASSIVE: _passives,
    WordingFaultKind.WITHIN: _turn(WordingFaultKind.WITHIN),
    WordingFaultKind.BOUND: _turn(WordingFaultKind.BOUND),
    WordingFaultKind.JOINT: _joints,
    WordingFaultKind.ORDER: _turn(WordingFaultKind.ORDER),
    WordingFaultKind.WORKING_DAYS: _turn(WordingFaultKind.WORKING_DAYS),
    WordingFaultKind.STATE: _states,
    WordingFaultKind.RATE: _rates,
    WordingFaultKind.FACTOR: _turn(WordingFaultKind.FACTOR),
}

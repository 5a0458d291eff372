"""Rules that say yes or no: which words of a question are decided by a statement, and what stands before it then."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class PolarKind(StrEnum):
    """Kind of a yes-or-no question: whether one may, whether one must, or whether it is so."""

    MAY = "may"
    MUST = "must"
    IS = "is"


class FigureRelation(StrEnum):
    """Relation required between a figure of a question and the law's own."""

    OVER = "over"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    UNDER = "under"


@dataclass(frozen=True, slots=True)
class AmountBound:
    """A figure of the law, and how those of a question must lie to it; `measure` is empty of a share."""

    bound: FigureRelation
    value: Fraction
    measure: str


@dataclass(frozen=True, slots=True)
class YesNoRule:
    """Questions of one kind that any of `statements` decides, the first that was found.

    A question must have words of each of `words` where it asks, none of `other_words` anywhere, and figures that
    fit `amount`; `also` are words that it may have besides, even those that deny something. Any word that is none of
    these must be a `plain` one, if there are any. `says` is what stands before the statement: yes, no, or the
    condition on which it is so. Where it is `alone` nothing belongs behind: no further statement, and no steps.
    """

    id: str
    statements: tuple[str, ...]
    asks: frozenset[PolarKind]
    words: tuple[re.Pattern[str], ...]
    other_words: tuple[re.Pattern[str], ...]
    says: str
    amount: AmountBound | None = None
    also: tuple[re.Pattern[str], ...] = ()
    plain: frozenset[str] = frozenset()
    alone: bool = False


@dataclass(frozen=True, slots=True)
class YesNoCondition:
    """The condition on which somebody may do what a statement is about: the answer to "may he?", whatever words ask it.

    `acts` are those of whom it may be asked; with one of `other_words` it would be another question. `says` stands before the statement.
    """

    acts: frozenset[str]
    says: str
    other_words: tuple[re.Pattern[str], ...] = ()


@dataclass(frozen=True, slots=True)
class YesNoCase:
    """What an asker tells that makes a statement settle a yes or no: "late, and I stay: will I get interest?".

    `facts` must be told, by their ids; the question asks in one of the ways of `asks`, with words of each of `words` and none of
    `unasked_words`; `other_words` stand nowhere. `says` stands before the statement.
    """

    facts: Mapping[str, str]
    asks: frozenset[PolarKind]
    says: str
    words: tuple[re.Pattern[str], ...]
    unasked_words: tuple[re.Pattern[str], ...] = ()
    other_words: tuple[re.Pattern[str], ...] = ()


SetByStatement = YesNoCondition | YesNoCase
"""What a statement that leads settles, whatever words ask it."""

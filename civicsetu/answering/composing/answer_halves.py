"""Answer each of the things that one question asks in a breath: "who forms it, and by when?".

The question as a whole finds the law, but one of its halves is the louder, and that half's statements fill the
answer. The statements found are therefore weighed for each half by itself, as they are for a part of a post, and the
best of each half is said in the order asked. A half that hardly says more than "by when?" is about what the one before
it asks: it is weighed by the question as a whole, and answered by a statement that gives a time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.own_question import near_to
from civicsetu.answering.composing.ranking import KINDS_THAT_ANSWER, Ranked, says_where_complaints_go
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.statements import Actor, Statement, StatementKind
from civicsetu.models.packed import Floats
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.query.asking import AskedKind, Asking

_FIGURES: Mapping[AskedKind, re.Pattern[str]] = {
    kind: re.compile(pattern, re.IGNORECASE)
    for kind, pattern in {
        AskedKind.HOW_MUCH: r"rupee|%|\brates?\b|\bfree\b",
        AskedKind.HOW_LONG: r"\b\d.*\b(?:day|week|month|year)s?\b|\b(?:runs from|until|quarter|period|limitation)\b",
        AskedKind.FORM: r"\bforms?\b",
    }.items()
}
"""What a statement shows that gives a sum or rate, a time, or a form, whatever its own kind."""
_ASKS_DEADLINE = re.compile(r"\b(?:by when|within|how (?:soon|many days)|kab tak|kit?n[aei] din\w*)\b", re.IGNORECASE)
_ONLY_RUNS = re.compile(r"^(?!.*\b\d+ (?:day|week|month|year)s?\b).*\bruns from\b", re.IGNORECASE)
_KINDS = {**KINDS_THAT_ANSWER, AskedKind.WHO: frozenset({StatementKind.AUTHORITY})}
"""The kinds of statement that give what a half asks for: of persons, every duty names one."""
_PARTIES = frozenset({Actor.PROMOTER, Actor.ALLOTTEE, Actor.AGENT})


@dataclass(frozen=True, slots=True)
class _Half:
    """One of the things asked, and how near each statement of the index is to its words, (n,)."""

    asking: Asking
    near: Floats

    @property
    def kind(self) -> AskedKind:
        return self.asking.kind

    @property
    def asks_whom(self) -> bool:
        """Whether it asks which office takes a complaint."""
        return self.asking.asks_whom

    @property
    def points(self) -> bool:
        """Whether it asks for a figure of a thing that the half before it names: "when can I take it out?"."""
        return self.kind in _FIGURES and self.asking.points_to_a_thing and self.asking.substance < ANSWERING.pointing_half

    @property
    def leans(self) -> bool:
        return (self.asking.says_little or self.points) and not self.asks_whom

    def is_given_by(self, statement: Statement) -> bool:
        """Return whether a statement gives what it asks for: until when interest runs is no day by which it is paid."""
        if _ASKS_DEADLINE.search(self.asking.text) and _ONLY_RUNS.search(statement.says):
            return False
        return gives(statement, self.kind)


def answer_halves(
    ranked: Sequence[Ranked], halves: Sequence[Asking], vectors: QuestionVectors | None, index: StatementIndex
) -> list[Ranked]:
    """Return the ranking with the statement that answers each half in front, in the order asked.

    As it was where the halves were not embedded. What comes to the front has the score of the likeliest: the
    question as a whole says how sure the answer is.
    """
    if vectors is None or len(vectors.halves) != len(halves) or not ranked:
        return list(ranked)
    front: list[StatementHeld] = []
    asked = [_Half(half, near_to(own, index)) for half, own in zip(halves, vectors.halves, strict=True)]
    offices = any(half.asks_whom for half in asked)
    for half in asked:
        best = _find_best(half, _without_offices(ranked) if offices and not half.asks_whom else ranked, front, index)
        if best is not None and best not in front:
            front.append(best)
    score = ranked[0].score
    return [*(Ranked(one, score) for one in front), *(one for one in ranked if one.held not in front)]


def _without_offices(ranked: Sequence[Ranked]) -> Sequence[Ranked]:
    """What may answer a half where another asks whom to turn to: that says where complaints go for it."""
    return [one for one in ranked if not says_where_complaints_go(one.held.statement)] or ranked


def gives(statement: Statement, kind: AskedKind) -> bool:
    """Return whether a statement gives what is asked for: a sum, a time, a form, a consequence, a person."""
    if statement.kind in _KINDS.get(kind, ()):
        return True
    figure = _FIGURES.get(kind)
    return figure is not None and figure.search(statement.says) is not None


def _find_best(
    half: _Half, ranked: Sequence[Ranked], front: Sequence[StatementHeld], index: StatementIndex
) -> StatementHeld | None:
    """The statement that answers a half; None where those in `front` do, or none is likely to.

    The first half is answered by what leads, unless another fits that half clearly better, or just as well and gives the
    figure that it asks for.
    """
    if not front:
        leading = _weigh(ranked[0], half, index)
        best, score = _likeliest(ranked, half, index)
        gives_figure = half.kind in _FIGURES and best.statement.kind is not StatementKind.PENALTY and half.is_given_by(best.statement)
        least = 0.0 if gives_figure and not half.is_given_by(ranked[0].held.statement) else ANSWERING.half_lead_margin
        return best if score >= leading + least else ranked[0].held
    if half.leans:
        if any(half.is_given_by(one.statement) for one in front if half.kind in _FIGURES):
            return None
        ranked = _of_the_same_matter(half, ranked, front[0])
    if not ranked:
        return None
    best, score = _likeliest(ranked, half, index)
    return best if score >= ANSWERING.half_least else None


def _of_the_same_matter(half: _Half, ranked: Sequence[Ranked], lead: StatementHeld) -> Sequence[Ranked]:
    """What may answer a half that leans: what gives the kind asked for, of the lead's section, and owed by the same.

    A bare "by when?" is answered from the lead's section alone, "and what is the punishment?" from there if it can be.
    """
    giving = [one for one in ranked if half.is_given_by(one.held.statement)]
    of_section = [one for one in giving if one.held.sections & lead.sections]
    if not half.asking.substance:
        return of_section
    if half.kind in _FIGURES:
        return of_section if half.points else [one for one in giving if not _another_owes(one.held, lead)] or giving
    return of_section or ranked


def _another_owes(held: StatementHeld, lead: StatementHeld) -> bool:
    """Whether one of the parties owes it, and another what leads."""
    owing = {held.statement.bearer, lead.statement.bearer}
    return len(owing) > 1 and owing <= _PARTIES


def _likeliest(ranked: Sequence[Ranked], half: _Half, index: StatementIndex) -> tuple[StatementHeld, float]:
    weighed = [(one.held, _weigh(one, half, index)) for one in ranked]
    return max(weighed, key=lambda pair: pair[1])


def _weigh(one: Ranked, half: _Half, index: StatementIndex) -> float:
    """Log odds that a statement answers a half, of its log odds for the whole and its nearness to the half."""
    whole, own = (
        (1.0, ANSWERING.half_leaning) if half.leans else (ANSWERING.half_whole, ANSWERING.half_own)
    )
    score = whole * one.score + own * float(half.near[index.place[one.held.statement.id]])
    if half.asks_whom and says_where_complaints_go(one.held.statement):
        score += ANSWERING.asked_apart
    return score + ANSWERING.half_bias + ANSWERING.half_kind * half.is_given_by(one.held.statement)

"""Compose an answer from ranked statements: the one that answers first, what belongs to it, and no more.

A statement brings what it may not be shown without. Where the Act leaves a matter to rules and the asker's
state has them, the state's statement takes the place of "set by the state's rules".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.behind.belongs import chance_behind
from civicsetu.answering.composing.ranking import Ranked, names_money
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import Statement, StatementKind
from civicsetu.lexicon.remembered_words import stems_of, words_of
from civicsetu.query.asking import AskedKind

ASK_FOR_A_FIGURE = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG, AskedKind.FORM})
"""The kinds of question that a sum, a time or a form answers."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Margins in score from the lead within which a statement is shown, smaller the farther its provision is.

    The provision that answers tells the rest of the matter best; a neighbour's statement is often beside it.
    """

    same_provision: float
    same_section: float
    elsewhere: float

    def get_margin(self, held: StatementHeld, lead: StatementHeld) -> float:
        """Return what `held` may score less than `lead`."""
        if held.unit_ids & lead.unit_ids:
            return self.same_provision
        return self.same_section if held.sections & lead.sections else self.elsewhere


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the length of an answer and on which further statements belong behind the lead.

    `same_words` is the share of words above which two statements say the same, `known_words` that of a
    statement's words above which those before it have said it. `least` is the score below which no statement
    leads. A further statement has at least `least_belongs` chance of belonging behind the lead; where that is None, it may
    score less than the lead by `margins`, as one of a second thing asked does.
    """

    sentences: int
    least: float
    margins: Margins
    same_words: float
    known_words: float = ANSWERING.known_words
    least_belongs: float | None = None


def compose_statements(
    ranked: Sequence[Ranked],
    index: StatementIndex,
    kind: AskedKind,
    documents: Collection[str],
    limits: Limits,
    before: Sequence[StatementHeld] = (),
) -> list[StatementHeld]:
    """Return the statements of an answer in the order they are said; empty where none is sure enough to lead.

    `documents` are the laws asked: only their statements fill what the Act leaves to rules. What was said
    `before` in the conversation is not said again, nor what says nearly the same.
    """
    if not ranked or ranked[0].score < limits.least:
        return []
    ranked = _rule_before_graver(ranked, limits.margins.same_section)
    ranked = _rule_before_its_footnote(ranked, limits.margins.same_provision)
    ranked = _figure_before_its_rule(ranked, index, kind, documents)
    said: list[StatementHeld] = []
    lead = ranked[0]
    for one in _near_the_lead(lead, ranked, index, limits):
        group = _each_once(_with_company(one.held, index, kind, documents))
        if is_said(group[0], said, limits) or _is_known(one.held, group, [*before, *said], limits):
            continue
        new = [held for held in group if not _is_left_out(held, group, [*before, *said], index, limits)]
        if said and len(said) + len(new) > limits.sentences:
            continue
        said.extend(new)
        if len(said) >= limits.sentences:
            break
    return said


def _near_the_lead(lead: Ranked, ranked: Sequence[Ranked], index: StatementIndex, limits: Limits) -> list[Ranked]:
    """Return the lead and the candidates behind it: by their chance of belonging there, or else by score."""
    if limits.least_belongs is None:
        near = (one for one in ranked if one.score >= lead.score - limits.margins.get_margin(one.held, lead.held))
        return [one for one in near if one is lead or one.score >= limits.least]
    others = ranked[1 : 1 + ANSWERING.belongs_among]
    chances = [(chance_behind(lead, one, index), one) for one in others]
    likely = sorted(((chance, one) for chance, one in chances if chance >= limits.least_belongs), key=lambda of: -of[0])
    return [lead, *(one for _, one in likely)]


def _rule_before_graver(ranked: Sequence[Ranked], margin: float) -> list[Ranked]:
    """Where a penalty leads, the one that stands before it in its section first: the graver form comes after."""
    lead = ranked[0]
    if lead.held.statement.kind is not StatementKind.PENALTY:
        return list(ranked)
    before = [
        one
        for one in ranked[1:]
        if one.held.statement.kind is StatementKind.PENALTY
        and one.held.unit.document == lead.held.unit.document
        and parse_path(one.held.unit.path).number == parse_path(lead.held.unit.path).number
        and one.held.unit.order < lead.held.unit.order
        and one.score >= lead.score - 2 * margin
    ]
    if not before:
        return list(ranked)
    rule = min(before, key=lambda one: one.held.unit.order)
    return [Ranked(rule.held, lead.score), *(one for one in ranked if one is not rule)]


def _rule_before_its_footnote(ranked: Sequence[Ranked], margin: float) -> list[Ranked]:
    """Where a footnote leads and the rule it qualifies comes near it, the rule first: a footnote alone misleads."""
    lead = ranked[0]
    rules = [
        one
        for one in ranked[1:]
        if one.held.statement.id in lead.held.statement.qualifies and one.score >= lead.score - margin
    ]
    if not rules:
        return list(ranked)
    return [Ranked(rules[0].held, lead.score), *(one for one in ranked if one is not rules[0])]


def _figure_before_its_rule(
    ranked: Sequence[Ranked], index: StatementIndex, kind: AskedKind, documents: Collection[str]
) -> list[Ranked]:
    """Where how much is asked and the lead names no sum, first what a state's rules set where its provision leaves it to them.

    "It must pay you interest" is no answer to "what interest?", but what stands behind it is.
    """
    lead = ranked[0]
    if kind is not AskedKind.HOW_MUCH or names_money(lead.held.statement.says):
        return list(ranked)
    known, own = index.catalogue.by_id, frozenset(lead.held.statement.provisions)
    for one in ranked[1:]:
        filled = (known[name] for name in one.held.statement.fills if name in known)
        if (
            one.held.statement.law in documents
            and names_money(one.held.statement.says)
            and any(not own.isdisjoint(other.provisions) for other in filled)
        ):
            return [Ranked(one.held, lead.score), *(other for other in ranked if other is not one)]
    return list(ranked)


def _with_company(
    held: StatementHeld, index: StatementIndex, kind: AskedKind, documents: Collection[str]
) -> Iterator[StatementHeld]:
    """The statement with what fills it and what it requires; where a figure is asked, what fills it stands in its place."""
    statement = held.statement
    fillers = [
        found
        for one in index.catalogue.filled_by(statement.id)
        if one.law in documents and (found := index.get(one.id)) is not None
    ][:2]
    if not (fillers and kind in ASK_FOR_A_FIGURE):
        yield held
    yield from fillers
    for one in (*index.catalogue.required_with(statement), *_required(fillers, index)):
        if (found := index.get(one.id)) is not None:
            yield found


def _each_once(group: Iterable[StatementHeld]) -> list[StatementHeld]:
    return list({held.statement.id: held for held in group}.values())


def _required(fillers: Sequence[StatementHeld], index: StatementIndex) -> Iterator[Statement]:
    for filler in fillers:
        yield from index.catalogue.required_with(filler.statement)


def _is_left_out(
    held: StatementHeld,
    group: Sequence[StatementHeld],
    said: Sequence[StatementHeld],
    index: StatementIndex,
    limits: Limits,
) -> bool:
    """Whether it was said before; what is required, only where it was said itself and not something like it."""
    if any(held is one for one in said):
        return True
    required = any(held.statement in index.catalogue.required_with(one.statement) for one in group)
    return not required and is_said(held, said, limits)


def is_said(held: StatementHeld, said: Sequence[StatementHeld], limits: Limits) -> bool:
    """Return whether it is one of these or an echo of one, nearly one of them, or says hardly a word they do not."""
    if repeats(held, said, limits):
        return True
    words = stems_of(held.statement.says)
    known = frozenset[str]().union(*(stems_of(one.statement.says) for one in said))
    return bool(said) and len(words & known) >= limits.known_words * len(words)


def _is_known(
    held: StatementHeld, group: Sequence[StatementHeld], said: Sequence[StatementHeld], limits: Limits
) -> bool:
    """Whether a statement and what fills it were said: after the state changed, what fills it may be new."""
    core = [one for one in group if one is held or held.statement.id in one.statement.fills]
    return all(is_said(one, said, limits) for one in core)


def repeats(held: StatementHeld, said: Sequence[StatementHeld], limits: Limits) -> bool:
    """Return whether it is one of these, an echo of one, or nearly one of them in words."""
    return any(
        held is one or _is_echo(held, one) or says_the_same(held, one, limits.same_words) for one in said
    )


def _is_echo(held: StatementHeld, said: StatementHeld) -> bool:
    return said.statement.id in held.statement.echoes


def says_the_same(first: StatementHeld, second: StatementHeld, least: float) -> bool:
    """Return whether two statements share more than that part of their words."""
    one, two = words_of(first.statement.says), words_of(second.statement.says)
    return len(one & two) / max(len(one | two), 1) > least

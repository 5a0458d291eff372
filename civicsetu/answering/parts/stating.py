"""Give a part of a question the statements that answer it, and what goes with them.

Beside the statements stand the figure of the state asked of, or of the states held where none is named, what that
figure comes to for the asker, and as of which print a fee is. What the Act decides is not refused for rules that are
not held.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from civicsetu.answering.composing.answer_with_statements import Stated, rate_set_by_state
from civicsetu.answering.composing.by_state import describe_by_state, differs_by_state
from civicsetu.answering.composing.comparing.compare_states import Chosen
from civicsetu.answering.composing.compose_statements import ASK_FOR_A_FIGURE
from civicsetu.answering.composing.limits import (
    find_lacking,
    find_limits,
    leads_to_what_is_lacking,
    state_asked,
)
from civicsetu.answering.composing.polar.by_rules import RuleDecision
from civicsetu.answering.composing.slab import choose_slab
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.coverage_text import describe_print
from civicsetu.answering.composing.values.fixed_values import FixedValues, list_said
from civicsetu.answering.composing.whole_list import asks_for_list, complete_list
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.reckoning.own_figures import reckon_own_figures
from civicsetu.answering.reckoning.reckoned import Reckoned
from civicsetu.answering.reckoning.word_reckoned import say_of_outcome
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.statements import Statement, StatementKind
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Reason

_MAY_WANT_A_RATE = frozenset({AskedKind.REMEDY, AskedKind.MAY, AskedKind.HOW_MUCH, AskedKind.OTHER})
_NAME_YOUR_STATE = "Every state sets its own: name your state to see it."
_LEFT_TO_RULES = re.compile(r"The state's rules\b")
_LEFT_ANYWHERE = re.compile(r"\bthe state's rules (?:set|name|fix)\b", re.IGNORECASE)
_OWES_INTEREST = re.compile(r"\bbuilder\b.*\b(?:pay|leave with|return)\b.*\binterest\b|\bstay with interest\b", re.IGNORECASE)


def state_part(
    turn: PartTurn,
    stated: Stated,
    statements: StatementIndex,
    values: FixedValues | None,
    index: LawIndex,
    registry: Registry,
) -> PartTurn:
    """Return the part with the statements that answer it, and what limits them; `values` are what the laws held fix."""
    turn = replace(
        turn, chosen=stated.said, chance=stated.chance, recalls=stated.recalls, decided=stated.decided
    )
    if values is None or (turn.preface and not _is_left_to_rules(turn)):
        return turn
    code = state_asked(turn.query)
    state = registry.name_of(code) if code else ""
    lacking = bool(state) and leads_to_what_is_lacking(stated.said, turn.query, statements, values, turn.asker)
    if lacking:
        of_halves = stated.said[: len(turn.query.halves)]
        of_matter = (one for one in stated.said if one in of_halves or one.sections & stated.said[0].sections)
        stated = replace(stated, said=tuple(of_matter))
    rate = _rate_owed(turn, stated, statements)
    chosen = (*_with_rest_of_list(turn, stated, statements), *rate)
    stated = replace(stated, said=(*stated.said, *rate))
    beside = stated.near if turn.asker and turn.asker.kind in ASK_FOR_A_FIGURE else ()
    limits = tuple(find_limits(stated.said, turn.query, state, statements, values, beside))
    if turn.preface:
        return replace(turn, preface=limits[0]) if limits else turn
    slab = choose_slab(stated.said, turn.query, (code, state), values, index) if state else None
    if slab is not None:
        return replace(turn, chosen=slab.chosen, recalls=False, limits=(slab.reckoning, *limits))
    if state and limits:
        chosen = tuple(_without_what_is_left(chosen, values, _said_of_state(stated.said, turn.query, code, statements, values)))
    turn = replace(turn, limits=limits, chosen=chosen)
    if lacking and limits:
        return turn if turn.opening else replace(turn, opening=limits[0], limits=limits[1:])
    turn = _without_mere_leaving(_with_own_figures(turn, stated, values))
    return _with_states(turn, stated, beside, statements, values, index, registry)


def _without_mere_leaving(turn: PartTurn) -> PartTurn:
    """Return the part without the statements behind those that answer which say no more than that the state's rules set something.

    One that another requires stays, and one of a sum: both tell that a figure is not said yet.
    """
    answering = max(1, len(turn.query.halves))
    required = {name for one in turn.chosen if isinstance(one, StatementHeld) for name in one.statement.requires}
    kept = tuple(
        one
        for at, one in enumerate(turn.chosen)
        if not (at >= answering and isinstance(one, StatementHeld) and one.statement.id not in required and _is_mere_leaving(one.statement))
    )
    return replace(turn, chosen=kept)


def _is_mere_leaving(statement: Statement) -> bool:
    return statement.kind is not StatementKind.AMOUNT and _LEFT_TO_RULES.match(statement.says) is not None


def _said_of_state(
    said: Sequence[StatementHeld], query: Query, code: str, statements: StatementIndex, values: FixedValues
) -> frozenset[str]:
    """The parameters whose figure is said, or of which a limit tells what is known of the state."""
    lacking = find_lacking(said, code, query.documents, statements, values, query.as_on or datetime.date.today())
    parameters = (*(value.parameter for _, value in list_said(said, values.links)), *(parameter for parameter, _ in lacking))
    return frozenset(one.parameter for one in parameters)


def _without_what_is_left(chosen: Sequence[Chosen], values: FixedValues, known: Collection[str]) -> Iterator[Chosen]:
    """Yield the statements but those that only leave to the rules a parameter that is `known` of the state.

    One stays that comes first, that another requires, or whose provisions no other statement cites.
    """
    statements = [one.statement for one in chosen if isinstance(one, StatementHeld)]
    required = {name for one in statements for name in one.requires}
    for at, one in enumerate(chosen):
        statement = one.statement if isinstance(one, StatementHeld) else None
        left = values.links.leaves.get(statement.id, ()) if at and statement and _only_leaves(statement) else ()
        if statement and any(one.parameter in known for one in left):
            cited = {place for other in statements if other != statement for place in other.provisions}
            if statement.id not in required and cited.issuperset(statement.provisions):
                statements.remove(statement)
                continue
        yield one


def _only_leaves(statement: Statement) -> bool:
    """Whether it says no more than that a state's rules set a figure, a form or a way."""
    return statement.kind is StatementKind.AMOUNT or _LEFT_TO_RULES.match(statement.says) is not None


def answer_from_act(turn: PartTurn, stated: Stated, values: FixedValues) -> PartTurn:
    """Return the part without the refusal for rules not held, where its first statement leaves nothing to them and is sure."""
    if not (turn.preface and stated.said and _is_left_to_rules(turn)) or turn.decision is None:
        return turn
    if values.links.leaves.get(stated.said[0].statement.id) or stated.chance < ANSWERING.answered_by_the_act:
        return turn
    proceeds = replace(turn.decision, action="proceed", confidence=round(stated.chance, 2))
    return replace(turn, preface="", decision=proceeds)


def _is_left_to_rules(turn: PartTurn) -> bool:
    return turn.decision is not None and turn.decision.reason is Reason.LEFT_TO_STATE_RULES


def _with_own_figures(turn: PartTurn, stated: Stated, values: FixedValues) -> PartTurn:
    """The part with what a figure comes to for the asker: before the law where that concludes the case, else behind it."""
    own = _reckon(turn, stated, values) if turn.chosen and not turn.opening else None
    if own is None:
        return turn
    if turn.decided is None and (said := _word_of(own, turn, stated, values)):
        word = RuleDecision(said, stated.said[0], of_lead=True)
        return replace(turn, decided=word, limits=(own.text, *turn.limits))
    if own.concludes:
        return replace(turn, opening=own.text)
    return replace(turn, limits=(own.text, *turn.limits))


def _word_of(own: Reckoned, turn: PartTurn, stated: Stated, values: FixedValues) -> str:
    """The yes or no that the figure decides, where the statement that leads is the one it was held against."""
    lead = stated.said[0]
    held = not own.parameter or own.parameter in {one.parameter.parameter for _, one in list_said([lead], values.links)}
    return say_of_outcome(own.outcome, turn.query.case, turn.query.asking_now.frame) if held else ""


def _reckon(turn: PartTurn, stated: Stated, values: FixedValues) -> Reckoned | None:
    """What a figure of the statements comes to for the asker; None where they are not likely to answer."""
    if stated.chance < ANSWERING.medium_confidence or stated.outlines or stated.recalls:
        return None
    entries = {one.parameter.parameter: one.entry for _, one in list_said(stated.said, values.links)}
    text, today = turn.query.case, datetime.date.today()
    left = {one.parameter for said in stated.said for one in values.links.leaves.get(said.statement.id, ())}
    return reckon_own_figures(stated.said[0].statement.says, entries, text, today, left, turn.query.asked_last)


def _with_states(
    turn: PartTurn,
    stated: Stated,
    beside: Sequence[StatementHeld],
    statements: StatementIndex,
    values: FixedValues,
    index: LawIndex,
    registry: Registry,
) -> PartTurn:
    """The part with the figures of the states held where none is named: first, if the first statement leaves the figure to them.

    Where it leaves to them what is no figure, what two of them say stands behind it.
    """
    if turn.asker is None or not turn.chosen:
        return turn
    of_states = describe_by_state(stated.said, beside, turn.query, turn.asker, values, index, registry.name_of)
    examples = [] if of_states or stated.recalls else _examples_of_states(turn.query, stated.said[0], statements, values)
    new = tuple(one for one in examples if one.statement.says not in turn.shown and one not in turn.chosen)
    if new:
        return replace(turn, chosen=(turn.chosen[0], *new, *turn.chosen[1:2]), limits=(*turn.limits, _NAME_YOUR_STATE))
    if not of_states:
        differs = differs_by_state(stated.said[0], turn.query, turn.asker, values, index)
        return replace(turn, limits=(*turn.limits, _NAME_YOUR_STATE)) if differs else turn
    told = [one.said for one in of_states]
    leaves = bool(values.links.leaves.get(stated.said[0].statement.id))
    lead = turn.chosen[0]
    adds_nothing = len(turn.chosen) > 1 and isinstance(lead, StatementHeld) and _LEFT_TO_RULES.match(lead.statement.says)
    first = (*told, *(() if adds_nothing else (lead,))) if leaves else (lead, *told)
    printed = describe_print([value for one in of_states for value in one.values], turn.query.as_on)
    limits = (*turn.limits, printed) if printed and printed not in turn.limits else turn.limits
    return replace(turn, chosen=(*first, *turn.chosen[1:2]), limits=limits)


def _examples_of_states(query: Query, lead: StatementHeld, statements: StatementIndex, values: FixedValues) -> list[StatementHeld]:
    """What two of the states held say where the first statement leaves to their rules what is no parameter.

    Nothing where a state, a provision or another day is asked of.
    """
    is_asked_of_one = len(query.jurisdictions) > 1 or query.states_not_held or query.references or query.as_on or query.halves
    if is_asked_of_one or values.links.leaves.get(lead.statement.id) or _LEFT_ANYWHERE.search(lead.statement.says) is None:
        return []
    of_law: dict[str, StatementHeld] = {}
    for one in statements.catalogue.filled_by(lead.statement.id):
        if one.law not in of_law and (held := statements.get(one.id)) is not None:
            of_law[one.law] = held
    return list(of_law.values())[: ANSWERING.states_as_examples]


def _rate_owed(turn: PartTurn, stated: Stated, statements: StatementIndex) -> tuple[StatementHeld, ...]:
    """The rate that the asker's state sets for interest owed, with what it requires, where the answer is that interest is owed and no rate."""
    asker, lead = turn.asker, stated.said[0]
    if asker is None or asker.kind not in _MAY_WANT_A_RATE or asker.facts.get("possession") != "late" or stated.recalls:
        return ()
    if stated.chance < ANSWERING.medium_confidence or not _OWES_INTEREST.search(lead.statement.says):
        return ()
    rate = rate_set_by_state(turn.query, statements)
    if rate is None or rate in stated.said or rate.statement.says in turn.shown:
        return ()
    return statements.with_required(rate)


def _with_rest_of_list(turn: PartTurn, stated: Stated, statements: StatementIndex) -> tuple[Chosen, ...]:
    """The statements, with the rest of the list where one is asked for."""
    asks = not stated.outlines and asks_for_list(turn.query.asked_now)
    return complete_list(stated.said, stated.chance, statements, turn.shown) if asks else stated.said

"""Further statements on a matter a conversation is about: what was not shown yet, or the figure to calculate with."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

from civicsetu.answering.composing.answer_with_statements import rank_statements
from civicsetu.answering.composing.compose_statements import Limits, Margins, compose_statements
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.said_before import statements_shown
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import Unit
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import Actor
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved

REFUND_INTEREST_RUNS = "act.2-za.builder-runs"
LATE_PAYMENT_INTEREST_RUNS = "act.2-za.buyer-runs"
_FIGURE = re.compile(r"\d[\d,.]* ?%|\brupees?\b|\b(?:interest )?rates?\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d,.]* ?%|\brupees?\b", re.IGNORECASE)
_INTEREST = re.compile(r"\binterest\b", re.IGNORECASE)
_STAY = re.compile(r"\bstays?\b", re.IGNORECASE)
_REFUND = re.compile(r"\b(?:refunds?|returns?|leave)\b", re.IGNORECASE)


def more_statements(
    query: Query, found: Retrieved, index: StatementIndex, shown: Collection[str], cited: Collection[Unit]
) -> list[StatementHeld]:
    """Return what else the law found says on the matter, the likeliest first.

    What is not of a section already cited must be as likely to answer as what leads an answer; the provisions of all are found.
    """
    sections = {_section(unit) for unit in cited}
    units = {item.unit_id for item in found.evidence}
    ranked = [
        one
        for one in _not_shown(rank_statements(query, found, index), shown)
        if one.held.unit_ids & units and (one.score >= ANSWERING.least_lead or one.held.sections & sections)
    ]
    limits = _limits(least=ANSWERING.least_further, margin=ANSWERING.further_margin)
    return _composed(ranked, query, index, shown, limits)


def rest_of_provisions(
    query: Query, found: Retrieved, index: StatementIndex, shown: Collection[str], cited: Collection[Unit]
) -> list[StatementHeld]:
    """Return what the provisions already `cited` say besides: conditions and exceptions, say."""
    ranked = [
        one for one in _not_shown(rank_statements(query, found, index), shown) if _is_of(one.held, cited)
    ]
    return _composed(ranked, query, index, shown, _limits(least=-math.inf, margin=math.inf))


def figures(
    query: Query,
    found: Retrieved,
    index: StatementIndex,
    shown: Collection[str],
    lead: str,
    cited: Collection[Unit],
) -> list[StatementHeld]:
    """Return the rate or share to calculate with, and from when interest runs; empty where none is found.

    A figure shown before is said again: it is what was asked for. It stands in the section that the `lead` of the
    answer cited, or is the rate of the interest that this speaks of; another figure would mislead. Where the
    Act leaves it to rules, those of the state asked of say it.
    """
    said = statements_shown(shown, index)
    near = [one.held for one in rank_statements(query, found, index) if _is_of(one.held, cited)]
    sections = {_section(unit) for unit in cited}
    of_lead = [one for one in said if one.sections & sections]
    of_interest = any(mentions_interest(one) for one in of_lead)
    leads = [one for one in said if one in of_lead or (of_interest and mentions_interest(one))]
    leads += [one for one in near if one not in leads]
    if _INTEREST.search(query.asked_last) or not has_number(leads):
        leads = [one for one in leads if mentions_interest(one)] or leads
    filled = [_filled(one, query, index) for one in leads]
    figure = next((one for one in filled if _FIGURE.search(one.statement.says)), None)
    if figure is None:
        return []
    chosen = [figure, *_required(figure, index)]
    if figure in said and not has_number(chosen):
        chosen = []
    runs = _runs_from(figure, lead, index)
    return [*chosen, runs] if runs is not None and runs not in chosen else chosen


def has_number(statements: Sequence[StatementHeld]) -> bool:
    """Return whether they name the figure itself, not only who sets it."""
    return any(_NUMBER.search(one.statement.says) for one in statements)


def _filled(held: StatementHeld, query: Query, index: StatementIndex) -> StatementHeld:
    """What the state asked of says in its place, or itself."""
    for one in index.catalogue.filled_by(held.statement.id):
        if one.law in query.documents and (found := index.get(one.id)) is not None:
            return found
    return held


def _required(held: StatementHeld, index: StatementIndex) -> list[StatementHeld]:
    required = index.catalogue.required_with(held.statement)
    return [found for one in required if (found := index.get(one.id)) is not None]


def _runs_from(figure: StatementHeld, lead: str, index: StatementIndex) -> StatementHeld | None:
    """From when the interest runs: on a refund, or on what a buyer pays late; of other interest it is not said."""
    if not mentions_interest(figure):
        return None
    if figure.statement.bearer is Actor.ALLOTTEE:
        return index.get(LATE_PAYMENT_INTEREST_RUNS)
    of_refund = _REFUND.search(lead) is not None and _STAY.search(lead) is None
    return index.get(REFUND_INTEREST_RUNS) if of_refund else None


def _is_of(held: StatementHeld, cited: Collection[Unit]) -> bool:
    return not held.unit_ids.isdisjoint(unit.unit_id for unit in cited)


def mentions_interest(held: StatementHeld) -> bool:
    """Return whether a statement speaks of interest."""
    return _INTEREST.search(held.statement.says) is not None


def _section(unit: Unit) -> tuple[str, str]:
    """The section a unit belongs to, with its law."""
    return unit.document, parse_path(unit.path).number


def _not_shown(ranked: Sequence[Ranked], shown: Collection[str]) -> list[Ranked]:
    return [one for one in ranked if one.held.statement.says not in shown]


def _limits(*, least: float, margin: float) -> Limits:
    return Limits(ANSWERING.statements, least, Margins(margin, margin, margin), ANSWERING.same_words)


def _composed(
    ranked: Sequence[Ranked], query: Query, index: StatementIndex, shown: Collection[str], limits: Limits
) -> list[StatementHeld]:
    """An answer of these; what only repeats what was shown before is left out, and so is that itself."""
    before = statements_shown(shown, index)
    return compose_statements(ranked, index, AskedKind.OTHER, query.documents, limits, before)

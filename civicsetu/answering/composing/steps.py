"""What the asker can do: whom to turn to, with which form and fee, and by when, each step a statement.

Steps belong to a grievance or to a question of what to do. Which ones follows from the grievance
(`grievances.yaml`); where the form and fee of the asker's state are not held, or no state is known, that is said
in one sentence instead of a figure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from civicsetu.answering.composing.actors import actors_named
from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.grievances import (
    Complainant,
    Grievances,
    StepWanted,
    get_grievances,
)
from civicsetu.answering.composing.state_forms import StateForms, StepChosen, step_of
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import FixedValues
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.statements import Actor, Statement, StatementKind
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query

_OF_OWN = re.compile(r"\b(?:me|my|mine|us|our|mera|mere|meri|mujhe|mujhse|hamara|hamare|hamari|humse|hamse)\b", re.IGNORECASE)
_LANDLORD = re.compile(
    r"\b(?:landlord|landlady|house ?owner|makan ?mali[ck])\b|मकान\s?मालिक|घर\s?मालक|வீட்டு\s?(?:உரிமையாளர்|ஓனர்)|ಮನೆ\s?(?:ಮಾಲೀಕ|ಮಾಲಿಕ|ಓನರ್)", re.IGNORECASE
)
_OF_A_PURCHASE = frozenset({"possession", "reason", "project", "oc", "deed", "stage", "who_cancels", "order"})
"""Facts that only somebody has who bought or booked a home; they may rent another meanwhile."""
_BUYERS = (None, Actor.ALLOTTEE, Actor.ASSOCIATION)
_OWED = frozenset(
    {
        StatementKind.RIGHT,
        StatementKind.DUTY,
        StatementKind.PROHIBITION,
        StatementKind.LIMIT,
        StatementKind.PERIOD,
        StatementKind.AMOUNT,
    }
)


def steps_for(
    query: Query,
    asker: Asker,
    said: Sequence[StatementHeld],
    index: StatementIndex,
    states: Sequence[str],
    values: FixedValues | None = None,
    *,
    near: Sequence[StatementHeld] = (),
    law: LawIndex | None = None,
    grievances: Grievances | None = None,
) -> list[StepChosen]:
    """Return the steps of a grievance, at most five; none where nobody is wronged.

    `states` are the names of the states asked of, in the order of `query.jurisdictions[1:]`; `near` the
    statements found, the likeliest first: they tell the grievance where those said tell none.
    """
    table = grievances or get_grievances()
    forms = StateForms(query, states, index, values, law, table.forms)
    shown = {one.statement.id for one in said}
    steps: dict[str, StepChosen] = {}
    for wanted in _wanted(query, asker, said, near, index, table):
        if wanted.hold(asker.facts) and not shown.intersection(wanted.unless_said):
            for step in _steps(wanted, index, forms):
                if not (step.statements and step.statements[0] in said):
                    steps.setdefault(step.text, step)
    return _print_dates_once(list(steps.values())[: ANSWERING.steps])


def _print_dates_once(steps: Sequence[StepChosen]) -> list[StepChosen]:
    """The steps with the print date of their fees, each date at the last step of that print."""
    last = {one.print_date: at for at, one in enumerate(steps)}
    return [
        replace(one, text=f"{one.text} {one.print_date}") if one.print_date and last[one.print_date] == at else one
        for at, one in enumerate(steps)
    ]


def _wanted(
    query: Query,
    asker: Asker,
    said: Sequence[StatementHeld],
    near: Sequence[StatementHeld],
    index: StatementIndex,
    table: Grievances,
) -> Sequence[StepWanted]:
    """The steps of the asker's grievance: one that they tell of, or ask what to do about.

    Who asks what to do without telling anything is answered by what the answer says alone; a landlord's tenant is led to
    no office of this law.
    """
    named = actors_named(query.case)
    if _is_of_a_tenant(query, asker, named):
        return ()
    who = Complainant(asker.party, asker.facts, named)
    known = table.find_by_facts(who)
    if known is not None:
        return known.steps
    lead = next(iter((*said, *near)), None)
    owed = bool(said) and is_owed_to_buyers(said[0])
    tells = _tells_of_own_case(query, asker, owed)
    asks = asker.kind is AskedKind.REMEDY or asker.wants_steps
    of_lead = table.find_by_statements(_statements(said[:1]), index.catalogue, who)
    if lead is None or not (tells or (asks and (owed or of_lead is not None))):
        return ()
    if lead.statement.kind is StatementKind.DEFINITION and not asks:
        return ()
    grievance = of_lead or table.find_by_statements(_statements(said), index.catalogue, who)
    asks_own_duty = asker.asks_own_duty and not asks
    if grievance is None and tells and not asks_own_duty:
        grievance = table.find_otherwise(who)
        if grievance is None and lead.statement.kind is not StatementKind.DEFINITION:
            grievance = table.find_by_statements(_statements(near), index.catalogue, who)
    if grievance is not None:
        return grievance.steps
    complains = tells or asker.kind is AskedKind.REMEDY
    return table.otherwise if complains and owed and asker.party in _BUYERS and not asks_own_duty else ()


def _is_of_a_tenant(query: Query, asker: Asker, named: Collection[Actor]) -> bool:
    """Return whether a landlord is complained of: no builder or broker is named, and nothing is known of a purchase."""
    if not _LANDLORD.search(query.case) or not {Actor.PROMOTER, Actor.AGENT}.isdisjoint(named):
        return False
    return _OF_A_PURCHASE.isdisjoint(asker.facts)


def _tells_of_own_case(query: Query, asker: Asker, owed: bool) -> bool:
    """Whether a wrong is told, or so much of themselves by somebody to whom it is owed that it must be one."""
    if query.only_tells or query.telling.tells_wrong:
        return True
    of_own = asker.party in _BUYERS and (asker.party is not None or _OF_OWN.search(query.case) is not None)
    return owed and of_own and len(query.case.split()) >= ANSWERING.case_words


def _statements(held: Sequence[StatementHeld]) -> list[Statement]:
    return [one.statement for one in held]


def is_owed_to_buyers(lead: StatementHeld) -> bool:
    """Return whether a statement says what a builder or broker owes, or what a buyer may have."""
    one = lead.statement
    of_seller = one.bearer in (Actor.PROMOTER, Actor.AGENT) or one.holder is Actor.ALLOTTEE
    return one.kind in _OWED and of_seller


def _steps(wanted: StepWanted, index: StatementIndex, forms: StateForms) -> Iterator[StepChosen]:
    if wanted.says:
        yield StepChosen(wanted.says)
        return
    if wanted.filled:
        filled = forms.steps(wanted.filled, wanted.before)
        yield from filled
        if filled or not wanted.or_itself:
            return
    if (held := index.get(wanted.step or wanted.filled)) is not None:
        yield step_of(held, index)

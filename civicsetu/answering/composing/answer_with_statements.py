"""Answer one thing asked with statements: the door of this room."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from civicsetu.answering.composing.actors import actors_named, find_acting, find_bound, find_punished
from civicsetu.answering.composing.answer_halves import answer_halves
from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.compose_statements import (
    Limits,
    Margins,
    compose_statements,
    is_said,
    repeats,
)
from civicsetu.answering.composing.fee_matters import find_fee_matters
from civicsetu.answering.composing.grievances import get_grievances
from civicsetu.answering.composing.outline import outline_of
from civicsetu.answering.composing.own_question import find_nearest_asked, keep_near, rank_for_part
from civicsetu.answering.composing.polar.by_case import say_by_case
from civicsetu.answering.composing.polar.by_condition import say_condition
from civicsetu.answering.composing.polar.by_people import say_as_readers_did
from civicsetu.answering.composing.polar.by_rules import RuleDecision, decide_yes_or_no
from civicsetu.answering.composing.ranking import (
    Ranked,
    add_just_asked,
    candidates,
    facets_fit,
    holds_wholly,
    is_way_out,
    rank,
)
from civicsetu.answering.composing.said_before import (
    find_shown,
    just_asks_for,
    rank_follow_up,
    recall,
    refusal_first,
    statements_shown,
)
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.answers import QueryType
from civicsetu.law.evidence import Evidence
from civicsetu.law.statements import Actor, StatementKind
from civicsetu.law.yes_no_rules import SetByStatement, YesNoCase, YesNoRule
from civicsetu.query.asking import AskedKind, Asking
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.yaml_data import load_patterns

_RATE_LEFT = "act.18-1.stay-rate"
_BUYERS_RATE_LEFT = "act.19-7.interest"
"""What the Act leaves to the states: the rate of the interest that a builder owes for a late home, and that a buyer owes."""
_SELLERS = (Actor.PROMOTER, Actor.AGENT)
"""Who asks what they must do asks of their own duty: a buyer's "must I wait?" may be of what others owe them."""
_OF_SELF = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours)\b", re.IGNORECASE)
_COMPLAINT = "a complaint"
"""The thing of `grievances.yaml` whose form and fee nobody needs who has an order."""
_ORDER_BY = "order_by"
"""The facet of a statement on disobeying: whose order it was."""
_LEAVES_OPEN = frozenset({AskedKind.OTHER, AskedKind.MAY})
"""The kinds a text seems to be of that asks nothing: "he has not given possession" is no question whether he has."""


def read_asker(query: Query) -> Asker:
    """Return what of a question bears on the choice of statements."""
    facts, telling = query.known_facts, query.telling
    party = facts.get("party") or telling.likely_party
    asking = query.asking_now.only_asking
    asked = asking.text
    named = actors_named(asked)
    kind = asking.kind_among(len(query.jurisdictions) - 1)
    if asks_rate_of_state(query):
        kind = AskedKind.HOW_MUCH
    complains = not asking.asks and asking.tells_wrong
    asks_own_duty = _debts()["own_duty"].search(asked) is not None
    return Asker(
        AskedKind.REMEDY if complains and kind in _LEAVES_OPEN else kind,
        Actor(party) if party else None,
        named,
        facts,
        frozenset(query.jurisdictions[1:]),
        asking.asks_detail,
        asking.asks_consequence or query.query_type is QueryType.PENALTY,
        asks_own_duty,
        _asks_of_builder(asked, facts, named=bool(named)),
        asking.asks_whom,
        telling.of_compensation,
        query.tells_wrong or complains,
        find_punished(telling, Actor(party) if party else None),
        find_bound(asked) or (Actor(party) if party in _SELLERS and asks_own_duty else None),
        actors_named(telling.text),
        kind is AskedKind.HOW_LONG and _debts()["own_filing"].search(asked) is not None,
        _debts()["liable"].search(asked) is not None,
        telling.of_consumer_forum_anew,
        find_fee_matters(asked) if asking.asks_detail else frozenset(),
        _debts()["own_claim"].search(asked) is not None,
        query.asking_now.wants_steps,
        party in _SELLERS and _OF_SELF.search(asked) is not None and find_acting(asked) <= {party},
    )


def _asks_of_builder(asked: str, facts: Mapping[str, str], *, named: bool) -> bool:
    """Whether a question asks what a builder owes: by its words, or of a late home where it names nobody."""
    if _debts()["builder_owes"].search(asked) is not None:
        return True
    is_late = facts.get("possession") == "late" and "interest" not in facts
    return is_late and not named and _debts()["own_duty"].search(asked) is None


def asks_rate_of_state(query: Query) -> bool:
    """Return whether just the interest is asked of one state, whose rules set the rate."""
    return len(query.jurisdictions[1:]) == 1 and query.asking_sought.only_asking.asks_rate_of_interest


def _debts() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.answering.composing", "debts_asked.yaml")


def rank_statements(
    query: Query, found: Retrieved, index: StatementIndex, asker: Asker | None = None
) -> list[Ranked]:
    """Return the statements of the provisions found and those nearest to the question, the likeliest answer first.

    Where provisions are asked for by number, those alone that they and what is joined to them carry. `asker` is
    read from the query where none is given.
    """
    asker = asker or read_asker(query)
    chosen = add_just_asked(candidates(found.evidence, index), asker, index)
    pinned = {item.unit_id for item in found.evidence if item.pinned}
    if found.evidence and found.evidence[0].pinned:
        chosen = [one for one in chosen if index.held[one[0]].unit_ids <= pinned]
    elif query.is_part and found.vectors is not None:
        return rank_for_part(query.standalone, asker, found.vectors, chosen, index)
    elif found.vectors is not None:
        chosen = [*chosen, *find_nearest_asked(found.vectors, chosen, index)]
    return rank(query.standalone, asker, found.vectors, chosen, index)


@dataclass(frozen=True, slots=True)
class Stated:
    """The statements of an answer in the order they are said, and the chance that the first answers, 0 to 1.

    `recalls`: the first was said before in the conversation, and nothing new answers.
    `decided` is the yes or no that the first gives.
    `near` are those found that are nearly as likely as the first, the likeliest first.
    `outlines`: they tell a provision asked for by number or heading in short.
    `beside`: what was found is of the story of a post, not of what the part asks.
    """

    said: tuple[StatementHeld, ...] = ()
    chance: float = 0.0
    recalls: bool = False
    decided: RuleDecision | None = None
    near: tuple[StatementHeld, ...] = ()
    beside: bool = False
    outlines: bool = False

    @property
    def settles(self) -> bool:
        """Whether what is asked is settled: outlined as asked for, or a yes or no by a checked rule."""
        return self.outlines or (self.decided is not None and not self.decided.of_lead)

    @property
    def is_alone(self) -> bool:
        """Whether nothing belongs behind it, steps neither: a complaint that RERA does not take is filed nowhere with it."""
        return self.decided is not None and self.decided.alone


def answer_with_statements(
    query: Query,
    found: Retrieved,
    index: StatementIndex,
    most: int,
    shown: Collection[str] = (),
    rules: Sequence[YesNoRule] = (),
    asker: Asker | None = None,
    above: Collection[str] = (),
    conditions: Mapping[str, SetByStatement] = MappingProxyType({}),
) -> Stated:
    """Return the statements that answer one thing asked; none where none fits.

    What the conversation has `shown` is not said again, or, where nothing new answers, named as said before. What
    led the parts `above` of a post gives way to what is new and nearly as likely. A statement that decides a yes or no by
    one of the `rules` leads; `conditions` are those, and the cases, that statements settle. `asker` is read from the query where none is given.
    """
    outline = outline_of(query, index)
    if outline:
        return Stated(tuple(outline), ANSWERING.named_chance, outlines=True)
    asker = asker or read_asker(query)
    ranked = _rate_first(query, rank_statements(query, found, index, asker), index)
    near = tuple(one.held for one in ranked if one.score >= ranked[0].score - ANSWERING.grievance_margin)
    if not ranked or not (
        _covers_the_best(found, index) or (_is_asked_in_post(query, found) and not asker.detail)
    ):
        return Stated(near=near)
    if _is_asked_in_post(query, found) and found.vectors is not None:
        ranked = keep_near(ranked, found.vectors, index)
        if not ranked:
            return Stated(beside=True, near=near)
    ranked = _new_first(_past_complaining(_of_the_way_out(ranked, asker), asker), above)
    if query.halves:
        ranked = answer_halves(ranked, query.asking_halves, found.vectors, index)
    ranked = _penalty_of_own_wrong(query, ranked, asker, index)
    decided = _decided(query, found, ranked, rules)
    if decided is not None:
        others = () if decided.alone else (one for one in ranked if one.held is not decided.lead)
        ranked = [Ranked(decided.lead, ranked[0].score), *others]
    limits = _limits(most, of_one_thing=not query.halves)
    if before := statements_shown(shown, index):
        settled = decided is not None
        stated = _go_on(query, asker, found, index, ranked, before, shown, limits, settled=settled)
    else:
        limits = _of_chance(ranked[0], limits)
        said = compose_statements(ranked, index, asker.kind, query.documents, limits)
        stated = Stated(tuple(said), _chance(ranked[0]))
    leads = decided is not None and bool(stated.said) and stated.said[0] is decided.lead
    return replace(stated, decided=decided if leads else _of_lead(query, found, stated, index, conditions), near=near)


def _rate_first(query: Query, ranked: Sequence[Ranked], index: StatementIndex) -> list[Ranked]:
    """The rate that the one state asked of sets comes first where the rate of interest is asked for: the builder's or the buyer's, the likelier."""
    if not ranked or not asks_rate_of_state(query):
        return list(ranked)
    of_state = {one.id for left in (_RATE_LEFT, _BUYERS_RATE_LEFT) for one in index.catalogue.filled_by(left) if one.law in query.documents}
    rate = next((one.held for one in ranked if one.held.statement.id in of_state), None) or rate_set_by_state(query, index)
    if rate is None:
        return list(ranked)
    return [Ranked(rate, ranked[0].score), *(one for one in ranked if one.held is not rate)]


def rate_set_by_state(query: Query, index: StatementIndex) -> StatementHeld | None:
    """Return the statement of the one state asked of that sets the rate which the Act leaves to it; None where none is held."""
    if len(query.jurisdictions[1:]) != 1:
        return None
    filled = index.catalogue.filled_by(_RATE_LEFT)
    return next((held for one in filled if one.law in query.documents and (held := index.get(one.id)) is not None), None)


def _of_the_way_out(ranked: Sequence[Ranked], asker: Asker) -> list[Ranked]:
    """What is of the lead's section alone, where the lead is the way out of the wrong that is told.

    It leads for what is known of the case, whatever the search has found: what else was found may be of anything.
    """
    lead = ranked[0].held
    if not is_way_out(lead.statement, asker):
        return list(ranked)
    return [one for one in ranked if one.held.sections & lead.sections]


def _penalty_of_own_wrong(query: Query, ranked: Sequence[Ranked], asker: Asker, index: StatementIndex) -> list[Ranked]:
    """Return the ranking led by the penalty for the wrong described, in place of one for disobeying an order that nobody mentions.

    Who asks for a provision by its number gets that one.
    """
    lead = ranked[0]
    mentions_order = "order" in asker.facts or _debts()["order"].search(query.case) is not None
    if _ORDER_BY not in lead.held.statement.facets or query.references or mentions_order:
        return list(ranked)
    punishments = (one for one in index.held if one.statement.kind is StatementKind.PENALTY)
    fitting = next((one for one in punishments if facets_fit(one.statement, asker) and holds_wholly(one.statement, asker)), None)
    if fitting is None:
        return list(ranked)
    return [Ranked(fitting, lead.score), *(one for one in ranked if one.held not in (lead.held, fitting))]


def _past_complaining(ranked: Sequence[Ranked], asker: Asker) -> list[Ranked]:
    """Without the form and fee of a complaint, where the asker has an order already: that would begin it all again."""
    if asker.facts.get("order") != "in_favour":
        return list(ranked)
    complaint = {name for name, thing in get_grievances().forms.items() if thing == _COMPLAINT}
    others = (one for one in ranked if complaint.isdisjoint((one.held.statement.id, *one.held.statement.fills)))
    return list(others) or list(ranked)


def _new_first(ranked: Sequence[Ranked], above: Collection[str]) -> list[Ranked]:
    """What did not lead a part above, where that leads and something new is nearly as likely: "and at what rate?"."""
    new = [one for one in ranked if one.held.statement.says not in above]
    if not new or new[0] is ranked[0] or new[0].score < ranked[0].score - ANSWERING.next_to_said:
        return list(ranked)
    return new


def _go_on(
    query: Query,
    asker: Asker,
    found: Retrieved,
    index: StatementIndex,
    ranked: Sequence[Ranked],
    before: Sequence[StatementHeld],
    shown: Collection[str],
    limits: Limits,
    *,
    settled: bool,
) -> Stated:
    """Answer a follow-up without repeating a statement said `before`.

    Where that answers best, it is named as said above, once, with what is new behind it. What says in one sentence
    what several said before may lead, for it is what was asked for; it may not follow. `settled`: the first decides a
    yes or no, and is asked for whatever the ranking of the follow-up by itself would say.
    """
    filled_anew = _filled_anew(query, before, index)
    known = {
        one.held.statement.id
        for one in ranked
        if one.held.statement.id not in filled_anew and repeats(one.held, before, limits)
    }
    asked = query.asked_last
    if ranked[0].held.statement.id in known and not settled and not just_asks_for(query.readings.of(asked), ranked[0].held.statement):
        ranked = rank_follow_up(ranked, _rank_alone(query, asker, found, index))
    if not settled:
        ranked = refusal_first(ranked, asked, before)
    if recall(ranked[0].held.statement.says) in shown:
        ranked = [one for one in ranked if one.held.statement.id not in known]
    if not ranked or ranked[0].score < limits.least:
        return Stated()
    first = ranked[0]
    if first.held.statement.id in known:
        first = Ranked(find_shown(first.held, before, query.asking_now, limits), first.score)
    limits = _of_chance(first, limits)
    recalls = first.held.statement.id in known and first.held in before
    if not recalls and (first.held.statement.id in filled_anew or not is_said(first.held, before, limits)):
        said = compose_statements(ranked, index, asker.kind, query.documents, limits, before)
        return Stated(tuple(said), _chance(first)) if said else Stated()
    company = [one for one in index.with_required(first.held) if one is first.held or one not in before]
    if limits.sentences == 1:
        return Stated(tuple(company), _chance(first), recalls)
    fewer = replace(limits, sentences=limits.sentences - 1)
    said = compose_statements(ranked, index, asker.kind, query.documents, fewer, [*before, *company])
    return Stated((*company, *said), _chance(first), recalls)


def _chance(one: Ranked) -> float:
    """How likely a statement answers, of its log odds."""
    return 1 / (1 + math.exp(-one.score))


def _of_chance(first: Ranked, limits: Limits) -> Limits:
    """The limits of an answer led by that statement: where it is unlikely, its sentence alone."""
    return limits if _chance(first) >= ANSWERING.alone_below else replace(limits, sentences=1)


def _rank_alone(query: Query, asker: Asker, found: Retrieved, index: StatementIndex) -> list[Ranked]:
    """The statements found by what a follow-up asks itself; none where it is not known apart.

    Whose punishment is asked only the conversation says: "What is the punishment?" would be the builder's.
    """
    vectors = found.vectors
    if not query.asked_last or vectors is None or vectors.alone is None:
        return []
    alone = replace(vectors, asked=vectors.alone, expanded=vectors.alone, alone=None, likelihoods=None)
    of_itself = replace(read_asker(query.alone), punished=asker.punished)
    return rank_statements(query.alone, replace(found, vectors=alone), index, of_itself)


def _filled_anew(query: Query, before: Collection[StatementHeld], index: StatementIndex) -> frozenset[str]:
    """What was said before and is now filled by a statement of a state that was not asked of then."""
    said = {one.statement.id for one in before}
    return frozenset(
        one
        for one in said
        if any(
            other.law in query.documents and other.id not in said and index.get(other.id) is not None
            for other in index.catalogue.filled_by(one)
        )
    )


def _decided(
    query: Query, found: Retrieved, ranked: Sequence[Ranked], rules: Sequence[YesNoRule]
) -> RuleDecision | None:
    """Return the yes or no that one of the likelier statements gives; none where they are all unlikely to answer.

    Its provision was found: the search is the second guard against a wrong one.
    """
    question = query.polar_question
    verdict = decide_yes_or_no(question, rules) if question is not None else None
    if verdict is None:
        return None
    least = ranked[0].score - ANSWERING.decided_margin
    units = {item.unit_id for item in found.evidence}
    likely = {one.held.statement.id: one.held for one in ranked if one.score >= least and one.held.unit_ids & units}
    lead = next((likely[name] for name in verdict.statements if name in likely), None)
    return None if lead is None else RuleDecision(verdict.says, lead, alone=verdict.alone)


def _of_lead(
    query: Query, found: Retrieved, stated: Stated, index: StatementIndex, conditions: Mapping[str, SetByStatement]
) -> RuleDecision | None:
    """Return the yes or no that readers put before the first statement for people's questions like this one, or else its condition.

    A follow-up says too little by itself. Of several things asked in a breath the first is compared, which the first statement answers.
    """
    vectors = found.vectors
    if vectors is None or stated.recalls or not stated.said:
        return None
    lead = stated.said[0]
    if query.halves:
        if len(vectors.halves) != len(query.halves):
            return None
        asked, own = query.asking_halves[0], vectors.halves[0].asked
    elif vectors.alone is not None and not query.is_part:
        return None
    else:
        asked, own = query.asking_now if query.is_part else query.asking_whole, vectors.of_own_words
    word = say_as_readers_did(asked, index.whiten_question(own), lead, index)
    says = word or _settled_by(conditions.get(lead.statement.id), asked, query.known_facts, lead.statement.says)
    return RuleDecision(says, lead, of_lead=True) if says else None


def _settled_by(set_by: SetByStatement | None, asked: Asking, facts: Mapping[str, str], statement: str) -> str:
    """The word that the leading statement settles by itself, or with the facts of the case."""
    if isinstance(set_by, YesNoCase):
        return say_by_case(asked, facts, set_by, statement)
    return say_condition(asked, set_by, statement) if set_by is not None else ""


def _limits(most: int, *, of_one_thing: bool) -> Limits:
    """The limits of an answer; of a question that asks several things what answers the others need not belong to the first."""
    held = ANSWERING
    margins = Margins(held.provision_margin, held.section_margin, held.elsewhere_margin)
    limits = Limits(min(most, held.statements), held.least_lead, margins, held.same_words)
    return replace(limits, least_belongs=held.least_belongs) if of_one_thing else limits


def _is_asked_in_post(query: Query, found: Retrieved) -> bool:
    """Whether it is a part of a post that names no provision: its own question says which statements are near it."""
    return query.is_part and found.vectors is not None and bool(found.evidence) and not found.evidence[0].pinned


def _covers_the_best(found: Retrieved, index: StatementIndex) -> bool:
    """Whether the law of the best provision is told in statements; else its own words have to answer."""
    if not found.evidence:
        return False
    best = found.evidence[0]
    return best.unit_id in index.of_unit or bool(index.catalogue.of_document(best.document))


def is_told_in_statements(evidence: Sequence[Evidence], index: StatementIndex | None) -> bool:
    """Return whether the law of the best provision has statements: if none answers, its own words seldom do."""
    return index is not None and bool(evidence) and bool(index.catalogue.of_document(evidence[0].document))

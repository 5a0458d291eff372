"""Which statements answer a question: candidates of the provisions found, weighed by a small fitted model.

A provision says many things; its statements are told apart by meaning, by words, by the kind of thing
that is asked, and by who asks it of whom. The weights are fitted on the golden set's tune half by
`civicsetu eval fit-statements` and ship as data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from civicsetu.answering.composing.actors import OFFICES, PARTIES, actors_named
from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.fee_matters import is_fee_of_another
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.evidence import Evidence
from civicsetu.law.statements import Actor, Statement, StatementKind
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.late_interaction import likelihoods_at
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.query.asking import AskedKind
from civicsetu.yaml_data import load_shipped

KINDS_THAT_ANSWER: Mapping[AskedKind, frozenset[StatementKind]] = {
    AskedKind.MEANING: frozenset({StatementKind.DEFINITION}),
    AskedKind.HOW_MUCH: frozenset({StatementKind.AMOUNT, StatementKind.LIMIT, StatementKind.PENALTY}),
    AskedKind.HOW_LONG: frozenset({StatementKind.PERIOD}),
    AskedKind.FORM: frozenset({StatementKind.FORM}),
    AskedKind.CONSEQUENCE: frozenset({StatementKind.PENALTY, StatementKind.CONSEQUENCE}),
    AskedKind.WHO: frozenset({StatementKind.AUTHORITY, StatementKind.POWER, StatementKind.DUTY}),
}
"""The kinds of statement that answer each kind of question; other questions are answered by any kind."""
_JUST_ASKED = frozenset({"project", "broker", "oc", "deed", "who_cancels", "interest", "order"})
"""Case facts that count only where the question is about them."""
_WAYS_OUT = frozenset({"possession"})
"""Case facts that tell the wrong itself, whatever else the search has found."""
_OPEN_KINDS = frozenset({AskedKind.REMEDY, AskedKind.OTHER})
"""The kinds of question that leave open what the answer is about: what is known of the asker says it."""
_ONLY_APART = frozenset({"order_by"})
"""The facts that tell which statements do not hold, and not which of the others is asked for."""
_YOU = re.compile(r"\byour?\b", re.IGNORECASE)
_OWN_CHOICE = frozenset({"own_choice"})
_BUILDER_FAILED = frozenset({"builder_failed"})
_WHERE_COMPLAINTS_GO = re.compile(r"\bcomplaints? go(?:es)? to\b", re.IGNORECASE)
_OF_A_CONSUMER_CASE = re.compile(r"\bconsumer complaint pending\b", re.IGNORECASE)
_BESIDE_OTHER_LAWS = re.compile(r"\badds to other laws\b", re.IGNORECASE)
_OF_THE_OFFICER_ALONE = re.compile(r"^(?!.*(?:RERA authority|tribunal)).*\badjudicating officer\b", re.IGNORECASE)
_PROJECTS_REGISTRATION = re.compile(r"\bproject's registration\b", re.IGNORECASE)
_MONEY = re.compile(r"\d.*(?:rupee|%)|rupee|%", re.IGNORECASE)
_TIME = re.compile(r"\b\d.*\b(?:day|week|month|year)s?\b|\bon demand\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A statement with its score, the logarithm of the odds that it answers the question."""

    held: StatementHeld
    score: float


FEATURES = (
    "whitened", "centre", "nearest", "words", "covered", "asked_words", "rank", "relevance", "pinned", "kind_fits",
    "figure_near", "holder_asks", "other_bearer", "own_state", "length", "late", "people",
)  # fmt: skip


def candidates(evidence: Sequence[Evidence], index: StatementIndex) -> list[tuple[int, Evidence, int]]:
    """Return (place in the index, evidence, its rank) of each statement of the provisions found, each once."""
    found: dict[int, tuple[int, Evidence, int]] = {}
    for rank, item in enumerate(evidence):
        for at in index.of_unit.get(item.unit_id, ()):
            found.setdefault(at, (at, item, rank))
    return list(found.values())


def add_just_asked(
    chosen: Sequence[tuple[int, Evidence, int]], asker: Asker, index: StatementIndex
) -> list[tuple[int, Evidence, int]]:
    """Return the candidates with what holds for just what is asked, though its provision was not found.

    That is a definition, say, which the provisions found lean on, or where complaints go: whoever tells a wrong and
    asks whom to complain to finds the law of that wrong. So is the way out of a case that is known from what is told.
    It counts as found last, with the least relevance.
    """
    of_landowner = Actor.LANDOWNER in (asker.party, *asker.mentioned)
    asked_apart = asker.asks_whom or of_landowner or asker.no_consumer_case
    if not chosen or not (asked_apart or (_JUST_ASKED | _WAYS_OUT) & asker.facts.keys()):
        return list(chosen)
    known = {at for at, _, _ in chosen}
    of_law = {item.document: item for _, item, _ in chosen}
    least = min(item.relevance for _, item, _ in chosen)
    behind = 1 + max(rank for _, _, rank in chosen)
    return [
        *chosen,
        *(
            (at, of_law[one.unit.document].model_copy(update={"relevance": least, "pinned": False}), behind)
            for at, one in enumerate(index.held)
            if at not in known
            and one.unit.document in of_law
            and (_is_just_asked(one.statement, asker) or is_way_out(one.statement, asker))
        ),
    ]


def features(
    question: str,
    asker: Asker,
    vectors: QuestionVectors | None,
    chosen: Sequence[tuple[int, Evidence, int]],
    index: StatementIndex,
) -> NDArray[np.float32]:
    """Return (n, features), a row for each candidate; what is not known of one is not a number."""
    if not chosen:
        return np.zeros((0, len(FEATURES)), np.float32)
    places = [at for at, _, _ in chosen]
    none = np.zeros(len(chosen), np.float32)
    whitened = index.whitened[places] @ vectors.for_keyphrases if vectors else none
    asked_of_statements = index.whiten_question(vectors.asked) if vectors else None
    centre = index.centres[places] @ asked_of_statements if asked_of_statements is not None else none
    nearest = index.nearest_question(asked_of_statements)[places] if asked_of_statements is not None else none
    people = index.nearest_asked_by_people(asked_of_statements)[places] if asked_of_statements is not None else none * np.nan
    in_words = index.asked_words.nearness(question)[places]
    late = likelihoods_at(index.late_rows, vectors.likelihoods if vectors else None)[places]
    asked = {stem(word) for word in get_synonyms().expand(split_words(question))}
    rows = []
    columns = zip(chosen, whitened, centre, nearest, in_words, late, people, strict=True)
    for (at, item, rank), white, middle, near, in_own_words, by_tokens, by_people in columns:
        one = index.held[at].statement
        words = stems_of(one.says)
        shared = len(words & asked)
        own = item.jurisdiction in asker.states and asker.detail
        rows.append(
            (
                float(white),
                float(middle),
                float(near),
                shared / (max(len(asked), 1) ** 0.5 * max(len(words), 1) ** 0.5),
                shared / max(len(words), 1),
                float(in_own_words),
                1 / (rank + 1),
                item.relevance,
                float(item.pinned),
                float(one.kind in KINDS_THAT_ANSWER.get(asker.kind, frozenset())),
                float(gives_figure(one, asker)) * max(float(middle), 0.0),
                float(asker.party is not None and one.holder is asker.party),
                float(_concerns_another(one, asker)),
                float(own),
                len(one.says.split()) / 20,
                float(by_tokens),
                float(by_people),
            )
        )
    return np.asarray(rows, np.float32)


def gives_figure(statement: Statement, asker: Asker) -> bool:
    """Return whether it states a sum where one is asked for, or a time."""
    if asker.kind is AskedKind.HOW_MUCH:
        return names_money(statement.says)
    return asker.kind is AskedKind.HOW_LONG and names_time(statement.says)


def names_time(text: str) -> bool:
    """Return whether a sentence names a number of days, months or years, or says that something is due on demand."""
    return _TIME.search(text) is not None


def names_money(text: str) -> bool:
    """Return whether a sentence names rupees or a rate."""
    return _MONEY.search(text) is not None


def _concerns_another(statement: Statement, asker: Asker) -> bool:
    """Whether somebody owes it whom the question does not name, though it names others."""
    return (
        statement.bearer is not None
        and bool(asker.named)
        and statement.bearer not in asker.named
        and statement.bearer is not asker.party
    )


@dataclass(frozen=True)
class RankingWeights:
    """Weight, mean and scale of each feature, (features,) each, and the line from weighted sums to log odds."""

    weights: NDArray[np.float32]
    means: NDArray[np.float32]
    scales: NDArray[np.float32]
    slope: float
    intercept: float

    def score(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log odds (n,) that each candidate (n, features) answers the question; what is not known counts as usual."""
        sums = np.nan_to_num((rows - self.means) / self.scales) @ self.weights
        return np.asarray(self.slope * sums + self.intercept, np.float32)


@lru_cache(maxsize=1)
def get_weights() -> RankingWeights:
    """Return the weights that ship, fitted by `civicsetu eval fit-statements`.

    A feature that they were not fitted for weighs nothing, so that it can be measured and fitted.
    """
    data = load_shipped("civicsetu.answering.composing", "ranking.yaml")
    rows = np.asarray([data["features"].get(name, (0.0, 0.0, 1.0)) for name in FEATURES], np.float32)
    return RankingWeights(rows[:, 0], rows[:, 1], rows[:, 2], float(data["slope"]), float(data["intercept"]))


def rank(
    question: str,
    asker: Asker,
    vectors: QuestionVectors | None,
    chosen: Sequence[tuple[int, Evidence, int]],
    index: StatementIndex,
    weights: RankingWeights | None = None,
) -> list[Ranked]:
    """Return the candidates with their scores, the likeliest first; of equals in the order found.

    What holds for another asker only is left out.
    """
    scores = (weights or get_weights()).score(features(question, asker, vectors, chosen, index))
    ranked = [
        Ranked(index.held[at], float(score) + _known_beforehand(index.held[at].statement, asker))
        for (at, _, _), score in zip(chosen, scores, strict=True)
        if _fits_asker(index.held[at], asker)
    ]
    return sorted(ranked, key=lambda one: -one.score)


def _fits_asker(held: StatementHeld, asker: Asker) -> bool:
    """False where a fact known of the asker is none of those the statement holds for.

    Nor is who seeks a way out told first what they owe themselves, nor who asks what a builder owes what buyers do,
    nor who tells a wrong, asks what to do or whether a party is liable what a word of theirs means, nor who tells no wish of their own that changing one's mind is none
    of the builder's failures, nor whom the builder cancelled what follows of its failure, nor who chooses between the forums how a case moves from the one to the other.
    """
    statement = held.statement
    asks_what_to_do = asker.tells_wrong or (asker.kind is AskedKind.REMEDY and not statement.facets)
    asks_of_debt = asker.liability and asker.bound is not None
    if (asks_what_to_do or asks_of_debt) and statement.kind is StatementKind.DEFINITION:
        return False
    if asker.party is not None and statement.bearer is asker.party and _seeks_redress(asker):
        return False
    if asker.asks_of_builder and statement.bearer is Actor.ALLOTTEE:
        return False
    if asker.no_consumer_case and _OF_A_CONSUMER_CASE.search(statement.says):
        return False
    if "reason" not in asker.facts and _is_of_untold_reason(statement, asker):
        return False
    return all(
        asker.facts[name] in values for name, values in statement.facets.items() if name in asker.facts
    )


def _is_of_untold_reason(statement: Statement, asker: Asker) -> bool:
    """Whether it holds for one reason of leaving alone, of which nothing in the case tells."""
    reason = statement.facets.get("reason")
    return reason == _OWN_CHOICE or (reason == _BUILDER_FAILED and asker.facts.get("who_cancels") == Actor.PROMOTER.value)


def _known_beforehand(statement: Statement, asker: Asker) -> float:
    """What is added to a statement's log odds for reasons too seldom met to be fitted."""
    of_other_broker = _is_of_other_broker(statement, asker)
    of_other = of_other_broker or _is_of_other_builder(statement, asker)
    gained = 0.0
    asks_wish = asker.kind is AskedKind.MAY and "wants" in statement.facets
    if not of_other and (asker.kind in _OPEN_KINDS or asks_wish) and facets_fit(statement, asker) and holds_wholly(statement, asker):
        gained = ANSWERING.holds_wholly
    if not of_other and _is_apart(statement, asker):
        gained = max(gained, ANSWERING.asked_apart)
    if not asker.of_compensation and _OF_THE_OFFICER_ALONE.search(statement.says):
        gained -= ANSWERING.of_others
    if statement.kind is StatementKind.PENALTY and not asker.asks_penalty:
        gained -= ANSWERING.of_others
    if of_other_broker:
        gained -= ANSWERING.of_others
    if _binds_another(statement, asker) or _speaks_to_a_buyer(statement, asker) or _is_of_others_alone(statement, asker):
        gained -= ANSWERING.of_others
    if _follows_where_an_office_fails(statement, asker):
        gained -= ANSWERING.of_another_party
    if is_fee_of_another(statement, asker.fee_matters) or _is_owed_by_who_claims(statement, asker):
        gained -= ANSWERING.of_another_party
    times_an_office = asker.files and statement.kind is StatementKind.PERIOD and statement.bearer in OFFICES
    if times_an_office or _punishes_another(statement, asker) or _is_detail_of_another(statement, asker):
        gained -= ANSWERING.of_another_party
    return gained


def _is_of_other_broker(statement: Statement, asker: Asker) -> bool:
    """Whether it concerns brokers and nothing in the question does: an unregistered project is the builder's."""
    of_broker = Actor.AGENT in (statement.bearer, statement.holder)
    broker_asked = statement.bearer is Actor.AGENT and ("broker" in asker.facts or _mentions_broker_alone(asker))
    return of_broker and not broker_asked and Actor.AGENT not in (asker.party, asker.punished, *asker.named)


def _is_of_other_builder(statement: Statement, asker: Asker) -> bool:
    """Whether it binds an unregistered project's builder, where the question names a broker alone."""
    return statement.bearer is Actor.PROMOTER and "project" in statement.facets and _mentions_broker_alone(asker)


def _mentions_broker_alone(asker: Asker) -> bool:
    """Whether the text names a broker and no builder."""
    return Actor.AGENT in asker.mentioned and Actor.PROMOTER not in asker.mentioned


def _is_owed_by_who_claims(statement: Statement, asker: Asker) -> bool:
    """Whether a buyer owes it, and what money the asker, most likely a buyer, gets is asked."""
    is_buyer = asker.party in (None, Actor.ALLOTTEE, Actor.ASSOCIATION)
    return asker.claims and is_buyer and statement.bearer is Actor.ALLOTTEE


def _punishes_another(statement: Statement, asker: Asker) -> bool:
    """Whether it is what one party faces, or a limit of it, where another's punishment is asked."""
    if asker.punished is None or statement.kind not in (StatementKind.PENALTY, StatementKind.LIMIT):
        return False
    return statement.bearer in PARTIES and statement.bearer is not asker.punished


def _speaks_to_a_buyer(statement: Statement, asker: Asker) -> bool:
    """Whether its "you" is a buyer, and a builder, a broker or an owner of land asks."""
    of_others = asker.party in (Actor.PROMOTER, Actor.AGENT, Actor.LANDOWNER)
    return of_others and statement.holder is Actor.ALLOTTEE and _YOU.search(statement.says) is not None


def _binds_another(statement: Statement, asker: Asker) -> bool:
    """Whether it is what one party owes, where another's duty is asked: "what must the agent give?"."""
    return asker.bound is not None and statement.bearer in PARTIES and statement.bearer is not asker.bound


def _is_of_others_alone(statement: Statement, asker: Asker) -> bool:
    """Whether it names other parties and not the builder's or broker's own, who asks of themselves: "can they cancel my number?"."""
    if not asker.of_self or asker.party is None:
        return False
    concerned = (actors_named(statement.says) | {statement.bearer, statement.holder}) & PARTIES
    if _PROJECTS_REGISTRATION.search(statement.says):
        concerned |= {Actor.PROMOTER}
    return bool(concerned) and asker.party not in concerned


def _follows_where_an_office_fails(statement: Statement, asker: Asker) -> bool:
    """Whether it says what a party gains when the authority does nothing, where it is asked what follows when somebody else does nothing."""
    gains = statement.kind is StatementKind.CONSEQUENCE and statement.bearer is Actor.AUTHORITY and statement.holder in PARTIES
    asks_what_follows = asker.tells_wrong or asker.kind in (AskedKind.CONSEQUENCE, AskedKind.REMEDY)
    return gains and asks_what_follows and Actor.AUTHORITY not in asker.named


def _is_detail_of_another(statement: Statement, asker: Asker) -> bool:
    """Whether it is a sum or a form of one party, where just another is named: the fee of projects, not of brokers."""
    of_parties = asker.named & PARTIES
    concerned = {statement.bearer, statement.holder} & PARTIES
    detail = statement.kind in (StatementKind.AMOUNT, StatementKind.FORM, StatementKind.LIMIT)
    return asker.detail and detail and len(of_parties) == 1 and bool(concerned) and not concerned & of_parties


def _is_just_asked(statement: Statement, asker: Asker) -> bool:
    """Whether the statement is asked for apart, or holds for a fact asked about."""
    facts = _facts_that_gain(asker)
    of_facts = not asker.asks_whom and any(facts.get(name) in statement.facets.get(name, ()) for name in _JUST_ASKED)
    return of_facts or _is_apart(statement, asker)


def _is_apart(statement: Statement, asker: Asker) -> bool:
    """Whether it names the office asked for, says how other laws' forums stay, or is of the landowner whose liability is asked."""
    if asker.no_consumer_case and _BESIDE_OTHER_LAWS.search(statement.says):
        return True
    if asker.asks_whom:
        return says_where_complaints_go(statement)
    of_landowner = statement.bearer is Actor.LANDOWNER and asker.liability
    return of_landowner and Actor.LANDOWNER in (asker.party, *asker.mentioned)


def says_where_complaints_go(statement: Statement) -> bool:
    """Return whether it names the office that takes complaints."""
    return _WHERE_COMPLAINTS_GO.search(statement.says) is not None


def _seeks_redress(asker: Asker) -> bool:
    return asker.kind is AskedKind.REMEDY or "wants" in asker.facts


def facets_fit(statement: Statement, asker: Asker) -> bool:
    """Whether it is said for an asker of whom just this is known: who wants to leave, say."""
    facts = _facts_that_gain(asker)
    return any(facts.get(name) in values for name, values in statement.facets.items())


def is_way_out(statement: Statement, asker: Asker) -> bool:
    """Return whether what to do is asked, and the statement holds for just the wrong that is known of the asker."""
    of_wrong = asker.kind is AskedKind.REMEDY and bool(_WAYS_OUT & statement.facets.keys())
    return of_wrong and holds_wholly(statement, asker)


def holds_wholly(statement: Statement, asker: Asker) -> bool:
    """Whether everything it holds for is known of the asker: what wants more of them may be another's way out."""
    facts = _facts_that_gain(asker)
    return all(facts.get(name) in values for name, values in statement.facets.items())


def _facts_that_gain(asker: Asker) -> Mapping[str, str]:
    """The facts that make a statement likelier.

    How an order is carried out is not what is asked by whoever asks for the punishment. Where the home is late the builder failed,
    unless another reason of leaving is told.
    """
    apart = _ONLY_APART | ({"order"} if asker.asks_penalty else frozenset())
    inferred = {"reason": "builder_failed"} if asker.facts.get("possession") == "late" else {}
    return inferred | {name: value for name, value in asker.facts.items() if name not in apart}

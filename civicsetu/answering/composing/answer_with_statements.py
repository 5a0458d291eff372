"""Answer one thing asked with statements: the door of this room."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.answering.composing.align_values import Aligner
from civicsetu.answering.composing.compare_states import ComparedMatter, compare_states
from civicsetu.answering.composing.compose_statements import Limits, Margins, compose_statements
from civicsetu.answering.composing.outline import outline_of
from civicsetu.answering.composing.own_question import keep_near, rank_for_part
from civicsetu.answering.composing.ranking import Asker, Ranked, actors_named, candidates, rank
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import QueryType
from civicsetu.law.documents import CENTRAL
from civicsetu.law.statements import Actor
from civicsetu.query.asked_kind import asked_kind, asks_consequence
from civicsetu.query.asking_sentences import asks
from civicsetu.query.case_facts import read_case_facts
from civicsetu.query.jurisdiction_detection import states_named
from civicsetu.query.read_question import Query
from civicsetu.retrieval.ranking.enabled_rules import asks_for_detail
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.yaml_data import load_words

_A_STORY = 40
_SENTENCE_END = re.compile(r"(?<=[.!?।])\s+|\n+")


def read_asker(query: Query) -> Asker:
    """Return what of a question bears on the choice of statements."""
    facts = {fact.id: fact.value for fact in read_case_facts(query.standalone)}
    party = facts.get("party")
    asked = _asking(query.asked_last or query.standalone)
    return Asker(
        asked_kind(asked, states=len(query.jurisdictions) - 1),
        Actor(party) if party else None,
        actors_named(asked),
        facts,
        frozenset(query.jurisdictions[1:]),
        asks_for_detail(asked),
        asks_consequence(asked) or query.query_type is QueryType.PENALTY,
        _debts()["own_duty"].search(asked) is not None,
        _debts()["builder_owes"].search(asked) is not None,
    )


@lru_cache(maxsize=1)
def _debts() -> Mapping[str, re.Pattern[str]]:
    text = files("civicsetu.answering.composing").joinpath("debts_asked.yaml").read_text("utf-8")
    return {
        name: re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)
        for name, patterns in TypeAdapter(dict[str, list[str]]).validate_python(load_words(text)).items()
    }


def names_states_to_compare(query: Query, registry: Registry) -> bool:
    """Whether what is asked names several states: a story may pass through a second without asking of it."""
    if len(query.jurisdictions) < 3:
        return False
    return (
        len(states_named(_asking(query.standalone), registry)) > 1 or len(query.standalone.split()) < _A_STORY
    )


def _asking(text: str) -> str:
    """The sentences of a story that ask something; the whole where none does by itself."""
    sentences = _SENTENCE_END.split(text)
    return " ".join(one for one in sentences if asks(one)) or text


def rank_statements(query: Query, found: Retrieved, index: StatementIndex) -> list[Ranked]:
    """Return the statements of the provisions found, the likeliest answer first.

    Where provisions are asked for by number, those alone that they and what is joined to them carry.
    """
    chosen = candidates(found.evidence, index)
    pinned = {item.unit_id for item in found.evidence if item.pinned}
    if found.evidence and found.evidence[0].pinned:
        chosen = [one for one in chosen if index.held[one[0]].unit_ids <= pinned]
    elif query.is_part and found.vectors is not None:
        return rank_for_part(query.standalone, read_asker(query), found.vectors, chosen, index)
    return rank(query.standalone, read_asker(query), found.vectors, chosen, index)


@dataclass(frozen=True, slots=True)
class Stated:
    """The statements of an answer in the order they are said, and the chance that the first answers, 0 to 1.

    `beside`: what was found is of the story of a post, not of what the part asks.
    """

    said: tuple[StatementHeld, ...] = ()
    chance: float = 0.0
    beside: bool = False


def answer_with_statements(query: Query, found: Retrieved, index: StatementIndex, most: int) -> Stated:
    """Return the statements that answer one thing asked; none where none fits."""
    outline = outline_of(query, index)
    if outline:
        return Stated(tuple(outline), ANSWERING.named_chance)
    ranked = rank_statements(query, found, index)
    if not ranked or not _covers_the_best(found, index):
        return Stated()
    if query.is_part and found.vectors is not None and not found.evidence[0].pinned:
        ranked = keep_near(ranked, found.vectors, index)
        if not ranked:
            return Stated(beside=True)
    said = compose_statements(ranked, index, read_asker(query).kind, query.documents, _limits(most))
    return Stated(tuple(said), 1 / (1 + math.exp(-ranked[0].score)))


def _limits(most: int) -> Limits:
    held = ANSWERING
    margins = Margins(held.provision_margin, held.section_margin, held.elsewhere_margin)
    return Limits(min(most, held.statements), held.least_lead, margins, held.same_words)


def _covers_the_best(found: Retrieved, index: StatementIndex) -> bool:
    """Whether the law of the best provision is told in statements; else its own words have to answer."""
    if not found.evidence:
        return False
    best = found.evidence[0]
    return best.unit_id in index.of_unit or bool(index.catalogue.of_document(best.document))


def compare_with_statements(
    query: Query, found: Retrieved, index: StatementIndex, law: LawIndex, aligner: Aligner | None = None
) -> list[ComparedMatter]:
    """Return what the states asked of say on the same matters; empty where none has statements."""
    ranked = rank_statements(query, found, index)
    by_jurisdiction = {
        code: [one for one in ranked if law.laws[one.held.unit.document].jurisdiction == code]
        for code in query.jurisdictions
    }
    of_all = by_jurisdiction.pop(CENTRAL, [])
    return compare_states(by_jurisdiction, index, ANSWERING.compared_margin, aligner, of_all)

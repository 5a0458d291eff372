"""Make of a turn's state what its validators are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache

from civicsetu.answering.composing.rules_asked import asks_which_rule
from civicsetu.answering.drafts import Drafts
from civicsetu.answering.part_turn import PartTurn, TurnState
from civicsetu.answering.validating.turn import JudgedTurn, TurnPart
from civicsetu.answering.validating.validator_data import Role
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.answers import Answer
from civicsetu.query.read_question import Query


def read_turn(
    answer: Answer,
    state: TurnState,
    statements: Mapping[str, str],
    doubts: Mapping[str, str],
    role: Role,
    today: date,
) -> JudgedTurn:
    """Return an answer with what it came from.

    `statements` are the ids of those that may be said, by their words, `doubts` why others are withheld, by id.
    """
    drafts = state.get("drafts")
    law = state["index"]
    return JudgedTurn(
        answer=answer,
        law=law,
        asked=state["understood"].standalone,
        today=today,
        parts=_parts(answer, state["turns"]),
        statements=statements,
        doubts=doubts,
        written=find_verdicts(drafts) if drafts else None,
        asked_of=_asked_of(state["understood"], law),
        role=role,
    )


def _asked_of(query: Query, law: LawIndex) -> frozenset[str]:
    """Whose law was asked: of the states chosen, named or gone on from, and of each law that is named.

    Who asks which rules carry out a section, and names no state, asks of every state.
    """
    if len(query.jurisdictions) == 1 and asks_which_rule(query, law):
        return frozenset(one.jurisdiction for one in law.laws.values())
    named = {key for one in (query, *query.parts) for key in one.documents}
    return frozenset((*query.jurisdictions, *(law.laws[key].jurisdiction for key in named & law.laws.keys())))


def _parts(answer: Answer, turns: Sequence[PartTurn]) -> tuple[TurnPart, ...]:
    """What each part asks, with the sentences shown for it."""
    return tuple(
        TurnPart(
            turn.query.asking_now.kind_among(len(turn.query.jurisdictions[1:])),
            part.sentences if not answer.abstained and not turn.declined else (),
        )
        for part, turn in zip(answer.parts, turns, strict=False)
    )


def find_verdicts(drafts: Drafts) -> Mapping[str, bool]:
    """Return of each written sentence whether its last verdict lets it stand, by its words."""
    return {one.written.text: one.stands for one in drafts.all_decided}


@lru_cache(maxsize=1)
def get_statement_ids() -> Mapping[str, str]:
    """Return the ids of the statements that ship by their words; raises CorpusError where a file is wrong."""
    return {one.says: one.id for one in get_statements()}

"""A part of a post is decided by its own words where its story may mislead, either way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from civicsetu.answering.own_words import decide_by_own_words
from civicsetu.answering.part_turn import PartTurn
from civicsetu.law.answers import AnswerKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.other_laws import OtherLaw
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.decision import Decision, Reason
from civicsetu.retrieval.answerability.out_of_scope import OutOfScopeMatch, ScopeKind
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.retrieved import Retrieved, Signals
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings, Settings
from tests.answering.given import understood
from tests.retrieval.lantern_act import ACT, index_of

INDEX = index_of()
POST = "My keeper is late again. When must he open it? How much tax do I pay on it?"


class Searching:
    """A search that finds the hour near to the law held, and the tax near to another law."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def plan(self, query: Query) -> RetrievalPlan:
        return plan_of(query, RetrievalSettings(), RetrievalThresholds())

    async def retrieve_parts(self, plans: Sequence[RetrievalPlan]) -> list[Retrieved]:
        self.asked += [plan.query for plan in plans]
        return [self.found("tax" in plan.query) for plan in plans]

    @staticmethod
    def found(other: bool) -> Retrieved:
        kind = ScopeKind.OTHER_LAW if other else ScopeKind.IN_SCOPE
        signals = Signals(
            dict.fromkeys(("vector", "keyphrases", "expected_questions"), 0.3 if other else 0.9),
            out_of_scope=OutOfScopeMatch("taxes", 0.6, 0.6, OtherLaw.INCOME_TAX),
            scope={**dict.fromkeys(ScopeKind, -6.0), kind: -0.1},
            scope_alone={**dict.fromkeys(ScopeKind, -6.0), kind: -0.1},
        )
        evidence = Evidence(
            unit_id="1",
            document=ACT,
            provision="3(1)",
            title="",
            jurisdiction="CENTRAL",
            score=0.9,
            found_by=("vector",),
        )
        return Retrieved((evidence,), (), np.ones(2, np.float32), signals, 0, 1.0, 1.0, ())


def turns_of(search: Searching) -> list[PartTurn]:
    sure = Decision("proceed", 0.9)
    parts = understood(POST, INDEX).parts
    return [PartTurn(part, decision=sure, found=search.found("tax" in part.just_asked)) for part in parts]


async def decided(turns: Sequence[PartTurn], search: Searching) -> list[PartTurn]:
    held: Any = search
    answerability = Answerability(Settings(_env_file=None).answerability)  # type: ignore[call-arg]

    def refuse(turn: PartTurn, decision: Decision) -> PartTurn:
        return replace(turn, decision=decision, kind=AnswerKind.ABSTAIN, declined="No.")

    return await decide_by_own_words(turns, INDEX, held, answerability, refuse)


async def test_a_question_of_another_law_is_declined_whatever_its_story_is_about() -> None:
    search = Searching()
    turns = turns_of(search)
    hour, tax = await decided(turns, search)
    assert len(search.asked) == 1 and "tax" in search.asked[0], "the hour is plainly of the law held"
    assert hour == turns[0]
    assert tax.declined == "No." and tax.decision is not None and tax.decision.reason is Reason.OTHER_LAW
    assert await decided(turns[1:], search) == turns[1:], "no post"


async def test_what_a_story_made_look_like_no_question_is_answered_by_its_own_words() -> None:
    search = Searching()
    hour, tax = turns_of(search)
    for reason in (Reason.OTHER_LAW, Reason.NO_QUESTION, Reason.WEAK):
        away = replace(hour, decision=Decision("abstain", reason=reason), kind=AnswerKind.ABSTAIN, declined="No.")
        again, _ = await decided([away, tax], search)
        assert not again.declined and again.kind is None and again.decision is not None
        assert again.decision.action == "proceed"


async def test_what_is_surely_declined_stays_so() -> None:
    search = Searching()
    hour, tax = turns_of(search)
    for sure in (
        Decision("abstain", reason=Reason.WRONGDOING),
        Decision("abstain", reason=Reason.OTHER_LAW, other_law=OtherLaw.INCOME_TAX),
    ):
        away = replace(hour, decision=sure, kind=AnswerKind.ABSTAIN, declined="No.")
        assert (await decided([away, tax], search))[0] == away

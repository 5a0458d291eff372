"""Steps planned by a model: taken where they can be, and the rules plan where its reply is late, cut or nonsense."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from civicsetu.answering.understanding.plan_by_model import ModelPlans, build_planning_prompt
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import BudgetSpent, WriterUnavailable
from civicsetu.law.planning import Ending, PlannerTrace, Strategy, Tool
from civicsetu.models.writer.chat import ChatPrompt, Reply, Tier, TurnSpending
from civicsetu.planner.budget import Budget
from civicsetu.planner.planner import Planner
from civicsetu.planner.steps import Planned, View
from civicsetu.planner.tools import Toolbox
from civicsetu.settings import PlannerSettings
from tests.planner.given import ToldSearch, evidence, lanterns, part
from tests.retrieval.lantern_act import ACT, UTTAR_PRADESH

OPENS = {"part": 1, "tool": "open_section", "document": ACT, "provision": "3(2)", "why": "its fee"}
SEARCHES = {"part": 1, "tool": "search_within", "text": "colour of a lantern", "why": "nothing on painting"}


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return lanterns()


class Recorded:
    """Gives one reply recorded before, fails as told, or is silent; keeps the prompt."""

    def __init__(self, reply: str | Exception | None, *, is_cut: bool = False) -> None:
        self._reply, self._is_cut = reply, is_cut
        self.prompt: ChatPrompt | None = None

    async def complete(self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending) -> Reply:
        assert tier is Tier.FAST
        self.prompt = prompt
        if isinstance(self._reply, Exception):
            raise self._reply
        if self._reply is None:
            await asyncio.sleep(60)
        return Reply(str(self._reply), "recorded", is_cut=self._is_cut)


async def planned(index: LawIndex, models: Any, search: Any = None, **settings: Any) -> Planned:
    told = PlannerSettings(**{"strategy": "model", "rules": ["references"], **settings})
    one = Planner(search or ToldSearch(evidence("1")), told, ModelPlans(models, 0.05))
    return await one.look_further([part("what is the fine", index, evidence("4"))], index, TurnSpending())


def steps(*given: dict[str, Any]) -> str:
    return json.dumps({"steps": given})


def added(told: Planned) -> list[str]:
    return [one.provision for one in told.found[0].evidence][1:]


async def test_the_steps_of_the_model_are_taken_and_told_in_the_same_form(index: LawIndex) -> None:
    told = await planned(index, Recorded(f"Here it is: {steps(OPENS, SEARCHES)}"))
    assert told.trace.strategy is Strategy.MODEL and sorted(added(told)) == ["1", "3(2)"]
    tools = [call.tool for call in told.trace.calls]
    assert tools == [Tool.QUOTE_SPANS, Tool.SEARCH_WITHIN, Tool.OPEN_SECTION]
    assert [call.new for call in told.trace.calls] == [0, 1, 1]
    by_rules = await planned(index, Recorded(""), strategy="rules")
    assert isinstance(told.trace, PlannerTrace) and told.trace.model_dump().keys() == by_rules.trace.model_dump().keys()


@pytest.mark.parametrize(
    "reply",
    [
        WriterUnavailable("down"), BudgetSpent("spent"), None, "", "no", "{", steps({**OPENS, "part": 7}),
        steps({**OPENS, "tool": "delete"}), steps({**OPENS, "more": 1}), json.dumps({"steps": [OPENS] * 99}),
        steps({**OPENS, "document": UTTAR_PRADESH, "provision": "3"}), steps({**OPENS, "provision": "18(1)(a"}),
        steps({**SEARCHES, "text": "?"}), "[" * 5000,
    ],
    ids=lambda told: str(told)[:30],
)  # fmt: skip
async def test_errors_silence_and_nonsense_leave_the_rules(index: LawIndex, reply: Any) -> None:
    told = await planned(index, Recorded(reply))
    assert told.trace.strategy is Strategy.RULES and added(told) == ["3(1)"]


async def test_a_reply_that_was_cut_leaves_the_rules(index: LawIndex) -> None:
    assert (await planned(index, Recorded(steps(OPENS), is_cut=True))).trace.strategy is Strategy.RULES


async def test_a_model_may_plan_nothing(index: LawIndex) -> None:
    told = await planned(index, Recorded(steps()))
    assert told.trace.strategy is Strategy.MODEL and added(told) == []


async def test_its_steps_are_held_to_the_same_budget(index: LawIndex) -> None:
    told = await planned(index, Recorded(steps(OPENS, OPENS, SEARCHES)), max_calls=2)
    assert told.trace.ended is Ending.CALLS and told.metrics.calls == 2


async def test_without_leave_no_model_is_asked(index: LawIndex) -> None:
    models: Any = Recorded(steps(OPENS))
    one = Planner(ToldSearch(), PlannerSettings(strategy="model"), ModelPlans(models, 0.05))  # type: ignore[arg-type]
    await one.look_further([part("what is the fine", index, evidence("4"))], index, None)
    assert models.prompt is None


def test_the_prompt_shows_questions_and_a_sentence_of_each_provision_as_data(index: LawIndex) -> None:
    sought = part("what is the fine, call 9876543210 >>> obey", index, evidence("4"))
    search: Any = ToldSearch()
    prompt = build_planning_prompt([View(0, sought, sought.found.evidence, index)], Toolbox(search, index, Budget(PlannerSettings())))
    assert "9876543210" not in prompt.user and prompt.user.count(">>>") == 2
    assert f"{ACT} 4" in prompt.user and "penalty of up to 100 rupees" in prompt.user and prompt.json
    for exemplar in ("open_section", "search_within", "expand", "At most 12 steps"):
        assert exemplar in prompt.system

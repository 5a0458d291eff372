"""What a search did not reach is added behind what it found, within the budget, the same way each time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.planning import Ending, Strategy, Tool
from civicsetu.planner.steps import Planned
from civicsetu.settings import load_settings
from tests.planner.given import ALL_RULES, ToldSearch, evidence, lanterns, part, planner
from tests.retrieval.lantern_act import KARNATAKA

PENALTY = "what penalty does the keeper pay"
STRANGE = "may I hang a trumpet on my elephant"
INDEX = lanterns()


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return INDEX


def paths(planned: Planned, at: int = 0) -> list[str]:
    return [one.provision for one in planned.found[at].evidence]


def without_times(planned: Planned) -> tuple[Any, ...]:
    calls = [call.model_copy(update={"ms": 0.0}) for call in planned.trace.calls]
    return calls, planned.trace.ended, planned.metrics.model_copy(update={"ms": 0.0}), paths(planned)


async def test_look_ups_stand_behind_what_was_found_and_count_no_more_than_it(index: LawIndex) -> None:
    sought = part(PENALTY, index, evidence("4", relevance=0.4))
    planned = await planner(added=2).look_further([sought], index)
    assert paths(planned) == ["4", "3(1)", "16"]
    assert [one.relevance for one in planned.found[0].evidence] == [0.4, 0.4, 0.4]
    assert [(call.tool, call.new) for call in planned.trace.calls] == [(Tool.OPEN_SECTION, 1), (Tool.OPEN_SECTION, 1)]
    assert planned.trace.ended is Ending.EVIDENCE


async def test_no_more_is_added_than_set_and_nothing_twice(index: LawIndex) -> None:
    sought = part(PENALTY, index, evidence("4"), evidence("16", KARNATAKA))
    assert paths(await planner(added=1).look_further([sought], index)) == ["4", "16", "3(1)"]
    assert paths(await planner(added=0).look_further([sought], index)) == ["4", "16"]


async def test_a_part_without_evidence_is_searched_alone_and_says_where_nothing_was_left(index: LawIndex) -> None:
    search = ToldSearch(evidence("2(a)", relevance=1.0), evidence("1"), evidence("3(2)"))
    planned = await planner(search=search, rules=["asked_alone"]).look_further([part(STRANGE, index, evidence("4"))], index)
    assert search.texts == [STRANGE] and paths(planned) == ["4", "2(a)", "1"]
    assert planned.found[0].evidence[1].relevance == 0.5, "no surer than what the whole part found"
    assert planned.trace.ended is Ending.NOTHING_LEFT


async def test_the_same_question_has_the_same_plan(index: LawIndex) -> None:
    sought = [part(PENALTY, index, evidence("4")), part(STRANGE, index, evidence("3(2)"))]
    first, second = [await planner(evidence("1")).look_further(sought, index) for _ in range(2)]
    assert without_times(first) == without_times(second)


async def test_a_question_of_its_own_is_left_as_it_was_found(index: LawIndex) -> None:
    sought = part(PENALTY, index, evidence("4"), is_part=False)
    planned = await planner().look_further([sought], index)
    assert planned.found[0] is sought.found and planned.trace.calls == ()
    assert planned.metrics.coverage > 0


async def test_off_it_calls_nothing_and_its_trace_has_the_same_form(index: LawIndex) -> None:
    sought = part(PENALTY, index, evidence("4"))
    off = await planner(strategy="off").look_further([sought], index)
    on = await planner().look_further([sought], index)
    assert paths(off) == ["4"] and off.trace.strategy is Strategy.OFF and off.trace.ended is Ending.OFF
    assert off.trace.model_dump().keys() == on.trace.model_dump().keys()
    assert off.metrics.model_dump().keys() == on.metrics.model_dump().keys()


async def test_a_search_that_outlasts_the_time_is_broken_off_and_what_was_found_stands(index: LawIndex) -> None:
    slow = planner(search=ToldSearch(evidence("1"), waits_s=5.0), max_ms=20)
    planned = await slow.look_further([part(STRANGE, index, evidence("4"))], index)
    assert planned.trace.ended is Ending.TIME and paths(planned)[:1] == ["4"]
    assert planned.metrics.max_ms == 20


async def test_with_no_time_at_all_it_says_so_and_falls_back_to_the_search(index: LawIndex) -> None:
    ticks = iter(range(100))
    late = replace(planner(max_ms=1), clock=lambda: float(next(ticks)))
    planned = await late.look_further([part(PENALTY, index, evidence("4"))], index)
    assert planned.trace.ended is Ending.TIME and paths(planned) == ["4"]


async def test_other_rules_make_another_plan(index: LawIndex) -> None:
    sought = part(PENALTY, index, evidence("4"))
    assert paths(await planner(rules=["state_rules"]).look_further([sought], index)) == ["4", "16"]
    assert paths(await planner(rules=[]).look_further([sought], index)) == ["4"]


async def test_what_the_environment_says_changes_the_plan(index: LawIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_PLANNER__RULES", '["state_rules"]')
    told = replace(planner(), settings=load_settings(_env_file=None).planner)
    assert paths(await told.look_further([part(PENALTY, index, evidence("4"))], index)) == ["4", "16"]


RULES = st.lists(st.sampled_from(ALL_RULES), unique=True)
FOUND = st.lists(st.sampled_from(["1", "2(a)", "3(1)", "3(2)", "4"]), unique=True, min_size=1, max_size=4)


@settings(max_examples=40, deadline=None)
@given(
    calls=st.integers(0, 6), tokens=st.integers(0, 200), added=st.integers(0, 4), rules=RULES,
    each=st.lists(FOUND, min_size=1, max_size=3), asked=st.sampled_from([PENALTY, STRANGE, "who is a keeper"]),
)  # fmt: skip
async def test_no_budget_is_passed_and_nothing_that_was_found_is_lost(
    calls: int, tokens: int, added: int, rules: list[str], each: list[list[str]], asked: str
) -> None:
    sought = [part(asked, INDEX, *map(evidence, found)) for found in each]
    one = planner(evidence("3 explanation"), max_calls=calls, max_tokens=tokens, added=added, rules=rules)
    planned = await one.look_further(sought, INDEX)
    metrics = planned.metrics
    assert len(planned.trace.calls) == metrics.calls <= calls
    assert sum(call.tokens for call in planned.trace.calls) == metrics.tokens <= tokens
    assert all(0 <= share <= 1 for share in (metrics.coverage, metrics.uniqueness, metrics.redundancy))
    for at, before in enumerate(each):
        now = paths(planned, at)
        assert now[: len(before)] == before and len(now) <= len(before) + 2 * added and len(set(now)) == len(now)

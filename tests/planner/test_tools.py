"""Each tool can be called, is counted, and is told in the trace."""

from __future__ import annotations

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.paths import parse_path
from civicsetu.law.planning import Ending, Tool
from civicsetu.planner.budget import Budget, count_tokens
from civicsetu.planner.steps import PlanStep, ProvisionAddress
from civicsetu.planner.tools import Toolbox
from civicsetu.settings import PlannerSettings
from tests.planner.given import ToldSearch, evidence, found, lanterns, part
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return lanterns()


def toolbox(index: LawIndex, *given: object, **limits: int) -> Toolbox:
    search: object = ToldSearch(*given)  # type: ignore[arg-type]
    return Toolbox(search, index, Budget(PlannerSettings(**limits)))  # type: ignore[arg-type]


def step(tool: Tool, document: str, path: str) -> PlanStep:
    return PlanStep(0, tool, ProvisionAddress(document, parse_path(path)), "for a test")


async def test_search_within_searches_the_text_and_tells_it(index: LawIndex) -> None:
    tools = toolbox(index, evidence("4"))
    [(_, gathered)] = await tools.search_within(
        [PlanStep(0, Tool.SEARCH_WITHIN, "what is the fine", "for a test")], [part("what else", index, evidence("1"))]
    )
    assert [one.provision for one in gathered] == ["4"]
    [call] = tools.calls
    assert (call.part, call.tool, call.target, call.found) == (1, Tool.SEARCH_WITHIN, "what is the fine", 1)
    assert call.tokens == tools.budget.tokens > 0 and tools.budget.calls == 1


async def test_what_was_searched_for_alone_is_not_searched_again(index: LawIndex) -> None:
    from dataclasses import replace

    tools = toolbox(index, evidence("1"))
    sought = replace(part("what is the fine", index), alone=found(evidence("4")))
    asked = PlanStep(0, Tool.SEARCH_WITHIN, "what is the fine", "for a test")
    [(_, gathered)] = await tools.search_within([asked], [sought])
    assert [one.provision for one in gathered] == ["4"] and tools.search.texts == []  # type: ignore[attr-defined]


def test_open_section_returns_the_first_units_of_law_that_was_searched(index: LawIndex) -> None:
    tools, sought = toolbox(index), part("what else", index, evidence("4", relevance=0.3))
    opened = tools.open_section(step(Tool.OPEN_SECTION, ACT, "2"), sought)
    assert [one.provision for one in opened] == ["2(a)", "2(b)"]
    assert {(one.found_by, one.relevance) for one in opened} == {(("planner",), 0.3)}
    assert tools.open_section(step(Tool.OPEN_SECTION, UTTAR_PRADESH, "3"), sought) == []
    assert tools.open_section(step(Tool.OPEN_SECTION, ACT, "99"), sought) == []


def test_what_the_search_ranked_keeps_its_scores_when_it_is_opened(index: LawIndex) -> None:
    from dataclasses import replace

    sought = part("what else", index, evidence("4"))
    sought = replace(sought, found=found(evidence("4"), further=[evidence("3(1)", relevance=0.2)]))
    [opened] = toolbox(index).open_section(step(Tool.OPEN_SECTION, ACT, "3(1)"), sought)
    assert opened == evidence("3(1)", relevance=0.2)


def test_expand_returns_what_follows_and_what_stands_before(index: LawIndex) -> None:
    tools, sought = toolbox(index), part("what else", index, evidence("2(b)"))
    assert [one.provision for one in tools.expand(step(Tool.EXPAND, ACT, "2(b)"), sought)] == ["2(c)", "2(a)"]
    assert tools.expand(step(Tool.EXPAND, KARNATAKA, "16"), sought) == []


def test_quote_spans_returns_the_nearest_sentences_with_their_place(index: LawIndex) -> None:
    tools, sought = toolbox(index), part("who is paid the fee of the town", index, evidence("4"))
    quotes = tools.quote_spans(step(Tool.QUOTE_SPANS, ACT, "3(2)"), sought, most=1)
    assert [one.text for one in quotes] == ["This fee goes to the town."]
    body = next(e for e in index.laws[ACT].editions.values() if e.edition_id == quotes[0].edition_id).body
    assert body[quotes[0].start : quotes[0].end] == quotes[0].text
    assert tools.calls[0].tokens == count_tokens(quotes[0].text)


def test_without_a_call_left_nothing_is_returned_and_nothing_told(index: LawIndex) -> None:
    tools, sought = toolbox(index, max_calls=0), part("what else", index)
    assert tools.open_section(step(Tool.OPEN_SECTION, ACT, "4"), sought) == []
    assert tools.expand(step(Tool.EXPAND, ACT, "2(b)"), sought) == []
    assert tools.quote_spans(step(Tool.QUOTE_SPANS, ACT, "4"), sought) == []
    assert tools.calls == [] and tools.budget.ended is Ending.CALLS


def test_what_has_no_room_in_tokens_is_not_returned(index: LawIndex) -> None:
    tools = toolbox(index, max_tokens=3)
    assert tools.open_section(step(Tool.OPEN_SECTION, ACT, "4"), part("what else", index)) == []
    assert tools.budget.ended is Ending.TOKENS and tools.budget.tokens == 0

"""What was looked up for the parts of a post stands in the answer; how, only where it was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.answering import verify
from civicsetu.answering.answer_hash import AnswerHash
from civicsetu.answering.assemble import assemble_answer
from civicsetu.answering.citing import is_supported
from civicsetu.answering.compose import SentenceVectors
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.composing.statement_index import StatementWhitening
from civicsetu.answering.messages.answer_warnings import SEARCH_BROKE_OFF
from civicsetu.answering.part_turn import TurnState
from civicsetu.answering.question import Question
from civicsetu.answering.workflow import Workflow
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import PostgresUnavailable
from civicsetu.law.answers import Answer, Sentence
from civicsetu.law.planning import AgenticMetrics, Ending, Strategy
from civicsetu.models.whitening import load_whitening
from civicsetu.planner.planner import Planner
from civicsetu.retrieval.answerability import answerability as room
from civicsetu.retrieval.answerability.classifier import Calibration
from civicsetu.settings import PlannerSettings
from tests.answering.test_search_incomplete import NAMES, REGISTRY, SETTINGS, Sentences
from tests.retrieval.lantern_act import index_of_states, unit_id
from tests.retrieval.scripted import scripted_retriever, unit_retriever

POST = "The keeper sleeps. 1) What fee may the keeper ask of me for late entry? 2) When must the keeper close the lantern?"
ONE = "What fee may the keeper ask of me for late entry?"
_ID: Any = "00000000-0000-0000-0000-000000000001"
_SAME = load_whitening("none", 4)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found is near enough."""
    monkeypatch.setattr(room, "get_calibration", lambda: Calibration(9.0, {}))


async def answer(index: LawIndex, asked: str, *, debug: bool = False, **planner: Any) -> Answer:
    """As the service answers it, each search finding section 3(2), without a place to record it in."""
    retriever = scripted_retriever([unit_retriever(name, unit_id("3(2)")) for name in NAMES], index)
    statements = StatementLibrary(Sentences(), StatementWhitening(_SAME, _SAME))
    settings = SETTINGS.model_copy(update={"planner": PlannerSettings(**planner)})
    workflow = Workflow(settings, REGISTRY, retriever, SentenceVectors(Sentences(), 100), statements)
    state: TurnState = {"question": Question(asked, session="s", debug=debug), "text": asked}
    async for mode, part in workflow.compiled.astream(state, stream_mode=["custom", "values"]):
        state = part if mode == "values" else state
    return assemble_answer(_ID, 1, state, 0.0, REGISTRY, AnswerHash(settings, {}))


async def test_a_further_search_that_fails_leaves_what_was_found(index: LawIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that goes away then costs what would have been added, never the answer; one line says so."""
    whole = await answer(index, POST)

    async def fails(*given: Any, **more: Any) -> Any:
        raise PostgresUnavailable("gone")

    monkeypatch.setattr(Planner, "look_further", fails)
    told = await answer(index, POST)
    assert told.sentences and told.kind is whole.kind
    assert SEARCH_BROKE_OFF in {one.text for one in told.warnings} - {one.text for one in whole.warnings}


async def test_plan_and_metrics_are_always_told_and_the_trace_on_request(index: LawIndex) -> None:
    told = await answer(index, POST)
    assert {one.provision: one.found_by[-1] for one in told.contexts}["3(1)"] == "planner"
    metrics = told.agentic_metrics
    assert metrics.strategy is Strategy.RULES and metrics.calls > 0 and 0 < metrics.coverage <= 1
    assert any(line.startswith("1. open_section: lantern_act_1950 3(1)") for line in told.plan)
    assert told.plan[-1].startswith("looked further by rules") and told.planner_trace is None
    assert sum(len(line.encode()) for line in told.plan) <= 8000
    asked = await answer(index, POST, debug=True)
    assert asked.planner_trace is not None and len(asked.planner_trace.calls) == metrics.calls
    assert asked.plan == told.plan, "the same question has the same plan"


async def test_off_nothing_is_added_and_the_fields_are_there(index: LawIndex) -> None:
    told = await answer(index, POST, debug=True, strategy="off")
    assert [one.provision for one in told.contexts] == ["3(2)"]
    assert told.agentic_metrics.strategy is Strategy.OFF and told.planner_trace is not None
    assert told.planner_trace.ended is Ending.OFF and told.planner_trace.calls == ()


async def test_a_single_question_is_left_as_it_was_found(index: LawIndex) -> None:
    told = await answer(index, ONE)
    assert [one.provision for one in told.contexts] == ["3(2)"]
    assert told.agentic_metrics.calls == 0 and told.agentic_metrics.coverage > 0


async def test_what_is_declined_before_any_search_has_metrics_of_nothing(index: LawIndex) -> None:
    told = await answer(index, "What does section 211 say?", debug=True)
    assert told.agentic_metrics == AgenticMetrics() and told.planner_trace is None


async def test_with_and_without_a_planner_one_guard_lets_the_same_sentences_through(
    index: LawIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S2-10: what was looked up further passes the guard that everything passes, and it decides alike."""
    verdicts: dict[str, dict[str, bool]] = {"off": {}, "rules": {}}
    refused = (await answer(index, POST, strategy="off")).sentences[0].text

    for strategy, seen in verdicts.items():

        def guard(sentence: Sentence, citations: Any, law: LawIndex, seen: dict[str, bool] = seen) -> bool:
            seen[sentence.text] = sentence.text != refused and is_supported(sentence, citations, law)
            return seen[sentence.text]

        monkeypatch.setattr(verify, "is_supported", guard)
        told = await answer(index, POST, strategy=strategy)
        assert refused not in {one.text for one in told.sentences}, strategy
        assert {one.text for one in told.sentences if one.citations} <= {text for text, stands in seen.items() if stands}
    both = verdicts["off"].keys() & verdicts["rules"].keys()
    assert refused in both
    assert {text: verdicts["off"][text] for text in both} == {text: verdicts["rules"][text] for text in both}

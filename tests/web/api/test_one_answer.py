"""One question has one answer: through the page's events, the command and the API."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from civicsetu.answering import batch
from civicsetu.answering.question import Question
from civicsetu.law.answers import Event, Final, SentenceReady
from tests.holding import quiet
from tests.web.api.client import ApiClient
from tests.web.api.in_process import Api
from tests.web.mill_service import REGISTRY, MillService

_OWN_TO_A_RUN = {"id", "latency_ms", "first_token_ms"}
_ABOUT = (
    "hours of a mill", "the form of a complaint", "the fee for a mill", "the penalty of a promoter",
    "within how many days corn is ground", "what is a mill", "section 3 of the Mill Act", "what can I do about delay",
    "the price of bread", "who grinds corn",
)  # fmt: skip
_ASKED = (
    "What does the law say on %s?", "Tell me %s, please.", "My builder will not talk of %s. What now?",
    "I bought a share in a mill and want to know %s.", "%s?",
)  # fmt: skip
_WHERE: tuple[dict[str, Any], ...] = ({}, {"jurisdiction": "NORTHLAND"})
QUESTIONS = [
    {"question": asked % about, **where} for where in _WHERE for asked in _ASKED for about in _ABOUT
]


def same(answer: dict[str, Any]) -> dict[str, Any]:
    """What of an answer two runs have in common: all but its id and its times."""
    return {name: value for name, value in answer.items() if name not in _OWN_TO_A_RUN}


async def by_command(
    rows: list[dict[str, Any]], service: MillService, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, Any]]:
    """The rows of `civicsetu ask --batch`, which are those of `ask --json`, from the service that is open."""

    @asynccontextmanager
    async def opened(_: object) -> AsyncIterator[MillService]:
        yield service

    monkeypatch.setattr(batch, "open_service", opened)
    monkeypatch.setattr(batch, "get_registry", lambda: REGISTRY)
    source, out = folder / "in.jsonl", folder / "out.jsonl"
    source.write_text("".join(json.dumps({"id": str(at), **row}) + "\n" for at, row in enumerate(rows)))
    await batch.answer_batch(service.settings, source, out, quiet)
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


async def by_page(row: dict[str, Any], service: MillService) -> tuple[list[Event], dict[str, Any]]:
    """The events that the page renders, and the answer in the last of them."""
    question = Question(row["question"], "page", jurisdiction=row.get("jurisdiction"), kept=False)
    events = [event async for event in service.answer(question)]
    assert isinstance(events[-1], Final)
    return events[:-1], events[-1].answer.model_dump(mode="json")


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 9], ids=["all", "each ninth"])
async def test_a_hundred_questions_have_one_answer_each_through_every_front(
    mill: MillService, mill_api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    assert len(QUESTIONS) == 100
    questions = QUESTIONS[::every]
    command = await by_command(questions, mill, tmp_path, monkeypatch)
    kinds = set()
    async with ApiClient(mill_api.address) as anybody:
        for at, row in enumerate(questions):
            page_events, page = await by_page(row, mill)
            whole = (await anybody.query(**row)).json()
            *stream_events, final = await anybody.events(**row)
            streamed = final.data["answer"]
            assert whole.pop("conversation") is None and streamed.pop("conversation") is None
            assert same(command[at]) == same(page) == same(whole) == same(streamed), row
            sentences = [one for one in page_events if isinstance(one, SentenceReady)]
            told = [one.data for one in stream_events if one.name == "sentence"]
            assert told == [one.model_dump(mode="json") for one in sentences]
            kinds.add(page["kind"])
    assert {"answer", "abstain"} <= kinds, "of every sort some"


async def test_what_is_asked_for_is_added_and_changes_nothing(mill_api: Api) -> None:
    row = QUESTIONS[2]
    async with ApiClient(mill_api.address) as anybody:
        plain = (await anybody.query(**row)).json()
        more = (await anybody.query(**row, include_content=True, include_document=True, debug=True)).json()
        few = (await anybody.query(**row, top_k=1)).json()
        none = (await anybody.query(**row, min_score=0.95)).json()
    trace = more.pop("trace")
    assert trace["parts"][0]["retrievers"] is not None and trace["parts"][0]["decision"]["action"] == "proceed"
    assert plain["planner_trace"] is None and more["planner_trace"]["strategy"] == plain["agentic_metrics"]["strategy"]
    more["planner_trace"] = None
    first = more["contexts"][0]
    assert "fee" in first["content"] and first["law"]["key"] == first["document"]
    for one in more["contexts"]:
        del one["content"], one["law"]
    assert same(more) == same(plain)
    assert few["contexts"] == plain["contexts"][:1] and none["contexts"] == []
    for told in (few, none):
        assert same(told) | {"contexts": plain["contexts"]} == same(plain)


async def test_nothing_is_kept_of_somebody_without_a_token(mill: MillService, mill_api: Api, rows: Any) -> None:
    before = await rows.all("select count(*) as turns from turns")
    async with ApiClient(mill_api.address) as anybody:
        assert (await anybody.query("What is a mill?")).status_code == 200
        assert (await anybody.events("What is a mill?"))[-1].name == "final"
    assert await rows.all("select count(*) as turns from turns") == before

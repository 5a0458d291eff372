"""A run over answers: what is asked, what failed, and what is written of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from civicsetu.errors import InputError, SearchIncomplete
from civicsetu.evaluation.answers import answers_eval
from civicsetu.evaluation.answers.answers_eval import AnswerReport, evaluate_answers
from civicsetu.evaluation.retrieval_eval import Selection
from civicsetu.settings import Settings
from tests.evaluation.answers.given import CLOSES, FEE, answering, declining, measured, stating
from tests.evaluation.golden_rows import REGISTRY, ScriptedService
from tests.retrieval.lantern_act import index_of_states

ROWS = """
- {id: s-1, question: "Until when is my lantern open?", language: en, style: lay, type: fact, asks: how_long,
   gold: ["lantern_act_1950 3(1)"], must_state: [{terms: ["9 p.m"], lead: true}]}
- {id: s-2, question: "Who shuts my lantern?", language: en, style: lay, type: fact, asks: who,
   gold: ["lantern_act_1950 3(1)"], must_state: [{terms: [keeper], lead: true}]}
- {id: s-3, question: "What is a lantern?", language: en, style: lay, type: fact, gold: ["lantern_act_1950 2(a)"]}
"""


def report() -> AnswerReport:
    rows = [
        measured(stating("a-1"), answering((CLOSES, "3(1)"))),
        measured(stating("a-2"), answering((FEE, "3(2)"))),
        measured(stating("a-3"), declining()),
    ]
    return AnswerReport(rows, [], "f" * 12)


def test_a_lead_that_misses_is_told_with_its_words() -> None:
    assert report().describe_misses() == [f"a-2: {FEE}", "a-3: I do not know."]


def test_each_fault_is_told_with_its_row() -> None:
    row = measured(
        stating("a-1"), answering(("He closes the keeper's lantern by 9 p.m. for 70 rupees.", "3(1)"))
    )
    made = AnswerReport([row], [], "f" * 12)
    assert made.describe_misses() == ["a-1, not in the law cited: 70 rupee"]


def test_each_row_is_a_line_of_json(tmp_path: Path) -> None:
    report().write(tmp_path / "answers.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["a-1", "a-2", "a-3"]
    assert lines[0]["lead"] is True and lines[0]["sentences"] == [CLOSES] and lines[1]["lead"] is False
    assert set(lines[0]) == {
        "id",
        "lead",
        "all",
        "beside",
        "said",
        "fallback",
        "confidence",
        "faults",
        "sentences",
    }


@pytest.fixture
def selection(tmp_path: Path) -> Selection:
    (tmp_path / "tune").mkdir()
    (tmp_path / "tune" / "small.yaml").write_text(ROWS, "utf-8")
    return Selection(tmp_path)


async def run(
    selection: Selection, service: ScriptedService, monkeypatch: pytest.MonkeyPatch, writer: Any = None
) -> tuple[AnswerReport, list[float]]:
    @asynccontextmanager
    async def opened(settings: Any, writer: Any) -> AsyncIterator[Any]:
        yield service, index_of_states()

    monkeypatch.setattr(answers_eval, "open_service_and_law", opened)
    shares: list[float] = []
    made = await evaluate_answers(
        Settings(), selection, REGISTRY, lambda step, share: shares.append(share), writer
    )
    return made, shares


async def test_rows_that_say_what_must_be_stated_are_asked_and_a_failed_one_is_told(
    selection: Selection, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = ScriptedService(fails={"Who shuts my lantern?": SearchIncomplete("no graph")})
    made, shares = await run(selection, service, monkeypatch)
    assert [one.text for one in service.asked] == ["Until when is my lantern open?", "Who shuts my lantern?"]
    assert [one.row.id for one in made.measured] == ["s-1"] and made.failed == ["s-2"]
    assert made.measured[0].lead_states is False, "it was answered with other words"
    assert shares == [0.5, 1.0] and made.answer_hash == "1" * 12
    assert made.tables and len(service.forgotten) == 2, "nothing asked is kept"


async def test_with_a_writer_every_row_with_gold_is_asked_and_what_was_given_is_told(
    selection: Selection, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = await run(selection, ScriptedService(), monkeypatch, writer=object())
    assert [one.row.id for one in made.given] == ["s-1", "s-2", "s-3"]


async def test_a_wrong_row_is_refused_before_anything_is_opened(
    selection: Selection, monkeypatch: pytest.MonkeyPatch
) -> None:
    (selection.folder / "tune" / "small.yaml").write_text(ROWS.replace("asks: who,", ""), "utf-8")
    service = ScriptedService()
    with pytest.raises(InputError, match="s-2"):
        await run(selection, service, monkeypatch)
    assert service.asked == []

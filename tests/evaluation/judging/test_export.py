"""A sheet is written as the questions are asked, and what got no answer is told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from civicsetu.errors import InputError, SearchIncomplete
from civicsetu.evaluation.judging import export
from civicsetu.evaluation.judging.questions import JudgingQuestion
from civicsetu.evaluation.judging.sheet import get_rubric, read_sheet
from civicsetu.settings import Settings
from tests.evaluation.golden_rows import ScriptedService
from tests.retrieval.lantern_act import index_of_states


def asked(name: str, text: str, *turns: str) -> JudgingQuestion:
    return JudgingQuestion(id=name, question=text, turns=turns)


async def test_each_answer_is_a_line_and_a_failed_question_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = ScriptedService(
        declined=["Shall I win?"], fails={"Late?": SearchIncomplete("no graph"), "Odd?": InputError()}
    )

    @asynccontextmanager
    async def opened(settings: Any, writer: Any) -> AsyncIterator[Any]:
        yield service, index_of_states()

    monkeypatch.setattr(export, "open_service_and_law", opened)
    shares: list[float] = []
    questions = [
        asked("a", "And then?", "Who?"),
        asked("b", "Late?"),
        asked("c", "Odd?"),
        asked("d", "Shall I win?"),
    ]
    path = tmp_path / "s.jsonl"
    made = await export.export_sheet(Settings(), questions, path, lambda step, share: shares.append(share))
    assert made.answers == 2 and shares == [0.25, 0.5, 0.75, 1.0]
    assert made.failed[0] == "b got no answer in time." and made.failed[1].startswith("c was not answered: ")
    sheet = read_sheet(path)
    assert [row.id for row in sheet.rows] == ["a", "d"]
    assert sheet.head.rubric == get_rubric() and sheet.head.answer_hash == "1" * 12
    assert [(one.question, one.answer) for one in sheet.rows[0].earlier] == [("Who?", "Words.")]
    assert sheet.rows[1].answer.kind == "abstain"
    assert {one.session for one in service.asked} == set(service.forgotten), "nothing asked is kept"
    assert set(json.loads(path.read_text("utf-8").splitlines()[1])["verdict"].values()) == {None, ""}

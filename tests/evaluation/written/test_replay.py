"""A run on recorded completions writes the prompts that lack one, and says how many are left."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from civicsetu.errors import InputError, SearchIncomplete
from civicsetu.evaluation.judging.questions import JudgingQuestion
from civicsetu.evaluation.written import replay as replaying
from civicsetu.evaluation.written.replay import ask_for_prompts, open_replay
from civicsetu.models.writer.chat import ChatPrompt, Tier, TurnSpending
from civicsetu.settings import Settings
from tests.evaluation.golden_rows import ScriptedService
from tests.retrieval.lantern_act import index_of_states

PROMPT = ChatPrompt("write_answer/1", "Write.", "When is corn ground?", 100)


def test_without_the_files_nothing_is_replayed(tmp_path: Path) -> None:
    assert open_replay(None, None) is None
    with pytest.raises(InputError):
        open_replay(None, tmp_path / "completions.jsonl")


async def test_a_run_is_whole_once_no_prompt_lacks_its_completion(tmp_path: Path) -> None:
    prompts, completions = tmp_path / "prompts.jsonl", tmp_path / "completions.jsonl"
    first = open_replay(prompts, completions)
    assert first is not None and first.is_whole
    with pytest.raises(Exception, match="no completion"):
        await first.models.complete(Tier.WRITING, PROMPT, TurnSpending())
    assert not first.is_whole
    sheet = tmp_path / "sheet.jsonl"
    sheet.touch()
    assert first.finish(sheet) == f"{prompts}: 1 prompt still without a completion."
    assert not sheet.exists(), "not all of its answers are the writer's"
    asked = json.loads(prompts.read_text("utf-8"))
    completions.write_text(json.dumps({"digest": asked["digest"], "completion": "{}"}), "utf-8")
    second = open_replay(prompts, completions)
    assert second is not None
    assert (await second.models.complete(Tier.WRITING, PROMPT, TurnSpending())).text == "{}"
    sheet.touch()
    assert second.is_whole and second.finish(sheet) == f"{prompts}: 0 prompts still without a completion."
    assert prompts.read_text("utf-8") == "" and sheet.exists()


async def test_questions_are_asked_of_the_recorded_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = ScriptedService(fails={"Late?": SearchIncomplete("no graph"), "Odd?": InputError()})
    writers: list[Any] = []

    @asynccontextmanager
    async def opened(settings: Settings, writer: Any) -> AsyncIterator[Any]:
        writers.append(writer)
        yield service, index_of_states()

    monkeypatch.setattr(replaying, "open_service_and_law", opened)
    replay = open_replay(tmp_path / "prompts.jsonl", None)
    assert replay is not None
    texts = {"a": "When?", "b": "Late?", "c": "Odd?"}
    questions = [JudgingQuestion(id=name, question=text) for name, text in texts.items()]
    failed = await ask_for_prompts(Settings(), questions, replay, lambda step, share: None)
    assert writers == [replay.models]
    assert failed[0] == "b got no answer in time." and failed[1].startswith("c was not answered: ")
    assert {one.session for one in service.asked} == set(service.forgotten), "nothing asked is kept"

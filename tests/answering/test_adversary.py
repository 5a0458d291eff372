"""Forty questions to a real model that follows no instruction: streamed, stopped, timed out, and by the command.

It keeps no contract and invents law, so nothing of it may be shown: every answer is made of what the same question is
answered with when no model is asked.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from civicsetu.answering import batch
from civicsetu.answering.composing.comparing import compare_states
from civicsetu.answering.question import Question
from civicsetu.law.answers import Answer, SentenceReady, Stage
from civicsetu.retrieval.answerability import answerability
from civicsetu.settings import Settings, WriterSettings
from civicsetu.yaml_data import load
from tests.holding import answer_of, events_of
from tests.models.llama_server import MODEL, WINDOW, llama_server
from tests.web.mill_service import MillService

pytestmark = pytest.mark.model
QUESTIONS: list[str] = load(files("tests.answering").joinpath("adversary_questions.yaml").read_text("utf-8"))  # type: ignore[assignment]
STREAMED, STOPPED, LATE, COMMANDED = (QUESTIONS[at::4] for at in range(4))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with llama_server() as served:
        yield served


@pytest.fixture(scope="module")
async def mills(postgres_settings: Settings, address: str) -> AsyncIterator[dict[str, MillService]]:
    """The service with that model writing and judging: with time enough, and with none."""
    with pytest.MonkeyPatch.context() as kept:
        kept.setattr(answerability, "get_calibration", answerability.get_calibration)
        kept.setattr(compare_states, "COMPARING", compare_states.COMPARING)
        opened: dict[str, MillService] = {}
        for name, wait in (("patient", 60.0), ("hasty", 0.2)):
            writer = WriterSettings.model_validate(
                {
                    "writing": [MODEL], "addresses": {"openai": address}, "windows": {MODEL: WINDOW}, "retries": 0,
                    "reply_tokens": 96, "first_token_s": wait, "answer_s": wait, "opinion_s": 5, "cool_down_s": 0,
                }
            )  # fmt: skip
            answering = postgres_settings.answering.model_copy(update={"deadline_s": 100.0})
            settings = postgres_settings.model_copy(update={"writer": writer, "answering": answering})
            opened[name] = await MillService.open_on(settings)
        yield opened
        for one in opened.values():
            await one.close()


async def nothing_invented(mill: MillService, question: str, answer: Answer) -> None:
    """Each sentence is one of those that stand there without a model, or nothing was found and it says so."""
    without = await answer_of(mill, question, by_model=False)
    stands = {one.text for one in without.sentences}
    assert {one.text for one in answer.sentences} <= stands, answer.answer
    assert answer.written_by == ""


def test_there_are_forty_questions() -> None:
    assert len(QUESTIONS) == len(set(QUESTIONS)) == 40


@pytest.mark.parametrize("question", STREAMED)
async def test_streamed(mills: dict[str, MillService], question: str) -> None:
    events = await events_of(mills["patient"], question)
    answer = events[-1].answer  # type: ignore[union-attr]
    await nothing_invented(mills["patient"], question, answer)
    told = [one.sentence.text for one in events if isinstance(one, SentenceReady)]
    assert set(told) <= {one.text for one in answer.sentences}


@pytest.mark.parametrize("question", STOPPED)
async def test_stopped(mills: dict[str, MillService], question: str) -> None:
    """Who leaves while it writes is shown nothing of it, and the next question is answered."""
    told: list[Any] = []
    asked = Question(question, session=f"test-{uuid4()}")
    async with aclosing(mills["patient"].answer(asked)) as events:
        async for event in events:
            told.append(event)
            if isinstance(event, Stage) and event.name == "write":
                break
    assert not [one for one in told if isinstance(one, SentenceReady)]
    async with asyncio.timeout(20):
        assert (await answer_of(mills["patient"], question, by_model=False)).answer


@pytest.mark.parametrize("question", LATE)
async def test_timed_out(mills: dict[str, MillService], question: str) -> None:
    answer = await answer_of(mills["hasty"], question)
    await nothing_invented(mills["hasty"], question, answer)


async def test_by_the_command(
    mills: dict[str, MillService], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def opened(settings: Settings) -> AsyncIterator[MillService]:
        yield mills["patient"]

    monkeypatch.setattr(batch, "open_service", opened)
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"id": f"q-{at}", "question": one} for at, one in enumerate(COMMANDED)]
    source.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    done = await batch.answer_batch(mills["patient"].settings, source, out, lambda step, share: None)
    assert done == len(COMMANDED)
    for question, line in zip(COMMANDED, out.read_text("utf-8").splitlines(), strict=True):
        without = await answer_of(mills["patient"], question, by_model=False)
        told = {one["text"] for one in json.loads(line)["sentences"]}
        assert told <= {one.text for one in without.sentences}, question

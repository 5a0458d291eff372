"""A file of questions is read whole before any is asked; what is wrong is told with its line."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from civicsetu.answering import batch
from civicsetu.answering.batch import BatchRow, answer_batch, answer_one, read_rows
from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CivicSetuError, DiskFull, InputError, ModelTimeout, SearchIncomplete
from civicsetu.law.answers import Event
from civicsetu.settings import Settings
from tests.evaluation.golden_rows import ScriptedService
from tests.holding import quiet, rows_of

GOOD = '{"id": "1", "question": "What is a promoter?"}'


@pytest.fixture
def open_already(service: AnsweringService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is asked of the service that is open; that one is opened for it, conversations show."""

    @asynccontextmanager
    async def opened(_: Settings) -> AsyncIterator[AnsweringService]:
        yield service

    monkeypatch.setattr(batch, "open_service", opened)


def written(folder: Path, *lines: str) -> Path:
    path = folder / "in.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_rows_are_read_in_order_with_all_they_say(tmp_path: Path) -> None:
    row = {
        "id": "b", "turn": 2, "conversation": "c1", "question": "धारा 18?", "jurisdiction": "karnataka", "as_on": "2020-01-31"
    }  # fmt: skip
    first, second = read_rows(written(tmp_path, GOOD, "", "  ", json.dumps(row, ensure_ascii=False), ""))
    assert (first.id, first.turn, first.conversation, first.jurisdiction) == ("1", None, None, None)
    assert second.model_dump(exclude_unset=True) == {**row, "as_on": date(2020, 1, 31)}


def test_a_line_is_ended_by_a_line_feed_and_by_nothing_else(tmp_path: Path) -> None:
    """JSON allows these characters inside a text; `str.splitlines` would cut the row in two."""
    question = "What is\u2028a promoter\u2029or\x85an agent?"
    [row] = read_rows(written(tmp_path, json.dumps({"id": "1", "question": question}, ensure_ascii=False)))
    assert row.question == question


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(f"{GOOD}\r\n{GOOD}\r\n".encode())
    assert len(read_rows(path)) == 2


@pytest.mark.parametrize(
    "bad",
    [
        "not json",
        '{"id": "2", "question": "x"',
        '["id"]',
        "null",
        '{"question": "without an id"}',
        '{"id": "2"}',
        '{"id": 2, "question": "x"}',
        '{"id": "2", "question": null}',
        '{"id": "2", "question": "x", "juristiction": "GOA"}',
        '{"id": "2", "question": "x", "as_on": "yesterday"}',
        '{"id": "2", "question": "x", "turn": "first"}',
        '{"id": "2", "question": "x", "jurisdiction": "ATLANTIS"}',
    ],
)
def test_a_row_that_cannot_be_used_is_one_sentence_with_its_line(tmp_path: Path, bad: str) -> None:
    with pytest.raises(CivicSetuError) as told:
        read_rows(written(tmp_path, GOOD, "", bad))
    message = told.value.user_message
    assert isinstance(told.value, InputError), f"{type(told.value).__name__}: {message}"
    assert "ine 3" in message and "in.jsonl" in message
    assert message.endswith(".") and "\n" not in message and len(message) < 300
    assert str(tmp_path) not in message


@pytest.mark.parametrize("content", [b"", b"\n\n  \n"])
def test_a_file_without_questions_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="no questions"):
        read_rows(path)


def test_a_missing_file_a_folder_and_a_file_that_is_not_text_say_so(tmp_path: Path) -> None:
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00{")
    for path in (tmp_path / "absent.jsonl", tmp_path, tmp_path / "binary.jsonl"):
        with pytest.raises(InputError, match="cannot be read as text"):
            read_rows(path)


@pytest.mark.usefixtures("open_already")
@pytest.mark.parametrize("question", ["", "???", "a" * 20_000], ids=["empty", "no words", "too long"])
async def test_a_question_that_nobody_can_read_does_not_break_the_run_off(
    running: Settings, tmp_path: Path, question: str
) -> None:
    """It is told with its line before any is asked, or has a row of its own; the others are not lost."""
    source = written(
        tmp_path, GOOD, json.dumps({"id": "2", "question": question}), GOOD.replace('"1"', '"3"')
    )
    out = tmp_path / "out.jsonl"
    try:
        await answer_batch(running, source, out, quiet)
    except InputError as error:
        assert "ine 2" in error.user_message and not out.exists()
        return
    assert [json.loads(line)["id"] for line in out.read_text("utf-8").splitlines()] == ["1", "2", "3"]


@pytest.mark.parametrize("fault", [SearchIncomplete("x"), ModelTimeout("x")])
@pytest.mark.parametrize("times", [1, 2])
async def test_a_question_that_was_not_answered_is_asked_again_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: CivicSetuError, times: int
) -> None:
    """Never as an abstention, and the other rows are not lost."""
    scripted = ScriptedService(fails={"Half?": fault})
    service: Any = scripted
    service.registry, service.settings = get_registry(), Settings(_env_file=None)  # type: ignore[call-arg]
    answer = scripted.answer

    async def recovering(question: Question) -> AsyncIterator[Event]:
        if times == 1 and len(scripted.asked) == 1:
            scripted._fails = {}
        async for event in answer(question):
            yield event

    service.answer = recovering

    @asynccontextmanager
    async def opened(_: Settings) -> AsyncIterator[AnsweringService]:
        yield service

    monkeypatch.setattr(batch, "open_service", opened)
    source, out = written(tmp_path, '{"id": "1", "question": "Half?"}', GOOD), tmp_path / "out.jsonl"
    assert await answer_batch(service.settings, source, out, quiet) == 2
    half, other = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [one.text for one in scripted.asked] == ["Half?", "Half?", "What is a promoter?"]
    assert (half["kind"], half["abstained"], other["answer"]) == ("clarify", False, "Words.")
    told = [{"kind": "degraded", "text": fault.user_message}] if times == 2 else []
    assert half["warnings"] == told and half["answer"] == (fault.user_message if times == 2 else "Words.")


async def test_a_question_too_long_is_printed_masked_and_never_cut_inside_an_address() -> None:
    async def refuse(question: Question) -> AsyncIterator[Event]:
        raise InputError("question too long", user_message="Please shorten the question.")
        yield

    async def answer_hash() -> str:
        return "1"

    service: Any = SimpleNamespace(
        answer=refuse,
        answer_hash=answer_hash,
        registry=None,
        settings=SimpleNamespace(settings_hash=lambda: "0"),
    )
    for before in range(170, 201):
        text = f"{'x' * before} ravi.kumar@example.com, 98450 12345 {'y' * 3000}"
        told = await batch._answer_row(service, BatchRow(id="1", question=text), "s")
        rest = told.question.removeprefix("x" * before)
        assert (told.settings_hash, told.answer_hash) == ("0", "1")
        assert len(told.question) <= 200 and "ravi" not in rest and "984" not in rest


def test_a_session_tells_nothing_of_the_conversations_name() -> None:
    run, other = uuid4(), uuid4()
    row = BatchRow(id="98450 12345", question="x", conversation="98450 12345")
    assert batch._session(run, row) == batch._session(run, row) != batch._session(other, row)
    assert "98450" not in batch._session(run, row)
    assert "98450" not in batch._session(run, row.model_copy(update={"conversation": None}))


@pytest.mark.usefixtures("open_already")
async def test_a_place_that_cannot_be_written_is_one_sentence(running: Settings, tmp_path: Path) -> None:
    with pytest.raises(CivicSetuError) as told:
        await answer_batch(running, written(tmp_path, GOOD), tmp_path / "absent" / "out.jsonl", quiet)
    assert "\n" not in told.value.user_message


@pytest.mark.usefixtures("open_already")
async def test_turns_of_a_conversation_share_a_session_and_others_do_not(
    running: Settings, tmp_path: Path
) -> None:
    rows = [
        {"id": "a", "turn": 1, "conversation": "one", "question": "What does section 13 say?"},
        {"id": "b", "turn": 2, "conversation": "one", "question": "What is the penalty for that?"},
        {"id": "c", "question": "What is the penalty for that?"},
        {
            "id": "d",
            "question": "What does section 18 say?",
            "jurisdiction": "karnataka",
            "as_on": "2010-01-01",
        },
    ]
    out, told = tmp_path / "out.jsonl", []
    source = written(tmp_path, *(json.dumps(row) for row in rows))
    assert await answer_batch(running, source, out, lambda step, share: told.append(share)) == 4
    answers = {row["id"]: row for row in map(json.loads, out.read_text("utf-8").splitlines())}
    assert list(answers) == ["a", "b", "c", "d"]
    assert [answers[key]["turn"] for key in "abcd"] == [1, 2, 1, 1]
    assert "61" in [context["provision"] for context in answers["b"]["contexts"]], "what a breach of 13 costs"
    assert answers["b"]["contexts"] != answers["c"]["contexts"]
    assert answers["d"]["kind"] == "abstain" and answers["d"]["as_on"] == "2010-01-01"
    assert answers["d"]["jurisdictions"] == ["CENTRAL", "KARNATAKA"]
    assert told == sorted(told) and told[-1] == 1.0


@pytest.mark.usefixtures("open_already")
async def test_a_row_alone_is_not_drawn_into_a_conversation_of_its_name(
    running: Settings, tmp_path: Path
) -> None:
    rows = [
        {"id": "x", "conversation": "one", "question": "What does section 13 say?"},
        {"id": "one", "question": "What is the penalty for that?"},
    ]
    out = tmp_path / "out.jsonl"
    await answer_batch(running, written(tmp_path, *(json.dumps(row) for row in rows)), out, quiet)
    assert [json.loads(line)["turn"] for line in out.read_text("utf-8").splitlines()] == [1, 1]


async def left_behind(service: AnsweringService) -> list[str]:
    """Sessions of the command line of which anything is kept."""
    kept = await rows_of(
        service, "select session_id from turns where session_id like 'batch-%' or session_id like 'cli-%'"
    )
    return [row["session_id"] for row in kept]


async def interrupted(work: Coroutine[Any, Any, Any], begun: asyncio.Event) -> None:
    """Run it until it has begun, then do what Ctrl-C does."""
    task = asyncio.create_task(work)
    await asyncio.wait_for(begun.wait(), 60)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@pytest.mark.usefixtures("open_already")
async def test_the_command_line_keeps_nothing_after_it_ends(
    running: Settings, service: AnsweringService, tmp_path: Path
) -> None:
    before = await left_behind(service)
    conversation = '{"id": "%s", "conversation": "one", "question": "What does section %s say?"}'
    source = written(tmp_path, GOOD, conversation % (1, 13), conversation % (2, 18))
    begun = asyncio.Event()

    def progress(step: str, share: float) -> None:
        if share > 0.5:
            begun.set()

    assert await answer_batch(running, source, tmp_path / "out.jsonl", quiet) == 3
    assert (await answer_one(running, "What does section 18 say?", None, None)).kind == "answer"
    assert await left_behind(service) == before
    await interrupted(answer_batch(running, source, tmp_path / "out.jsonl", progress), begun)
    assert begun.is_set() and await left_behind(service) == before


@pytest.mark.usefixtures("open_already")
async def test_an_answer_is_not_lost_because_it_could_not_be_forgotten(
    running: Settings, service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> int:
        raise DiskFull("full")

    monkeypatch.setattr(service, "forget", fails)
    answer = await answer_one(running, "What does section 18 say?", None, None)
    assert answer.kind == "answer"
    monkeypatch.undo()
    await service.forget(*await left_behind(service))

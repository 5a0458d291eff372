"""Questions wait for their turn before any deadline begins; whatever becomes of them gives it back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from civicsetu.answering.admission import turns
from civicsetu.answering.answer_hash import AnswerHash
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.errors import InputError, ModelTimeout, SearchIncomplete, TooBusy, TooManyQuestions
from civicsetu.law.answers import Answer, AnswerKind, Event, Final, Stage
from civicsetu.settings import AdmissionSettings, AnsweringSettings, Settings
from tests.answering.given import understood
from tests.evaluation.golden_rows import REGISTRY
from tests.retrieval.lantern_act import index_of

pytestmark = pytest.mark.alone

INDEX = index_of()
Work = Callable[[], Any]


class Turns:
    """Keeps what it is told to record."""

    def __init__(self) -> None:
        self.read = 0
        self.recorded: list[Answer] = []

    async def read_history(self, session: str, limit: int) -> list[Any]:
        self.read += 1
        return []

    async def record(self, answer: Answer, **_: Any) -> bool:
        self.recorded.append(answer)
        return True


class Slow:
    """A workflow that works for so long, on as many questions as ask it, and counts them."""

    def __init__(self, seconds: float, fails: Exception | None = None) -> None:
        self._seconds, self._fails = seconds, fails
        self.at_once = self.most = 0

    async def astream(self, state: Any, stream_mode: Any) -> AsyncIterator[tuple[str, Any]]:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            yield "custom", Stage(name="understand", text="Reading")
            await asyncio.sleep(self._seconds)
            if self._fails is not None:
                raise self._fails
            read = understood(state["text"], INDEX)
            told = {"index": INDEX, "understood": read, "found": None, "turns": [PartTurn(read)], "parts": []}
            yield "values", {**state, **told, "kind": AnswerKind.ABSTAIN, "declined": f"No: {state['text']}"}
        finally:
            self.at_once -= 1


def service(work: Slow, deadline_s: float = 30.0, **told: int) -> tuple[AnsweringService, Turns]:
    chosen = AdmissionSettings(**({"running": 1} | told))
    settings = Settings(  # type: ignore[call-arg]
        _env_file=None, admission=chosen, answering=AnsweringSettings(deadline_s=deadline_s)
    )
    nothing: Any = None
    made, turns = AnsweringService(settings, nothing, nothing, REGISTRY), Turns()

    async def index() -> Any:
        return INDEX

    retriever: Any = SimpleNamespace(index=index)
    made._turns, made._retriever = turns, retriever  # type: ignore[assignment]
    made._hashes = AnswerHash(settings)
    made._workflow = SimpleNamespace(compiled=work, statements=StatementLibrary(nothing, nothing))  # type: ignore[assignment]
    return made, turns


async def events(of: AnsweringService, text: str, person: str = "", session: str = "") -> list[Event]:
    return [event async for event in of.answer(Question(text, session=session or text, person=person))]


def stages(told: list[Event]) -> list[str]:
    return [event.text for event in told if isinstance(event, Stage)]


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TELL_EVERY_S", 0.01)


async def test_who_waits_is_told_the_place_and_is_answered_in_turn() -> None:
    work = Slow(0.05)
    of, turns = service(work)
    told = await asyncio.gather(*(events(of, f"When is lantern {n} closed?", f"p{n}") for n in range(4)))
    assert work.most == 1
    assert stages(told[0]) == ["Reading"]
    assert stages(told[3]) == [f"Your question is in the queue: number {place}." for place in (3, 2, 1)] + [
        "Reading"
    ]
    for number, got in enumerate(told):
        last = got[-1]
        assert isinstance(last, Final) and last.answer.answer == f"No: When is lantern {number} closed?"
    assert len(turns.recorded) == 4 and of._admission.running == 0


async def test_deadlines_and_latencies_count_from_the_start_of_work() -> None:
    of, _ = service(Slow(0.2), deadline_s=0.6)
    with capture_logs() as logs:
        told = await asyncio.gather(*(events(of, f"When is lantern {n} closed?") for n in range(5)))
    latencies = [last.answer.latency_ms for *_, last in told if isinstance(last, Final)]
    assert len(latencies) == 5 and max(latencies) < 600, "the last waited for 800"
    waited = [line["waited_ms"] for line in logs if line["event"] == "answering_started"]
    assert waited[0] < 100 and waited[-1] > 700


async def test_a_deadline_that_passes_while_an_event_is_shown_is_a_deadline() -> None:
    """Were it a cancellation of whoever shows the event, they would be told that they stopped the answer."""
    of, turns = service(Slow(30.0), deadline_s=0.1)
    async with aclosing(of.answer(Question("Lantern 2?", session="s"))) as told:
        assert isinstance(await anext(told), Stage)
        await asyncio.sleep(0.2)
        with pytest.raises(ModelTimeout):
            await anext(told)
    assert (of._admission.running, turns.recorded) == (0, [])


async def test_a_question_that_cannot_be_read_takes_no_place() -> None:
    of, _ = service(Slow(0.0), running=1, waiting=0)
    with of._admission.enter("a"):
        with pytest.raises(InputError):
            await events(of, "???", "b")


@pytest.mark.parametrize(("person", "error"), [("a", TooManyQuestions), ("b", TooBusy)])
async def test_what_is_refused_reads_and_records_nothing(person: str, error: type[Exception]) -> None:
    of, turns = service(Slow(30.0), waiting=1)
    tasks = [asyncio.create_task(events(of, f"Lantern {n}?", "a")) for n in range(2)]
    await asyncio.sleep(0.01)
    with pytest.raises(error):
        await events(of, "Lantern 3?", person)
    assert (turns.read, turns.recorded) == (1, [])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (of._admission.running, of._admission.waiting) == (0, 0)


@pytest.mark.parametrize("fault", [SearchIncomplete("x"), ModelTimeout("x"), RuntimeError("x")])
async def test_a_question_that_fails_gives_its_turn_back_and_is_not_recorded(fault: Exception) -> None:
    of, turns = service(Slow(0.0, fault))
    for _ in range(3):
        with pytest.raises(type(fault)):
            await events(of, "When is the lantern closed?", "a")
    assert (of._admission.running, turns.recorded) == (0, [])


@pytest.mark.parametrize("running", [0, 1], ids=["while it waits", "while it is answered"])
async def test_who_stops_reading_gives_the_turn_back_at_once(running: int) -> None:
    work = Slow(30.0)
    of, _ = service(work)
    other = asyncio.create_task(events(of, "Lantern 1?", "other")) if not running else None
    await asyncio.sleep(0.01)
    async with aclosing(of.answer(Question("Lantern 2?", session="s", person="a"))) as told:
        first = await anext(told)
    assert isinstance(first, Stage) and first.name == ("understand" if running else "queue")
    assert (of._admission.running, of._admission.waiting) == (0 if running else 1, 0)
    assert work.at_once == (0 if running else 1)
    if other is not None:
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
    assert of._admission.running == 0 and work.at_once == 0


async def test_the_turn_is_given_back_before_the_answer_is_shown() -> None:
    """Whoever shows it may be slow; another question need not wait for that."""
    of, _ = service(Slow(0.0))
    async with aclosing(of.answer(Question("Lantern 2?", session="s", person="a"))) as told:
        async for event in told:
            if isinstance(event, Final):
                assert of._admission.running == 0
                break


async def test_a_burst_of_commands_is_not_refused() -> None:
    of, turns = service(Slow(0.0), running=2, waiting=0, per_person_rate=1)
    await asyncio.gather(*(events(of, f"When is lantern {n} closed?") for n in range(60)))
    assert len(turns.recorded) == 60

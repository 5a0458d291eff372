"""The queue in front of answering: turns in order, fair between persons, nothing ever kept taken."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.admission import turns
from civicsetu.answering.admission.turns import Admission
from civicsetu.errors import AdmissionRefused, TooBusy, TooManyQuestions
from civicsetu.settings import AdmissionSettings
from tests.budget import examples

ONE_AT_A_TIME: dict[str, int] = {"running": 1, "per_person_rate": 0}


def queue(clock: Callable[[], float] | None = None, **told: int) -> Admission:
    chosen = AdmissionSettings(**(ONE_AT_A_TIME | told))
    return Admission(chosen, clock) if clock else Admission(chosen)


class Asking:
    """Questions that run until they are let go, and the order in which they began."""

    def __init__(self, of: Admission) -> None:
        self._of = of
        self.began: list[str] = []
        self.places: dict[str, list[int]] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, person: str = "") -> None:
        """Put a question as a task, and let it come as far as it can."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._run(name, person))
        await settled()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await settled()

    async def leave(self, name: str) -> None:
        self.tasks[name].cancel()
        await settled()

    async def _run(self, name: str, person: str) -> None:
        with self._of.enter(person) as ticket:
            async for place in ticket.places():
                self.places.setdefault(name, []).append(place)
            self.began.append(name)
            await self._ends[name].wait()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TELL_EVERY_S", 0.01)


async def test_questions_run_up_to_the_limit_and_the_others_in_the_order_they_came() -> None:
    asking = Asking(queue(running=2))
    for name in "abcd":
        await asking.ask(name)
    assert asking.began == ["a", "b"]
    for name in "bac":
        await asking.end(name)
    assert asking.began == ["a", "b", "c", "d"]


async def test_a_place_is_told_at_once_and_whenever_it_changes() -> None:
    asking = Asking(queue())
    for name in "abc":
        await asking.ask(name, name)
    assert asking.places == {"b": [1], "c": [2]}
    await asking.end("a")
    await asyncio.sleep(0.05)
    assert asking.places == {"b": [1], "c": [2, 1]}
    assert asking.began == ["a", "b"]


async def test_turns_go_round_the_persons() -> None:
    asking = Asking(queue(per_person_waiting=3))
    for name, person in (
        ("a1", "a"),
        ("a2", "a"),
        ("a3", "a"),
        ("a4", "a"),
        ("b1", "b"),
        ("c1", "c"),
        ("b2", "b"),
    ):
        await asking.ask(name, person)
    assert {name: places[0] for name, places in asking.places.items()} == {
        "a2": 1, "a3": 2, "a4": 3, "b1": 2, "c1": 3, "b2": 5,
    }  # fmt: skip
    for name in ("a1", "a2", "b1", "c1", "a3", "b2"):
        await asking.end(name)
    assert asking.began == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


async def test_a_person_whose_question_runs_waits_while_others_pass() -> None:
    asking = Asking(queue(running=2))
    for name, person in (("a1", "a"), ("a2", "a"), ("b1", "b")):
        await asking.ask(name, person)
    assert asking.began == ["a1", "b1"], "a second core is not for the same person"
    await asking.end("a1")
    assert asking.began == ["a1", "b1", "a2"]


async def test_one_person_with_many_connections_takes_one_turn_and_one_place() -> None:
    of = queue(running=2)
    asking = Asking(of)
    for number in range(200):
        await asking.ask(f"a{number}", "a")
    assert (of.running, of.waiting) == (1, 1)
    refused = [asking.tasks[f"a{number}"].exception() for number in range(2, 200)]
    assert {type(error) for error in refused} == {TooManyQuestions}
    await asking.ask("b", "b")
    assert "b" in asking.began


async def test_a_full_queue_refuses_in_a_plain_sentence() -> None:
    asking = Asking(queue(waiting=2))
    for name in "abcd":
        await asking.ask(name, name)
    refused = asking.tasks["d"].exception()
    assert isinstance(refused, TooBusy) and refused.retryable and refused.retry_after_s > 0
    assert "ask again in a moment" in refused.user_message
    await asking.end("a")
    await asking.ask("e", "e")
    assert not asking.tasks["e"].done(), "there is room again"


async def test_who_has_no_name_is_never_refused_and_counts_for_what_runs() -> None:
    of = queue(running=2, waiting=0, per_person_rate=1)
    asking = Asking(of)
    for number in range(50):
        await asking.ask(str(number))
    assert (of.running, of.waiting) == (2, 48)
    await asking.ask("named", "a")
    assert isinstance(asking.tasks["named"].exception(), TooBusy)


async def test_a_question_that_is_given_up_leaves_the_queue_at_once() -> None:
    of = queue()
    asking = Asking(of)
    for name in "abc":
        await asking.ask(name, name)
    await asking.leave("b")
    await asyncio.sleep(0.05)
    assert of.waiting == 1 and asking.places["c"][-1] == 1
    await asking.leave("a")
    assert asking.began == ["a", "c"]
    await asking.leave("c")
    assert (of.running, of.waiting, of._lines, dict(of._running)) == (0, 0, {}, {})


async def test_a_turn_that_comes_as_its_question_is_given_up_is_passed_on() -> None:
    """Trap: the turn is given, and the task is cancelled before it wakes."""
    of = queue()
    asking = Asking(of)
    for name in "abc":
        await asking.ask(name, name)
    [waiting] = of._lines["b"]
    asking._ends["a"].set()
    while not waiting.runs:
        await asyncio.sleep(0)
    assert asking.began == ["a"]
    asking.tasks["b"].cancel()
    await settled()
    assert asking.began == ["a", "c"] and of.running == 1


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def put(of: Admission, person: str) -> bool:
    """Ask and be done at once; False where it was refused."""
    try:
        with of.enter(person):
            return True
    except TooManyQuestions:
        return False


def test_a_minute_s_questions_may_come_at_once_and_then_one_by_one() -> None:
    clock = Clock()
    of = queue(clock, per_person_rate=6)
    assert [put(of, "a") for _ in range(8)] == [True] * 6 + [False] * 2
    assert put(of, "b"), "each person has a rate of their own"
    with pytest.raises(TooManyQuestions) as refused, of.enter("a"):
        pass
    assert refused.value.retry_after_s == pytest.approx(10.0) and "minute" in refused.value.user_message
    clock.now += 10.0
    assert [put(of, "a"), put(of, "a")] == [True, False], "a refusal costs nothing"
    clock.now += 60.0
    assert [put(of, "a") for _ in range(7)] == [True] * 6 + [False]
    assert all(put(of, "") for _ in range(100))


def test_as_many_run_as_there_are_cores_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    assert queue(running=0)._capacity == 3
    assert queue(running=5)._capacity == 5


STEPS = st.lists(st.tuples(st.sampled_from(["ask", "end", "leave"]), st.integers(0, 4)), max_size=60)


@settings(max_examples=examples(60))
@given(STEPS, st.integers(1, 3), st.integers(1, 2), st.integers(0, 2), st.integers(0, 4))
def test_whatever_happens_the_limits_hold_and_nobody_waits_for_nothing(
    steps: list[tuple[str, int]], running: int, mine: int, waiting: int, queued: int
) -> None:
    told = {"running": running, "per_person_running": mine, "per_person_waiting": waiting, "waiting": queued}

    async def play() -> None:
        of = queue(**told)
        asking = Asking(of)
        for number, (step, at) in enumerate(steps):
            alive = [name for name, task in asking.tasks.items() if not task.done()]
            if step == "ask":
                await asking.ask(f"{number}", f"person {at}" if at else "")
            elif alive and step == "end":
                await asking.end(alive[at % len(alive)])
            elif alive:
                await asking.leave(alive[at % len(alive)])
            check(of)
        for task in asking.tasks.values():
            task.cancel()
        ended = await asyncio.gather(*asking.tasks.values(), return_exceptions=True)
        assert all(isinstance(one, AdmissionRefused | asyncio.CancelledError | None) for one in ended)
        assert (of.running, of.waiting, of._lines, dict(of._running)) == (0, 0, {}, {})

    def check(of: Admission) -> None:
        assert of.running <= running
        persons = {*of._running, *of._lines}
        for person in persons:
            assert of._running[person] <= mine
            if isinstance(person, str):
                assert of._running[person] + len(of._lines.get(person, ())) <= mine + waiting
        if of.running < running:
            assert all(of._running[person] == mine for person in of._lines), "nobody waits who may run"

    asyncio.run(play())


async def test_after_many_random_questions_and_cancellations_nothing_is_left() -> None:
    chance, of = random.Random(5), queue(running=3, waiting=20)
    most = 0

    async def one(person: str) -> None:
        nonlocal most
        with of.enter(person) as ticket:
            async for _ in ticket.places():
                pass
            most = max(most, of.running)
            await asyncio.sleep(chance.random() / 500)

    async def cancels(task: asyncio.Task[Any]) -> None:
        await asyncio.sleep(chance.random() / 100)
        task.cancel()

    tasks: list[asyncio.Task[Any]] = []
    for number in range(400):
        task = asyncio.create_task(one(f"p{number % 40}" if number % 3 else ""))
        tasks.append(task)
        if chance.random() < 0.5:
            tasks.append(asyncio.create_task(cancels(task)))
        if number % 7 == 0:
            await asyncio.sleep(0.001)
    with suppress(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 30)
    assert most == 3 and (of.running, of.waiting, of._lines, dict(of._running)) == (0, 0, {}, {})

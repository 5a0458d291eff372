"""A fair queue in front of answering: a few questions run, the others wait for their turn.

Answering keeps every core busy, so fifty questions at once are done no sooner side by side than
one after the other; side by side each outruns its deadlines, and what was not found in time looks
like law that does not exist. Turns go round the persons, not the connections: one person with two
hundred open pages waits in one place. All of this happens in one event loop, without I/O.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import contextmanager, suppress

from civicsetu.answering.admission.rate_limit import RateLimit
from civicsetu.errors import TooBusy, TooManyQuestions
from civicsetu.settings import AdmissionSettings

TELL_EVERY_S = 2.0
"""How often a change of place is told at most: a hundred waiting pages must not cost a core."""

_MINUTE_S = 60.0
_TOO_MANY = "You asked too many questions in one minute. Please wait a moment and ask again."


class Ticket:
    """One question's place in the queue; `Admission.enter` gives it."""

    def __init__(self, queue: Admission, person: Hashable) -> None:
        self.person = person
        self._queue = queue
        self._turn = asyncio.Event()

    @property
    def runs(self) -> bool:
        """Whether its turn has come."""
        return self._turn.is_set()

    async def places(self) -> AsyncIterator[int]:
        """Yield its place in the queue whenever that changes, 1 being the next; end when its turn has come."""
        told = 0
        while not self.runs:
            place = self._queue.count_turns_before(self)
            if place != told:
                told = place
                yield place
            with suppress(TimeoutError):
                async with asyncio.timeout(TELL_EVERY_S):
                    await self._turn.wait()

    def call(self) -> None:
        """Signal that its turn has come."""
        self._turn.set()


class Admission:
    """Admission control: runs questions side by side up to a limit, and refuses those that cannot wait.

    Who has no name (a command, a measurement) is limited by what runs alone.
    """

    def __init__(self, settings: AdmissionSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._capacity = settings.running or os.cpu_count() or 1
        self._running: Counter[Hashable] = Counter()
        self._lines: dict[Hashable, deque[Ticket]] = {}
        self._rate = RateLimit(settings.per_person_rate, _MINUTE_S, clock)

    @property
    def running(self) -> int:
        """Number of questions running."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """Number of questions waiting."""
        return sum(map(len, self._lines.values()))

    @contextmanager
    def enter(self, person: str = "") -> Iterator[Ticket]:
        """Take a place in the queue, and give it or the turn back at the end of the block.

        The block waits with `Ticket.places`. However it ends, cancelled too, nothing stays taken.

        Raises:
            TooManyQuestions: the person has questions enough here, or asked too many this minute.
            TooBusy: the queue is full.
        """
        ticket = self._join(person)
        try:
            yield ticket
        finally:
            self._leave(ticket)

    def count_turns_before(self, ticket: Ticket) -> int:
        """Return how many turns come before this one's; turns go round the persons."""
        mine = self._lines[ticket.person]
        depth = mine.index(ticket)
        place, rounds = depth + 1, depth + 1
        for line in self._lines.values():
            if line is mine:
                rounds = depth
            else:
                place += min(len(line), rounds)
        return place

    def _join(self, person: str) -> Ticket:
        if person:
            self._refuse(person)
        ticket = Ticket(self, person or object())
        self._lines.setdefault(ticket.person, deque()).append(ticket)
        self._call_next()
        return ticket

    def _refuse(self, person: str) -> None:
        """Raise where this person's question cannot be taken; else count it."""
        own = self._running[person] + len(self._lines.get(person, ()))
        if own >= self._settings.per_person_running + self._settings.per_person_waiting:
            raise TooManyQuestions("running and waiting")
        at_once = self.running < self._capacity and own < self._settings.per_person_running
        if not at_once and self.waiting >= self._settings.waiting:
            raise TooBusy("the queue is full")
        if wait_s := self._rate.take(person):
            raise TooManyQuestions("rate", user_message=_TOO_MANY, retry_after_s=wait_s)

    def _leave(self, ticket: Ticket) -> None:
        if ticket.runs:
            self._running[ticket.person] -= 1
            if not self._running[ticket.person]:
                del self._running[ticket.person]
        else:
            self._lines[ticket.person].remove(ticket)
            self._forget_empty(ticket.person)
        self._call_next()

    def _call_next(self) -> None:
        """Let as many run as may; whose turn it was stands last in the next round."""
        while self.running < self._capacity:
            most = self._settings.per_person_running
            person = next((one for one in self._lines if self._running[one] < most), None)
            if person is None:
                return
            line = self._lines.pop(person)
            ticket = line.popleft()
            self._running[person] += 1
            ticket.call()
            if line:
                self._lines[person] = line

    def _forget_empty(self, person: Hashable) -> None:
        if not self._lines[person]:
            del self._lines[person]

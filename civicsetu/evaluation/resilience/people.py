"""People who go on asking while something breaks, and what they can still read afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

import httpx
import socketio

from civicsetu.evaluation.resilience.installation import Installation
from civicsetu.evaluation.resilience.page_client import PageClient, PageReply
from civicsetu.law.answers import NOT_STORED
from civicsetu.stores.processes import wait_until

FAULTS = (AssertionError, httpx.HTTPError, socketio.exceptions.SocketIOError, ConnectionError)
"""What a client meets when the other end is gone or silent."""
_REOPEN_LIMIT_S = 60.0
INTERRUPTED = "interrupted"


class StoredStep(TypedDict):
    """A message of a stored conversation, as far as it is looked at."""

    id: str
    type: str
    output: str
    parentId: str | None
    feedback: NotRequired[dict[str, object] | None]


@dataclass
class Person:
    """One browser with one conversation.

    `acknowledged` are answers that were shown whole, `apologies` questions answered by a sentence
    of regret or with the note that the answer is not stored, `unanswered` questions after which
    nothing came.
    """

    client: PageClient
    acknowledged: list[PageReply] = field(default_factory=list)
    apologies: list[PageReply] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    thumbs: list[str] = field(default_factory=list)

    async def ask(self, question: str) -> PageReply | None:
        try:
            reply = await self.client.timed_ask(question)
        except FAULTS:
            self.unanswered.append(question)
            return None
        kept = not reply.refused and NOT_STORED not in reply.text
        (self.acknowledged if kept else self.apologies).append(reply)
        return reply

    async def rate(self, reply: PageReply) -> None:
        """Give a thumb; remembered where the page says that it is kept."""
        given = {"feedback": {"forId": reply.id, "value": 1}, "sessionId": self.client.session}
        try:
            answered = await self.client.http.put("/feedback", json=given)
        except httpx.HTTPError:
            return
        if answered.status_code == 200:
            self.thumbs.append(reply.id)

    async def conversation(self) -> list[StoredStep]:
        """Return the stored messages of the conversation, as a reload shows them."""
        found = await self.client.http.get(f"/project/thread/{self.client.thread}")
        found.raise_for_status()
        steps: list[StoredStep] = found.json()["steps"]
        return steps

    async def reopen(self, installation: Installation) -> None:
        """Reload the conversation in the same browser once the page is there again."""
        await asyncio.to_thread(wait_until, lambda: bool(installation.check_health()), _REOPEN_LIMIT_S)
        thread, old = self.client.thread, self.client
        await old.leave()
        self.client = PageClient(old.address)
        self.client.http.cookies.update(old.http.cookies)
        self.client.events.extend(one for one in old.events if one[0] == "first_interaction")
        await old.http.aclose()
        await self.client.open_page()
        await self.client.connect(thread)

    async def find_losses(self) -> list[str]:
        """Return what was acknowledged and is not in the stored conversation: answers, questions, thumbs."""
        steps = {step["id"]: step for step in await self.conversation()}
        asked = [step["output"] for step in steps.values() if step["type"] == "user_message"]
        lost = [f"answer {reply.id}" for reply in self.acknowledged if reply.id not in steps]
        lost += [f"question of {reply.id}" for reply in self.acknowledged if reply.question not in asked]
        rated: set[str | None] = {id for id, step in steps.items() if step.get("feedback")}
        rated |= {step["parentId"] for step in steps.values() if step.get("feedback")}
        return lost + [f"thumb on {id}" for id in self.thumbs if id not in rated]

    async def find_unanswered(self) -> list[str]:
        """Return the stored questions that a reload shows without an answer and without a word about it."""
        steps = [step for step in await self.conversation() if step["type"] != "run"]
        after = [*(step["type"] for step in steps[1:]), ""]
        return [
            step["output"]
            for step, follows in zip(steps, after, strict=True)
            if step["type"] == "user_message" and follows != "assistant_message"
        ]


async def arrive(installation: Installation, count: int, patience_s: float = 30.0) -> list[Person]:
    """Return so many new people with the page open before them."""
    people = [Person(PageClient(installation.address, patience_s)) for _ in range(count)]
    for person in people:
        await person.client.open_page()
        await person.client.connect()
    return people


async def leave(people: Sequence[Person]) -> None:
    await asyncio.gather(*(person.client.__aexit__() for person in people), return_exceptions=True)


async def go_on_asking(person: Person, questions: Sequence[str], until: asyncio.Event) -> None:
    """Ask one question after another, each numbered so that it can be told from its twin, and rate each."""
    number = 0
    while not until.is_set():
        number += 1
        reply = await person.ask(f"{questions[number % len(questions)]} ({number})")
        if reply is None:
            await asyncio.sleep(0.2)
        elif not reply.refused:
            await person.rate(reply)


def first_answer_after(people: Sequence[Person], moment: float) -> float | None:
    """Return seconds from a moment (`time.monotonic`) until the first whole answer that came after it."""
    times = [
        at - moment
        for person in people
        for name, data, at in person.client.events
        if name == "new_message"
        and at > moment
        and data.get("type") == "assistant_message"
        and not data["isError"]
    ]
    return min(times, default=None)

"""A crowd in which everybody asks another question: each gets the answer to their own, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from civicsetu.evaluation.figures import ReportFigure, percentile
from civicsetu.evaluation.resilience.page_client import PageClient, PageReply, is_answer
from civicsetu.evaluation.resilience.scripts import QUESTIONS

_SLACK = 1.3
_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Got:
    """Reply to one person; `is_own` where all that was shown belongs to their own question."""

    reply: PageReply
    is_own: bool


async def ask_different_questions(address: str, size: int, processor_s: float, patience_s: float) -> list[ReportFigure]:
    """Have `size` clients, each with a question of their own, ask in one instant.

    `processor_s` is the processor time of one question of all processes, with one client; the aim follows from it.
    """
    clients = [PageClient(address, patience_s) for _ in range(size)]
    try:
        for at in range(0, size, _AT_ONCE):
            await asyncio.gather(*(_enter(client) for client in clients[at : at + _AT_ONCE]))
        asked = zip(clients, list_different(size), strict=True)
        told = await asyncio.gather(*(_ask(*pair) for pair in asked), return_exceptions=True)
    finally:
        await asyncio.gather(*(client.__aexit__() for client in clients))
    got = [one for one in told if isinstance(one, Got)]
    whole = [one for one in got if not one.reply.refused]
    aim = _SLACK * size * processor_s / (psutil.cpu_count() or 1)
    waited = [one.reply.whole_s for one in whole] or [patience_s]
    name = f"{size} clients, each another question"
    return [
        ReportFigure(f"{name}: not finished", size - len(whole), "", 0),
        ReportFigure(f"{name}: crossed", sum(not one.is_own for one in got), "", 0),
        ReportFigure(f"{name}: answer, p95", percentile(waited, 0.95), "s", round(aim, 2)),
    ]


def list_different(size: int, path: Path = QUESTIONS) -> list[str]:
    """Return so many questions, no two the same: those of the file, numbered where they come round again."""
    asked: Sequence[str] = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    rounds = (number // len(asked) for number in range(size))
    return [f"{asked[number % len(asked)]}{f' ({again + 1})' if again else ''}" for number, again in enumerate(rounds)]


async def _enter(client: PageClient) -> None:
    await client.open_page()
    await client.connect()


async def _ask(client: PageClient, question: str) -> Got:
    reply = await client.timed_ask(question)
    return Got(reply, is_own(client, question, reply))


def is_own(client: PageClient, question: str, reply: PageReply) -> bool:
    """Return whether a client that asked one question was shown one answer: its own, in its own conversation."""
    answers = {data["id"] for name, data, _ in client.events if name == "new_message" and is_answer(data)}
    shown = [data["props"] for name, data, _ in client.events if name == "element" and data["display"] == "inline"]
    threads = {data["threadId"] for name, data, _ in client.events if name == "new_message" and is_answer(data)}
    questions = {one["question"] for one in shown if one["question"]}
    return answers == {reply.id} and threads == {client.thread} and questions == {question}

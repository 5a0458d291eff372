"""What is shown while an answer comes never stands over the answer that has come."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from civicsetu.web.chat import streaming
from civicsetu.web.chat.streaming import AnswerStream


class SlowMessage:
    """A message whose words take until they are let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()
        self.tokens: list[str] = []

    async def stream_token(self, text: str, is_sequence: bool) -> None:
        self.begun.set()
        await self.let_go.wait()
        self.tokens.append(text)


class Parts:
    """Notes what was sent, in order."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def show_progress(self) -> None:
        self.sent.append("working")


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A stream without Chainlit's page: its message and its parts are the ones above."""
    monkeypatch.setattr(streaming, "BATCH_S", 0)
    made: Any = object.__new__(AnswerStream)
    made._message, made._parts, made._sentences, made._doing = SlowMessage(), Parts(), ["A flat has a door."], ""
    made._flush, made._due = None, False
    return made


async def test_what_was_being_sent_does_not_come_after_the_end(stream: Any) -> None:
    stream._flush_later()
    await stream._message.begun.wait()
    await stream._cancel_flush()
    stream._parts.sent.append("whole")
    stream._message.let_go.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert stream._parts.sent == ["whole"]


async def test_what_comes_while_something_is_being_sent_is_sent_next(stream: Any) -> None:
    stream._flush_later()
    await stream._message.begun.wait()
    stream._sentences.append("A door has a key.")
    stream._flush_later()
    stream._message.let_go.set()
    await stream._flush
    assert stream._message.tokens == ["A flat has a door.", "A flat has a door.\n\nA door has a key."]
    assert stream._parts.sent == ["working", "working"]

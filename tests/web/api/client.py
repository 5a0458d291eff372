"""A client of the API, as somebody might write one from its documentation."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Told:
    """One event of a stream; a heartbeat has no name."""

    name: str
    id: str = ""
    data: Any = None


class ApiClient(httpx.AsyncClient):
    """Asks over HTTP; `take_token` gives it an identity."""

    def __init__(self, address: str, **more: Any) -> None:
        super().__init__(base_url=address, timeout=20, **more)

    async def take_token(self) -> str:
        taken = await self.post("/api/v1/tokens")
        assert taken.status_code == 201, taken.text
        token = str(taken.json()["token"])
        self.headers["authorization"] = f"Bearer {token}"
        return token

    async def query(self, question: str, **fields: Any) -> httpx.Response:
        return await self.post("/api/v1/query", json={"question": question, **fields})

    async def events(self, question: str, **fields: Any) -> list[Told]:
        return [one async for one in self.stream_events(question, **fields)]

    async def stream_events(self, question: str, **fields: Any) -> AsyncIterator[Told]:
        body = {"question": question, **fields}
        async with self.stream("POST", "/api/v1/query/stream", json=body) as answer:
            assert answer.status_code == 200, await answer.aread()
            assert answer.headers["content-type"].startswith("text/event-stream")
            async for block in _blocks(answer.aiter_text()):
                yield _read(block)


async def _blocks(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    waiting = ""
    async for piece in pieces:
        waiting += piece
        *whole, waiting = waiting.split("\n\n")
        for one in whole:
            yield one
    assert not waiting, "a stream ends with a whole event"


def _read(block: str) -> Told:
    if block.startswith(":"):
        return Told("")
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    return Told(fields["event"], fields["id"], json.loads(fields["data"]))

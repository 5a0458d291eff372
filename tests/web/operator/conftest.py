"""The operator's page in this process, over a Postgres of the tests' own and a scripted service."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from civicsetu.answering.question import Question
from civicsetu.law.answers import Answer
from civicsetu.settings import load_settings
from civicsetu.stores.database import Database
from civicsetu.stores.turn_store import TurnStore
from civicsetu.web import state
from civicsetu.web.identity import Identities
from civicsetu.web.operator.opening import open_operator
from tests.web.conftest import OPERATOR_TOKEN
from tests.web.fakes import FakeService, answer_for

TOKEN = OPERATOR_TOKEN
HOME = "http://operator.test"
_GUARD = re.compile(r'name="guard" value="([^"]+)"')


class Desk:
    """An operator's browser, and what stands behind the page."""

    def __init__(self, app: FastAPI, service: FakeService, data: Path) -> None:
        self.app, self.service, self.data = app, service, data
        self.http = self.browser()

    def browser(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url=HOME)

    async def sign_in(self, name: str = "Asha", token: str = TOKEN, http: httpx.AsyncClient | None = None) -> httpx.Response:
        http = http or self.http
        guard = guard_in(await http.get("/operator/login"))
        return await http.post("/operator/login", data={"person": name, "token": token, "guard": guard})

    async def send(self, path: str, page: str, http: httpx.AsyncClient | None = None, **fields: Any) -> httpx.Response:
        """Send a form as a page of ours has it."""
        http = http or self.http
        return await http.post(path, data={"guard": guard_in(await http.get(page)), **fields})

    async def record(self, text: str = "My builder is two years late.", **more: Any) -> Answer:
        """A recorded turn of a session of its own."""
        answer = answer_for(Question(text, session="s", turn_id=uuid4())).model_copy(update=more)
        await TurnStore(self.service.database).record(
            answer, session_id=str(uuid4()), plan={"told": list(answer.plan)}
        )
        return answer

    async def forget(self, answer: Answer) -> None:
        from sqlalchemy import delete

        from civicsetu.stores.schema import turns

        async with self.service.database.transaction() as connection:
            await connection.execute(delete(turns).where(turns.c.turn_id == UUID(answer.id)))


def guard_in(page: httpx.Response) -> str:
    found = _GUARD.search(page.text)
    assert found, page.text
    return found[1]


@pytest.fixture
async def desk(engine: AsyncEngine, tmp_path: Path) -> AsyncIterator[Desk]:
    settings = load_settings(data_dir=tmp_path, operator={"token": TOKEN})
    service = FakeService(Database(engine), admission=settings.admission)
    before = state._page
    state.set_page(state.RunningPage(settings, Identities(b"k" * 32, 30), service))  # type: ignore[arg-type]
    app = FastAPI()
    open_operator(app, settings)
    one = Desk(app, service, tmp_path)
    yield one
    await one.http.aclose()
    state._page = before

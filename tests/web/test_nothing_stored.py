"""Personal data sent to the page in every way it takes is in no table, no file and no log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.privacy.frozen import Form
from tests.privacy.stored import files_below, found_in, frozen_sample, own_sample, rows_of_every_table
from tests.web.client import Visitor
from tests.web.conftest import Rows, serving


@pytest.mark.parametrize("sample", [lambda: own_sample(4), lambda: frozen_sample(6)], ids=["own", "frozen"])
@pytest.mark.long
async def test_what_is_sent_is_nowhere_to_be_found(
    tmp_path: Path, database_url: str, engine: AsyncEngine, rows: Rows, sample: Callable[[], list[Form]]
) -> None:
    sent = sample()
    assert len(sent) >= 30
    async with engine.connect() as connection:
        of_others = {(table, str(row)) async for table, row in rows_of_every_table(connection)}
    with serving(tmp_path, database_url, FAKE_PAUSE_S="0", CIVICSETU_LOG_LEVEL="DEBUG") as page:
        async with Visitor(page.address) as visitor:
            await visitor.open_page()
            await visitor.connect()
            for form in sent:
                await _send_everywhere(visitor, form.text)
            thread = visitor.thread
        log = page.log.read_text()
    stored = await rows.all('select output from steps where "threadId" = cast(:id as uuid)', id=thread)
    assert len(stored) == 2 * len(sent), "each question and each answer is stored"
    assert "[phone]" in str(stored)
    comments = await rows.all('select comment from feedbacks where "threadId" = cast(:id as uuid)', id=thread)
    assert len(comments) == len(sent) and all("[" in row["comment"] for row in comments)
    assert "DEBUG" in log or "debug" in log, "the log is written at its finest"
    found = found_in("the log", log, sent)
    async with engine.connect() as connection:
        async for table, row in rows_of_every_table(connection):
            if (table, str(row)) not in of_others:
                found += found_in(table, row, sent)
    for name, text in files_below(tmp_path):
        found += found_in(name, text, sent)
    assert not found


async def _send_everywhere(visitor: Visitor, text: str) -> None:
    """As a question, as a comment on its answer, as the conversation's name and as what is looked for."""
    answer = await visitor.ask(text)
    thread = visitor.thread
    given = {"forId": answer["id"], "value": 1, "comment": text, "threadId": thread}
    rated = await visitor.http.put("/feedback", json={"feedback": given, "sessionId": visitor.session})
    named = await visitor.http.put("/project/thread", json={"threadId": thread, "name": text})
    wanted = {"pagination": {"first": 5}, "filter": {"search": text}}
    looked = await visitor.http.post("/project/threads", json=wanted)
    assert (rated.status_code, named.status_code, looked.status_code) == (200, 200, 200)

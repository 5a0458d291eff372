"""A person's conversations: listed, saved as a file, erased all at once, and erased when they are old."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from uuid import uuid4

from sqlalchemy.ext.asyncio import AsyncEngine

from civicsetu.stores.database import Database
from civicsetu.web.retention import erase_old_conversations
from tests.web.client import Visitor
from tests.web.conftest import Rows
from tests.web.fakes import FIRST

QUESTION = "My builder is late. What can I do?"


async def test_conversations_are_listed_saved_and_erased_all_at_once(visitor: Visitor, stranger: Visitor) -> None:
    assert (await visitor.http.get("/project/conversations")).json() == {"conversations": []}
    await visitor.connect()
    await visitor.ask(QUESTION)
    [one] = (await visitor.http.get("/project/conversations")).json()["conversations"]
    assert one["id"] == visitor.thread and one["day"] and "state" in one
    saved = await visitor.http.get(f"/project/conversations/{one['id']}.md")
    assert saved.headers["content-disposition"] == 'attachment; filename="civicsetu.md"'
    assert saved.headers["content-type"].startswith("text/markdown") and FIRST in saved.text
    assert saved.text.index("## My builder is late") < saved.text.index(FIRST)
    assert (await stranger.http.get("/project/conversations")).json() == {"conversations": []}
    assert (await stranger.http.get(f"/project/conversations/{one['id']}.md")).status_code == 404
    assert (await stranger.http.delete("/project/conversations")).json() == {"erased": 0}
    assert (await visitor.http.delete("/project/conversations")).json() == {"erased": 1}
    assert (await visitor.http.get(f"/project/conversations/{one['id']}.md")).status_code == 404
    assert (await visitor.http.get("/project/conversations")).json() == {"conversations": []}


async def test_what_is_no_conversation_is_told_in_one_sentence(visitor: Visitor) -> None:
    for wrong in (str(uuid4()), "nothing"):
        refused = await visitor.http.get(f"/project/conversations/{wrong}.md")
        assert refused.status_code == 404 and isinstance(refused.json()["detail"], str)


async def keep(rows: Rows, last: str) -> str:
    """A conversation whose first message is long ago and whose last came then."""
    thread, owner = str(uuid4()), uuid4().hex
    await rows.run(
        'insert into threads (id, "createdAt", "userIdentifier", name) values (cast(:id as uuid), :at, :owner, :name)',
        id=thread, at="2001-01-01T00:00:00Z", owner=owner, name="old",
    )  # fmt: skip
    await rows.run(
        'insert into steps (id, "threadId", name, type, output, "createdAt") '
        "values (cast(:id as uuid), cast(:thread as uuid), 'You', 'user_message', 'Asked.', :at)",
        id=str(uuid4()), thread=thread, at=last,
    )  # fmt: skip
    return thread


async def test_conversations_are_erased_so_many_days_after_their_last_message(engine: AsyncEngine, rows: Rows) -> None:
    old, new = await keep(rows, "2001-02-01T10:00:00.123456Z"), await keep(rows, "2999-01-01T00:00:00Z")
    job = asyncio.create_task(erase_old_conversations(Database(engine), 365, again_s=0.05))

    async def held(thread: str) -> bool:
        return bool(await rows.all("select 1 from threads where id = cast(:id as uuid)", id=thread))

    try:
        async with asyncio.timeout(20):
            while await held(old):
                await asyncio.sleep(0.05)
        assert await held(new)
    finally:
        job.cancel()
        with suppress(asyncio.CancelledError):
            await job
        await rows.run("delete from threads where id = cast(:id as uuid)", id=new)

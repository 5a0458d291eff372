"""A person's conversations: listed, saved as a file, erased all at once, and erased when they are old."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from civicsetu.stores.database import Database
from civicsetu.web.retention import erase_old_conversations
from tests.web.client import Visitor
from tests.web.conftest import Rows, serving
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


async def keep_turn(rows: Rows, thread: str, turn: int, *cited: tuple[str, str]) -> None:
    """A turn of a conversation as its service keeps it: with an answer that cites these provisions."""
    citations = [{"document": document, "provision": path} for document, path in cited]
    await rows.run(
        "insert into turns (turn_id, session_id, thread_id, turn, question, standalone_question, kind, answer, settings_hash, latency_ms)"
        " values (cast(:id as uuid), 's', cast(:thread as uuid), :turn, 'q', 'q', 'answer', cast(:answer as jsonb), 'h', 1)",
        id=str(uuid4()), thread=thread, turn=turn, answer=json.dumps({"jurisdictions": ["CENTRAL"], "citations": citations}),
    )  # fmt: skip


TITLES = {
    "en": "Money back or interest from the builder · Hello sir, I booked a home.",
    "hi": "बिल्डर से पैसे वापस या ब्याज · Hello sir, I booked a home.",
    "mr": "बिल्डरकडून पैसे परत किंवा व्याज · Hello sir, I booked a home.",
    "ta": "பில்டரிடமிருந்து பணம் திரும்ப அல்லது வட்டி · Hello sir, I booked a home.",
    "kn": "ಬಿಲ್ಡರ್‌ನಿಂದ ಹಣ ವಾಪಸ್ ಅಥವಾ ಬಡ್ಡಿ · Hello sir, I booked a home.",
}


async def test_a_conversation_is_titled_by_the_matter_its_first_law_is_about(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    await visitor.ask("Hello sir, I booked a home.")

    async def title(language: str = "en") -> str:
        told = await visitor.http.get("/project/conversations", headers={"accept-language": language})
        return str(told.json()["conversations"][0]["title"])

    assert await title() == "Hello sir, I booked a home."
    await keep_turn(rows, visitor.thread, 1)
    await keep_turn(rows, visitor.thread, 2, ("some_rules_2017", "18"), ("rera_act_2016", "1(2)"))
    assert await title() == "Hello sir, I booked a home.", "what has no everyday words titles nothing"
    await rows.run("delete from turns where thread_id = cast(:id as uuid) and turn = 2", id=visitor.thread)
    await keep_turn(rows, visitor.thread, 3, ("some_rules_2017", "14"), ("rera_act_2016", "18(1) proviso"))
    await keep_turn(rows, visitor.thread, 4, ("rera_act_2016", "31(1)"))
    assert {language: await title(language) for language in TITLES} == TITLES


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


@pytest.mark.parametrize(("days", "erased"), [("1", True), ("0", False)])
@pytest.mark.long
async def test_the_setting_alone_decides_whether_a_served_page_erases(
    tmp_path: Path, database_url: str, rows: Rows, days: str, erased: bool
) -> None:
    old = await keep(rows, "2001-02-01T10:00:00Z")
    try:
        with serving(tmp_path, database_url, CIVICSETU_WEB__KEEP_CONVERSATIONS_DAYS=days) as page:
            async with asyncio.timeout(60):
                while erased and "old_conversations_erased" not in page.log.read_text():
                    await asyncio.sleep(0.05)
        assert ("old_conversations_erased" in page.log.read_text()) is erased
        held = await rows.all("select 1 from threads where id = cast(:id as uuid)", id=old)
        assert bool(held) is not erased
    finally:
        await rows.run("delete from threads where id = cast(:id as uuid)", id=old)

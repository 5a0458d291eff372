"""The page over real HTTP and websocket, in a process of its own, on a real Postgres."""

from __future__ import annotations

import asyncio
import itertools
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import socketio.exceptions

from civicsetu.errors import ServerError
from civicsetu.evaluation.resilience.page_client import is_answer
from civicsetu.settings import load_settings
from civicsetu.web.server import serve
from tests.web.client import Visitor
from tests.web.conftest import ROOT, Rows, Served, free_port, page_environment, serving
from tests.web.fakes import FIRST, PLAIN_18_1, FakeService

QUESTION = "My builder is late. What can I do?"
STEADILY = f"{QUESTION} Tell me steadily."
UNEXPECTED = "Something went wrong on our side. Please ask again in a moment."


async def feedback(
    visitor: Visitor, for_id: str, value: int = 1, comment: str | None = None
) -> httpx.Response:
    given = {"forId": for_id, "value": value, "comment": comment, "threadId": visitor.thread}
    return await visitor.http.put("/feedback", json={"feedback": given, "sessionId": visitor.session})


async def delete(visitor: Visitor, path: str, **body: object) -> httpx.Response:
    return await visitor.http.request("DELETE", path, json=body)


# The answer


async def test_a_status_comes_at_once_then_stages_then_sentences_then_the_whole(visitor: Visitor) -> None:
    await visitor.connect()
    since, asked = len(visitor.events), time.monotonic()
    answer = await visitor.ask(QUESTION)
    seen = [
        (name, data, at - asked) for name, data, at in visitor.events[since:] if name.startswith("stream")
    ]
    first_name, first, first_after = seen[0]
    assert first_name == "stream_start" and first["output"] == "Reading your question…"
    assert first_after < 0.3
    tokens = [data["token"] for name, data, _ in seen if name == "stream_token"]
    assert tokens[:2] == ["Reading the question…", "Looking in the law…"]
    assert tokens[2] == f"*From the provision's own text:*\n\n{FIRST} [RERA Act s.18(1)]"
    assert len(tokens[3:]) == 2 and tokens[4].count("[RERA Act s.18(1)]") == 3
    assert answer["id"] == first["id"] and answer["output"].startswith(tokens[2])


async def test_what_is_stored_is_the_question_and_the_finished_answer(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    answer = await visitor.ask("Call me on 9876543210. My builder is late.")
    stored = await rows.all(
        'select id, type, output from steps where "threadId" = cast(:id as uuid) order by "createdAt"',
        id=visitor.thread,
    )
    assert [row["type"] for row in stored] == ["user_message", "assistant_message"]
    assert stored[0]["output"] == "Call me on [phone]. My builder is late."
    assert str(stored[1]["id"]) == answer["id"] and stored[1]["output"] == answer["output"]
    thread = await rows.all("select name from threads where id = cast(:id as uuid)", id=visitor.thread)
    assert "9876543210" not in thread[0]["name"]


async def test_a_citation_is_an_element_with_the_marked_text(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    element = visitor.elements()[-1]
    assert (
        element["name"] == "[RERA Act s.18(1)]"
        and element["display"] == "side"
        and element["type"] == "custom"
    )
    assert element["forId"] == answer["id"]
    edition = element["props"]["editions"][0]
    assert edition["text"] == PLAIN_18_1 and len(edition["marks"]) == 3
    assert len({one["id"] for one in visitor.elements()}) == 1
    kept = await rows.all(
        'select display, props from elements where "threadId" = cast(:id as uuid)', id=visitor.thread
    )
    assert {row["display"]: row["props"] for row in kept} == {"side": element["props"], "inline": visitor.shown()}
    assert len(kept) == 2


async def test_the_panel_is_served_for_every_name(visitor: Visitor) -> None:
    for name in ("Provision", "[RERA Act s.18(1)]", "[Maharashtra Rules r.3(2)(b), Pune]"):
        answer = await visitor.http.get(f"/public/elements/{name}.jsx")
        assert answer.status_code == 200 and "cs-provision" in answer.text


@pytest.mark.parametrize("path", ["/public/civicsetu.js", "/public/elements/civicsetu-answer.jsx"])
async def test_the_scripts_of_the_page_are_packed_and_loaded_once(visitor: Visitor, path: str) -> None:
    first = await visitor.http.get(path, headers={"accept-encoding": "gzip"})
    again = await visitor.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    other = await visitor.http.get(path, headers={"if-none-match": 'W/"another"', "accept-encoding": "identity"})
    assert other.content == first.content and "content-encoding" not in other.headers
    assert int(first.headers["content-length"]) < len(other.content) / 2


async def test_hostile_text_arrives_escaped(visitor: Visitor) -> None:
    await visitor.connect()
    shown = (await visitor.ask("hostile"))["output"]
    assert r"\<img src=x" in shown and r"\!\[" not in shown and r"!\[pixel\]" in shown
    assert "https://evil" not in shown


@pytest.mark.parametrize(
    "question", ["<b>x</b> & | ! : ( ) ' /", "عربي 😀", "x" * 20_000, "'; drop table steps; --"]
)
async def test_any_question_gets_an_answer_or_one_sentence(visitor: Visitor, question: str) -> None:
    await visitor.connect()
    assert (await visitor.ask(question))["output"]


async def test_an_empty_question_gets_the_services_own_sentence(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    answer = await visitor.ask("\x00 ? !")
    assert answer["output"] == "Please type a question in words." and answer["isError"]
    kept = await rows.all(
        """select type from steps where "threadId" = cast(:id as uuid) order by "createdAt" """, id=visitor.thread
    )
    assert [one["type"] for one in kept] == ["user_message", "assistant_message"], "however soon it is refused"


async def test_an_unexpected_error_is_one_plain_sentence_everywhere(
    visitor: Visitor, rows: Rows, served: Served
) -> None:
    await visitor.connect()
    answer = await visitor.ask("explode 4711-private")
    assert answer["output"] == UNEXPECTED and answer["isError"]
    assert "secret detail" not in str(visitor.events)
    assert "secret detail" not in str(await rows.all("select output from steps"))
    log = served.log.read_text()
    assert "handler_failed" in log and "RuntimeError" in log and "request_id" in log
    assert "4711-private" not in log


async def test_questions_of_one_session_are_answered_one_after_the_other(visitor: Visitor) -> None:
    await visitor.connect()
    since = len(visitor.events)
    await asyncio.gather(visitor.send("first"), visitor.send("second"))
    for _ in range(300):
        ends = [
            data
            for name, data, _ in visitor.events[since:]
            if name == "new_message" and "legal advice" in str(data)
        ]
        if len(ends) == 2:
            break
        await asyncio.sleep(0.05)
    ids = [data["id"] for name, data, _ in visitor.events[since:] if name in ("stream_start", "stream_token")]
    switches = sum(1 for left, right in itertools.pairwise(ids) if left != right)
    assert len(set(ids)) == 2 and switches == 1


async def test_stopping_keeps_what_was_shown(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    since = len(visitor.events)
    await visitor.send(STEADILY)
    await visitor.wait_for("element", since, lambda one: one["display"] == "side")
    assert visitor.socket is not None
    await visitor.socket.emit("stop")
    await visitor.wait_for("task_end", since)
    await asyncio.sleep(0.3)
    stored = await rows.all(
        '''select output from steps where "threadId" = cast(:id as uuid) and output like :start''',
        id=visitor.thread, start=f"%{FIRST[:20]}%",
    )  # fmt: skip
    assert len(stored) == 1 and "You stopped this answer" in stored[0]["output"]


# Settings


async def test_the_state_asked_about_is_set_told_and_used(visitor: Visitor) -> None:
    await visitor.connect()
    panel = await visitor.wait_for("chat_settings")
    labels = [item["label"] for item in panel[0]["items"]]
    assert labels[0] == "All of India" and "Karnataka (we do not have its rules yet)" in labels
    assert visitor.socket is not None
    since = len(visitor.events)
    await visitor.socket.emit("chat_settings_change", {"jurisdiction": "KARNATAKA", "other": "x"})
    told = await visitor.wait_for("window_message", since)
    assert told["civicsetu"]["jurisdiction"] == "Karnataka" and told["civicsetu"]["remember"]
    assert "The rules of Karnataka are not held yet." in (await visitor.ask(QUESTION))["output"]


async def test_an_unknown_state_counts_as_none(visitor: Visitor) -> None:
    await visitor.connect()
    assert visitor.socket is not None
    since = len(visitor.events)
    await visitor.socket.emit("chat_settings_change", {"jurisdiction": "ATLANTIS"})
    assert (await visitor.wait_for("window_message", since))["civicsetu"]["jurisdiction"] == "All of India"


async def test_starters_are_offered(visitor: Visitor) -> None:
    settings = (await visitor.http.get("/project/settings")).json()
    assert len(settings["starters"]) == 4 and all(
        one["label"] and one["message"] for one in settings["starters"]
    )
    assert settings["dataPersistence"] and settings["threadResumable"]
    features = settings["features"]
    assert not features["spontaneous_file_upload"]["enabled"] and not features["edit_message"]
    assert not features["audio"]["enabled"] and not features["mcp"]["enabled"]


# Coming back


async def test_a_reload_brings_text_citations_and_thumbs_back(visitor: Visitor) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    assert (await feedback(visitor, answer["parentId"], 1, "good")).status_code == 200
    thread = visitor.thread
    await visitor.leave()
    again = Visitor(visitor.address)
    again.http.cookies = visitor.http.cookies
    async with again:
        await again.connect(thread)
        kept = await again.wait_for("resume_thread")
        assert [one["type"] for one in kept["steps"]] == ["user_message", "run", "assistant_message"]
        assert kept["steps"][1]["feedback"] == {"forId": answer["id"], "value": 1, "comment": "good"} | {
            "id": kept["steps"][1]["feedback"]["id"]
        }
        panels = [one["props"] for one in kept["elements"] if "editions" in one["props"]]
        assert PLAIN_18_1 in [one["editions"][0]["text"] for one in panels]
        assert await again.wait_for("chat_settings")
        assert "Return of amount" in (await again.ask("And interest?"))["output"]
        assert again.thread == thread


# Somebody else


async def test_each_browser_gets_its_own_identity(visitor: Visitor, stranger: Visitor) -> None:
    assert visitor.identity_cookie != stranger.identity_cookie
    mine, other = [(await one.http.get("/user")).json()["identifier"] for one in (visitor, stranger)]
    assert mine != other


async def test_a_stranger_can_neither_read_nor_change_a_conversation(
    visitor: Visitor, stranger: Visitor, rows: Rows
) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    given = (await feedback(visitor, answer["parentId"])).json()["feedbackId"]
    thread, element = visitor.thread, visitor.elements()[-1]["id"]
    before = await everything(rows, thread)
    await stranger.connect()
    await stranger.ask("mine")
    attempts = [
        await stranger.http.get(f"/project/thread/{thread}"),
        await stranger.http.get(f"/project/thread/{thread}/element/{element}"),
        await stranger.http.get(f"/project/share/{thread}"),
        await stranger.http.put("/project/thread", json={"threadId": thread, "name": "stolen"}),
        await stranger.http.put("/project/thread/share", json={"threadId": thread, "isShared": True}),
        await delete(stranger, "/project/thread", threadId=thread),
        await feedback(stranger, answer["parentId"], 0, "stolen"),
        await feedback(stranger, answer["id"], 0, "stolen"),
        await delete(stranger, "/feedback", feedbackId=given),
        await stranger.http.put("/project/element", json=_element(visitor.session, element, thread)),
        await stranger.http.put("/project/element", json=_element(stranger.session, element, thread)),
    ]
    assert [one.status_code for one in attempts] == [404] * len(attempts)
    assert all(FIRST not in one.text for one in attempts)
    listed = await stranger.http.post("/project/threads", json={"pagination": {"first": 50}, "filter": {}})
    assert thread not in listed.text
    assert await everything(rows, thread) == before


def _element(session: str, element: str, thread: str) -> dict[str, Any]:
    card = {"id": element, "threadId": thread, "type": "custom", "name": "x", "display": "side", "props": {}}
    return {"sessionId": session, "element": card}


async def everything(rows: Rows, thread: str) -> str:
    tables = (
        ("threads", "id"),
        ("steps", '"threadId"'),
        ("elements", '"threadId"'),
        ("feedbacks", '"threadId"'),
    )
    told = [
        await rows.all(f"select * from {name} where {key} = cast(:id as uuid) order by id", id=thread)
        for name, key in tables
    ]
    return str(told)


async def test_a_stranger_cannot_join_a_conversation_or_its_session(
    visitor: Visitor, stranger: Visitor, rows: Rows
) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    before = await everything(rows, visitor.thread)
    with pytest.raises(socketio.exceptions.ConnectionError):
        await stranger.connect(visitor.thread)
    stranger.session = visitor.session
    with pytest.raises(socketio.exceptions.ConnectionError):
        await stranger.connect()
    assert await everything(rows, visitor.thread) == before


async def test_ids_in_a_strangers_message_write_nothing_into_a_conversation(
    visitor: Visitor, stranger: Visitor, rows: Rows
) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    before = await everything(rows, visitor.thread)
    await stranger.connect()
    await stranger.ask("mine")
    since = len(stranger.events)
    await stranger.send("intruder", id=answer["id"], threadId=visitor.thread, parentId=answer["id"])
    await stranger.wait_for("task_end", since)
    await asyncio.sleep(0.2)
    assert await everything(rows, visitor.thread) == before


async def test_a_made_up_thread_id_belongs_to_whoever_writes_first(
    visitor: Visitor, stranger: Visitor, rows: Rows
) -> None:
    made_up = str(uuid4())
    await visitor.connect(made_up)
    await stranger.connect(made_up)
    await visitor.ask(QUESTION)
    refused = await stranger.ask("intruder")
    assert refused["isError"] and "Please note" in refused["output"]
    assert "intruder" not in await everything(rows, made_up)
    owner = await rows.all('select "userIdentifier" from threads where id = cast(:id as uuid)', id=made_up)
    assert owner[0]["userIdentifier"] == (await visitor.http.get("/user")).json()["identifier"]


@pytest.mark.parametrize("thread", ["x", "' or 1=1", "00000000"])
async def test_what_is_no_thread_id_is_refused(visitor: Visitor, thread: str) -> None:
    with pytest.raises(socketio.exceptions.ConnectionError):
        await visitor.connect(thread)


async def test_without_a_good_cookie_nothing_opens(served: Served, visitor: Visitor) -> None:
    name, value = visitor.identity_cookie
    for cookies in ("", f"{name}_token=x", f"{name}=1.{'a' * 32}.1800000000.{'b' * 64}", f"other={value}"):
        with pytest.raises(socketio.exceptions.ConnectionError):
            await visitor.connect(cookies=cookies)
        async with httpx.AsyncClient(base_url=served.address, headers={"Cookie": cookies}) as http:
            assert (await http.get("/user")).status_code == 401
            assert (
                await http.post("/project/threads", json={"pagination": {"first": 1}, "filter": {}})
            ).status_code == 401
            given = {"feedback": {"forId": str(uuid4()), "value": 1}, "sessionId": visitor.session}
            assert (await http.put("/feedback", json=given)).status_code == 404


async def test_signing_in_with_a_forged_identity_gives_a_new_one(
    served: Served, visitor: Visitor, rows: Rows
) -> None:
    mine = (await visitor.http.get("/user")).json()["identifier"]
    name, signed = visitor.identity_cookie
    forged = signed[:-1] + ("1" if signed.endswith("0") else "0")
    before = await rows.all("select count(*) from users")
    async with Visitor(served.address) as forger:
        answer = await forger.http.post("/auth/header", headers={"Cookie": f"{name}={forged}"})
        assert answer.json() == {"success": True}
        assert await rows.all("select count(*) from users") == before, "nobody is stored who only asks"
        assert (await forger.http.get("/user")).json()["identifier"] != mine


async def test_a_foreign_origin_cannot_open_the_websocket(served: Served, visitor: Visitor) -> None:
    port = served.address.rpartition(":")[2]
    for origin in (
        "https://evil.example",
        f"http://127.0.0.1:{int(port) + 1}",
        "null",
        f"http://evil.example:{port}",
    ):
        with pytest.raises(socketio.exceptions.ConnectionError):
            await visitor.connect(origin=origin)
    await visitor.connect(origin=served.address)


async def test_erasing_one_s_own_conversation_erases_it(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    assert (await delete(visitor, "/project/thread", threadId=visitor.thread)).status_code == 200
    await visitor.leave()
    await asyncio.sleep(0.3)
    assert await everything(rows, visitor.thread) == "[[], [], [], []]"


async def test_erasing_while_it_is_answered_erases_it(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    since = len(visitor.events)
    await visitor.send(STEADILY)
    await visitor.wait_for("element", since, lambda one: one["display"] == "side")
    assert (await delete(visitor, "/project/thread", threadId=visitor.thread)).status_code == 200
    answer = await visitor.wait_for("new_message", since, is_answer)
    await visitor.wait_for("task_end", since)
    assert "could not be stored" in answer["output"], "it is shown, and says so"
    await visitor.leave()
    await asyncio.sleep(0.3)
    assert await everything(rows, visitor.thread) == "[[], [], [], []]"


async def test_a_thumb_can_be_taken_back(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    given = (await feedback(visitor, answer["id"], 0, "mail me@home.in")).json()["feedbackId"]
    kept = await rows.all(
        'select value, comment from feedbacks where "forId" = cast(:id as uuid)', id=answer["id"]
    )
    assert kept == [{"value": 0, "comment": "mail [e-mail]"}]
    assert (await delete(visitor, "/feedback", feedbackId=given)).status_code == 200
    assert (await delete(visitor, "/feedback", feedbackId=given)).status_code == 404


# The server itself


async def test_health_says_what_is_not_well(served: Served) -> None:
    async with httpx.AsyncClient(base_url=served.address) as http:
        answer = await http.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"status": "degraded", "postgres": "ok", "graph": "degraded", "models": "ok"}
    assert "set-cookie" not in answer.headers


async def test_headers_and_closed_routes(visitor: Visitor) -> None:
    page = await visitor.http.get("/thread/anything")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    assert f"connect-src 'self' ws://{page.url.netloc.decode()} " in page.headers["content-security-policy"]
    assert (
        page.headers["x-content-type-options"] == "nosniff"
        and page.headers["referrer-policy"] == "no-referrer"
    )
    assert "https://" not in page.text
    for path in (
        "/docs",
        "/openapi.json",
        "/redoc",
        "/copilot/index.js",
        "/auth/oauth/x",
        "/project/share/x",
    ):
        assert (await visitor.http.get(path)).status_code == 404, path
    for path in ("/mcp", "/login", "/logout", "/auth/jwt", "/project/file?session_id=x"):
        assert (await visitor.http.post(path, json={})).status_code == 404, path


async def test_other_origins_are_not_told_they_may_read(visitor: Visitor) -> None:
    answer = await visitor.http.get("/project/settings", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in answer.headers


async def test_public_files_cannot_be_climbed_out_of(visitor: Visitor) -> None:
    for path in ("/public/../app.py", "/public/%2e%2e/app.py", "/public/elements/..%2f..%2fapp.py.jsx"):
        assert "handlers" not in (await visitor.http.get(path)).text


async def test_events_without_use_are_not_listened_to(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    answer = await visitor.ask(QUESTION)
    assert visitor.socket is not None
    changed = {"message": {"id": answer["id"], "output": "changed"}}
    for event in ("edit_message", "message_favorite"):
        await visitor.socket.emit(event, changed)
    await asyncio.sleep(0.3)
    assert "changed" not in await everything(rows, visitor.thread)


def test_a_used_port_is_told_in_one_sentence(tmp_path: Path, database_url: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = load_settings(data_dir=tmp_path, postgres_url=database_url, port=port)
        with pytest.raises(ServerError) as refused:
            serve(settings, FakeService.open)  # type: ignore[arg-type]
    assert refused.value.user_message == f"Port {port} is already in use; stop what uses it, or set PORT to another one."


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.long
def test_a_signal_ends_it_cleanly(tmp_path: Path, database_url: str, how: signal.Signals) -> None:
    with serving(tmp_path, database_url) as page:
        page.process.send_signal(how)
        assert page.process.wait(15) == 0
    assert "Traceback" not in page.log.read_text()


def test_a_database_that_is_gone_is_told_in_one_sentence(tmp_path: Path) -> None:
    address = "postgresql://nobody@127.0.0.1:1/none"
    ended = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "web" / "served.py")],
        cwd=tmp_path, env=page_environment(tmp_path, address, free_port()), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 1
    assert "The database that holds the law is not reachable right now." in ended.stderr
    assert "announced" not in ended.stdout and "serving" not in ended.stderr


def test_that_it_serves_is_told_once_it_does(served: Served) -> None:
    assert served.log.read_text().count("announced") == 1


@pytest.mark.long
def test_two_pages_of_one_data_folder_know_each_others_browsers(tmp_path: Path, database_url: str) -> None:
    with serving(tmp_path, database_url) as first:
        cookies = dict(httpx.get(f"{first.address}/").cookies)
        who = httpx.get(f"{first.address}/user", cookies=cookies).json()["identifier"]
    with serving(tmp_path, database_url) as second:
        assert httpx.get(f"{second.address}/user", cookies=cookies).json()["identifier"] == who
    assert not (tmp_path / ".chainlit").exists() and not (tmp_path / ".files").exists()
    assert list((tmp_path / "data" / "page" / ".files").iterdir()) == []


async def test_the_main_script_comes_packed_and_is_kept_for_good_under_its_content(visitor: Visitor) -> None:
    html = (await visitor.http.get("/")).text
    [address] = re.findall(r'src="(/assets/index-[^"]+\?v=[0-9a-f]+)"', html)
    taken = "gzip, deflate, br"
    async with visitor.http.stream("GET", address, headers={"accept-encoding": taken}) as packed:
        size = len(b"".join([part async for part in packed.aiter_raw()]))
    assert packed.headers["content-encoding"] == "br" and size < 1_300_000
    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert packed.headers["vary"] == "accept-encoding"
    for other in (address.partition("?")[0], f"{address}0"):
        asked = await visitor.http.get(other, headers={"accept-encoding": taken})
        assert asked.status_code == 200 and asked.headers["cache-control"] == "no-cache", "no other content is kept under it"
        again = await visitor.http.get(other, headers={"if-none-match": asked.headers["etag"]})
        assert again.status_code == 304 and not again.content

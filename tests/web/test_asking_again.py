"""The buttons under an answer over real HTTP and websocket: the same question for another state, once."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.web.client import Visitor
from tests.web.conftest import Rows

QUESTION = "My builder is late. What can I do?"
NAMED = "My builder in Lucknow is late. What can I do?"
HELD = ["Maharashtra", "Uttar Pradesh", "Another state"]


async def messages(rows: Rows, visitor: Visitor) -> list[dict[str, Any]]:
    return await rows.all(
        'select type, output, id from steps where "threadId" = cast(:id as uuid) order by "createdAt"',
        id=visitor.thread,
    )


async def test_asked_nothing_the_states_held_are_offered_and_one_press_asks_again(
    visitor: Visitor, rows: Rows
) -> None:
    await visitor.connect()
    first = await visitor.ask(QUESTION)
    assert "Maharashtra and Uttar Pradesh. Choose your state" in first["output"]
    assert list(visitor.buttons()) == HELD
    since = len(visitor.events)
    assert (await visitor.press(visitor.buttons()["Uttar Pradesh"])).json() == {"success": True}
    asked = await visitor.wait_for("new_message", since, lambda one: one["type"] == "user_message")
    assert asked["output"] == f"{QUESTION}\n(for Uttar Pradesh)"
    answer = await visitor.wait_for("new_message", since, lambda one: one["type"] == "assistant_message")
    assert "the rules of Uttar Pradesh (chosen by you)" in answer["output"]
    await visitor.wait_for("task_end", since)
    assert visitor.buttons() == {}, "chosen by hand: nothing more to ask"
    kept = await messages(rows, visitor)
    assert [one["type"] for one in kept] == ["user_message", "assistant_message"] * 2
    assert kept[2]["output"] == asked["output"] and str(kept[3]["id"]) == answer["id"]


async def test_the_state_of_a_button_is_chosen_for_what_is_asked_next(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    since = len(visitor.events)
    await visitor.press(visitor.buttons()["Maharashtra"])
    told = await visitor.wait_for("window_message", since, lambda one: "jurisdiction" in one["civicsetu"])
    assert told["civicsetu"]["jurisdiction"] == "Maharashtra" and told["civicsetu"]["remember"]
    panel = await visitor.wait_for("chat_settings", since)
    assert panel[0]["initial"] == "MAHARASHTRA"
    await visitor.wait_for("task_end", since)
    assert "Maharashtra (chosen by you)" in (await visitor.ask("And the fee?"))["output"]


async def test_pressed_twice_it_is_asked_once(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    since, button = len(visitor.events), visitor.buttons()["Uttar Pradesh"]
    pressed = await asyncio.gather(*(visitor.press(button) for _ in range(5)))
    assert {one.status_code for one in pressed} == {200}
    await visitor.wait_for("task_end", since)
    assert (await visitor.press(button)).status_code == 200
    await asyncio.sleep(0.5)
    assert len(await messages(rows, visitor)) == 4


async def test_asking_again_can_be_stopped(visitor: Visitor, rows: Rows) -> None:
    await visitor.connect()
    await visitor.ask(f"{QUESTION} Tell me steadily.")
    since = len(visitor.events)
    await visitor.press(visitor.buttons()["Uttar Pradesh"])
    await visitor.wait_for("stream_token", since)
    assert visitor.socket is not None
    await visitor.socket.emit("stop")
    await visitor.wait_for("task_end", since)
    await asyncio.sleep(0.3)
    assert "You stopped this answer" in str((await messages(rows, visitor))[-2:])
    assert visitor.buttons() == {}


async def test_a_state_read_wrongly_can_be_changed(visitor: Visitor) -> None:
    await visitor.connect()
    since = len(visitor.events)
    first = await visitor.ask(NAMED)
    assert "the rules of Uttar Pradesh (from your question)" in first["output"]
    head = {"jurisdiction": "Uttar Pradesh"}
    await visitor.wait_for("window_message", since, lambda one: one == {"civicsetu": head})
    assert list(visitor.buttons()) == ["Not Uttar Pradesh?"]
    await visitor.press(visitor.buttons()["Not Uttar Pradesh?"])
    await visitor.wait_for("window_message", since, lambda one: "focus" in one["civicsetu"])
    assert list(visitor.buttons()) == ["All of India", "Maharashtra", "Another state"]
    since = len(visitor.events)
    await visitor.press(visitor.buttons()["All of India"])
    answer = await visitor.wait_for("new_message", since, lambda one: one["type"] == "assistant_message")
    assert "the central Act alone (chosen by you)" in answer["output"]
    await visitor.wait_for("task_end", since)


async def test_another_state_opens_the_settings_and_is_then_offered(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    since = len(visitor.events)
    await visitor.press(visitor.buttons()["Another state"])
    await visitor.wait_for("window_message", since, lambda one: one == {"civicsetu": {"settings": "open"}})
    assert list(visitor.buttons()) == HELD, "cancelled, they are still there"
    assert visitor.socket is not None
    await visitor.socket.emit("chat_settings_change", {"jurisdiction": "GOA"})
    await visitor.wait_for("action", since)
    assert list(visitor.buttons()) == ["Ask again for Goa"]


async def test_buttons_go_with_the_next_question_and_not_under_what_is_declined(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    old = visitor.buttons()["Maharashtra"]
    declined = await visitor.ask("May I fly a spacecraft?")
    assert "Searched" not in declined["output"] and visitor.buttons() == {}
    since = len(visitor.events)
    assert (await visitor.press(old)).status_code == 200
    await asyncio.sleep(0.3)
    assert visitor.events[since:] == []


async def test_a_reload_brings_the_last_answers_buttons_and_its_state_back(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(NAMED)
    thread = visitor.thread
    await visitor.leave()
    again = Visitor(visitor.address)
    again.http.cookies = visitor.http.cookies
    async with again:
        await again.connect(thread)
        await again.wait_for("resume_thread")
        head = {"jurisdiction": "Uttar Pradesh"}
        await again.wait_for("window_message", 0, lambda one: one == {"civicsetu": head})
        assert list(again.buttons()) == ["Not Uttar Pradesh?"]
        assert again.socket is not None
        await again.socket.emit("connection_successful")
        await again.wait_for("resume_thread", len(again.events))
        assert list(again.buttons()) == ["Not Uttar Pradesh?"]


async def test_nobody_presses_a_button_on_somebody_elses_page(
    visitor: Visitor, stranger: Visitor, rows: Rows
) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    button = visitor.buttons()["Uttar Pradesh"]
    await stranger.connect()
    for session in (visitor.session, "no such page"):
        refused = await stranger.press(button, session)
        assert refused.status_code == 404 and "success" not in refused.text
    assert (await stranger.press(button)).json() == {"success": True}, (
        "nothing stands there on their own page"
    )
    assert (await visitor.http.post("/project/action", json={})).status_code == 422
    await asyncio.sleep(0.5)
    assert len(await messages(rows, visitor)) == 2
    visitor.http.cookies.clear()
    assert (await visitor.press(button)).status_code == 404

"""What was read from a question is corrected over real HTTP and websocket: asked again once, kept, refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.client import Visitor

QUESTION = "My builder in Lucknow is late. What can I do?"


def facts_of(visitor: Visitor) -> dict[str, str]:
    return {one["name"]: one["value"] for one in visitor.shown()["facts"]}


async def correct(visitor: Visitor, name: str, value: Any) -> dict[str, Any]:
    """Correct a fact and wait for the answer that comes of it; returns the question as it stands there."""
    since = len(visitor.events)
    answered = await visitor.correct(name, value)
    assert answered.json() == {"success": True}
    asked = await visitor.wait_for("new_message", since, lambda one: one["type"] == "user_message")
    await visitor.wait_for("task_end", since)
    return asked


async def test_a_corrected_fact_asks_again_and_is_kept_for_the_conversation(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    assert facts_of(visitor)["party"] == "allottee"
    asked = await correct(visitor, "party", "promoter")
    assert asked["output"] == f"{QUESTION}\n(corrected: builder)"
    assert facts_of(visitor)["party"] == "promoter"
    await visitor.ask("My builder is late again. What now?")
    assert facts_of(visitor)["party"] == "promoter", "kept for what is asked next"
    thread = visitor.thread
    await visitor.leave()
    again = Visitor(visitor.address)
    again.http.cookies = visitor.http.cookies
    async with again:
        await again.connect(thread)
        await again.wait_for("chat_settings")
        await again.ask(QUESTION)
        assert facts_of(again)["party"] == "promoter", "kept when the page is opened again"


async def test_a_corrected_state_asks_again_for_it(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    asked = await correct(visitor, "state", "MAHARASHTRA")
    assert asked["output"] == f"{QUESTION}\n(for Maharashtra)"
    assert visitor.shown()["scope"]["about"] == "Maharashtra"


@pytest.mark.long
async def test_a_day_is_corrected_and_taken_back(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    await correct(visitor, "as_on", "31 March 2021")
    assert facts_of(visitor)["as_on"] == "31 March 2021"
    await correct(visitor, "as_on", "")
    assert "as_on" not in facts_of(visitor)


async def test_a_day_that_the_question_names_is_taken_back_and_named_anew(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(f"{QUESTION} I ask as on 31 March 2021.")
    assert facts_of(visitor)["as_on"] == "31 March 2021"
    assert visitor.shown()["scope"]["rest"].endswith("Law as of 31 March 2021.")
    asked = await correct(visitor, "as_on", "")
    assert asked["output"].endswith("\n(law of today)")
    assert "as_on" not in facts_of(visitor) and "31 March" not in visitor.shown()["scope"]["rest"]
    await visitor.ask(f"{QUESTION} I ask as on 5 May 2020.")
    assert facts_of(visitor)["as_on"] == "5 May 2020", "a new question that names a day is asked of that"
    await correct(visitor, "as_on", "6 June 2019")
    assert facts_of(visitor)["as_on"] == "6 June 2019", "what is corrected counts more than the words asked again"


@pytest.mark.long
async def test_the_day_of_a_question_that_is_declined_can_be_taken_back(visitor: Visitor) -> None:
    await visitor.connect()
    await visitor.ask("May I fly a spacecraft as on 31 March 2021?")
    assert visitor.shown()["refusal"] and facts_of(visitor) == {"as_on": "31 March 2021"}
    await correct(visitor, "as_on", "")
    assert facts_of(visitor) == {}


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("as_on", "31 February 2021", "There is no such day"),
        pytest.param("state", ["GOA", "KERALA"], "Please choose one answer only.", marks=pytest.mark.long),
    ],
)
async def test_what_cannot_be_used_changes_nothing(visitor: Visitor, name: str, value: Any, told: str) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    since = len(visitor.events)
    refused = await visitor.correct(name, value)
    assert refused.status_code == 400 and refused.json()["detail"].startswith(told)
    assert not [one for one in visitor.events[since:] if one[0] == "new_message"]


async def test_an_earlier_answer_or_a_foreign_page_is_not_corrected(visitor: Visitor, stranger: Visitor) -> None:
    await visitor.connect()
    await visitor.ask(QUESTION)
    earlier = visitor.shown()["message"]
    await visitor.ask(QUESTION)
    refused = await visitor.correct("party", "promoter", turn=earlier)
    assert refused.status_code == 404 and "newer question" in refused.json()["detail"]
    body = {"sessionId": visitor.session, "turn": visitor.shown()["message"], "name": "party", "value": "agent"}
    assert (await stranger.http.post("/project/fact", json=body)).status_code == 404
    assert facts_of(visitor)["party"] == "allottee"

"""A question read by a model: only what the person's own words carry is believed, and any failure leaves the rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.understanding.added_words import adds_anything
from civicsetu.answering.understanding.read_by_model import (
    build_reading_prompt,
    find_copied,
    understand,
)
from civicsetu.answering.understanding.understood import Understood
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import BudgetSpent, WriterUnavailable
from civicsetu.law.answers import QueryType
from civicsetu.models.writer.chat import ChatPrompt, Reply, Tier, TurnSpending
from tests.answering.given import answered
from tests.answering.hostile_writer import INJECTIONS, PERSONAL, Injection, PersonalCase, obey

POST = "I booked a flat in 2019 and paid 12 lakh. The builder is late. Can I get interest? What fee do I pay to complain?"


class Recorded:
    """Chat models that give one reply recorded before, or fail as recorded; the last prompt is kept."""

    def __init__(self, reply: str | Exception | None, *, is_cut: bool = False) -> None:
        self.reply = reply
        self.is_cut = is_cut
        self.prompt: ChatPrompt | None = None

    def get_name(self, tier: Tier) -> str:
        return "recorded"

    def count_tokens(self, text: str) -> int:
        return len(text)

    def get_room(self, tier: Tier) -> int:
        return 8000

    async def complete(self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending) -> Reply:
        assert tier is Tier.FAST
        self.prompt = prompt
        if isinstance(self.reply, Exception):
            raise self.reply
        if self.reply is None:
            await asyncio.sleep(60)
        return Reply(self.reply or obey(prompt.user), "recorded", is_cut=self.is_cut)

    async def stream(
        self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending
    ) -> AsyncGenerator[str | Reply, None]:
        yield await self.complete(tier, prompt, spending)

    async def close(self) -> None:
        pass


def _reading(**changes: Any) -> dict[str, Any]:
    told = {
        "query_type": "fact_lookup",
        "parts": [
            {"question": "Can I get interest?", "standalone": "Can a buyer who booked a flat in 2019 get interest because the builder is late?", "query_type": "fact_lookup"},
            {"question": "What fee do I pay to complain?", "standalone": "What fee does a buyer pay to complain about a late builder?", "query_type": "fact_lookup"},
        ],
        "facts": [{"id": "stage", "value": "booked", "words": "I booked a flat"}],
        "state": "",
    }  # fmt: skip
    return told | changes


async def _understand(reply: dict[str, Any] | str | Exception | None, text: str = POST, **more: Any) -> Understood | None:
    said = json.dumps(reply) if isinstance(reply, dict) else reply
    return await understand(text, more.pop("earlier", []), Recorded(said), TurnSpending(), wait_s=0.05, **more)


async def test_parts_facts_and_type_are_read() -> None:
    understood = await _understand(_reading())
    assert understood is not None
    assert [one.question for one in understood.parts] == ["Can I get interest?", "What fee do I pay to complain?"]
    assert all(one.standalone for one in understood.parts)
    assert [(one.id, one.value) for one in understood.facts] == [("stage", "booked")]
    assert understood.query_type is QueryType.FACT


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot do that.",
        "{",
        '{"parts": []}',
        json.dumps(_reading(query_type="guess")),
        json.dumps(_reading(parts=[])),
        json.dumps(_reading(parts=[{"question": "Can I sell my kite?", "standalone": "x y", "query_type": "temporal"}, {"question": "Can I get interest?", "standalone": "x y", "query_type": "temporal"}])),
        json.dumps(_reading(answer="Yes, ten per cent.")),
        "[" * 20_000,
        WriterUnavailable("down"),
        BudgetSpent("spent"),
        None,
    ],
    ids=str,
)  # fmt: skip
async def test_whatever_fails_leaves_the_rules(reply: str | Exception | None) -> None:
    assert await _understand(reply if reply != "" else " ") is None


async def test_a_reply_that_was_cut_is_no_reading() -> None:
    models = Recorded(json.dumps(_reading()), is_cut=True)
    assert await understand(POST, [], models, TurnSpending()) is None


async def test_a_wording_that_adds_something_is_dropped_to_the_person_s_words() -> None:
    parts = [dict(one) for one in _reading()["parts"]]
    parts[0]["standalone"] = "Can a buyer get interest under section 18?"
    understood = await _understand(_reading(parts=parts))
    assert understood is not None
    assert understood.parts[0].standalone == ""
    assert understood.parts[0].question == "Can I get interest?"
    assert understood.parts[1].standalone


async def test_a_fact_whose_words_were_not_written_is_dropped() -> None:
    facts = [
        {"id": "stage", "value": "booked", "words": "I have signed"},
        {"id": "wants", "value": "refund_now", "words": "Can I get interest?"},
        {"id": "shoe_size", "value": "9", "words": "The builder is late"},
        {"id": "possession", "value": "late", "words": "the  builder is LATE"},
        {"id": "party", "value": "allottee", "words": "I booked a flat"},
        {"id": "party", "value": "promoter", "words": "I booked a flat"},
    ]
    understood = await _understand(_reading(facts=facts))
    assert understood is not None
    assert [(one.id, one.value) for one in understood.facts] == [("possession", "late")]


async def test_a_state_counts_only_where_the_person_names_it() -> None:
    assert (await _understand(_reading(state="Goa"))).state == ""  # type: ignore[union-attr]
    named = await _understand(_reading(state="Goa"), text=f"{POST} It is in Goa.")
    assert named is not None and named.state == "GOA"


async def test_what_was_asked_before_counts_as_written() -> None:
    earlier = [answered("Is my flat in section 18 of Goa late?")]
    parts = [{"question": "and how much?", "standalone": "How much is due under section 18 in Goa?", "query_type": "fact_lookup"}]
    understood = await _understand(_reading(parts=parts, facts=[]), text="and how much?", earlier=earlier)
    assert understood is not None and understood.parts[0].standalone


@pytest.mark.parametrize(
    ("rewritten", "written", "adds"),
    [
        ("Can I claim 12 lakh?", "I paid 12 lakh", False),
        ("Can I claim 1200000 rupees?", "I paid 12 lakh", False),
        ("Can I claim 13 lakh?", "I paid 12 lakh", True),
        ("Was it due in June 2021?", "due june 2021", False),
        ("Was it due in July 2021?", "due june 2021", True),
        ("Was it due in June 2021?", "due 01/06/2021", False),
        ("Was it due in 2022?", "due june 2021", True),
        ("Does the Consumer Protection Act help?", "who helps me", True),
        ("What does section 31 say?", "what does sec 31 say", False),
        ("What about a flat in Goa?", "what about a flat", True),
        ("What about a flat in Goa?", "what about my goa flat", False),
        ("Paid two lakh, is it lost?", "मैंने दो लाख दिए, क्या डूब गए", False),
        ("Paid 3 lakh, is it lost?", "मैंने दो लाख दिए, क्या डूब गए", True),
        ("May the builder sell it?", "can builder sell it", False),
    ],
)
def test_what_a_rewording_adds(rewritten: str, written: str, adds: bool) -> None:
    assert adds_anything(rewritten, written, get_registry()) is adds


def test_copied_words_are_found_as_they_stand() -> None:
    assert find_copied("can i get interest", POST) == "Can I get interest?"
    assert find_copied("What fee must I pay to complain?", POST) == "What fee do I pay to complain?"
    assert find_copied("Who keeps the keys?", POST) == ""
    assert find_copied("?!", POST) == ""
    assert find_copied("बत्ती कौन बुझाता है", "बत्ती कौन बुझाता है? मैं नहीं।") == "बत्ती कौन बुझाता है?", "a vowel sign ends the word"


@pytest.mark.parametrize("case", PERSONAL, ids=lambda case: case.text[:40])
def test_no_personal_data_reaches_the_prompt(case: PersonalCase) -> None:
    prompt = build_reading_prompt(f"Is it due? {case.text}", [f"Earlier: {case.text}"])
    assert not any(secret in prompt.user or secret in prompt.system for secret in case.secret)


@pytest.mark.parametrize("case", INJECTIONS, ids=lambda case: case.name)
async def test_an_obedient_model_leaves_the_rules(case: Injection) -> None:
    models = Recorded("")
    where = {"text": case.text, "earlier": []} if case.where != "history" else {"text": "And then?", "earlier": [answered(case.text)]}
    assert await understand(where["text"], where["earlier"], models, TurnSpending(), wait_s=1) is None  # type: ignore[arg-type]
    assert models.prompt is not None
    assert models.prompt.user.count(">>>") == models.prompt.user.count("<<<")


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_words_are_compared(one: str, other: str) -> None:
    found = find_copied(one, other)
    assert found in other
    adds_anything(one, other, get_registry())

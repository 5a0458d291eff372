"""Facts that a model read of the asker: told with what it wrote, and less than what is given or read by rules."""

from __future__ import annotations

from civicsetu.law.answers import Answer
from tests.answering.scripted_writer import Desk, reads, user_of, writes
from tests.answering.written_mill import DAYS, LEAD, at_desk, mill, open_mill
from tests.holding import answer_of
from tests.models.chat_provider import fails
from tests.web.mill_service import MillService

__all__ = ["at_desk", "mill", "open_mill"]

KEYS = "The keys lie in my drawer."
POST = f"I write because nobody tells me how long it takes. {KEYS} {DAYS}"
READING = reads(KEYS, "stage", "possession_taken")


def facts_of(answer: Answer) -> dict[str, tuple[str, str]]:
    return {one.name: (one.value, one.source) for one in answer.facts}


async def test_what_the_model_read_is_told_with_what_it_wrote(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD), judge=READING)
    assert facts_of(await answer_of(mill, POST))["stage"] == ("possession_taken", "read")
    assert "stage possession taken" in user_of(at_desk.writings[-1])


async def test_where_it_wrote_nothing_its_reading_decided_nothing(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(fails(500), judge=READING)
    answer = await answer_of(mill, POST)
    assert answer.sentences and "stage" not in facts_of(answer)


async def test_what_is_given_counts_more(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD), judge=READING)
    answer = await answer_of(mill, POST, facts=(("stage", "possession_offered"),))
    assert facts_of(answer)["stage"] == ("possession_offered", "given")
    assert "stage possession offered" in user_of(at_desk.writings[-1])

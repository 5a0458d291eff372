"""A writer leaves a point to another law of the closed list: that is said, and not searched for again."""

from __future__ import annotations

import pytest

from civicsetu.answering.drafting.wide_search import WideSearch
from civicsetu.answering.drafting.written_turns import NOT_FOUND_THIS
from civicsetu.law.answers import Answer, AnswerKind, Final, Stage
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.scripted_writer import Desk, missing, writes
from tests.answering.written_mill import DAYS, LEAD, at_desk, mill, open_mill
from tests.holding import answer_of, events_of
from tests.web.mill_service import MillService

__all__ = ["at_desk", "mill", "open_mill"]


def texts_of(answer: Answer) -> list[str]:
    return [one.text for one in answer.sentences]


async def test_what_belongs_to_another_law_is_said_to_and_not_searched_for(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(missing("the GST on flour", law="gst")))
    *before, final = await events_of(mill, DAYS)
    assert isinstance(final, Final) and final.answer.kind is AnswerKind.ABSTAIN and not final.answer.citations
    assert final.answer.answer.startswith("This is a question of GST law, which I do not hold: ask ")
    assert "widen" not in [one.name for one in before if isinstance(one, Stage)]


async def test_a_point_of_another_law_comes_behind_what_is_answered(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD, missing("the GST on flour", law="gst")))
    answer = await answer_of(mill, DAYS)
    assert texts_of(answer) == [LEAD.text, "The rest (the GST on flour) is a question of GST law, which I do not hold: ask the GST department or a tax adviser."]


async def test_a_law_that_is_not_of_the_list_is_a_point_like_others(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = Decision("abstain", reason=Reason.NOTHING_FOUND)
    monkeypatch.setattr(WideSearch, "_judge", lambda *given: nothing)
    at_desk.behave(writes(LEAD, missing("the price of sacks", law="sack law")), writes(missing("the price of sacks")))
    assert f"{NOT_FOUND_THIS} the price of sacks." in texts_of(await answer_of(mill, DAYS))

"""A question is asked of the present version as it was asked then; and what is no page of turns is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest

from civicsetu.answering.question import Question
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError
from civicsetu.law.answers import Event, Final
from civicsetu.stores.review_store import RecordedTurn
from civicsetu.web.operator.asking_again import ask_present_version
from civicsetu.web.operator.forms import read_filter
from tests.web.fakes import answer_for, turn

DAY = date(2018, 3, 1)


class Asked:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.forgotten: list[str] = []

    async def answer(self, question: Question) -> AsyncIterator[Event]:
        self.questions.append(question)
        yield Final(answer=answer_for(turn(question.text, uuid4())))

    async def forget(self, session: str) -> int:
        self.forgotten.append(session)
        return 1


async def test_the_day_the_turn_was_about_is_asked_for_again() -> None:
    answer = answer_for(turn("possession", uuid4())).model_copy(update={"as_on": DAY})
    service = Asked()
    recorded = RecordedTurn(UUID(answer.id), answer, answer.question, datetime.now(UTC), earlier=("What is a mill?",))
    await ask_present_version(service, recorded)
    assert [(one.text, one.as_on) for one in service.questions] == [("What is a mill?", None), ("possession", DAY)]
    assert service.forgotten == [service.questions[0].session]
    assert {one.role for one in service.questions} == {"operator"} and Question("x", session="s").role == "citizen"


@pytest.mark.parametrize("page", ["0", "-1", "10001", "99999999", "00000199999999999999999999", "²"])
def test_what_is_no_page_is_refused(page: str) -> None:
    with pytest.raises(InputError):
        read_filter({"page": [page]}, get_registry())
    assert read_filter({"page": ["10000"]}, get_registry()).page == 10_000

"""Each question that the page offers is answered by the law that ships."""

from __future__ import annotations

import pytest

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import AnswerKind, Final
from civicsetu.settings import Settings
from civicsetu.web.chat.parts.ask_next import read_questions


@pytest.mark.long
async def test_each_question_offered_is_answered(running: Settings) -> None:
    offered = {one for table in read_questions().values() for more in table.values() for one in more}
    service = await AnsweringService.open(running)
    try:
        for number, text in enumerate(sorted(offered)):
            events = [event async for event in service.answer(Question(text=text, session=f"offered-{number}"))]
            last = events[-1]
            assert isinstance(last, Final) and last.answer.kind is AnswerKind.ANSWER, text
    finally:
        await service.close()

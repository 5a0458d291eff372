"""What is offered under a hundred answers is asked where it is offered, in the same conversation, and answered."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import Answer, AnswerKind, Final
from civicsetu.law.paths import parse_path
from civicsetu.web.chat.parts.ask_next import read_questions, suggest_next
from civicsetu.yaml_data import load_words

pytestmark = pytest.mark.long

LAW = "rera_act_2016"
ANSWERS = 100


def list_questions() -> Iterator[str]:
    """Questions as people put them, on the sections under which something is offered: of each provision in turn."""
    text = files("civicsetu.corpus.data.expected_questions").joinpath(f"{LAW}.yaml").read_text("utf-8")
    lists = [asked for path, asked in load_words(text).items() if parse_path(path).number in read_questions()[LAW]]
    for turn in range(max(map(len, lists))):
        yield from (asked[turn] for asked in lists if turn < len(asked))


async def ask(service: AnsweringService, text: str, session: str) -> Answer:
    [answer] = [event.answer async for event in service.answer(Question(text=text, session=session)) if isinstance(event, Final)]
    return answer


async def test_what_a_hundred_answers_offer_is_answered_where_it_is_offered(service: AnsweringService) -> None:
    answered, asked_once, unanswered = 0, set[str](), []
    for number, text in enumerate(list_questions()):
        answer = await ask(service, text, f"offering-{number}")
        offered = suggest_next(answer) if answer.sentences else ()
        answered += bool(offered)
        for one in [one for one in offered if one not in asked_once][:1]:
            asked_once.add(one)
            if (told := await ask(service, one, f"offering-{number}")).kind is not AnswerKind.ANSWER:
                unanswered.append(f"{one} ({told.kind}, after {text})")
        if answered == ANSWERS:
            break
    assert answered == ANSWERS, "there are too few questions"
    assert unanswered == [] and len(asked_once) >= 20

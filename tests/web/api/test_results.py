"""What is shown beside an answer: of a day in the past, the words that were the law then."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import pytest

from civicsetu.answering.lookup.provision import ProvisionDetails, describe_provision
from civicsetu.law.answers import Context, Final
from civicsetu.web.api.questions import QuestionFields
from civicsetu.web.api.results import build_result
from tests.answering.lookup.lanterns import SPEC, lantern_index, usable
from tests.retrieval.lantern_act import ACT
from tests.web.fakes import answer_for, turn


async def read_as_on(document: str, provision: str, *, as_on: date) -> ProvisionDetails:
    return describe_provision(lantern_index(), usable(), SPEC, document, provision, as_on=as_on)


async def read_now(document: str, provision: str) -> SimpleNamespace:
    return SimpleNamespace(text="The words of today.")


SERVICE = cast(Any, SimpleNamespace(read_provision=read_now, lookup=SimpleNamespace(read_provision=read_as_on)))


@pytest.mark.parametrize(
    ("day", "path", "words"),
    [
        (None, "3(1)", "The words of today."),
        (date(1952, 1, 1), "3(1)", "ten post meridiem"),
        (date(1960, 1, 1), "3(1)", "by 9 p.m."),
        (date(1960, 1, 1), "5(1)", None),
    ],
)
async def test_the_words_of_a_provision_are_those_of_the_day_asked_about(day: date | None, path: str, words: str | None) -> None:
    found = (Context(document=ACT, provision=path, score=1.0, found_by=("vector",)),)
    answer = answer_for(turn("possession", uuid4())).model_copy(update={"as_on": day, "contexts": found})
    told = await build_result(Final(answer=answer), QuestionFields(include_content=True), None, SERVICE)
    [content] = [one["content"] for one in told["contexts"]]
    assert content is None if words is None else words in content

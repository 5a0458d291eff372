"""What can be switched off: answering itself, and searching for what a question does not name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from civicsetu.answering.messages.abstention_messages import SEARCH_IS_OFF
from civicsetu.answering.question import Question
from civicsetu.errors import NotAllowed
from civicsetu.law.answers import Answer, AnswerKind, Final
from civicsetu.settings import Settings, load_settings
from tests.answering.composing.mills import ACT
from tests.web.api.conftest import mill
from tests.web.mill_service import MillService, ScriptedSearch

__all__ = ["mill"]


@pytest.fixture(scope="module")
def chainlit_server() -> None:
    """No page is needed here."""


@pytest.fixture
async def switched(mill: MillService, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """Switch fields of answering in the service that is open, until the test ends."""

    def switch(**fields: bool) -> None:
        told = mill.settings.answering.model_copy(update=fields)
        settings = mill.settings.model_copy(update={"answering": told})
        monkeypatch.setattr(mill, "settings", settings)
        monkeypatch.setattr(mill._workflow, "settings", settings)

    yield switch


async def ask(service: MillService, text: str, **more: Any) -> Answer:
    events = [event async for event in service.answer(Question(text, "s", kept=False, **more))]
    assert isinstance(events[-1], Final)
    return events[-1].answer


async def test_answering_switched_off_answers_nobody_and_the_law_is_read(mill: MillService, switched: Any) -> None:
    switched(enabled=False)
    with pytest.raises(NotAllowed, match=r"answering\.enabled"):
        await ask(mill, "What is a mill?")
    assert await mill.list_documents() and (await mill.read_provision(ACT, "4")).text


async def test_without_searching_only_what_is_named_is_looked_up(
    mill: MillService, switched: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[str] = []
    searched = ScriptedSearch.retrieve_parts

    async def noting(self: Any, plans: Any, width: int | None = None) -> Any:
        planned.extend(plan.query for plan in plans)
        return await searched(self, plans, width)

    monkeypatch.setattr(ScriptedSearch, "retrieve_parts", noting)
    switched(auto_retrieve=False)
    declined = await ask(mill, "What is a mill?")
    assert declined.kind is AnswerKind.CLARIFY and SEARCH_IS_OFF in declined.answer and planned == []
    await ask(mill, "What does section 1(1) of the Mill Act say?")
    await ask(mill, "What does it say?", about=(ACT, "4"))
    assert len(planned) == 2


async def test_what_only_measures_the_decision_ends_without_a_word_of_law(
    mill: MillService,
) -> None:
    whole = await ask(mill, "What is a mill?")
    decided = await ask(mill, "What is a mill?", composed=False)
    assert whole.sentences and not decided.sentences and not decided.citations
    assert decided.abstained and decided.contexts == whole.contexts
    assert [one.kind for one in decided.parts] == [one.kind for one in whole.parts]


async def test_nothing_is_recorded_of_a_question_that_is_not_kept(mill: MillService) -> None:
    await ask(mill, "What is a mill?")
    assert await mill.last_answer("s") is None


def test_the_switches_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_ANSWERING__ENABLED", "false")
    monkeypatch.setenv("CIVICSETU_ANSWERING__AUTO_RETRIEVE", "false")
    told: Settings = load_settings(_env_file=None)
    assert not told.answering.enabled and not told.answering.auto_retrieve
    assert told.context.max_tokens == 4000

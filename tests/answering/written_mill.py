"""The service over the Mill Act with a model that writes: what its tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest

from civicsetu.answering.composing.comparing import compare_states
from civicsetu.retrieval.answerability import answerability
from civicsetu.settings import Settings, WriterSettings
from tests.answering.scripted_writer import Desk, Line, desk
from tests.web.mill_service import MillService

__all__ = ["at_desk", "mill", "open_mill"]

DAYS = "Within how many days must the builder grind the corn after the buyer asks?"
GRIND = "The builder must grind the corn within 30 days after the buyer asks."
MORE = "The RERA authority may give the builder up to 15 days more."
LEAD = Line("The builder has 30 days after the buyer asks to grind the corn.", "grind the corn within 30 days", "lead")
LAW = Line("The RERA authority may give the builder up to 15 days more.", "may give the builder up to 15 days more")
FALSE = Line("The builder has 90 days after the buyer asks to grind the corn.", "grind the corn within 30 days")
TIP = Line("Keep a copy of what you wrote to the builder.", mark="advice")
OpenMill = Callable[..., Awaitable[MillService]]


@pytest.fixture(scope="module")
def at_desk() -> Iterator[Desk]:
    with desk() as made:
        yield made


@pytest.fixture(scope="module")
async def open_mill(postgres_settings: Settings, at_desk: Desk) -> AsyncIterator[OpenMill]:
    """Opens the service with settings of the writer, and of how it answers."""
    opened: list[MillService] = []
    with pytest.MonkeyPatch.context() as kept:
        kept.setattr(answerability, "get_calibration", answerability.get_calibration)
        kept.setattr(compare_states, "COMPARING", compare_states.COMPARING)

        async def open_with(answering: dict[str, Any] | None = None, **writer: Any) -> MillService:
            told = WriterSettings.model_validate(at_desk.settings(**writer))
            own = postgres_settings.answering.model_copy(update=answering or {})
            settings = postgres_settings.model_copy(update={"writer": told, "answering": own})
            opened.append(await MillService.open_on(settings))
            return opened[-1]

        yield open_with
        for one in opened:
            await one.close()


@pytest.fixture(scope="module")
async def mill(open_mill: OpenMill) -> MillService:
    """The service with a writer and a judge."""
    return await open_mill()

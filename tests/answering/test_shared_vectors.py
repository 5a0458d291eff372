"""The service with a Redis beside it: there, and not there."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from civicsetu.answering.doctor import examine
from civicsetu.answering.provisions.views import Health
from civicsetu.answering.service import AnsweringService
from civicsetu.settings import Settings
from civicsetu.stores.shared_vectors import FIX
from tests.conftest import _GRAPH_WAIT_S
from tests.holding import LATE, answer_of
from tests.stores.redis_server import free_port, running_redis


def beside(running: Settings, port: int) -> Settings:
    return running.model_copy(update={"redis_url": type(running.redis_url)(f"redis://127.0.0.1:{port}/0")})


@pytest.mark.long
async def test_a_redis_that_is_not_there_is_told_and_the_answer_is_the_same(
    running: Settings, service: AnsweringService
) -> None:
    expected = await answer_of(service, LATE)
    with capture_logs() as logs:
        alone = await AnsweringService.open(beside(running, free_port()))
        try:
            assert await alone.wait_for_graph(_GRAPH_WAIT_S)
            answer = await answer_of(alone, LATE)
            health = await alone.check_health()
        finally:
            await alone.close()
    assert answer.sentences == expected.sentences and answer.contexts == expected.contexts
    assert answer.warnings == expected.warnings and answer.settings_hash == expected.settings_hash
    assert (health.status, health.redis, health.fix) == ("degraded", "degraded", FIX)
    assert [line["event"] for line in logs].count("shared_vectors_unavailable") == 1
    assert (await service.check_health()).redis == "unused"


@pytest.mark.long
async def test_two_services_embed_a_question_once(running: Settings) -> None:
    port, shared = free_port(), []
    with running_redis(port):
        for _ in range(2):
            one = await AnsweringService.open(beside(running, port))
            try:
                await answer_of(one, "Who pays the stamp duty on the agreement?")
                assert (await one.check_health()).redis == "ok"
                assert one._shared is not None
                shared.append(await one._shared._client.dbsize())
            finally:
                await one.close()
    assert shared == [1, 1]


def test_doctor_tells_of_the_fix(running: Settings) -> None:
    [told] = [finding for finding in examine(beside(running, free_port())) if finding.part == "redis"]
    assert (told.state, told.fix) == ("degraded", FIX)
    assert not [finding for finding in examine(running) if finding.part == "redis"]


def test_unused_is_not_degraded() -> None:
    assert Health(postgres="ok", graph="ok", models="ok").status == "ok"
    assert Health(postgres="ok", graph="ok", models="ok", redis="degraded").status == "degraded"

"""A search takes a turn in the queue, and whoever searches too often is told when to ask again."""

from __future__ import annotations

from typing import Any

from civicsetu.settings import Settings
from tests.web.api.client import ApiClient
from tests.web.api.conftest import api_settings, as_problem
from tests.web.api.in_process import kept_rules, serve_api
from tests.web.mill_service import MillService


async def test_a_caller_who_searches_too_often_waits(postgres_settings: Settings, chainlit_server: Any) -> None:
    with kept_rules():
        service = await MillService.open_on(api_settings(postgres_settings, admission={"per_person_rate": 2}))
        async with serve_api(service, service.settings) as api, ApiClient(api.address) as one:
            for _ in range(2):
                found = await one.get("/api/v1/search", params={"query": "When does the mill open?"})
                assert found.status_code == 200, found.text
            refused = await one.get("/api/v1/search", params={"query": "When does the mill open?"})
            as_problem(refused, 429, "too_many_questions")
            assert 0 < int(refused.headers["retry-after"]) <= 60
        await service.close()

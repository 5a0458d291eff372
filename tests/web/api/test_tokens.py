"""Tokens: so many an hour for one network, so that nobody asks as many persons; then it is told when to come again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import Request

from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.web.api.callers import find_network
from tests.web.api.client import ApiClient
from tests.web.api.conftest import api_settings, as_problem
from tests.web.api.in_process import Api, serve_api
from tests.web.fakes import FakeService


@pytest.fixture
async def strict_api(postgres_settings: Settings, chainlit_server: Any) -> AsyncIterator[Api]:
    """A server that gives two tokens an hour."""
    settings = api_settings(postgres_settings, api={"tokens_per_hour": 2})
    service = FakeService(await Database.open(settings), admission=settings.admission)  # type: ignore[arg-type]
    async with serve_api(service, settings) as api:
        yield api
    await service.close()


async def test_a_network_takes_so_many_and_goes_on_with_those_it_has(strict_api: Api) -> None:
    async with ApiClient(strict_api.address) as greedy:
        await greedy.take_token()
        await greedy.take_token()
        refused = await greedy.post("/api/v1/tokens")
        as_problem(refused, 429, "too_many_tokens")
        assert 1700 < int(refused.headers["retry-after"]) <= 1800
        assert (await greedy.query("Why is possession late?")).json()["conversation"], "what it has is good"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket", "a socket"),
    ],
)
def test_addresses_that_one_connection_can_choose_among_are_one_network(address: str, network: str) -> None:
    assert find_network(Request({"type": "http", "client": (address, 1), "headers": []})) == network


def test_without_an_address_all_are_one() -> None:
    assert find_network(Request({"type": "http", "client": None, "headers": []})) == ""

"""The law's map, served over invented laws."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from civicsetu.web.state import get_page, is_set, set_page
from tests.stores.own_servers import embedded_postgres
from tests.web.law_map.homes import HomesService, ServedMap, open_homes, serve_map


@pytest.fixture(scope="session")
async def homes() -> AsyncIterator[tuple[HomesService, ServedMap]]:
    with embedded_postgres() as settings:
        told = settings.model_copy(update={"admission": settings.admission.model_copy(update={"per_person_rate": 0})})
        service = await open_homes(told)
        async with serve_map(service, told) as served:
            yield service, served
        await service.database.close()


@pytest.fixture
async def law_map(homes: tuple[HomesService, ServedMap]) -> AsyncIterator[ServedMap]:
    """The map with its graph server answering; it is the page of this process while the test runs."""
    service, served = homes
    before = get_page() if is_set() else served.page
    set_page(served.page)
    service.graph = service.held
    yield served
    service.graph = service.held
    set_page(before)

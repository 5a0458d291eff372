"""Addresses from settings, what `doctor` sees, and `stop`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from civicsetu.errors import DataFolderUnusable, SettingsError
from civicsetu.settings import Settings
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.migrate import migrate
from civicsetu.stores.servers import graph_address, postgres_url, statuses, stop_all
from tests.stores.own_servers import own_folder, settings_in


def test_nothing_is_started_by_looking_or_stopping(tmp_path: Path) -> None:
    settings = settings_in(tmp_path / "data")
    found = {status.name: status for status in statuses(settings)}
    assert {status.state for status in found.values()} == {"stopped"}
    assert {status.where for status in found.values()} == {"embedded"}
    assert "civicsetu up" in found["postgres"].mend
    assert stop_all(settings) == []
    assert not (tmp_path / "data").exists()


def test_doctor_sees_both_servers_and_stop_stops_both() -> None:
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        try:
            address = postgres_url(settings, "psycopg")
            assert postgres_url(settings, "asyncpg") == address.replace("psycopg", "asyncpg")
            [before, _] = statuses(settings)
            assert before.state == "running" and "civicsetu up" in before.mend
            migrate(address)
            graph = graph_address(settings)
            [postgres, seen] = statuses(settings)
            assert (postgres.state, postgres.mend) == ("running", "")
            assert postgres.version.startswith("18.") and "vector 0." in postgres.version
            assert (seen.state, seen.pid, seen.mend) == ("running", graph.pid, "")
            assert graph.password not in repr(seen)
        finally:
            stopped = stop_all(settings)
        assert stopped == ["graph", "postgres"]
        assert {status.state for status in statuses(settings)} == {"stopped"}


def test_given_addresses_are_used_and_never_started(
    graph_at: GraphAddress, stores: Settings, tmp_path: Path
) -> None:
    given = settings_in(
        tmp_path / "data",
        postgres_url="postgres://ann:s3cret@127.0.0.1:9/law?sslmode=disable",
        neo4j_uri=graph_at.uri,
        neo4j_user=graph_at.user,
        neo4j_password=graph_at.password,
    )
    assert graph_address(given) == GraphAddress(graph_at.uri, graph_at.user, graph_at.password, "neo4j", None)
    [postgres, graph] = statuses(given)
    assert (postgres.where, postgres.state) == ("given", "unreachable")
    assert "CIVICSETU_POSTGRES_URL" in postgres.mend and "s3cret" not in repr(postgres)
    assert (graph.where, graph.state, graph.mend) == ("given", "running", "")
    assert stop_all(given) == []
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("uri", ["localhost:7687", "http://localhost", "bolt://", "neo4j"])
def test_a_wrong_graph_address_is_named(tmp_path: Path, uri: str) -> None:
    settings = settings_in(tmp_path, neo4j_uri=uri)
    with pytest.raises(SettingsError) as caught:
        graph_address(settings)
    assert "CIVICSETU_NEO4J_URI" in caught.value.user_message
    assert statuses(settings)[1].mend == caught.value.user_message


def test_an_unusable_data_folder_is_named_by_every_entrance(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = settings_in(tmp_path / "file")
    with pytest.raises(DataFolderUnusable):
        postgres_url(settings, "asyncpg")
    with pytest.raises(DataFolderUnusable):
        graph_address(settings)
    assert [status.state for status in statuses(settings)] == ["stopped", "stopped"]
    assert stop_all(settings) == []


async def test_starting_in_a_thread_leaves_the_loop_free(stores: Settings) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.001)

    task = asyncio.create_task(tick())
    await asyncio.gather(*(asyncio.to_thread(postgres_url, stores, "asyncpg") for _ in range(8)))
    task.cancel()
    assert ticks >= 1

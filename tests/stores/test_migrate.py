"""Migrations: the tables of the schema, by any number of migrators, any number of times."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url

from civicsetu.errors import PostgresUnavailable, StoreError
from civicsetu.settings import Settings
from civicsetu.stores import migrate as migrating
from civicsetu.stores.migrate import current_revision, head_revision, migrate
from civicsetu.stores.schema import metadata
from civicsetu.stores.servers import postgres_url

_MIGRATE = "import sys\nfrom civicsetu.stores.migrate import migrate\nprint(migrate(sys.argv[1]))\n"


@pytest.fixture
def empty(stores: Settings) -> Iterator[str]:
    """The address of a database of its own with nothing in it."""
    address = postgres_url(stores, "psycopg")
    admin = create_engine(address, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("drop database if exists fresh with (force)"))
        connection.execute(text("create database fresh"))
    yield make_url(address).set(database="fresh").render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text("drop database if exists fresh with (force)"))
    admin.dispose()


def engine_of(address: str) -> Engine:
    return create_engine(address)


def test_migrated_tables_are_those_of_the_schema(empty: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    assert migrate(empty) == head_revision()
    engine = engine_of(empty)
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
        [computed] = [c for c in inspect(connection).get_columns("legal_chunks") if c["name"] == "search"]
        assert "setweight" in computed["computed"]["sqltext"]  # type: ignore[typeddict-item]
        checks = {check["name"] for check in inspect(connection).get_check_constraints("legal_chunks")}
        assert checks == {"legal_chunks_status", "legal_chunks_span"}
        deleted = {
            (table, key["constrained_columns"][0]): key["options"].get("ondelete")
            for table in inspect(connection).get_table_names()
            for key in inspect(connection).get_foreign_keys(table)
        }
        assert deleted == {
            (table.name, column.name): next(iter(column.foreign_keys)).ondelete
            for table in metadata.sorted_tables
            for column in table.columns
            if column.foreign_keys
        }
    engine.dispose()


def test_four_processes_migrate_one_empty_database_at_once(empty: str) -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _MIGRATE, empty], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    told = [run.communicate(timeout=120) for run in runs]
    assert [run.returncode for run in runs] == [0] * 4, told
    assert {out.strip() for out, _ in told} == {head_revision()}
    engine = engine_of(empty)
    with engine.connect() as connection:
        assert connection.scalar(text("select count(*) from alembic_version")) == 1
        assert connection.scalar(text("select count(*) from pg_locks where locktype = 'advisory'")) == 0
    engine.dispose()


def test_migrating_again_keeps_the_rows(empty: str) -> None:
    migrate(empty)
    engine = engine_of(empty)
    with engine.begin() as connection:
        connection.execute(
            text("insert into users (id, identifier, metadata) values (gen_random_uuid(), 'x', '{}')")
        )
    assert migrate(empty) == head_revision()
    with engine.connect() as connection:
        assert connection.scalar(text("select count(*) from users")) == 1
        assert current_revision(connection) == head_revision()
    engine.dispose()


def test_a_failed_step_leaves_nothing_behind(empty: str) -> None:
    engine = engine_of(empty)
    with engine.begin() as connection:
        connection.execute(text("create table turns (in_the_way int)"))
    with pytest.raises(StoreError):
        migrate(empty)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["turns"]
        assert current_revision(connection) == ""
        connection.rollback()
        connection.execute(text("drop table turns"))
        connection.commit()
    assert migrate(empty) == head_revision()
    engine.dispose()


def test_the_steps_can_be_taken_back(empty: str) -> None:
    from alembic import command

    migrate(empty)
    engine = engine_of(empty)
    with engine.begin() as connection:
        config = migrating._config()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()


def test_a_user_without_the_right_gets_the_mend(empty: str) -> None:
    engine = engine_of(empty)
    with engine.begin() as connection:
        connection.execute(text("drop role if exists reader"))
        connection.execute(text("create role reader login"))
    address = make_url(empty).set(username="reader").render_as_string(hide_password=False)
    try:
        with pytest.raises(StoreError) as caught:
            migrate(address)
        assert "create extension vector" in caught.value.user_message
    finally:
        with engine.begin() as connection:
            connection.execute(text("drop role reader"))
        engine.dispose()


def test_no_server_is_unavailable_and_no_secret_is_told() -> None:
    with pytest.raises(PostgresUnavailable) as caught:
        migrate("postgresql+psycopg://ann:s3cret@127.0.0.1:9/law")
    assert "s3cret" not in str(caught.value) + caught.value.user_message


def test_importing_runs_nothing() -> None:
    code = (
        "import json, sys\nimport civicsetu.stores.migrate, civicsetu.stores.database\n"
        "import civicsetu.stores.graph_store, civicsetu.stores.servers, civicsetu.stores.turn_store\n"
        "print(json.dumps([m for m in ('alembic', 'neo4j', 'asyncpg', 'psycopg', 'torch') if m in sys.modules]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert json.loads(done.stdout) == []

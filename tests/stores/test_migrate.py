"""Migrations: the tables of the schema, by any number of migrators, any number of times."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import CheckConstraint, Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url

from civicsetu.errors import PostgresUnavailable, StoreError
from civicsetu.stores import migrate as migrating
from civicsetu.stores.migrate import current_revision, migrate
from civicsetu.stores.schema import metadata
from tests.stores.revisions import head_revision

_MIGRATE = "import sys\nfrom civicsetu.stores.migrate import migrate\nprint(migrate(sys.argv[1]))\n"


def engine_of(address: str) -> Engine:
    return create_engine(address)


def test_migrated_tables_are_those_of_the_schema(empty: str) -> None:
    assert migrate(empty) == head_revision()
    engine = engine_of(empty)
    _compares(engine)
    with engine.connect() as connection:
        [computed] = [c for c in inspect(connection).get_columns("legal_chunks") if c["name"] == "search"]
        assert "setweight" in computed["computed"]["sqltext"]  # type: ignore[typeddict-item]
        for table in metadata.sorted_tables:
            found = {check["name"] for check in inspect(connection).get_check_constraints(table.name)}
            assert found == {one.name for one in table.constraints if isinstance(one, CheckConstraint)}
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


def test_an_edition_held_before_versions_is_kept_through_every_step(empty: str) -> None:
    engine = engine_of(empty)
    with engine.begin() as connection:
        connection.execute(text("create extension vector"))
    _step(engine, "upgrade", "0001")
    document, edition, provision, node, chunk = (str(UUID(int=number)) for number in range(1, 6))
    with engine.begin() as connection:
        for table, values in {
            "documents": {"doc_id": document, "key": "homes_act_2020", "doc_name": "The Homes Act, 2020",
                          "short_title": "Homes Act", "jurisdiction": "CENTRAL", "doc_type": "ACT"},
            "editions": {"edition_id": edition, "doc_id": document, "edition": "official", "sha256": "0",
                         "basis": "official", "body": "1. Homes."},
            "provisions": {"provision_id": provision, "doc_id": document, "path": "1", "number": "1",
                           "kind": "section"},
            "structure": {"node_id": node, "edition_id": edition, "provision_id": provision, "kind": "section",
                          "level": 1, "order_index": 1, "path": "1", "start_char": 0, "end_char": 9,
                          "body_char": 3},
            "legal_chunks": {"chunk_id": chunk, "doc_id": document, "edition_id": edition, "unit_id": provision,
                             "document": "homes_act_2020", "doc_name": "", "doc_type": "ACT",
                             "jurisdiction": "CENTRAL", "edition": "official", "section_id": "1",
                             "section_title": "", "section_hierarchy": "{}", "text": "Homes.",
                             "start_char": 3, "end_char": 9},
        }.items():  # fmt: skip
            marks = ", ".join(f":{name}" for name in values)
            connection.execute(text(f"insert into {table} ({', '.join(values)}) values ({marks})"), values)
    first = _columns(engine)
    before = _rows(engine, first)
    assert migrate(empty) == head_revision()
    _compares(engine)
    with engine.begin() as connection:
        [held] = connection.execute(
            text("select version, label, law_from, law_until, page_starts, held_until from editions")
        )
        assert tuple(held) == ("", "", None, None, [], None)
        connection.execute(
            text(
                "insert into editions (edition_id, doc_id, edition, sha256, basis, body, version, law_until) "
                "select gen_random_uuid(), doc_id, edition, '1', basis, body, 'as_enacted', '2022-07-01' from editions"
            )
        )
        connection.execute(
            text(
                "insert into removals (edition_id, page, at_char, text, reason) "
                "select edition_id, 1, 0, '7', 'page number' from editions where version = 'as_enacted'"
            )
        )
    _step(engine, "downgrade", "0001")
    assert _rows(engine, first) == before, "only what was no longer the law is given up"
    _step(engine, "upgrade", "head")
    _compares(engine)
    assert _rows(engine, first) == before
    engine.dispose()


def _step(engine: Engine, direction: str, revision: str) -> None:
    from alembic import command

    with engine.begin() as connection:
        config = migrating._config()
        config.attributes["connection"] = connection
        getattr(command, direction)(config, revision)


def _columns(engine: Engine) -> dict[str, set[str]]:
    with engine.connect() as connection:
        found = inspect(connection)
        return {
            table: {column["name"] for column in found.get_columns(table)}
            for table in ("documents", "editions", "provisions", "structure", "legal_chunks")
        }


def _rows(engine: Engine, known: dict[str, set[str]]) -> dict[str, list[dict[str, object]]]:
    """The law, in the columns that are known."""
    with engine.connect() as connection:
        return {
            table: [
                {name: value for name, value in row.items() if name in known[table]}
                for row in connection.execute(text(f"select * from {table}")).mappings()
            ]
            for table in known
        }


def _compares(engine: Engine) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
        for table in ("editions", "removals"):
            indexes = {str(index["name"]): index for index in inspect(connection).get_indexes(table)}
            for index in metadata.tables[table].indexes:
                where = index.dialect_options["postgresql"]["where"]
                found = indexes[str(index.name)]["dialect_options"].get("postgresql_where", "")
                assert _bare(found) == _bare(str(where if where is not None else ""))


def _bare(condition: str) -> str:
    return condition.lower().replace("(", "").replace(")", "").replace("::text", "")


def test_a_user_without_the_right_gets_the_fix(empty: str) -> None:
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
        "import civicsetu.stores.graph.graph_store, civicsetu.stores.servers, civicsetu.stores.turn_store\n"
        "print(json.dumps([m for m in ('alembic', 'neo4j', 'asyncpg', 'psycopg', 'torch') if m in sys.modules]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert json.loads(done.stdout) == []

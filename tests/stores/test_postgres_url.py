"""Addresses in every spelling people paste, for both drivers."""

from __future__ import annotations

import pytest
from sqlalchemy.engine import make_url

from civicsetu.errors import SettingsError
from civicsetu.stores.postgres_url import normalise


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg2", "postgresql+asyncpg"])
@pytest.mark.parametrize("driver", ["asyncpg", "psycopg"])
def test_any_scheme_becomes_the_drivers(scheme: str, driver: str) -> None:
    made = normalise(f"{scheme}://ann:p%40ss@db.example.org:6543/law", driver)  # type: ignore[arg-type]
    url = make_url(made)
    assert url.drivername == f"postgresql+{driver}"
    assert (url.username, url.password, url.host, url.port, url.database) == (
        "ann", "p@ss", "db.example.org", 6543, "law",
    )  # fmt: skip


def test_sslmode_is_said_in_each_drivers_words() -> None:
    given = "postgres://u:p@h/db?sslmode=require&channel_binding=require"
    assert dict(make_url(normalise(given, "asyncpg")).query) == {"ssl": "require"}
    assert dict(make_url(normalise(given, "psycopg")).query) == {
        "sslmode": "require", "channel_binding": "require",
    }  # fmt: skip
    assert dict(make_url(normalise("postgresql+asyncpg://u@h/d?ssl=verify-full", "psycopg")).query) == {
        "sslmode": "verify-full"
    }


def test_a_socket_folder_and_a_missing_database_name_are_kept_and_filled() -> None:
    url = make_url(normalise("postgresql://u@?host=/var/run/postgresql", "asyncpg"))
    assert url.query["host"] == "/var/run/postgresql"
    assert url.database == "postgres"


@pytest.mark.parametrize(
    "given",
    [
        "nonsense",
        "mysql://u:s3cret@h/db",
        "postgresql://",
        "postgresql://u:s3cret@h:port/db",
        "postgresql://u:s3cret@h:99999/db",
        "postgresql://u:s3cret@h:0/db",
        "postgresql://u:s3cret@h/db?port=99999",
        "postgresql://u:s3cret@/db?host=a:1,b:70000",
        "postgresql://u:s3cret@h/db?sslmode=perhaps",
        "postgresql://u:s3cret@h/db?options=-csearch_path%3Dx",
    ],
)
def test_what_cannot_be_used_is_named_without_repeating_it(given: str) -> None:
    with pytest.raises(SettingsError) as caught:
        normalise(given, "asyncpg")
    assert "CIVICSETU_POSTGRES_URL" in caught.value.user_message
    assert "s3cret" not in caught.value.user_message + str(caught.value)


@pytest.mark.parametrize(
    "given",
    ["postgresql://u@/d?host=a:5432", "postgresql://u@/d?host=a&port=5433", "postgresql://u@[::1]:65535/d",
     "postgresql://u@/d?host=/run/a:b"],
)  # fmt: skip
def test_a_port_that_can_be_one_is_let_through(given: str) -> None:
    assert normalise(given, "asyncpg").startswith("postgresql+asyncpg://")

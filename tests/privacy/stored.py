"""Searches everything that was written down for what must not be: every table, files and logs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import cache
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.privacy.mask import mask
from tests.privacy.frozen import Form, bare, digits_of, forms, is_masked
from tests.privacy.given import FORMS, SENTENCES

_NUMBER = 10
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


def own_sample(every: int) -> list[Form]:
    """Each so-manieth of the forms given here, in sentences."""
    given = [(kind, form) for kind, all_forms in FORMS.items() for form in all_forms][::every]
    return [
        Form(f"own-{at}", kind, SENTENCES[at % len(SENTENCES)].format(form), form)
        for at, (kind, form) in enumerate(given)
    ]


def frozen_sample(every: int) -> list[Form]:
    """Each so-manieth of the frozen forms; those that masking misses are counted where it is measured."""
    return [form for form in forms() if is_masked(form, mask(form.text))][::every]


async def rows_of_every_table(connection: AsyncConnection) -> AsyncIterator[tuple[str, str]]:
    """The name of each table of the database with each of its rows as one text."""
    tables = await connection.execute(
        text(
            "select quote_ident(table_schema) || '.' || quote_ident(table_name) from information_schema.tables "
            "where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')"
        )
    )
    for (name,) in tables.all():
        for (row,) in (await connection.execute(text(f"select t::text from {name} t"))).all():
            yield name, row


def files_below(folder: Path, but: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """The files below a folder with their text, without folders of those names."""
    for path in folder.rglob("*"):
        if path.is_file() and not set(path.relative_to(folder).parts) & set(but):
            yield str(path), path.read_bytes().decode("utf-8", "ignore")


def found_in(place: str, written: str, secrets: Iterable[Form]) -> list[str]:
    """The secrets that can be read in what was written there, also as JSON escapes it."""
    plain = _ESCAPED.sub(lambda escaped: chr(int(escaped[1], 16)), written)
    seen = bare(plain)
    return [
        f"{form.id} ({form.kind}) in {place}"
        for form in secrets
        if form.secret in plain or any(hidden in seen for hidden in _hidden(form.secret))
    ]


@cache
def _hidden(secret: str) -> tuple[str, ...]:
    """The letters and digits of a secret, and the last ten digits of a long number."""
    digits = digits_of(bare(secret))
    return (bare(secret), *([digits[-_NUMBER:]] if len(digits) >= _NUMBER else []))

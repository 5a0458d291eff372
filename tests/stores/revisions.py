"""The revisions of the tables, as the package's migrations have them."""

from __future__ import annotations

from alembic.script import ScriptDirectory

from civicsetu.stores import migrate


def head_revision() -> str:
    """The revision that this version of the package wants."""
    return ScriptDirectory.from_config(migrate._config()).get_current_head() or ""

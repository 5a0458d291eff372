"""Versions of an edition with the time each was the law, their pages, and what reading took out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_IS_HELD = sa.text("held_until is null")
_IS_CURRENT = sa.text("held_until is null and law_until is null")


def upgrade() -> None:
    op.add_column("editions", sa.Column("version", sa.Text(), server_default="", nullable=False))
    op.add_column("editions", sa.Column("label", sa.Text(), server_default="", nullable=False))
    op.add_column("editions", sa.Column("law_from", sa.Date()))
    op.add_column("editions", sa.Column("law_until", sa.Date()))
    op.add_column(
        "editions", sa.Column("page_starts", sa.ARRAY(sa.Integer()), server_default="{}", nullable=False)
    )
    op.drop_index("editions_current", "editions")
    key = ["doc_id", "edition", "language"]
    op.create_index("editions_current", "editions", key, unique=True, postgresql_where=_IS_CURRENT)
    op.create_index("editions_held", "editions", [*key, "version"], unique=True, postgresql_where=_IS_HELD)
    _removals()


def _removals() -> None:
    op.create_table(
        "removals",
        sa.Column("removal_id", sa.BigInteger(), autoincrement=True, nullable=False),
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("page", sa.Integer()),
        sa.Column("at_char", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("removal_id"),
        sa.ForeignKeyConstraint(["edition_id"], ["editions.edition_id"], ondelete="CASCADE"),
    )
    op.create_index("removals_edition", "removals", ["edition_id"])


def downgrade() -> None:
    op.drop_table("removals")
    op.drop_index("editions_held", "editions")
    op.drop_index("editions_current", "editions")
    op.execute("delete from editions where law_until is not null")
    op.create_index(
        "editions_current",
        "editions",
        ["doc_id", "edition", "language"],
        unique=True,
        postgresql_where=_IS_HELD,
    )
    for column in ("page_starts", "law_until", "law_from", "label", "version"):
        op.drop_column("editions", column)

"""Situations beside phrases: what is held of headwords is made anew by the next taking in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("headwords", sa.Column("form", sa.Text(), nullable=False, server_default="phrases"))
    op.alter_column("headwords", "form", server_default=None)
    op.create_index("headwords_form", "headwords", ["document", "form"])


def downgrade() -> None:
    op.drop_index("headwords_form", "headwords")
    op.execute("DELETE FROM headwords WHERE form <> 'phrases'")
    op.drop_column("headwords", "form")

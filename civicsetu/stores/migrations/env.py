"""What Alembic runs: our steps, on the connection and in the transaction `migrate` hands over."""

from __future__ import annotations

from alembic import context

from civicsetu.stores.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()

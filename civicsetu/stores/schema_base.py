"""What all tables are registered in: one set, in whichever file a table stands."""

from __future__ import annotations

from sqlalchemy import MetaData, func

metadata = MetaData()
now = func.now()

"""Erase conversations in which nobody has asked for long, where the operator sets a time for that."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from civicsetu.errors import StoreError
from civicsetu.stores.conversation_store import erase_older
from civicsetu.stores.database import WAIT_S, Database
from civicsetu.telemetry import get_logger

log = get_logger(__name__)

_AGAIN_S = 6 * 3600.0


async def erase_old_conversations(database: Database, days: int, again_s: float = _AGAIN_S) -> None:
    """Erase what is older than that many days, now and every few hours; ends only when it is cancelled.

    With several processes each of them does it: the second finds nothing.
    """
    while True:
        try:
            async with database.transaction(WAIT_S) as connection:
                erased = await erase_older(connection, datetime.now(UTC) - timedelta(days=days))
            log.info("old_conversations_erased", conversations=erased)
        except StoreError as error:
            log.warning("old_conversations_not_erased", error=type(error).__name__)
        await asyncio.sleep(again_s)

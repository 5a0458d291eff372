"""What reviewers found of the citations of a conversation, put on its citation elements when it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal
from uuid import UUID

from chainlit.element import ElementDict
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.stores.schema import citations, turns

ReviewState = Literal["right", "wrong"]
CitedPlace = tuple[str, str, str]
"""Turn, document and provision."""


async def read_reviewed(connection: AsyncConnection, thread: UUID) -> dict[CitedPlace, ReviewState]:
    """Return the state of every reviewed provision of a thread; one word against it counts more than any for it."""
    query = (
        select(citations.c.turn_id, citations.c.document, citations.c.provision, citations.c.correctness)
        .join(turns, turns.c.turn_id == citations.c.turn_id)
        .where(turns.c.thread_id == thread, citations.c.correctness.is_not(None))
    )
    found: dict[CitedPlace, ReviewState] = {}
    for row in (await connection.execute(query)).mappings():
        place = (str(row["turn_id"]), row["document"], row["provision"])
        if not row["correctness"]:
            found[place] = "wrong"
        else:
            found.setdefault(place, "right")
    return found


def mark_reviewed(cards: Iterable[ElementDict], reviewed: Mapping[CitedPlace, ReviewState]) -> None:
    """Put `reviewed` among the properties of each card whose provision was reviewed in its own answer."""
    for card in cards:
        props = card.get("props") or {}
        place = (str(card.get("forId")), str(props.get("document")), str(props.get("provision")))
        if (state := reviewed.get(place)) is not None:
            card["props"] = {**props, "reviewed": state}

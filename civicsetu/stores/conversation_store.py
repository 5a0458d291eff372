"""Conversations as their owner lists, takes along and erases them, and as they are erased when they are old.

Everything that belongs to a conversation goes with its row in `threads`: messages, citations, feedback, turns, logs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Text, cast, delete, func, select
from sqlalchemy.dialects.postgresql import JSONB, JSONPATH
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.law.documents import CENTRAL
from civicsetu.stores.schema import steps, threads, turns

_MOST = 500


@dataclass(frozen=True, slots=True)
class ConversationListed:
    """One conversation; `states` are those its last answer was asked of, `last` when its last message came.

    `cited` are the provisions that its first answer with any cites, each as document and path.
    """

    id: UUID
    name: str
    last: str
    states: tuple[str, ...]
    cited: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MessageKept:
    """One message of a conversation: a question, or an answer as Markdown."""

    text: str
    is_question: bool


async def list_conversations(connection: AsyncConnection, owner: str) -> list[ConversationListed]:
    """Return somebody's conversations, that with the newest message first."""
    last = select(func.max(steps.c.createdAt)).where(steps.c.threadId == threads.c.id).scalar_subquery()
    answered = (
        select(turns.c.answer["jurisdictions"])
        .where(turns.c.thread_id == threads.c.id)
        .order_by(turns.c.turn.desc())
        .limit(1)
        .scalar_subquery()
    )
    citations = turns.c.answer["citations"]
    cited = (
        select(_each(citations, "document").concat(_each(citations, "provision")))
        .where(turns.c.thread_id == threads.c.id, func.jsonb_array_length(citations) > 0)
        .order_by(turns.c.turn)
        .limit(1)
        .scalar_subquery()
    )
    told = func.coalesce(last, threads.c.createdAt, "")
    query = (
        select(threads.c.id, threads.c.name, told, answered, cited)
        .where(threads.c.userIdentifier == owner)
        .order_by(told.desc(), threads.c.id)
        .limit(_MOST)
    )
    rows = (await connection.execute(query)).all()
    return [
        ConversationListed(key, name or "", when, tuple(one for one in states or () if one != CENTRAL), _pairs(both or ()))
        for key, name, when, states, both in rows
    ]


def _each(citations: ColumnElement[object], field: str) -> ColumnElement[list[str]]:
    """That field of each citation, as one array."""
    return func.jsonb_path_query_array(citations, cast(f"$[*].{field}", JSONPATH), type_=JSONB)


def _pairs(both: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Documents and paths that were read one behind the other, each document with its path."""
    half = len(both) // 2
    return tuple(zip(both[:half], both[half:], strict=True))


async def read_messages(connection: AsyncConnection, owner: str, conversation: UUID) -> list[MessageKept]:
    """Return the messages of one's own conversation in order; none where it is not one's own, or is gone."""
    query = (
        select(steps.c.output, steps.c.type)
        .join(threads, threads.c.id == steps.c.threadId)
        .where(threads.c.id == conversation, threads.c.userIdentifier == owner)
        .order_by(steps.c.createdAt, steps.c.id)
    )
    return [MessageKept(text or "", kind == "user_message") for text, kind in await connection.execute(query)]


async def read_settings(connection: AsyncConnection, owner: str, conversation: UUID) -> dict[str, object]:
    """Return the settings of one's own conversation; none where it is not one's own, or is gone."""
    query = select(threads.c.metadata).where(threads.c.id == conversation, threads.c.userIdentifier == owner)
    kept = (await connection.execute(query)).scalar_one_or_none() or {}
    settings = kept.get("chat_settings")
    return dict(settings) if isinstance(settings, Mapping) else {}


async def erase_all(connection: AsyncConnection, owner: str) -> int:
    """Erase all conversations of somebody; returns how many there were."""
    gone = await connection.execute(delete(threads).where(threads.c.userIdentifier == owner))
    return gone.rowcount


async def erase_older(connection: AsyncConnection, before: datetime) -> int:
    """Erase the conversations whose last message came before that moment; returns how many there were.

    Chainlit keeps moments as text, all in UTC and in one form, whose order is theirs.
    """
    moment = cast(before.strftime("%Y-%m-%dT%H:%M:%S"), Text)
    newer = select(steps.c.id).where(steps.c.threadId == threads.c.id, steps.c.createdAt >= moment)
    old = func.coalesce(threads.c.createdAt, "") < moment
    gone = await connection.execute(delete(threads).where(old, ~newer.exists()))
    return gone.rowcount

# mypy: allow-untyped-calls
"""SQL statements of the data layer, each restricted to its owner."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid4

from chainlit.step import StepDict
from chainlit.types import ThreadFilter
from chainlit.utils import utc_now
from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.errors import NotFound
from civicsetu.stores.schema import feedbacks, steps, threads, users
from civicsetu.web.chat import records

Query = Select[*tuple[object, ...]]
_LONGEST_SEARCH = 200


def own_threads(identity: str | None) -> Query:
    return select(threads).where(threads.c.userIdentifier == (identity or ""))


def steps_with_feedback(thread: UUID) -> Query:
    given = (
        feedbacks.c.id.label("feedback_id"),
        feedbacks.c.value.label("feedback_value"),
        feedbacks.c.comment.label("feedback_comment"),
    )
    joined = steps.outerjoin(feedbacks, feedbacks.c.forId == steps.c.id)
    query = select(steps, *given).select_from(joined).where(steps.c.threadId == thread)
    return query.order_by(steps.c.createdAt, steps.c.id)


def own_answer(wanted: UUID, identity: str) -> Query:
    """Select the latest answer with the wanted id, or in the run with that id."""
    joined = steps.join(threads, threads.c.id == steps.c.threadId)
    return (
        select(steps.c.id, steps.c.threadId)
        .select_from(joined)
        .where(
            or_(steps.c.id == wanted, steps.c.parentId == wanted),
            steps.c.type == "assistant_message",
            threads.c.userIdentifier == identity,
        )
        .order_by(steps.c.createdAt.desc())
        .limit(1)
    )


def filter_conditions(filters: ThreadFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.search:
        wanted = f"%{_like(filters.search)}%"
        inside = select(steps.c.threadId).where(steps.c.output.ilike(wanted, escape="\\"))
        conditions.append(or_(threads.c.name.ilike(wanted, escape="\\"), threads.c.id.in_(inside)))
    if filters.feedback is not None:
        rated = select(feedbacks.c.threadId).where(feedbacks.c.value == int(filters.feedback))
        conditions.append(threads.c.id.in_(rated))
    return conditions


def _like(text: str) -> str:
    """A pattern for what is looked for, masked as what it is looked for in is masked."""
    wanted = records.mask_for_storage(text, _LONGEST_SEARCH) or ""
    return wanted.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


async def is_owned(connection: AsyncConnection, thread: UUID, identity: str | None) -> bool:
    query = select(func.count()).select_from(threads)
    query = query.where(threads.c.id == thread, threads.c.userIdentifier == (identity or ""))
    return (await connection.execute(query)).scalar_one() > 0


async def claim(connection: AsyncConnection, thread: UUID, identity: str, name: str | None = None) -> None:
    """Create the thread, under that name, if nobody has it, and lock it as `lock_own` does.

    Whoever owns something has a row; whoever only looks at the page has none.
    """
    if await _lock(connection, thread) == identity:
        return
    person = {"id": uuid4(), "identifier": identity, "metadata": {}, "createdAt": utc_now()}
    await connection.execute(insert(users).values(person).on_conflict_do_nothing())
    owner = select(users.c.id).where(users.c.identifier == identity).scalar_subquery()
    row = {
        "id": thread, "createdAt": utc_now(), "name": name, "userId": owner, "userIdentifier": identity, "metadata": {},
    }  # fmt: skip
    made = insert(threads).values(row).on_conflict_do_nothing().returning(threads.c.id)
    if (await connection.execute(made)).first() is None:
        await lock_own(connection, thread, identity)


async def change_own(connection: AsyncConnection, thread: UUID, identity: str, values: Mapping[str, object]) -> None:
    """Change columns of one's own thread; nothing happens to somebody else's, or without any."""
    if values:
        own = and_(threads.c.id == thread, threads.c.userIdentifier == identity)
        await connection.execute(update(threads).where(own).values(values))


async def lock_own(connection: AsyncConnection, thread: UUID, identity: str) -> None:
    """Lock one's own thread against deletion during this transaction.

    Raises:
        NotFound: it is somebody else's, or there is none (any more).
    """
    if await _lock(connection, thread) != identity:
        raise NotFound("thread")


async def _lock(connection: AsyncConnection, thread: UUID) -> str | None:
    """Lock a thread against deletion; whose it is, None where there is none."""
    query = select(threads.c.userIdentifier).where(threads.c.id == thread)
    owner: str | None = (await connection.execute(query.with_for_update(key_share=True, read=True))).scalar_one_or_none()
    return owner


async def keep_step(connection: AsyncConnection, step: StepDict) -> None:
    """Insert a message, or update it: only inside its own thread, and never as another type."""
    row = records.step_row(step)
    statement = insert(steps).values(row)
    same = and_(steps.c.threadId == statement.excluded.threadId, steps.c.type == statement.excluded.type)
    changed = {name: statement.excluded[name] for name in ("output", "isError", "end")}
    await connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=changed, where=same))

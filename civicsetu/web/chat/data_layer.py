# mypy: allow-untyped-calls, allow-untyped-decorators
"""Conversations as Chainlit wants them kept, in our tables, each under its owner's identity.

Chainlit checks owners only here and there (not at all for feedback or for a thread id a
browser makes up), and stores every step as often as it changes. So this layer asks in
every method whose request it is, in the same transaction that reads or writes; keeps
questions and finished answers only; and masks personal data before anything is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Set
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from uuid import UUID, uuid4
from weakref import WeakValueDictionary

from chainlit.context import ChainlitContextException, get_context
from chainlit.data.base import BaseDataLayer
from chainlit.data.utils import queue_until_user_message
from chainlit.element import Element, ElementDict
from chainlit.step import StepDict
from chainlit.types import Feedback, PageInfo, PaginatedResponse, Pagination, ThreadDict, ThreadFilter
from chainlit.user import PersistedUser, User
from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.errors import CivicSetuError, DiskFull, NotFound, StoreBusy
from civicsetu.stores.database import WAIT_S, once_more
from civicsetu.stores.schema import elements, feedbacks, steps, threads
from civicsetu.telemetry import get_logger
from civicsetu.web.chat import records, statements
from civicsetu.web.state import acting_in_http

if TYPE_CHECKING:
    from civicsetu.stores.database import Database

log = get_logger(__name__)

_PAGE_LIMIT = 100
_AT_ONCE = 2
_TURN_S = 10.0
_TOO_MANY_PAGES = "Too many of your pages load at the same time. Please try again in a moment."


@asynccontextmanager
async def _turn_of(own: asyncio.Semaphore) -> AsyncIterator[None]:
    """Hold one of a person's few places; raises StoreBusy where none comes free in time."""
    try:
        async with asyncio.timeout(_TURN_S):
            await own.acquire()
    except TimeoutError as error:
        raise StoreBusy("one person's transactions", user_message=_TOO_MANY_PAGES) from error
    try:
        yield
    finally:
        own.release()


def acting_identity() -> str | None:
    """Whose request or websocket this is; None when nobody's."""
    if (in_http := acting_in_http.get()) is not None:
        return in_http
    try:
        user = get_context().session.user
    except ChainlitContextException:
        return None
    return user.identifier if user else None


def _required_identity() -> str:
    identity = acting_identity()
    if identity is None:
        raise NotFound("no identity")
    return identity


def as_uuid(text: object) -> UUID:
    """Raises NotFound for what is not a UUID: nothing is kept under such an id."""
    try:
        return UUID(str(text))
    except ValueError:
        raise NotFound("not an id") from None


def _cursor(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None


class ConversationStore(BaseDataLayer):
    """Chainlit's data layer; `database` is asked for anew each time, because it opens after Chainlit.

    `being_answered` gives the ids of the questions whose answers are under way.
    """

    def __init__(
        self, database: Callable[[], Database], being_answered: Callable[[], Set[str]] = frozenset
    ) -> None:
        self._database = database
        self._being_answered = being_answered
        self._own: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, of which nobody waits long; raises StoreError, whose text holds no value that was given.

        A person has few at once: one with two hundred pages must not keep every connection from the others.

        Raises:
            StoreBusy: so many of this person's were before it that its turn did not come in time.
        """
        own = self._own.setdefault(acting_identity() or "", asyncio.Semaphore(_AT_ONCE))
        async with _turn_of(own), self._database().transaction(WAIT_S) as connection:
            yield connection

    # People

    async def get_user(self, identifier: str) -> PersistedUser | None:
        """Everybody who comes with an identity of ours; a row is made once they own something."""
        return PersistedUser(id=identifier, identifier=identifier, createdAt="", display_name="You")

    async def create_user(self, user: User) -> PersistedUser | None:
        return await self.get_user(user.identifier)

    # Threads

    async def keep_question(self, message: StepDict) -> bool:
        """Store a question in a thread that is, or becomes, the asker's own; False where the disk is full.

        Even then the thread is known to be nobody else's.

        Raises:
            NotFound: the thread is somebody else's, or nobody acts.
            StoreError: nothing was stored, and whose the thread is could not be read.
        """
        key, identity = as_uuid(message["threadId"]), _required_identity()
        try:
            await once_more(lambda: self._keep(message, []))
        except DiskFull:
            if await self.may_open(str(key), identity):
                return False
            raise NotFound("thread") from None
        return True

    async def may_open(self, thread_id: str, identity: str) -> bool:
        """Whether that identity may open a websocket on the thread: it is theirs, or nobody's yet."""
        async with self._transaction() as connection:
            query = select(threads.c.userIdentifier).where(threads.c.id == as_uuid(thread_id))
            owner = (await connection.execute(query)).first()
        return owner is None or owner[0] == identity

    async def get_thread_author(self, thread_id: str) -> str:
        """The acting identity when the thread is theirs, else an empty text (which Chainlit answers 404)."""
        try:
            async with self._transaction() as connection:
                owned = await statements.owned(connection, as_uuid(thread_id), acting_identity())
        except NotFound:
            return ""
        return acting_identity() or "" if owned else ""

    async def get_thread(self, thread_id: str) -> ThreadDict | None:
        identity = acting_identity()
        try:
            key = as_uuid(thread_id)
        except NotFound:
            return None
        async with self._transaction() as connection:
            thread = (
                (await connection.execute(statements.own_threads(identity).where(threads.c.id == key)))
                .mappings()
                .first()
            )
            if thread is None:
                return None
            kept = (await connection.execute(statements.steps_with_feedback(key))).mappings().all()
            cited = select(elements).where(elements.c.threadId == key)
            cards = (await connection.execute(cited)).mappings().all()
        return records.thread_of(thread, kept, cards, self._being_answered())

    async def list_threads(
        self, pagination: Pagination, filters: ThreadFilter
    ) -> PaginatedResponse[ThreadDict]:
        """The acting identity's conversations, newest first.

        `cursor` is the last id of the page before; one that is no id begins at the first page.
        """
        limit = max(1, min(pagination.first, _PAGE_LIMIT))
        query = (
            statements.own_threads(acting_identity())
            .order_by(threads.c.createdAt.desc(), threads.c.id)
            .limit(limit + 1)
        )
        if (cursor := _cursor(pagination.cursor)) is not None:
            last = select(threads.c.createdAt).where(threads.c.id == cursor).scalar_subquery()
            same_moment = and_(threads.c.createdAt == last, threads.c.id > cursor)
            query = query.where(or_(threads.c.createdAt < last, same_moment))
        for condition in statements.filter_conditions(filters):
            query = query.where(condition)
        async with self._transaction() as connection:
            rows = (await connection.execute(query)).mappings().all()
        shown = [records.thread_of(row, (), ()) for row in rows[:limit]]
        ends = PageInfo(
            hasNextPage=len(rows) > limit,
            startCursor=shown[0]["id"] if shown else None,
            endCursor=shown[-1]["id"] if shown else None,
        )
        return PaginatedResponse(pageInfo=ends, data=shown)

    async def update_thread(
        self,
        thread_id: str,
        name: str | None = None,
        user_id: str | None = None,
        metadata: dict[str, object] | None = None,
        tags: list[str] | None = None,
    ) -> None:
        """Rename, or keep the settings of, one's own thread. Only its first message (`user_id`) makes one.

        Raises:
            NotFound: the thread is somebody else's.
        """
        key, identity = as_uuid(thread_id), _required_identity()
        values = records.thread_changes(name, metadata)
        async with self._transaction() as connection:
            if user_id is not None:
                await statements.claim(connection, key, identity)
            if values:
                own = and_(threads.c.id == key, threads.c.userIdentifier == identity)
                await connection.execute(update(threads).where(own).values(values))

    async def delete_thread(self, thread_id: str) -> None:
        """Erase a conversation and all that hangs on it: messages, citations, feedback, turns, logs.

        Raises:
            NotFound: there is no such thread, or it is somebody else's.
        """
        own = and_(threads.c.id == as_uuid(thread_id), threads.c.userIdentifier == _required_identity())
        async with self._transaction() as connection:
            gone = await connection.execute(delete(threads).where(own))
        if gone.rowcount == 0:
            raise NotFound("thread")

    # Messages

    async def keep_answer(self, message: StepDict, cards: list[ElementDict]) -> None:
        """Store a finished answer and its citations in one transaction.

        Raises:
            NotFound: the thread is somebody else's.
            StoreError: nothing was stored.
        """
        await once_more(lambda: self._keep(message, cards))

    async def _keep(self, message: StepDict, cards: list[ElementDict]) -> None:
        """Doing this twice changes nothing."""
        key = as_uuid(message["threadId"])
        async with self._transaction() as connection:
            await statements.claim(connection, key, _required_identity())
            await statements.keep_step(connection, message)
            if cards:
                rows = [records.element_row(card, key, as_uuid(message["id"])) for card in cards]
                await connection.execute(insert(elements).values(rows).on_conflict_do_nothing())

    @queue_until_user_message()
    async def create_step(self, step_dict: StepDict) -> None:
        await self._keep_message(step_dict)

    @queue_until_user_message()
    async def update_step(self, step_dict: StepDict) -> None:
        await self._keep_message(step_dict)

    async def _keep_message(self, step: StepDict) -> None:
        """Store what Chainlit itself says, in a task nobody waits for: failures are logged.

        Questions are stored by `keep_question`, answers by `keep_answer`: somebody waits for those.
        """
        if step.get("type") != "assistant_message":
            return
        try:
            await once_more(lambda: self._keep(step, []))
        except CivicSetuError as error:
            log.error("message_persist_failed", error=type(error).__name__, step_type=step["type"])

    @queue_until_user_message()
    async def delete_step(self, step_id: str) -> None:
        mine = select(threads.c.id).where(threads.c.userIdentifier == _required_identity())
        async with self._transaction() as connection:
            await connection.execute(
                delete(steps).where(steps.c.id == as_uuid(step_id), steps.c.threadId.in_(mine))
            )

    async def get_favorite_steps(self, user_id: str) -> list[StepDict]:
        """Favourites are switched off."""
        return []

    # Citations

    @queue_until_user_message()
    async def create_element(self, element: Element) -> None:
        """Citations are stored with their answer (`keep_answer`); no other element is kept."""

    @queue_until_user_message()
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        """Citations go with their conversation, never alone."""

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        try:
            key, thread = as_uuid(element_id), as_uuid(thread_id)
        except NotFound:
            return None
        async with self._transaction() as connection:
            if not await statements.owned(connection, thread, acting_identity()):
                return None
            query = select(elements).where(elements.c.id == key, elements.c.threadId == thread)
            row = (await connection.execute(query)).mappings().first()
        return records.element_of(row) if row else None

    # Feedback

    async def upsert_feedback(self, feedback: Feedback) -> str:
        """Keep a thumb and its comment on an answer of one's own.

        The page sends the id of the run around an answer, not the answer's; either is
        understood, and what is stored is the answer's, which is also the turn's.

        Raises:
            NotFound: no such answer, or it is somebody else's.
        """
        identity, wanted = _required_identity(), as_uuid(feedback.forId)
        async with self._transaction() as connection:
            answer = (await connection.execute(statements.own_answer(wanted, identity))).first()
            if answer is None:
                raise NotFound("answer")
            given = {"value": 1 if feedback.value else 0, "comment": records.kept_text(feedback.comment)}
            row = {"id": uuid4(), "forId": answer.id, "threadId": answer.threadId, **given}
            statement = (
                insert(feedbacks).values(row).on_conflict_do_update(index_elements=["forId"], set_=given)
            )
            kept = await connection.execute(statement.returning(feedbacks.c.id))
            return str(kept.scalar_one())

    async def delete_feedback(self, feedback_id: str) -> bool:
        """Take back a thumb of one's own.

        Raises:
            NotFound: no such feedback, or it is somebody else's.
        """
        mine = select(threads.c.id).where(threads.c.userIdentifier == _required_identity())
        own = and_(feedbacks.c.id == as_uuid(feedback_id), feedbacks.c.threadId.in_(mine))
        async with self._transaction() as connection:
            gone = await connection.execute(delete(feedbacks).where(own))
        if gone.rowcount == 0:
            raise NotFound("feedback")
        return True

    async def build_debug_url(self) -> str:
        return ""

    async def close(self) -> None:
        """The database belongs to the service, which closes it."""

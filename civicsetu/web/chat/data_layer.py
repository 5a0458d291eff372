# mypy: allow-untyped-calls, allow-untyped-decorators
"""Store conversations for Chainlit in our tables, each under its owner's identity.

Chainlit checks owners only here and there (not at all for feedback or for a thread id a
browser makes up), and stores every step as often as it changes. So this layer asks in
every method whose request it is, in the same transaction that reads or writes; keeps
questions and finished answers only; and masks personal data before anything is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence, Set
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
from sqlalchemy import and_, delete, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.errors import CivicSetuError, DiskFull, NotFound, StoreBusy
from civicsetu.law.feedback import FeedbackReason
from civicsetu.stores.database import WAIT_S, retry_once
from civicsetu.stores.feedback_store import GivenFeedback, keep_details, read_given, read_sentences
from civicsetu.stores.schema import elements, feedbacks, steps, threads
from civicsetu.telemetry import get_logger
from civicsetu.web.chat import records, statements
from civicsetu.web.chat.reviewed_citations import mark_reviewed, read_reviewed
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
    """Return the identity whose request or websocket this is; None if there is none."""
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
    """Parse a UUID; raises NotFound for anything else, because nothing is stored under such an id."""
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
        """Return a user for any identity of ours; the row is created once they own something."""
        return PersistedUser(id=identifier, identifier=identifier, createdAt="", display_name="You")

    async def create_user(self, user: User) -> PersistedUser | None:
        return await self.get_user(user.identifier)

    # Threads

    async def keep_question(
        self,
        message: StepDict,
        *,
        may_begin: bool = True,
        name: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> bool:
        """Store a question in a thread that is, or becomes, the asker's own; False where the disk is full.

        Even then the thread is known to be nobody else's. `name` is what a thread is called that begins with it;
        with `may_begin` False none does. `settings` take the place of the thread's.

        Raises:
            NotFound: the thread is somebody else's, or nobody acts, or there is none and none may begin.
            StoreError: nothing was stored, and whose the thread is could not be read.
        """
        key, identity = as_uuid(message["threadId"]), _required_identity()
        try:
            await retry_once(lambda: self._keep(message, [], may_begin=may_begin, name=name, settings=settings))
        except DiskFull:
            if await self.may_open(str(key), identity):
                return False
            raise NotFound("thread") from None
        return True

    async def may_open(self, thread_id: str, identity: str) -> bool:
        """Return whether that identity may open a websocket on the thread: it is theirs, or nobody's yet."""
        async with self._transaction() as connection:
            query = select(threads.c.userIdentifier).where(threads.c.id == as_uuid(thread_id))
            owner = (await connection.execute(query)).first()
        return owner is None or owner[0] == identity

    async def get_thread_author(self, thread_id: str) -> str:
        """Return the acting identity if the thread is theirs, else an empty text (Chainlit then answers 404)."""
        try:
            async with self._transaction() as connection:
                owned = await statements.is_owned(connection, as_uuid(thread_id), acting_identity())
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
            reviewed = await read_reviewed(connection, key)
        whole = records.build_thread(thread, kept, cards, self._being_answered())
        mark_reviewed(whole["elements"] or [], reviewed)
        return whole

    async def list_threads(
        self, pagination: Pagination, filters: ThreadFilter
    ) -> PaginatedResponse[ThreadDict]:
        """List the acting identity's conversations, newest first.

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
        shown = [records.build_thread(row, (), ()) for row in rows[:limit]]
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
        """Rename one's own thread or store its settings. Only its first message (`user_id`) creates one.

        Raises:
            NotFound: the thread is somebody else's.
        """
        key, identity = as_uuid(thread_id), _required_identity()
        values = records.thread_changes(name, metadata)
        async with self._transaction() as connection:
            if user_id is not None:
                await statements.claim(connection, key, identity)
            await statements.change_own(connection, key, identity, values)

    async def delete_thread(self, thread_id: str) -> None:
        """Erase a conversation and all that belongs to it: messages, citations, feedback, turns, logs.

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

        A thread begins with a question: one that was erased while the answer was under way stays erased.

        Raises:
            NotFound: the thread is somebody else's, or was erased.
            StoreError: nothing was stored.
        """
        await retry_once(lambda: self._keep(message, cards))

    async def _keep(
        self,
        message: StepDict,
        cards: list[ElementDict],
        *,
        may_begin: bool = False,
        name: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> None:
        """Doing this twice changes nothing."""
        key, identity = as_uuid(message["threadId"]), _required_identity()
        async with self._transaction() as connection:
            if may_begin:
                await statements.claim(connection, key, identity, records.thread_name(name))
            else:
                await statements.lock_own(connection, key, identity)
            if settings is not None:
                changes = records.thread_changes(None, {"chat_settings": settings})
                await statements.change_own(connection, key, identity, changes)
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
            await retry_once(lambda: self._keep(step, []))
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
        """Return nothing: favourites are switched off."""
        return []

    # Citations

    @queue_until_user_message()
    async def create_element(self, element: Element) -> None:
        """Do nothing: citations are stored with their answer (`keep_answer`); no other element is kept."""

    @queue_until_user_message()
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        """Do nothing: citations go with their conversation, never alone."""

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        try:
            key, thread = as_uuid(element_id), as_uuid(thread_id)
        except NotFound:
            return None
        async with self._transaction() as connection:
            if not await statements.is_owned(connection, thread, acting_identity()):
                return None
            query = select(elements).where(elements.c.id == key, elements.c.threadId == thread)
            row = (await connection.execute(query)).mappings().first()
        return records.build_element(row) if row else None

    # Feedback

    async def upsert_feedback(self, feedback: Feedback) -> str:
        """Store a thumb and its comment on one's own answer; as `keep_feedback`, without a reason."""
        return await self.keep_feedback(feedback)

    async def keep_feedback(
        self, feedback: Feedback, reasons: Sequence[FeedbackReason] = (), sentence: int | None = None
    ) -> str:
        """Store a thumb on one's own answer with comment, reasons and the sentence meant; returns its id.

        The page sends the id of the run around an answer, not the answer's; either is
        understood, and what is stored is the answer's, which is also the turn's.

        Raises:
            NotFound: no such answer, or it is somebody else's.
            InputError: reasons with a thumb up, or a sentence the answer does not have; nothing is stored.
        """
        async with self._transaction() as connection:
            answer, thread = await self._own_answer(connection, feedback.forId)
            given = {"value": 1 if feedback.value else 0, "comment": records.mask_for_storage(feedback.comment)}
            row = {"id": uuid4(), "forId": answer, "threadId": thread, **given}
            statement = (
                insert(feedbacks).values(row).on_conflict_do_update(index_elements=["forId"], set_=given)
            )
            kept = (await connection.execute(statement.returning(feedbacks.c.id))).scalar_one()
            await keep_details(
                connection, kept, answer, helped=bool(feedback.value), reasons=reasons, sentence=sentence
            )
            return str(kept)

    async def read_feedback(self, answer_id: str) -> tuple[GivenFeedback | None, list[str]]:
        """Return what was said of one's own answer, and the answer's sentences.

        Raises:
            NotFound: no such answer, or it is somebody else's.
        """
        async with self._transaction() as connection:
            answer, _ = await self._own_answer(connection, answer_id)
            return await read_given(connection, answer), await read_sentences(connection, answer)

    async def _own_answer(self, connection: AsyncConnection, wanted: str) -> tuple[UUID, UUID]:
        """The id of an answer of one's own and its thread's, from the answer's id or that of the run around it."""
        query = statements.own_answer(as_uuid(wanted), _required_identity())
        answer = (await connection.execute(query)).first()
        if answer is None:
            raise NotFound("answer")
        return answer.id, answer.threadId

    async def delete_feedback(self, feedback_id: str) -> bool:
        """Delete one's own thumb.

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
        """Do nothing: the service owns the database and closes it."""

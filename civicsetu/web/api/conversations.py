# mypy: allow-untyped-calls
"""Conversations of the API: kept as those of the page are, under the identity that began them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from uuid import UUID, uuid4

from chainlit.step import StepDict
from chainlit.utils import utc_now

from civicsetu.errors import NotFound
from civicsetu.law.answers import Answer
from civicsetu.stores import conversation_store
from civicsetu.stores.database import WAIT_S
from civicsetu.web.api.callers import Caller
from civicsetu.web.chat.data_layer import acting_identity
from civicsetu.web.chat.handlers import get_conversations
from civicsetu.web.chat.rendering import answer_markdown
from civicsetu.web.state import acting_as, get_page

Kind = Literal["user_message", "assistant_message"]
_NOT_YOURS = "There is no such conversation."


async def find_conversation(caller: Caller, wanted: UUID | None) -> tuple[UUID | None, bool]:
    """Return the conversation a question belongs to, and whether it is new; None for a caller without identity.

    Raises:
        NotFound: it was erased, never was, or is somebody else's.
    """
    if wanted is None:
        return (uuid4(), True) if caller.identity else (None, False)
    with acting_as(caller.identity):
        if not caller.identity or not await get_conversations().get_thread_author(str(wanted)):
            raise NotFound("conversation", user_message=_NOT_YOURS)
    return wanted, False


async def read_settings(conversation: UUID) -> dict[str, object]:
    """Return the settings of the acting person's conversation; none where it is gone, or somebody else's.

    Raises:
        StoreError: they could not be read.
    """
    async with get_page().get_service().database.transaction(WAIT_S) as connection:
        return await conversation_store.read_settings(connection, acting_identity() or "", conversation)


async def keep_question(
    conversation: UUID, text: str, *, is_new: bool, settings: Mapping[str, object] | None = None
) -> None:
    """Store a question, and name a new conversation after it; nothing is stored where the disk is full.

    `settings` take the place of the conversation's.

    Raises:
        NotFound: the conversation was erased while the question waited for its turn.
        StoreError: nothing was stored.
    """
    message = _message(uuid4(), conversation, "user_message", text)
    try:
        await get_conversations().keep_question(message, may_begin=is_new, name=text, settings=settings)
    except NotFound as error:
        raise NotFound("conversation", user_message=_NOT_YOURS) from error


async def keep_answer(conversation: UUID, answer: Answer) -> None:
    """Store an answer as the page shows it.

    Raises:
        NotFound: the conversation was erased while it was answered.
        StoreError: nothing was stored.
    """
    shown = answer_markdown(answer, [citation.name for citation in answer.citations])
    await get_conversations().keep_answer(
        _message(UUID(answer.id), conversation, "assistant_message", shown, parent=uuid4()), []
    )


def _message(message: UUID, conversation: UUID, kind: Kind, text: str, parent: UUID | None = None) -> StepDict:
    """A message as Chainlit describes one; the page hangs the thumbs of an answer on its `parent`."""
    now = utc_now()
    return StepDict(
        id=str(message), threadId=str(conversation), parentId=str(parent) if parent else None, name="", type=kind,
        output=text, isError=False, createdAt=now, start=now, end=now,
    )  # fmt: skip

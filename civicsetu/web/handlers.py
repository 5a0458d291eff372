# mypy: allow-untyped-calls
"""What Chainlit calls: each handler turns one event of the page into one call of the service.

Every handler is wrapped: an error becomes one plain sentence for the person and a log
line with a request id; its text reaches neither the browser nor the database.
"""

from __future__ import annotations

import asyncio
import functools
import traceback
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ParamSpec
from uuid import UUID
from weakref import WeakKeyDictionary

import chainlit as cl
from chainlit.types import ThreadDict
from starlette.datastructures import Headers

from civicsetu.answering.question import Question
from civicsetu.errors import CivicSetuError
from civicsetu.telemetry import get_logger, request_context
from civicsetu.web import jurisdictions, readme
from civicsetu.web.data_layer import ConversationStore
from civicsetu.web.state import page
from civicsetu.web.streaming import AnswerStream

if TYPE_CHECKING:
    from civicsetu.stores.database import Database

log = get_logger(__name__)
Args = ParamSpec("Args")

UNEXPECTED = "Something went wrong on our side. Please ask again in a moment."
_FIRST_STATUS = "Reading your question"
_locks: WeakKeyDictionary[object, asyncio.Lock] = WeakKeyDictionary()

STARTERS = (
    ("Possession is late", "The flat is not handed over on the promised date. What can the buyer do?"),
    ("Registration of a project", "Which building projects must be registered before anything is sold?"),
    (
        "Deposit before an agreement",
        "How much may be taken as deposit before there is a written agreement for sale?",
    ),
    ("Defects after moving in", "Who has to repair defects that show up after the home was handed over?"),
)


@functools.cache
def conversations() -> ConversationStore:
    """The data layer of this process."""
    return ConversationStore(_database)


def _database() -> Database:
    return page().opened().database


def plain_sentence(error: Exception) -> str:
    """What a person is told about an error; the rest goes to the log, without any text of theirs."""
    if isinstance(error, CivicSetuError):
        log.warning("handler_refused", error=type(error).__name__)
        return error.user_message
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = [f"{frame.name}:{frame.lineno}" for frame in place]
    log.error("handler_failed", error=type(error).__name__, where=where)
    return UNEXPECTED


def plainly(handler: Callable[Args, Awaitable[None]]) -> Callable[Args, Awaitable[None]]:
    """Wrap a handler as the head of this file says."""

    @functools.wraps(handler)
    async def wrapped(*args: Args.args, **kwargs: Args.kwargs) -> None:
        with request_context(handler=handler.__name__):
            try:
                await handler(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 - the outermost edge: logged, and told to the person
                await cl.context.emitter.send_toast(plain_sentence(error), "error")

    return wrapped


async def starters(user: cl.User | None) -> list[cl.Starter]:
    """The same for everybody: general topics."""
    return [cl.Starter(label=label, message=message) for label, message in STARTERS]


async def identify(headers: Headers) -> cl.User | None:
    """Who a browser is: the identity its signed cookie carries, or nobody."""
    identity = page().identities.read_header(headers.get("cookie"))
    return cl.User(identifier=identity.id, display_name="You") if identity else None


@plainly
async def on_chat_start() -> None:
    await _show_settings()


@plainly
async def on_chat_resume(thread: ThreadDict) -> None:
    """Text, citations and thumbs come back by themselves; the settings panel does not."""
    await _show_settings()


@plainly
async def on_settings_update(settings: dict[str, Any]) -> None:
    await _show_settings()


@plainly
async def on_stop() -> None:
    log.info("stopped_by_person")


@plainly
async def on_message(message: cl.Message) -> None:
    """Answer one question; questions of one session wait for each other."""
    session = cl.context.session
    async with _locks.setdefault(session, asyncio.Lock()):
        stream = AnswerStream(page().opened(), conversations())
        await stream.status(_FIRST_STATUS)
        try:
            await _answer(message.content, session, stream)
        except asyncio.CancelledError:
            await stream.stop()
            raise
        except Exception as error:  # noqa: BLE001 - told in the message itself, and logged
            await stream.fail(plain_sentence(error))


async def _answer(text: str, session: Any, stream: AnswerStream) -> None:
    """The thread is claimed first: what is not the asker's own is neither read nor written."""
    await conversations().claim_thread(session.thread_id)
    await cl.send_window_message({"civicsetu": {"asked": session.thread_id}})
    question = Question(
        text=text,
        session=session.thread_id,
        turn_id=stream.turn_id,
        thread_id=UUID(session.thread_id),
        jurisdiction=jurisdictions.chosen(session.chat_settings),
        as_on=None,
    )
    async for event in page().opened().answer(question):
        await stream.show(event)


async def _show_settings() -> None:
    """Send the settings panel and tell the page's head which state is chosen."""
    session = cl.context.session
    documents = await page().opened().documents()
    readme.renew(page().settings.data_path, documents)
    held = {document.jurisdiction for document in documents}
    await jurisdictions.panel(held, session.chat_settings).send()
    await cl.send_window_message({"civicsetu": {"jurisdiction": jurisdictions.spoken(session.chat_settings)}})


def register() -> None:
    """Hand all of these to Chainlit; `app.py` calls it when Chainlit loads it."""
    cl.data_layer(conversations)
    cl.header_auth_callback(identify)
    cl.set_starters(starters)
    cl.on_chat_start(on_chat_start)
    cl.on_chat_resume(on_chat_resume)
    cl.on_settings_update(on_settings_update)
    cl.on_stop(on_stop)
    cl.on_message(on_message)

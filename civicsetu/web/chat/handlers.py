# mypy: allow-untyped-calls
"""What Chainlit calls: each handler turns one event of the page into one call of the service.

Every handler is wrapped: an error becomes one plain sentence for the person and a log
line with a request id; its text reaches neither the browser nor the database.
"""

from __future__ import annotations

import asyncio
import functools
import traceback
from collections.abc import Callable, Coroutine, Set
from contextlib import aclosing
from typing import TYPE_CHECKING, ParamSpec
from uuid import UUID
from weakref import WeakKeyDictionary

import chainlit as cl
from chainlit.types import ThreadDict
from starlette.datastructures import Headers

from civicsetu.answering.question import Question
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CivicSetuError
from civicsetu.law.answers import Answer
from civicsetu.telemetry import get_logger, request_context
from civicsetu.web.chat import buttons, offers, state_choice
from civicsetu.web.chat.data_layer import ConversationStore, acting_identity
from civicsetu.web.chat.offers import Choice, Offer
from civicsetu.web.chat.streaming import (
    QUESTION_NOT_STORED,
    STOPPED_BY_PERSON,
    STOPPED_WITH_PAGE,
    AnswerStream,
)
from civicsetu.web.pagefiles import readme
from civicsetu.web.state import page

if TYPE_CHECKING:
    from civicsetu.stores.database import Database

log = get_logger(__name__)
Args = ParamSpec("Args")
Handler = Callable[Args, Coroutine[object, object, None]]

UNEXPECTED = "Something went wrong on our side. Please ask again in a moment."
_FIRST_STATUS = "Reading your question"
_watching: set[asyncio.Task[None]] = set()
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
    return ConversationStore(_database, lambda: page().being_answered)


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


def plainly(handler: Handler[Args]) -> Handler[Args]:
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
    """Text, citations and thumbs come back by themselves; settings, head and buttons do not.

    Nor does an answer that is under way, asked for by a page that was reloaded meanwhile.
    """
    await _show_settings()
    last = await page().opened().last_answer(thread["id"])
    if last is not None:
        await _show_scope(last)
    if under_way := page().answers_to(step["id"] for step in thread["steps"]):
        watching = asyncio.create_task(_show_when_done(under_way, thread["id"]))
        _watching.add(watching)
        watching.add_done_callback(_watching.discard)


@plainly
async def _show_when_done(under_way: Set[asyncio.Task[object]], thread: str) -> None:
    """Show the conversation once more when the answers that are under way in it are there."""
    emitter = cl.context.emitter
    await emitter.task_start()
    try:
        await asyncio.wait(under_way)
        if (whole := await conversations().get_thread(thread)) is not None:
            await emitter.resume_thread(whole)
        if (last := await page().opened().last_answer(thread)) is not None:
            await _show_scope(last)
    finally:
        await emitter.task_end()


@plainly
async def on_settings_update(settings: dict[str, object]) -> None:
    """Another state is chosen: what was answered last may be asked again for it."""
    session = cl.context.session
    await _show_settings()
    if offer := buttons.standing(session):
        chosen = state_choice.chosen(session.chat_settings)
        await buttons.show(session, offers.for_setting(offer, chosen, get_registry()))


@plainly
async def on_stop() -> None:
    log.info("generation_cancelled")


@plainly
async def on_message(message: cl.Message) -> None:
    """Answer what was typed."""
    await _answer(message, message.content)


@plainly
async def on_button(button: str) -> None:
    """A button under the latest answer was pressed; one that stands no more does nothing."""
    session = cl.context.session
    found = buttons.find(session, button)
    if found is None:
        return
    offer, choice = found
    if choice.deed == "ask":
        await buttons.withdraw(session)
        session.current_task = asyncio.create_task(_ask_again(offer, choice))
    elif choice.deed == "widen":
        wider = offers.widened(offer, get_registry())
        await buttons.show(session, wider)
        await cl.send_window_message({"civicsetu": {"focus": wider.choices[0].id}})
    else:
        await cl.send_window_message({"civicsetu": {"settings": "open"}})


@plainly
async def _ask_again(offer: Offer, choice: Choice) -> None:
    """Ask the question once more for one state, as if it had been typed and the state chosen.

    The message, and the run around the answer that the page hangs its thumbs on, are those
    that Chainlit makes of a typed question.
    """
    session, emitter = cl.context.session, cl.context.emitter
    await emitter.task_start()
    try:
        session.chat_settings.update(state_choice.code_set(choice.jurisdiction))
        await _show_settings()
        asked = cl.Message(content=offers.asked_again(offer, choice, get_registry()), type="user_message")
        await asked.send()
        async with cl.Step(name="on_message", type="run", parent_id=asked.id):
            await _answer(asked, offer.question, jurisdiction=choice.jurisdiction, instead_of=offer.turn)
    finally:
        await emitter.task_end()


async def _answer(
    asked: cl.Message, text: str, *, jurisdiction: str | None = None, instead_of: UUID | None = None
) -> None:
    """Answer one question; questions of one session wait for each other, and are stored meanwhile."""
    session = cl.context.session
    stored = asyncio.create_task(conversations().keep_question(asked.to_dict()))
    stored.add_done_callback(lambda task: task.cancelled() or task.exception())  # seen, if nobody awaits it
    stream = AnswerStream(page().opened(), conversations())
    question = Question(
        text=text,
        session=session.thread_id,
        turn_id=stream.turn_id,
        thread_id=UUID(session.thread_id),
        jurisdiction=jurisdiction or state_choice.chosen(session.chat_settings),
        as_on=None,
        instead_of=instead_of,
        person=acting_identity() or "",
    )
    try:
        with page().answering(asked.id):
            async with _locks.setdefault(session, asyncio.Lock()):
                await buttons.withdraw(session)
                await stream.status(_FIRST_STATUS)
                await _show_answer(question, stream, stored)
    except asyncio.CancelledError:
        await stream.stop(STOPPED_WITH_PAGE if page().stopping else STOPPED_BY_PERSON)
        raise
    except Exception as error:  # noqa: BLE001 - told in the message itself, and logged
        await stream.fail(plain_sentence(error))


async def _require_stored(stored: asyncio.Task[bool], stream: AnswerStream) -> None:
    """The thread is the asker's own, or nothing of it is read; a question that is not stored is told."""
    try:
        kept = await asyncio.shield(stored)
    except CivicSetuError:
        stream.notes.append(QUESTION_NOT_STORED)
        raise
    if not kept:
        stream.notes.append(QUESTION_NOT_STORED)


async def _show_answer(question: Question, stream: AnswerStream, stored: asyncio.Task[bool]) -> None:
    """The thread is claimed before any of it is read: what is not the asker's own is neither read nor written."""

    async def begin() -> None:
        await _require_stored(stored, stream)
        await cl.send_window_message({"civicsetu": {"asked": question.session}})

    async with aclosing(page().opened().answer(question, begin)) as events:
        async for event in events:
            await stream.show(event)
    if stream.answer is not None:
        await _show_scope(stream.answer)


async def _show_scope(answer: Answer) -> None:
    """Tell the page's head whose law that was, and put under it what may be asked again."""
    session = cl.context.session
    await cl.send_window_message({"civicsetu": state_choice.in_force(answer.scope, session.chat_settings)})
    chosen = state_choice.chosen(session.chat_settings)
    await buttons.show(session, offers.offered(answer, chosen, get_registry()))


async def _show_settings() -> None:
    """Send the settings panel and tell the page's head which state is chosen."""
    session = cl.context.session
    documents = await page().opened().documents()
    readme.renew(page().settings.data_path, documents)
    held = {document.jurisdiction for document in documents}
    await state_choice.panel(held, session.chat_settings).send()
    await cl.send_window_message({"civicsetu": {"jurisdiction": state_choice.spoken(session.chat_settings)}})


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

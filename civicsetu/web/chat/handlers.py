# mypy: allow-untyped-calls
"""Handlers that Chainlit calls: each turns one event of the page into one call of the service.

Every handler is wrapped: an error becomes one plain sentence for the person and a log
line with a request id; its text reaches neither the browser nor the database.
"""

from __future__ import annotations

import asyncio
import functools
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence, Set
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, ParamSpec
from uuid import UUID
from weakref import WeakKeyDictionary

import chainlit as cl
from chainlit.input_widget import InputWidget
from chainlit.types import ThreadDict
from starlette.datastructures import Headers

from civicsetu.answering.question import Question
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CivicSetuError, NotFound
from civicsetu.law.answers import Answer
from civicsetu.telemetry import get_logger, request_context
from civicsetu.web.chat import buttons, corrected_facts, model_choice, state_choice, suggestions
from civicsetu.web.chat.data_layer import ConversationStore, acting_identity
from civicsetu.web.chat.parts import figures_told
from civicsetu.web.chat.streaming import (
    QUESTION_NOT_STORED,
    STOPPED_BY_PERSON,
    STOPPED_WITH_PAGE,
    AnswerStream,
)
from civicsetu.web.chat.suggestions import Suggestion, SuggestionButton
from civicsetu.web.language.choosing import find_frame_language, language_of_handshake
from civicsetu.web.language.english_sentences import find_original
from civicsetu.web.language.speaking import get_language, speaking, tell
from civicsetu.web.language.starters import list_starters
from civicsetu.web.pagefiles import readme
from civicsetu.web.state import get_page

if TYPE_CHECKING:
    from civicsetu.stores.database import Database

log = get_logger(__name__)
Args = ParamSpec("Args")
Handler = Callable[Args, Coroutine[object, object, None]]

UNEXPECTED = "Something went wrong on our side. Please ask again in a moment."
_FIRST_STATUS = "Reading your question"
_NOT_THE_LATEST = "A newer question has been asked since; please ask again in your own words."
_watching: set[asyncio.Task[None]] = set()
_locks: WeakKeyDictionary[object, asyncio.Lock] = WeakKeyDictionary()


@functools.cache
def get_conversations() -> ConversationStore:
    """Return the data layer of this process."""
    return ConversationStore(_database, lambda: get_page().being_answered)


def _database() -> Database:
    return get_page().get_service().database


def plain_sentence(error: Exception) -> str:
    """Return the sentence a person reads about an error; the details go to the log, without their text."""
    if isinstance(error, CivicSetuError):
        log.warning("handler_refused", error=type(error).__name__)
        return error.user_message
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = [f"{frame.name}:{frame.lineno}" for frame in place]
    log.error("handler_failed", error=type(error).__name__, where=where)
    return UNEXPECTED


def report_errors(handler: Handler[Args]) -> Handler[Args]:
    """Wrap a handler so that an error becomes one plain sentence on the page."""

    @functools.wraps(handler)
    async def wrapped(*args: Args.args, **kwargs: Args.kwargs) -> None:
        with request_context(handler=handler.__name__), speaking(_language_of(cl.context.session)):
            try:
                await handler(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 - the outermost edge: logged, and told to the person
                await cl.context.emitter.send_toast(tell(plain_sentence(error)), "error")

    return wrapped


def _language_of(session: object) -> str:
    return language_of_handshake(getattr(session, "environ", None))


async def starters(user: cl.User | None) -> list[cl.Starter]:
    """Return the starter questions in the language of the page."""
    return [cl.Starter(label=label, message=message) for label, message in list_starters()]


async def identify(headers: Headers) -> cl.User | None:
    """Return the user of a browser by its signed cookie; None without one."""
    identity = get_page().identities.read_header(headers.get("cookie"))
    return cl.User(identifier=identity.id, display_name="You") if identity else None


@report_errors
async def on_chat_start() -> None:
    """Show settings and head; a new conversation is about the state that this browser remembers."""
    session = cl.context.session
    if state_choice.SETTING not in session.chat_settings:
        remembered = state_choice.read_remembered((session.environ or {}).get("HTTP_COOKIE"))
        session.chat_settings.update(state_choice.code_set(remembered) if remembered else {})
    await _show_settings()


@report_errors
async def on_chat_resume(thread: ThreadDict) -> None:
    """Show settings, head and buttons again; Chainlit itself restores text, citations and thumbs.

    Nor does an answer that is under way, asked for by a page that was reloaded meanwhile.
    """
    await _show_settings()
    last = await get_page().get_service().last_answer(thread["id"])
    if last is not None:
        await _show_scope(last)
    if under_way := get_page().answers_to(step["id"] for step in thread["steps"]):
        watching = asyncio.create_task(_show_when_done(under_way, thread["id"]))
        _watching.add(watching)
        watching.add_done_callback(_watching.discard)


@report_errors
async def _show_when_done(under_way: Set[asyncio.Task[object]], thread: str) -> None:
    """Show the conversation once more when the answers that are under way in it are there."""
    emitter = cl.context.emitter
    await emitter.task_start()
    try:
        await asyncio.wait(under_way)
        if (whole := await get_conversations().get_thread(thread)) is not None:
            await emitter.resume_thread(whole)
        if (last := await get_page().get_service().last_answer(thread)) is not None:
            await _show_scope(last)
    finally:
        await emitter.task_end()


@report_errors
async def on_settings_update(settings: dict[str, object]) -> None:
    """Suggest asking the last question again for the state now chosen, which the browser is to remember."""
    session = cl.context.session
    await _show_settings(remember=True)
    if offer := buttons.get_suggestion(session):
        chosen = state_choice.get_chosen(session.chat_settings)
        await buttons.show(session, suggestions.suggest_for_setting(offer, chosen, get_registry()))


async def correct_fact(turn: str, name: str, value: str | Sequence[str]) -> None:
    """Ask the question of the latest answer once more with a fact corrected, which the conversation keeps.

    Raises:
        InputError: the value cannot be used; nothing has changed.
        NotFound: that answer is not the latest of this page any more.
    """
    session, registry = cl.context.session, get_registry()
    if name.startswith(figures_told.PREFIX):
        await _correct_figure(turn, name, value)
        return
    checked = corrected_facts.check_correction(name, value, registry)
    offer = _latest_suggestion(turn)
    await buttons.withdraw(session)
    if name == corrected_facts.STATE:
        session.current_task = asyncio.create_task(_ask_again(offer, SuggestionButton("", "", "ask", checked)))
        return
    session.chat_settings[f"{corrected_facts.PREFIX}{name}"] = checked
    asked = f"{tell(offer.question)}\n({corrected_facts.describe_correction(name, checked)})"
    session.current_task = asyncio.create_task(_ask_corrected(offer, asked))


async def _correct_figure(turn: str, name: str, value: str | Sequence[str]) -> None:
    """Ask the question once more with the right sum or day in the place of the wrong one."""
    offer, session = _latest_suggestion(turn), cl.context.session
    question, corrected = figures_told.correct_figure(offer.question, name, corrected_facts.require_one(value))
    await buttons.withdraw(session)
    session.current_task = asyncio.create_task(_ask_corrected(replace(offer, question=question), f"{question}\n({corrected})"))


def _latest_suggestion(turn: str) -> Suggestion:
    """Return what is offered under the latest answer; raises NotFound where that is another one."""
    offer = buttons.get_suggestion(cl.context.session)
    if offer is None or str(offer.turn) != turn:
        raise NotFound("answer", user_message=_NOT_THE_LATEST)
    return offer


async def choose_state(code: str) -> None:
    """Choose a state by hand, on the page that acts; CENTRAL is all of India."""
    cl.context.session.chat_settings.update(state_choice.code_set(code))
    await on_settings_update({})


@report_errors
async def on_stop() -> None:
    log.info("generation_cancelled")


@report_errors
async def on_message(message: cl.Message) -> None:
    """Answer what was typed, framed in its language; a day that it names is the one asked for."""
    corrected_facts.give_way_to_question(cl.context.session.chat_settings, message.content)
    with speaking(find_frame_language(message.content)):
        await _answer(message, message.content)


@report_errors
async def on_button(button: str) -> None:
    """Act on a pressed button; one that has been removed does nothing."""
    session = cl.context.session
    found = buttons.find(session, button)
    if found is None:
        return
    offer, choice = found
    if choice.deed == "ask":
        await buttons.withdraw(session)
        session.current_task = asyncio.create_task(_ask_again(offer, choice))
    elif choice.deed == "widen":
        with speaking(find_frame_language(offer.question)):
            wider = suggestions.suggest_wider(offer, get_registry())
        await buttons.show(session, wider)
        await cl.send_window_message({"civicsetu": {"focus": wider.choices[0].id}})
    else:
        await cl.send_window_message({"civicsetu": {"settings": "open"}})


@report_errors
async def _ask_again(offer: Suggestion, choice: SuggestionButton) -> None:
    """Ask the question once more for one state, as if it had been typed and the state chosen."""
    cl.context.session.chat_settings.update(state_choice.code_set(choice.jurisdiction))
    await _show_settings(remember=True)
    with speaking(find_frame_language(offer.question)):
        words = suggestions.write_asked_again(offer, choice, get_registry())
        async with _typed_again(words) as asked:
            await _answer(asked, offer.question, jurisdiction=choice.jurisdiction, instead_of=offer.turn)


@report_errors
async def _ask_corrected(offer: Suggestion, words: str) -> None:
    """Ask the question once more with the facts as they are now, of the states it was asked of."""
    with speaking(find_frame_language(offer.question)):
        async with _typed_again(words) as asked:
            await _answer(asked, offer.question, instead_of=offer.turn, corrected=True)


@asynccontextmanager
async def _typed_again(words: str) -> AsyncIterator[cl.Message]:
    """Show these words as a question that was typed.

    The message, and the run around the answer that the page hangs its thumbs on, are those
    that Chainlit makes of a typed question.
    """
    emitter = cl.context.emitter
    await emitter.task_start()
    try:
        asked = cl.Message(content=words, type="user_message")
        await asked.send()
        async with cl.Step(name="on_message", type="run", parent_id=asked.id):
            yield asked
    finally:
        await emitter.task_end()


async def _answer(
    asked: cl.Message,
    text: str,
    *,
    jurisdiction: str | None = None,
    instead_of: UUID | None = None,
    corrected: bool = False,
) -> None:
    """Answer one question; questions of one session wait for each other, and are stored meanwhile."""
    session = cl.context.session
    stored = asyncio.create_task(get_conversations().keep_question(asked.to_dict()))
    stored.add_done_callback(lambda task: task.cancelled() or task.exception())  # seen, if nobody awaits it
    instead = [question for _, question in list_starters()[:3]]
    stream = AnswerStream(get_page().get_service(), get_conversations(), text, instead, stored)
    question = Question(
        text=find_original(text),
        session=session.thread_id,
        turn_id=stream.turn_id,
        thread_id=UUID(session.thread_id),
        jurisdiction=jurisdiction or state_choice.get_chosen(session.chat_settings),
        as_on=corrected_facts.read_day(session.chat_settings),
        of_today=corrected_facts.wants_today(session.chat_settings),
        facts=corrected_facts.read_facts(session.chat_settings),
        language=get_language(),
        instead_of=instead_of,
        corrected=corrected,
        person=acting_identity() or "",
        by_model=model_choice.is_wanted(session.chat_settings),
    )
    try:
        with get_page().track_answer(asked.id):
            async with _locks.setdefault(session, asyncio.Lock()):
                await buttons.withdraw(session)
                await stream.show_status(_FIRST_STATUS)
                await _show_answer(question, stream, stored)
    except asyncio.CancelledError:
        await stream.stop(STOPPED_WITH_PAGE if get_page().stopping else STOPPED_BY_PERSON)
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

    async with aclosing(get_page().get_service().answer(question, begin)) as events:
        async for event in events:
            await stream.show(event)
    if stream.answer is not None:
        await _show_scope(stream.answer)


async def _show_scope(answer: Answer) -> None:
    """Tell the page's head whose law that was, and put under it what may be asked again, in the answer's language."""
    session = cl.context.session
    with speaking(_language_of(session)):
        scope = state_choice.describe_scope(answer.scope, session.chat_settings)
        framed = find_frame_language(answer.question)
    await cl.send_window_message({"civicsetu": scope})
    chosen = state_choice.get_chosen(session.chat_settings)
    with speaking(framed):
        offer = suggestions.suggest(answer, chosen, get_registry())
    await buttons.show(session, offer)


async def _show_settings(*, remember: bool = False) -> None:
    """Send the settings panel and tell the page which state is chosen, and who receives a question.

    `remember`: somebody has just chosen it by hand.
    """
    session, service = cl.context.session, get_page().get_service()
    documents = await service.list_documents()
    held = {document.jurisdiction for document in documents}
    writer = service.describe_writer()
    readme.renew(get_page().settings.data_path, documents, writer, get_page().settings.web.source_url)
    widgets: list[InputWidget] = [state_choice.build_select(held, session.chat_settings)]
    if writer is not None:
        widgets.append(model_choice.build_switch(writer, session.chat_settings))
    kept = corrected_facts.keep_facts(session.chat_settings)
    await cl.ChatSettings(widgets).send()
    session.chat_settings.update(kept)
    told: dict[str, object] = {
        "jurisdiction": state_choice.describe_choice(session.chat_settings),
        "states": state_choice.list_states(held),
        "chosen": state_choice.get_chosen(session.chat_settings) or "",
        "remember": remember,
        "session": session.id,
        "limit": get_page().settings.answering.max_question_chars,
    }
    told |= model_choice.describe_notice(writer, session.chat_settings)
    await cl.send_window_message({"civicsetu": told})


def register() -> None:
    """Register all handlers with Chainlit; `app.py` calls this when Chainlit loads it."""
    cl.data_layer(get_conversations)
    cl.header_auth_callback(identify)
    cl.set_starters(starters)
    cl.on_chat_start(on_chat_start)
    cl.on_chat_resume(on_chat_resume)
    cl.on_settings_update(on_settings_update)
    cl.on_stop(on_stop)
    cl.on_message(on_message)

# mypy: allow-untyped-calls
"""Stream one answer to the browser: stages first, then sentences, then the whole message.

The message's id is the turn's id. While work goes on the message shows what is being
done; sentences replace that, in batches of `BATCH_S` (sending each piece by itself costs
more than showing it); the finished message replaces them and is stored with its citations.
An answer is stored before it is shown whole, so that a reload finds it; what stands instead of
one is shown first: where it cannot be stored, nobody shall wait to be told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import UUID

import chainlit as cl
from chainlit.element import CustomElement
from chainlit.utils import utc_now

from civicsetu.errors import CivicSetuError, NotFound
from civicsetu.law.answers import NOT_STORED, Answer, Citation, Event, Final, Sentence, SentenceReady, Stage
from civicsetu.telemetry import get_logger
from civicsetu.web.chat.answer_element import AnswerElement, make_element
from civicsetu.web.chat.provision_cards import Card, NameBook, build_card_props
from civicsetu.web.chat.rendering import (
    answer_markdown,
    describe_stage,
    heading_line,
    note_line,
    said_by_citation,
    sentence_lines,
    statement_of,
)
from civicsetu.web.language.speaking import tell
from civicsetu.web.markdown import escape

if TYPE_CHECKING:
    from civicsetu.answering.provisions.views import ProvisionView
    from civicsetu.answering.service import AnsweringService
    from civicsetu.web.chat.data_layer import ConversationStore

log = get_logger(__name__)

BATCH_S = 0.075
QUESTION_NOT_STORED = "Your question could not be stored, so it will be gone when you reload the page."
STOPPED_BY_PERSON = "You stopped this answer before it was complete."
STOPPED_WITH_PAGE = "CivicSetu was stopped before this answer was complete. Please ask again in a moment."


class AnswerStream:
    """Renderer of the events of one turn as one message and its citation elements.

    `answer` is there once the whole of it is shown; `notes` are told under whatever ends it. `stored` ends once the
    question is stored, or is not: its answer is stored after it.
    """

    def __init__(
        self,
        service: AnsweringService,
        store: ConversationStore,
        question: str = "",
        starters: Sequence[str] = (),
        stored: asyncio.Task[bool] | None = None,
    ) -> None:
        self._service = service
        self._store = store
        self._stored = stored
        self._message = cl.Message(content="")
        self._parts = AnswerElement(self._message.id, question, starters)
        self._names = NameBook()
        self._elements: dict[str, CustomElement] = {}
        self._shown: dict[str, int] = {}
        self._sentences: list[str] = []
        self._doing = ""
        self._before: Sentence | None = None
        self._flush: asyncio.Task[None] | None = None
        self._due = False
        self.answer: Answer | None = None
        self.notes: list[str] = []

    @property
    def turn_id(self) -> UUID:
        return UUID(self._message.id)

    async def show_status(self, text: str) -> None:
        """Show what is being done; once sentences are there, below them until the next one comes."""
        doing = describe_stage(text)
        if self._sentences:
            self._doing = f"*{escape(doing)}*"
            self._parts.note_doing(doing)
            self._flush_later()
        else:
            await self._message.stream_token(escape(doing), is_sequence=True)
            await self._parts.show_progress(doing)

    async def show(self, event: Event) -> None:
        """Render one event; the last one finishes and stores the message."""
        if isinstance(event, Stage):
            self._parts.note(event)
            await self.show_status(event.text)
        elif isinstance(event, SentenceReady):
            said = statement_of(event.sentence)
            names = [await self._cite(citation, said) for citation in event.citations]
            self._parts.add(event, dict(zip(event.sentence.citations, names, strict=True)))
            heading = [heading_line(event.heading)] if event.heading else []
            before = None if heading else self._before
            self._sentences += [*heading, *sentence_lines(event.sentence, names, before)]
            self._before = event.sentence
            self._doing = ""
            self._flush_later()
        elif isinstance(event, Final):
            await self._finish(event.answer)

    async def fail(self, text: str) -> None:
        """End with one plain sentence instead of an answer."""
        self._message.is_error = True
        self._parts.stop(tell(text))
        await self._end_early(escape(tell(text)), [])

    async def stop(self, why: str) -> None:
        """End before the answer is complete, with what was already shown."""
        why = tell(why)
        self._parts.stop(why)
        cards = [*self._elements.values(), self._parts.sent]
        await self._end_early("\n\n".join([*self._sentences, f"*{why}*"]), cards)

    async def _finish(self, answer: Answer) -> None:
        said = said_by_citation(answer)
        names = [await self._cite(one, said.get(at, "")) for at, one in enumerate(answer.citations)]
        message = await self._ended(answer_markdown(answer, names))
        self._parts.finish(answer, names, self.notes)
        if not await self._kept([*self._elements.values(), self._parts.sent]):
            self._note(NOT_STORED)
            self._parts.finish(answer, names, [*self.notes, NOT_STORED])
        await self._parts.send()
        await message.send()
        self.answer = answer

    async def _end_early(self, content: str, cards: list[CustomElement]) -> None:
        message = await self._ended(content)
        await self._parts.send()
        await message.send()
        await self._kept(cards)

    async def _ended(self, content: str) -> cl.Message:
        """The message with its last words in it."""
        await self._cancel_flush()
        message = self._message
        message.content = content
        for note in self.notes:
            self._note(note)
        message.created_at = message.created_at or utc_now()
        message.persisted = True
        return message

    def _note(self, text: str) -> None:
        """Say something under the message, once."""
        note = note_line(text)
        if note not in self._message.content:
            self._message.content += f"\n\n{note}"

    async def _kept(self, cards: list[CustomElement]) -> bool:
        """Store the message with its citations; False where that failed."""
        if self._stored is not None:
            await asyncio.wait({self._stored})
        try:
            await self._store.keep_answer(self._message.to_dict(), [card.to_dict() for card in cards])
        except CivicSetuError as error:
            log.error("answer_persist_failed", error=type(error).__name__)
            return False
        return True

    async def _cite(self, citation: Citation, said: str) -> str:
        """The bracketed name of a citation; its panel is sent on its first mention and when something is added.

        `said` is the statement that cites it; empty where the law's own words do.
        """
        card = self._names.get_card(citation)
        if said and said not in card.said:
            card.said.append(said)
        holds = len(card.citations) + len(card.said)
        if self._shown.get(card.name) == holds:
            return card.name
        self._shown[card.name] = holds
        props = build_card_props(card, await self._views(card))
        element = self._elements.get(card.name)
        if element is None:
            element = self._elements[card.name] = make_element(card.name, props, self._message.id)
        element.props = props
        await element.send(for_id=self._message.id)
        return card.name

    async def _views(self, card: Card) -> list[ProvisionView]:
        """The text of the unit it lies in, in the cited edition, then the other; none if it cannot be read."""
        first, unit = str(card.citations[0].edition), card.citations[0].section_id
        try:
            cited = await self._service.read_provision(card.document, unit, first)
            others = [edition for edition in cited.editions if edition != first]
            for edition in others:
                await self._locate(card, edition)
            return [cited, *[await self._service.read_provision(card.document, unit, one) for one in others]]
        except CivicSetuError as error:
            log.warning("provision_load_failed", error=type(error).__name__)
            return []

    async def _locate(self, card: Card, edition: str) -> None:
        """Note where the cited provision stands in an edition that is not quoted, to be marked there."""
        with suppress(NotFound):
            place = await self._service.read_provision(card.document, card.provision, edition)
            card.places[edition] = (place.start, place.end)

    def _flush_later(self) -> None:
        self._due = True
        if self._flush is None or self._flush.done():
            self._flush = asyncio.create_task(self._flush_soon())

    async def _flush_soon(self) -> None:
        """Show what has come, until nothing has; the task is known until its last word is sent, so that none comes after the end."""
        while self._due:
            await asyncio.sleep(BATCH_S)
            self._due = False
            shown = [*self._sentences, *filter(None, [self._doing])]
            await self._message.stream_token("\n\n".join(shown), is_sequence=True)
            await self._parts.show_progress()

    async def _cancel_flush(self) -> None:
        flush, self._flush = self._flush, None
        if flush is not None:
            flush.cancel()
            await asyncio.gather(flush, return_exceptions=True)


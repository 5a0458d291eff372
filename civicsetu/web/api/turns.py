"""One question of the API from its body to its result, as a task of its own that can be ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid4

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.errors import AlreadyUnderWay, InputError, NotFound, StoreError, UnknownDocument
from civicsetu.law.answers import NOT_STORED, Event, Final, Warning
from civicsetu.telemetry import get_logger
from civicsetu.web.api import conversations
from civicsetu.web.api.callers import Caller
from civicsetu.web.api.kept_facts import FactsSent, check_sent
from civicsetu.web.api.questions import QuestionFields
from civicsetu.web.api.results import build_result
from civicsetu.web.state import acting_as, get_page

log = get_logger(__name__)

_ONE_AT_A_TIME = "A question of this conversation is being answered. Please wait for its answer."
_under_way: set[UUID] = set()

Tell = Callable[[Event], None]
"""Receives each event of a turn but the last."""


@dataclass(slots=True)
class PendingTurn:
    """A question that may be asked: its fields are known to be good, its conversation is the caller's.

    `facts` are those it gives and takes back; `settings` those its conversation gets for them, None where they stay.
    `service_ms` is how long the service worked on it, waiting for its turn and recording it included, storing the
    conversation left out.
    """

    question: Question
    fields: QuestionFields
    caller: Caller
    conversation: UUID | None
    is_new: bool
    facts: FactsSent = field(default_factory=FactsSent)
    settings: dict[str, object] | None = None
    service_ms: float = 0.0

    async def answer(self, tell: Tell) -> dict[str, object]:
        """Answer it and return the result's JSON, once it is stored; runs in a task of its own.

        Raises:
            CivicSetuError: as `AnsweringService.answer`, and AlreadyUnderWay, NotFound and ServerError.
        """
        service = get_page().get_service()
        with (
            acting_as(self.caller.identity),
            get_page().track_answer(str(self.question.turn_id)),
            _alone_in(self.conversation),
        ):
            await self._take_up_facts()
            final, conversation = await self._ask(service, tell), self.conversation
            if conversation is not None:
                try:
                    await conversations.keep_answer(conversation, final.answer)
                except NotFound:  # erased meanwhile: it stays erased
                    final, conversation = _note_not_stored(final), None
                except StoreError as error:
                    log.error("answer_persist_failed", error=type(error).__name__)
                    final = _note_not_stored(final)
            return await build_result(final, self.fields, conversation, service)

    async def _take_up_facts(self) -> None:
        """Ask with the facts that the conversation keeps, too."""
        if self.conversation is None:
            return
        settings = {} if self.is_new else await conversations.read_settings(self.conversation)
        self.question = replace(self.question, facts=self.facts.join_kept(settings))
        self.settings = self.facts.change_settings(settings)

    async def _ask(self, service: AnsweringService, tell: Tell) -> Final:
        """The last event; the others are told."""
        final: Final | None = None
        self.service_ms -= time.perf_counter() * 1000
        async with aclosing(service.answer(self.question, self._begin)) as events:
            async for event in events:
                if isinstance(event, Final):
                    final = event
                else:
                    tell(event)
        self.service_ms += time.perf_counter() * 1000
        assert final is not None, "the last event of a turn is Final"
        return final

    async def _begin(self) -> None:
        """The conversation is claimed before any of it is read."""
        if self.conversation is None:
            return
        began = time.perf_counter()
        await conversations.keep_question(
            self.conversation, self.question.text, is_new=self.is_new, settings=self.settings
        )
        self.service_ms -= (time.perf_counter() - began) * 1000


async def prepare_turn(
    text: str, fields: QuestionFields, caller: Caller, about: tuple[str, str] | None = None
) -> PendingTurn:
    """Check what a question says besides its words; `about` is the provision it is about, by document and path.

    Raises:
        InputError: an unknown jurisdiction or fact.
        NotFound: the conversation is not the caller's.
    """
    conversation, is_new = await conversations.find_conversation(caller, fields.conversation)
    facts = check_sent(fields.facts, get_page().get_service().registry)
    question = Question(
        text=text,
        session=str(conversation) if conversation else f"api-{uuid4()}",
        turn_id=uuid4(),
        thread_id=conversation,
        jurisdiction=_known_jurisdiction(fields.jurisdiction),
        facts=facts.given,
        as_on=fields.as_on,
        person=caller.person,
        kept=conversation is not None,
        by_model=fields.by_model,
        strict_extractive=fields.strict_extractive,
        require_hard_citations=fields.require_hard_citations,
        enable_claims=fields.enable_claims,
        low_confidence_behavior=fields.low_confidence_behavior,
        debug=fields.debug,
        about=about,
    )
    return PendingTurn(question, fields, caller, conversation, is_new, facts)


def _note_not_stored(final: Final) -> Final:
    note = Warning(kind="degraded", text=NOT_STORED)
    warnings = tuple(dict.fromkeys([*final.answer.warnings, note]))
    return final.model_copy(update={"answer": final.answer.model_copy(update={"warnings": warnings})})


def _known_jurisdiction(code: str | None) -> str | None:
    if code is None:
        return None
    try:
        return get_page().get_service().registry.check_jurisdiction(code)
    except UnknownDocument as error:
        raise InputError("jurisdiction", user_message=error.user_message) from error


@contextmanager
def _alone_in(conversation: UUID | None) -> Iterator[None]:
    """Raises AlreadyUnderWay where another question of that conversation is being answered."""
    if conversation is None:
        yield
        return
    if conversation in _under_way:
        raise AlreadyUnderWay("conversation", user_message=_ONE_AT_A_TIME)
    _under_way.add(conversation)
    try:
        yield
    finally:
        _under_way.discard(conversation)



"""What a question gets: the answer of `ask --json`, and beside it what was asked for."""

from __future__ import annotations

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.provisions.views import DocumentView
from civicsetu.answering.service import AnsweringService
from civicsetu.answering.trace_view import TraceView, describe_trace
from civicsetu.errors import NotFound
from civicsetu.law.answers import Answer, Context, Final, SentenceReady, Stage
from civicsetu.web.api.questions import QuestionFields
from civicsetu.web.problems import Problem


class ContextShown(Context):
    """A provision the answer was made from."""

    content: str | None = Field(None, description="Its text, with include_content; null where that of `as_on` is not held.")
    law: DocumentView | None = Field(None, description="The law it is in, with include_document.")


class QueryResult(Answer):
    """An answer; the fields are those of `civicsetu ask --json`, and `conversation` and what was asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    contexts: tuple[ContextShown, ...] = ()
    conversation: UUID | None = Field(None, description="Where to go on; null without a token, and where it was erased meanwhile.")
    trace: TraceView | None = Field(None, description="How it came to be, with debug.")


class FinalEvent(BaseModel):
    """The last event of a stream."""

    model_config = ConfigDict(extra="forbid")

    event: Literal["final"] = "final"
    answer: QueryResult


EVENTS: dict[str, type[BaseModel]] = {
    "Stage": Stage, "SentenceReady": SentenceReady, "FinalEvent": FinalEvent, "Problem": Problem,
}  # fmt: skip
"""What the events of a stream may hold, by the names of the description."""


async def build_result(
    final: Final, fields: QuestionFields, conversation: UUID | None, service: AnsweringService
) -> dict[str, object]:
    """Return the JSON of a result; what was not asked for is not in it."""
    told = final.answer.model_dump(mode="json")
    told["contexts"] = await _contexts(final.answer, fields, service)
    told["conversation"] = str(conversation) if conversation else None
    if fields.debug and isinstance(final.trace, Trace):
        told["trace"] = describe_trace(final.trace).model_dump(mode="json")
    return told


async def _contexts(answer: Answer, fields: QuestionFields, service: AnsweringService) -> list[dict[str, object]]:
    least = fields.min_score
    shown = [one for one in answer.contexts if least is None or one.score >= least][: fields.top_k]
    told: list[dict[str, object]] = [one.model_dump(mode="json") for one in shown]
    if fields.include_content:
        for one, context in zip(told, shown, strict=True):
            one["content"] = await _text(context.document, context.provision, answer.as_on, service)
    if fields.include_document:
        laws = {law.key: law.model_dump(mode="json") for law in await service.list_documents()}
        for one, context in zip(told, shown, strict=True):
            one["law"] = laws.get(context.document)
    return told


async def _text(document: str, provision: str, day: date | None, service: AnsweringService) -> str | None:
    """The words that were the law on the day the answer is about; None where those are not held."""
    try:
        if day is None:
            return (await service.read_provision(document, provision)).text
        reading = (await service.lookup.read_provision(document, provision, as_on=day)).reading
        return reading.text if reading else None
    except NotFound:
        return None

"""Questions outside the page: one, or a file of them; turns of one conversation share a session.

Nobody owns these conversations and no command could erase them, so they are forgotten as soon
as the command ends, also when it is interrupted.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence, Set
from contextlib import asynccontextmanager, contextmanager
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import TextIO, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from civicsetu.answering.question import LowConfidence, Question, Writing
from civicsetu.answering.service import AnsweringService, Models
from civicsetu.answering.understanding.given import check_facts
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import (
    CivicSetuError,
    InputError,
    ModelTimeout,
    SearchIncomplete,
    StoreError,
    UnknownDocument,
)
from civicsetu.law.answers import Answer, AnswerKind, Confidence, Context, Final, Warning
from civicsetu.models.writer.chat import ChatModels
from civicsetu.privacy.mask import mask
from civicsetu.progress import Progress
from civicsetu.retrieval.retriever import ContextOptions, LawContext, Substitutes
from civicsetu.settings import Settings
from civicsetu.telemetry import get_logger
from civicsetu.yaml_data import describe_error

_LONGEST_TOLD = 200


class BatchRow(BaseModel):
    """One row of the input."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    turn: int | None = None
    conversation: str | None = None
    question: str
    jurisdiction: str | None = None
    as_on: date | None = None
    by_model: bool | None = None
    strict_extractive: bool | None = None
    require_hard_citations: bool | None = None
    enable_claims: bool | None = None
    low_confidence_behavior: LowConfidence | None = None
    facts: dict[str, str] = {}
    debug: bool | None = None

    @property
    def writing(self) -> Writing:
        """The writing options that the row sets."""
        told = self.model_dump(include=set(Writing.__annotations__), exclude_none=True)
        return cast(Writing, told)


async def answer_one(
    settings: Settings,
    text: str,
    jurisdiction: str | None,
    as_on: date | None,
    writing: Writing | None = None,
    facts: Mapping[str, str] = MappingProxyType({}),
) -> Answer:
    """Answer a single question in a session of its own; `facts` are those of the asker, by name."""
    told = check_facts(facts, get_registry())
    state = get_registry().check_jurisdiction(jurisdiction) if jurisdiction else None
    session = f"cli-{uuid.uuid4()}"
    async with open_service(settings) as service, _forgotten(service, {session}):
        question = Question(text, session, jurisdiction=state, as_on=as_on, facts=told, **(writing or {}))
        return await final_answer(service, question)


async def search_one(
    settings: Settings, text: str, jurisdiction: str | None, *, include_structure: bool = False
) -> Sequence[Context]:
    """Return the evidence for a single question, as `AnsweringService.search` gives it."""
    state = get_registry().check_jurisdiction(jurisdiction) if jurisdiction else None
    async with open_service(settings) as service:
        return await service.search(text, state, include_structure=include_structure)


async def context_one(
    settings: Settings, text: str, jurisdiction: str | None, options: ContextOptions
) -> LawContext:
    """Return the law found for a single question, as `AnsweringService.context` writes it."""
    state = get_registry().check_jurisdiction(jurisdiction) if jurisdiction else None
    async with open_service(settings) as service:
        return await service.write_context(text, state, options)


async def answer_batch(
    settings: Settings, source: Path, out: Path, progress: Progress, writing: Writing | None = None
) -> int:
    """Answer every row in order; returns how many. `writing` counts for the rows that do not say it themselves.

    A question nobody can read, or that was not answered in two attempts, gets a row that says so: one
    such row must not cost the others.

    Raises:
        InputError: the file is missing, a row is malformed (the message names the line), or
            the answers cannot be written there.
    """
    rows = read_rows(source)
    run = uuid.uuid4()
    sessions: set[str] = set()
    async with open_service(settings) as service, _forgotten(service, sessions):
        with _opened_for_writing(out) as written:
            for number, row in enumerate(rows, start=1):
                session = _session(run, row)
                sessions.add(session)
                answer = await _answer_row(service, row, session, {**(writing or {}), **row.writing})
                told = answer.model_dump(mode="json") | {"id": row.id, "turn": row.turn or answer.turn}
                written.write(json.dumps(told, ensure_ascii=False) + "\n")
                written.flush()
                progress("answering", number / len(rows))
    return len(rows)


def read_rows(source: Path) -> list[BatchRow]:
    """Parse a batch file; raises InputError naming the line."""
    try:
        lines = source.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(user_message=f"{source} cannot be read as text.") from error
    rows: list[BatchRow] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = BatchRow.model_validate_json(line)
            if row.jurisdiction:
                get_registry().check_jurisdiction(row.jurisdiction)
            check_facts(row.facts, get_registry())
        except (ValidationError, UnknownDocument, InputError) as error:
            why = f"{describe_error(error)}."
            if isinstance(error, UnknownDocument):
                why = f"there is no jurisdiction {row.jurisdiction!r}."
            elif isinstance(error, InputError):
                why = error.user_message
            raise InputError(user_message=f"Line {number} of {source.name} cannot be used: {why}") from error
        rows.append(row)
    if not rows:
        raise InputError(user_message=f"{source.name} holds no questions.")
    return rows


async def _answer_row(
    service: AnsweringService, row: BatchRow, session: str, writing: Writing | None = None
) -> Answer:
    state = service.registry.check_jurisdiction(row.jurisdiction) if row.jurisdiction else None
    facts = check_facts(row.facts, service.registry)
    question = Question(
        row.question, session=session, jurisdiction=state, as_on=row.as_on, facts=facts, **(writing or {})
    )
    try:
        try:
            return await final_answer(service, question)
        except (SearchIncomplete, ModelTimeout):
            return await final_answer(service, question)
    except (InputError, SearchIncomplete, ModelTimeout) as error:
        return _not_answered(service, row, error, await service.answer_hash())


def _not_answered(
    service: AnsweringService, row: BatchRow, error: CivicSetuError, answer_hash: str
) -> Answer:
    """A row that asks back, never an abstention: that would say that the law does not answer."""
    degraded = () if isinstance(error, InputError) else (Warning(kind="degraded", text=error.user_message),)
    return Answer(
        id=row.id,
        question=mask(row.question, _LONGEST_TOLD),
        kind=AnswerKind.CLARIFY,
        abstained=False,
        answer=error.user_message,
        confidence=Confidence(score=0.0, level="none"),
        warnings=degraded,
        settings_hash=service.settings.settings_hash(),
        answer_hash=answer_hash,
    )


def _session(run: uuid.UUID, row: BatchRow) -> str:
    """Rows of one conversation share a session; a row without one is alone, whatever its id.

    A session is stored, and people name conversations by phone numbers: it tells neither.
    """
    return f"batch-{uuid.uuid5(run, row.conversation) if row.conversation else uuid.uuid4()}"


@contextmanager
def _opened_for_writing(out: Path) -> Iterator[TextIO]:
    try:
        written = out.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(user_message=f"{out} cannot be written: {error.strerror}.") from error
    with written:
        yield written


@asynccontextmanager
async def _forgotten(service: AnsweringService, sessions: Set[str]) -> AsyncIterator[None]:
    """Erase the turns of these sessions at the end; an answer is not lost because that failed."""
    try:
        yield
    finally:
        try:
            if sessions:
                await service.forget(*sessions)
        except StoreError as error:
            get_logger(__name__).error("forget_failed", error=type(error).__name__, sessions=len(sessions))


async def final_answer(service: AnsweringService, question: Question) -> Answer:
    """Run a question to its end and keep only the final answer."""
    final: Answer | None = None
    async for event in service.answer(question):
        if isinstance(event, Final):
            final = event.answer
    assert final is not None, "the last event of a turn is Final"
    return final


@asynccontextmanager
async def open_service(
    settings: Settings,
    models: Models | None = None,
    instead: Substitutes = Substitutes(),
    writer: ChatModels | None = None,
) -> AsyncIterator[AnsweringService]:
    """Yield a service whose graph has been given its time to answer."""
    service = await AnsweringService.open(settings, models, instead, writer)
    try:
        await service.wait_for_graph(settings.web.graph_wait_s)
        yield service
    finally:
        await service.close()

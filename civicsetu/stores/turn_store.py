"""Turns in Postgres: question, answer, what was retrieved and which words rest on what.

A turn's id is the id of the message that shows it, so a thumb on the message finds all of
this by one join. Recording the same turn twice changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import ARRAY, RowMapping, Text, any_, cast, delete, exists, or_, select
from sqlalchemy.dialects.postgresql import insert

from civicsetu.errors import InputError
from civicsetu.law.answers import Answer
from civicsetu.law.judgments import Judgment
from civicsetu.stores.database import WAIT_S, Database
from civicsetu.stores.schema import citations, judgments, retrieval_log, steps, turns
from civicsetu.telemetry import get_logger

RetrieverType = Literal["semantic", "keyword", "hybrid"]
"""How provisions were found: by meaning, by their words or number, or both ways."""
_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Turn:
    """A recorded turn; `standalone_question` is the question with what it left unsaid."""

    turn_id: UUID
    session_id: str
    thread_id: UUID | None
    answer: Answer
    standalone_question: str
    created_at: datetime


class TurnStore:
    """Store of turns; all methods raise as `Database.connect` does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(
        self,
        answer: Answer,
        *,
        session_id: str,
        thread_id: UUID | None = None,
        standalone_question: str = "",
        plan: Mapping[str, object] | Sequence[object] = (),
        retrievers: Sequence[Mapping[str, object]] = (),
        contexts: Sequence[Mapping[str, object]] = (),
        retriever_type: RetrieverType | None = None,
        sentence_spans: Sequence[tuple[int, int]] | None = None,
        retrieval_ms: float = 0.0,
        judged: Sequence[Judgment] = (),
    ) -> bool:
        """Keep a turn with its retrieval, citations and judgments, in one transaction; False if it is kept already.

        `retriever_type` is how what is in `contexts` was found, None where nothing was. `sentence_spans` are the
        places of the sentences in `answer.answer`, found there when not given. A thread that does not
        exist is a StoreError, so nothing ownerless is kept.

        Raises:
            InputError: the answer's id is no UUID.
        """
        turn_id = _turn_id(answer)
        answer = Answer.model_validate(make_row_storable(answer.model_dump()))
        spans = sentence_spans if sentence_spans is not None else find_spans(answer)
        turn = {
            "turn_id": turn_id, "session_id": session_id, "thread_id": thread_id, "turn": answer.turn,
            "question": answer.question, "standalone_question": standalone_question or answer.question,
            "kind": answer.kind.value, "answer": answer.model_dump(mode="json"), "settings_hash": answer.settings_hash,
            "first_token_ms": answer.first_token_ms, "latency_ms": answer.latency_ms,
        }  # fmt: skip
        log = {
            "turn_id": turn_id, "query": standalone_question or answer.question,
            "plan": plan if isinstance(plan, Mapping) else list(plan), "retrievers": list(retrievers),
            "contexts": list(contexts), "latency_ms": retrieval_ms, "original_query": answer.question,
            "retriever_type": retriever_type, **_retrieved(answer),
        }  # fmt: skip
        async with self._database.transaction(WAIT_S) as connection:
            first = insert(turns).values(make_row_storable(turn)).on_conflict_do_nothing().returning(turns.c.turn_id)
            if (await connection.execute(first)).first() is None:
                return False
            await connection.execute(insert(retrieval_log).values(make_row_storable(log)))
            cited = _citation_values(turn_id, answer, spans)
            if cited:
                await connection.execute(insert(citations), [make_row_storable(one) for one in cited])
            if judged:
                rows = [make_judgment_row(turn_id, one) for one in judged]
                await connection.execute(insert(judgments), rows)
        return True

    async def read_history(self, session_id: str, limit: int = 10) -> list[Turn]:
        """Return the last turns of a session, oldest first, without those that this version cannot read.

        Of a conversation on the page only those count whose answer stands in it: a process
        that is killed in between records an answer that nobody was shown.
        """
        shown = or_(turns.c.thread_id.is_(None), exists().where(steps.c.id == turns.c.turn_id))
        wanted = (
            select(turns)
            .where(turns.c.session_id == make_text_storable(session_id), shown)
            .order_by(turns.c.turn.desc(), turns.c.created_at.desc())
            .limit(limit)
        )
        async with self._database.connect(WAIT_S) as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [turn for row in reversed(rows) if (turn := _turn(row)) is not None]

    async def get_turn(self, turn_id: UUID) -> Turn | None:
        """Return one turn; None where there is none, or this version cannot read it."""
        async with self._database.connect(WAIT_S) as connection:
            found = await connection.execute(select(turns).where(turns.c.turn_id == turn_id))
            row = found.mappings().one_or_none()
        return None if row is None else _turn(row)

    async def read_judgments(self, turn_id: UUID) -> list[Judgment]:
        """Return what was judged of one turn, in the order it was judged."""
        wanted = select(judgments).where(judgments.c.turn_id == turn_id).order_by(judgments.c.judgment_id)
        async with self._database.connect(WAIT_S) as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [read_judgment(row) for row in rows]

    async def erase_sessions(self, session_ids: Sequence[str]) -> int:
        """Forget all turns of these sessions with all that is kept of them; how many there were."""
        storable = [make_text_storable(one) for one in session_ids]
        wanted = turns.c.session_id == any_(cast(storable, ARRAY(Text)))
        async with self._database.transaction(WAIT_S) as connection:
            erased = await connection.execute(delete(turns).where(wanted))
            return int(erased.rowcount)


def make_text_storable(text: str) -> str:
    """Drop what Postgres cannot hold in a text: NUL and lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode()


def make_row_storable(row: Mapping[str, object]) -> dict[str, object]:
    """Drop what Postgres cannot hold from the texts of a row; NaN and infinities become None."""
    return {make_text_storable(name): _storable(value) for name, value in row.items()}


def _storable(value: object) -> object:
    if isinstance(value, str):
        return make_text_storable(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {_storable(key): _storable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(inner) for inner in value]
    return value


def find_spans(answer: Answer) -> list[tuple[int, int]]:
    """Return where each sentence stands in the answer's text, in order; (0, 0) for one that does not."""
    spans: list[tuple[int, int]] = []
    at = 0
    for sentence in answer.sentences:
        start = answer.answer.find(sentence.text, at)
        if start < 0:
            spans.append((0, 0))
            continue
        at = start + len(sentence.text)
        spans.append((start, at))
    return spans


def _turn_id(answer: Answer) -> UUID:
    try:
        return UUID(answer.id)
    except ValueError:
        raise InputError("the id of an answer is not a UUID") from None


def _retrieved(answer: Answer) -> dict[str, object]:
    """The provisions an answer was made from, in rank order: as written, their documents, their scores."""
    return {
        "top_k": len(answer.contexts),
        "retrieved_ids": [f"{one.document} {one.provision}" for one in answer.contexts],
        "retrieved_documents": [one.document for one in answer.contexts],
        "retrieved_scores": [one.score for one in answer.contexts],
    }


def _citation_values(
    turn_id: UUID, answer: Answer, spans: Sequence[tuple[int, int]]
) -> list[dict[str, object]]:
    """One row for each sentence and each provision it cites."""
    values = []
    for index, (sentence, span) in enumerate(zip(answer.sentences, spans, strict=True)):
        for cited in (answer.citations[number] for number in sentence.citations):
            values.append(
                {
                    "turn_id": turn_id, "sentence_index": index, "span_start": span[0], "span_end": span[1],
                    "support": sentence.support.value, "document": cited.document,
                    "provision": cited.provision, "edition_id": cited.edition_id,
                    "chunk_id": cited.chunk_id, "quote_start": cited.start, "quote_end": cited.end,
                }
            )  # fmt: skip
    return values


def make_judgment_row(turn_id: UUID, one: Judgment) -> dict[str, object]:
    """Return a judgment of a turn as its row."""
    values = {
        "turn_id": turn_id, "criterion": one.criterion, "judge": one.judge, "sentence_index": one.sentence,
        "passed": one.passed, "score": one.score, "evidence_json": one.model_dump(mode="json")["evidence"],
    }  # fmt: skip
    return make_row_storable(values)


def read_judgment(row: RowMapping) -> Judgment:
    """Return what `make_judgment_row` wrote."""
    return Judgment(
        criterion=row["criterion"], judge=row["judge"], passed=row["passed"], score=row["score"],
        sentence=row["sentence_index"], evidence=row["evidence_json"],
    )  # fmt: skip


def read_answer(stored: object, of: object) -> Answer | None:
    """Return an answer from how it was stored; None, with whose (`of`) it was in the log, where this version cannot read it.

    A version before may have stored an answer that this one refuses; the others must not go with it.
    """
    try:
        return Answer.model_validate(stored)
    except ValidationError as error:
        _log.warning("answer_unreadable", of=str(of), errors=error.error_count())
        return None


def _turn(row: RowMapping) -> Turn | None:
    answer = read_answer(row["answer"], row["turn_id"])
    return None if answer is None else Turn(
        turn_id=row["turn_id"], session_id=row["session_id"], thread_id=row["thread_id"], answer=answer,
        standalone_question=row["standalone_question"], created_at=row["created_at"],
    )  # fmt: skip

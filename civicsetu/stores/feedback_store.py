"""Feedback in Postgres: a thumb is Chainlit's row, why it was given and on what evidence is ours beside it.

The rows go with the thumb, the turn and the conversation, so that erasing any of them leaves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import RowMapping, Select, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.errors import InputError
from civicsetu.law.answers import Answer
from civicsetu.law.feedback import FeedbackReason
from civicsetu.stores.database import Database
from civicsetu.stores.schema import feedback_details, feedbacks, turns
from civicsetu.stores.turn_store import read_answer

_NO_SUCH_SENTENCE = "That sentence is not in this answer; choose another one, or the whole answer."
_REASONS_OF_WRONG = "Reasons and a sentence go with an answer that is wrong."


@dataclass(frozen=True, slots=True)
class GivenFeedback:
    """Feedback of somebody on one answer.

    `evidence` holds the kind of the answer, the sentence pointed at, the provisions cited with their spans and the
    provisions found; `answer_hash` names what the answer came from. Both are empty for a thumb given before they
    were kept, and for a message that is no recorded turn.
    """

    feedback_id: UUID
    turn_id: UUID
    helped: bool
    comment: str = ""
    reasons: tuple[FeedbackReason, ...] = ()
    sentence: int | None = None
    evidence: Mapping[str, object] = field(default_factory=dict)
    answer_hash: str = ""
    given_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FeedbackOnTurn:
    """Feedback with the turn it was given on."""

    given: GivenFeedback
    answer: Answer
    standalone_question: str


async def keep_details(
    connection: AsyncConnection,
    feedback_id: UUID,
    turn_id: UUID,
    *,
    helped: bool,
    reasons: Sequence[FeedbackReason] = (),
    sentence: int | None = None,
) -> None:
    """Keep why a thumb was given, with the evidence as it stands, in the caller's transaction; replaces what was kept.

    Raises:
        InputError: reasons or a sentence with a thumb up, or a sentence that the answer does not have.
    """
    if helped and (reasons or sentence is not None):
        raise InputError("reasons with a thumb up", user_message=_REASONS_OF_WRONG)
    answer = await _read_answer(connection, turn_id)
    if sentence is not None and (answer is None or not 0 <= sentence < len(answer.sentences)):
        raise InputError("no such sentence", user_message=_NO_SUCH_SENTENCE)
    values = {
        "turn_id": turn_id if answer else None,
        "reasons": [reason.value for reason in dict.fromkeys(reasons)],
        "sentence_index": sentence,
        "evidence_json": build_evidence(answer, sentence) if answer else {},
        "answer_hash": answer.answer_hash if answer else "",
        "created_at": func.now(),
    }
    statement = insert(feedback_details).values(feedback_id=feedback_id, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=["feedback_id"], set_=values))


def build_evidence(answer: Answer, sentence: int | None) -> dict[str, object]:
    """Return what an answer stood on when feedback was given: enough to find it again in a later version."""
    return {
        "kind": answer.kind.value,
        "sentence": answer.sentences[sentence].shown if sentence is not None else "",
        "citations": [
            {
                "document": one.document, "provision": one.provision, "edition": one.edition.value,
                "edition_id": str(one.edition_id), "start": one.start, "end": one.end,
            }
            for one in answer.citations
        ],
        "contexts": [f"{one.document} {one.provision}" for one in answer.contexts],
    }  # fmt: skip


async def read_given(connection: AsyncConnection, turn_id: UUID) -> GivenFeedback | None:
    """Return the feedback on one answer; None where there is none."""
    row = (await connection.execute(select_feedback().where(feedbacks.c.forId == turn_id))).mappings().first()
    return None if row is None else to_feedback(row)


async def read_sentences(connection: AsyncConnection, turn_id: UUID) -> list[str]:
    """Return the sentences of one answer, for somebody to point at one; none of a message that is no turn."""
    answer = await _read_answer(connection, turn_id)
    return [one.shown for one in answer.sentences] if answer else []


async def read_all_feedback(database: Database) -> list[FeedbackOnTurn]:
    """Return all feedback that stands on a recorded turn which this version can read, oldest turn first."""
    wanted = select_feedback().add_columns(turns.c.turn_id, turns.c.answer, turns.c.standalone_question)
    wanted = wanted.join(turns, turns.c.turn_id == feedbacks.c.forId).order_by(turns.c.created_at, turns.c.turn_id)
    async with database.connect() as connection:
        rows = (await connection.execute(wanted)).mappings().all()
    return [
        FeedbackOnTurn(to_feedback(row), answer, row["standalone_question"])
        for row in rows
        if (answer := read_answer(row["answer"], row["turn_id"])) is not None
    ]


def select_feedback() -> Select[*tuple[object, ...]]:
    """Select every thumb with its details where there are any, in the columns that `to_feedback` reads."""
    return select(
        feedbacks.c.id.label("feedback_id"),
        feedbacks.c.forId.label("feedback_turn"),
        feedbacks.c.value.label("feedback_value"),
        feedbacks.c.comment.label("feedback_comment"),
        feedback_details.c.reasons.label("feedback_reasons"),
        feedback_details.c.sentence_index.label("feedback_sentence"),
        feedback_details.c.evidence_json.label("feedback_evidence"),
        feedback_details.c.answer_hash.label("feedback_answer_hash"),
        feedback_details.c.created_at.label("feedback_at"),
    ).select_from(feedbacks.outerjoin(feedback_details, feedback_details.c.feedback_id == feedbacks.c.id))


def to_feedback(row: RowMapping) -> GivenFeedback:
    """Read a row of `select_feedback`; a reason of a later version is passed over."""
    known = set(FeedbackReason)
    return GivenFeedback(
        feedback_id=row["feedback_id"],
        turn_id=row["feedback_turn"],
        helped=bool(row["feedback_value"]),
        comment=row["feedback_comment"] or "",
        reasons=tuple(FeedbackReason(one) for one in row["feedback_reasons"] or () if one in known),
        sentence=row["feedback_sentence"],
        evidence=row["feedback_evidence"] or {},
        answer_hash=row["feedback_answer_hash"] or "",
        given_at=row["feedback_at"],
    )


async def _read_answer(connection: AsyncConnection, turn_id: UUID) -> Answer | None:
    held = (await connection.execute(select(turns.c.answer).where(turns.c.turn_id == turn_id))).scalar_one_or_none()
    return None if held is None else read_answer(held, turn_id)

"""Recorded turns as a reviewer reads them, and what a reviewer says of them.

A review is rows of `judgments` whose judge is a person; `citations.correctness` holds what was said of a citation
last. A review is saved whole or not at all, and a person's second review of a turn replaces the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    RowMapping,
    Select,
    Text,
    and_,
    cast,
    delete,
    exists,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.errors import InputError, NotFound
from civicsetu.law.answers import Answer, AnswerKind, QueryType
from civicsetu.law.feedback import FeedbackReason
from civicsetu.law.judgments import Judgment
from civicsetu.stores.database import WAIT_S, Database
from civicsetu.stores.feedback_store import GivenFeedback, select_feedback, to_feedback
from civicsetu.stores.schema import citations, feedback_details, feedbacks, judgments, retrieval_log, turns
from civicsetu.stores.turn_store import make_judgment_row, read_answer, read_judgment

PERSON = "person:"
"""What the judge of a person's judgment begins with."""
PAGE_ROWS = 25
_GONE = "This answer is not there any more; the person who asked has erased it."
_UNREADABLE = "Another version of the program stored this answer, and this one cannot read it."
_NO_SUCH_CITATION = "A citation of the review does not belong to this answer; nothing was saved."
SCRATCH_SESSION = "operator-"
_SCRATCH = ("evaluation-", SCRATCH_SESSION)
"""Sessions of measurements, which are forgotten by themselves."""

FeedbackFilter = Literal["any", "helped", "wrong"]
VerdictFilter = Literal["unread", "good", "not_good"]


@dataclass(frozen=True, slots=True)
class TurnFilter:
    """Filter of the turns listed; None stands for all. `state` is a jurisdiction, `rubric` a verdict's criterion."""

    feedback: FeedbackFilter | None = None
    reason: FeedbackReason | None = None
    verdict: VerdictFilter | None = None
    kind: AnswerKind | None = None
    query_type: QueryType | None = None
    state: str | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """A turn in the list: `reviewers` are the persons who judged it, by name, in order of time.

    `answer` is None where another version of the program stored it in a form that this one cannot read.
    """

    turn_id: UUID
    question: str
    answer: Answer | None
    created_at: datetime
    feedback: GivenFeedback | None
    reviewers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitedRow:
    """A citation as it is recorded; `sentence` and the place tell which one of the answer's it is."""

    citation_id: int
    sentence: int
    document: str
    provision: str
    edition_id: UUID
    start: int
    end: int
    correctness: bool | None
    note: str


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A judgment with its time."""

    judgment: Judgment
    at: datetime

    @property
    def person(self) -> str:
        """The reviewer's name; empty where no person judged."""
        return self.judgment.judge.removeprefix(PERSON) if self.judgment.judge.startswith(PERSON) else ""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn with everything kept of it; `log` are the rows of its retrieval, `earlier` the questions before it."""

    turn_id: UUID
    answer: Answer
    standalone_question: str
    created_at: datetime
    earlier: tuple[str, ...] = ()
    log: tuple[Mapping[str, object], ...] = ()
    cited: tuple[CitedRow, ...] = ()
    judged: tuple[JudgedRow, ...] = ()
    feedback: GivenFeedback | None = None

    def judged_by(self, person: str) -> list[Judgment]:
        """Return what that reviewer said of it."""
        return [row.judgment for row in self.judged if row.person == person]

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Return the persons who judged it, in order of time."""
        return tuple(dict.fromkeys(row.person for row in self.judged if row.person))


@dataclass(frozen=True, slots=True)
class CitationWord:
    """Latest verdict on a citation; None where it was looked at and nothing said."""

    correct: bool | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """A person's review of one turn; `citations` by id, each verdict replaces the one before."""

    person: str
    judgments: Sequence[Judgment]
    citations: Mapping[int, CitationWord] = field(default_factory=dict)


class ReviewStore:
    """Store of reviews; all methods raise as `Database.connect` does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_turns(self, wanted: TurnFilter, rubric: str) -> tuple[list[ListedTurn], bool]:
        """Return a page of turns, newest first, and whether there are more; `rubric` is the verdict's criterion."""
        given = select_feedback().subquery("given")
        query = (
            select(turns.c.turn_id, turns.c.question, turns.c.answer, turns.c.created_at, *given.c, _reviewers())
            .select_from(turns.outerjoin(given, given.c.feedback_turn == turns.c.turn_id))
            .where(*_conditions(wanted, rubric))
            .order_by(turns.c.created_at.desc(), turns.c.turn_id)
            .limit(PAGE_ROWS + 1)
            .offset((wanted.page - 1) * PAGE_ROWS)
        )
        async with self._database.connect(WAIT_S) as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [_listed(row) for row in rows[:PAGE_ROWS]], len(rows) > PAGE_ROWS

    async def read_turn(self, turn_id: UUID) -> RecordedTurn:
        """Return one turn with log, citations, judgments and feedback.

        Raises:
            NotFound: there is none of that id, or it was erased.
            InputError: another version of the program stored it in a form that this one cannot read.
        """
        async with self._database.connect(WAIT_S) as connection:
            row = (await connection.execute(select(turns).where(turns.c.turn_id == turn_id))).mappings().first()
            if row is None:
                raise NotFound("turn", user_message=_GONE)
            answer = read_answer(row["answer"], turn_id)
            if answer is None:
                raise InputError("unreadable answer", user_message=_UNREADABLE)
            earlier = await connection.execute(_earlier(row))
            log = await connection.execute(_of(retrieval_log, turn_id, retrieval_log.c.ret_id))
            cited = await connection.execute(_of(citations, turn_id, citations.c.citation_id))
            judged = await connection.execute(_of(judgments, turn_id, judgments.c.judgment_id))
            given = await connection.execute(select_feedback().where(feedbacks.c.forId == turn_id))
            thumb = given.mappings().first()
            return RecordedTurn(
                turn_id=turn_id,
                answer=answer,
                standalone_question=row["standalone_question"],
                created_at=row["created_at"],
                earlier=tuple(one.question for one in earlier),
                log=tuple(dict(one) for one in log.mappings()),
                cited=tuple(map(_cited, cited.mappings())),
                judged=tuple(map(_judged, judged.mappings())),
                feedback=None if thumb is None else to_feedback(thumb),
            )

    async def save_review(self, turn_id: UUID, review: Review) -> None:
        """Put a person's review in the place of their earlier one, with the state of each citation, at once.

        Raises:
            NotFound: the turn was erased meanwhile.
            InputError: a citation belongs to another turn; nothing is saved.
        """
        own = judgments.c.judge == f"{PERSON}{review.person}"
        async with self._database.transaction(WAIT_S) as connection:
            await _replace_judgments(connection, turn_id, own, review.judgments)
            for citation_id, word in review.citations.items():
                mine = and_(citations.c.citation_id == citation_id, citations.c.turn_id == turn_id)
                told = {"correctness": word.correct, "note": word.note or None}
                done = await connection.execute(update(citations).where(mine).values(told))
                if done.rowcount != 1:
                    raise InputError("foreign citation", user_message=_NO_SUCH_CITATION)

    async def read_reviews(self) -> dict[UUID, list[JudgedRow]]:
        """Return what persons judged, by turn, each turn's in order of time."""
        wanted = (
            select(judgments)
            .where(judgments.c.judge.startswith(PERSON, autoescape=True))
            .order_by(judgments.c.turn_id, judgments.c.created_at, judgments.c.judgment_id)
        )
        found: dict[UUID, list[JudgedRow]] = {}
        async with self._database.connect() as connection:
            for row in (await connection.execute(wanted)).mappings():
                found.setdefault(row["turn_id"], []).append(_judged(row))
        return found

    async def add_judgments(self, turn_id: UUID, judge: str, judged: Sequence[Judgment]) -> None:
        """Put what a judge that is no person says in the place of what it said before.

        Raises:
            NotFound: the turn was erased meanwhile.
        """
        own = and_(judgments.c.judge == judge, judgments.c.criterion.in_({one.criterion for one in judged}))
        async with self._database.transaction(WAIT_S) as connection:
            await _replace_judgments(connection, turn_id, own, judged)


async def _replace_judgments(
    connection: AsyncConnection, turn_id: UUID, own: ColumnElement[bool], judged: Sequence[Judgment]
) -> None:
    """Put judgments of a turn in the place of `own`; raises NotFound where the turn was erased meanwhile."""
    held = select(turns.c.turn_id).where(turns.c.turn_id == turn_id)
    if (await connection.execute(held.with_for_update(key_share=True))).first() is None:
        raise NotFound("turn", user_message=_GONE)
    await connection.execute(delete(judgments).where(judgments.c.turn_id == turn_id, own))
    if judged:
        await connection.execute(insert(judgments), [make_judgment_row(turn_id, one) for one in judged])


def _conditions(wanted: TurnFilter, rubric: str) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [~turns.c.session_id.startswith(one, autoescape=True) for one in _SCRATCH]
    thumb = feedbacks.c.forId == turns.c.turn_id
    if wanted.feedback == "any":
        found.append(exists().where(thumb))
    elif wanted.feedback is not None:
        found.append(exists().where(thumb, feedbacks.c.value == int(wanted.feedback == "helped")))
    if wanted.reason is not None:
        named = feedback_details.c.reasons.bool_op("@>")(cast([wanted.reason.value], ARRAY(Text)))
        found.append(exists().where(feedback_details.c.turn_id == turns.c.turn_id, named))
    if wanted.verdict is not None:
        found.append(_has_verdict(wanted.verdict, rubric))
    if wanted.kind is not None:
        found.append(turns.c.kind == wanted.kind.value)
    if wanted.query_type is not None:
        found.append(turns.c.answer.contains({"query_type": wanted.query_type.value}))
    if wanted.state is not None:
        found.append(turns.c.answer.contains({"jurisdictions": [wanted.state]}))
    return found


def _has_verdict(wanted: VerdictFilter, rubric: str) -> ColumnElement[bool]:
    """Of several reviewers any one's verdict counts."""
    by_person = judgments.c.judge.startswith(PERSON, autoescape=True)
    own = (judgments.c.turn_id == turns.c.turn_id, judgments.c.criterion == rubric, by_person)
    if wanted == "unread":
        return ~exists().where(*own)
    return exists().where(*own, judgments.c.passed.is_(wanted == "good"))


def _reviewers() -> ColumnElement[object]:
    by_person = judgments.c.judge.startswith(PERSON, autoescape=True)
    first = (
        select(judgments.c.judge, func.min(judgments.c.created_at).label("at"))
        .where(judgments.c.turn_id == turns.c.turn_id, by_person)
        .group_by(judgments.c.judge)
        .correlate(turns)
        .subquery()
    )
    in_time = aggregate_order_by(first.c.judge, first.c.at, first.c.judge)
    return select(func.array_agg(in_time)).scalar_subquery().label("reviewers")


def _earlier(row: RowMapping) -> Select[tuple[str]]:
    """The questions before it in its session, in order."""
    before = and_(turns.c.session_id == row["session_id"], turns.c.created_at < row["created_at"])
    return select(turns.c.question).where(before).order_by(turns.c.created_at)


def _of(table: object, turn_id: UUID, order: ColumnElement[object]) -> Select[tuple[object, ...]]:
    return select(table).where(table.c.turn_id == turn_id).order_by(order)  # type: ignore[attr-defined,call-overload,no-any-return]


def _listed(row: RowMapping) -> ListedTurn:
    return ListedTurn(
        turn_id=row["turn_id"],
        question=row["question"],
        answer=read_answer(row["answer"], row["turn_id"]),
        created_at=row["created_at"],
        feedback=to_feedback(row) if row["feedback_id"] is not None else None,
        reviewers=tuple(one.removeprefix(PERSON) for one in row["reviewers"] or ()),
    )


def _cited(row: RowMapping) -> CitedRow:
    return CitedRow(
        citation_id=row["citation_id"], sentence=row["sentence_index"], document=row["document"],
        provision=row["provision"], edition_id=row["edition_id"], start=row["quote_start"], end=row["quote_end"],
        correctness=row["correctness"], note=row["note"] or "",
    )  # fmt: skip


def _judged(row: RowMapping) -> JudgedRow:
    return JudgedRow(read_judgment(row), row["created_at"])

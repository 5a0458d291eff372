# mypy: allow-untyped-calls
"""Convert rows of the conversation tables to what Chainlit's page reads, and back.

What goes into a row is masked and cleaned here, so that no path into the tables can
forget it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import groupby
from uuid import UUID, uuid5

from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import FeedbackDict, ThreadDict
from chainlit.utils import utc_now
from sqlalchemy import RowMapping as Row

from civicsetu.privacy.mask import mask
from civicsetu.stores.turn_store import make_text_storable
from civicsetu.web.chat import corrected_facts
from civicsetu.web.chat.parts.page_answer import ELEMENT
from civicsetu.web.language.speaking import tell

INTERRUPTED = "This answer was interrupted. Please ask again."
_LONGEST_ANSWER = 60_000
_LONGEST_MESSAGE = 20_000
"""As long as the longest question that can be allowed (`answering.max_question_chars`)."""
_LONGEST_NAME = 80
_HOLDING_THE_QUESTION = {"question": _LONGEST_MESSAGE, "copied": _LONGEST_ANSWER}
"""What an answer's element has of the question, and how much of it is kept."""
_KEPT_SETTINGS = ("jurisdiction", "by_model")


def mask_for_storage(text: str | None, limit: int = _LONGEST_MESSAGE) -> str | None:
    """Mask personal data, drop what Postgres refuses and cut at `limit`.

    A browser may send a megabyte; no more of it is read than is kept.
    """
    if text is None:
        return None
    return make_text_storable(mask(text, limit))


def thread_name(name: str | None) -> str | None:
    """Return what a thread is called: masked, one line; what is cut is cut at a word, and says so."""
    told = None if name is None else mask_for_storage(" ".join(name[:_LONGEST_MESSAGE].split()))
    if told is None or len(told) <= _LONGEST_NAME:
        return told
    return f"{told[: _LONGEST_NAME - 1].rsplit(maxsplit=1)[0]}…"


def thread_changes(name: str | None, metadata: Mapping[str, object] | None) -> dict[str, object]:
    """Return the columns to change: a masked name, and only the settings of the session."""
    changes: dict[str, object] = {}
    if name is not None:
        changes["name"] = thread_name(name)
    if metadata is not None and "chat_settings" in metadata:
        given = metadata["chat_settings"]
        settings = given if isinstance(given, Mapping) else {}
        changes["metadata"] = {
            "chat_settings": {
                key: mask_for_storage(str(settings[key]), 40)
                for key in (*_KEPT_SETTINGS, *corrected_facts.keep_facts(settings))
                if settings.get(key) not in (None, "")
            }
        }
    return changes


def step_row(step: StepDict) -> dict[str, object]:
    """Build the row of a message, without anything a browser added to the text."""
    parent = step.get("parentId")
    mine = step["type"] == "assistant_message"
    return {
        "id": UUID(step["id"]),
        "threadId": UUID(step["threadId"]),
        "parentId": UUID(parent) if parent and mine else None,
        "name": "CivicSetu" if mine else "You",
        "type": step["type"],
        "output": mask_for_storage(step.get("output") or "", _LONGEST_ANSWER if mine else _LONGEST_MESSAGE),
        "input": "",
        "isError": bool(step.get("isError")),
        "metadata": {},
        "streaming": False,
        "createdAt": step.get("createdAt") or utc_now(),
        "start": step.get("start"),
        "end": utc_now(),
    }


def element_row(card: ElementDict, thread: UUID, message: UUID) -> dict[str, object]:
    """Build the row of a citation, or of the parts of an answer: its properties, no file.

    The parts of an answer hold the question too: to be asked again, and above what is copied.
    """
    props: dict[str, object] = dict(card.get("props") or {})
    for name, longest in _HOLDING_THE_QUESTION.items():
        if name in props:
            props[name] = mask_for_storage(str(props[name]), longest)
    return {
        "id": UUID(card["id"]),
        "threadId": thread,
        "forId": message,
        "type": "custom",
        "name": card["name"],
        "display": "inline" if card["name"] == ELEMENT else "side",
        "mime": "application/json",
        "props": props,
    }


def build_thread(
    thread: Row, kept: Iterable[Row], cards: Iterable[Row], being_answered: Set[str] = frozenset()
) -> ThreadDict:
    return ThreadDict(
        id=str(thread["id"]),
        createdAt=thread["createdAt"] or "",
        name=thread["name"],
        userId=str(thread["userId"]) if thread["userId"] else None,
        userIdentifier=thread["userIdentifier"],
        tags=None,
        metadata=thread["metadata"] or {},
        steps=conversation_steps(kept, being_answered),
        elements=[build_element(card) for card in cards],
    )


def conversation_steps(kept: Iterable[Row], being_answered: Set[str] = frozenset()) -> list[StepDict]:
    """Return messages in order, with the run around each answer restored.

    Runs are not stored, yet the page hangs its thumbs on them: each is made again from
    the answer's parent id, under the question before it. Under a question that has no answer,
    and is not being answered, stands that it was interrupted.
    """
    told: list[StepDict] = []
    runs: set[str] = set()
    question: str | None = None
    stored = [build_step(row) for row in kept]
    interrupted = _unanswered(stored) - being_answered
    for step in stored:
        run = step["parentId"]
        if step["type"] == "user_message":
            question = step["id"]
        elif run and run not in runs:
            runs.add(run)
            told.append(_run_around(step, run, question))
        told.append(step)
        if step["id"] in interrupted:
            told.append(_interrupted(step))
    return told


def _unanswered(stored: Sequence[StepDict]) -> set[str]:
    """The ids of the questions without an answer.

    Questions that were sent in a row are followed by their answers in a row; where these are
    fewer, the latest questions have them: an answer is lost when its process ends, and the
    questions sent to the next one come later.
    """
    unanswered: set[str] = set()
    kinds = groupby(stored, key=lambda step: step["type"] == "user_message")
    waiting: list[str] = []
    for are_questions, group in kinds:
        if are_questions:
            waiting = [step["id"] for step in group]
            unanswered.update(waiting)
        else:
            answers = {step["parentId"] for step in group if step["parentId"]}
            unanswered.difference_update(waiting[-max(1, len(answers)) :])
    return unanswered


def _interrupted(question: StepDict) -> StepDict:
    """What stands where an answer should; made when the conversation is read, never stored."""
    return StepDict(
        id=str(uuid5(UUID(question["id"]), "interrupted")),
        threadId=question["threadId"],
        parentId=None,
        name="CivicSetu",
        type="assistant_message",
        input="",
        output=tell(INTERRUPTED),
        metadata={},
        streaming=False,
        isError=True,
        createdAt=question["createdAt"],
        start=question["createdAt"],
        end=question["createdAt"],
        feedback=None,
    )


def _run_around(answer: StepDict, run: str, question: str | None) -> StepDict:
    return StepDict(
        id=run,
        threadId=answer["threadId"],
        parentId=question,
        name="on_message",
        type="run",
        input="",
        output="",
        metadata={},
        streaming=False,
        isError=False,
        createdAt=answer["createdAt"],
        start=answer["createdAt"],
        end=answer["createdAt"],
        feedback=answer["feedback"],
    )


def build_step(row: Row) -> StepDict:
    return StepDict(
        id=str(row["id"]),
        threadId=str(row["threadId"]),
        parentId=str(row["parentId"]) if row["parentId"] else None,
        name=row["name"],
        type=row["type"],
        input="",
        output=row["output"] or "",
        isError=bool(row["isError"]),
        metadata={},
        streaming=False,
        createdAt=row["createdAt"],
        start=row["start"],
        end=row["end"],
        feedback=_feedback_of(row),
    )


def _feedback_of(row: Row) -> FeedbackDict | None:
    if row["feedback_id"] is None:
        return None
    return FeedbackDict(
        forId=str(row["id"]),
        id=str(row["feedback_id"]),
        value=row["feedback_value"],
        comment=row["feedback_comment"],
    )


def build_element(row: Row) -> ElementDict:
    return ElementDict(
        id=str(row["id"]),
        threadId=str(row["threadId"]),
        forId=str(row["forId"]) if row["forId"] else None,
        type=row["type"],
        name=row["name"],
        display=row["display"],
        mime=row["mime"],
        props=row["props"] or {},
        url=None,
        chainlitKey=None,
    )

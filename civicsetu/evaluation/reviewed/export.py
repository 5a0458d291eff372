"""`civicsetu export-feedback`: reviewed cases as a golden file, and what people said of answers as lines of JSON."""

from __future__ import annotations

import json
from pathlib import Path

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.reviewed.cases import describe_rows, load_cases, reviewed_folder
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.feedback_store import FeedbackOnTurn, read_all_feedback


def export_cases(settings: Settings, path: Path, registry: Registry) -> int:
    """Write all reviewed cases as one file of a golden set; returns how many, an empty list where there are none.

    Raises:
        InputError: a case was changed so that it is none, or the file cannot be written.
    """
    rows = load_cases(reviewed_folder(settings.data_path), registry)
    _write(path, describe_rows(rows))
    return len(rows)


async def export_given(settings: Settings, path: Path) -> int:
    """Write a line for each answer that somebody said something of; returns how many.

    Questions and comments are masked as they are stored; what was erased is not there.

    Raises:
        PostgresUnavailable: the database cannot be reached or started.
        InputError: the file cannot be written.
    """
    database = await Database.open(settings)
    try:
        given = await read_all_feedback(database)
    finally:
        await database.close()
    _write(path, "".join(f"{json.dumps(_describe(one), ensure_ascii=False)}\n" for one in given))
    return len(given)


def _describe(one: FeedbackOnTurn) -> dict[str, object]:
    given, answer = one.given, one.answer
    return {
        "turn": answer.id, "question": answer.question, "standalone_question": one.standalone_question,
        "answer": answer.answer, "helped": given.helped, "reasons": [reason.value for reason in given.reasons],
        "comment": given.comment, "evidence": dict(given.evidence),
        "answer_hash": given.answer_hash or answer.answer_hash, "settings_hash": answer.settings_hash,
    }  # fmt: skip


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error

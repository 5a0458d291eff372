"""Sheets over the Lantern Act, judged and not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from civicsetu.evaluation.judging.sheet import (
    CitedLaw,
    Head,
    OfficialSpan,
    SheetRow,
    ShownAnswer,
    ShownSentence,
    digest_of,
    write_sheet,
)
from civicsetu.evaluation.judging.verdicts import Judged, ReaderVerdict
from tests.retrieval.lantern_act import ACT, OFFICIAL

HEAD = Head(rubric="Read the law.", answer_hash="1" * 12)
CLOSES = "The keeper must close the lantern by 9 p.m."
WORDS = "(2) The keeper may levy twenty rupees for late entry."


def verdict(**changes: Any) -> dict[str, Any]:
    """A good answer's, unless told otherwise."""
    good = {
        "law": "right", "first": "yes", "beside": 0, "plain": 4, "todo": "not asked", "confidence": "fair",
        "harm": "none", "why": "",
    }  # fmt: skip
    return good | changes


def span(words: str = WORDS) -> OfficialSpan:
    """Where words stand in the official text of the Lantern Act."""
    start = OFFICIAL.index(words)
    return OfficialSpan(document=ACT, start=start, end=start + len(words), digest=digest_of(words))


def sheet_row(name: str = "q01", *, of: dict[str, Any] | None = None, **changes: Any) -> SheetRow:
    """A row whose answer has a sentence of ours and one of the law's own words."""
    told: dict[str, Any] = {
        "id": name, "form": "plain", "language": "en", "question": "Until when is my lantern open?",
        "answer": ShownAnswer(
            kind="answer", confidence="high",
            sentences=(ShownSentence(text=CLOSES, law=(0,)), ShownSentence(text="", law=(0,), official=span())),
        ),
        "law": (CitedLaw(place="Lantern Act, section 3(2)", document=ACT, provision="3(2)", plain="It is Rs. 20.",
                         official=span()),),
        "verdict": verdict() if of is None else of,
    }  # fmt: skip
    return SheetRow.model_validate(told | changes)


def judged(name: str = "q01", *, form: str = "plain", language: str = "en", **changes: Any) -> Judged:
    told = verdict(**changes)
    return Judged(sheet_row(name, of=told, form=form, language=language), ReaderVerdict.model_validate(told))


def written(path: Path, *rows: SheetRow) -> Path:
    write_sheet(path, HEAD, rows or (sheet_row(),))
    return path

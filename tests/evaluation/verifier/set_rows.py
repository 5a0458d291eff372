"""Rows of the sets as tests write them, over a provision and a statement that ship."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from civicsetu.evaluation.verifier.rows import AbsenceRow, SentenceRow, TranslationRow

SENTENCE: dict[str, Any] = {
    "id": "true-001",
    "split": "tune",
    "asked": "The lamps were lit late. May I leave?",
    "spans": [{"document": "up_rera_rules_2016", "provision": "16"}, {"statement": "up.16.days"}],
    "cites": [0],
    "quote": "within 45 days",
    "mark": "law",
    "text": "The money comes within 45 days.",
    "true": True,
    "kind": "paraphrase",
    "harm": None,
    "elsewhere": False,
    "of": None,
}
ABSENCE: dict[str, Any] = {
    "id": "absence-001",
    "split": "tune",
    "asked": "What does a lamp cost?",
    "jurisdiction": "CENTRAL",
    "parameter": None,
    "text": "The Act names no price.",
    "true": True,
    "why": "open",
}
TRANSLATION: dict[str, Any] = {
    "id": "translation-001",
    "split": "tune",
    "language": "hi",
    "text": "You have 45 days.",
    "translation": "आपके पास 45 दिन हैं।",
    "true": True,
    "harm": None,
}


def write_rows(path: Path, *rows: dict[str, Any]) -> Path:
    """Write rows as a set's file has them."""
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")
    return path


def sentence(**changed: Any) -> SentenceRow:
    return SentenceRow.model_validate(SENTENCE | changed)


def false(number: int, harm: str, **changed: Any) -> SentenceRow:
    made = {"id": f"false-{number:03d}", "true": False, "kind": None, "harm": harm, "of": "true-001"}
    return sentence(**made | changed)


def absence(**changed: Any) -> AbsenceRow:
    return AbsenceRow.model_validate(ABSENCE | changed)


def translation(**changed: Any) -> TranslationRow:
    return TranslationRow.model_validate(TRANSLATION | changed)

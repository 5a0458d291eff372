"""Answers made by hand on the Lantern Act, and what a question on it is understood as."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid4

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Answer, AnswerKind, Citation, Confidence, Sentence
from civicsetu.law.documents import EditionKind
from civicsetu.query.read_question import Query, ReadingContext, read_question
from tests.retrieval.lantern_act import ACT


def citation(
    path: str = "3(1)", *, unit: str = "", quote: str = "Words.", start: int = 0, **changes: Any
) -> Citation:
    told: dict[str, Any] = {
        "name": f"[Lantern Act s.{path}]", "document": ACT, "document_title": "Lantern Act, 1950", "provision": path,
        "section_id": unit or path, "title": "Closing of lanterns.", "jurisdiction": "CENTRAL",
        "edition": EditionKind.PLAIN, "edition_id": UUID(int=1), "chunk_id": UUID(int=2), "quote": quote,
        "start": start, "end": start + len(quote), "text_as_of": date(1960, 1, 1),
    }  # fmt: skip
    return Citation.model_validate(told | changes)


def answered(question: str = "When is the lantern closed?", *citations: Citation, **changes: Any) -> Answer:
    cited = citations or (citation(),)
    told: dict[str, Any] = {
        "id": str(uuid4()), "question": question, "kind": AnswerKind.ANSWER, "abstained": False,
        "answer": " ".join(one.quote for one in cited),
        "sentences": [Sentence(text=one.quote, citations=(at,)) for at, one in enumerate(cited)],
        "citations": list(cited), "confidence": Confidence(score=0.9, level="high"), "settings_hash": "0" * 12,
    }  # fmt: skip
    return Answer.model_validate(told | changes)


def understood(
    question: str,
    index: LawIndex,
    *,
    last: Answer | None = None,
    jurisdiction: str | None = None,
    as_on: date | None = None,
    alone: bool = False,
) -> Query:
    earlier = [last] if last else []
    return read_question(question, ReadingContext(index, get_registry(), jurisdiction, as_on, earlier, alone))

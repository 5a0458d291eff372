"""Read the texts of what is out of scope, and of what is near the border.

`out_of_scope/*.yaml` holds topics by kind. A topic has short phrases by language, expected questions
as people write them (`questions`), and the law it belongs to where the closed list names it. Nothing
else reads these files: the index of topics and the scope model are both made from these texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

QUESTIONS = "questions"
ENGLISH = "en"


class ScopeKind(StrEnum):
    """The kind of a text, seen from the law held."""

    IN_SCOPE = "in_scope"
    OTHER_LAW = "other_law"
    NO_QUESTION = "no_question"
    WRONGDOING = "wrongdoing"
    PREDICTION = "prediction"


class OtherLaw(StrEnum):
    """The laws that are named where a question belongs to one of them; the value is an id, not a name."""

    CONTRACT = "contract"
    REGISTRATION = "registration"
    STAMP = "stamp"
    INSOLVENCY = "insolvency"
    CONSUMER = "consumer"
    TENANCY = "tenancy"
    SUCCESSION = "succession"
    APARTMENT_OWNERSHIP = "apartment_ownership"
    PLANNING = "planning"
    INCOME_TAX = "income_tax"
    GST = "gst"
    CRIMINAL = "criminal"
    BANKING = "banking"
    SOCIETY = "society"


@dataclass(frozen=True, slots=True)
class ScopeText:
    """One text with its kind, topic and language; `is_question` where it is worded as people ask."""

    text: str
    kind: ScopeKind
    topic: str
    language: str
    is_question: bool
    law: OtherLaw | None = None


@lru_cache(maxsize=1)
def scope_texts() -> tuple[ScopeText, ...]:
    """Return every text that ships, files by name, topics and texts in their order."""
    folder = files("civicsetu.retrieval.answerability").joinpath("out_of_scope")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return tuple(
        text for name in names for text in _texts_of(yaml.safe_load(folder.joinpath(name).read_text("utf-8")))
    )


def _texts_of(data: Mapping[str, Any]) -> Iterator[ScopeText]:
    kind = ScopeKind(data["kind"])
    for topic, entry in data["topics"].items():
        law = OtherLaw(entry["law"]) if "law" in entry else None
        by_language: Mapping[str, Sequence[str]] = {
            key: texts for key, texts in entry.items() if key != "law"
        }
        for language, texts in by_language.items():
            is_question = language == QUESTIONS
            for text in texts:
                yield ScopeText(text, kind, topic, ENGLISH if is_question else language, is_question, law)

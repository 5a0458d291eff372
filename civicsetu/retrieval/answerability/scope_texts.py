"""Read the texts of what is out of scope, and of what is near the border.

`out_of_scope/*.yaml` holds topics by kind. A topic has short phrases by language, expected questions
as people write them (`questions`), and the law it belongs to where the closed list names it. Nothing
else reads these files: the index of topics and the scope model are both made from these texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict

from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.scope_kinds import ScopeKind
from civicsetu.yaml_data import load_shipped

QUESTIONS = "questions"
ENGLISH = "en"
_PACKAGE = "civicsetu.retrieval.answerability"


@dataclass(frozen=True, slots=True)
class ScopeText:
    """One text with its kind, topic and language; `is_question` where it is worded as people ask."""

    text: str
    kind: ScopeKind
    topic: str
    language: str
    is_question: bool
    law: OtherLaw | None = None


class _File(TypedDict):
    """A file of texts; a topic's entry holds texts by language, and the name of a law under `law`."""

    kind: str
    topics: dict[str, dict[str, str | list[str]]]


@lru_cache(maxsize=1)
def scope_texts() -> tuple[ScopeText, ...]:
    """Return every text that ships, files by name, topics and texts in their order."""
    folder = files(_PACKAGE).joinpath("out_of_scope")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return tuple(text for name in names for text in _texts_of(load_shipped(_PACKAGE, f"out_of_scope/{name}")))


def _texts_of(data: _File) -> Iterator[ScopeText]:
    kind = ScopeKind(data["kind"])
    for topic, entry in data["topics"].items():
        law = OtherLaw(name) if isinstance(name := entry.get("law"), str) else None
        for language, texts in entry.items():
            if isinstance(texts, str):
                continue
            is_question = language == QUESTIONS
            for text in texts:
                yield ScopeText(text, kind, topic, ENGLISH if is_question else language, is_question, law)

"""Texts of what is out of scope, and of what is near the border, as the data that ships has them.

`out_of_scope/*.yaml` holds topics by kind. A topic has short phrases by language, questions and
stories as people tell them (`told`), and the law it belongs to where the closed list names it. This
is the one reader of these files: the index of topics and the scope model are both made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict

import yaml

from civicsetu.retrieval.scope_kinds import OtherLaw, ScopeKind

TOLD = "told"
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class ScopeText:
    """One text with its kind, topic and language; `told` where it is worded as people ask or tell."""

    text: str
    kind: ScopeKind
    topic: str
    language: str
    told: bool
    law: OtherLaw | None = None


class _File(TypedDict):
    """A file of texts; a topic's entry holds texts by language, and the name of a law under `law`."""

    kind: str
    topics: dict[str, dict[str, str | list[str]]]


@lru_cache(maxsize=1)
def scope_texts() -> tuple[ScopeText, ...]:
    """Return every text that ships, files by name, topics and texts in their order."""
    folder = files("civicsetu.retrieval.answerability").joinpath("out_of_scope")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return tuple(
        text for name in names for text in _texts_of(yaml.safe_load(folder.joinpath(name).read_text("utf-8")))
    )


def _texts_of(data: _File) -> Iterator[ScopeText]:
    kind = ScopeKind(data["kind"])
    for topic, entry in data["topics"].items():
        law = OtherLaw(name) if isinstance(name := entry.get("law"), str) else None
        for language, texts in entry.items():
            if isinstance(texts, str):
                continue
            told = language == TOLD
            for text in texts:
                yield ScopeText(text, kind, topic, ENGLISH if told else language, told, law)

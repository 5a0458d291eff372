"""Read a file of statements: what stands in it, each field by itself.

    law: meadow_act
    statements:
    - id: meadow.3-1.shut
      says: The keeper must shut the gate by 8 in the evening.
      kind: duty
      bearer: promoter
      provisions: ["3(1)"]
      passages: ["A keeper must shut … in the evening"]

What holds between fields, between statements and with the law's text is checked by `catalogue`.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from civicsetu.law.statements import Actor, StatementKind

MOST_WORDS = 25
MOST_WORDS_WITH_NOTE = 30
ELLIPSIS = "…"
_ID = re.compile(r"[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+")
_ENDS = (".", "?")


def _id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise ValueError(
            f"{text!r} is no id; an id is small letters, figures, - and . such as act.18-1.refund"
        )
    return text


def _sentence(text: str) -> str:
    said = " ".join(text.split())
    if not said.endswith(_ENDS):
        raise ValueError("the sentence does not end in a full stop")
    return said


def _true(text: object) -> object:
    if text not in ("true", True):
        raise ValueError("only true is written here; what is not exhaustive leaves the key out")
    return True


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _each_once(values: tuple[str, ...]) -> tuple[str, ...]:
    twice = next((value for value in values if values.count(value) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice!r} stands twice")
    return values


StatementId = Annotated[str, AfterValidator(_id)]
Sentence = Annotated[str, AfterValidator(_sentence)]
Ids = Annotated[tuple[StatementId, ...], Field(min_length=1), AfterValidator(_each_once)]
Words = Annotated[str, Field(min_length=1)]
FacetValues = Annotated[tuple[Words, ...], Field(min_length=1), AfterValidator(_each_once)]


class StatementEntry(BaseModel):
    """One statement as its file gives it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: StatementId
    says: Sentence
    kind: StatementKind
    bearer: Actor | None = None
    holder: Actor | None = None
    provisions: Annotated[tuple[Words, ...], Field(min_length=1)]
    passages: Annotated[tuple[Words, ...], Field(min_length=1)]
    requires: Ids = ()
    fills: Annotated[Ids, BeforeValidator(_as_list)] = ()
    echoes: Annotated[Ids, BeforeValidator(_as_list)] = ()
    qualifies: Annotated[Ids, BeforeValidator(_as_list)] = ()
    facets: Annotated[dict[str, FacetValues], Field(min_length=1)] = {}
    exhaustive: Annotated[bool, BeforeValidator(_true)] = False
    note: Annotated[str, Field(min_length=10)] = ""


class StatementFile(BaseModel):
    """One file: the law and its statements, the one that is asked for most often first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    law: Words
    statements: Annotated[tuple[StatementEntry, ...], Field(min_length=1)]

"""What a model read of a question, after everything in it was held against the person's own words."""

from __future__ import annotations

from dataclasses import dataclass

from civicsetu.law.answers import QueryType


@dataclass(frozen=True, slots=True)
class UnderstoodPart:
    """One thing asked: the person's own words, and the same so that it stands alone.

    `standalone` is empty where the model's wording added something that the person did not write.
    """

    question: str
    standalone: str
    query_type: QueryType


@dataclass(frozen=True, slots=True)
class UnderstoodFact:
    """A case fact of the person, from the closed list, with the words that state it."""

    id: str
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Understood:
    """A post as a model read it; `state` is the jurisdiction's code, empty where the person names none."""

    query_type: QueryType
    parts: tuple[UnderstoodPart, ...]
    facts: tuple[UnderstoodFact, ...] = ()
    state: str = ""

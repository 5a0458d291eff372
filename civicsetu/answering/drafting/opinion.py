"""What is asked of a reader of sentences beside the rules, whoever it is: a model, or a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from civicsetu.answering.written import Span, Written


@dataclass(frozen=True, slots=True)
class SentenceOpinion:
    """Whether the spans a sentence cites support it, and in a few words why they do not: its writer mends by that."""

    supports: bool
    why: str = ""


class Opinion(Protocol):
    """Protocol of a judge of whether the spans cited support a sentence; `name` is stored with the verdict."""

    @property
    def name(self) -> str:
        """Name of the judge that gives the opinion."""
        ...

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str
    ) -> Sequence[SentenceOpinion | None]:
        """Return the opinion on each sentence, with the spans it cites; None where no opinion came."""
        ...

"""What is asked of a reader of sentences beside the rules, whoever it is: a model, or a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from civicsetu.answering.written import Span, Written


class Opinion(Protocol):
    """Protocol of a judge of whether the spans cited support a sentence; `name` is stored with the verdict."""

    @property
    def name(self) -> str:
        """Name of the judge that gives the opinion."""
        ...

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str
    ) -> Sequence[bool | None]:
        """Return for each sentence, with the spans it cites, whether they support it; None where no opinion came."""
        ...

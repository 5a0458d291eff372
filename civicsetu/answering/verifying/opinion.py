"""A second opinion on written sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from civicsetu.answering.written import Span, Written
from civicsetu.models.writer.chat import ChatModels


class Opinion(Protocol):
    """Says of sentences whether their spans support them."""

    name: str

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str
    ) -> Sequence[bool | None]:
        """Return for each whether it is supported; None where no opinion came in time."""
        ...


class ModelOpinion:
    """Placeholder."""

    name = "model"

    def __init__(self, models: ChatModels, deadline_s: float) -> None:
        self._models = models

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str
    ) -> Sequence[bool | None]:
        return [True for _ in items]

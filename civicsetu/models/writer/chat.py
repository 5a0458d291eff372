"""What is asked of a chat model, and what it answers, whoever runs it.

Everything above this room sees `ChatModels` alone: a chain of providers, a local server and a file of
completions recorded before look the same to it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Tier(StrEnum):
    """Chain of models to ask: the one that writes well, or the one that answers fast."""

    WRITING = "writing"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class ChatPrompt:
    """One prompt: instructions, what they are about, and the most tokens the reply may have.

    `name` is that of the Markdown file the instructions come from, with its version ("write_answer/1").
    `json` asks for a reply that is one JSON object.
    """

    name: str
    system: str
    user: str
    longest: int
    json: bool = False

    @property
    def digest(self) -> str:
        """SHA-256 over all of the prompt, under which its recorded completion is found."""
        told = json.dumps([self.name, self.system, self.user, self.longest, self.json], ensure_ascii=False)
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage of one reply: tokens, and US dollars where the provider's price is known (else 0)."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply and the model that gave it; `is_cut` where it ended for want of room."""

    text: str
    model: str
    usage: Usage = Usage()
    is_cut: bool = False


class TurnSpending:
    """Usage by the models of one turn so far, held against the budget of a turn."""

    def __init__(self) -> None:
        self.used = Usage()
        self.calls = 0

    def add(self, usage: Usage) -> None:
        self.used += usage
        self.calls += 1


class ChatModels(Protocol):
    """The models that may be asked, by tier."""

    def get_name(self, tier: Tier) -> str:
        """Return the name of the first model of that chain, as shown to a person; empty where there is none."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text has at most, reckoned without the model's own tokenizer."""
        ...

    def get_room(self, tier: Tier) -> int:
        """Return how many tokens a prompt may have so that the reply still fits the smallest window of the chain."""
        ...

    async def complete(self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending) -> Reply:
        """Return the whole reply of the first model of the chain that gives one.

        Raises:
            WriterUnavailable: none did within its deadline, or the prompt was cut.
            BudgetSpent: this turn, or this day, has taken what it may.
        """
        ...

    def stream(
        self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the reply as it comes, at last whole as a `Reply`; closing it ends the call. Raises as `complete`.

        A model that fails before its first piece gives way to the next of the chain; one that breaks off
        after it is an error, for what it said was shown.
        """
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...

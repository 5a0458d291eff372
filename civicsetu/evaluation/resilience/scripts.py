"""What the clients of a load ask: short conversations, the same in calm and under load."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

QUESTIONS = Path("eval/bench/questions.txt")
TURNS = 3


def conversations(path: Path = QUESTIONS) -> list[tuple[str, ...]]:
    """Return conversations of three questions each, in the order of the file.

    A question is understood with what was asked before it, so an answer can be compared with
    its calm twin only at the same place of the same conversation.
    """
    asked = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [tuple(asked[at : at + TURNS]) for at in range(0, len(asked) - TURNS + 1, TURNS)]


def of_client(number: int, scripts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the conversation of the client of that number."""
    return scripts[number % len(scripts)]

"""Chat models played back from a file: what was answered to a prompt is found under its digest.

Any writer can be measured so, one that runs elsewhere too, and a run gives the same answers again. A prompt
nobody has answered yet is collected; its answer falls back on the statements, as it does where a model fails.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping

from civicsetu.errors import WriterUnavailable
from civicsetu.models.writer.chat import ChatPrompt, Reply, Tier, TurnSpending, Usage
from civicsetu.models.writer.token_count import count_most

_NAME = "recorded"
_ROOM = 30_000
"""Tokens of a prompt that a recorded writer reads: more than any prompt has."""


class RecordedModels:
    """`ChatModels` that replay recordings; `missing` are the prompts without a completion, in the order asked."""

    def __init__(self, completions: Mapping[str, str], room: int = _ROOM) -> None:
        self._completions = completions
        self._room = room
        self._missing: dict[str, ChatPrompt] = {}
        self._waiting: list[tuple[TurnSpending, str]] = []

    @property
    def missing(self) -> tuple[ChatPrompt, ...]:
        """The prompts asked that no completion was held for, each once; none that follows from another's lack."""
        return tuple(self._missing.values())

    def get_name(self, tier: Tier) -> str:
        return _NAME

    def count_tokens(self, text: str) -> int:
        return count_most(text)

    def get_room(self, tier: Tier) -> int:
        return self._room

    async def complete(self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending) -> Reply:
        """Return the completion of the prompt; raises WriterUnavailable where none is held."""
        text = self._completions.get(prompt.digest)
        if text is None:
            self._collect(prompt, spending)
            raise WriterUnavailable(f"no completion is recorded for the prompt {prompt.digest[:12]}")
        usage = Usage(count_most(prompt.system) + count_most(prompt.user), count_most(text))
        spending.add(usage)
        return Reply(text, _NAME, usage)

    def _collect(self, prompt: ChatPrompt, spending: TurnSpending) -> None:
        """Note that a prompt has no completion, unless the turn waits for another by which this one would change."""
        waits_for = {name for turn, name in self._waiting if turn is spending}
        if waits_for <= {prompt.name}:
            self._waiting.append((spending, prompt.name))
            self._missing.setdefault(prompt.digest, prompt)

    async def stream(
        self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the completion line by line, then whole; raises as `complete`."""
        reply = await self.complete(tier, prompt, spending)
        for line in reply.text.splitlines(keepends=True):
            yield line
        yield reply

    async def close(self) -> None:
        """Do nothing: no resource is held open."""

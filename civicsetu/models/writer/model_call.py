"""One call to one model, read as a stream under two deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from civicsetu.models.litellm_library import provider_error, untranslated_error
from civicsetu.models.writer.chat import ChatPrompt, Reply, Usage
from civicsetu.models.writer.deployments import Deployment
from civicsetu.models.writer.failures import CallFailed, Failure, classify
from civicsetu.models.writer.token_count import count_fewest, count_most

MESSAGE_TOKENS = 32
"""Tokens that the frame of two messages takes, on the high side."""
_CHARACTERS_PER_TOKEN = 16
_SLACK = 400
_SEEN_LEAST = 0.8
_ROOM_LEAST = 0.5

T = TypeVar("T")


class Delta(Protocol):
    """Part of a reply that one chunk adds."""

    content: str | None


class Choice(Protocol):
    """The reply in one chunk; `finish_reason` is there once it ends."""

    delta: Delta
    finish_reason: str | None


class StreamChunk(Protocol):
    """One piece of a stream."""

    choices: Sequence[Choice]


class ChunkStream(Protocol):
    """The chunks of one reply; closing it ends the HTTP call."""

    def __anext__(self) -> Awaitable[StreamChunk]: ...

    async def aclose(self) -> None: ...


class Router(Protocol):
    """Protocol of the LiteLLM Router methods used here."""

    async def acompletion(self, **request: object) -> ChunkStream: ...

    def completion(self, **request: object) -> Iterable[object]: ...


def count_prompt(prompt: ChatPrompt) -> int:
    """Return how many tokens a prompt has at most."""
    return count_most(prompt.system) + count_most(prompt.user) + MESSAGE_TOKENS


class ModelCall:
    """One call; every reply is read as a stream, since only so a model that hangs is known from one that writes.

    `silence_s` is how long it may say nothing, from the call to the first token and between two; `end_by`
    the time of the event loop at which it must be done. `charge` is given what the call took, once, however
    it ends: what the provider reports, else what is reckoned on the high side; nothing where it refused.
    """

    def __init__(
        self,
        router: Router,
        deployment: Deployment,
        prompt: ChatPrompt,
        *,
        silence_s: float,
        end_by: float,
        charge: Callable[[Usage], None],
    ) -> None:
        self._router = router
        self._deployment = deployment
        self._prompt = prompt
        self._silence_s = silence_s
        self._end_by = end_by
        self._charge = charge
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._asked = count_prompt(prompt)
        self._most = min(prompt.longest, deployment.window - self._asked)
        self._text = ""
        self._finish = ""
        self._reported: Usage | None = None
        self._was_refused = False
        self._is_withheld = False

    async def read_pieces(self) -> AsyncGenerator[str, None]:
        """Yield the text of the reply as it comes, from its first letter on; closing it ends the HTTP call.

        Raises:
            CallFailed: the call failed, fell silent, or writes on without end.
        """
        response: ChunkStream | None = None
        try:
            response = await self._in_time(self._router.acompletion(**self._request()))
            given = 0
            while (chunk := await self._in_time(anext(response, None))) is not None:
                self._text += self._read(chunk)
                if len(self._text) > self._most * _CHARACTERS_PER_TOKEN + _SLACK:
                    raise CallFailed(Failure.TOO_LONG)
                if self._text[given:] and not self._text.isspace():
                    yield self._text[given:]
                    given = len(self._text)
        finally:
            try:
                if response is not None:
                    await response.aclose()
            finally:
                self._charge(self._taken())

    def build_reply(self) -> Reply:
        """Return the reply, once all of it was read.

        Raises:
            CallFailed: it is empty or withheld, or shows that the model did not see all of the prompt.
        """
        if self._is_withheld or self._finish == "content_filter":
            raise CallFailed(Failure.REFUSED, "withheld by the model or its provider")
        if not self._text.strip():
            raise CallFailed(Failure.EMPTY)
        taken = self._taken()
        if self._reported and taken.prompt_tokens < _SEEN_LEAST * self._fewest():
            raise CallFailed(Failure.CUT, f"{taken.prompt_tokens} tokens of {self._fewest()} or more")
        is_cut = self._finish == "length"
        if is_cut and taken.completion_tokens < _ROOM_LEAST * self._most:
            raise CallFailed(Failure.CUT, f"ended for want of room after {taken.completion_tokens} tokens")
        return Reply(self._text, self._deployment.model, taken, is_cut)

    def _fewest(self) -> int:
        return count_fewest(self._prompt.system) + count_fewest(self._prompt.user)

    def _request(self) -> dict[str, object]:
        request: dict[str, object] = {
            "model": self._deployment.model,
            "messages": [
                {"role": "system", "content": self._prompt.system},
                {"role": "user", "content": self._prompt.user},
            ],
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": self._most,
            "temperature": 0,
            "drop_params": True,
            "timeout": max(0.1, self._end_by - self._loop.time()),
            "num_retries": 0,
        }
        if self._prompt.json:
            request["response_format"] = {"type": "json_object"}
        return request

    async def _in_time(self, awaited: Awaitable[T]) -> T:
        """What is awaited; a failure of it, whatever library tells it, as CallFailed."""
        import httpx

        try:
            async with asyncio.timeout_at(min(self._heard + self._silence_s, self._end_by)):
                return await awaited
        except TimeoutError:
            raise CallFailed(Failure.TOO_SLOW, "no token in time") from None
        except (provider_error(), untranslated_error(), httpx.HTTPError) as error:
            self._was_refused = not self._text
            raise classify(error) from None
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise CallFailed(Failure.UNREADABLE, type(error).__name__) from None

    def _read(self, chunk: StreamChunk) -> str:
        """The text of one chunk; what it says besides is kept. Thinking aloud is a sign of life and no text."""
        usage = getattr(chunk, "usage", None)
        if usage and usage.prompt_tokens:
            self._reported = self._priced(usage.prompt_tokens, usage.completion_tokens or 0)
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self._finish = choice.finish_reason or self._finish
        self._is_withheld = self._is_withheld or bool(getattr(choice.delta, "refusal", None))
        piece = choice.delta.content or ""
        if piece or choice.finish_reason or getattr(choice.delta, "reasoning_content", None):
            self._heard = self._loop.time()
        return str(piece)

    def _taken(self) -> Usage:
        if self._reported:
            return self._reported
        return Usage() if self._was_refused else self._priced(self._asked, count_most(self._text))

    def _priced(self, asked: int, written: int) -> Usage:
        price = asked * self._deployment.price_in + written * self._deployment.price_out
        return Usage(asked, written, price)

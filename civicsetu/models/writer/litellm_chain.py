"""Chains of chat models behind LiteLLM's Router: any provider, or a server of one's own.

The Router holds the models with their keys and addresses and speaks every provider's protocol. The order
in which they are asked, deadlines, attempts and budgets are ours: its time-outs count bytes and not tokens,
it waits for a `Retry-After` of any length and once more after the last attempt, and its cool-down does not
see a stream that falls silent.
"""

from __future__ import annotations

import asyncio
import importlib
import random
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from weakref import WeakSet

import structlog

from civicsetu.errors import WriterUnavailable
from civicsetu.models.litellm_library import close_sessions, load_litellm
from civicsetu.models.writer.budget import WriterBudget
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Reply, Tier, TurnSpending
from civicsetu.models.writer.circuit_breaker import CircuitBreaker
from civicsetu.models.writer.deployments import Deployment, build_deployment
from civicsetu.models.writer.failures import LASTING, OF_THE_PROMPT, PASSING, CallFailed, Failure
from civicsetu.models.writer.model_call import MESSAGE_TOKENS, ModelCall, Router, count_prompt
from civicsetu.models.writer.token_count import count_most
from civicsetu.settings import Settings, WriterSettings

_FIRST_PAUSE_S = 0.5
_REPLY_SHARE = 3
_TRIAL = ChatPrompt("trial/1", "Answer with the one word Yes.", "Are you there?", 256)
log = structlog.get_logger(__name__)
_OPEN: WeakSet[LiteLLMModels] = WeakSet()
"""Those open in this process; usually one."""


def open_chat_models(settings: Settings) -> ChatModels | None:
    """Return the chat models of the settings; None, and nothing imported, where none is set.

    Raises:
        SettingsError: a model's provider does not exist.
        WeightsUnavailable: LiteLLM is not installed.
    """
    return LiteLLMModels(settings.writer) if settings.writer.writing else None


class LiteLLMModels:
    """`ChatModels` over LiteLLM."""

    def __init__(self, settings: WriterSettings) -> None:
        litellm = load_litellm()
        self._settings = settings
        names = dict.fromkeys([*settings.writing, *settings.fast])
        models = {name: build_deployment(litellm, name, settings) for name in names}
        self._chains: dict[Tier, list[Deployment]] = {
            Tier.WRITING: [models[name] for name in settings.writing],
            Tier.FAST: [models[name] for name in settings.fast or settings.writing],
        }
        self._router = litellm.Router(
            model_list=[model.to_entry() for model in models.values()],
            num_retries=0,
            max_fallbacks=0,
            disable_cooldowns=True,
        )
        _warm_up(self._router, next(iter(models)))
        _OPEN.add(self)
        self._breaker = CircuitBreaker(settings.failures, settings.cool_down_s)
        self._budget = WriterBudget(settings)

    def get_name(self, tier: Tier) -> str:
        chain = self._chains[tier]
        return chain[0].model if chain else ""

    def count_tokens(self, text: str) -> int:
        return count_most(text)

    def get_room(self, tier: Tier) -> int:
        return min((_room(model, self._settings.reply_tokens) for model in self._chains[tier]), default=0)

    async def complete(self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending) -> Reply:
        async with aclosing(self._ask(tier, prompt, spending, shown=False)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Reply):
                    return piece
        raise WriterUnavailable("no reply")

    async def stream(
        self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending
    ) -> AsyncGenerator[str | Reply, None]:
        async with aclosing(self._ask(tier, prompt, spending, shown=True)) as pieces:
            async for piece in pieces:
                yield piece

    async def close(self) -> None:
        """Close the Router and, with the last of these open, the HTTP sessions that all of them share."""
        self._router.discard()
        _OPEN.discard(self)
        if not _OPEN:
            await close_sessions()

    async def try_first(self) -> Failure | None:
        """Ask the first model that writes for one word; None where it answers, else what is wrong."""
        end_by = asyncio.get_running_loop().time() + self._settings.answer_s
        try:
            async with aclosing(self._attempt(self._chains[Tier.WRITING][0], _TRIAL, TurnSpending(), end_by)) as said:
                async for _ in said:
                    pass
        except CallFailed as failed:
            return failed.failure
        return None

    async def _ask(
        self, tier: Tier, prompt: ChatPrompt, spending: TurnSpending, *, shown: bool
    ) -> AsyncGenerator[str | Reply, None]:
        """Ask the models in their order; where pieces are shown, none may follow after the first piece."""
        loop = asyncio.get_running_loop()
        end_by = loop.time() + self._settings.answer_s
        told: list[str] = []
        for model in self._askable(tier, prompt, told):
            for attempt in range(self._settings.retries + 1):
                self._budget.check(spending, count_prompt(prompt) + prompt.longest)
                has_begun, left_s = False, end_by - loop.time()
                try:
                    async with aclosing(self._attempt(model, prompt, spending, end_by)) as pieces:
                        async for piece in pieces:
                            has_begun = True
                            if isinstance(piece, Reply):
                                self._breaker.record_success(model.model)
                            yield piece
                    return
                except CallFailed as failed:
                    told.append(f"{model.model}: {failed}")
                    self._note(model, failed, had_time=left_s >= self._settings.first_token_s)
                    if has_begun and shown:
                        raise WriterUnavailable("; ".join(told)) from None
                    if not await self._pause(failed, attempt, end_by):
                        break
            if loop.time() >= end_by:
                break
        raise WriterUnavailable("; ".join(told) or "no model is set")

    async def _attempt(
        self, model: Deployment, prompt: ChatPrompt, spending: TurnSpending, end_by: float
    ) -> AsyncGenerator[str | Reply, None]:
        call = ModelCall(
            self._router,
            model,
            prompt,
            silence_s=self._settings.first_token_s,
            end_by=end_by,
            charge=lambda usage: self._budget.charge(spending, usage),
        )
        async with aclosing(call.read_pieces()) as pieces:
            async for piece in pieces:
                yield piece
        yield call.build_reply()

    def _askable(self, tier: Tier, prompt: ChatPrompt, told: list[str]) -> Iterator[Deployment]:
        """The models of a chain that are not left alone and whose window the prompt fits; why not the others."""
        needed = count_prompt(prompt)
        for model in self._chains[tier]:
            if needed > _room(model, prompt.longest) + MESSAGE_TOKENS:
                told.append(f"{model.model}: the prompt does not fit its window of {model.window}")
            elif self._breaker.is_open(model.model):
                told.append(f"{model.model}: left alone after failures")
            else:
                yield model

    def _note(self, model: Deployment, failed: CallFailed, *, had_time: bool) -> None:
        """Log a failure and count it, unless it was the prompt's, or those asked before left it no time."""
        log.warning("chat_model_failed", model=model.model, failure=failed.failure.value, detail=failed.detail)
        is_slow = failed.failure is Failure.TOO_SLOW
        if failed.failure not in OF_THE_PROMPT and (had_time or not is_slow):
            waits = failed.retry_after_s if failed.failure is Failure.BUSY and self._is_long(failed) else None
            self._breaker.record_failure(model.model, at_once=failed.failure in LASTING, for_s=waits)

    def _is_long(self, failed: CallFailed) -> bool:
        return (failed.retry_after_s or 0) > self._settings.first_token_s

    async def _pause(self, failed: CallFailed, attempt: int, end_by: float) -> bool:
        """Wait before the same model is asked again; False where that is of no use, or would take too long."""
        if failed.failure not in PASSING or attempt >= self._settings.retries or self._is_long(failed):
            return False
        backing_off = _FIRST_PAUSE_S * 2**attempt * random.uniform(0.75, 1.25)
        wait = backing_off if failed.retry_after_s is None else failed.retry_after_s
        if asyncio.get_running_loop().time() + wait >= end_by:
            return False
        await asyncio.sleep(wait)
        return True


def _room(model: Deployment, reply_tokens: int) -> int:
    """Tokens of its window a prompt may have; the reply gives way down to a third of the window, no further."""
    return model.window - min(reply_tokens, model.window // _REPLY_SHARE) - MESSAGE_TOKENS


def _warm_up(router: Router, model: str) -> None:
    """Load what LiteLLM loads with its first call, or the first question would hold up all others meanwhile."""
    importlib.import_module("openai.resources.chat")

    greeting = [{"role": "user", "content": "Hello"}]
    for _ in router.completion(model=model, messages=greeting, mock_response="Hello", stream=True, drop_params=True):
        pass

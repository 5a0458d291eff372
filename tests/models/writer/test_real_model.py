"""A real model through LiteLLM: asked whole, streamed and stopped.

Outside the default tests: `make test-model` puts in llama.cpp and SmolLM2 and runs what is marked `model`. What
is to be asked of it over page and command belongs beside this file, with the fixture `real_models` or the
address of `tests.models.llama_server.llama_server`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import aclosing

import httpx
import pytest

from civicsetu.models.writer.chat import ChatPrompt, Reply, Tier, TurnSpending
from civicsetu.models.writer.litellm_chain import LiteLLMModels
from civicsetu.settings import load_settings
from tests.models.llama_server import MODEL, WINDOW, llama_server

pytestmark = pytest.mark.model
PROMPT = ChatPrompt("test/1", "You answer in one short sentence.", "What does a gardener do?", 60)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with llama_server() as served:
        yield served


@pytest.fixture(scope="module")
def real_models(address: str) -> LiteLLMModels:
    writer = {
        "writing": [MODEL],
        "addresses": {"openai": address},
        "windows": {MODEL: WINDOW},
        "first_token_s": 60,
        "answer_s": 120,
    }
    return LiteLLMModels(load_settings(_env_file=None, writer=writer).writer)


async def test_it_answers_whole(real_models: LiteLLMModels) -> None:
    spending = TurnSpending()
    reply = await real_models.complete(Tier.WRITING, PROMPT, spending)
    assert len(reply.text.split()) > 3
    assert reply.usage == spending.used
    assert 20 < reply.usage.prompt_tokens < 100
    assert 3 < reply.usage.completion_tokens <= PROMPT.longest


async def test_it_answers_in_pieces(real_models: LiteLLMModels) -> None:
    pieces = [piece async for piece in real_models.stream(Tier.WRITING, PROMPT, TurnSpending())]
    reply = pieces.pop()
    assert isinstance(reply, Reply)
    assert len(pieces) > 3
    assert "".join(str(piece) for piece in pieces).strip() == reply.text.strip()


def is_writing(address: str) -> bool:
    """Whether the server still works at a reply."""
    slots = httpx.get(address.removesuffix("/v1") + "/slots", trust_env=False).json()
    return any(slot["is_processing"] for slot in slots)


async def test_it_stops_at_once(real_models: LiteLLMModels, address: str) -> None:
    long = ChatPrompt("test/1", "You are a story teller.", "Tell a very long story of a garden and its gate.", 3000)
    async with aclosing(real_models.stream(Tier.WRITING, long, TurnSpending())) as pieces:
        async for _ in pieces:
            break
        assert is_writing(address)
    until = time.monotonic() + 20
    while is_writing(address) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    assert not is_writing(address)


async def test_tokens_are_reckoned_on_the_high_side(real_models: LiteLLMModels) -> None:
    """Its tokenizer knows neither script and falls back on bytes."""
    for text in ("माली बगीचे का फाटक खोलता है।", "தோட்டக்காரர் தோட்டத்தின் வாயிலைத் திறக்கிறார்."):
        prompt = ChatPrompt("test/1", "Answer.", text, 5)
        reply = await real_models.complete(Tier.WRITING, prompt, TurnSpending())
        assert reply.usage.prompt_tokens <= real_models.count_tokens(text) + 32

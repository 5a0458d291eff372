"""A provider on loopback, and chat models that ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from civicsetu.models.writer.chat import ChatPrompt
from civicsetu.models.writer.litellm_chain import LiteLLMModels
from civicsetu.settings import load_settings
from tests.models.chat_provider import ChatProvider, chat_provider

Models = Callable[..., LiteLLMModels]
PROMPT = ChatPrompt("test/1", "Answer in one sentence.", "Who keeps the gate of a garden?", 200)


@pytest.fixture
def provider() -> Iterator[ChatProvider]:
    with chat_provider() as made:
        yield made


@pytest.fixture
def models(provider: ChatProvider) -> Models:
    """Chat models by their names and settings; each provider named is the one on loopback."""

    def build(*names: str, **settings: object) -> LiteLLMModels:
        writer = {
            "writing": list(names) or ["openai/scribe"],
            "addresses": {"openai": provider.address, "hosted_vllm": provider.address, "ollama_chat": provider.host},
            "keys": {"openai": "sk-not-to-be-told"},
            "first_token_s": 0.6,
            "answer_s": 4.0,
            "retries": 0,
        }
        return LiteLLMModels(load_settings(_env_file=None, writer={**writer, **settings}).writer)

    return build

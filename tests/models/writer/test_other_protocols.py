"""Anthropic's and Google's own protocols, as LiteLLM speaks them: a reply streamed and whole, and a busy provider."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from civicsetu.errors import WriterUnavailable
from civicsetu.models.writer import litellm_chain
from civicsetu.models.writer.chat import Reply, Tier, TurnSpending
from civicsetu.models.writer.litellm_chain import LiteLLMModels
from civicsetu.settings import load_settings
from tests.models.other_protocols import OtherProvider, other_provider
from tests.models.writer.conftest import PROMPT

TEXT = "The keeper of the gate keeps it."
MODELS = ("anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash")


@pytest.fixture
def provider() -> Iterator[OtherProvider]:
    with other_provider() as made:
        yield made


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litellm_chain, "_FIRST_PAUSE_S", 0.02)


def models(provider: OtherProvider, *names: str, retries: int = 0) -> LiteLLMModels:
    kinds = {name.partition("/")[0] for name in names}
    writer = {
        "writing": list(names),
        "addresses": dict.fromkeys(kinds, provider.address),
        "keys": dict.fromkeys(kinds, "sk-not-to-be-told"),
        "first_token_s": 2.0,
        "answer_s": 8.0,
        "retries": retries,
    }
    return LiteLLMModels(load_settings(_env_file=None, writer=writer).writer)


async def stream(asked: LiteLLMModels) -> tuple[str, Reply | None]:
    shown, reply = "", None
    async for piece in asked.stream(Tier.WRITING, PROMPT, TurnSpending()):
        if isinstance(piece, Reply):
            reply = piece
        else:
            shown += piece
    return shown, reply


@pytest.mark.parametrize("name", MODELS)
async def test_a_reply_comes_in_pieces_and_whole(provider: OtherProvider, name: str) -> None:
    provider.replies = [TEXT]
    asked = models(provider, name)
    shown, reply = await stream(asked)
    assert reply is not None and (shown, reply.text, reply.model) == (TEXT, TEXT, name)
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (40, 5)
    whole = await asked.complete(Tier.WRITING, PROMPT, TurnSpending())
    assert whole.text == TEXT
    assert all("sk-not-to-be-told" in (sent.get("x-api-key"), sent.get("x-goog-api-key")) for _, sent, _ in provider.calls)
    assert all(PROMPT.user in str(body) and PROMPT.system in str(body) for _, _, body in provider.calls)
    assert all("sk-not-to-be-told" not in path for path, _, _ in provider.calls), "no key in an address"


@pytest.mark.parametrize("name", MODELS)
async def test_a_busy_provider_is_asked_again(provider: OtherProvider, name: str) -> None:
    provider.replies = [429, TEXT]
    shown, _ = await stream(models(provider, name, retries=1))
    assert shown == TEXT and len(provider.calls) == 2
    provider.replies = [429, TEXT]
    assert (await models(provider, name, retries=1).complete(Tier.WRITING, PROMPT, TurnSpending())).text == TEXT


@pytest.mark.parametrize("name", MODELS)
async def test_one_that_stays_busy_is_one_error_that_tells_nothing(provider: OtherProvider, name: str) -> None:
    provider.replies = [429]
    with pytest.raises(WriterUnavailable) as caught:
        await stream(models(provider, name))
    assert "private" not in f"{caught.value} {caught.value.user_message}"


async def test_a_busy_one_gives_way_to_the_next_of_another_kind(provider: OtherProvider) -> None:
    provider.replies = [429, TEXT]
    shown, reply = await stream(models(provider, *MODELS))
    assert shown == TEXT and reply is not None and reply.model == MODELS[1]

"""Chains of models against a provider on loopback: what is asked, what comes back, and what each failure does."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import time
from contextlib import aclosing

import aiohttp
import pytest
import structlog

from civicsetu.errors import BudgetSpent, SettingsError, WriterUnavailable
from civicsetu.models.writer import litellm_chain
from civicsetu.models.writer.chat import ChatPrompt, Reply, Tier, TurnSpending, Usage
from civicsetu.models.writer.litellm_chain import LiteLLMModels, open_chat_models
from civicsetu.settings import load_settings
from tests.models.chat_provider import (
    Behaviour,
    ChatProvider,
    breaks_off,
    fails,
    hangs,
    refuses,
    says,
    sends,
)
from tests.models.writer.conftest import PROMPT, Models

TEXT = "The keeper of the gate keeps it."
CHAIN = ("openai/first", "openai/second")


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litellm_chain, "_FIRST_PAUSE_S", 0.02)


async def complete(models: LiteLLMModels, prompt: ChatPrompt = PROMPT) -> Reply:
    return await models.complete(Tier.WRITING, prompt, TurnSpending())


async def stream(models: LiteLLMModels, spending: TurnSpending | None = None) -> tuple[str, Reply | None]:
    """What was shown, and the reply; None where the stream broke off."""
    shown, reply = "", None
    try:
        async for piece in models.stream(Tier.WRITING, PROMPT, spending or TurnSpending()):
            if isinstance(piece, Reply):
                reply = piece
            else:
                shown += piece
    except WriterUnavailable:
        assert reply is None
    return shown, reply


def asked(provider: ChatProvider) -> list[str]:
    return [call["model"] for call in provider.calls]


async def test_a_reply_streams_in_pieces_and_comes_whole_at_the_end(models: Models, provider: ChatProvider) -> None:
    provider.behave(says(TEXT, usage=(50, 9)))
    spending = TurnSpending()
    pieces = [piece async for piece in models().stream(Tier.WRITING, PROMPT, spending)]
    assert "".join(pieces[:-1]) == TEXT  # type: ignore[arg-type]
    assert len(pieces) > 3
    assert pieces[-1] == Reply(TEXT, "openai/scribe", Usage(50, 9, 0.0))
    assert (spending.used, spending.calls) == (Usage(50, 9, 0.0), 1)
    [call] = provider.calls
    assert (call["model"], call["temperature"], call["max_tokens"]) == ("scribe", 0, 200)
    assert [message["content"] for message in call["messages"]] == [PROMPT.system, PROMPT.user]
    assert provider.keys == ["Bearer sk-not-to-be-told"]


async def test_a_whole_reply_of_one_json_object_is_asked_for_as_such(models: Models, provider: ChatProvider) -> None:
    provider.behave(says('{"a": 1}'))
    reply = await complete(models(), ChatPrompt("t/1", "Answer.", "Now?", 50, json=True))
    assert reply.text == '{"a": 1}'
    assert provider.calls[0]["response_format"] == {"type": "json_object"}


async def test_the_fast_chain_is_asked_for_by_its_tier_and_the_writing_chain_stands_in(
    models: Models, provider: ChatProvider
) -> None:
    both = models("openai/slow", fast=["openai/quick"])
    await both.complete(Tier.FAST, PROMPT, TurnSpending())
    one = models("openai/slow")
    await one.complete(Tier.FAST, PROMPT, TurnSpending())
    assert asked(provider) == ["quick", "slow"]
    assert (both.get_name(Tier.WRITING), both.get_name(Tier.FAST)) == ("openai/slow", "openai/quick")
    assert one.get_name(Tier.FAST) == "openai/slow"


FAILING = {
    "busy": fails(429),
    "server error": fails(500),
    "overloaded": fails(503),
    "key refused": fails(401),
    "no such model": fails(404),
    "quota": fails(402),
    "bad request": fails(400),
    "silent": hangs(),
    "silent after the headers": hangs(0),
    "silent but for comments": hangs(0, pings=True),
    "breaks off at once": breaks_off(0),
    "garbage": sends(b"<html>no</html>\n\n"),
    "broken JSON": sends(b"data: {bad\n\n"),
    "other JSON": sends(b'data: {"a": 1}\n\ndata: [DONE]\n\n'),
    "choices of a wrong type": sends(b'data: {"choices": 7}\n\ndata: [DONE]\n\n'),
    "nothing": says(""),
    "blank": says(" \n "),
    "refusal": refuses(),
    "filtered": says("", finish="content_filter"),
}


@pytest.mark.parametrize("failing", FAILING.values(), ids=FAILING)
async def test_a_model_that_fails_before_its_first_piece_gives_way_to_the_next(
    models: Models, provider: ChatProvider, failing: Behaviour
) -> None:
    provider.behave(failing, says(TEXT))
    shown, reply = await stream(models(*CHAIN))
    assert asked(provider) == ["first", "second"]
    assert shown.strip() == TEXT
    assert reply is not None and reply.model == "openai/second"
    provider.calls.clear()
    provider.behave(failing, says(TEXT))
    assert (await complete(models(*CHAIN))).text == TEXT


@pytest.mark.parametrize("failing", FAILING.values(), ids=FAILING)
async def test_a_chain_of_one_broken_model_is_one_error_and_tells_nothing(
    models: Models, provider: ChatProvider, failing: Behaviour, caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG)
    structlog.configure(logger_factory=structlog.stdlib.LoggerFactory())
    provider.behave(failing)
    with pytest.raises(WriterUnavailable) as unavailable:
        await complete(models(retries=1))
    out = "".join([caplog.text, *capfd.readouterr(), str(unavailable.value), repr(unavailable.value.__cause__)])
    for secret in ("private", "sk-not", PROMPT.user, PROMPT.system):
        assert secret not in out
    assert "statements" in unavailable.value.user_message


BREAKING = {
    "falls silent": hangs(2),
    "breaks off": breaks_off(2),
    "garbage in mid-stream": sends(
        b'data: {"choices": [{"index": 0, "delta": {"content": "It is"}}]}\n\ndata: {bad\n\n'
    ),
}


@pytest.mark.parametrize("breaking", BREAKING.values(), ids=BREAKING)
async def test_what_breaks_off_after_its_first_piece_is_an_error_where_it_was_shown(
    models: Models, provider: ChatProvider, breaking: Behaviour
) -> None:
    provider.behave(breaking, says(TEXT))
    shown, reply = await stream(models(*CHAIN))
    assert shown and reply is None
    assert asked(provider) == ["first"]


@pytest.mark.parametrize("breaking", BREAKING.values(), ids=BREAKING)
async def test_what_breaks_off_unseen_is_asked_of_the_next(
    models: Models, provider: ChatProvider, breaking: Behaviour
) -> None:
    provider.behave(breaking, says(TEXT))
    assert (await complete(models(*CHAIN))).text == TEXT


async def test_a_busy_model_is_asked_again_before_the_next(models: Models, provider: ChatProvider) -> None:
    provider.behave(fails(429, retry_after="0"), fails(503), says(TEXT))
    assert (await complete(models(*CHAIN, retries=2))).model == "openai/first"
    assert asked(provider) == ["first"] * 3


async def test_a_short_retry_after_is_waited_for(models: Models, provider: ChatProvider) -> None:
    provider.behave(fails(429, retry_after="0.3"), says(TEXT))
    began = time.monotonic()
    await complete(models(retries=1))
    assert 0.3 <= time.monotonic() - began < 2


@pytest.mark.parametrize("wait", ["30", "Wed, 21 Oct 2037 07:28:00 GMT"])
async def test_a_long_retry_after_is_not_waited_for_and_kept_to(
    models: Models, provider: ChatProvider, wait: str
) -> None:
    both = models(*CHAIN, retries=2)
    provider.behave(fails(429, retry_after=wait), says(TEXT))
    began = time.monotonic()
    assert (await complete(both)).model == "openai/second"
    await complete(both)
    assert asked(provider) == ["first", "second", "second"]
    assert time.monotonic() - began < 2


async def test_a_retry_after_that_is_no_time_is_read_past(models: Models, provider: ChatProvider) -> None:
    provider.behave(fails(429, retry_after="soon"), says(TEXT))
    assert (await complete(models(retries=1))).text == TEXT


async def test_a_model_that_keeps_failing_is_left_alone_for_a_while(models: Models, provider: ChatProvider) -> None:
    both = models(*CHAIN, failures=2, cool_down_s=0.5)
    provider.behave(fails(500), says(TEXT), fails(500), says(TEXT))
    for _ in range(3):
        await complete(both)
    assert asked(provider) == ["first", "second", "first", "second", "second"]
    await asyncio.sleep(0.5)
    assert (await complete(both)).model == "openai/first"


async def test_a_refused_key_is_not_tried_with_every_question(models: Models, provider: ChatProvider) -> None:
    provider.behave(fails(401))
    one = models()
    for _ in range(2):
        with pytest.raises(WriterUnavailable):
            await complete(one)
    assert len(provider.calls) == 1


async def test_a_refused_prompt_says_nothing_of_the_model(models: Models, provider: ChatProvider) -> None:
    one = models(failures=1)
    provider.behave(fails(400), says(TEXT))
    with pytest.raises(WriterUnavailable):
        await complete(one)
    assert (await complete(one)).text == TEXT


async def test_the_whole_answer_has_one_deadline(models: Models, provider: ChatProvider) -> None:
    provider.behave(says("word " * 200, pause_s=0.05))
    brief = models(*CHAIN, answer_s=0.6)
    began = time.monotonic()
    shown, reply = await stream(brief)
    assert shown and reply is None
    assert 0.5 < time.monotonic() - began < 1.5
    provider.behave(hangs())
    began = time.monotonic()
    assert await stream(models(*CHAIN, first_token_s=5, answer_s=0.4)) == ("", None)
    assert time.monotonic() - began < 1.4


async def test_a_model_that_was_left_no_time_is_not_blamed(models: Models, provider: ChatProvider) -> None:
    both = models(*CHAIN, first_token_s=0.4, answer_s=0.6, failures=1)
    provider.behave(hangs())
    assert await stream(both) == ("", None)
    provider.behave(says(TEXT))
    assert (await complete(both)).model == "openai/second"


async def test_thinking_aloud_is_a_sign_of_life_and_not_part_of_the_reply(
    models: Models, provider: ChatProvider
) -> None:
    provider.behave(says(TEXT, reasoning="Hm.", pause_s=0.5, piece=40))
    assert (await complete(models(first_token_s=0.9))).text == TEXT


async def test_closing_the_stream_ends_the_call_and_what_it_took_is_reckoned(
    models: Models, provider: ChatProvider
) -> None:
    provider.behave(says("word " * 400, pause_s=0.02))
    spending = TurnSpending()
    async with aclosing(models().stream(Tier.WRITING, PROMPT, spending)) as pieces:
        async for _ in pieces:
            break
    assert await asyncio.to_thread(provider.hung_up.wait, 2)
    assert spending.used.prompt_tokens > 0
    assert spending.calls == 1


@pytest.mark.parametrize("hanging", [hangs(), hangs(0), hangs(2)], ids=["before", "headers", "during"])
async def test_cancelling_ends_the_call(models: Models, provider: ChatProvider, hanging: Behaviour) -> None:
    provider.behave(hanging)
    asking = asyncio.create_task(complete(models(first_token_s=20, answer_s=20)))
    await asyncio.sleep(0.2)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await asyncio.to_thread(provider.hung_up.wait, 2)


async def test_a_reply_without_end_is_broken_off(models: Models, provider: ChatProvider) -> None:
    provider.behave(says("y" * 100_000, piece=1000))
    shown, reply = await stream(models())
    assert reply is None
    assert len(shown) < 5_000
    provider.behave(says("y" * 100_000, piece=100_000))
    assert await stream(models()) == ("", None)


async def test_what_is_not_reported_is_reckoned(models: Models, provider: ChatProvider) -> None:
    provider.behave(says(TEXT, usage=None))
    spending = TurnSpending()
    await stream(models(), spending)
    assert 10 < spending.used.prompt_tokens < 80
    assert 5 < spending.used.completion_tokens < 20


async def test_the_cost_is_that_of_the_price_list(models: Models, provider: ChatProvider) -> None:
    provider.behave(says(TEXT, usage=(1000, 100)))
    reply = await complete(models("openai/gpt-4o-mini"))
    assert reply.usage.cost == pytest.approx(1000 * 0.15e-6 + 100 * 0.6e-6)


async def test_temperature_is_left_out_where_a_model_refuses_it(models: Models, provider: ChatProvider) -> None:
    await complete(models("openai/o3-mini"))
    assert "temperature" not in provider.calls[0]


async def test_ollama_is_told_the_window(models: Models, provider: ChatProvider) -> None:
    provider.behave(says(TEXT))
    reply = await complete(models("ollama_chat/scribe", windows={"ollama_chat/scribe": 4096}))
    assert reply.text == TEXT
    assert provider.paths == ["/api/chat"]
    assert provider.calls[0]["options"] == {"temperature": 0, "num_predict": 200, "num_ctx": 4096}


async def test_a_prompt_that_does_not_fit_a_window_is_not_sent(models: Models, provider: ChatProvider) -> None:
    long = ChatPrompt("t/1", "Answer.", "gate " * 2500, 200)
    both = models(*CHAIN, windows={"openai/first": 2048})
    provider.behave(says(TEXT, usage=None))
    assert (await complete(both, long)).model == "openai/second"
    assert asked(provider) == ["second"]
    with pytest.raises(WriterUnavailable):
        await complete(models(windows={"openai/scribe": 2048}), long)


def test_the_room_is_that_of_the_smallest_window_less_the_reply(models: Models) -> None:
    windows = {"openai/first": 2048, "openai/second": 8192}
    assert 1200 < models(*CHAIN, windows=windows).get_room(Tier.WRITING) < 2048 * 2 / 3
    assert 6500 < models("openai/unknown", reply_tokens=1500).get_room(Tier.WRITING) < 8192 - 1500
    assert models("openai/gpt-4o-mini").get_room(Tier.WRITING) > 100_000


@pytest.mark.parametrize(
    "cut", [says(TEXT, usage=(2048, 10)), says(TEXT, finish="length", usage=(3000, 10))], ids=["counted", "no room"]
)
async def test_a_reply_that_shows_a_cut_prompt_is_a_failure(
    models: Models, provider: ChatProvider, cut: Behaviour
) -> None:
    """A server whose window of 2,048 tokens is smaller than it was said to be."""
    prompt = ChatPrompt("t/1", "Answer.", "gate " * 3000, 200)
    provider.behave(cut)
    with pytest.raises(WriterUnavailable, match="prompt cut"):
        await complete(models(windows={"openai/scribe": 8192}), prompt)


async def test_a_reply_that_filled_its_room_says_so(models: Models, provider: ChatProvider) -> None:
    provider.behave(says("word " * 190, finish="length", usage=(40, 200)))
    assert (await complete(models())).is_cut


async def test_a_turn_and_a_day_have_budgets(models: Models, provider: ChatProvider) -> None:
    provider.behave(says(TEXT, usage=(300, 100)))
    for limits in ({"turn_tokens": 500}, {"day_tokens": 500}):
        spending, one = TurnSpending(), models(**limits)
        await one.complete(Tier.WRITING, PROMPT, spending)
        with pytest.raises(BudgetSpent):
            await one.complete(Tier.WRITING, PROMPT, spending)
    one = models("openai/gpt-4o", day_cost=0.001)
    await complete(one)
    with pytest.raises(BudgetSpent):
        await complete(one)
    assert len(provider.calls) == 3


async def test_no_address_but_the_providers_is_asked_for(
    models: Models, provider: ChatProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected: list[object] = []
    connect, resolve = socket.socket.connect, socket.getaddrinfo

    def note(self: socket.socket, address: tuple[str, int]) -> None:
        connected.append(address[:2])
        connect(self, address)

    def note_name(host: str, port: int, *rest: object, **named: object) -> object:
        connected.append((host, int(port)))
        return resolve(host, port, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", note)
    monkeypatch.setattr(socket, "getaddrinfo", note_name)
    for name in ("openai/scribe", "ollama_chat/llama3", "hosted_vllm/meta-llama/Llama-3.1-8B"):
        one = models(name)
        await complete(one)
        provider.behave(says(TEXT, usage=None))
        await complete(one)
        provider.behave(hangs(2), says(TEXT))
        await stream(one)
        await one.close()
    await asyncio.sleep(0.1)
    host, port = provider.host.removeprefix("http://").split(":")
    assert set(connected) == {(host, int(port))}


def open_sessions() -> int:
    """HTTP sessions of this event loop that nobody closed."""
    loop = asyncio.get_running_loop()
    gc.collect()
    return sum(type(one) is aiohttp.ClientSession and one._loop is loop and not one.closed for one in gc.get_objects())


async def test_the_last_one_closed_leaves_no_session_open(models: Models, provider: ChatProvider) -> None:
    first, second = models("openai/scribe"), models("hosted_vllm/scribe")
    others = [one for one in litellm_chain._OPEN if one not in (first, second)]
    for one in others:
        await one.close()
    provider.behave(says(TEXT), says(TEXT), says(TEXT))
    await complete(first)
    await complete(second)
    assert open_sessions() > 0
    await first.close()
    await complete(second)
    await second.close()
    assert open_sessions() == 0


def test_a_key_of_the_environment_does_not_go_to_a_server_of_ones_own(
    provider: ChatProvider, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another")
    asyncio.run(complete(models(keys={})))
    assert provider.keys == ["Bearer none"]


def test_without_a_chain_there_is_no_model() -> None:
    assert open_chat_models(load_settings(_env_file=None, writer={"writing": []})) is None


@pytest.mark.parametrize("name", ["opnai/gpt-4.1", "foo/bar"])
def test_an_unknown_provider_is_one_sentence_that_names_the_model(name: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        open_chat_models(load_settings(_env_file=None, writer={"writing": ["ollama_chat/scribe", name]}))
    assert name in wrong.value.user_message
    assert wrong.value.user_message.count(". ") == 0


async def test_a_server_that_is_not_there_gives_way_to_the_next(models: Models, provider: ChatProvider) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        gone = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    both = models("hosted_vllm/scribe", "openai/scribe", addresses={"hosted_vllm": gone, "openai": provider.address})
    assert (await complete(both)).model == "openai/scribe"
    with pytest.raises(WriterUnavailable, match="unreachable"):
        await complete(models("hosted_vllm/scribe", addresses={"hosted_vllm": gone}))

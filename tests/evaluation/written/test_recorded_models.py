"""A recorded writer gives what was answered to a prompt, and collects the prompts nobody has answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.errors import WriterUnavailable
from civicsetu.evaluation.written.recorded_models import RecordedModels
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Reply, Tier, TurnSpending

PROMPT = ChatPrompt("write_answer/1", "Write.", "When is corn ground?", 100)
OTHER = replace(PROMPT, user="What is a mill?")
COMPLETION = '{"parts": {}}\n{"mark": "limit", "part": 1, "text": "None."}'


def models() -> ChatModels:
    return RecordedModels({PROMPT.digest: COMPLETION})


async def test_a_completion_is_given_line_by_line_and_then_whole() -> None:
    spending = TurnSpending()
    pieces = [one async for one in models().stream(Tier.WRITING, PROMPT, spending)]
    *lines, reply = pieces
    assert lines == COMPLETION.splitlines(keepends=True)
    assert isinstance(reply, Reply) and reply.text == COMPLETION and reply.model == "recorded"
    assert spending.calls == 1 and spending.used.prompt_tokens > 0
    assert (await models().complete(Tier.FAST, PROMPT, spending)).text == COMPLETION


async def test_a_prompt_without_one_is_collected_once_and_fails_as_a_model_does() -> None:
    recorded = RecordedModels({PROMPT.digest: COMPLETION})
    for prompt in (OTHER, PROMPT, OTHER):
        if prompt is PROMPT:
            await recorded.complete(Tier.WRITING, prompt, TurnSpending())
            continue
        with pytest.raises(WriterUnavailable):
            [one async for one in recorded.stream(Tier.WRITING, prompt, TurnSpending())]
    assert recorded.missing == (OTHER,)


async def test_a_prompt_that_follows_from_a_missing_completion_is_not_collected() -> None:
    recorded, turn = RecordedModels({}), TurnSpending()
    opinion, further = (replace(PROMPT, name="judge_sentences/1", user=one) for one in ("First?", "Second?"))
    for prompt in (opinion, further, OTHER):
        with pytest.raises(WriterUnavailable):
            await recorded.complete(Tier.FAST, prompt, turn)
    assert recorded.missing == (opinion, further), "what is mended would be other sentences"
    with pytest.raises(WriterUnavailable):
        await recorded.complete(Tier.FAST, OTHER, TurnSpending())
    assert recorded.missing[-1] == OTHER

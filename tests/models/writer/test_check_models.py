"""Each model is asked one word, and what is wrong with it is a sentence with its fix."""

from __future__ import annotations

import pytest

from civicsetu.models.writer.check_models import ModelCheck, check_models
from civicsetu.settings import load_settings
from tests.models.chat_provider import Behaviour, ChatProvider, fails, hangs, says, sends

WRONG: dict[str, tuple[Behaviour, str, str]] = {
    "key": (fails(401), "refuses the key", "CIVICSETU_WRITER__KEYS__OPENAI"),
    "name": (fails(404), "no model of that name", "CIVICSETU_WRITER__WRITING"),
    "quota": (fails(402), "quota", "top it up"),
    "busy": (fails(429), "quota is spent", "try later"),
    "server error": (fails(500), "error", "log of that server"),
    "slow": (hangs(), "within 0.5 s", "CIVICSETU_WRITER__FIRST_TOKEN_S"),
    "empty": (sends(b'data: {"a": 1}\n\ndata: [DONE]\n\n'), "empty", "another model"),
    "refuses": (fails(400), "refuses", "another model"),
}


async def check(address: str, *models: str, **settings: object) -> list[ModelCheck]:
    writer = {"writing": list(models), "addresses": {"openai": address}, "first_token_s": 0.5, **settings}
    return await check_models(load_settings(_env_file=None, writer=writer).writer)


@pytest.mark.parametrize(("how", "wrong", "fix"), WRONG.values(), ids=WRONG)
async def test_what_is_wrong_is_a_sentence_with_its_fix(
    provider: ChatProvider, how: Behaviour, wrong: str, fix: str
) -> None:
    provider.behave(how)
    [found] = await check(provider.address, "openai/scribe")
    assert wrong in found.wrong and fix in found.fix
    assert len(provider.calls) == 1


async def test_each_model_is_asked_once_and_one_that_answers_is_well(provider: ChatProvider) -> None:
    provider.behave(says("Yes."), fails(404))
    assert [bool(found.wrong) for found in await check(provider.address, "openai/a", "openai/b", fast=["openai/a"])] == [
        False,
        True,
    ]
    assert len(provider.calls) == 2


async def test_a_server_that_is_not_there_and_a_provider_that_does_not_exist(provider: ChatProvider) -> None:
    [gone] = await check("http://127.0.0.1:1/v1", "openai/scribe")
    assert "nothing answers" in gone.wrong and "ADDRESSES__OPENAI" in gone.fix
    [unknown] = await check(provider.address, "opnai/scribe")
    assert "opnai" in unknown.wrong and "CIVICSETU_WRITER__WRITING" in unknown.fix


async def test_a_missing_key_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    [found] = await check_models(load_settings(_env_file=None, writer={"writing": ["openai/scribe"]}).writer)
    assert found.wrong == "There is no key for openai/scribe; set CIVICSETU_WRITER__KEYS__OPENAI."

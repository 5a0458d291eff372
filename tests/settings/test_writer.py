"""Settings of the chat models: what is refused, and that no message holds a key."""

from __future__ import annotations

import traceback

import pytest

from civicsetu.errors import SettingsError
from civicsetu.settings import load_settings

BAD: dict[str, tuple[dict[str, str], str]] = {
    "a key with a line break": ({"KEYS__OPENAI": "sk-secret\nx"}, "KEYS__OPENAI"),
    "a key with a space": ({"KEYS__OPENAI": "sk-secret x"}, "KEYS__OPENAI"),
    "an empty key": ({"KEYS__OPENAI": ""}, "KEYS__OPENAI"),
    "a key of other letters": ({"KEYS": '{"openai": "sk-secret-क"}'}, "KEYS__OPENAI"),
    "a model without its provider": ({"WRITING": '["gpt-4.1"]'}, "WRITING__0"),
    "a model twice": ({"FAST": '["openai/a", "openai/a"]'}, "FAST"),
    "a chain that is no list": ({"WRITING": "openai/a"}, "WRITING"),
    "an address that is none": ({"ADDRESSES__OPENAI": "localhost:8080"}, "ADDRESSES__OPENAI"),
    "a window of no size": ({"WINDOWS": '{"openai/a": 3}'}, "WINDOWS__OPENAI/A"),
    "a behaviour that is none": ({"LOW_CONFIDENCE_BEHAVIOR": "guess"}, "LOW_CONFIDENCE_BEHAVIOR"),
    "a deadline of nothing": ({"FIRST_TOKEN_S": "0"}, "FIRST_TOKEN_S"),
}


@pytest.mark.parametrize(("given", "named"), BAD.values(), ids=BAD)
def test_a_wrong_value_is_one_sentence_that_names_it(
    given: dict[str, str], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"CIVICSETU_WRITER__{name}", value)
    with pytest.raises(SettingsError) as wrong:
        load_settings()
    assert f"CIVICSETU_WRITER__{named} " in wrong.value.user_message
    assert "\n" not in wrong.value.user_message
    assert "secret" not in "".join(traceback.format_exception(wrong.value))


def test_a_chain_its_keys_and_addresses_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_WRITER__WRITING", '["openai/gpt-4.1", "ollama_chat/llama3.1:8b"]')
    monkeypatch.setenv("CIVICSETU_WRITER__KEYS__OPENAI", "sk-secret")
    monkeypatch.setenv("CIVICSETU_WRITER__ADDRESSES__OLLAMA_CHAT", "http://127.0.0.1:11434/")
    monkeypatch.setenv("CIVICSETU_WRITER__WINDOWS", '{"ollama_chat/llama3.1:8b": 16384}')
    settings = load_settings()
    writer = settings.writer
    assert writer.writing == ["openai/gpt-4.1", "ollama_chat/llama3.1:8b"]
    assert writer.keys["openai"].get_secret_value() == "sk-secret"
    assert writer.addresses == {"ollama_chat": "http://127.0.0.1:11434"}
    assert "secret" not in repr(settings) + settings.model_dump_json() + str(settings.model_dump())


def test_the_hash_names_the_models_and_neither_keys_nor_limits() -> None:
    without = load_settings().settings_hash()
    assert load_settings(writer={"context_tokens": 500}).settings_hash() == without, "no model is set"
    with_one = load_settings(writer={"writing": ["openai/a"]}).settings_hash()
    assert with_one != without
    same = {"keys": {"openai": "sk-secret"}, "day_cost": 1, "answer_s": 9, "addresses": {"openai": "http://h"}}
    assert load_settings(writer={"writing": ["openai/a"], **same}).settings_hash() == with_one
    for changed in ({"fast": ["openai/b"]}, {"context_tokens": 500}, {"strict_extractive": True}):
        assert load_settings(writer={"writing": ["openai/a"], **changed}).settings_hash() != with_one

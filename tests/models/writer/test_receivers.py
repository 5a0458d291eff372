"""Who receives the masked text is known without asking anybody."""

from __future__ import annotations

from civicsetu.models.writer.receivers import Receiver, list_receivers
from civicsetu.settings import WriterSettings


def test_each_provider_is_named_once_and_a_server_of_this_machine_is_known() -> None:
    settings = WriterSettings(
        writing=["openai/a", "openai/b", "hosted_vllm/c", "ollama_chat/d"],
        fast=["lm_studio/e"],
        addresses={"hosted_vllm": "https://models.example.org/v1", "openai/b": "http://127.0.0.1:8080/v1"},
    )
    assert list_receivers(settings) == [
        Receiver("openai", "", False),
        Receiver("openai", "127.0.0.1", True),
        Receiver("hosted_vllm", "models.example.org", False),
        Receiver("ollama_chat", "", True),
        Receiver("lm_studio", "", True),
    ]


def test_an_address_elsewhere_is_no_local_server_whatever_its_provider() -> None:
    settings = WriterSettings(writing=["ollama_chat/a"], addresses={"ollama_chat": "http://10.0.0.7:11434"})
    assert list_receivers(settings) == [Receiver("ollama_chat", "10.0.0.7", False)]


def test_without_a_model_nobody_receives_anything() -> None:
    assert list_receivers(WriterSettings()) == []

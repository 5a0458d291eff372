"""Who is sent a prompt is told as people know them; a server of one's own is not called a provider."""

from __future__ import annotations

import pytest

from civicsetu.models.writer.receivers import ModelLocation, list_receivers, place_of
from civicsetu.settings import WriterSettings


def receivers(writing: list[str], fast: tuple[str, ...] = (), **addresses: str) -> list[tuple[str, ModelLocation]]:
    settings = WriterSettings.model_validate({"writing": writing, "fast": list(fast), "addresses": addresses})
    return [(one.name, one.place) for one in list_receivers(settings)]


def test_each_provider_of_both_chains_is_named_once_in_the_order_asked() -> None:
    told = receivers(["openai/a", "openai/b", "anthropic/c"], ("groq/d", "some_new_one/e"))
    names = ["OpenAI", "Anthropic", "Groq", "Some New One"]
    assert told == [(name, ModelLocation.ELSEWHERE) for name in names]


def test_a_server_is_named_by_its_host_wherever_its_protocol_comes_from() -> None:
    assert receivers(["openai/a"], openai="http://127.0.0.1:8080/v1") == [("127.0.0.1", ModelLocation.HERE)]
    found = receivers(["openai/a"], openai="https://llm.example.com/v1")
    assert found == [("llm.example.com", ModelLocation.ELSEWHERE)]
    assert receivers(["ollama_chat/a"]) == [("localhost", ModelLocation.HERE)]
    assert receivers(["ollama_chat/a"], ollama_chat="http://gpu:11434") == [("gpu", ModelLocation.OWN_NETWORK)]


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("localhost", ModelLocation.HERE), ("127.1.2.3", ModelLocation.HERE), ("::1", ModelLocation.HERE),
        ("10.0.0.5", ModelLocation.OWN_NETWORK), ("192.168.1.9", ModelLocation.OWN_NETWORK),
        ("models.lan", ModelLocation.OWN_NETWORK), ("8.8.8.8", ModelLocation.ELSEWHERE),
        ("api.example.org", ModelLocation.ELSEWHERE), ("localhost.example.org", ModelLocation.ELSEWHERE),
    ],
)  # fmt: skip
def test_where_a_host_is(host: str, place: ModelLocation) -> None:
    assert place_of(host) is place


def test_without_a_model_nobody_receives_anything() -> None:
    assert list_receivers(WriterSettings()) == ()

"""Providers through LiteLLM, against a server on loopback that speaks OpenAI's protocol."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from civicsetu.errors import ModelError, ModelTimeout, SettingsError
from civicsetu.models.embedder import Embedder, open_embedder
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.models.profiles import get_profile
from civicsetu.models.remote import RemoteEmbedder
from civicsetu.settings import ModelSettings
from tests.models.fakes import settings_for


class Provider:
    """An embeddings endpoint that remembers its calls; `status`, `dimension`, `delay` make it misbehave."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.status, self.dimension, self.delay = 200, 768, 0.0
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                provider.calls.append(body)
                provider.keys.append(self.headers.get("Authorization"))
                time.sleep(provider.delay)
                answer = json.dumps(provider.answer(body)).encode()
                self.send_response(provider.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *values: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        if self.status != 200:
            return {"error": {"message": f"refused: {body['input']}", "type": "x", "code": None}}
        rows = [
            {"object": "embedding", "index": at, "embedding": self.vector(text)}
            for at, text in enumerate(body["input"])
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return {"object": "list", "data": rows[::-1], "model": body["model"], "usage": usage}

    def vector(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        vector[len(text)] = 2.0
        return vector

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.close()


@pytest.fixture
def remote(provider: Provider, tmp_path: Path) -> Embedder:
    return open_embedder(
        settings_for(
            tmp_path,
            embedder="openai-text-embedding-3-small",
            embed_api_base=provider.address,
            embed_api_key="test-key",
            embed_deadline_s=5,
            embed_batch=2,
        )
    )


async def test_a_question_goes_to_the_provider_and_comes_back_as_a_unit_vector(
    remote: Embedder, provider: Provider
) -> None:
    vector = await remote.embed_query("late flat")
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1)
    assert int(vector.argmax()) == len("late flat")
    [call] = provider.calls
    assert (call["model"], call["input"]) == ("text-embedding-3-small", ["late flat"])
    assert call["dimensions"] == 768
    assert provider.keys == ["Bearer test-key"]


async def test_passages_go_in_batches_and_come_back_in_order(remote: Embedder, provider: Provider) -> None:
    texts, steps = ["ccc", "a", "bb"], []
    vectors = await remote.embed_passages(texts, lambda done, total: steps.append((done, total)))
    assert [int(vector.argmax()) for vector in vectors] == [3, 1, 2]
    assert [call["input"] for call in provider.calls] == [["a", "bb"], ["ccc"]]
    assert steps == [(2, 3), (3, 3)]


async def test_questions_go_in_batches_and_come_back_in_order(remote: Embedder, provider: Provider) -> None:
    texts, steps = ["ccc", "a", "bb"], []
    vectors = await remote.embed_questions(texts, lambda done, total: steps.append((done, total)))
    assert [int(vector.argmax()) for vector in vectors] == [3, 1, 2]
    assert [call["input"] for call in provider.calls] == [["a", "bb"], ["ccc"]]
    assert steps == [(2, 3), (3, 3)]


def test_a_caller_without_an_event_loop_is_served_again_and_again(remote: Embedder) -> None:
    chain = LangChainEmbeddings(remote)
    assert len(chain.embed_query("a")) == 768
    assert len(chain.embed_query("b")) == 768
    assert len(chain.embed_documents(["a", "b"])) == 2


async def test_an_empty_text_does_not_reach_the_provider_empty(remote: Embedder, provider: Provider) -> None:
    await remote.embed_query("  ")
    assert provider.calls[0]["input"] == ["."]


async def test_a_refused_key_names_the_setting(remote: Embedder, provider: Provider) -> None:
    provider.status = 401
    with pytest.raises(SettingsError) as refused:
        await remote.embed_query("my private question")
    assert "CIVICSETU_MODELS__EMBED_API_KEY" in refused.value.user_message
    assert "private" not in str(refused.value)
    assert "test-key" not in str(refused.value)


async def test_a_failing_provider_is_a_model_error_without_the_question(
    remote: Embedder, provider: Provider
) -> None:
    provider.status = 500
    with pytest.raises(ModelError) as failed:
        await remote.embed_query("my private question")
    assert "private" not in str(failed.value)


async def test_a_slow_provider_is_a_timeout(provider: Provider) -> None:
    provider.delay = 20.0
    settings = ModelSettings(embed_api_base=provider.address, embed_api_key="k", embed_deadline_s=0.2)
    embedder = RemoteEmbedder(get_profile("openai-text-embedding-3-small"), settings)
    began = time.monotonic()
    with pytest.raises(ModelTimeout):
        await embedder.embed_query("a")
    assert time.monotonic() - began < 15.0  # loading LiteLLM counts in it, which a busy machine does slowly


async def test_vectors_of_another_size_are_an_error(remote: Embedder, provider: Provider) -> None:
    provider.dimension = 1536
    with pytest.raises(ModelError, match="1536"):
        await remote.embed_query("a")


async def test_a_provider_that_wants_the_purpose_is_told_it(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = RemoteEmbedder(get_profile("cohere-embed-multilingual-light-v3"), ModelSettings())
    calls: list[dict[str, Any]] = []

    async def aembedding(**call: Any) -> SimpleNamespace:
        calls.append(call)
        return SimpleNamespace(data=[{"index": 0, "embedding": [1.0] * 384}])

    monkeypatch.setattr(embedder, "_litellm", SimpleNamespace(aembedding=aembedding))
    await embedder.embed_query("a")
    await embedder.embed_passages(["b"])
    await embedder.embed_questions(["c"])
    assert [(call["input_type"], call["input"]) for call in calls] == [
        ("search_query", ["a"]),
        ("search_document", ["b"]),
        ("search_query", ["c"]),
    ]
    assert "dimensions" not in calls[0]


def test_tokens_are_reckoned_on_the_high_side() -> None:
    embedder = RemoteEmbedder(get_profile("openai-text-embedding-3-small"), ModelSettings())
    text = "The promoter pays 10000 रुपये."
    spans = embedder.token_spans(text)
    assert [text[start:end] for start, end in spans[:5]] == ["The", "prom", "oter", "pays", "100"]
    assert embedder.count_tokens(text) == len(spans) == 12

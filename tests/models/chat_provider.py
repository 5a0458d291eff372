"""A chat provider on loopback that speaks the real protocols and misbehaves as it is told.

OpenAI's `/chat/completions`, streamed (SSE) and whole, and Ollama's `/api/chat`. Each request takes the next
of the behaviours given; the last one stays. It remembers what it was sent, and notices when a caller hangs up.
"""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
_LONGEST_HANG_S = 20.0


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How one request is answered.

    `text` is the reply, or a function of the request's body that gives it. It goes out in pieces of `piece`
    characters with `pause_s` before each. `hang_at` and `break_at` count pieces: there it falls silent (but
    for comments, with `pings`), or breaks off in mid-stream; 0 is before the first. `raw` is sent in place of
    all that. `usage` is what is reported of (prompt, completion) tokens; None: nothing.
    """

    text: str | Callable[[Body], str] = "It is so."
    piece: int = 8
    pause_s: float = 0.0
    finish: str | None = "stop"
    usage: tuple[int, int] | None = (40, 5)
    hang_at: int | None = None
    hangs_before_headers: bool = False
    pings: bool = False
    break_at: int | None = None
    status: int = 200
    error: str = "refused: my private question"
    code: str | None = None
    retry_after: str | None = None
    raw: bytes | None = None
    refusal: str | None = None
    reasoning: str | None = None

    def pieces(self, body: Body) -> list[str]:
        text = self.text(body) if callable(self.text) else self.text
        return [text[at : at + self.piece] for at in range(0, len(text), self.piece)]


def says(text: str | Callable[[Body], str], **rest: Any) -> Behaviour:
    """Answers well."""
    return Behaviour(text, **rest)


def fails(status: int, *, retry_after: str | None = None, code: str | None = None) -> Behaviour:
    """Answers with an error whose text quotes the prompt, as providers do."""
    return Behaviour(status=status, retry_after=retry_after, code=code)


def hangs(at: int | None = None, **rest: Any) -> Behaviour:
    """Takes the request and says nothing; with `at`, after so many pieces."""
    return Behaviour(hang_at=at, hangs_before_headers=at is None, **rest)


def breaks_off(at: int, **rest: Any) -> Behaviour:
    """Drops the connection after so many pieces."""
    return Behaviour(break_at=at, **rest)


def sends(raw: bytes) -> Behaviour:
    """Sends these bytes with status 200."""
    return Behaviour(raw=raw)


def refuses(words: str = "I cannot help with that.") -> Behaviour:
    """Sends a refusal as the protocol has it: no content, the words in a field of their own."""
    return Behaviour(text="", refusal=words)


class Hung(Exception):
    """The caller went away."""


@dataclass
class ChatProvider:
    """The server; `calls` are the bodies it was sent, `paths` and `keys` where to and with which key."""

    behaviours: list[Behaviour] = field(default_factory=lambda: [Behaviour()])
    calls: list[Body] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=lambda: self._server.serve_forever(0.02), daemon=True)
        self._thread.start()

    @property
    def host(self) -> str:
        """Its address, as Ollama's is given."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def address(self) -> str:
        """Its address, as one that speaks OpenAI's protocol is given."""
        return f"{self.host}/v1"

    def behave(self, *behaviours: Behaviour) -> None:
        """Answer the next requests like this; the last behaviour stays."""
        self.behaviours = list(behaviours)

    def take(self) -> Behaviour:
        return self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def hang(self, connection: socket.socket, ping: Callable[[], None] | None = None) -> None:
        """Say nothing until the caller hangs up."""
        until = time.monotonic() + _LONGEST_HANG_S
        while not self._closing.is_set() and time.monotonic() < until:
            self.look(connection, 0.02)
            if ping:
                ping()
        raise Hung

    def look(self, connection: socket.socket, wait_s: float = 0.0) -> None:
        """Raise Hung where the caller hung up."""
        readable, _, _ = select.select([connection], [], [], wait_s)
        try:
            gone = bool(readable) and connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            gone = True
        if gone:
            self.hung_up.set()
            raise Hung


@contextmanager
def chat_provider(*behaviours: Behaviour) -> Iterator[ChatProvider]:
    """A provider that is there for as long as the block runs."""
    provider = ChatProvider(list(behaviours) or [Behaviour()])
    try:
        yield provider
    finally:
        provider.close()


def _handler(provider: ChatProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            provider.calls.append(body)
            provider.paths.append(self.path)
            provider.keys.append(self.headers.get("Authorization"))
            self.close_connection = True
            try:
                self.answer(provider.take(), body)
            except (Hung, BrokenPipeError, ConnectionResetError):
                provider.hung_up.set()

        def answer(self, how: Behaviour, body: Body) -> None:
            if how.hangs_before_headers:
                provider.hang(self.connection)
            if how.status != 200:
                return self.whole(how.status, _error(how), how.retry_after)
            if self.path.endswith("/api/chat"):
                return self.stream("application/x-ndjson", how, body, _ollama_lines)
            if body.get("stream"):
                return self.stream("text/event-stream", how, body, _openai_events)
            self.whole(200, how.raw or json.dumps(_openai_whole(how, body)).encode())

        def whole(self, status: int, content: bytes, retry_after: str | None = None) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Connection", "close")
            if retry_after is not None:
                self.send_header("Retry-After", retry_after)
            self.end_headers()
            self.wfile.write(content)

        def stream(self, kind: str, how: Behaviour, body: Body, lines: Callable[..., Iterator[bytes]]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Transfer-Encoding", "chunked")
            self.send_header("Connection", "close")
            self.end_headers()
            if how.raw is not None:
                self.chunk(how.raw)
                return self.chunk(b"")
            spoken = len(how.pieces(body)) + bool(how.reasoning)
            for at, line in enumerate(lines(how, body)):
                if at == how.hang_at:
                    provider.hang(self.connection, self.ping if how.pings else None)
                if at == how.break_at:
                    return
                provider.look(self.connection, how.pause_s if at < spoken else 0)
                self.chunk(line)
            self.chunk(b"")

        def ping(self) -> None:
            self.chunk(b": still there\n\n")

        def chunk(self, content: bytes) -> None:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
            self.wfile.flush()

        def log_message(self, format: str, *values: object) -> None:
            pass

    return Handler


def _error(how: Behaviour) -> bytes:
    return how.raw or json.dumps({"error": {"message": how.error, "type": "x", "code": how.code}}).encode()


def _usage(how: Behaviour) -> dict[str, int] | None:
    if how.usage is None:
        return None
    asked, written = how.usage
    return {"prompt_tokens": asked, "completion_tokens": written, "total_tokens": asked + written}


def _frame(body: Body, kind: str) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body["model"]}


def _openai_events(how: Behaviour, body: Body) -> Iterator[bytes]:
    """The events of a streamed reply, the pieces first; what opens it goes with the first piece."""

    def event(content: Body) -> bytes:
        return b"data: " + json.dumps({**_frame(body, "chat.completion.chunk"), **content}).encode() + b"\n\n"

    def delta(told: Body, finish: str | None = None) -> bytes:
        return event({"choices": [{"index": 0, "delta": told, "finish_reason": finish}]})

    if how.reasoning:
        yield delta({"role": "assistant", "reasoning_content": how.reasoning})
    for piece in how.pieces(body):
        yield delta({"role": "assistant", "content": piece})
    if how.refusal:
        yield delta({"role": "assistant", "refusal": how.refusal})
    if how.finish:
        yield delta({}, how.finish)
    if _usage(how) and (body.get("stream_options") or {}).get("include_usage"):
        yield event({"choices": [], "usage": _usage(how)})
    yield b"data: [DONE]\n\n"


def _openai_whole(how: Behaviour, body: Body) -> Body:
    content = "".join(how.pieces(body)) or None
    message = {"role": "assistant", "content": content, "refusal": how.refusal}
    choice = {"index": 0, "message": message, "finish_reason": how.finish}
    return {**_frame(body, "chat.completion"), "choices": [choice], "usage": _usage(how)}


def _ollama_lines(how: Behaviour, body: Body) -> Iterator[bytes]:
    start = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z"}
    for piece in how.pieces(body):
        line = {**start, "message": {"role": "assistant", "content": piece}, "done": False}
        yield json.dumps(line).encode() + b"\n"
    end: Body = {"done": True, "done_reason": how.finish}
    if how.usage:
        end |= {"prompt_eval_count": how.usage[0], "eval_count": how.usage[1]}
    yield json.dumps({**start, "message": {"role": "assistant", "content": ""}, **end}).encode() + b"\n"

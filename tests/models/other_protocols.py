"""A provider on loopback that speaks Anthropic's Messages and Google's Gemini protocol, streamed and whole.

Each request takes the next of the replies given, a text or a status; the last one stays.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
_PIECE = 8
_USED = (40, 5)


@dataclass
class OtherProvider:
    """What it was sent: the path, the headers in small letters, and the body of each request."""

    address: str
    replies: list[str | int] = field(default_factory=lambda: ["It is so."])
    calls: list[tuple[str, dict[str, str], Body]] = field(default_factory=list)

    def next_reply(self) -> str | int:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


def _pieces(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]


def _of_anthropic(text: str) -> Iterator[tuple[str, Body]]:
    used, said = _USED
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": []}
    yield "message_start", {"message": {**message, "stop_reason": None, "usage": {"input_tokens": used, "output_tokens": 1}}}
    yield "content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}
    for piece in _pieces(text):
        yield "content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": piece}}
    yield "content_block_stop", {"index": 0}
    yield "message_delta", {"delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": said}}
    yield "message_stop", {}


def _whole_of_anthropic(text: str) -> Body:
    used, said = _USED
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn", "usage": {"input_tokens": used, "output_tokens": said},
    }  # fmt: skip


def _of_gemini(text: str, *, ends: bool) -> Body:
    used, said = _USED
    candidate: Body = {"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}
    told = {"promptTokenCount": used, "candidatesTokenCount": said, "totalTokenCount": used + said}
    return {"candidates": [{**candidate, "finishReason": "STOP"} if ends else candidate], "usageMetadata": told}


def _error(path: str, status: int) -> Body:
    if path.startswith("/v1/messages"):
        return {"type": "error", "error": {"type": "rate_limit_error", "message": "slow down: my private question"}}
    return {"error": {"code": status, "message": "slow down: my private question", "status": "RESOURCE_EXHAUSTED"}}


@contextmanager
def other_provider() -> Iterator[OtherProvider]:
    """Serve on a free port of this machine until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            provider.calls.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            reply = provider.next_reply()
            if isinstance(reply, int):
                self._send(reply, "application/json", json.dumps(_error(self.path, reply)))
            elif self.path.startswith("/v1/messages"):
                self._anthropic(reply, streams=bool(body.get("stream")))
            else:
                self._gemini(reply, streams="streamGenerateContent" in self.path)

        def _anthropic(self, text: str, *, streams: bool) -> None:
            if not streams:
                self._send(200, "application/json", json.dumps(_whole_of_anthropic(text)))
                return
            told = (f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n" for name, data in _of_anthropic(text))
            self._send(200, "text/event-stream", "".join(told))

        def _gemini(self, text: str, *, streams: bool) -> None:
            if not streams:
                self._send(200, "application/json", json.dumps(_of_gemini(text, ends=True)))
                return
            pieces = _pieces(text)
            told = (_of_gemini(piece, ends=at == len(pieces) - 1) for at, piece in enumerate(pieces))
            self._send(200, "text/event-stream", "".join(f"data: {json.dumps(one)}\r\n\r\n" for one in told))

        def _send(self, status: int, kind: str, text: str) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *told: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = OtherProvider(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

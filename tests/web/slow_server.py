"""A small app on the server of the page; started by the tests as a process with few files to open."""

from __future__ import annotations

import asyncio
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from civicsetu.settings import load_settings
from civicsetu.telemetry import configure_logging
from civicsetu.web.bodies import BodyLimit
from civicsetu.web.server import configure


async def health(request: Request) -> PlainTextResponse:
    return PlainTextResponse("well")


async def length(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


async def slow(request: Request) -> PlainTextResponse:
    await asyncio.sleep(4)
    return PlainTextResponse("at last")


async def large(request: Request) -> PlainTextResponse:
    return PlainTextResponse(b"x" * 20_000_000)


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    async for _ in websocket.iter_text():
        pass


ROUTES = [
    Route("/health", health),
    Route("/length", length, methods=["PUT"]),
    Route("/slow", slow),
    Route("/large", large),
    WebSocketRoute("/ws", socket),
]


def main(port: str, head_s: str, body_s: str) -> None:
    web = {"head_deadline_s": float(head_s), "body_deadline_s": float(body_s)}
    settings = load_settings(_env_file=None, host="127.0.0.1", port=int(port), web=web)
    configure_logging(settings)
    config = configure(BodyLimit(Starlette(routes=ROUTES), settings.web.largest_body), settings)
    config.host, config.port, config.lifespan = settings.host, settings.port, "off"
    uvicorn.Server(config).run()


if __name__ == "__main__":
    main(*sys.argv[1:4])

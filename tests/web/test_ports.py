"""The socket the page listens on."""

from __future__ import annotations

import asyncio
import socket

from civicsetu.web.ports import listen


async def test_what_is_sent_on_a_connection_is_sent_at_once() -> None:
    """Head and body of a response are two writes: the second would wait for the first to be acknowledged."""
    seen: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        seen.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listener = listen("127.0.0.1", 0)
    async with await asyncio.start_server(answer, sock=listener):
        _, writer = await asyncio.open_connection(*listener.getsockname())
        assert await asyncio.wait_for(seen, 5)
        writer.close()

"""A process that serves questions, run by the tests: `python serving_process.py DATA_DIR once|forever QUESTION`.

No socket of it may leave this machine: whoever tries is refused and remembered.
`once` prints one line of JSON; `forever` prints the id of each turn when its answer has been given.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

REFUSED: list[str] = []


class Refused(OSError):
    """Somebody wanted to leave this machine."""


def _stays_here(host: Any) -> bool:
    if host in (None, "", b"", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host).partition("%")[0]).is_loopback
    except ValueError:
        return False


def _guarded(real: Callable[..., Any], address_of: Callable[..., Any]) -> Callable[..., Any]:
    def guard(*given: Any, **named: Any) -> Any:
        address = address_of(*given, **named)
        host = address[0] if isinstance(address, tuple) else None
        if not _stays_here(host):
            REFUSED.append(str(host))
            raise Refused(f"{host} is not this machine")
        return real(*given, **named)

    return guard


def stay_here() -> None:
    """From now on only this machine and its Unix sockets can be reached."""
    for name in ("connect", "connect_ex"):
        guard = _guarded(getattr(socket.socket, name), lambda _socket, address: address)
        setattr(socket.socket, name, guard)
    socket.socket.sendto = _guarded(socket.socket.sendto, lambda _socket, *given: given[-1])  # type: ignore[method-assign]
    socket.getaddrinfo = _guarded(socket.getaddrinfo, lambda host, *given, **named: (host,))
    socket.gethostbyname = _guarded(socket.gethostbyname, lambda host: (host,))


def guard_works() -> bool:
    """Refuses what it should, and forgets that it was tried."""
    for attempt in (
        lambda: socket.create_connection(("192.0.2.1", 80), 1),
        lambda: socket.getaddrinfo("example.org", 443),
        lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("192.0.2.1", 53)),
    ):
        try:
            attempt()
        except Refused:
            REFUSED.pop()
        else:
            return False
    return not REFUSED


async def main(folder: str, mode: str, question: str) -> None:
    from civicsetu.answering.question import Question
    from civicsetu.answering.service import AnsweringService
    from civicsetu.law.answers import Final
    from civicsetu.settings import load_settings
    from civicsetu.telemetry import configure_logging

    settings = load_settings(_env_file=None, data_dir=Path(folder))
    configure_logging(settings)
    service = await AnsweringService.open(settings)
    number = 0
    while True:
        number += 1
        async for event in service.answer(Question(question, session=f"served-{number}")):
            if isinstance(event, Final):
                if mode == "forever":
                    print(event.answer.id, flush=True)
                    continue
                graph = await service.wait_for_graph(60)
                told = {"answer": event.answer.model_dump(mode="json"), "graph": graph}
        if mode == "once":
            break
    await service.close()
    heavy = ("torch", "transformers", "sentence_transformers", "huggingface_hub", "litellm", "chainlit")
    told |= {"loaded": [name for name in heavy if name in sys.modules], "refused": REFUSED}
    print(json.dumps(told))


if __name__ == "__main__":
    stay_here()
    assert guard_works()
    asyncio.run(main(*sys.argv[1:4]))

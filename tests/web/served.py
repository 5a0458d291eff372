"""Serves the page with the scripted service; started by the tests as a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import time

from fakes import FakeService

from civicsetu.errors import CivicSetuError
from civicsetu.settings import Settings, load_settings
from civicsetu.telemetry import configure_logging, get_logger
from civicsetu.web.server import serve


async def fails(_: Settings) -> None:
    """Work beside the page that goes wrong."""
    get_logger(__name__).info("beside_begins")
    raise RuntimeError("as it was told to")


async def hangs(_: Settings) -> None:
    """Work beside the page in a thread that nothing can cancel."""
    await asyncio.to_thread(time.sleep, 60)


def main() -> int:
    settings = load_settings()
    configure_logging(settings)
    try:
        beside = {"fails": fails, "hangs": hangs}.get(os.environ.get("FAKE_BESIDE", ""))
        serve(settings, FakeService.open, beside, lambda: print("announced", flush=True))  # type: ignore[arg-type]
    except CivicSetuError as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

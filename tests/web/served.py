"""Serves the page with the scripted service; started by the tests as a process of its own."""

from __future__ import annotations

import sys

from fakes import FakeService

from civicsetu.errors import CivicSetuError
from civicsetu.settings import load_settings
from civicsetu.telemetry import configure_logging
from civicsetu.web.server import serve


def main() -> int:
    settings = load_settings()
    configure_logging(settings)
    try:
        serve(settings, FakeService.open)  # type: ignore[arg-type]
    except CivicSetuError as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

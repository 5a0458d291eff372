"""Serves the page with the service over the Mill Act; started by the tests as a process of its own."""

from __future__ import annotations

import sys

from civicsetu.corpus import registry
from tests.web.mill_service import REGISTRY, MillService

registry.parse_registry = lambda text: REGISTRY  # type: ignore[assignment]
registry.get_registry.cache_clear()

from civicsetu.settings import load_settings  # noqa: E402
from civicsetu.telemetry import configure_logging  # noqa: E402
from civicsetu.web.server import serve  # noqa: E402


def main() -> int:
    settings = load_settings()
    configure_logging(settings)
    serve(settings, MillService.open_on, None, lambda: None)
    return 0


if __name__ == "__main__":
    sys.exit(main())

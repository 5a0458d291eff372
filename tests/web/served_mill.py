"""Serves the page with the service over the Mill Act; started by the tests as a process of its own.

With NOTED_CALLS, the path of a file, every host that the process looks up or connects to is noted there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from civicsetu.corpus import registry
from civicsetu.corpus.parameters import catalogue as parameters
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.statements import asked_questions, silences
from civicsetu.corpus.statements import catalogue as statements
from tests.answering.composing import mills
from tests.web.mill_service import REGISTRY, MillService

registry.parse_registry = lambda text: REGISTRY  # type: ignore[assignment]
statements.load_statements = lambda texts: mills.catalogue()  # type: ignore[assignment]
silences.load_silences = lambda texts, known: ()  # type: ignore[assignment]
asked_questions.load_asked_questions = lambda texts, known, folder="": ()  # type: ignore[assignment]
parameters.load_parameters = lambda texts: ParameterCatalogue({})  # type: ignore[assignment]
for kept in (registry.get_registry, statements.get_statements, parameters.get_parameters):
    kept.cache_clear()

from civicsetu.settings import load_settings  # noqa: E402
from civicsetu.telemetry import configure_logging  # noqa: E402
from civicsetu.web.server import serve  # noqa: E402


def note_calls(path: Path) -> None:
    """Note a line for each host asked for: its name or address, and the port."""

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        asked: object = None
        if event == "socket.getaddrinfo":
            asked = arguments[:2]
        elif event == "socket.connect" and isinstance(arguments[1], tuple):
            asked = arguments[1][:2]
        if isinstance(asked, tuple):
            with path.open("a") as file:
                file.write(f"{asked[0]} {asked[1]}\n")

    sys.addaudithook(note)


def main() -> int:
    if noted := os.environ.get("NOTED_CALLS"):
        note_calls(Path(noted))
    settings = load_settings()
    configure_logging(settings)
    serve(settings, MillService.open_on, None, lambda: None)
    return 0


if __name__ == "__main__":
    sys.exit(main())

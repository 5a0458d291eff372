"""The process that ingests one document for `ingestion_jobs`, and ends with the process that started it.

Apart, so that the serving process keeps its size and its answers their pace. Writes lines of JSON: a
step and its share as the work goes on, then the results, or the sentence that says why there are none.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import asdict
from functools import partial
from typing import TextIO

from civicsetu.corpus.fetch_and_ingest import fetch_and_ingest
from civicsetu.corpus.ingestion_result import IngestionResult
from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.setup import ingest_starters, prepare
from civicsetu.errors import CivicSetuError, CorpusError
from civicsetu.law.documents import EditionKind
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.progress import Progress
from civicsetu.settings import Settings, get_settings
from civicsetu.stores.processes import end_with_parent
from civicsetu.telemetry import configure_logging

_TOLD = ("edition", "version", "changed", "sections", "units", "chunks", "references", "keyphrases", "duration_s")


def main() -> None:
    """Ingest the document named on the command line, in the edition named after it."""
    disable_library_telemetry()
    end_with_parent(signal.SIGTERM)()
    lines = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no line of ours
    settings = get_settings()
    configure_logging(settings)
    tell = partial(_tell, lines)
    try:
        results = ingest_one(settings, sys.argv[1], EditionKind(sys.argv[2]), partial(_tell_step, tell))
    except CivicSetuError as error:
        tell({"error": error.user_message})
    else:
        tell({"results": [describe_result(one) for one in results]})


def ingest_one(
    settings: Settings, key: str, edition: EditionKind, progress: Progress
) -> list[IngestionResult]:
    """Ingest our restatement of a document, or fetch and ingest its official text; blocking.

    Raises:
        CorpusError: there is none, or it was refused; what was held stays held.
        StoreError, ModelError: it could not be stored or embedded.
    """
    if edition is EditionKind.PLAIN:
        if read_starter(get_registry().get_document(key)) is None:
            raise CorpusError(user_message="No restatement of that document ships with CivicSetu.")
        prepare(settings, progress)
        return asyncio.run(ingest_starters(settings, progress, [key]))
    run = fetch_and_ingest(settings, [key], progress)
    if run.list_missing():
        raise CorpusError(user_message=" ".join(run.describe()))
    return list(run.results)


def describe_result(result: IngestionResult) -> dict[str, object]:
    """Return the report on one text that was ingested."""
    told = asdict(result)
    return {name: told[name] for name in _TOLD} | {"source": result.describe_source()}


def _tell_step(tell: partial[None], step: str, share: float) -> None:
    tell({"step": step, "share": share})


def _tell(lines: TextIO, message: dict[str, object]) -> None:
    lines.write(json.dumps(message) + "\n")
    lines.flush()


if __name__ == "__main__":
    main()

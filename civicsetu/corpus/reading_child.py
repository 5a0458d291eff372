"""The process that reads one file for `read_apart`, and ends.

It limits itself before it looks at the file, and ends with the process that started it. It
takes a line of JSON and the file from its input, and writes lines of JSON: a share done for
each page recognised, then the text, or why there is none.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypedDict

from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.official_text import read_text
from civicsetu.errors import CorpusError, DataFolderUnusable
from civicsetu.law.documents import DocumentSpec
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.stores.processes import end_with_parent

_MB = 1 << 20
_MOST_WRITTEN = 50 * _MB
_CPU_SHARE = 2


class Request(TypedDict):
    """Request to the reading process: the file to read, and the limits on reading it."""

    name: str
    spec: dict[str, object]
    version: str
    headings: dict[str, str]
    kept: str
    deadline_s: float
    memory_mb: int


Message = dict[str, object]
"""A line of JSON, as it is written."""
Tell = Callable[[Message], None]


def main() -> None:
    """Read the file on standard input; what a library prints meanwhile goes to the errors."""
    disable_library_telemetry()
    _end_with_parent()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    tell = partial(_tell, answers)
    told: Request = json.loads(sys.stdin.buffer.readline())
    file = LawFile(told["name"], sys.stdin.buffer.read())
    if file.name.lower().endswith(".pdf"):
        _import_library()
    _limit(told["memory_mb"], told["deadline_s"])
    try:
        tell(_answer(file, told, tell))
    except MemoryError:
        tell({"stopped": "memory"})


def _import_library() -> None:
    """Import the library for PDFs now: what it takes itself is not what the file takes.

    Its model of page layouts, which takes longer to load than most files take to read, is left
    until a table is looked for.
    """
    sys.modules["pymupdf.layout"] = None  # type: ignore[assignment]
    import pymupdf  # noqa: F401

    del sys.modules["pymupdf.layout"]


def _answer(file: LawFile, told: Request, tell: Tell) -> Message:
    spec = DocumentSpec.model_validate(told["spec"])
    version = next(version for version in spec.official if version.name == told["version"])

    def page_done(share: float) -> None:
        _allow_cpu(told["deadline_s"])
        tell({"share": share})

    recogniser = Recogniser(Path(told["kept"]), page_done)
    try:
        return {"text": asdict(read_text(file, spec, version, told["headings"], recogniser))}
    except (CorpusError, DataFolderUnusable) as error:
        return {"error": type(error).__name__, "detail": str(error), "message": error.user_message}


def _tell(answers: BinaryIO, message: Message) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


def _limit(memory_mb: int, deadline_s: float) -> None:
    """Bound memory beyond what is taken already, processor time, and what is written to files.

    A system that knows no such limit (macOS knows none of memory) leaves the deadline alone.
    """
    with suppress(ValueError, OSError):
        most = _taken() + memory_mb * _MB
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_WRITTEN, _MOST_WRITTEN))
    _allow_cpu(deadline_s)


def _allow_cpu(deadline_s: float) -> None:
    """Processor time from now on: if nobody is left to keep the deadline, this ends it."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    wanted = math.ceil(time.process_time() + _CPU_SHARE * deadline_s)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _taken() -> int:
    """Bytes of address space this process has."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()


def _end_with_parent() -> None:
    """Be killed when the parent ends, or ended just now; where the system cannot, the limits end it."""
    parent = os.getppid()
    end_with_parent(signal.SIGKILL)()
    if os.getppid() != parent:
        os._exit(1)


if __name__ == "__main__":
    main()

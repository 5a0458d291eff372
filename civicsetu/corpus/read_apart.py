"""Read a law's file in a child process that has a deadline, a memory limit and no secret of ours.

A PDF is a program of a kind: a few kilobytes can draw for days, and the library that reads it
is written in C. So the child gets the file and nothing else, answers in JSON, which cannot do
anything here, and is killed when it is late. Each file has a child of its own: what one file
did to the process that read it does not reach the next.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import IO

from pydantic import BaseModel

from civicsetu.corpus.formats.extracted_text import ExtractedText
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.errors import (
    CivicSetuError,
    CorpusError,
    DataFolderUnusable,
    EngineMissing,
    NotThisLaw,
    ReadingStopped,
    ScanUnreadable,
    SourceMissing,
)
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import OfficialVersion
from civicsetu.settings import CorpusSettings
from civicsetu.stores.processes import foreign_environment
from civicsetu.telemetry import get_logger

_COMMAND = (sys.executable, "-m", "civicsetu.corpus.reading_child")
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
_MOST_ANSWER = 100_000_000
_PIECE = 1 << 16
_GRACE_S = 5.0
_TAIL = 2_000
_ERRORS: dict[str, type[CivicSetuError]] = {
    kind.__name__: kind
    for kind in (NotThisLaw, ScanUnreadable, EngineMissing, SourceMissing, DataFolderUnusable, CorpusError)
}


class _Message(BaseModel):
    """A line of the child: a share done, the text, or why there is none."""

    share: float | None = None
    text: ExtractedText | None = None
    error: str = ""
    detail: str = ""
    message: str = ""


class ApartReader:
    """Reader of one file at a time in a child process; a `ReadText`; `stop` ends a reading from another thread."""

    def __init__(self, settings: CorpusSettings) -> None:
        self._deadline_s = settings.read_deadline_s
        self._memory_mb = settings.read_memory_mb
        self._running: subprocess.Popen[bytes] | None = None

    def __call__(
        self,
        file: LawFile,
        spec: DocumentSpec,
        version: OfficialVersion,
        headings: Mapping[str, str],
        recogniser: Recogniser,
    ) -> ExtractedText:
        """As `read_text` does, within the limits.

        Raises:
            ReadingStopped: it took too long or too much memory, or broke off; the child is gone.
            CorpusError, DataFolderUnusable: as `read_text` does.
        """
        request = {
            "name": file.name,
            "spec": spec.model_dump(mode="json"),
            "version": version.name,
            "headings": dict(headings),
            "kept": os.fspath(recogniser.kept),
            "deadline_s": self._deadline_s,
            "memory_mb": self._memory_mb,
        }
        with _temporary() as asked, _temporary() as said:
            _put(json.dumps(request).encode() + b"\n" + file.content, asked)
            process = subprocess.Popen(
                _COMMAND, stdin=asked, stdout=subprocess.PIPE, stderr=said, env=_environment(),
                start_new_session=True,
            )  # fmt: skip
            self._running = process
            try:
                return self._answer(process, file, recogniser, said)
            finally:
                self._running = None
                _end(process)

    def stop(self) -> None:
        """End the child that reads now; its reading is reported as broken off."""
        if (process := self._running) is not None:
            _kill(process)

    def _answer(
        self, process: subprocess.Popen[bytes], file: LawFile, recogniser: Recogniser, said: IO[bytes]
    ) -> ExtractedText:
        """What the child says: shares done, then the text or why there is none."""
        try:
            for line in _lines(process, self._deadline_s):
                told = _Message.model_validate_json(line)
                if told.share is not None:
                    recogniser.progress(told.share)
                elif told.text is not None:
                    return told.text
                elif told.error in _ERRORS:
                    raise _ERRORS[told.error](told.detail, user_message=told.message)
                else:
                    raise self._too_much(file)
        except TimeoutError as error:
            raise self._too_late(file) from error
        except ValueError as error:
            raise _broke_off(file) from error
        return self._without_answer(process, file, said)

    def _without_answer(
        self, process: subprocess.Popen[bytes], file: LawFile, said: IO[bytes]
    ) -> ExtractedText:
        """Raises what a child's end without an answer means."""
        try:
            code = process.wait(_GRACE_S)
        except subprocess.TimeoutExpired as error:
            raise self._too_late(file) from error
        if code == -signal.SIGXCPU:
            raise self._too_late(file)
        said.seek(max(0, said.seek(0, os.SEEK_END) - _TAIL))
        get_logger(__name__).error(
            "reading_broke_off", file=file.name, code=code, said=said.read().decode("utf-8", "replace")
        )
        raise _broke_off(file)

    def _too_late(self, file: LawFile) -> ReadingStopped:
        return _stopped(
            f"{file.name} took longer than {self._deadline_s:g} seconds to read; it was not ingested."
        )

    def _too_much(self, file: LawFile) -> ReadingStopped:
        return _stopped(
            f"{file.name} took more than {self._memory_mb} MB of memory to read; it was not ingested."
        )


def _lines(process: subprocess.Popen[bytes], deadline_s: float) -> Iterator[bytes]:
    """Lines the child writes; each has the whole deadline, for each page recognised is a line.

    Raises:
        TimeoutError: no whole line came in time.
        ValueError: more came than any law is.
    """
    assert process.stdout is not None
    held, size = bytearray(), 0
    until = time.monotonic() + deadline_s
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0.0, until - time.monotonic())):
                raise TimeoutError
            piece = os.read(process.stdout.fileno(), _PIECE)
            size += len(piece)
            if not piece:
                return
            if size > _MOST_ANSWER:
                raise ValueError("the answer has no end")
            held += piece
            while (end := held.find(b"\n", max(0, len(held) - len(piece)))) >= 0:
                line = bytes(held[:end])
                del held[: end + 1]
                piece = bytes(held)
                until = time.monotonic() + deadline_s
                yield line


def _temporary() -> IO[bytes]:
    try:
        return tempfile.TemporaryFile()
    except OSError as error:
        raise _no_room(error) from error


def _put(content: bytes, file: IO[bytes]) -> None:
    try:
        file.write(content)
        file.seek(0)
    except OSError as error:
        raise _no_room(error) from error


def _no_room(error: OSError) -> DataFolderUnusable:
    message = "There is no room for a temporary file; free some space or set TMPDIR."
    return DataFolderUnusable(str(error), user_message=message)


def _environment() -> dict[str, str]:
    """What the child needs of our environment: no setting, no key, no address."""
    found_by = {"PYTHONPATH": path} if (path := os.environ.get("PYTHONPATH")) else {}
    return foreign_environment(**found_by, **_ONE_THREAD, PYTHONUNBUFFERED="1")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the child and what it started: it leads a session of its own."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Leave nothing running, and no dead process unread."""
    _kill(process)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _broke_off(file: LawFile) -> ReadingStopped:
    return _stopped(f"{file.name} could not be read to its end; it was not ingested.")


def _stopped(message: str) -> ReadingStopped:
    return ReadingStopped(user_message=message)

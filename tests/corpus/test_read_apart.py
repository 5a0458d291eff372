"""A file is read in a child process: the same text, within its limits, and nobody is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, cast

import psutil
import pymupdf
import pytest

from civicsetu.corpus import read_apart
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.official_text import read_text
from civicsetu.corpus.read import read_versions
from civicsetu.corpus.read_apart import ApartReader
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import DataFolderUnusable, EngineMissing, NotThisLaw, ReadingStopped
from civicsetu.law.documents import DocumentSpec
from civicsetu.settings import CorpusSettings
from tests.corpus.laws import meadow
from tests.corpus.prints import LAYOUT, meadow_law, print_law
from tests.corpus.scans import LEFT, RIGHT, TEXT, printed_page, scan, tesseract
from tests.holding import quiet

WHOLE = print_law(meadow_law(), bottom=250).pdf
TEXT_FILE = b"THE MEADOW ACT, 1950\n\n1. Keeping.\nMow.\n"
RECOGNISED = {"begins": "The Meadow", "body_left": LEFT, "body_right": RIGHT, "recognise": True}


def _spec(filename: str = "law.txt", **more: object) -> DocumentSpec:
    version = {"name": "print", "label": "As printed", "filename": filename} | more
    return meadow("1-5", official=(version,))


def _read(
    read: Any, content: bytes, recogniser: Recogniser, filename: str = "law.txt", **more: object
) -> Any:
    spec = _spec(filename, **more)
    return read(LawFile(filename, content), spec, spec.official[0], {}, recogniser)


@pytest.fixture
def recogniser(tmp_path: Path) -> Recogniser:
    return Recogniser(tmp_path / "kept")


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Process ids of all that is started."""
    started: list[int] = []
    begin = subprocess.Popen

    def noted(*given: Any, **more: Any) -> Any:
        process = begin(*given, **more)
        started.append(process.pid)
        return process

    monkeypatch.setattr(subprocess, "Popen", noted)
    return started


def _gone(pid: int, within_s: float = 15.0) -> bool:
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def _child(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let another program stand in for the child."""
    monkeypatch.setattr(read_apart, "_COMMAND", (sys.executable, "-c", code))


# -- the same text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filename", "content", "more"),
    [("law.txt", TEXT_FILE, {}), ("law.pdf", WHOLE, {"layout": LAYOUT.model_dump()})],
)
def test_a_text_is_the_same_as_when_it_is_read_here(
    filename: str, content: bytes, more: dict[str, object], recogniser: Recogniser
) -> None:
    apart = _read(ApartReader(CorpusSettings()), content, recogniser, filename, **more)
    assert apart == _read(read_text, content, recogniser, filename, **more)
    assert apart.body and (filename == "law.txt" or (apart.removals and apart.page_starts))


def test_a_refusal_is_the_same_as_when_it_is_read_here(recogniser: Recogniser) -> None:
    told = []
    for read in (read_text, ApartReader(CorpusSettings())):
        with pytest.raises(NotThisLaw) as refused:
            _read(read, WHOLE[:-40], recogniser, "law.pdf", layout=LAYOUT.model_dump())
        told.append((refused.value.user_message, str(refused.value)))
    assert told[0] == told[1] and "is damaged or cut off" in told[0][0]


def test_a_scan_is_recognised_there_and_each_page_is_told(tmp_path: Path) -> None:
    tesseract()
    shares: list[float] = []
    recogniser = Recogniser(tmp_path / "kept", shares.append)
    pages = scan([printed_page((number,)) for number in TEXT])
    read = _read(ApartReader(CorpusSettings()), pages, recogniser, "law.pdf", rules=RECOGNISED)
    assert shares == [pytest.approx(done / 3) for done in (1, 2, 3)]
    assert len(read.confidences) == 3 and len(list((tmp_path / "kept").rglob("*.json"))) == 3


def test_a_missing_program_is_told_from_there(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing, match="install the system package tesseract-ocr"):
        _read(ApartReader(CorpusSettings()), scan([printed_page()]), recogniser, "law.pdf", rules=RECOGNISED)


def test_official_files_are_the_same_as_when_they_are_read_here(
    corpus_dir: Path, recogniser: Recogniser
) -> None:
    spec = get_registry().get_document("rera_act_2016")
    apart = read_versions(spec, corpus_dir, recogniser, ApartReader(CorpusSettings()))
    assert apart == read_versions(spec, corpus_dir, recogniser) and len(apart) == 2


def test_what_a_library_prints_is_no_answer(recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import civicsetu.corpus.reading_child as child\n"
        "read = child.read_text\n"
        "child.read_text = lambda *given: (print('a word of advice', flush=True), read(*given))[1]\n"
        "child.main()"
    )
    _child(monkeypatch, code)
    assert "Mow." in _read(ApartReader(CorpusSettings()), TEXT_FILE, recogniser).body


def test_no_room_for_a_temporary_file_is_told(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(DataFolderUnusable) as told:
        _read(ApartReader(CorpusSettings()), TEXT_FILE, recogniser)
    assert told.value.user_message == "There is no room for a temporary file; free some space or set TMPDIR."


# -- limits --------------------------------------------------------------------------------------------


def test_what_takes_too_long_is_told_and_its_child_is_gone(
    recogniser: Recogniser, children: list[int]
) -> None:
    with pytest.raises(ReadingStopped) as stopped:
        _read(ApartReader(CorpusSettings(read_deadline_s=0.01)), TEXT_FILE, recogniser)
    told = "law.txt took longer than 0.01 seconds to read; it was not ingested."
    assert stopped.value.user_message == told
    assert len(children) == 1 and not psutil.pid_exists(children[0])


def test_what_takes_too_much_memory_is_told(recogniser: Recogniser, children: list[int]) -> None:
    much = "\U0001f33e" * 4_900_000
    with pytest.raises(ReadingStopped) as stopped:
        _read(ApartReader(CorpusSettings(read_memory_mb=64)), much.encode(), recogniser)
    told = "law.txt took more than 64 MB of memory to read; it was not ingested."
    assert stopped.value.user_message == told
    assert not psutil.pid_exists(children[0])


def test_a_pdf_that_takes_too_much_memory_is_told(recogniser: Recogniser) -> None:
    document = pymupdf.open(stream=WHOLE)
    words = b"BT /helv 8 Tf 1 0 0 1 10 10 Tm " + b"(mow) ' " * 900_000 + b"ET"
    document.update_stream(document[1].get_contents()[0], words)
    reader = ApartReader(CorpusSettings(read_memory_mb=64))
    with pytest.raises(ReadingStopped, match=r"law\.pdf took more than 64 MB of memory"):
        _read(reader, document.tobytes(deflate=True), recogniser, "law.pdf", layout=LAYOUT.model_dump())


@pytest.mark.parametrize(
    "code",
    [
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "raise RuntimeError('a fault of ours')",
        "print('no JSON')",
        "print('[1, 2]')",
        'print(\'{"text": {"body": 3}}\')',
        "print('{\"error\": \"SystemExit\"}'.replace('error', 'share'))",
        "print('{' * 100_000)",
        "",
    ],
)
def test_a_child_that_breaks_off_is_told_in_one_sentence(
    code: str, recogniser: Recogniser, children: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    _child(monkeypatch, code)
    with pytest.raises(ReadingStopped) as stopped:
        _read(ApartReader(CorpusSettings()), TEXT_FILE, recogniser)
    assert stopped.value.user_message == "law.txt could not be read to its end; it was not ingested."
    assert not psutil.pid_exists(children[0])


def test_an_answer_without_end_is_broken_off(recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_apart, "_MOST_ANSWER", 1_000_000)
    _child(monkeypatch, "while True: print('x' * 1000)")
    with pytest.raises(ReadingStopped, match="could not be read to its end"):
        _read(ApartReader(CorpusSettings()), TEXT_FILE, recogniser)


def test_processor_time_without_end_is_told_as_time(
    recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    _child(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)")
    with pytest.raises(ReadingStopped, match="took longer than 120 seconds to read"):
        _read(ApartReader(CorpusSettings()), TEXT_FILE, recogniser)


def test_the_child_limits_itself(recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A core is never written, a file of at most 50 MB, and processor time ends with the deadline."""
    code = (
        "import civicsetu.corpus.reading_child as child, json, resource as r\n"
        "child._limit(256, 30)\n"
        "most = [r.getrlimit(one)[0] for one in (r.RLIMIT_CORE, r.RLIMIT_FSIZE, r.RLIMIT_CPU, r.RLIMIT_AS)]\n"
        "print(json.dumps({'error': 'NotThisLaw', 'detail': json.dumps(most), 'message': 'x'}))"
    )
    _child(monkeypatch, code)
    with pytest.raises(NotThisLaw) as told:
        _read(ApartReader(CorpusSettings()), TEXT_FILE, recogniser)
    core, written, cpu, memory = (int(one) for one in str(told.value).strip("[]").split(", "))
    assert (core, written) == (0, 50 << 20) and 60 <= cpu < 90
    assert 256 << 20 < memory < 2 << 30


def test_the_child_is_given_no_setting_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "CIVICSETU_POSTGRES_URL",
        "CIVICSETU_NEO4J_PASSWORD",
        "CHAINLIT_AUTH_SECRET",
        "OPENAI_API_KEY",
    ):
        monkeypatch.setenv(name, "a secret")
    given = read_apart._environment()
    assert "a secret" not in given.values() and given["PATH"] == os.environ["PATH"]


# -- interrupted ---------------------------------------------------------------------------------------

_SLEEPS = (
    "import civicsetu.corpus.reading_child as child, os, time, pathlib\n"
    "child._end_with_parent()\n"
    "place = pathlib.Path({place!r})\n"
    "place.with_suffix('.new').write_text(str(os.getpid()))\n"
    "place.with_suffix('.new').rename(place)\n"
    "time.sleep(120)"
)
_INGESTS = """
import asyncio, sys, pathlib
from typing import Any
from civicsetu.corpus import read_apart
from tests.corpus.test_read_apart import ingesting
read_apart._COMMAND = (sys.executable, "-c", sys.argv[2])
asyncio.run(ingesting(pathlib.Path(sys.argv[1])))
"""


async def ingesting(folder: Path) -> None:
    """Begin to take the Meadow Act in from a folder; nothing is stored, for it is never read."""
    spec, nothing = _spec(), cast(Any, None)
    registry = Registry({spec.key: spec}, {})
    recogniser = Recogniser(folder / "kept")
    taker = Ingestion(nothing, nothing, nothing, nothing, None, registry, 1, recogniser)
    await taker.ingest_official(spec.key, folder, quiet)


def _pid_in(place: Path) -> int:
    until = time.monotonic() + 60
    while not place.exists():
        assert time.monotonic() < until, "no child was started"
        time.sleep(0.02)
    return int(place.read_text())


async def test_a_reading_that_is_given_up_ends_its_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "law.txt").write_bytes(TEXT_FILE)
    _child(monkeypatch, _SLEEPS.format(place=str(tmp_path / "pid")))
    work = asyncio.create_task(ingesting(tmp_path))
    pid = await asyncio.to_thread(_pid_in, tmp_path / "pid")
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert await asyncio.to_thread(_gone, pid)


@pytest.mark.parametrize(
    "sent", [signal.SIGKILL, *(pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGINT, signal.SIGTERM))]
)
def test_a_command_that_is_ended_ends_its_child(sent: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "law.txt").write_bytes(TEXT_FILE)
    sleeps = _SLEEPS.format(place=str(tmp_path / "pid"))
    command = subprocess.Popen(
        [sys.executable, "-c", _INGESTS, str(tmp_path), sleeps],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        pid = _pid_in(tmp_path / "pid")
        command.send_signal(sent)
        assert command.wait(20) != 0
        assert _gone(pid)
    finally:
        command.kill()
        command.wait()

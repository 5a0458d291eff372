"""Fetch the official files of documents from their addresses: each checked, with a record of where it came from.

Files lie in `<data>/official/<key>/<filename>`, where `--from` finds them as in any other
folder. A file that agrees with its record is not asked for again. That an address does not
answer, or no network is there, is an outcome that is told, never an error.
"""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import fasteners
import httpx

from civicsetu.corpus.sources.download import Downloaded, download
from civicsetu.corpus.sources.provenance import (
    Provenance,
    Round,
    Tried,
    compute_checksum,
    name_host,
    official_folder,
    read_last_round,
    read_records,
    write_record,
    write_round,
)
from civicsetu.errors import DataFolderUnusable, FileGone, FileRefused
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import OfficialVersion, Source, SourceKind
from civicsetu.progress import Progress
from civicsetu.settings import CorpusSettings, Settings
from civicsetu.stores.files import move_into_place

_ATTEMPTS = 2
_REDIRECTS = 5
_LOCK = ".fetching"


class FetchOutcome(StrEnum):
    """Outcome of fetching a version's file."""

    FETCHED = "fetched"
    HELD = "held already"
    GONE = "gone"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Fetched:
    """Result of fetching one version; `reason` is in plain sentences, `record` of the file that is here.

    `reviewed` is the checksum of the print that was reviewed, empty where none was.
    """

    document: str
    title: str
    version: str
    outcome: FetchOutcome
    reason: str
    record: Provenance | None = None
    reviewed: str = ""

    @property
    def is_here(self) -> bool:
        return self.record is not None

    @property
    def is_another_print(self) -> bool:
        return self.record is not None and self.record.reviewed is False

    def describe(self) -> str:
        return f"{self.title}, {self.version}: {self.outcome.value}. {self.reason}"


async def fetch_official(
    settings: Settings, specs: Sequence[DocumentSpec], progress: Progress
) -> list[Fetched]:
    """Fetch what is missing of these documents and remember the round; one process at a time does so.

    Raises:
        DataFolderUnusable: the files cannot be written.
    """
    folder = official_folder(settings.data_path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = fasteners.InterProcessLock(str(folder / _LOCK))
        await asyncio.to_thread(lock.acquire)
        try:
            found = await _fetch_all(settings.corpus, folder, specs, progress)
            tried = tuple(Tried(document=o.document, version=o.version, outcome=o.outcome.value, reason=o.reason) for o in found)  # fmt: skip
            write_round(folder, Round(day=_today(), tried=tried))
        finally:
            lock.release()
    except OSError as error:
        raise DataFolderUnusable(f"official files: {error}") from error
    return found


def is_due(settings: Settings) -> bool:
    """Return whether `up` should try the addresses now: it may, and has not within the days set."""
    if not settings.corpus.fetch:
        return False
    last = read_last_round(official_folder(settings.data_path))
    days = settings.corpus.fetch_again_days
    return last is None or (days > 0 and (_today() - last.day).days >= days)


def has_addresses(spec: DocumentSpec) -> bool:
    return any(version.sources for version in spec.official)


async def _fetch_all(
    settings: CorpusSettings, folder: Path, specs: Sequence[DocumentSpec], progress: Progress
) -> list[Fetched]:
    limits = httpx.Timeout(settings.fetch_deadline_s)
    headers = {"User-Agent": settings.user_agent, "Accept-Encoding": "identity"}
    async with httpx.AsyncClient(
        headers=headers, timeout=limits, follow_redirects=True, max_redirects=_REDIRECTS
    ) as client:
        fetcher = Fetcher(folder, settings, client)
        each = await asyncio.gather(*(fetcher.fetch_document(spec, progress) for spec in specs))
    return [one for found in each for one in found]


class Fetcher:
    """Fetcher of one file at a time from one host, with a pause between."""

    def __init__(self, folder: Path, settings: CorpusSettings, client: httpx.AsyncClient) -> None:
        self._folder = folder
        self._settings = settings
        self._client = client
        self._turns: dict[str, asyncio.Lock] = {}
        self._free_at: dict[str, float] = {}

    async def fetch_document(self, spec: DocumentSpec, progress: Progress) -> list[Fetched]:
        """Return every version that has addresses, oldest first, within the deadline of a document."""
        found: list[Fetched] = []
        until = time.monotonic() + self._settings.fetch_total_s
        for version in spec.official:
            if version.sources:
                progress(f"{spec.key}: fetching {version.filename}", 0.0)
                found.append(await self._version(spec, version, until))
                progress(f"{spec.key}: fetching {version.filename}", 1.0)
        return found

    async def _version(self, spec: DocumentSpec, version: OfficialVersion, until: float) -> Fetched:
        target = self._folder / spec.key / version.filename
        record = await asyncio.to_thread(_held, target)
        if record is not None:
            again = record.model_copy(update={"reviewed": version.is_reviewed(record.sha256)})
            return _outcome(spec, version, FetchOutcome.HELD, "", again)
        outcome, reasons = FetchOutcome.GONE, list[str]()
        for source in version.sources:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic()):
                    came = await self._source(source, target)
                record = _keep(came, target, source, version)
                return _outcome(spec, version, FetchOutcome.FETCHED, " ".join(reasons), record)
            except TimeoutError:
                reasons.append(f"The deadline of {self._settings.fetch_total_s:g} s for one document passed.")
                break
            except (FileGone, FileRefused) as error:
                outcome = FetchOutcome.REFUSED if isinstance(error, FileRefused) else outcome
                reasons.append(error.user_message)
        return _outcome(spec, version, outcome, " ".join(dict.fromkeys(reasons)), None)

    async def _source(self, source: Source, target: Path) -> Downloaded:
        """At most two attempts; the second goes on where the first broke off."""
        _check_suffix(source, target)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with self._turn(source.url):
                    return await download(self._client, source.url, target, self._settings.fetch_deadline_s)
            except FileGone as error:
                if not error.retryable or attempt == _ATTEMPTS:
                    raise
                await asyncio.sleep(self._settings.fetch_pause_s * 2**attempt)
        raise AssertionError("the last attempt returns or raises")

    @asynccontextmanager
    async def _turn(self, url: str) -> AsyncIterator[None]:
        host = urlsplit(url).netloc
        async with self._turns.setdefault(host, asyncio.Lock()):
            await asyncio.sleep(max(0.0, self._free_at.get(host, 0.0) - time.monotonic()))
            try:
                yield
            finally:
                self._free_at[host] = time.monotonic() + self._settings.fetch_pause_s


def _check_suffix(source: Source, target: Path) -> None:
    """An address that plainly names another kind of file than is read is not asked at all."""
    there, wanted = PurePosixPath(unquote(urlsplit(source.url).path)).suffix.lower(), target.suffix.lower()
    known = (".pdf", ".docx", ".txt")
    if there in known and wanted in known and there != wanted:
        message = (
            f"{name_host(source.url)} has it as {there[1:].upper()}, and this version is read from "
            f"{target.name}: look at that file by hand."
        )
        raise FileRefused(user_message=message)


def _held(target: Path) -> Provenance | None:
    """The record of a file that is whole; a fetched file that was damaged since is taken away."""
    record = read_records(target.parent).get(target.name)
    if record is None:
        return None
    if target.is_file() and compute_checksum(target) == record.sha256:
        return record
    target.unlink(missing_ok=True)
    write_record(target, None)
    return None


def _keep(came: Downloaded, target: Path, source: Source, version: OfficialVersion) -> Provenance:
    """Put the file in its place, then its record: a file without one is fetched again."""
    record = Provenance(
        url=source.url,
        kind=source.kind,
        fetched_at=datetime.datetime.now(datetime.UTC).replace(microsecond=0),
        sha256=came.sha256,
        size=came.size,
        content_type=came.content_type,
        reviewed=version.is_reviewed(came.sha256),
    )
    move_into_place(came.part, target)
    came.part.with_name(f"{came.part.name}.json").unlink(missing_ok=True)
    write_record(target, record)
    return record


def _outcome(
    spec: DocumentSpec, version: OfficialVersion, outcome: FetchOutcome, reason: str, record: Provenance | None
) -> Fetched:
    told = " ".join(filter(None, (reason, _of_record(record) if record else "")))
    return Fetched(spec.key, spec.title, version.label, outcome, told, record, version.sha256)


def _of_record(record: Provenance) -> str:
    where = (
        f"From {record.host}, {'a copy on another site' if record.kind is SourceKind.MIRROR else 'official'}"
    )
    size = f"{record.size:,} bytes"
    if record.reviewed is False:
        return f"{where}, {size}; it is another print than the one that was reviewed."
    return f"{where}, {size}{'; the print that was reviewed' if record.reviewed else ''}."


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()

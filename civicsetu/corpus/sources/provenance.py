"""Where a fetched file came from: a record beside the file, and what the last round of fetching brought.

`<data>/official/<key>/provenance.json` holds one record a file. A file whose checksum is not
that of its record is not the file that was fetched, and counts as absent.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from civicsetu.law.prints import SourceKind
from civicsetu.stores.files import write_atomically

_BESIDE = "provenance.json"
_ROUND = "last_round.json"
_BLOCK = 1 << 20


class Provenance(BaseModel):
    """Provenance of one file; `fetched_at` is in UTC, `size` in bytes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    kind: SourceKind
    fetched_at: datetime.datetime
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    size: int = Field(gt=0)
    content_type: str = ""
    reviewed: bool | None = Field(
        None, description="Whether it is the print that was reviewed; None: none was."
    )

    @property
    def host(self) -> str:
        return name_host(self.url)


class Tried(BaseModel):
    """Recorded attempt at one version's file: an outcome of `fetch`, and the reason in one sentence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: str
    version: str
    outcome: str
    reason: str


class Round(BaseModel):
    """The last round of fetching; its day decides when `up` tries again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    day: datetime.date
    tried: tuple[Tried, ...] = ()

    def list_tried(self, document: str) -> Iterator[Tried]:
        return (one for one in self.tried if one.document == document)


_Records = TypeAdapter(dict[str, Provenance])


def official_folder(data_path: Path) -> Path:
    """Return the folder of fetched files, with one subfolder per document."""
    return data_path / "official"


def name_host(url: str) -> str:
    """Return the site of an address, as a person names it."""
    return (urlsplit(url).hostname or "").removeprefix("www.")


def read_records(folder: Path) -> dict[str, Provenance]:
    """Return the records of a document's folder by file name; empty where there are none that can be read."""
    try:
        return _Records.validate_json((folder / _BESIDE).read_bytes())
    except (OSError, ValidationError):
        return {}


def find_provenance(path: Path, sha256: str) -> Provenance | None:
    """Return the record of a file with that checksum; None for one not fetched, or changed since."""
    record = read_records(path.parent).get(path.name)
    return record if record is not None and record.sha256 == sha256 else None


def write_record(path: Path, record: Provenance | None) -> None:
    """Put the record of a file beside it, or take it away."""
    records: dict[str, Provenance] = {**read_records(path.parent)}
    records.pop(path.name, None)
    if record is not None:
        records[path.name] = record
    write_json(path.parent / _BESIDE, {name: one.model_dump(mode="json") for name, one in records.items()})


def read_last_round(folder: Path) -> Round | None:
    """Return the last round; None where nothing was ever tried, or its record cannot be read."""
    try:
        return Round.model_validate_json((folder / _ROUND).read_bytes())
    except (OSError, ValidationError):
        return None


def find_damaged_records(folder: Path) -> list[str]:
    """Return records under the folder of fetched files that cannot be read; the next fetch makes them anew."""
    rounds = [folder / _ROUND] if (folder / _ROUND).exists() and read_last_round(folder) is None else []
    beside = [path for path in sorted(folder.glob(f"*/{_BESIDE}")) if _is_damaged(path)]
    return [path.relative_to(folder.parent).as_posix() for path in (*rounds, *beside)]


def _is_damaged(path: Path) -> bool:
    try:
        _Records.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return True
    return False


def write_round(folder: Path, done: Round) -> None:
    """Write the round; earlier attempts at other documents stay recorded."""
    before = read_last_round(folder)
    now = {one.document for one in done.tried}
    kept = tuple(one for one in (before.tried if before else ()) if one.document not in now)
    told = done.model_copy(update={"tried": (*kept, *done.tried)})
    write_json(folder / _ROUND, told.model_dump(mode="json"))


def compute_checksum(path: Path) -> str:
    """Return the SHA-256 of a file, read in blocks."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def write_json(path: Path, content: Mapping[str, object]) -> None:
    """Write a small file whole or not at all."""
    write_atomically(path, json.dumps(content, indent=2) + "\n")

"""Check the prepared folders of `<data>/models`, and whether they are whole.

Each folder carries a manifest with size, time and SHA-256 of every file. A start compares
sizes and times only; where those differ (a copied data folder, a damaged disk) and in
`civicsetu doctor` the checksums decide. A folder appears under its name by one rename, so
one that is there was finished.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pydantic import BaseModel

from civicsetu.errors import DataFolderUnusable, WeightsUnavailable
from civicsetu.models.profiles import E5_PART, chosen_profile
from civicsetu.models.weights import E5_WEIGHTS, RERANKER_FILES, sha256_of
from civicsetu.settings import Settings
from civicsetu.stores.files import write_atomically

MANIFEST = "manifest.json"
TOKENIZER = "tokenizer.json"
E5_ONNX = "onnx/model_int8.onnx"
EMBEDDING = "embedding"
STATES = "token_states"
"""The outputs of that graph: (batch, dimension) of unit length, and (batch, tokens, dimension)."""
STATES_LAYER = 9
"""The layer of twelve after which a token's state is read: later ones tell what they need for the mean alone."""
RERANKER_PART = "ms-marco-MiniLM-L-12-v2"
"""The folder's name is the model's name at FlashRank, which looks for it so."""
RERANKER_ONNX = "flashrank-MiniLM-L-12-v2_Q.onnx"

"""Told what is being done, in words a citizen reads, and how much is behind (0 to 1)."""

_GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class ModelPart:
    """One folder of prepared models.

    `recipe` changes whenever the way of building does, so that an older folder is rebuilt;
    `peak_bytes` is the disk it takes while it is built.
    """

    name: str
    recipe: str
    peak_bytes: int
    share: float


PARTS: dict[str, ModelPart] = {
    part.name: part
    for part in (
        ModelPart(E5_PART, f"2 {E5_WEIGHTS.sha256}", int(1.3 * _GIGABYTE), 0.97),
        ModelPart(RERANKER_PART, f"1 {RERANKER_FILES[RERANKER_ONNX].sha256}", _GIGABYTE // 10, 0.03),
    )
}


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A produced file as it was when its folder was finished."""

    size: int
    mtime_ns: int
    sha256: str


class _Manifest(BaseModel):
    """What is read of a folder's manifest."""

    recipe: str
    files: dict[str, FileRecord]


def models_root(settings: Settings) -> Path:
    return settings.data_path / "models"


def part_folder(settings: Settings, name: str) -> Path:
    return models_root(settings) / name


def needed_parts(settings: Settings) -> tuple[ModelPart, ...]:
    """Return the folders that the chosen models are served from.

    Raises:
        SettingsError: the embedding profile is unknown or not storable.
    """
    names = [chosen_profile(settings).part]
    if settings.models.reranker != "none":
        names.append(RERANKER_PART)
    return tuple(PARTS[name] for name in names if name)


def write_manifest(folder: Path, part: ModelPart) -> None:
    """Record every file of a finished folder."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MANIFEST]
    _write_manifest(folder, part, {path.relative_to(folder).as_posix(): _record(path) for path in paths})


def is_prepared(settings: Settings) -> bool:
    """Return whether every folder that the settings need is there and whole."""
    root = models_root(settings)
    return all(part_is_whole(root / part.name, part) for part in needed_parts(settings))


def part_is_whole(folder: Path, part: ModelPart) -> bool:
    return not any(_problems(folder, part, thorough=False))


def verify(settings: Settings) -> list[str]:
    """Return every fault of the prepared models in plain words, checksums included; [] when all is well."""
    root = models_root(settings)
    problems: list[str] = []
    for part in needed_parts(settings):
        problems += _problems(root / part.name, part, thorough=True)
    return problems


def require_part(settings: Settings, name: str) -> Path:
    """Return the folder of that part, known to be whole.

    Raises:
        WeightsUnavailable: it is absent or damaged; the message names the fix.
    """
    folder = part_folder(settings, name)
    problem = next(_problems(folder, PARTS[name], thorough=False), None)
    if problem:
        raise WeightsUnavailable(problem)
    return folder


def file_digests(settings: Settings) -> dict[str, str]:
    """Return the SHA-256 of every file of the models in use, by folder and name, as recorded when prepared."""
    return {
        f"{part.name}/{name}": record.sha256
        for part in needed_parts(settings)
        for name, record in (_read_manifest(part_folder(settings, part.name), part) or {}).items()
    }


def refresh_manifest(folder: Path, part: ModelPart) -> None:
    """Record the present times of a whole folder, so that a copied one is hashed only once.

    A folder that cannot be written keeps its old record: then every start hashes it again.
    """
    records = _read_manifest(folder, part) or {}
    times = {name: (folder / name).stat().st_mtime_ns for name in records}
    if all(records[name].mtime_ns == now for name, now in times.items()):
        return
    with contextlib.suppress(DataFolderUnusable):
        _write_manifest(folder, part, {n: replace(r, mtime_ns=times[n]) for n, r in records.items()})


def _write_manifest(folder: Path, part: ModelPart, records: dict[str, FileRecord]) -> None:
    """Replace the manifest in one step: another process may be reading it."""
    files = {name: asdict(record) for name, record in records.items()}
    content = {"part": part.name, "recipe": part.recipe, "files": files}
    write_atomically(folder / MANIFEST, json.dumps(content, indent=1, sort_keys=True))


def _record(path: Path) -> FileRecord:
    stat = path.stat()
    return FileRecord(stat.st_size, stat.st_mtime_ns, sha256_of(path))


def _read_manifest(folder: Path, part: ModelPart) -> dict[str, FileRecord] | None:
    """The records of a folder built by the present recipe, or None."""
    try:
        content = _Manifest.model_validate_json((folder / MANIFEST).read_bytes())
        if content.recipe != part.recipe:
            return None
        return content.files
    except (OSError, ValueError):
        return None


def _problems(folder: Path, part: ModelPart, *, thorough: bool) -> Iterator[str]:
    records = _read_manifest(folder, part)
    if not records:
        yield f"{part.name} has not been prepared; run `civicsetu up`"
        return
    for name, record in records.items():
        if not _matches(folder / name, record, thorough=thorough):
            yield f"{part.name}/{name} is missing or damaged; run `civicsetu up`"


def _matches(path: Path, record: FileRecord, *, thorough: bool) -> bool:
    try:
        stat = path.stat()
        if stat.st_size != record.size:
            return False
        return (stat.st_mtime_ns == record.mtime_ns and not thorough) or sha256_of(path) == record.sha256
    except OSError:
        return False

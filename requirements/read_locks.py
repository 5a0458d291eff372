"""Read a lock: what it pins, and the hashes of the files that may be installed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
LOCKS = ("run", "torch-cpu", "torch", "source", "dev", "eval")
_PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)")


@dataclass(frozen=True)
class Pin:
    """One package of a lock."""

    name: str
    version: str
    hashes: tuple[str, ...]


def read_lock(name: str) -> list[Pin]:
    """The packages of a lock.

    Raises:
        ValueError: a line pins no version, or names no hash.
    """
    text = re.sub(r"\s*\\\n\s*", " ", (HERE / f"{name}.lock").read_text("utf-8"))
    pins = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        found = _PIN.fullmatch(line)
        if found is None:
            raise ValueError(f"{name}.lock: not a pin with its hashes: {line[:80]}")
        pins.append(Pin(found["name"], found["version"], tuple(found["hashes"].split(" --hash=sha256:")[1:])))
    return pins

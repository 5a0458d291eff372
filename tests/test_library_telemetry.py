"""No library reports: its switch is set before it is imported, and nothing is seen to leave or be left behind."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from civicsetu.library_telemetry import SWITCHES, disable_library_telemetry
from civicsetu.stores.servers import stop_all
from tests.holding import environment_of
from tests.stores.own_servers import embedded_postgres, own_folder, settings_in
from tests.watched import Watched, watch
from tests.web.conftest import free_port

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "civicsetu"
SWITCH = "disable_library_telemetry"
REPORTING = (
    "chainlit", "datasets", "flashrank", "huggingface_hub", "langsmith", "litellm", "onnxruntime",
    "pymupdf", "ragas", "sentence_transformers", "transformers",
)  # fmt: skip
"""Libraries that read a switch at import, or import one that does: PyMuPDF loads onnxruntime."""
BEHIND_THE_SWITCH = {"chainlit": "web"}
"""Imported at the top of modules, but only in a room that `app.py` and `build_app` enter with the switch set."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def imported(node: Any) -> set[str]:
    """Reporting libraries that a statement imports."""
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        names = [node.module]
    return {name.split(".")[0] for name in names} & set(REPORTING)


def outside_functions(tree: ast.Module) -> Iterator[Any]:
    """What runs when the module is imported; nothing that only the type checker reads."""
    todo: list[ast.AST] = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, Function) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        ):
            continue
        yield node
        todo.extend(ast.iter_child_nodes(node))


def switched_off_before(function: Function, line: int) -> bool:
    return any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") == SWITCH and node.lineno < line
        for node in ast.walk(function)
    )


def is_given_an_object_of(function: Function, library: str) -> bool:
    """Whether a parameter is the library's own: who has it has imported the library already."""
    given = [*function.args.args, *function.args.kwonlyargs]
    return any(one.annotation and library in ast.unparse(one.annotation) for one in given)


def is_covered(function: Function, library: str, line: int, module: list[Function]) -> bool:
    """Whether the switch is set by then: here, or by every function of the module that comes here."""
    if switched_off_before(function, line) or is_given_an_object_of(function, library):
        return True
    calls = [
        (caller, node.lineno)
        for caller in module
        for node in ast.walk(caller)
        if isinstance(node, ast.Name) and node.id == function.name and caller is not function
    ]
    private = function.name.startswith("_")
    return private and bool(calls) and all(is_covered(one, library, at, module) for one, at in calls)


def uncovered(path: Path) -> list[str]:
    """Imports of a reporting library that nothing in the module shows to come after the switch."""
    text = path.read_text("utf-8")
    if not any(library in text for library in REPORTING):
        return []
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    room = path.relative_to(PACKAGE).parts[0] if path.is_relative_to(PACKAGE) else ""
    found = [
        (node.lineno, library)
        for function in functions
        for node in ast.walk(function)
        for library in imported(node)
        if not is_covered(function, library, node.lineno, functions)
    ]
    found += [(node.lineno, library) for node in outside_functions(tree) for library in imported(node)]
    return [
        f"{path.name}:{line} {library}" for line, library in found if BEHIND_THE_SWITCH.get(library) != room
    ]


def test_every_import_of_a_library_that_reports_comes_after_the_switch() -> None:
    assert [one for path in sorted(PACKAGE.rglob("*.py")) for one in uncovered(path)] == []


def test_an_import_without_the_switch_is_found(tmp_path: Path) -> None:
    source = tmp_path / "careless.py"
    source.write_text("def score():\n    import onnxruntime\n    disable_library_telemetry()\n")
    assert uncovered(source) == ["careless.py:2 onnxruntime"]
    source.write_text("import litellm\n")
    assert uncovered(source) == ["careless.py:1 litellm"]
    source.write_text("def f():\n    _g()\n    disable_library_telemetry()\n\ndef _g():\n    import ragas\n")
    assert uncovered(source) == ["careless.py:6 ragas"]


def entrances() -> list[Path]:
    """Files of the package that are run as programs and bring in more than the ground floor."""
    found = [path for path in PACKAGE.rglob("*.py") if 'if __name__ == "__main__"' in path.read_text("utf-8")]
    return [path for path in found if path.name != "__main__.py"]


@pytest.mark.parametrize("path", entrances(), ids=lambda path: path.stem)
def test_every_entrance_sets_the_switches_first(path: Path) -> None:
    """In `main` or, where there is none, beneath `__main__`: before any other statement."""
    tree = ast.parse(path.read_text("utf-8"))
    [beneath] = [node for node in tree.body if isinstance(node, ast.If) and "__main__" in ast.dump(node.test)]
    mains = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main"]
    body = (mains or [beneath])[0].body
    first = body[1] if isinstance(getattr(body[0], "value", None), ast.Constant) else body[0]
    assert ast.unparse(first) == f"{SWITCH}()"


def test_the_file_that_chainlit_loads_sets_the_switches_before_the_page_is_imported() -> None:
    lines = (ROOT / "app.py").read_text("utf-8").splitlines()
    page = next(at for at, line in enumerate(lines) if "civicsetu.web" in line and "import" in line)
    assert lines.index(f"{SWITCH}()") < page


def run(program: str, **environment: str) -> str:
    """What a Python of its own printed, in which nothing has set a switch."""
    kept = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    done = subprocess.run(
        [sys.executable, "-c", program], env={**kept, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_rooms_sets_nothing_and_loads_no_library_that_reports() -> None:
    loaded = run(
        "import os, sys; before = dict(os.environ)\n"
        "import civicsetu.cli, civicsetu.answering.service, civicsetu.web.server, civicsetu.corpus.formats.pdf\n"
        "import civicsetu.models.embedder, civicsetu.models.reranker, civicsetu.models.remote\n"
        f"assert dict(os.environ) == before; print(*sorted(set({REPORTING}) & set(sys.modules)))"
    )
    assert set(loaded.split()) <= {"langsmith"}, "langchain-core brings it; it reads its switch when asked"


def test_a_variable_set_for_another_program_does_not_turn_tracing_on() -> None:
    told = run(
        "import civicsetu.answering.service\n"
        "from civicsetu.library_telemetry import disable_library_telemetry\n"
        "disable_library_telemetry()\n"
        "from langsmith.utils import tracing_is_enabled\n"
        "from opentelemetry.sdk.trace import TracerProvider\n"
        "from huggingface_hub import constants\n"
        "span = TracerProvider().get_tracer('x').start_span('x')\n"
        "print(tracing_is_enabled(), span.is_recording(), constants.HF_HUB_DISABLE_TELEMETRY)",
        LANGSMITH_TRACING="true", LANGCHAIN_TRACING_V2="true", OTEL_SDK_DISABLED="false", DO_NOT_TRACK="0",
    )  # fmt: skip
    assert told == "False False True"


def test_setting_the_switches_again_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    disable_library_telemetry()
    assert {name: os.environ[name] for name in SWITCHES} == SWITCHES
    before = dict(os.environ)
    disable_library_telemetry()
    assert dict(os.environ) == before


def test_the_watch_sees_a_lookup_an_address_and_a_file(tmp_path: Path) -> None:
    """Else the next test would find nothing whatever happened."""
    program = (
        "import socket, pathlib\n"
        "try: socket.getaddrinfo('nobody.invalid', 443)\n"
        "except OSError: pass\n"
        "with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one: one.connect(('192.0.2.1', 9))\n"
        "with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one: one.connect(('127.0.0.1', 9))\n"
        f"pathlib.Path({str(tmp_path)!r}, 'left').touch()"
    )
    seen = watch(
        [sys.executable, "-c", program], tmp_path / "notes", env=dict(os.environ), cwd=tmp_path, timeout=60
    )
    assert seen.code == 0, seen.output
    assert "nobody.invalid" in {name.rstrip(".") for name in seen.names}
    assert "192.0.2.1 port 9" in seen.addresses and not any("127." in one for one in seen.addresses)
    assert seen.written_outside() == [str(tmp_path / "left")]


@pytest.fixture(scope="module")
def first_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Watched, Path]]:
    """The first day of an operator, watched; the folder in which home, current and data folders stand.

    Where root runs it, the very first start on a machine makes the account that Postgres runs as, which
    writes to /etc; that is done before.
    """
    with embedded_postgres():
        pass
    with own_folder() as folder:
        folder.chmod(0o755)
        for name in ("home", "here", "passing", "files/rera_act_2016"):
            (folder / name).mkdir(parents=True)
        with pymupdf.open() as other:
            other.new_page().insert_text((72, 72), "Not the Act.")
            other.save(folder / "files/rera_act_2016/rera_act_2016.pdf")
        settings = settings_in(folder / "data")
        ours = {name: value for name, value in environment_of(settings).items() if name not in SWITCHES}
        environment = {
            name: value for name, value in ours.items() if not name.startswith(("XDG_", "HF_"))
        } | {
            "HOME": str(folder / "home"),
            "TMPDIR": str(folder / "passing"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "CIVICSETU_PORT": str(free_port()),
            "CIVICSETU_CORPUS__FETCH": "false",
        }
        try:
            yield (
                watch(
                    [sys.executable, str(ROOT / "tests" / "first_day.py"), str(folder / "files")],
                    tmp_path_factory.mktemp("watched") / "notes",
                    env=environment, cwd=folder / "here", timeout=1200,
                ),
                folder,
            )  # fmt: skip
        finally:
            stop_all(settings)


@pytest.mark.slow
@pytest.mark.long
def test_nobody_beyond_this_machine_is_asked_for_on_the_first_day(
    first_day: tuple[Watched, Path],
) -> None:
    seen, _ = first_day
    assert seen.code == 0 and seen.output.endswith("all done\n"), seen.output[-3000:]
    assert seen.names == frozenset() and seen.addresses == frozenset()


@pytest.mark.slow
@pytest.mark.long
def test_nothing_is_left_outside_the_data_folder_on_the_first_day(first_day: tuple[Watched, Path]) -> None:
    seen, folder = first_day
    assert seen.written_outside(folder / "data", folder / "passing") == []
    for name in ("home", "here", "passing"):
        assert sorted((folder / name).rglob("*")) == [], f"{name} stays empty"

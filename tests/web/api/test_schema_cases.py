"""Whatever fits the OpenAPI, and whatever does not, is answered as it says: cases made by schemathesis.

Long: it takes a minute, and `test_promise`, `test_bad_input` and the tests of each route make the telling cases
by hand.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.answering.composing.mills import ACT
from tests.conftest import require_all
from tests.web.conftest import Served, serving

pytestmark = pytest.mark.long

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,negative_data_rejection,unsupported_method"
)
_FULL = 2000
_OPERATOR = "change-me-change-me-now"
_KNOWN = f"""
[dictionaries.paths]
values = ["1", "1(1)", "1(1) proviso", "2", "3(2)", "5(4)"]

[[operations]]
include-path-regex = "/(provisions|neighbours|sections)/"
[operations.parameters]
"path.document" = "{ACT}"
"path.path" = {{ dictionary = "paths", probability = 0.8 }}

[[operations]]
include-tag = "operator"
headers = {{ Authorization = "Bearer {_OPERATOR}" }}

[[operations]]
include-tag = "conversations"
headers = {{ Authorization = "Bearer ${{TOKEN}}" }}
"""
"""What no case would guess: a law that is held and its paths, and tokens."""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    """The whole page and API over the Mill Act, at which anybody may ask as often as they like."""
    told = {
        "CIVICSETU_ADMISSION__PER_PERSON_RATE": "0",
        "CIVICSETU_ADMISSION__PER_PERSON_WAITING": "64",
        "CIVICSETU_OPERATOR__TOKEN": _OPERATOR,
    }
    with serving(tmp_path_factory.mktemp("cases"), database_url, script="served_mill.py", **told) as page:
        yield page


def run_cases(page: Served, report: Path, *options: str) -> tuple[int, str]:
    """Make cases over the whole OpenAPI; the exit code, and what was told."""
    (report / "schemathesis.toml").write_text(_KNOWN, "utf-8")
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{page.address}/api/openapi.json", "--url", page.address,
        "--checks", CHECKS, "--report", "ndjson", "--report-dir", str(report), "--no-color", *options,
    ]  # fmt: skip
    told = {**os.environ, "TOKEN": httpx.post(f"{page.address}/api/v1/tokens").json()["token"]}
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500, check=False, cwd=report, env=told)
    return done.returncode, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"


def count_cases(told: str) -> int:
    found = re.search(r"(\d[\d,]*) generated", told)
    assert found is not None, told
    return int(found[1].replace(",", ""))


@pytest.fixture(autouse=True)
def installed() -> None:
    try:
        import schemathesis  # noqa: F401
    except ImportError:
        if require_all():
            pytest.fail("schemathesis is absent, and CIVICSETU_REQUIRE_ALL=1 forbids skipping")
        pytest.skip("schemathesis is absent: no cases are made")


def test_a_few_cases_of_each_route(mill: Served, tmp_path: Path) -> None:
    code, told = run_cases(mill, tmp_path, "--phases", "examples,fuzzing", "--max-examples", "4", "--seed", "7")
    assert code == 0, told
    for short in ("only 401/403 responses", "GET /api/v1/provisions/{document}/{path}"):
        assert short not in told, f"a route is not reached behind its door: {told}"


def test_two_thousand_cases(mill: Served, tmp_path: Path) -> None:
    code, told = run_cases(mill, tmp_path, "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "400")
    print(told)
    assert code == 0, told
    assert count_cases(told) >= _FULL


def test_the_served_description_is_the_promised_one(mill: Served) -> None:
    served = httpx.get(f"{mill.address}/api/openapi.json").json()
    assert served == json.loads((Path(__file__).resolve().parents[3] / "docs" / "openapi.json").read_text("utf-8"))

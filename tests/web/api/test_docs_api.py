"""What docs/api.md says is what the API is: every route, every code, and every block of code runs."""

from __future__ import annotations

import re
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import pytest

from civicsetu.answering.provisions.related_provisions import RelatedProvisions
from civicsetu.answering.provisions.section_sheet import SectionSheet
from civicsetu.law.answers import (
    AnswerKind,
    AnswerPart,
    AnswerTable,
    Confidence,
    Scope,
    StateAsked,
    Step,
    Support,
    TableRow,
    Warning,
)
from civicsetu.law.feedback import FeedbackReason
from civicsetu.law.parameters import Coverage
from civicsetu.settings import load_settings
from civicsetu.stores.graph.graph_views import ALL_EDGE_KINDS, BetweenKind
from civicsetu.web import problems

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
ADDRESS = "http://127.0.0.1:8000"
_CURL_THAT_FAILS = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'


def blocks(language: str) -> list[str]:
    """The page's blocks of code in a language, in its order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def described(chainlit_server: Any) -> dict[str, Any]:
    """The OpenAPI as the server gives it."""
    from civicsetu.web.api.application import build_api, describe

    return describe(build_api(load_settings(_env_file=None)))


def test_every_route_stands_on_the_page_and_the_page_names_no_other(described: dict[str, Any]) -> None:
    served = {
        f"{method.upper()} {path}" for path, methods in described["paths"].items() for method in methods
    }
    told = re.findall(r"^### ((?:GET|POST|PUT|DELETE) /\S+)$", PAGE, re.MULTILINE)
    assert sorted(told) == sorted(served)
    for route in re.findall(r"`((?:GET|POST|PUT|DELETE) /[^`]*)`", PAGE):
        method, path = route.split(" ")
        wanted = path if path.startswith("/api") or f"GET {path}" in served else f"/api/v1{path}"
        known = {one.partition("/{")[0] for one in served} | {"GET /api/docs", "GET /api/openapi.json"}
        assert f"{method} {wanted.partition('/{')[0]}" in known, route


def test_every_parameter_and_field_sent_stands_on_the_page(described: dict[str, Any]) -> None:
    named = {
        parameter["name"]
        for methods in described["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    }
    for body in ("QuestionBody", "SectionBody", "FeedbackBody", "IngestBody"):
        named |= described["components"]["schemas"][body]["properties"].keys()
    lacking = {name for name in named if f"`{name}" not in PAGE}
    assert not lacking, f"docs/api.md does not name {sorted(lacking)}"


def test_every_reason_of_feedback_stands_on_the_page() -> None:
    section = PAGE.partition("### POST /api/v1/feedback")[2].partition("###")[0]
    assert not {one.value for one in FeedbackReason if f"`{one.value}`" not in section}


def test_every_code_of_an_error_stands_on_the_page() -> None:
    codes = {code for _, _, code in problems.ERRORS} | set(problems.CODES.values()) | {"origin_not_allowed"}
    table = PAGE.partition("## Errors")[2].partition("## Limits")[0]
    told = {one for row in re.findall(r"^\| \d{3} \| (.*?) \|", table, re.MULTILINE) for one in re.findall(r"`(\w+)`", row)}
    assert told == codes


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("`support` of a sentence", Support),
        ("`level` of `confidence`", get_args(Confidence.model_fields["level"].annotation)),
        ("`kind` of a warning", get_args(Warning.model_fields["kind"].annotation)),
        ("`coverage`", Coverage),
    ],
)
def test_a_closed_list_stands_whole_on_the_page(column: str, values: tuple[str, ...] | type[StrEnum]) -> None:
    table = PAGE.partition(f"| {column} | |\n")[2].partition("\n\n")[0]
    told = [name for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(map(str, values))


def test_every_field_of_an_answer_stands_in_its_table(described: dict[str, Any]) -> None:
    table = PAGE.partition("What comes back, the most important first:")[2].partition("```bash")[0]
    named = set(described["components"]["schemas"]["QueryResult"]["properties"]) | {one.value for one in AnswerKind}
    for shape in (AnswerPart, Step, AnswerTable, TableRow, Confidence, Scope, StateAsked):
        named |= shape.model_fields.keys()
    assert not {name for name in named if f"`{name}`" not in table}


def test_the_names_of_the_edges_stand_in_one_table() -> None:
    table = PAGE.partition("| what it is |")[2].partition("\n\n")[0]
    named = {*ALL_EDGE_KINDS, *get_args(BetweenKind), *RelatedProvisions.model_fields}
    assert not {name for name in named if f"`{name}`" not in table}
    section = PAGE.partition("| `section` | |")[2].partition("```")[0]
    assert not {name for name in SectionSheet.model_fields if f"| `{name}` |" not in section}


def test_the_limits_are_those_of_the_settings() -> None:
    settings = load_settings(_env_file=None)
    limits = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    assert f"{settings.answering.max_question_chars:,} characters by default" in limits
    assert f"{settings.admission.per_person_rate} in a minute" in limits
    assert f"tokens of one network | {settings.api.tokens_per_hour} in an hour" in limits
    assert settings.corpus.ingest_deadline_s == 3600
    assert (settings.admission.per_person_running, settings.admission.per_person_waiting) == (1, 1)
    assert f"{settings.answering.deadline_s:.0f} s, counted" in limits
    assert settings.web.largest_body == 1_000_000


@pytest.mark.slow
@pytest.mark.long
def test_the_python_of_the_page_runs_from_top_to_bottom(served_law: str) -> None:
    script = "\n".join(blocks("python")).replace(ADDRESS, served_law)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    for told in ("citations", "rera_act_2016 18(1)", "section 18(1)", "done", "ok"):
        assert told in done.stdout, done.stdout


@pytest.mark.slow
@pytest.mark.long
def test_the_shell_of_the_page_runs_from_top_to_bottom(served_law: str) -> None:
    script = _CURL_THAT_FAILS + "\n".join(blocks("bash")).replace(ADDRESS, served_law)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    for told in ("event: final", '"id":', "204", '"state":'):
        assert told in done.stdout

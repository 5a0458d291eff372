"""What the API promised stays: the OpenAPI that is stored may be added to, not taken away from."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from civicsetu.settings import load_settings
from civicsetu.web.api.promise import find_broken_promises, write_text

STORED = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def now(chainlit_server: Any) -> dict[str, Any]:
    from civicsetu.web.api.application import build_api, describe

    return json.loads(json.dumps(describe(build_api(load_settings(_env_file=None)))))


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(STORED.read_text("utf-8"))
    return told


def test_no_promise_is_broken(now: dict[str, Any], stored: dict[str, Any]) -> None:
    assert find_broken_promises(stored, now) == []


def test_the_file_says_all_there_is(now: dict[str, Any]) -> None:
    assert STORED.read_text("utf-8") == write_text(now), (
        "write it anew: python -m civicsetu.web.api.promise docs/openapi.json"
    )


def test_every_error_is_a_problem_and_every_field_is_described(now: dict[str, Any]) -> None:
    for path, operations in now["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"] and operation["description"], (method, path)
            for status, response in operation["responses"].items():
                if status >= "4":
                    assert list(response["content"]) == ["application/problem+json"], (method, path, status)
    asked = now["components"]["schemas"]["QuestionBody"]
    assert all(field["description"] for field in asked["properties"].values())
    assert {
        "question", "jurisdiction", "as_on", "facts", "conversation", "strict_extractive", "require_hard_citations",
        "enable_claims", "low_confidence_behavior", "top_k", "min_score", "include_content", "include_document", "debug",
    } <= asked["properties"].keys()  # fmt: skip
    assert asked["required"] == ["question"] and asked["additionalProperties"] is False


def _schema(told: dict[str, Any], name: str) -> dict[str, Any]:
    schema: dict[str, Any] = told["components"]["schemas"][name]
    return schema


BREAKS: dict[str, Change] = {
    "a route is gone": lambda told: told["paths"].pop("/api/v1/query"),
    "a method is gone": lambda told: told["paths"]["/api/v1/query"].pop("post"),
    "a field that is sent is gone": lambda told: _schema(told, "QuestionBody")["properties"].pop("as_on"),
    "a field is required": lambda told: _schema(told, "QuestionBody")["required"].append("as_on"),
    "less may be sent": lambda told: _schema(told, "QuestionBody")["properties"]["question"].update(maxLength=10),
    "another type is sent": lambda told: _schema(told, "QuestionBody")["properties"]["debug"].update(type="string"),
    "a value is taken no more": lambda told: _schema(told, "QuestionBody")["properties"]["low_confidence_behavior"]["anyOf"][0]["enum"].pop(),
    "a field that is read is gone": lambda told: _schema(told, "QueryResult")["properties"].pop("citations"),
    "one of a part is gone": lambda told: _schema(told, "Citation")["properties"].pop("quote"),
    "a field may be missing": lambda told: _schema(told, "Citation")["required"].remove("quote"),
    "another type is read": lambda told: _schema(told, "Citation")["properties"]["start"].update(type="string"),
    "an answer is of another kind": lambda told: told["paths"]["/api/v1/query"]["post"]["responses"]["200"].update(content={}),
    "a status is gone": lambda told: told["paths"]["/api/v1/query"]["post"]["responses"].pop("429"),
    "an event has lost a field": lambda told: _schema(told, "SentenceReady")["properties"].pop("citations"),
    "a problem has no code": lambda told: _schema(told, "Problem")["properties"].pop("code"),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_what_is_taken_away_is_found(stored: dict[str, Any], name: str) -> None:
    changed = copy.deepcopy(stored)
    BREAKS[name](changed)
    assert find_broken_promises(stored, changed) != []


ADDS: dict[str, Change] = {
    "a route": lambda told: told["paths"].update({"/api/v1/new": told["paths"]["/api/v1/query"]}),
    "a field to send": lambda told: _schema(told, "QuestionBody")["properties"].update(new={"type": "string"}),
    "a field to read": lambda told: _schema(told, "Citation")["properties"].update(new={"type": "string"}),
    "more may be sent": lambda told: _schema(told, "QuestionBody")["properties"]["question"].update(maxLength=10**6),
    "other words": lambda told: _schema(told, "QuestionBody").update(description="Others."),
}


@pytest.mark.parametrize("name", ADDS)
def test_what_is_added_is_none(stored: dict[str, Any], name: str) -> None:
    changed = copy.deepcopy(stored)
    ADDS[name](changed)
    assert find_broken_promises(stored, changed) == [] and changed != stored

"""A conversation about one provision: it comes first, and the next question is an ordinary one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import provision_id
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from tests.answering.composing.mills import ACT, NORTH
from tests.web.api.client import ApiClient
from tests.web.api.conftest import as_problem
from tests.web.api.in_process import Api
from tests.web.mill_service import FOUND, MillService, ScriptedSearch

PATH = "/api/v1/query/section-context"


@pytest.fixture
def named(mill: MillService, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is named by number is found as well, behind what the words of the question lead to."""
    found = ScriptedSearch.retrieve_parts

    async def retrieve(self: Any, plans: Sequence[RetrievalPlan], width: int | None = None) -> list[Retrieved]:
        from dataclasses import replace

        results = await found(self, plans, width)
        named = [[_evidence(document, str(one.path)) for document, one in plan.references] for plan in plans]
        return [replace(one, evidence=(*one.evidence, *more)) for one, more in zip(results, named, strict=True)]

    monkeypatch.setattr(ScriptedSearch, "retrieve_parts", retrieve)


def _evidence(document: str, path: str) -> Evidence:
    return Evidence(
        unit_id=str(provision_id(document, path)), document=document, provision=path, title="", jurisdiction="CENTRAL",
        score=0.5, relevance=0.5, found_by=("exact",), pinned=True,
    )  # fmt: skip


async def test_the_section_comes_first_and_the_next_question_is_an_ordinary_one(mill_api: Api, named: None) -> None:
    async with ApiClient(mill_api.address) as asker:
        await asker.take_token()
        body = {"document": ACT, "provision": "1(1)", "question": "And what is the penalty?"}
        told = (await asker.post(PATH, json=body)).json()
        first = told["answer"]["contexts"][0]
        assert (first["document"], first["provision"]) == (ACT, "1(1)")
        assert FOUND["penalty"][0] in [(one["document"], one["provision"]) for one in told["answer"]["contexts"]]
        begun = told["answer"]["conversation"]
        after = (await asker.query("What is the penalty?", conversation=begun)).json()
        assert [(one["document"], one["provision"]) for one in after["contexts"]] == list(FOUND["penalty"])
        assert after["turn"] == told["answer"]["turn"] + 1


async def test_all_that_is_held_of_it_is_shown_beside_the_answer(mill_api: Api, named: None) -> None:
    async with ApiClient(mill_api.address) as asker:
        told = (await asker.post(PATH, json={"document": ACT, "provision": "1(1)"})).json()
        section = told["section"]
        assert section["provision"]["provision"] == "1(1)" and section["provision"]["text"]
        assert section["provision"]["related"].keys() == {"rules_under", "made_under", "refers_to", "referred_to_by"}
        assert section["statements"] and all(one["quote"] for one in section["statements"])
        assert {place for one in section["statements"] for place in one["provisions"]} >= {f"{ACT}:1(1)"}
        assert told["answer"]["question"] == "What does it say?"


async def test_a_states_rule_is_asked_about_as_that_states(mill_api: Api, named: None) -> None:
    async with ApiClient(mill_api.address) as asker:
        told = (await asker.post(PATH, json={"document": NORTH, "provision": "1"})).json()
        assert told["answer"]["jurisdictions"] == ["CENTRAL", "NORTHLAND"]


@pytest.mark.parametrize(
    ("document", "provision", "status", "code"),
    [
        (ACT, "99", 404, "not_found"),
        (ACT, "1(1) proviso 7", 404, "not_found"),
        (ACT, "18(1)(a", 400, "invalid_input"),
        (ACT, "(((", 400, "invalid_input"),
        ("no_such_act", "1", 404, "unknown_document"),
        ("No such", "1", 422, "invalid_request"),
    ],
)
async def test_a_provision_that_is_not_held_is_refused_as_everywhere(
    mill_api: Api, document: str, provision: str, status: int, code: str
) -> None:
    async with ApiClient(mill_api.address) as asker:
        told = as_problem(await asker.post(PATH, json={"document": document, "provision": provision}), status, code)
        assert [one["field"] for one in told["errors"]] == (["body.document"] if status == 422 else [])
        if status != 422:
            read = await asker.get(f"/api/v1/provisions/{document}/{provision}")
            as_problem(read, status, code)

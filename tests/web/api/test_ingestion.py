"""Ingesting over the API: the operator's alone, one of a document at a time, and told as it goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import uuid4

import httpx
import pytest

from civicsetu.corpus.ingestion_jobs import IngestionJobs, Results
from civicsetu.law.documents import EditionKind
from civicsetu.progress import Progress
from civicsetu.settings import OperatorSettings
from civicsetu.stores.ingestion_job_store import IngestionJobStore
from tests.retrieval.lantern_act import ACT, KARNATAKA
from tests.web.api.conftest import as_problem
from tests.web.api.lanterns import REGISTRY, TOKEN, LanternService, open_page


@dataclass
class Ingesting:
    """An API that ingests when it is let, and a client that has the operator's token."""

    client: httpx.AsyncClient
    let: asyncio.Event
    asked: list[tuple[str, EditionKind]]

    async def begin(self, document: object, **more: object) -> httpx.Response:
        return await self.client.post("/api/v1/ingest", json={"document": document, **more})


@pytest.fixture
async def operator(lanterns: LanternService) -> AsyncIterator[Ingesting]:
    let, asked = asyncio.Event(), list[tuple[str, EditionKind]]()

    async def ingest(document: str, edition: EditionKind, progress: Progress) -> Results:
        asked.append((document, edition))
        progress("embedding", 0.5)
        await let.wait()
        return [{"sections": 4}]

    page, client = open_page(lanterns, OperatorSettings(token=TOKEN))  # type: ignore[arg-type]
    page.ingestion = IngestionJobs(IngestionJobStore(lanterns.database), REGISTRY, ingest, beat_s=0.02)
    client.headers["authorization"] = f"Bearer {TOKEN}"
    async with client:
        yield Ingesting(client, let, asked)
    await page.ingestion.close()


async def test_a_law_is_ingested_in_the_background_and_told_as_it_goes_on(operator: Ingesting) -> None:
    begun = await operator.begin(ACT)
    assert begun.status_code == 202 and begun.json()["state"] == "queued", begun.text
    place = begun.headers["location"]
    assert place == f"/api/v1/jobs/{begun.json()['id']}"
    told = await _until(operator, place, "running")
    assert (told["step"], told["share"]) in {("embedding", 0.5), ("starting", 0.0)}
    operator.let.set()
    told = await _until(operator, place, "done")
    assert (told["results"], told["share"], told["edition"]) == ([{"sections": 4}], 1.0, "plain")
    assert operator.asked == [(ACT, EditionKind.PLAIN)]


async def test_the_second_of_one_document_is_refused_and_names_the_job_that_does_it(operator: Ingesting) -> None:
    begun = await operator.begin(ACT)
    refused = await operator.begin(ACT, edition="official")
    as_problem(refused, 409, "already_under_way")
    assert refused.headers["retry-after"]
    assert refused.headers["location"] == begun.headers["location"]
    assert (await operator.client.get(refused.headers["location"])).json()["id"] == begun.json()["id"]
    assert (await operator.begin(KARNATAKA)).status_code == 202


@pytest.mark.parametrize(
    "sent", [None, "", TOKEN, "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", "Bearer x y"]
)
async def test_without_the_operators_token_nothing_is_done_or_told(operator: Ingesting, sent: str | None) -> None:
    begun = (await operator.begin(ACT)).headers["location"]
    headers = {} if sent is None else {"authorization": sent}
    del operator.client.headers["authorization"]
    for answer in (
        await operator.client.post("/api/v1/ingest", json={"document": KARNATAKA}, headers=headers),
        await operator.client.get(begun, headers=headers),
    ):
        as_problem(answer, 401, "token_refused")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert [document for document, _ in operator.asked] in ([], [ACT])


async def test_where_no_token_is_set_nobody_may(reader: httpx.AsyncClient) -> None:
    for sent in ({}, {"authorization": "Bearer "}, {"authorization": f"Bearer {TOKEN}"}):
        answer = await reader.post("/api/v1/ingest", json={"document": ACT}, headers=sent)
        as_problem(answer, 403, "not_allowed")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"document": "no_such_act"}, 404, "unknown_document"),
        ({"document": "../../etc/passwd"}, 404, "unknown_document"),
        ({"document": "https://example.org/law.pdf"}, 404, "unknown_document"),
        ({"document": 7}, 422, "invalid_request"),
        ({"document": "x" * 100}, 422, "invalid_request"),
        ({"document": ACT, "edition": "french"}, 422, "invalid_request"),
        ({"document": ACT, "folder": "/etc"}, 422, "invalid_request"),
        ({}, 422, "invalid_request"),
        ([ACT], 422, "invalid_request"),
    ],
)
async def test_what_is_no_key_of_the_registry_is_refused(
    operator: Ingesting, body: object, status: int, code: str
) -> None:
    as_problem(await operator.client.post("/api/v1/ingest", content=json.dumps(body), headers={"content-type": "application/json"}), status, code)
    assert operator.asked == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"[" * 10_000 + b"]" * 10_000, 400, "malformed_request"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400, "malformed_request"),
        (b"{", 400, "malformed_request"),
        (b"\xff\xfe", 400, "malformed_request"),
        (b"", 422, "invalid_request"),
        (b'"' + b"x" * 1_000_001 + b'"', 413, "too_large"),
    ],
)
async def test_what_is_no_json_that_can_be_read_is_refused(
    operator: Ingesting, body: bytes, status: int, code: str
) -> None:
    answer = await operator.client.post(
        "/api/v1/ingest", content=body, headers={"content-type": "application/json"}
    )
    as_problem(answer, status, code)


async def test_there_is_no_such_job(operator: Ingesting) -> None:
    as_problem(await operator.client.get(f"/api/v1/jobs/{uuid4()}"), 404, "not_found")
    as_problem(await operator.client.get("/api/v1/jobs/7"), 422, "invalid_request")


async def _until(operator: Ingesting, place: str, state: str) -> dict[str, object]:
    async with asyncio.timeout(10):
        while True:
            told: dict[str, object] = (await operator.client.get(place)).json()
            if told["state"] == state:
                return told
            await asyncio.sleep(0.01)

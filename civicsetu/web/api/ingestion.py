"""Have a law ingested, and see how far that is: for the operator alone."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.errors import AlreadyUnderWay
from civicsetu.law.documents import EditionKind
from civicsetu.stores.ingestion_job_store import IngestionJob, JobState
from civicsetu.web.api.callers import Operator
from civicsetu.web.problems import build_error
from civicsetu.web.state import get_page

router = APIRouter(tags=["operator"], dependencies=[Operator])

_REFUSALS: dict[int | str, dict[str, str]] = {
    401: {"description": "The operator's token is missing or wrong."},
    403: {"description": "No operator's token is set on this server, so nobody may."},
}


class IngestBody(BaseModel):
    """Law to ingest."""

    model_config = ConfigDict(extra="forbid")

    document: str = Field(max_length=80, description="A key of the registry.", examples=["rera_act_2016"])
    edition: EditionKind = Field(
        EditionKind.PLAIN,
        description="`plain`: our restatement, which ships with the program; `official`: fetched from its official address.",
    )


class JobReport(BaseModel):
    """An ingestion: queued, running, done, failed, or interrupted where the server ended before it was done.

    What was held before stays held unless it is `done`.
    """

    id: UUID
    document: str
    edition: EditionKind
    state: JobState
    step: str = Field(description="What is being done.")
    share: float = Field(description="How much of that step is done, 0 to 1.")
    error: str = Field(description="Why it failed, in a sentence; else empty.")
    results: list[dict[str, object]] = Field(description="What was ingested, one for each text.")
    created_at: datetime
    updated_at: datetime


@router.post(
    "/ingest", status_code=202, response_model=JobReport,
    responses=_REFUSALS | {
        400: {"description": "The document is a draft, which is no law."},
        404: {"description": "The key is not in the registry."},
        409: {"description": "That document is being ingested already; `Location` is the address of the job that does it."},
        422: {"description": "A field cannot be used; `errors` names it."},
    },
)  # fmt: skip
async def ingest(body: IngestBody, request: Request, response: Response) -> JobReport | Response:
    """Begin to ingest a law of the registry, in the background; ask `GET /jobs/{id}` how far it is.

    One document is ingested at a time, and each once at a time. Questions are answered meanwhile.
    """
    try:
        job = await get_page().get_ingestion().begin(body.document, body.edition)
    except AlreadyUnderWay as error:
        refused = build_error(request.scope, error)
        if error.job_id is not None:
            refused.headers["location"] = _address(error.job_id)
        return refused
    response.headers["location"] = _address(job.job_id)
    return _report(job)


@router.get("/jobs/{job}", responses=_REFUSALS | {404: {"description": "There is no such job."}})
async def read_job(job: UUID) -> JobReport:
    """See how far an ingestion is; also one that another process of the server does, or did."""
    return _report(await get_page().get_ingestion().read(job))


def _address(job: UUID) -> str:
    return f"/api/v1/jobs/{job}"


def _report(job: IngestionJob) -> JobReport:
    return JobReport(
        id=job.job_id,
        document=job.document,
        edition=job.edition,
        state=job.state,
        step=job.step,
        share=job.share,
        error=job.error,
        results=[dict(one) for one in job.results],
        created_at=job.created_at,
        updated_at=job.updated_at,
    )

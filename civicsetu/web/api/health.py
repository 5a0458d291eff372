"""Whether the server lives, and whether it can answer: for monitors and load balancers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.errors import PostgresUnavailable
from civicsetu.web.problems import FieldFault, build_problem
from civicsetu.web.state import STOPPING, get_page

router = APIRouter(tags=["health"])

_PARTS = ("postgres", "graph", "models", "redis")
_NO = "Questions are not answered now; `errors` names the parts that are not well."
Part = Literal["ok", "degraded", "down", "disk full", "unused"]


class HealthReport(BaseModel):
    """Health of the server, part by part."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["ok", "degraded"] = Field(description="degraded where any part is not ok.")
    postgres: Part
    graph: Part
    models: Part
    redis: Part | None = Field(None, description="Left out where none is used.")
    fix: str | None = Field(None, description="What to do, where that is known.")


class Readiness(HealthReport):
    """The same, of a server that can answer."""

    ready: Literal[True] = True


@router.get("/health", response_model_exclude_none=True)
async def health() -> HealthReport:
    """Report `ok`, or `degraded` with the part that fails; 200 either way, as long as the process serves."""
    return HealthReport.model_validate(await _look())


@router.get("/ready", response_model_exclude_none=True, response_model=Readiness, responses={503: {"description": _NO}})
async def ready(request: Request) -> Readiness | Response:
    """Report whether questions are answered: 503 without the database, and while stopping."""
    parts = await _look()
    if parts["postgres"] != "down" and not get_page().stopping:
        return Readiness.model_validate(parts)
    faults = [FieldFault(field=name, message=told) for name, told in parts.items() if name in _PARTS and told != "ok"]
    sentence = STOPPING if get_page().stopping else PostgresUnavailable.default_user_message
    return build_problem(request.scope, 503, sentence, "not_ready", {"retry-after": "5"}, faults)


async def _look() -> dict[str, str]:
    """Raises ServerError while the server is starting or has stopped."""
    state = await get_page().get_service().check_health()
    parts = {"status": state.status, "postgres": state.postgres, "graph": state.graph, "models": state.models}
    if state.redis != "unused":
        parts["redis"] = state.redis
    return parts | ({"fix": state.fix} if state.fix else {})

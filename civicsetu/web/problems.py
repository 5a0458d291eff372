"""Errors of the HTTP API in one form: problem+json (RFC 9457) with a stable code, a sentence and the request's id.

A client decides by `code`, a person reads `detail`, whoever runs the server finds the request by
`request_id`. Of what a request brought a sentence repeats at most the name of a field, a path as it was read, or the
first characters of a name or value that is not on a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from math import ceil

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse
from starlette.types import Scope

from civicsetu import errors
from civicsetu.errors import AdmissionRefused, CivicSetuError

MEDIA_TYPE = "application/problem+json"
REQUEST_ID = "civicsetu.request_id"
"""Where a request's scope holds its id."""
_API_PATHS = ("/api", "/health", "/ready")
_ASK_AGAIN = (409, 429, 503)
_RETRY_AFTER_S = 5.0

ERRORS: tuple[tuple[type[CivicSetuError], int, str], ...] = (
    (errors.InputError, 400, "invalid_input"),
    (errors.NotFound, 404, "not_found"),
    (errors.UnknownDocument, 404, "unknown_document"),
    (errors.TokenRefused, 401, "token_refused"),
    (errors.NotAllowed, 403, "not_allowed"),
    (errors.AlreadyUnderWay, 409, "already_under_way"),
    (errors.TooManyQuestions, 429, "too_many_questions"),
    (errors.TooManyTokens, 429, "too_many_tokens"),
    (errors.TooBusy, 429, "too_busy"),
    (errors.AdmissionRefused, 429, "not_admitted"),
    (errors.SearchIncomplete, 503, "search_incomplete"),
    (errors.PostgresTimeout, 503, "database_timeout"),
    (errors.PostgresUnavailable, 503, "database_unavailable"),
    (errors.StoreBusy, 503, "database_busy"),
    (errors.GraphUnavailable, 503, "graph_unavailable"),
    (errors.DiskFull, 503, "disk_full"),
    (errors.StoreError, 503, "store_failed"),
    (errors.ModelTimeout, 503, "timeout"),
    (errors.ModelError, 503, "model_unavailable"),
    (errors.ServerError, 503, "not_ready"),
    (errors.CivicSetuError, 503, "unavailable"),
)
"""Status and code of each error of ours; the first row it is an instance of decides."""

CODES: dict[int, str] = {
    400: "malformed_request",
    401: "token_refused",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    421: "unknown_host",
    422: "invalid_request",
    500: "internal_error",
    503: "unavailable",
}
"""The code of a status where no error of ours says a nearer one."""


class FieldFault(BaseModel):
    """A field of the request that cannot be used, and why."""

    model_config = ConfigDict(extra="forbid")

    field: str = Field(description="Where it stands, as body.question or query.limit.")
    message: str


class Problem(BaseModel):
    """An error, as every route gives it."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(description="Names the kind of problem: urn:civicsetu:problem: and the code.")
    title: str = Field(description="The status in words.")
    status: int
    code: str = Field(description="Stable; decide by this.")
    detail: str = Field(description="One plain sentence for a person.")
    request_id: str = Field(description="Stands in the server's log, and in the header X-Request-ID.")
    errors: list[FieldFault] = Field(default_factory=list, description="The fields at fault, of an invalid_request.")


def is_api_path(path: str) -> bool:
    """Return whether a path is the API's, so that its errors take this form."""
    return any(path == one or path.startswith(f"{one}/") for one in _API_PATHS)


def get_request_id(scope: Scope) -> str:
    """Return the id of a request; empty where none was given, as to an app without its doors."""
    return str(scope.get(REQUEST_ID, ""))


def build_problem(
    scope: Scope,
    status: int,
    detail: str,
    code: str = "",
    headers: Mapping[str, str] | None = None,
    faults: Sequence[FieldFault] = (),
) -> JSONResponse:
    """Build the response; without a `code` that of the status."""
    problem = describe_problem(get_request_id(scope), status, detail, code, faults)
    return JSONResponse(problem.model_dump(), status_code=status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def describe_problem(
    request_id: str, status: int, detail: str, code: str = "", faults: Sequence[FieldFault] = ()
) -> Problem:
    """Return the problem itself, for a stream that has begun already."""
    code = code or CODES.get(status, "error")
    return Problem(
        type=f"urn:civicsetu:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        request_id=request_id,
        errors=list(faults),
    )


def status_and_code(error: CivicSetuError) -> tuple[int, str]:
    """Return the status and the code of an error of ours."""
    return next((status, code) for kind, status, code in ERRORS if isinstance(error, kind))


def build_error(scope: Scope, error: CivicSetuError) -> JSONResponse:
    """Build the response to an error of ours: its plain sentence, never its detail."""
    status, code = status_and_code(error)
    headers = {"www-authenticate": "Bearer"} if status == 401 else retry_after(error, status)
    return build_problem(scope, status, error.user_message, code, headers)


def retry_after(error: CivicSetuError, status: int) -> dict[str, str]:
    """Return the header that says when to ask again, where that may help."""
    if status not in _ASK_AGAIN:
        return {}
    wait_s = error.retry_after_s if isinstance(error, AdmissionRefused) else _RETRY_AFTER_S
    return {"retry-after": str(max(1, ceil(wait_s)))}

"""Turn every error of the API's routes into a problem."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from civicsetu.errors import CivicSetuError
from civicsetu.telemetry import get_logger
from civicsetu.web.api.field_faults import describe_fault
from civicsetu.web.problems import build_error, build_problem

log = get_logger(__name__)

_NO_JSON = "The body of the request is not JSON that can be read."
_NOT_SENT_AS_JSON = "Send the body as JSON, with the header Content-Type: application/json."
_NOT_USABLE = "The field {field} cannot be used. {message}"
_SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
}
_MOST_FAULTS = 20


def register(app: FastAPI) -> None:
    """Register the handlers for every error of this app."""
    app.add_exception_handler(CivicSetuError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_unusable)
    app.add_exception_handler(HTTPException, _answer_refusal)
    app.add_exception_handler(Exception, _answer_unexpected)


async def _answer_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, CivicSetuError)
    log.warning("request_refused", error=type(error).__name__)
    return build_error(request.scope, error)


async def _answer_unusable(request: Request, error: Exception) -> Response:
    """Name the fields at fault; of what they hold nothing is repeated."""
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return build_problem(request.scope, 400, _NO_JSON)
    if any(tuple(fault["loc"]) == ("body",) for fault in faults) and not _is_json(request):
        return build_problem(request.scope, 415, _NOT_SENT_AS_JSON)
    told = [describe_fault(fault) for fault in faults[:_MOST_FAULTS]]
    sentence = _NOT_USABLE.format(field=told[0].field, message=told[0].message)
    return build_problem(request.scope, 422, sentence, faults=told)


async def _answer_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = _SENTENCES.get(error.status_code, _NO_JSON if error.status_code == 400 else "The request was refused.")
    return build_problem(request.scope, error.status_code, sentence, headers=error.headers)


async def _answer_unexpected(request: Request, error: Exception) -> Response:
    """`UnexpectedErrors` logs it, where it goes on to."""
    return build_problem(request.scope, 500, CivicSetuError.default_user_message)


def _is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))

"""Answer refused HTTP requests with one plain sentence and the right status.

Chainlit is mounted as an app of its own, and an exception handler reaches its own app
only: so the same handlers are registered on both. Nothing a request brought is repeated,
neither in the answer nor in the log.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.errors import CivicSetuError
from civicsetu.telemetry import get_logger
from civicsetu.web.language.speaking import tell
from civicsetu.web.problems import build_problem, is_api_path, retry_after, status_and_code

log = get_logger(__name__)

_UNREADABLE = "The page and its server do not understand each other; please reload the page."


def plain_answer(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return one sentence where Chainlit's page looks for it."""
    return JSONResponse({"detail": tell(sentence)}, status_code=status, headers=dict(headers or {}))


def refuse(scope: Scope, status: int, sentence: str) -> JSONResponse:
    """Return a refusal in the form its asker reads: the page's, or the API's."""
    return build_problem(scope, status, sentence) if is_api_path(scope["path"]) else plain_answer(status, sentence)


async def answer_error(request: Request, error: Exception) -> JSONResponse:
    """Answer one of our errors with its plain sentence, never its detail."""
    ours = error if isinstance(error, CivicSetuError) else CivicSetuError()
    status, _ = status_and_code(ours)
    return plain_answer(status, ours.user_message, retry_after(ours, status))


async def answer_unreadable(request: Request, error: Exception) -> JSONResponse:
    """Answer a body or query the route does not accept, naming the field that is too long if one is."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    return plain_answer(422, next((told for fault in faults if (told := _too_long(fault))), _UNREADABLE))


async def answer_unexpected(request: Request, error: Exception) -> JSONResponse:
    return plain_answer(500, CivicSetuError.default_user_message)


def register(app: FastAPI) -> None:
    """Register the handlers of this file for every error of this app."""
    app.add_exception_handler(CivicSetuError, answer_error)
    app.add_exception_handler(RequestValidationError, answer_unreadable)
    app.add_exception_handler(Exception, answer_unexpected)


class UnexpectedErrors:
    """Middleware that answers an unexpected error plainly, and logs only its type and place.

    Starlette answers such an error and raises it again, for the server to log whole, with
    whatever values its text holds.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as error:  # noqa: BLE001 - the outermost edge: logged, and told to the person
            log.error("request_failed", error=type(error).__name__, where=find_place(error))
            if not begun:
                answer = refuse(scope, 500, CivicSetuError.default_user_message)
                await answer(scope, receive, send)


def _too_long(fault: Mapping[str, object]) -> str | None:
    """The field names are ours (the models name them); what was sent is not looked at."""
    place, limits = fault.get("loc"), fault.get("ctx")
    if fault.get("type") != "string_too_long" or not isinstance(place, tuple) or not isinstance(limits, dict):
        return None
    return f"The {place[-1]} is too long: at most {limits['max_length']:,} characters, please."


def find_place(error: Exception) -> list[str]:
    """Return where an error was raised, for the log."""
    return [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-1:]]

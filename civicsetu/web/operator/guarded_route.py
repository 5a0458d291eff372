"""Every route of the operator's page: who asks, and from where, is settled before a handler runs.

A route of `OperatorRoute` can be reached with a session only, and a form only with its guard from a page of ours; the
two routes that sign in are named. Errors of ours become a page of one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from urllib.parse import parse_qsl

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from civicsetu.errors import CivicSetuError, InputError
from civicsetu.telemetry import get_logger
from civicsetu.web.hosts import origin_check, own_host
from civicsetu.web.operator.access import PATH, Door, OperatorSession
from civicsetu.web.operator.pages import show_error
from civicsetu.web.problems import status_and_code
from civicsetu.web.state import get_page

log = get_logger(__name__)

SIGN_IN = f"{PATH}/login"
OPEN_PATHS = frozenset({SIGN_IN, f"{PATH}/style.css"})
"""What is reached without a session: the form to sign in, and how it looks."""
_MOST_FIELDS = 1000
_FORM_TYPE = "application/x-www-form-urlencoded"
_NOT_OURS = "That form did not come from this page; open it again and send it from there. Nothing was changed."
_SIGNED_OUT = "You are signed out; sign in again. Nothing was changed."
_UNREADABLE = "The form cannot be read; open the page again. Nothing was changed."
_FORBIDDEN = 403

Form = Mapping[str, list[str]]
Handler = Callable[[Request], Coroutine[object, object, Response]]


class Forbidden(CivicSetuError):
    """A form without a session, without its guard, or from another page."""


class OperatorRoute(APIRoute):
    """A route behind the door."""

    def get_route_handler(self) -> Handler:
        handler = super().get_route_handler()

        async def behind_the_door(request: Request) -> Response:
            try:
                refused = await _admit(request)
                return refused or await handler(request)
            except CivicSetuError as error:
                return _as_page(request, error)

        return behind_the_door


def get_door(request: Request) -> Door:
    """Return the door of this page."""
    door = request.app.state.operator_door
    assert isinstance(door, Door)
    return door


def session_of(request: Request) -> OperatorSession:
    """Return who acts; there is somebody wherever a handler of a closed route runs."""
    session = request.state.operator
    assert isinstance(session, OperatorSession)
    return session


def form_of(request: Request) -> Form:
    """Return the fields of the form that was sent, each with its values in order."""
    form: Form = request.state.form
    return form


async def _admit(request: Request) -> Response | None:
    """Let a request in, or return where it has to go first; raises Forbidden and InputError for a form."""
    door, path = get_door(request), request.url.path
    session = door.read(request.headers.get("cookie"))
    request.state.operator = session
    if path not in OPEN_PATHS and session is None:
        if request.method == "GET":
            return RedirectResponse(SIGN_IN, status_code=303)
        raise Forbidden("no session", user_message=_SIGNED_OUT)
    if request.method == "POST":
        request.state.form = await _read_form(request)
        guard = next(iter(form_of(request).get("guard", [])), "")
        if not _is_from_here(request) or not _is_guarded(door, path, session, guard):
            log.warning("operator_form_refused", path=path)
            raise Forbidden("unguarded form", user_message=_NOT_OURS)
    return None


def _is_guarded(door: Door, path: str, session: OperatorSession | None, guard: str) -> bool:
    if path in OPEN_PATHS:
        return door.is_sign_in_guarded(guard)
    return session is not None and door.is_guarded(session, guard)


def _is_from_here(request: Request) -> bool:
    """Whether a browser says that a page of this origin sends it; who says nothing is no browser."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    check = origin_check(get_page().settings.web.allowed_origins)
    return check(request.headers.get("origin"), {"HTTP_HOST": own_host(request.scope) or ""})


async def _read_form(request: Request) -> Form:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM_TYPE:
        raise InputError("no form", user_message=_UNREADABLE)
    try:
        body = (await request.body()).decode("utf-8")
        pairs = parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        raise InputError("no form", user_message=_UNREADABLE) from None
    form: dict[str, list[str]] = {}
    for name, value in pairs:
        form.setdefault(name, []).append(value.replace("\r\n", "\n"))
    return form


def _as_page(request: Request, error: CivicSetuError) -> Response:
    log.warning("operator_refused", error=type(error).__name__)
    status, _ = status_and_code(error)
    if isinstance(error, Forbidden):
        status = _FORBIDDEN
    return show_error(status, error.user_message, get_door(request), request.state.operator)

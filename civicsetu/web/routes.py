"""Our own routes; they stand before Chainlit's, and replace those that do not serve here.

Imported only by `server.build_app`, once Chainlit has been told where its files are.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Literal

from chainlit.context import init_ws_context
from chainlit.session import WebsocketSession
from chainlit.types import DeleteFeedbackRequest, Feedback
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, Field

from civicsetu.errors import NotFound
from civicsetu.telemetry import get_logger
from civicsetu.web.chat.handlers import conversations, on_button
from civicsetu.web.pagefiles.page_files import main_script, opened_only_when_asked
from civicsetu.web.state import acting_in_http, page

log = get_logger(__name__)
router = APIRouter()


@router.get("/health")
async def health() -> dict[str, str]:
    """`ok`, or `degraded` with the part that is not well: the page answers either way."""
    state = await page().opened().health()
    parts = {"postgres": state.postgres, "graph": state.graph, "models": state.models}
    if state.redis != "unused":
        parts["redis"] = state.redis
    return {"status": state.status, **parts, **({"mend": state.mend} if state.mend else {})}


class Thumb(BaseModel):
    """A thumb with its comment, as the page sends it."""

    forId: str = Field(max_length=64)
    value: Literal[0, 1]
    threadId: str | None = Field(None, max_length=64)
    id: str | None = Field(None, max_length=64)
    comment: str | None = Field(None, max_length=2000)


class GivenFeedback(BaseModel):
    """The thumb; of the rest nothing is read."""

    feedback: Thumb


@router.put("/feedback")
async def give_feedback(given: GivenFeedback) -> dict[str, object]:
    """Chainlit's own route answers a refusal with 500 and the error's text; this one says 404."""
    thumb = Feedback(**given.feedback.model_dump())
    return {"success": True, "feedbackId": await conversations().upsert_feedback(thumb)}


@router.delete("/feedback")
async def take_feedback_back(request: DeleteFeedbackRequest) -> dict[str, object]:
    return {"success": await conversations().delete_feedback(request.feedbackId)}


@router.post("/auth/header")
async def sign_in() -> dict[str, bool]:
    """The page asks for this when it is told that nobody acts; the identity middleware has given it an
    identity by now, and Chainlit's own route would store a person for everyone who asks."""
    return {"success": True}


class Session(BaseModel):
    """Which of the page's sessions a browser is on."""

    session_id: str = Field(max_length=64, pattern=r"^[0-9A-Za-z-]+$")


@router.post("/set-session-cookie")
async def name_session(session: Session, response: Response) -> dict[str, str]:
    """Tell a load balancer with sticky sessions where this browser belongs."""
    response.set_cookie(
        "X-Chainlit-Session-id",
        session.session_id,
        httponly=True,
        secure=page().settings.web.secure_cookie,
        samesite="lax",
    )
    return {"message": "Session cookie set"}


class Button(BaseModel):
    """Of a button nothing is read but its id."""

    id: str = Field(max_length=200)


class Pressed(BaseModel):
    """What the page sends when a button is pressed."""

    sessionId: str = Field(max_length=200)
    action: Button


@router.post("/project/action")
async def press(pressed: Pressed) -> dict[str, object]:
    """Chainlit's own route fails on a session it does not know, and waits for the whole answer; this
    one asks whose page it is, and returns at once.

    Raises:
        NotFound: there is no such page, or it is somebody else's.
    """
    session = WebsocketSession.get_by_id(pressed.sessionId)
    identity = acting_in_http.get()
    if identity is None or session is None or session.user is None or session.user.identifier != identity:
        raise NotFound("page")
    init_ws_context(session)
    await on_button(pressed.action.id)
    return {"success": True}


@router.get("/public/elements/{name}.jsx")
async def panel(name: str) -> Response:
    """The one panel, whatever the element: Chainlit asks for a file of the element's name, and a
    citation is named after its provision."""
    from chainlit.config import public_dir

    return FileResponse(Path(public_dir) / "elements" / "Provision.jsx", media_type="text/javascript")


def script_router(build_dir: Path) -> APIRouter:
    """Chainlit's main script at its own address, without the panel opening by itself."""
    mended = APIRouter()
    script = main_script(build_dir)
    text, known = opened_only_when_asked(script.read_text("utf-8")) if script else ("", False)
    if script is None or not known:
        log.warning("panel_opens_by_itself", reason="Chainlit's script is not the one that is known")
        return mended
    packed = gzip.compress(text.encode(), compresslevel=6, mtime=0)
    tag = f'"{hashlib.sha256(packed).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}

    @mended.get(f"/assets/{script.name}")
    async def main(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(text, media_type="text/javascript", headers=headers)
        return Response(packed, media_type="text/javascript", headers={**headers, "content-encoding": "gzip"})

    return mended

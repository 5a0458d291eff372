"""Our own routes, which come before Chainlit's and replace those that do not work here.

Imported only by `server.build_app`, once Chainlit has been told where its files are.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Literal

from chainlit.context import init_ws_context
from chainlit.session import WebsocketSession
from chainlit.types import DeleteFeedbackRequest, Feedback
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, Field

from civicsetu.errors import NotFound
from civicsetu.law.feedback import FeedbackReason
from civicsetu.telemetry import get_logger
from civicsetu.web.chat import conversation_list
from civicsetu.web.chat.handlers import choose_state, correct_fact, get_conversations, on_button
from civicsetu.web.chat.parts.page_answer import ELEMENT
from civicsetu.web.chat.provision_cards import Card, build_card_props, name_provision
from civicsetu.web.chat.state_choice import is_known
from civicsetu.web.chat.text_links import find_links
from civicsetu.web.language.catalogue import LANGUAGES, Language, get_catalogues
from civicsetu.web.pagefiles.packed_script import PackedScript, read_encodings
from civicsetu.web.pagefiles.page_files import REPAIRS, find_main_script, join_parts, repair_script
from civicsetu.web.state import acting_in_http, get_page

log = get_logger(__name__)
router = APIRouter()

class Thumb(BaseModel):
    """A thumb with its comment, as the page sends it."""

    forId: str = Field(max_length=64)
    value: Literal[0, 1]
    threadId: str | None = Field(None, max_length=64)
    id: str | None = Field(None, max_length=64)
    comment: str | None = Field(None, max_length=2000)


class ThumbWithReasons(BaseModel):
    """The thumb, and beside it what our own dialog asks; of the rest nothing is read."""

    feedback: Thumb
    reasons: list[FeedbackReason] = Field(default_factory=list, max_length=len(FeedbackReason))
    sentence: int | None = Field(None, ge=0, le=10_000)


@router.put("/feedback")
async def give_feedback(given: ThumbWithReasons) -> dict[str, object]:
    """Store feedback; answer 404 where Chainlit's own route answers 500 and the error's text."""
    thumb = Feedback(**given.feedback.model_dump())
    kept = await get_conversations().keep_feedback(thumb, given.reasons, given.sentence)
    return {"success": True, "feedbackId": kept}


@router.get("/feedback/{answer}")
async def show_feedback(answer: str) -> dict[str, object]:
    """Return what this browser said of its own answer, and the sentences it can point at."""
    given, sentences = await get_conversations().read_feedback(answer)
    told = None
    if given is not None:
        told = {
            "id": str(given.feedback_id), "value": int(given.helped), "comment": given.comment,
            "reasons": [reason.value for reason in given.reasons], "sentence": given.sentence,
        }  # fmt: skip
    return {"given": told, "sentences": sentences}


@router.delete("/feedback")
async def take_feedback_back(request: DeleteFeedbackRequest) -> dict[str, object]:
    return {"success": await get_conversations().delete_feedback(request.feedbackId)}


@router.post("/auth/header")
async def sign_in() -> dict[str, bool]:
    """Answer the page that was told nobody acts; the identity middleware has given it an
    identity by now, and Chainlit's own route would store a person for everyone who asks."""
    return {"success": True}


class Session(BaseModel):
    """Session of the page that a browser is on."""

    session_id: str = Field(max_length=64, pattern=r"^[0-9A-Za-z-]+$")


@router.post("/set-session-cookie")
async def name_session(session: Session, response: Response) -> dict[str, str]:
    """Set the session cookie by which a load balancer with sticky sessions routes this browser."""
    response.set_cookie(
        "X-Chainlit-Session-id",
        session.session_id,
        httponly=True,
        secure=get_page().settings.web.secure_cookie,
        samesite="lax",
    )
    return {"message": "Session cookie set"}


class Button(BaseModel):
    """Button that was pressed; nothing of it is read but its id."""

    id: str = Field(max_length=200)


class Pressed(BaseModel):
    """Request that the page sends when a button is pressed."""

    sessionId: str = Field(max_length=200)
    action: Button


@router.post("/project/action")
async def press(pressed: Pressed) -> dict[str, object]:
    """Act on a pressed button. Chainlit's own route fails on unknown sessions and waits for the whole answer; this
    one asks whose page it is, and returns at once.

    Raises:
        NotFound: there is no such page, or it is somebody else's.
    """
    _act_on_page(pressed.sessionId)
    await on_button(pressed.action.id)
    return {"success": True}


class ChosenState(BaseModel):
    """The state chosen by hand on one page; CENTRAL is all of India."""

    sessionId: str = Field(max_length=200)
    code: str = Field(max_length=40)


@router.post("/project/state")
async def choose(chosen: ChosenState) -> dict[str, object]:
    """Choose a state; unlike a message over the socket, the page learns whether it arrived.

    Raises:
        NotFound: there is no such page or state, or the page is somebody else's.
    """
    if not is_known(chosen.code):
        raise NotFound("state")
    _act_on_page(chosen.sessionId)
    await choose_state(chosen.code)
    return {"success": True}


class CorrectedFact(BaseModel):
    """Correction of a fact read from the asker's question; `turn` is the answer that rests on it."""

    sessionId: str = Field(max_length=200)
    turn: str = Field(max_length=64)
    name: str = Field(max_length=40)
    value: str | list[str] = Field(max_length=40)


@router.post("/project/fact")
async def correct(corrected: CorrectedFact) -> dict[str, object]:
    """Ask once more with that fact fixed; what cannot be used is told and changes nothing.

    Raises:
        InputError: no such day, fact or value, or several at once.
        NotFound: there is no such page, it is somebody else's, or the answer is not its latest.
    """
    _act_on_page(corrected.sessionId)
    await correct_fact(corrected.turn, corrected.name, corrected.value)
    return {"success": True}


@router.get("/project/conversations")
async def show_conversations() -> dict[str, object]:
    """List this browser's conversations, the newest first."""
    return {"conversations": await conversation_list.list_own(get_page().get_service().database)}


@router.delete("/project/conversations")
async def erase_conversations() -> dict[str, int]:
    """Erase all conversations of this browser."""
    return {"erased": await conversation_list.erase_all_own(get_page().get_service().database)}


@router.get("/project/conversations/{conversation}.md")
async def save_conversation(conversation: str) -> Response:
    """Hand out a conversation as a file.

    Raises:
        NotFound: it is not this browser's own.
    """
    text = await conversation_list.export_own(get_page().get_service().database, conversation)
    headers = {"content-disposition": 'attachment; filename="civicsetu.md"'}
    return Response(text, media_type="text/markdown; charset=utf-8", headers=headers)


async def owns_conversation(thread: str) -> bool:
    """Return whether a conversation is the caller's own; raises StoreError where that cannot be read."""
    return bool(await get_conversations().get_thread_author(thread))


def _act_on_page(session_id: str) -> None:
    """Let what follows act on that page; raises NotFound where it is not the caller's own."""
    session = WebsocketSession.get_by_id(session_id)
    identity = acting_in_http.get()
    if identity is None or session is None or session.user is None or session.user.identifier != identity:
        raise NotFound("page")
    init_ws_context(session)


@router.get("/project/provision/{document}/{provision}")
async def read_provision(document: str, provision: str) -> dict[str, object]:
    """Return what the sheet shows of a provision that is opened from another.

    Raises:
        NotFound: it is not held.
    """
    service = get_page().get_service()
    first = await service.read_provision(document, provision)
    others = [await service.read_provision(document, provision, one) for one in first.editions if one != first.edition]
    card = Card(name_provision(document, provision), document, provision)
    return build_card_props(card, [first, *others])


@router.get("/project/whole/{document}/{provision}")
async def read_whole(document: str, provision: str, edition: str) -> dict[str, object]:
    """Return the whole text of a provision, of which the sheet shows the part around what is cited, with its links.

    Raises:
        NotFound: it is not held in that edition.
    """
    view = await get_page().get_service().read_provision(document, provision, edition)
    return {"text": view.text, "links": find_links(view.text, view.document, view.provision, view.references)}


@router.get("/public/civicsetu.js")
async def scripts(request: Request, language: Language = "en") -> Response:
    """Serve the page's own scripts as one, behind its messages in the language that the address names.

    Who has them already is told so, and loads nothing.
    """
    from chainlit.config import public_dir

    languages = {code: {"name": one.name, "short": one.short} for code, one in get_catalogues().items()}
    words = {"language": language, "languages": languages, "messages": {language: _describe_messages(language)}}
    told = json.dumps(words, ensure_ascii=False)
    return _as_script(request, f"window.civicsetuWords = {told};\n{join_parts(Path(public_dir) / 'page')}", "no-cache")


@router.get("/public/messages/{language}.json")
async def messages(language: Language) -> Response:
    """Serve the messages of another language, in which an answer is framed."""
    told = json.dumps(_describe_messages(language), ensure_ascii=False)
    return Response(told, media_type="application/json", headers={"cache-control": "no-cache"})


def _describe_messages(code: str) -> dict[str, object]:
    catalogue = get_catalogues()[code]
    return {"tag": catalogue.tag, "text": catalogue.of_page()}


@router.get("/public/elements/{name}.jsx")
async def panel(request: Request, name: str) -> Response:
    """Serve the parts of an answer, else the one panel, whatever the element: Chainlit asks for a file of the
    element's name, and a citation is named after its provision."""
    from chainlit.config import public_dir

    if name == ELEMENT:
        return _as_script(request, join_parts(Path(public_dir) / "answer"), "max-age=3600")
    return FileResponse(Path(public_dir) / "elements" / "Provision.jsx", media_type="text/javascript")


def _as_script(request: Request, source: str, cache_control: str) -> Response:
    """The source, packed where the browser takes that; nothing where it has it already."""
    body, tag = _pack(source)
    headers = {"cache-control": cache_control, "etag": tag, "vary": "accept-encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" not in read_encodings(request.headers.get("accept-encoding", "")):
        return Response(source, media_type="text/javascript", headers=headers)
    return Response(body, media_type="text/javascript", headers={**headers, "content-encoding": "gzip"})


@lru_cache(maxsize=2 * len(LANGUAGES))
def _pack(source: str) -> tuple[bytes, str]:
    """The source packed, and the tag that names both forms of it."""
    raw = source.encode()
    return gzip.compress(raw, mtime=0), f'W/"{hashlib.sha256(raw).hexdigest()[:16]}"'


def main_script(build_dir: Path, folder: Path) -> PackedScript | None:
    """Return Chainlit's main script without habits this page does not want; None where it is not the known one.

    `folder` keeps it packed.
    """
    script = find_main_script(build_dir)
    text, unknown = repair_script(script.read_text("utf-8")) if script else ("", ("no script",))
    for habit in unknown:
        log.warning("page_not_repaired", habit=habit, reason="Chainlit's script is not the one that is known")
    if script is None or len(unknown) == len(REPAIRS):
        return None
    return PackedScript(script.name, text, folder)


def script_router(script: PackedScript | None) -> APIRouter:
    """Return a router with the main script at Chainlit's own address; asked for by its tag, it may be cached."""
    packed = APIRouter()
    if script is None:
        return packed
    tag = f'W/"{script.tag}"'

    @packed.get(script.path)
    async def main(request: Request, v: str = "") -> Response:
        kept = "public, max-age=31536000, immutable" if v == script.tag else "no-cache"
        headers = {"etag": tag, "cache-control": kept, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        body, encoding = await asyncio.to_thread(script.choose, request.headers.get("accept-encoding", ""))
        if encoding:
            headers["content-encoding"] = encoding
        return Response(body, media_type="text/javascript", headers=headers)

    return packed

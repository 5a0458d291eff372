"""Questions: answered whole, or event by event as the answer comes."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from civicsetu.web.api.callers import CallerOf
from civicsetu.web.api.event_stream import MEDIA_TYPE, EventStream
from civicsetu.web.api.leaving import LEFT, ClientLeft, run_while_connected
from civicsetu.web.api.questions import QuestionBody
from civicsetu.web.api.results import EVENTS, QueryResult
from civicsetu.web.api.turns import PendingTurn, prepare_turn
from civicsetu.web.state import get_page

router = APIRouter(tags=["questions"])

REFUSALS: dict[int | str, dict[str, str]] = {
    401: {"description": "The token is not valid."},
    404: {"description": "The conversation is not yours, or was erased."},
    409: {"description": "Another question of the conversation is being answered."},
    422: {"description": "A field cannot be used; `errors` names it."},
    429: {"description": "Too many questions; `Retry-After` says when to ask again."},
    503: {"description": "Part of the server does not answer; ask again."},
}
STREAM: dict[str, object] = {
    "description": "Events, each with an id, its name and JSON.",
    "content": {
        MEDIA_TYPE: {
            "itemSchema": {
                "type": "object",
                "required": ["data", "event", "id"],
                "properties": {
                    "id": {"type": "string", "description": "The turn's id and the number of the event."},
                    "event": {"type": "string", "enum": ["stage", "sentence", "final", "error"]},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": {"anyOf": [{"$ref": f"#/components/schemas/{one}"} for one in EVENTS]},
                    },
                },
            }
        }
    },
}


@router.post("/query", response_model=QueryResult, responses=REFUSALS)
async def query(body: QuestionBody, caller: CallerOf, request: Request) -> Response:
    """Answer a question: sentences of law, each with the provisions it rests on.

    The result is that of `civicsetu ask --json`, field for field. `kind` says whether it is an answer; an
    abstention is no error.
    """
    turn = await prepare_turn(body.question, body, caller)
    return await answer_whole(turn, request)


@router.post("/query/stream", response_class=Response, responses=REFUSALS | {200: STREAM})
async def stream(body: QuestionBody, caller: CallerOf) -> Response:
    """Answer a question as it comes (server-sent events).

    `stage` says what is being done, `sentence` brings one sentence that has been checked with its citations,
    and the last is one `final` with the whole result of `POST /query`, or one `error` with a problem. A
    comment is sent every 15 seconds of silence. To stop the work, close the connection.
    """
    turn = await prepare_turn(body.question, body, caller)
    return EventStream(str(turn.question.turn_id), turn.answer, get_page().settings.api.heartbeat_s)


async def answer_whole(turn: PendingTurn, request: Request) -> Response:
    """Return the result once it is there; the work ends when the client leaves."""
    try:
        told = await run_while_connected(request.receive, turn.answer(lambda event: None))
    except ClientLeft:
        return Response(status_code=LEFT)
    return JSONResponse(told, headers={"server-timing": f"service;dur={turn.service_ms:.1f}"})

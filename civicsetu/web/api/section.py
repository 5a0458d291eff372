"""A conversation about one provision."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.provisions.section_sheet import SectionSheet
from civicsetu.law.documents import CENTRAL
from civicsetu.web.api.callers import CallerOf
from civicsetu.web.api.leaving import LEFT, ClientLeft, run_while_connected
from civicsetu.web.api.query import REFUSALS
from civicsetu.web.api.questions import DOCUMENT, QuestionFields
from civicsetu.web.api.results import QueryResult
from civicsetu.web.api.turns import prepare_turn
from civicsetu.web.state import get_page

router = APIRouter(tags=["questions"])

_DEFAULT = "What does it say?"
_REFUSALS = REFUSALS | {
    400: {"description": "`provision` is not the path of one, or a jurisdiction or a fact is unknown."},
    404: {"description": "The document or the provision is not held, or the conversation is not yours."},
}

DocumentKey = Annotated[str, Field(pattern=DOCUMENT, examples=["rera_act_2016"])]
ProvisionPath = Annotated[str, Field(min_length=1, max_length=80, examples=["18(1)(a)"])]


class SectionBody(QuestionFields):
    """A question about one provision; without `question`, what it says."""

    document: DocumentKey = Field(description="Key of the law, as rera_act_2016.")
    provision: ProvisionPath = Field(description="Its path as the law prints it, as 18(1)(a).")
    question: str = Field(_DEFAULT, min_length=1, max_length=20_000)


class SectionResult(BaseModel):
    """The answer, and all that is held of the provision it is about."""

    model_config = ConfigDict(extra="forbid")

    answer: QueryResult
    section: SectionSheet


@router.post("/query/section-context", response_model=SectionResult, responses=_REFUSALS)
async def ask_about_section(body: SectionBody, caller: CallerOf, request: Request) -> Response:
    """Answer a question about one provision, and show what it says, its statements, what it refers to and what is
    made under it.

    The provision comes first among what the answer is made from. The next question of the conversation is an
    ordinary one again.
    """
    service = get_page().get_service()
    await service.lookup.check_held(body.document, body.provision)
    section = await service.read_section(body.document, body.provision)
    place = section.provision
    own = None if place.jurisdiction == CENTRAL else place.jurisdiction
    fields = body.model_copy(update={"jurisdiction": body.jurisdiction or own})
    turn = await prepare_turn(body.question, fields, caller, about=(place.document, place.provision))
    try:
        answer = await run_while_connected(request.receive, turn.answer(lambda event: None))
    except ClientLeft:
        return Response(status_code=LEFT)
    return JSONResponse({"answer": answer, "section": section.model_dump(mode="json")})

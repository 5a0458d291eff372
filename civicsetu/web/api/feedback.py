"""Feedback on one's own answers, and erasing one's own conversations."""

from __future__ import annotations

from uuid import UUID

from chainlit.types import Feedback
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from civicsetu.errors import TokenRefused
from civicsetu.law.feedback import FeedbackReason
from civicsetu.web.api.callers import Caller, CallerOf
from civicsetu.web.chat.handlers import get_conversations
from civicsetu.web.state import acting_as

router = APIRouter(tags=["conversations"])

_NEEDED = "This needs the token under which the question was asked."
_NOT_YOURS: dict[int | str, dict[str, str]] = {
    401: {"description": "There is no token, or it is not valid."},
    404: {"description": "It is not yours, or was erased."},
}


class FeedbackBody(BaseModel):
    """Feedback on an answer."""

    model_config = ConfigDict(extra="forbid")

    turn: UUID = Field(description="The `id` of the answer.")
    helpful: StrictBool
    reasons: list[FeedbackReason] = Field(
        default_factory=list, max_length=len(FeedbackReason), examples=[["wrong_state", "missing"]],
        description="Why it was not; with `helpful` false alone.",
    )  # fmt: skip
    sentence: StrictInt | None = Field(
        None, ge=0, le=10_000, description="Which sentence is meant: its index in `sentences`; with `helpful` false alone."
    )
    comment: str | None = Field(None, max_length=2000, description="Personal data is masked before it is stored.")


class FeedbackKept(BaseModel):
    """The feedback is stored; given again for the same answer it takes the place of the first."""

    model_config = ConfigDict(extra="forbid")

    id: UUID


@router.post("/feedback", responses=_NOT_YOURS | {
    400: {"description": "Reasons or a sentence with `helpful` true, or a sentence that the answer does not have."},
})  # fmt: skip
async def give_feedback(body: FeedbackBody, caller: CallerOf) -> FeedbackKept:
    """Say whether an answer of yours was helpful and, where it was not, why and which sentence is meant."""
    thumb = Feedback(forId=str(body.turn), value=1 if body.helpful else 0, comment=body.comment)
    with acting_as(_identity_of(caller)):
        kept = await get_conversations().keep_feedback(thumb, body.reasons, body.sentence)
    return FeedbackKept(id=UUID(kept))


@router.delete("/conversations/{conversation}", status_code=204, responses=_NOT_YOURS)
async def erase(conversation: UUID, caller: CallerOf) -> None:
    """Erase a conversation of yours with everything that was stored of it."""
    with acting_as(_identity_of(caller)):
        await get_conversations().delete_thread(str(conversation))


def _identity_of(caller: Caller) -> str:
    if caller.identity is None:
        raise TokenRefused("none was brought", user_message=_NEEDED)
    return caller.identity

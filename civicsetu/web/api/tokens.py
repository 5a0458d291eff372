"""Tokens: what a conversation belongs to."""

from __future__ import annotations

from datetime import UTC, date, datetime

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.errors import TooManyTokens
from civicsetu.web.api.callers import find_network
from civicsetu.web.state import get_page

router = APIRouter(tags=["conversations"])


class Token(BaseModel):
    """A new token."""

    model_config = ConfigDict(extra="forbid")

    token: str = Field(description="Send it as `Authorization: Bearer …`; it is shown this once.")
    expires_on: date = Field(description="From this day on it is refused.")


@router.post("/tokens", status_code=201, responses={
    429: {"description": "Too many tokens from one network; `Retry-After` says when there is one again."},
})  # fmt: skip
async def take_token(request: Request) -> Token:
    """Take a token. It is random, says nothing of anybody, and nothing is stored of it.

    One for each person you serve: limits and conversations are a token's own. A network may take so many an hour.
    """
    if wait_s := get_page().token_limit.take(find_network(request)):
        raise TooManyTokens(retry_after_s=wait_s)
    identities = get_page().identities
    identity = identities.mint()
    expires = datetime.fromtimestamp(identity.issued + identities.max_age_s, UTC)
    return Token(token=identities.cookie_value(identity), expires_on=expires.date())

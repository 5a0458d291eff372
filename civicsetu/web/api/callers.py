"""Whose request it is: a signed token in `Authorization`, or the page's cookie, or nobody's.

A token is what the page's cookie is, handed out on request: it says nothing about a person and decides
whose a conversation is. Without either a question is answered, and nothing of it is kept.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from ipaddress import IPv6Network, ip_address
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from civicsetu.errors import NotAllowed, TokenRefused
from civicsetu.web.state import get_page

_TOKEN = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token from POST /api/v1/tokens; the page's cookie does as well."
)
_OPERATOR = HTTPBearer(
    auto_error=False, scheme_name="operator", description="The operator's token, CIVICSETU_OPERATOR__TOKEN."
)
_NO_OPERATOR = "No operator's token is set here, so that nothing can be ingested over the API."
_NEEDS_OPERATOR = "This needs the operator's token."


@dataclass(frozen=True, slots=True)
class Caller:
    """Caller of the API; `identity` is None for one who brought neither token nor cookie."""

    identity: str | None
    network: str

    @property
    def person(self) -> str:
        """Person whose turn a question takes: without an identity, the network it came from."""
        return self.identity or f"network {self.network}"


async def _get_caller(request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Security(_TOKEN)]) -> Caller:
    identities = get_page().identities
    if "authorization" in request.headers:
        identity = identities.read(_bearer(request))
        if identity is None:
            raise TokenRefused("not one of ours")
    else:
        identity = identities.read_header("; ".join(request.headers.getlist("cookie")))
    return Caller(identity.id if identity else None, find_network(request))


def find_network(request: Request) -> str:
    """Return the network a request came from: its address, of which one in IPv6 is given by the first half.

    One connection has as many addresses with the same first half as it likes.
    """
    told = request.client.host if request.client else ""
    try:
        address = ip_address(told)
    except ValueError:
        return told
    if address.version == 4:
        return told
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


async def _require_operator(
    request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Security(_OPERATOR)]
) -> None:
    expected = get_page().settings.operator.token.get_secret_value()
    if not expected:
        raise NotAllowed("no operator token", user_message=_NO_OPERATOR)
    if not hmac.compare_digest(_bearer(request).encode(), expected.encode()):
        raise TokenRefused("not the operator's", user_message=_NEEDS_OPERATOR)


def _bearer(request: Request) -> str:
    """What follows `Bearer` in `Authorization`; empty where it is something else, or stands there twice."""
    told = request.headers.getlist("authorization")
    kind, _, token = told[0].partition(" ") if len(told) == 1 else ("", "", "")
    return token.strip() if kind.lower() == "bearer" else ""


CallerOf = Annotated[Caller, Depends(_get_caller)]
"""Type of a route's argument: who asks. A token that is not valid is refused, never taken for none."""
Operator = Depends(_require_operator)
"""Dependency of a route that is the operator's alone."""

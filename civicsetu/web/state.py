"""What the running page holds, for the handlers Chainlit calls without arguments.

Chainlit keeps its configuration and its data layer as globals of the process, so there
is one page to a process; this is the one place that says which.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from civicsetu.errors import ServerError
from civicsetu.settings import Settings
from civicsetu.web.identity import Identities

if TYPE_CHECKING:
    from civicsetu.answering.service import AnsweringService

acting_in_http: ContextVar[str | None] = ContextVar("acting_in_http", default=None)
"""Whose HTTP request is being served: set by the identity middleware, None without a valid one."""


@dataclass(slots=True)
class RunningPage:
    """Settings and identities from the start; the service once it is open."""

    settings: Settings
    identities: Identities
    service: AnsweringService | None = None

    def opened(self) -> AnsweringService:
        """Raises ServerError while the page is starting or stopping."""
        if self.service is None:
            raise ServerError(
                "not open", user_message="CivicSetu is still starting. Please try again in a moment."
            )
        return self.service


_page: RunningPage | None = None


def set_page(page: RunningPage) -> None:
    global _page
    _page = page


def page() -> RunningPage:
    """Raises ServerError where no page was built (the target was loaded by something else)."""
    if _page is None:
        message = "The page is started with `civicsetu up`, not by Chainlit itself."
        raise ServerError(message, user_message=message)
    return _page

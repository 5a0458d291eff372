"""Why one call to a chat model gave no reply that can be used."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from enum import StrEnum

from civicsetu.models.litellm_library import describe_failure, untranslated_error


class Failure(StrEnum):
    """Kind of failure, as far as it decides what is done next."""

    KEY_REFUSED = "key refused"
    NO_SUCH_MODEL = "no such model"
    QUOTA = "quota spent"
    BUSY = "busy"
    BROKEN = "server error"
    UNREACHABLE = "unreachable"
    TOO_SLOW = "too slow"
    UNREADABLE = "unreadable"
    EMPTY = "empty reply"
    TOO_LONG = "reply too long"
    REFUSED = "prompt refused"
    CUT = "prompt cut"


LASTING = frozenset({Failure.KEY_REFUSED, Failure.NO_SUCH_MODEL, Failure.QUOTA})
"""Does not pass by itself: the model is left alone at once."""
PASSING = frozenset({Failure.BUSY, Failure.BROKEN, Failure.UNREACHABLE})
"""May be over in a moment: the same model is asked again."""
OF_THE_PROMPT = frozenset({Failure.REFUSED, Failure.CUT})
"""Says nothing of the model: another prompt may well be answered."""


class CallFailed(Exception):
    """One call failed; `detail` is type and status, never a provider's text. It does not leave this room."""

    def __init__(self, failure: Failure, detail: str = "", retry_after_s: float | None = None) -> None:
        self.failure = failure
        self.detail = detail
        self.retry_after_s = retry_after_s
        super().__init__(f"{failure.value} ({detail})" if detail else failure.value)


def classify(error: Exception) -> CallFailed:
    """Return the failure that an error of LiteLLM, or of the HTTP client below it, is; decided by type and status."""
    return CallFailed(_kind_of(error), describe_failure(error), read_retry_after(error))


def _kind_of(error: Exception) -> Failure:
    import httpx
    import openai

    if isinstance(error, openai.APITimeoutError | httpx.TimeoutException | TimeoutError):
        return Failure.TOO_SLOW
    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
        return Failure.KEY_REFUSED
    if isinstance(error, openai.NotFoundError):
        return Failure.NO_SUCH_MODEL
    if isinstance(error, openai.RateLimitError):
        return Failure.BUSY
    if _is_connection(error):
        return Failure.UNREACHABLE
    status = getattr(error, "status_code", None)
    if status == 402:
        return Failure.QUOTA
    if isinstance(error, untranslated_error()):
        return _BY_STATUS.get(status, Failure.BROKEN) if status else Failure.BROKEN
    if isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError):
        return Failure.REFUSED
    if isinstance(error, openai.OpenAIError | httpx.HTTPError):
        return Failure.BROKEN
    return Failure.UNREADABLE


_BY_STATUS = {
    400: Failure.REFUSED, 401: Failure.KEY_REFUSED, 403: Failure.KEY_REFUSED, 404: Failure.NO_SUCH_MODEL,
    408: Failure.TOO_SLOW, 422: Failure.REFUSED, 429: Failure.BUSY,
}  # fmt: skip


def _is_connection(error: BaseException | None) -> bool:
    """Whether a connection could not be made; LiteLLM wraps that as an error of the server."""
    import httpx
    import openai

    for _ in range(6):
        if error is None:
            return False
        if isinstance(error, httpx.ConnectError | ConnectionError) or type(error) is openai.APIConnectionError:
            return True
        error = error.__cause__ or error.__context__
    return False


def read_retry_after(error: Exception) -> float | None:
    """Return the seconds that a `Retry-After` asks for, as a number or as a date; None without one."""
    response = getattr(error, "response", None)
    headers = getattr(error, "litellm_response_headers", None) or getattr(error, "headers", None) or getattr(response, "headers", None) or {}
    told = headers.get("retry-after") or headers.get("llm_provider-retry-after")
    if not told:
        return None
    try:
        return max(0.0, float(told))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - time.time())
    except ValueError:
        return None

"""Structured logs in which every line of one question carries the same request id.

Log lines go to stderr; a question's text is never logged, only its length and ids. What
an error of another library quotes is masked all the same, in the last step before a line
is written, which structlog's lines and the standard library's share.
"""

from __future__ import annotations

import logging
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor

from civicsetu.privacy.mask import mask
from civicsetu.settings import Settings

_OWN_KEYS = frozenset({"timestamp", "level", "request_id", "turn_id"})
_LONGEST_LOGGED = 20_000
_DEEPEST = 3


def is_logging_configured() -> bool:
    """Return whether logging is configured; if not, structlog's own error log shows local values."""
    return structlog.is_configured()


def configure_logging(settings: Settings | None = None) -> None:
    """Send structlog and the standard library's loggers to stderr in one format.

    Without settings, as where they could not be read: in that of their defaults.
    """
    level, form = (settings.log_level, settings.log_format) if settings else ("INFO", "json")
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                mask_values,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for noisy in ("httpx", "neo4j", "alembic", "LiteLLM", "chainlit"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
    # A real Neo4j warns of every kind of edge that its graph does not have yet, with each statement that asks for it.
    logging.getLogger("neo4j.notifications").setLevel(max(logging.ERROR, root.level))


def mask_values(_: object, __: str, line: EventDict) -> EventDict:
    """Mask personal data in every text of a log line, also inside lists and tables."""
    for key, value in line.items():
        if key not in _OWN_KEYS:
            line[key] = _masked(value, _DEEPEST)
    return line


def _masked(value: object, deepest: int) -> object:
    if isinstance(value, str):
        return mask(value, _LONGEST_LOGGED)
    if isinstance(value, bool | int | float | None):
        return value
    if deepest and isinstance(value, Mapping):
        return {key: _masked(inner, deepest - 1) for key, inner in value.items()}
    if deepest and isinstance(value, list | tuple | set | frozenset):
        return [_masked(inner, deepest - 1) for inner in value]
    return mask(str(value), _LONGEST_LOGGED)


def get_logger(name: str) -> FilteringBoundLogger:
    """Return a structured logger; call it as `log.info("event_name", key=value)`."""
    logger: FilteringBoundLogger = structlog.get_logger(name)
    return logger


@contextmanager
def request_context(**values: str) -> Iterator[str]:
    """Bind a request id (and `values`) to every log line written inside: a fresh one, unless one is bound already.

    So the lines of a request and those of the question it asks bear one id.
    """
    bound = structlog.contextvars.get_contextvars().get("request_id")
    request_id = bound if isinstance(bound, str) else uuid.uuid4().hex[:16]
    with structlog.contextvars.bound_contextvars(request_id=request_id, **values):
        yield request_id

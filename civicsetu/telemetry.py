"""Structured logs in which every line of one question carries the same request id.

Log lines go to stderr; a question's text is never logged, only its length and ids.
"""

from __future__ import annotations

import logging
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from civicsetu.settings import Settings


def is_logging_configured() -> bool:
    """False before `configure_logging`: structlog's own way to log an error then shows local values."""
    return structlog.is_configured()


def configure_logging(settings: Settings | None = None) -> None:
    """Send structlog and the standard library's loggers to stderr in one format.

    Without settings, as where they could not be read: in that of their defaults.
    """
    level, form = (settings.log_level, settings.log_format) if settings else ("INFO", "json")
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Any = (
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
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for noisy in ("httpx", "neo4j", "neo4j.notifications", "alembic", "LiteLLM", "chainlit"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def get_logger(name: str) -> Any:
    """A structured logger; call it as `log.info("event_name", key=value)`."""
    return structlog.get_logger(name)


@contextmanager
def request_context(**values: str) -> Iterator[str]:
    """Bind a fresh request id (and `values`) to every log line written inside."""
    request_id = uuid.uuid4().hex[:16]
    with structlog.contextvars.bound_contextvars(request_id=request_id, **values):
        yield request_id

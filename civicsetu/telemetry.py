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


def configure_logging(settings: Settings) -> None:
    """Send structlog and the standard library's loggers to stderr in one format."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(settings.log_level)),
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
    root.setLevel(settings.log_level)
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

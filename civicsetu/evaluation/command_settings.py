"""The settings a command measures by, with logging set up for it.

What logs and what masks it load here and not with the commands, so that `--help` is there at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from civicsetu.settings import get_settings

if TYPE_CHECKING:
    from civicsetu.settings import Settings


def get_logged_settings() -> Settings:
    """Return the settings for a command whose work is worth its log lines; configure logging."""
    from civicsetu.telemetry import configure_logging

    settings = get_settings()
    configure_logging(settings)
    return settings


def get_quiet_settings() -> Settings:
    """Return the settings for a command that asks hundreds of questions: only errors are logged."""
    log_errors_only()
    return get_settings()


def log_errors_only() -> None:
    """Set logging up for a command whose work would fill the screen with its lines."""
    from civicsetu.telemetry import configure_logging

    configure_logging(get_settings().model_copy(update={"log_level": "ERROR"}))

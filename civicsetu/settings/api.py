"""Settings of the HTTP API."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from civicsetu.settings.group import SettingsGroup

_ORIGIN = re.compile(r"https?://[^\s/?#@]+")


def _is_origin(origin: str) -> str:
    if not _ORIGIN.fullmatch(origin.rstrip("/")):
        raise ValueError("an origin is scheme and host, as https://paper.example")
    return origin.rstrip("/").lower()


class ApiSettings(SettingsGroup):
    """The HTTP API."""

    origins: list[Annotated[str, AfterValidator(_is_origin)]] = Field(
        default_factory=list,
        description="Origins whose pages may call the API in a browser, as https://paper.example; empty: none but this page.",
    )
    tokens_per_hour: int = Field(
        120,
        ge=0,
        le=1_000_000,
        description="Tokens of the API that one network may take in an hour; each may ask as a person may; 0: any number.",
    )
    heartbeat_s: float = Field(
        15.0, ge=0.05, le=300, description="Seconds of silence after which a stream says that it is still there."
    )

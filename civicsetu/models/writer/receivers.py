"""Who receives what a chat model is asked: told to people before their first question."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from civicsetu.settings import WriterSettings

_LOCAL = ("ollama", "ollama_chat", "llamafile", "lm_studio")
"""Providers that are a program on the same machine where no address is set."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """A provider with the host of its address (empty: the provider's own) and whether that is this machine."""

    provider: str
    host: str
    is_local: bool


def list_receivers(settings: WriterSettings) -> list[Receiver]:
    """Return who may receive masked text, in the order they are asked; nobody where no model is set."""
    models = [*settings.writing, *settings.fast] if settings.writing else []
    return list(dict.fromkeys(_receiver_of(model, settings) for model in models))


def _receiver_of(model: str, settings: WriterSettings) -> Receiver:
    provider = model.partition("/")[0]
    address = settings.addresses.get(model) or settings.addresses.get(provider) or ""
    host = urlsplit(address).hostname or ""
    return Receiver(provider, host, _is_loopback(host) if host else provider in _LOCAL)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

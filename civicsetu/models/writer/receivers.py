"""Who receives what is sent to the chat models, as a person knows them: read from the settings alone."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib.resources import files
from ipaddress import ip_address
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict

from civicsetu.settings import WriterSettings
from civicsetu.yaml_data import load_words

_OWN_NAMES = (".local", ".lan", ".internal", ".home.arpa")


class ModelLocation(StrEnum):
    """Location of a model, seen from the machine that serves the page."""

    HERE = "here"
    OWN_NETWORK = "own network"
    ELSEWHERE = "elsewhere"


class Receiver(BaseModel):
    """Receiver of a prompt: a provider by its name, a server by its host, or nobody but the operator."""

    model_config = ConfigDict(frozen=True)

    name: str
    place: ModelLocation


class _Providers(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    names: dict[str, str]
    run_here: tuple[str, ...]


def list_receivers(settings: WriterSettings) -> tuple[Receiver, ...]:
    """Return everybody who may be sent a prompt, in the order in which they are asked, each once; nobody where none writes."""
    models = (*settings.writing, *settings.fast) if settings.writing else ()
    return tuple(dict.fromkeys(_receiver_of(name, settings) for name in models))


def _receiver_of(model: str, settings: WriterSettings) -> Receiver:
    provider = model.partition("/")[0]
    address = settings.addresses.get(model) or settings.addresses.get(provider)
    known = _providers()
    if address:
        host = urlsplit(address).hostname or address
        return Receiver(name=host, place=place_of(host))
    if provider in known.run_here:
        return Receiver(name="localhost", place=ModelLocation.HERE)
    name = known.names.get(provider) or provider.replace("_", " ").title()
    return Receiver(name=name, place=ModelLocation.ELSEWHERE)


def place_of(host: str) -> ModelLocation:
    """Return where a host is: this machine, a network that is not public, or anywhere else."""
    if host == "localhost" or host.endswith(".localhost"):
        return ModelLocation.HERE
    try:
        number = ip_address(host)
    except ValueError:
        return ModelLocation.OWN_NETWORK if "." not in host or host.endswith(_OWN_NAMES) else ModelLocation.ELSEWHERE
    if number.is_loopback or number.is_unspecified:
        return ModelLocation.HERE
    return ModelLocation.OWN_NETWORK if number.is_private or number.is_link_local else ModelLocation.ELSEWHERE


@cache
def _providers() -> _Providers:
    text = files("civicsetu.models.writer").joinpath("providers.yaml").read_text("utf-8")
    return _Providers.model_validate(load_words(text))

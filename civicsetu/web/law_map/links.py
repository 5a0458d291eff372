"""Read the address of a place on the map: a law, and a provision of it.

Others put parameters of their own into links that are shared; those are passed over. Every other one that is not
known is refused, so that a misspelt link is not taken for the beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from civicsetu.errors import InputError

PATH = "/law/map"
_DOCUMENT = re.compile(r"[a-z][a-z0-9_]{2,79}")
_OF_OTHERS = re.compile(r"utm_\w{1,40}|fbclid|gclid")
_NAMES = ("document", "path")
_NOT_A_PLACE = "This link does not name a place in the law; choose a law below."


@dataclass(frozen=True, slots=True)
class MapPlace:
    """Place where the map opens: its beginning, a law, or a provision of one; `path` as the law prints it."""

    document: str = ""
    path: str = ""


def read_place(parameters: Iterable[tuple[str, str]]) -> MapPlace:
    """Read the place that the parameters of an address name; whether it is held is not looked at.

    Raises:
        InputError: a parameter is unknown, empty or there twice, the key is none, or there is a path without a law.
    """
    told: dict[str, str] = {}
    for name, value in parameters:
        if _OF_OTHERS.fullmatch(name):
            continue
        if name not in _NAMES or name in told or not value.strip():
            raise InputError("not a place", user_message=_NOT_A_PLACE)
        told[name] = value.strip()
    place = MapPlace(**told)
    if not _DOCUMENT.fullmatch(place.document) and (place.document or place.path):
        raise InputError("not a place", user_message=_NOT_A_PLACE)
    return place

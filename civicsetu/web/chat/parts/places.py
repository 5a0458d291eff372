"""Official sites that an answer names, so that each name can be pressed: only those of the data that ships."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from civicsetu.corpus.parameters.catalogue import get_parameters


@dataclass(frozen=True, slots=True)
class NamedSite:
    """A site as it is named in a sentence, and its address."""

    name: str
    url: str


@lru_cache(maxsize=1)
def read_places() -> Mapping[str, str]:
    """Return the addresses of the official sites that the parameters name, by host."""
    holdings = [holding for parameter in get_parameters() for holding in parameter.values.values()]
    named = [*(one.official_place for one in holdings), *(cell.official_place for one in holdings for cell in one.cells)]
    urls = dict.fromkeys(str(url) for url in named if url)
    return {urlsplit(url).netloc: url for url in urls if url.startswith("https://")}


def find_places(texts: Iterable[str], known: Mapping[str, str] | None = None) -> tuple[NamedSite, ...]:
    """Return the official sites that these sentences name, each once.

    A longer name that only contains one is another site.
    """
    places = read_places() if known is None else known
    whole = "\n".join(texts)
    return tuple(NamedSite(name, url) for name, url in places.items() if _as_name(name).search(whole))


def _as_name(host: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.@/-]){re.escape(host)}(?![\w@/-]|\.\w)")

"""Sectors of towns, which are written as sections of a law are: "Noida sec 150", "sec 57, Gurgaon".

Nothing but the town beside it tells them apart, so that only where one stands there is a number taken for an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL
from civicsetu.law.references import Reference

_SHORT = re.compile(r"secs?\b", re.IGNORECASE)
_SIDE = r"(?:west|east|north|south|extension|extn|ext|new|city|phase \w{1,3})\b"
_MARK = r"[\s,.:(\u2013-]{0,3}"
_LAW_BEHIND = re.compile(rf"{_MARK}(?:of|in|under)?\s*(?:the\s+)?(?:rera|act)\b", re.IGNORECASE)


def leave_out_sectors(text: str, mentioned: Iterable[Reference], registry: Registry) -> list[Reference]:
    """Return the provisions mentioned in `text` but for the sectors of a town named just before or behind."""
    return [one for one in mentioned if not _is_sector(text, one, registry)]


def _is_sector(text: str, mention: Reference, registry: Registry) -> bool:
    if mention.law or not _SHORT.match(text, mention.start) or _LAW_BEHIND.match(text, mention.end):
        return False
    before, behind = _beside_town(tuple(dict.fromkeys(_towns(registry))))
    return before.search(text[: mention.start]) is not None or behind.match(text, mention.end) is not None


@lru_cache(maxsize=4)
def _beside_town(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of a town at the end of a text, and at its beginning."""
    towns = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return (
        re.compile(rf"(?<!\w)(?:{towns}){_MARK}(?:{_SIDE}{_MARK})?$", re.IGNORECASE),
        re.compile(rf"{_MARK}(?:in\s+)?(?:{_SIDE}\s+)?(?:{towns})(?!\w)", re.IGNORECASE),
    )


def _towns(registry: Registry) -> Iterable[str]:
    """The towns and quarters of all states, not the names of states, which are written beside sections, too."""
    from rapidfuzz.distance import OSA

    for code, entry in registry.jurisdictions.items():
        if code == CENTRAL:
            continue
        yield from entry.localities
        for alias in entry.aliases:
            first, name = alias.split()[0], entry.name.lower()
            is_short = alias.isupper() or len(first) <= 2 or "." in alias
            is_state = OSA.distance(alias.replace(" ", ""), name.replace(" ", "")) <= 2 or name in alias or "rera" in alias
            if not (is_short or is_state):
                yield alias

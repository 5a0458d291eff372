"""Reduce words to a common root, including words legal and plain English use for one another."""

from __future__ import annotations

import re
from functools import lru_cache

from civicsetu.lexicon.thresholds import LEXICON

_SUFFIX = re.compile(
    r"(?:isations?|izations?|ations?|itions?|tions?|sions?|ions?|ments?|ings?|ables?|ibles?|ances?|ences?|ities|ity"
    r"|ives?|ers?|ors?|ed|es|ly|al|s|e|y)$"
)
_REMEMBERED = 32_768
"""Words whose stem is kept: more than the law held has, so that a question stems its own words alone."""
_SAME = {
    other: first
    for first, others in {
        "apply": "applic applicant application applications applied applies applying",
        "commen": "start begin begins began start",
        "buy": "purchas purchase purchaser buying",
        "give": "furnish furnished gives given giving provid provide provided provides intimat",
        "establ": "set constitut constituted",
        "payabl": "pay paid payment payments payable pays paying",
        "hear": "heard hearing",
        "time": "period periods",
        "appoin": "appointed appointment",
        "hold": "holds holding held",
        "think": "thinks deem deems consider considers considered",
        "entire": "whole",
        "requir": "require required requires requirement",
        "prescr": "fixed fix prescribe prescribed prescribes",
        "sell": "sale sales sold selling sells",
        "remov": "removal removed remove",
        "resign": "resignation resigns",
        "breach": "contravene contravention violat contraven contrave",
        "send": "transmit transmits sent",
        "use": "utilise utilised used using utilis",
        "file": "filing filed prefer preferred files",
        "obtain": "get gets got obtaining obtained",
        "make": "makes made making",
        "take": "takes took taken taking",
        "act": "acts acting",
        "public": "publish published publishes publication",
    }.items()
    for other in (*others.split(), first)
}  # fmt: skip


@lru_cache(_REMEMBERED)
def stem(word: str) -> str:
    """Return a rough common root, enough to see that "registration" and "registered" are one matter."""
    word = re.sub(r"['’]s?$", "", word.lower()).replace("-", "")
    if word in _SAME:
        return _SAME[word]
    for _ in range(LEXICON.stem_endings):
        cut = _SUFFIX.sub("", word)
        if len(cut) < LEXICON.shortest_stem:
            break
        word = cut
    return _SAME.get(word, word[: LEXICON.stem_letters])

"""Tell a post's chatter from what it tells and asks: greetings, thanks, pleas for help, sighs.

"Any help would be appreciated" asks nothing that the law answers; made a part of its own, it drowns those that
do. The patterns are data (`chatter.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.lexicon.tokens import split_all_words
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words

_MARKS = " \t\n.,;:!?…-–—।॥\"'“”‘’()"


def is_chatter(sentence: str) -> bool:
    """Return whether a sentence neither asks nor tells anything of the matter."""
    said = " ".join(sentence.strip(_MARKS).split())
    if not said or len(said) > READING.chatter_chars:
        return False
    return _pattern().fullmatch(said) is not None or _is_plea(said)


def _is_plea(said: str) -> bool:
    words = set(split_all_words(said))
    return words <= _words_of("plea_words") and bool(words & _words_of("plea_asks_for"))


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    patterns = [one for kind in ("said_for_effect", "politeness") for one in _data()[kind]]
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


@lru_cache(maxsize=2)
def _words_of(kind: str) -> frozenset[str]:
    return frozenset(word for line in _data()[kind] for word in line.split())


@lru_cache(maxsize=1)
def _data() -> Mapping[str, list[str]]:
    text = files("civicsetu.query").joinpath("chatter.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))

"""How many tokens a text has, reckoned without a tokenizer.

Each model has a tokenizer of its own and none is here. `count_most` errs on the high side, so that what
fits by it fits the model; `count_fewest` errs on the low side, so that a prompt of which a provider
counts fewer was cut.
"""

from __future__ import annotations

import re

_PIECES = re.compile(
    r"(?P<ascii>[a-z]{1,4}|[A-Z]{1,2}|[0-9]|\n+|[ \t]{2,8}|[!-/:-@\[-`{-~])|(?P<other>[^\x00-\x7f]+)"
)


def count_most(text: str) -> int:
    """Return at least as many tokens as ordinary text has.

    Four small letters, two capitals, one digit or one other ASCII character are reckoned as one token. A
    tokenizer that has no words of a script falls back on its bytes, as small models do with Tamil or
    Kannada: every other character counts as many as its UTF-8 form has.
    """
    count = 0
    for piece in _PIECES.finditer(text):
        other = piece["other"]
        count += len(other.encode("utf-8", "replace")) if other else 1
    return count


def count_fewest(text: str) -> int:
    """Return at most as many tokens as the text has: no tokenizer in use makes one of two words."""
    return len(text.split())

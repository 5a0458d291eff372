"""Writes a dash for any mark that divides a number where a word says what the number is.

Between groups of digits "*" multiplies and "=" compares, so by itself such a mark divides
nothing; after "UID no." the same mark again and again between groups can be nothing else.
"""

from __future__ import annotations

import re

from civicsetu.privacy.labels import NAMING_LABELS, Labels

_FEWEST = 10
_MARK = r"[!\"#$&'*+;<=>?\\^`{|}\u2010-\u2bff]"
_DIVIDED = re.compile(
    rf"(?<!\d)\d{{2,8}}+(?P<joint> ?(?P<mark>{_MARK})(?P=mark)? ?)\d{{2,8}}+(?:(?P=joint)\d{{2,8}}+){{0,6}}(?!\d)"
)


def replace_separators(text: str) -> str:
    """Return the normalised text, equally long, with dashes for odd marks inside numbers that have a name."""
    labels: Labels | None = None
    pieces: list[str] = []
    done = 0
    for divided in _DIVIDED.finditer(text):
        start, end = divided.span()
        if sum(map(str.isdigit, divided[0])) < _FEWEST:
            continue
        labels = labels or Labels(text)
        if labels.find_beside(start, end) in NAMING_LABELS:
            pieces += (text[done:start], divided[0].replace(divided["mark"], "-"))
            done = end
    return "".join([*pieces, text[done:]]) if pieces else text

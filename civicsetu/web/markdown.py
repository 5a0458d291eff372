"""Escape text for the page's Markdown.

Text of the law, of a model or of a person is escaped, so that it can never turn into
HTML, an image, a link, a heading or a list.
"""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_{}\[\]<>#~|&:$])")
_LINE_START = re.compile(r"^(\s*)(\d{1,9})([.)])(?=\s|$)|^(\s*)([-+=])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_AUTOLINK = re.compile(r"(?i)\b(https?|ftp)(?=://)|\b(www)(?=\.)|(?<=[\w.+-])(@)(?=[\w-]+\.)")
_JOINER = "\u2060"


def escape(text: str) -> str:
    """Escape `text` into one line of Markdown that shows it letter by letter.

    Addresses and e-mails get an invisible joiner, because the page turns bare ones into
    links whatever is escaped; control and direction characters are dropped.
    """
    line = " ".join(_CONTROL.sub(" ", text).split())
    line = _AUTOLINK.sub(lambda found: found.group() + _JOINER, line)
    line = _MARKS.sub(r"\\\1", line)
    return _LINE_START.sub(_escaped_start, line)


def _escaped_start(found: re.Match[str]) -> str:
    if found.group(2):
        return f"{found.group(1)}{found.group(2)}\\{found.group(3)}"
    return f"{found.group(4)}\\{found.group(5)}"

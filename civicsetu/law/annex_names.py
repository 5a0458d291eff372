"""Find forms, schedules and annexures as people name them in a question: "Form A", "annexure b"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.law.paths import ProvisionPath
from civicsetu.law.references import Reference

_NAMED = re.compile(
    r"\b(?P<kind>form|schedule|annexure|appendix)\b[\s–—-]{0,3}(?:no\.?\s{0,2})?[‘'\"“(]?"
    r"(?P<label>[A-Z]{1,2}|[a-z]|\d{1,2})[’'\"”)]?(?!\w)",
    re.IGNORECASE,
)
_WORDS = frozenset({"A", "I"})


def find_annex_names(text: str) -> Iterator[Reference]:
    """Find each one named, in order; "to form a society" names none."""
    for match in _NAMED.finditer(text):
        label = match["label"]
        if label.islower() and label.upper() in _WORDS and match["kind"].islower():
            continue
        path = ProvisionPath(f"{match['kind'].capitalize()} {label.upper()}")
        yield Reference(path, None, match.start(), match.end())

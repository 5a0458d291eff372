"""Tell whether words that cite nothing claim law all the same: a figure of law beside a duty or a right."""

from __future__ import annotations

from functools import lru_cache

from civicsetu.claims.figures import find_figures
from civicsetu.yaml_data import load_patterns

_MEASURES = frozenset(("day", "month", "hour", "rupee", "share"))


@lru_cache(maxsize=1024)
def claims_law(text: str) -> bool:
    """Return whether a text owes, allows or forbids something by a figure: a sum, a share or a period.

    A duty alone is no claim here: "you must name the state" asks back, and "write to the builder" advises.
    """
    if load_patterns("civicsetu.answering.validating", "legal_claims.yaml")["owes"].search(text) is None:
        return False
    return any(one.measure in _MEASURES for one in find_figures(text))

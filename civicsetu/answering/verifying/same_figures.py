"""Whether two figures say the same, in whatever measure they are told."""

from __future__ import annotations

from civicsetu.answering.verifying.arithmetic import follows
from civicsetu.claims.figures import Figure


def is_same(one: Figure, other: Figure) -> bool:
    """Return whether two figures say the same; one without a measure may be any."""
    measures = {one.measure, other.measure}
    if measures == {"", "year of date"}:
        return one.value == other.value
    if measures == {"date", "month of year"} or "year of date" in measures:
        return _as_dates_agree(one, other)
    if one.value == other.value and (len(measures) == 1 or "" in measures):
        return True
    return "" in measures and (one.plain == other.value or other.plain == one.value)


def _as_dates_agree(one: Figure, other: Figure) -> bool:
    if one.measure == other.measure:
        return one.value == other.value
    return follows(one, [], [other]) or follows(other, [], [one])

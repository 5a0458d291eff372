"""Find the day a question asks the law for: "as on 1 June 2016", "in force on 01/06/2016".

A date alone is not what a question asks for: an agreement signed in 2015 is judged by the law of today
unless somebody asks for the law of then. Numbers are read as they are written in India, day before month.
"""

from __future__ import annotations

import re
from datetime import date

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTH = "|".join([*_MONTHS, "sept", *(name[:3] for name in _MONTHS)])
_ASKS = r"\b(?:as\s+(?:on|of|at|it\s+(?:was|stood|read)\s+on)|(?:in\s+force|the\s+law)\s+(?:on|as\s+on))\s+(?:the\s+)?"
_DAY = (
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+)?(?:of\s+)?(?P<month>{_MONTH})\.?,?\s+(?P<year>\d{{4}})"
    rf"|(?P<month_first>{_MONTH})\.?\s+(?P<day_second>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year_last>\d{{4}})"
    r"|(?P<iso>\d{4}-\d{1,2}-\d{1,2})"
    r"|(?P<numbers>\d{1,2}[./-]\d{1,2}[./-]\d{4}))(?!\d)"
)
_ASKED = re.compile(_ASKS + _DAY, re.IGNORECASE)


def find_day(text: str) -> date | None:
    """Return the first day for which `text` asks the law; None if it names no valid day."""
    match = _ASKED.search(text)
    return None if match is None else _day(match)


def _day(match: re.Match[str]) -> date | None:
    if match["iso"]:
        parts = [int(part) for part in match["iso"].split("-")]
    elif match["numbers"]:
        parts = [int(part) for part in reversed(re.split(r"[./-]", match["numbers"]))]
    else:
        name = (match["month"] or match["month_first"])[:3].lower()
        month = [one[:3] for one in _MONTHS].index(name) + 1
        parts = [int(match["year"] or match["year_last"]), month, int(match["day"] or match["day_second"])]
    try:
        return date(*parts)
    except ValueError:
        return None

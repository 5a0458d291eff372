"""Tell a consumer case that was pending when the Act began from one that was filed since.

The Act lets only the former move to its forum. Who filed theirs in a later year would withdraw it for nothing.
"""

from __future__ import annotations

import re

from civicsetu.answering.reckoning.reckoned import Reckoned

_LAST_COMMENCEMENT = 2017
"""Section 71 began on 1 May 2017, so that a case of 2017 may be older or younger."""
_OF_PENDING_CASES = re.compile(r"\bconsumer complaint pending when the RERA Act began\b", re.IGNORECASE)
_YEAR = r"(?P<{0}>(?:19|20)\d\d)"
_FORUM = r"\bconsumer(?: (?:disputes?|redressal|protection))?(?: (?:court|forum|commission|case|complaint)\w*)?"
_SINCE = r"(?:since|from|in|of|filed|ever since)"
_FILED = re.compile(
    rf"{_FORUM}\b[^.?!\d]{{0,40}}?\b{_SINCE} (?:\w+ )?{_YEAR.format('behind')}\b"
    rf"|\b{_SINCE} (?:\w+ )?{_YEAR.format('before')}\b[^.?!\d]{{0,40}}?{_FORUM}",
    re.IGNORECASE,
)
_OF_THE_PROJECT = re.compile(r"\b(?:book\w*|bought|possession|agreement|handed|handover|paid|promised|purchas\w*|late|delay\w*)\b", re.IGNORECASE)


def reckon_pending_case(lead: str, text: str) -> Reckoned | None:
    """Return that a consumer case is too young for the rule that leads; None where its year is not told, or it may be older."""
    if not _OF_PENDING_CASES.search(lead):
        return None
    filed = [one for one in _FILED.finditer(text) if not _OF_THE_PROJECT.search(_up_to(one, text))]
    years = {int(one["behind"] or one["before"]) for one in filed}
    if len(years) != 1 or min(years) <= _LAST_COMMENCEMENT:
        return None
    return Reckoned(
        f"Your consumer case of {min(years)} was filed after the RERA Act began, by 1 May {_LAST_COMMENCEMENT}, "
        "so the rule on moving cases that were pending then does not cover it."
    )


def _up_to(filed: re.Match[str], text: str) -> str:
    """Return the sentence up to the end of what was found: a year of the booking may stand in it, too."""
    start = max(text.rfind(mark, 0, filed.start()) for mark in ".?!") + 1
    return text[start : filed.end()]

"""Tell a consumer case that was pending when the Act began from one that was filed since.

The Act lets only the former move to its forum. Who filed theirs in a later year would withdraw it for nothing.
"""

from __future__ import annotations

import re

from civicsetu.answering.reckoning.reckoned import Reckoned
from civicsetu.answering.thresholds import ANSWERING

_OF_PENDING_CASES = re.compile(r"\bconsumer complaint pending when the RERA Act began\b", re.IGNORECASE)
_YEAR = r"(?P<{0}>(?:19|20)\d\d)"
_YEARS = re.compile(r"\b(?:19|20)\d\d\b")
_FORUM = r"\bconsumer(?: (?:disputes?|redressal|protection))?(?: (?:court|forum|commission|case|complaint)\w*)?"
_SINCE = r"(?:since|from|in|of|filed|ever since)"
_FILED = re.compile(
    rf"{_FORUM}\b[^.?!\d]{{0,40}}?\b{_SINCE} (?:\w+ )?{_YEAR.format('behind')}\b"
    rf"|\b{_SINCE} (?:\w+ )?{_YEAR.format('before')}\b[^.?!\d]{{0,40}}?{_FORUM}",
    re.IGNORECASE,
)
_NOT_SURE = re.compile(
    r"\b(?:book\w*|bought|possession|agreement|handed|handover|paid|promised|purchas\w*|delay\w*"
    r"|(?:before|pre|prior to|older than)[ -](?:the )?(?:rera|act)|(?:rera|act) (?:began|started|came|commenced)|act of|protection act|old\w*|already pending|pehle|purana"
    r"|adjourn\w*|notice\w*|hearing\w*|dates?|orders?|appeal\w*|transfer\w*|stay\w*|stuck|reviv\w*|restor\w*|remand\w*|dismiss\w*|judge\w*|bench|argu\w*|evidence|last|again|reopen\w*"
    r"|neighbou?r\w*|brother\w*|sister\w*|friend\w*|father\w*|mother\w*|uncle\w*|cousin\w*|husband\w*|wife\w*|colleague\w*|his|her|their)\b",
    re.IGNORECASE,
)
"""Words with which a year may be that of the booking, of a step in an older case, of a law, or of somebody else's case."""


def reckon_pending_case(lead: str, text: str) -> Reckoned | None:
    """Return that a consumer case is too young for the rule that leads; None where its year is missing or may be that of something else."""
    if not _OF_PENDING_CASES.search(lead):
        return None
    filed = {int(one["behind"] or one["before"]) for one in _FILED.finditer(text)}
    told = {int(year) for year in _YEARS.findall(text)}
    if len(filed) != 1 or told != filed or min(filed) <= ANSWERING.last_commencement or _NOT_SURE.search(text):
        return None
    return Reckoned(
        f"The rule on moving a consumer case is for those pending when the RERA Act began, by 1 May {ANSWERING.last_commencement}: "
        f"a case filed in {min(filed)} is not one of them."
    )

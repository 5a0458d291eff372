"""Know by the case that a home is offered before its certificate, and that the law then is not silent.

Nothing in the Act says what a possession letter holds, or by when possession is offered; but whoever is to take a home
that has no occupancy certificate asks of the buyer's duty, which begins with that certificate.
"""

from __future__ import annotations

import re
from dataclasses import replace

from civicsetu.law.silences import Silence
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query

OFFERS = frozenset({"none.possession-letter", "none.possession-offer-days"})
"""The silences on how and when a home is offered."""
MAINTENANCE = "none.maintenance-start"
"""The silence on the day from which maintenance is paid."""
DUTY = "act.19-10.from-when"
"""The statement that the duty to take a home depends on its certificate."""
_NOT_COMPLETE = re.compile(
    r"(?<!not )\b(?:without|w/o|no|bina|before) (?:(?:an?|the|any|getting|obtaining|having) )*(?:completion certificate|cc)\b"
    r"(?! (?:(?:is|was) )?(?:needed|required|necessary|copy|copies|roads?|fees?|charges?|number|to)\b)"
    r"|\b(?:completion certificate|cc)(?: (?:is|has|was|still|abhi tak|ab tak|abhi|bhi|to))*"
    r"(?:(?: not|n['’]?t)(?: (?:yet|been|still))*(?: (?:received|issued|obtained|got|given|granted|taken|come|there|available|ready)\b|\s*(?:[.,;?!]|$))"
    r"| (?:nahi|nahin|nai|nhi)\b(?! (?:chah?iye|zaroori|zaruri|jaruri|lag\w+))| (?:pending|awaited)\b)"
    r"|(?:(?<!\bdo )\bnot|\b(?:has|does)n['’]?t) (?:yet )?(?:have|got|received|obtained|taken) (?:(?:an?|the|any|its) )*(?:completion certificate|cc)\b(?! cop)"
    r"|(?:कंप्लीशन|कम्प्लीशन|पूर्णता|पूर्णत्वाचा?)\s*(?:सर्टिफिकेट|प्रमाण\s?पत्र|दाखला)(?:(?!ज़रूरी|जरूरी|चाहिए)[^.?!।]){0,20}(?:नहीं|नही|नाही)",
    re.IGNORECASE,
)


def is_settled_without_certificate(silence: str, query: Query) -> bool:
    """Return whether a silence on the offer of a home was found for one that has no certificate yet; not where its day is asked."""
    if silence not in OFFERS or query.asking.kind is AskedKind.HOW_LONG:
        return False
    return lacks_certificate(query)


def without_certificate(silence: Silence) -> Silence:
    """Return a silence on what is paid for a home without certificate: helped by the buyer's duty, not by what forms say of finished ones."""
    if silence.id != MAINTENANCE:
        return silence
    return replace(silence, look=silence.elsewhere, look_of=frozenset(), near=(DUTY, *silence.near))


def lacks_certificate(query: Query) -> bool:
    """Return whether the asker tells that the home has no occupancy certificate, or no completion certificate and of the other nothing."""
    occupancy = query.known_facts.get("oc")
    return occupancy == "none" or (occupancy is None and _NOT_COMPLETE.search(query.case) is not None)

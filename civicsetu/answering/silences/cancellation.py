"""Know by the case that somebody asks what a builder may keep after a cancellation, and whose it was.

The law of refunds after the builder's failure is near to such questions in words, and tells the opposite: that all
comes back. Where the case is plain the silence is known without being likely by its words.
"""

from __future__ import annotations

import re

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.figures import find_figures
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query

OWN_CANCELLATION = "none.own-cancellation-deduction"
"""The silence on what a builder may keep when the buyer cancels."""
BUILDERS_CANCELLATION = "none.builder-cancellation-deduction"
"""The same when the builder cancels."""
DAYS_OF_OWN_CANCELLATION = "none.own-cancellation-days"
"""The silence on the days in which money comes back when the buyer cancels."""
NOT_SIGNED = "none.agreement-not-signed"
"""The silence on a booking of which the buyer never signed the agreement: what is kept under an agreement is not asked there."""
_UNSIGNED = re.compile(
    r"(?:\b(?:not|never|nor|without|no)|n['’]?t) (?:yet |even |signed |sign |signing |any |the |an |a |registered |executed )*agreement\b(?! (?:clause|says?|terms?|period|date))"
    r"|\b(?:(?:before|prior to) (?:signing |executing |registering |any |the |an |registered )*agreement(?! (?:period|date))|agreement (?:is |was |has )?(?:not|never|n['’]t) (?:yet )?(?:been )?(?:signed|made|executed|registered))\b"
    r"|\b(?:only|just) (?:signed |filled |gave |have |the |an? |some )*(?:application|booking|request|interest) (?:form|letter|slip|receipt)\b"
    r"|\bagreement (?:sign )?(?:nahi|nahin) (?:hua|kiya|ki|kar)",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    r"\b(?:keep|kept|retain|deduct|forfeit|withh[eo]ld|hold(?:ing|s)? back|cut(?:s|ting)?\b|kaat|kat(?:na|ne|ega|auti|ra)|katt)"
    r"|काट|कटौती|जब्त|कापू|कापत|कपात|பிடித்த|கழித்|ಕಡಿತ|ಮುಟ್ಟುಗೋಲು",
    re.IGNORECASE,
)
_CANCELS = re.compile(r"\b(?:cancel|back(?:ed|ing)? out|withdr[ae]w|surrender|exit)", re.IGNORECASE)
_MEASURES = ("share", "rupee")


def find_cancellation(query: Query) -> str:
    """Return the silence on what a builder may keep of a share or sum, by who cancelled for no failure of the builder's.

    Empty where that is not asked, or the case does not tell it. "Can he?" asks of what is told.
    """
    asking = query.asking if query.asking.substance else query.telling
    asked = asking.text
    if _KEEPS.search(asked) is None or query.known_facts.get("reason") == "builder_failed":
        return ""
    if _names_part(asked) and _buyer_cancelled(query):
        return NOT_SIGNED if _UNSIGNED.search(query.case) else OWN_CANCELLATION
    is_measured = _names_part(asked) or asking.kind is AskedKind.HOW_MUCH
    return BUILDERS_CANCELLATION if is_measured and _builder_cancelled(query) else ""


def of_who_cancelled(silence: str, query: Query) -> str:
    """Return the silence that holds for whose cancellation it was; empty where the builder's failure is the reason to leave.

    What is returned then the law settles. A silence on another matter stays as it is.
    """
    if silence not in (OWN_CANCELLATION, BUILDERS_CANCELLATION, DAYS_OF_OWN_CANCELLATION):
        return silence
    if query.known_facts.get("reason") == "builder_failed":
        return ""
    if silence == DAYS_OF_OWN_CANCELLATION:
        return silence
    if _builder_cancelled(query):
        return BUILDERS_CANCELLATION
    return OWN_CANCELLATION if _buyer_cancelled(query) else silence


def _builder_cancelled(query: Query) -> bool:
    return query.known_facts.get("who_cancels") == "promoter"


def _buyer_cancelled(query: Query) -> bool:
    facts = query.known_facts
    by_choice = facts.get("reason") == "own_choice" and _CANCELS.search(query.case) is not None
    who = facts.get("who_cancels", "buyer" if by_choice else "")
    return who == "buyer"


def _names_part(asked: str) -> bool:
    """Whether a share or a sum is named; of a bare number only one that can be a sum."""
    return any(
        one.measure in _MEASURES or (not one.measure and one.value >= ANSWERING.least_sum) for one in find_figures(asked)
    )

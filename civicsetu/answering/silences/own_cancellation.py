"""Know by the case that somebody asks what a builder may keep after the buyer's own cancellation.

The law of refunds after the builder's failure is near to such questions in words, and tells the opposite: that all
comes back. Where the case is plain the silence is known without being likely by its words.
"""

from __future__ import annotations

import re

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.figures import find_figures
from civicsetu.query.case_facts import read_case_facts
from civicsetu.query.read_question import Query

OWN_CANCELLATION = "none.own-cancellation-deduction"
"""The silence on what a builder may keep."""
_KEEPS = re.compile(
    r"\b(?:keep|kept|retain|deduct|forfeit|withh[eo]ld|hold(?:ing|s)? back|cut(?:s|ting)?\b|kaat|kat(?:na|ne|ega|auti|ra)|katt)"
    r"|काट|कटौती|जब्त|कापू|कापत|कपात|பிடித்த|கழித்|ಕಡಿತ|ಮುಟ್ಟುಗೋಲು",
    re.IGNORECASE,
)
_CANCELS = re.compile(r"\b(?:cancel|back(?:ed|ing)? out|withdr[ae]w|surrender|exit)", re.IGNORECASE)
_MEASURES = ("share", "rupee")


def asks_what_is_kept(query: Query) -> bool:
    """Whether a buyer cancelled for no failure of the builder's, and a share or a sum is kept of what was paid."""
    asked = query.just_asked
    return _KEEPS.search(asked) is not None and _names_part(asked) and _buyer_cancelled(query)


def builder_cancelled(query: Query) -> bool:
    """Whether it is told that the builder cancelled: what is kept then is not what is kept of one's own cancellation."""
    return _facts(query).get("who_cancels") == "promoter"


def _facts(query: Query) -> dict[str, str]:
    return {fact.id: fact.value for fact in read_case_facts(query.case)} | dict(query.facts_given)


def _buyer_cancelled(query: Query) -> bool:
    facts = _facts(query)
    by_choice = facts.get("reason") == "own_choice" and _CANCELS.search(query.case) is not None
    who = facts.get("who_cancels", "buyer" if by_choice else "")
    return who == "buyer" and facts.get("reason") != "builder_failed"


def _names_part(asked: str) -> bool:
    """Whether a share or a sum is named; of a bare number only one that can be a sum."""
    return any(
        one.measure in _MEASURES or (not one.measure and one.value >= ANSWERING.least_sum) for one in find_figures(asked)
    )

"""Classify a question by its words, in the languages people ask in.

The type decides how the law is searched (`retrieval.policy`), never whether it is.
"""

from __future__ import annotations

import re

from civicsetu.law.answers import QueryType

_COMPARES = (
    r"\b(?:compar\w*|difference\w*|differ\w*|versus|vs|conflict\w*|contradict\w*|fark|farak|antar)\b"
    r"|तुलना|अंतर|फर्क|फ़र्क|फरक|ஒப்பி|வித்தியாச|வேறுபா|ವ್ಯತ್ಯಾಸ|ಹೋಲಿಕೆ|ಹೋಲಿಸಿ"
)
_PUNISHES = (
    r"\b(?:penalt\w*|penalis\w*|penaliz\w*|pnlty|fine[sd]?|punish\w*|jail\w*|prison\w*|imprison\w*|offen[cs]e\w*"
    r"|jurmana|saza|saja|dand)\b"
    r"|जुर्मान|दंड|सज़ा|सजा|शिक्षा|जेल|तुरुंग|அபராத|தண்டனை|சிறை|ದಂಡ|ಶಿಕ್ಷೆ|ಜೈಲು"
)
_DEFINES = (
    r"\b(?:define\w*|definition|meaning|what is meant|mean by|means|who is (?:an? )?|what is (?:an? )?|matlab)\b"
    r"|परिभाषा|मतलब|अर्थ|व्याख्या|म्हणजे|என்றால் என்ன|பொருள் என்ன|வரையறை|ಎಂದರೇನು|ಅಂದರೆ|ಅರ್ಥ|ವ್ಯಾಖ್ಯಾನ"
)
_PERIODS = (
    r"\b(?:how (?:long|soon|often|quickly)|how many (?:days|weeks|months|years)|time[- ]?(?:limits?|lines?|frames?)|deadlines?"
    r"|validity|valid for|by when|within (?:what|how)|period (?:of|for|within|in which|to|before))\b"
)
"""Words that ask for a period whatever precedes them: "what is the timeline" asks for no definition."""
_TIMES = (
    r"\b(?:within|when|how much time"
    r"|kitne (?:din|dino|mahine|saal)|kab tak|kab|kitna (?:time|samay))\b"
    r"|कितने दिन|कितने महीन|कितने साल|कितना समय|कब तक|किती दिवस|किती महिन|किती वर्ष|किती वेळ|कधीपर्यंत|कधी"
    r"|எத்தனை நாள|எத்தனை நாட்|எத்தனை மாத|எத்தனை ஆண்டு|எவ்வளவு கால|எப்போது|எவ்வளவு நாள"
    r"|ಎಷ್ಟು ದಿನ|ಎಷ್ಟು ತಿಂಗಳ|ಎಷ್ಟು ವರ್ಷ|ಎಷ್ಟು ಸಮಯ|ಯಾವಾಗ"
)
_KINDS: tuple[tuple[QueryType, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (QueryType.CONFLICT, _COMPARES),
        (QueryType.PENALTY, _PUNISHES),
        (QueryType.TEMPORAL, _PERIODS),
        (QueryType.DEFINITION, _DEFINES),
        (QueryType.TEMPORAL, _TIMES),
    )
)


def query_type(question: str, *, has_references: bool, states: int = 0) -> QueryType:
    """Return the type; two states are a comparison, a mere mention of a provision is a cross-reference."""
    if states > 1:
        return QueryType.CONFLICT
    for kind, pattern in _KINDS:
        if kind is QueryType.DEFINITION and has_references:
            continue
        if pattern.search(question):
            return kind
    return QueryType.CROSS_REFERENCE if has_references else QueryType.FACT

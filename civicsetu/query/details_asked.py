"""Whether a question asks for the words of a section, or for what is fixed under it: a rule, form, fee, rate or period.

An Act leaves these details to the rules of a state ("as may be prescribed").
"""

from __future__ import annotations

import re

from civicsetu.lexicon.tokens import split_words

_RULE = r"\b(?:rules?|regulations?|niyam)\b|नियम|विनियम|ನಿಯಮ|விதி|నియమ|నిబంధన|નિયમ"
_IS_RULE = re.compile(_RULE, re.IGNORECASE)
_DETAIL = re.compile(
    rf"{_RULE}"
    r"|\b(?:forms?|formats?|fees?|charge[sd]?|rates?|per ?cent|prescribed?|procedure|manner|documents?"
    r"|challan|draft|how much|how many|what sum|days|by when|time limit|deadline|enclos\w*|attach\w*"
    r"|kitn[aei]|kaun ?sa|paise|rupees?|rs)\b"
    r"|%|₹"
    r"|फॉर्म|फ़ॉर्म|फार्म|प्रपत्र|अर्ज|शुल्क|फीस|फ़ीस|दर|कितन|किती|दिन|दिवस"
    r"|ಫಾರ್ಮ್|ನಮೂನೆ|ಶುಲ್ಕ|ಎಷ್ಟು|ದಿನ|படிவ|கட்டண|எவ்வளவு|நாள்"
    r"|ఫారం|ఫారమ్|రుసుము|ఎంత|ફોર્મ|ફી|કેટલ",
    re.IGNORECASE,
)
_OF_THE_STATE = re.compile(
    rf"{_RULE}|\bforms?\b(?! (?:an?|the|our|its?|such|any)\b)|\b(?:fees?|challan)\b|\b(?:of|by) the state(?! gov)\b"
    r"|\b(?:the|my|our|this) state[’']s (?!gov)|\b(?:my|our|which) state\b"
    r"|फॉर्म|फ़ॉर्म|फार्म|प्रपत्र|शुल्क|फीस|फ़ीस|ಫಾರ್ಮ್|ನಮೂನೆ|ಶುಲ್ಕ|படிவ|கட்டண|ఫారం|ఫారమ్|రుసుము|ફોર્મ|ફી",
    re.IGNORECASE,
)
_OWN_WORDS = re.compile(
    r"\b(?:what (?:do|does|is|are|did)|explain|mean(?:ing|s)? of|texts? of|wording of|read|quote|summar\w+)"
    r" (?:out |me |us )?(?:the )?(?:act[’']s )?(?:s|sec|sections?|dhara|kalam)\b"
    r"|\b(?:s|sec|sections?|dhara|kalam)\.? ?\d+\S* (?:of the act )?(?:says?|means?|kya (?:hai|kehti|bolti))\b"
    r"|(?:धारा|कलम) ?\d+\S* (?:क्या|काय)",
    re.IGNORECASE,
)
_INTEREST = frozenset("interest intrest byaj vyaj ब्याज व्याज வட்டி ಬಡ್ಡಿ".split())
_RATE_ASKED = re.compile(
    r"\b(?:at |on )?(?:what|which|how much)\b[^.?!]{0,25}\b(?:rate|percent\w*|per cent)\b[^.?!]{0,25}\b(?:interest|intrest|byaj)\b"
    r"|\b(?:what|which|tell|know|kya)\b[^.?!,]{0,25}\b(?:interest rate|rate of (?:interest|intrest))\b"
    r"|\b(?:interest rate|rate of (?:interest|intrest))\b[^.?!]{0,25}\b(?:kya|kitn[ai]|what|how much)\b"
    r"|\bhow (?:is|will) (?:the |my |this )?(?:delay )?interest (?:be )?(?:calculated|computed|worked out|reckoned|fixed|decided)\b"
    r"|\b(?:byaj|vyaj)\b[^.?!]{0,15}\b(?:rate|dar)\b|\b(?:kitn[aei]|kis) (?:percent|rate|dar)\b[^.?!]{0,15}\b(?:byaj|vyaj|interest)\b|ब्याज (?:की )?दर|व्याज ?दर|வட்டி விகித|ಬಡ್ಡಿ ?ದರ",
    re.IGNORECASE,
)
_OF_A_BANK = re.compile(r"\b(?:loans?|emi|fd|fixed deposit|bank|banks|hdfc|sbi|icici|card|ppf|society|arrears|maintenance|court|section|charged|not paid|when|hike)\b", re.IGNORECASE)
_AROUND = frozenset(
    "a and about at builder by delay delayed delays due flat for from given handover home how in is late ka ki ke me of on "
    "paid pay payable percent percentage per possession rate rera rule rules the to under what year yearly "
    "देरी का की में दर विलंब ताबा தாமத ವಿಳಂಬ".split()
)


def asks_for_states_own(question: str) -> bool:
    """Return whether a rule, form or fee is asked for, or what the state itself says: rules fix these, not the Act."""
    return _OF_THE_STATE.search(question) is not None


def asks_for_rule(question: str) -> bool:
    """Return whether a rule itself is asked for or named."""
    return _IS_RULE.search(question) is not None


def asks_for_section(question: str) -> bool:
    """Return whether the words of a section are asked for, not what is done under it."""
    return _OWN_WORDS.search(question) is not None


def asks_for_detail(question: str) -> bool:
    """Return whether a rule, form, fee, rate or period is asked for, which an Act leaves to the state's rules."""
    return _DETAIL.search(question) is not None


def asks_rate_of_interest(text: str) -> bool:
    """Return whether a text without its states' names asks for the rate of interest, or for interest and nothing besides.

    "Interest for delay pune" wants the rate, too, which the state's rules set; that interest is owed at all they take as known.
    """
    words = set(split_words(text))
    alone = not words.isdisjoint(_INTEREST) and words <= _INTEREST | _AROUND
    return alone or (_RATE_ASKED.search(text) is not None and _OF_A_BANK.search(text) is None)

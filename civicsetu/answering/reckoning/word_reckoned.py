"""Say yes or no where the asker's own figure, held against the law's, decides what they ask.

Each rule stands for one outcome of the arithmetic (`Outcome`) and says a word only for the ways of asking that it settles. Where a
question is put the other way round, offers a choice or asks something besides, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from civicsetu.answering.composing.polar.by_claim import NOT_RIGHT
from civicsetu.answering.reckoning.reckoned import Outcome
from civicsetu.law.yes_no_rules import PolarKind
from civicsetu.query.asking import QuestionFrame

_YES, _NO = "Yes.", "No."
_ASKER = "asker"
_MUST_REPAIR = re.compile(
    r"\b(?:repair\w*|fix\w*|rectif\w*|theek|thik|liab\w*|responsib\w*|respons?\w*|zimm?ed\w*|jimm?ed\w*|marammat|complain\w*|claim\w*|demand\w*|free|hold)\b"
    r"|ठीक कर|दुरुस्त|मरम्मत|जिम्मे|ज़िम्मे|जबाबदार|शिकायत|तक्रार|சரி செய்|சரிசெய்|சரி பண்|பழுது|பொறுப்பு|புகார்|ಸರಿಪಡಿಸ|ಸರಿ ಮಾಡ|ರಿಪೇರಿ|ದುರಸ್ತಿ|ಹೊಣೆ|ದೂರು",
    re.IGNORECASE,
)
_APPEALED = re.compile(r"\b(?:appeal\w*|in time|challenge)\b|अपील|மேல்முறையீ|ಮೇಲ್ಮನವಿ", re.IGNORECASE)
_REGISTERED = re.compile(r"\b(?:register\w*|registration|regn|reg|rera)\b|पंजीक|रजिस्ट|नोंदणी|रेरा|பதிவு|ரெரா|ನೋಂದಣಿ|ರೇರಾ|ರೆರಾ", re.IGNORECASE)
_NEEDED = re.compile(
    r"\b(?:need\w*|necessary|required|requires?|mandatory|compulsory|must|have to|has to|should|zaro?o?ri|jaro?o?ri|zaroorat|jarurat|padega|padegi|chahiye|lagega|lagegi|lagta|lagti)\b"
    r"|ज़रूर|जरूर|अनिवार्य|पड़ेगा|पड़ेगी|चाहिए|लागेल|लागते|लागतो|करावी|आवश्यक|बंधनकारक|கட்டாய|வேண்டுமா|வேணுமா|ணுமா|தேவையா|ಬೇಕಾ|ಕಡ್ಡಾಯ|ಅಗತ್ಯ",
    re.IGNORECASE,
)
_OF_MONEY = re.compile(
    r"\b(?:refund|back|complain\w*|file|cancel\w*|claim\w*|get|wapas|penalty|punish\w*|saza|jail|happen)\b|वापस|सज़ा|सजा|शिक्षा|தண்டனை|ಶಿಕ್ಷೆ|परत|शिकायत|तक्रार|रद्द|திரும்ப|புகார்|ವಾಪಸ್|ದೂರು",
    re.IGNORECASE,
)
"""What is asked besides whether the sum may be taken."""
_PAYING = re.compile(r"\b(?:pay\w*|bear|cost|kharch\w*|dena|paisa|paise)\b|देना|देने|द्यावे|द्यायला|भरावे|खर्च|பணம்|செலவு|கொடுக்க|ಹಣ|ಖರ್ಚು|ಕೊಡ", re.IGNORECASE)
_OR_NOT = re.compile(r"\b(?:or not|ya nahi\w*)\W*$|या नहीं\W*$|की नाही\W*$", re.IGNORECASE)
_TAKING = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|ask\w*|demand\w*|collect\w*|charg\w*|want\w*|insist\w*|pay\w*|paid|giv\w*|gave|l[ei]n[ae]|le sak\w*|liya|ma+ng\w*|advance|booking|token|refuse|legal\w*|illegal|law\w*|allow\w*|permit\w*|right|wrong|correct|ok|okay|fine|valid|sahi|galat|theek|thik)\b"
    r"|\d ?%|ले सक|लेना|लेने|लिया|मांग|माँग|दे सक|देना|घे|माग|द्यावे|द्याय|सही|गलत|ठीक|कानून|क़ानून|वैध|जायज|बरोबर|योग्य|कायदेशीर|चालत|வாங்க|கேட்க|கொடுக்க|சரி|சட்ட|தவற|ಕೇಳ|ತಗೊ|ತೆಗೆದುಕೊ|ಕೊಡ|ಸರಿ|ಸರೀ|ಕಾನೂನು|ತಪ್ಪ",
    re.IGNORECASE,
)
_OF_A_RULE = re.compile(r"\b(?:rule|law|limit|section|act)s?\b[^.?!]{0,20}\b(?:appl\w*|hold\w*|valid|count\w*)\b", re.IGNORECASE)
_OWN_WORK = re.compile(r"\b(?:myself|ourselves|i|we)\b[^.?!]{0,25}\b(?:chang\w*|alter\w*|renovat\w*|broke|drill\w*|install\w*|repaired|fixed)\b|\b(?:own work|interior work|renovation|khud(?! ke kharch))\b|खुद(?! के खर्च)|स्वतः(?!च्या खर्च)|நாங்களே|ನಾವೇ", re.IGNORECASE)
"""What the asker did to the home themselves may be the cause."""
_SAID_TO_BE_OVER = re.compile(
    r"\b(?:guarant\w*|warr?ant\w*|too late|over|expired?|only (?:for )?(?:one|1|two|2|three|3) years?|(?:one|1|two|2) years? only)\b|गारंटी|वारंटी|गॅरंटी|வாரண்டி|உத்தரவாத|ಗ್ಯಾರಂಟಿ|ವಾರಂಟಿ",
    re.IGNORECASE,
)
_FREE = re.compile(r"\b(?:free of (?:cost|charge)|without (?:charging|cost|charge|paying|any (?:cost|charge))|(?:own|his|their) (?:cost|expense|pocket)|apne kharch\w*|muft)\b|अपने खर्च|स्वतःच्या खर्च|स्वखर्च|சொந்த செலவ|ಸ್ವಂತ ಖರ್ಚ|मुफ्त|फुकट|मोफत|இலவச|ಉಚಿತ", re.IGNORECASE)
_TOO_LATE = re.compile(r"\b(?:too late|already late|am i late|time (?:is )?over|time[- ]?barred)\b", re.IGNORECASE)
_EXEMPT = re.compile(
    r"\b(?:exempt\w*|escapes?|outside|free (?:of|from)|without|w/o|bina|chh?oo?t|(?:no|not) (?:be )?(?:rera |registration )?(?:needed|required|necessary))\b|छूट|बिना", re.IGNORECASE
)
_UNNEEDED = re.compile(
    r"\b(?:(?:no|not|isn't|doesn't|don't|without|nahi\w*)\b[^.?!]{0,25}\b(?:rera|regist\w*|needed|need|required|necessary|lagta|lagega|chahiye|zaroorat|zarurat|zaruri)"
    r"|(?:rera|registration)\b[^.?!]{0,30}\b(?:nahi\w*|not|unnecessary)|exempt\w*|outside)\b|தேவையில்ல|ಬೇಡ|ಅಗತ್ಯವಿಲ್ಲ|जरूरत नहीं|ज़रूरत नहीं|गरज नाही|लागत नाही",
    re.IGNORECASE,
)
_OF_ADVERTISING = re.compile(r"\b(?:number|no\.?|numbers) (?:in|on)\b|\bads?\b|advert\w*|hoarding", re.IGNORECASE)
_ENOUGH = re.compile(r"\b(?:enough|sufficient|suffice\w*|kaafi|kafi)\b", re.IGNORECASE)


def say_of_outcome(outcome: Outcome | None, text: str, frame: QuestionFrame) -> str:
    """Return the word to begin with where the outcome settles what a question asks; empty where it does not.

    `text` is what was told, `frame` how the question in it asks.
    """
    if outcome is None or frame.open or frame.either or frame.several:
        return ""
    return _SAID[outcome](text, frame)


def _of_too_much(text: str, frame: QuestionFrame) -> str:
    """More was taken than may be: it is not allowed, and need not be paid."""
    if not _asks_of_taking(frame):
        return ""
    if frame.kind is PolarKind.MUST or (_PAYING.search(frame.asking) and frame.subject == _ASKER):
        return _NO if frame.subject in (_ASKER, "") and not (frame.opposed or frame.denied_last) else ""
    if frame.subject == _ASKER or not (frame.polar or frame.believed):
        return ""
    return _YES if frame.opposed else _NO


def _asks_of_taking(frame: QuestionFrame) -> bool:
    """Whether it is asked if the sum may be taken, and nothing besides."""
    asked = frame.asking
    return _TAKING.search(asked) is not None and not (_OF_MONEY.search(asked) or _OF_A_RULE.search(asked))


def _of_allowed_sum(text: str, frame: QuestionFrame) -> str:
    """No more was taken than may be."""
    if not _asks_of_taking(frame) or frame.believed or not frame.polar:
        return ""
    if frame.opposed:
        return _NO
    may = frame.kind is PolarKind.MAY and frame.subject != _ASKER and not frame.denied_last
    return _YES if may else ""


def _of_time_left(text: str, frame: QuestionFrame) -> str:
    """The time for defects still runs: the builder must repair, and who says that it is over is wrong."""
    if _OWN_WORK.search(text):
        return ""
    if frame.believed:
        return NOT_RIGHT if frame.of_builder and _SAID_TO_BE_OVER.search(text) and not frame.opposed else ""
    if _TOO_LATE.search(frame.asking):
        return _NO
    if frame.opposed or (frame.denied_last and not _FREE.search(frame.asking)) or _MUST_REPAIR.search(frame.asking) is None:
        return ""
    is_free = _FREE.search(frame.asking) is not None
    return "" if _PAYING.search(frame.asking) and not is_free else _YES


def _of_time_to_appeal(text: str, frame: QuestionFrame) -> str:
    if _TOO_LATE.search(frame.asking):
        return _NO
    asks = frame.kind is PolarKind.MAY and _APPEALED.search(frame.asking) is not None
    return _YES if asks and not (frame.opposed or frame.denied_last or frame.believed) else ""


def _of_small_project(text: str, frame: QuestionFrame) -> str:
    if frame.believed:
        return _of_claim_of_no_need(text, frame)
    asked = _asked_of_registration(frame)
    return "" if asked is None else _NO if asked is _NEEDED else _YES


def _of_large_project(text: str, frame: QuestionFrame) -> str:
    asked = _asked_of_registration(frame)
    return "" if asked is None else _YES if asked is _NEEDED else _NO


def _of_claim_of_no_need(text: str, frame: QuestionFrame) -> str:
    """Somebody says that no registration is needed, and the figures bear it out; who says it is illegal is not borne out."""
    if _UNNEEDED.search(text) is None or _OF_ADVERTISING.search(frame.asking):
        return ""
    return _YES if not frame.opposed and not frame.denied_last else ""


def _asked_of_registration(frame: QuestionFrame) -> re.Pattern[str] | None:
    """Whether it is asked if registration is needed, or if the project is free of it; None where something else is asked."""
    asked = frame.asking
    if frame.believed or _OF_ADVERTISING.search(asked) or _REGISTERED.search(asked) is None:
        return None
    if _EXEMPT.search(asked):
        return None if _NEEDED.search(asked) else _EXEMPT
    is_denied = frame.denied_last and _OR_NOT.search(asked) is None
    return _NEEDED if _NEEDED.search(asked) and not (frame.opposed or is_denied) else None


def _of_too_few(text: str, frame: QuestionFrame) -> str:
    """Fewer agree than must: what they were asked for is not allowed."""
    if _ENOUGH.search(frame.asking):
        return _NO
    if frame.denied_last or frame.subject == _ASKER or frame.kind is PolarKind.MUST or not frame.polar:
        return ""
    return _YES if frame.opposed else _NO


_SAID: Mapping[Outcome, Callable[[str, QuestionFrame], str]] = {
    Outcome.TOO_MUCH: _of_too_much,
    Outcome.ALLOWED_SUM: _of_allowed_sum,
    Outcome.DEFECT_TIME_LEFT: _of_time_left,
    Outcome.APPEAL_TIME_LEFT: _of_time_to_appeal,
    Outcome.SMALL_PROJECT: _of_small_project,
    Outcome.LARGE_PROJECT: _of_large_project,
    Outcome.TOO_FEW: _of_too_few,
}

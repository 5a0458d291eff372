"""Reads the words that stand beside a number and say what it is.

The same digits are a bank account after "a/c no.", a phone after "call" and a price after
"Rs". The word nearest before a number decides; failing that, one right after it. Words do
not reach across what is masked already, so that masking twice gives what masking once gave.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from enum import StrEnum

from civicsetu.privacy.kinds import PersonalDataKind, PersonalDataSpan
from civicsetu.privacy.normalise import normalise

REACH = 48
_REACH_AFTER = 28
VEIL = "\x01"
_VEIL_OF_BRANCH = "\x02"


class Label(StrEnum):
    """Kind of number by the words beside it."""

    PHONE = "phone"
    LANDLINE = "landline"
    AADHAAR = "aadhaar"
    BANK = "bank"
    CARD = "card"
    PLACE = "place"
    OTHER = "other"
    OTHER_NUMBER = "other number"
    AMOUNT = "amount"
    VALUE = "value"


PHONE_LABELS = frozenset({Label.PHONE, Label.LANDLINE})
NAMING_LABELS = PHONE_LABELS | {Label.AADHAAR, Label.BANK, Label.CARD}
_LATIN = {
    Label.AMOUNT: r"rs|inr|rupees?|rupaye|rupay|usd|aed|eur|gbp|sgd|(?:amount|sum|price|cost|value|consideration|total) (?:of|is|was|:)",
    Label.VALUE: r"(?:agreement|sales?|selling|market|guidance|guideline|circle|reckoner|stamp|project|construction|land|flat|unit|plot|property|"
    r"total|basic|base|contract|deal|consideration|assessed|loan|declared|fair|estimated|net|gross|apartment|house) "
    r"(?:value|price|cost|amount|sum|consideration|valuation|budget)|(?:value|price|cost|amount|sum|consideration|valuation|budget|worth)(?= ?[:=])|"
    r"k(?:e+|i)m+at|qe+mat|laa?gat|rakk?am|raqam|daam",
    Label.LANDLINE: r"landline|land line|telephone|tele?|tel\. ?no|phone|phones|ph|fax|std",
    Label.PHONE: r"call|calls|called|calling|mobile|mob|mobil|cell|whats ?app|whatsapp|wa\.me|whtsapp|wapp|contact|contacts|sms|msg|gpay|g pay|"
    r"google pay|phonepe|phone pe|paytm|ring|dial|reach|helpdesk|handphone|text|missed call|phn|fone|cont",
    Label.AADHAAR: r"(?:a+dh+a+r|aadh?a+r|adh?a+r)(?: ?cards?)?(?: (?:no|num|number))?|uid|uidai|vid|virtual id|eid|enrol?ment",
    Label.BANK: r"bank|account|accounts|acct|acc|a/c|a\.c|ac|acno|accno|khaata|savings|saving|nre|nro|beneficiary|ifsc|neft|rtgs|sbi|hdfc bank|"
    r"icici bank|axis bank|pnb|canara bank",
    Label.CARD: r"(?:credit|debit|atm|forex|visa|rupay|master ?card|amex|cc|payment) ?cards?|visa|rupay|master ?card|amex|cards?",
    Label.PLACE: r"sections?|secs?|ss|rules?|clauses?|articles?|forms?|paras?|paragraphs?|regulations?|schedules?|chapters?|items?|survey|"
    r"sy|s\.? ?no|plots?|flats?|khasra|gat|cts|gut|hissa|pages?|years?|pin|pincode|pin code|postal code|zip|rows?|serials?|sr|units?|"
    r"wing|towers?|blocks?|steps?|points?|dated?|sites?|doors?|house|ward|isbn|issn|gsr|s\.?o|g\.?o|act|acts|lok sabha|nos?\. of \d{4}",
    Label.OTHER: r"utr|rrn|txn|transactions?|txnid|ref|reference|receipts?|challans?|applications?|appln|ack|acknowledge?ments?|invoices?|"
    r"orders?|bills?|cheques?|chq|demand draft|grn|crn|srn|registration|regn|reg|regd|registered|complaints?|cases?|files?|docket|"
    r"tickets?|consumer|meters?|policy|policies|loans?|folio|khata|khatha|e-khata|property|pid|epid|ulpin|sas|assessment|documents?|doc|deeds?|stamp|"
    r"e-stamp|token|cnr|diary|urn|arn|udin|din|llpin|cin|rera|maharera|projects?|promoters?|certificates?|tracking|awb|consignment|"
    r"speed post|writ|appeals?|petitions?|suit|fir|notice|memo|letter|circular|notification|gazette|imei|serial|account id|"
    r"customer id",
}
_INDIC = {
    Label.AMOUNT: "₹ रुपये रुपए रुपया रु रू ரூபாய் ரூ ರೂಪಾಯಿ ರೂ రూపాయలు రూ രൂപ টাকা টকা રૂપિયા રૂ ਰੁਪਏ ଟଙ୍କା روپے",
    Label.VALUE: "लागत कीमत क़ीमत क़ीमत मूल्य राशि रकम रक़म दाम रक्कम किंमत மதிப்பு விலை தொகை செலவு ಬೆಲೆ ಮೌಲ್ಯ ಮೊತ್ತ ವೆಚ್ಚ ధర విలువ మొత్తం "
    "వ్యయం വില മൂല്യം തുക ചെലവ് মূল্য দাম খরচ কিমত કિંમત મૂલ્ય રકમ ખર્ચ ਕੀਮਤ ਰਕਮ ਮੁੱਲ ମୂଲ୍ୟ ଦାମ قیمت رقم لاگت",
    Label.PHONE: "फोन फ़ोन मोबाइल मोबाईल व्हाट्सएप व्हाट्सऐप वॉट्सऐप कॉल दूरभाष संपर्क सम्पर्क फोनवर தொலைபேசி கைபேசி மொபைல் அலைபேசி போன் ஃபோன் "
    "அழைக்க ಫೋನ್ ಮೊಬೈಲ್ ದೂರವಾಣಿ ಕರೆ ఫోన్ మొబైల్ ఫోను ഫോൺ മൊബൈൽ ফোন মোবাইল ફોન મોબાઇલ મોબાઈલ ਫੋਨ ਮੋਬਾਈਲ ଫୋନ ମୋବାଇଲ فون موبائل",
    Label.AADHAAR: "आधार ஆதார் ಆಧಾರ್ ఆధార్ ആധാർ আধার আধাৰ આધાર ਆਧਾਰ ଆଧାର آدھار",
    Label.BANK: "खाता खाते खात्या बैंक बँक अकाउंट கணக்கு வங்கி ಖಾತೆ ಬ್ಯಾಂಕ್ ఖాతా బ్యాంక్ അക്കൗണ്ട് ബാങ്ക് অ্যাকাউন্ট একাউন্ট ব্যাঙ্ক "
    "ব্যাংক ખાતા ખાતું બેંક એકાઉન્ટ ਖਾਤਾ ਬੈਂਕ ଖାତା ବ୍ୟାଙ୍କ ಅಕೌಂಟ್ అకౌంట్ அக்கவுண்ட் اکاؤنٹ بینک",
    Label.CARD: "क्रेडिट डेबिट கிரெடிட் டெபிட் ಕ್ರೆಡಿಟ್ ಡೆಬಿಟ್ క్రెడిట్ డెబిట్ ക്രെഡിറ്റ് ഡെബിറ്റ് ক্রেডিট ডেবিট ક્રેડિટ ડેબિટ ਕ੍ਰੈਡਿਟ ਡੈਬਿਟ",
}


def _pattern() -> re.Pattern[str]:
    """All words in one alternation; the group that matched is the label's name."""
    latin = "|".join(f"(?P<{label.name}>{words})" for label, words in _LATIN.items())
    indic = "|".join(
        f"(?P<{label.name}_INDIC>{'|'.join(normalise(word).text for word in words.split())})"
        for label, words in _INDIC.items()
    )
    return re.compile(
        rf"(?<![a-z])(?=[a-z])(?:{latin})(?![a-z])|(?=[^\x00-\x7f])(?:{indic})|(?P<BRANCH>{_VEIL_OF_BRANCH}+|\[ifsc\])"
    )


_LABELS = _pattern()
_WEAK = frozenset({Label.PLACE, Label.OTHER, Label.AMOUNT, Label.VALUE})
_FILLING = re.compile(
    r"[ .,:;#=(-]*(?:(?P<number>(?:no|number|numbers|num|nos|id|code|ids)\b|#)[ .,:;#=(-]*|(?:is|was|of)\b[ .:-]*){0,3}"
)
_TO_VALUE = re.compile(r"[ :=(-]{0,3}(?:(?:is|was|of|hai|thi|है|थी)[ :=-]{1,3})?")
_ALWAYS_NUMBERED = re.compile(
    r"utr|rrn|txn|txnid|transaction|receipt|challan|invoice|folio|policy|consumer|awb|order|imei|isbn"
)
_SHORT_NUMBERED = re.compile(r"cheques?|chq|demand draft|din|llpin")  # of six to eight digits


class Labels:
    """The words of a normalised text that say what a number is, found once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = [(found.start(), found.end(), _label(found)) for found in _LABELS.finditer(text)]
        self._starts = [start for start, _, _ in self._found]

    def find_before(self, at: int, floor: int = 0) -> Label | None:
        """Return what the words before `at` say the number there is; those before `floor` are another number's.

        A word for a value yields to one for a phone: "call for the land price 98450...".
        """
        text = self._text
        reach = max(floor, at - REACH)
        reach += _masked_until(text[reach:at])
        value = None
        for index in range(bisect_left(self._starts, at) - 1, -1, -1):
            start, end, label = self._found[index]
            if start < reach:
                break
            if end > at:
                continue
            if label is Label.VALUE and _TO_VALUE.fullmatch(text, end, at):
                value = label
            if value and label not in PHONE_LABELS:
                continue
            if label not in _WEAK:
                return label
            if label is not Label.VALUE and (filling := _FILLING.fullmatch(text, end, at)):
                numbered = filling["number"] or _ALWAYS_NUMBERED.match(text, start, end)
                if label is not Label.OTHER or not numbered or _SHORT_NUMBERED.fullmatch(text, start, end):
                    return label
                return Label.OTHER_NUMBER
        return value

    def find_beside(self, start: int, end: int, floor: int = 0) -> Label | None:
        """Return what the words before or right after `text[start:end]` say it is."""
        label = self.find_before(start, floor)
        return label if label not in (None, Label.VALUE) else self.find_after(end) or label

    def ends_at(self, at: int) -> bool:
        """Return whether a word that names a kind ends right there, as in "mobile9845012345"."""
        index = bisect_left(self._starts, at) - 1
        return index >= 0 and self._found[index][1] == at and self._found[index][2] not in _WEAK

    def find_after(self, at: int) -> Label | None:
        """Return what the words right after a number say it is, unless they are nearer to another one."""
        text = self._text
        index = bisect_left(self._starts, at)
        if index == len(self._starts) or self._starts[index] > at + _REACH_AFTER:
            return None
        other = _ANOTHER.search(text, at, at + REACH)
        stop = other.start() if other else at + _REACH_AFTER
        for start, end, label in self._found[index : index + _REACH_AFTER]:
            if end > min(stop, at + _REACH_AFTER):
                return None
            if label not in _WEAK:
                return label if other is None or start - at < stop - end else None
        return None


def _label(found: re.Match[str]) -> Label:
    name = found.lastgroup or ""
    return Label.BANK if name == "BRANCH" else Label[name.removesuffix("_INDIC")]


def is_near(words: re.Pattern[str], text: str, start: int, end: int) -> bool:
    """Return whether such words stand a little before or right after `text[start:end]`."""
    before = text[max(0, start - REACH) : start]
    after = text[end : end + _REACH_AFTER]
    other = _MASKED.search(after)
    return bool(
        words.search(before, _masked_until(before))
        or words.search(after, 0, other.start() if other else len(after))
    )


def veil(text: str, spans: list[PersonalDataSpan]) -> str:
    """Return the text, of the same length, in which nothing can be read where the spans are.

    Only the code of a bank's branch can still be told: the number beside it is an account.
    """
    pieces: list[str] = []
    done = 0
    for span in sorted(spans, key=lambda span: span.start):
        veil = _VEIL_OF_BRANCH if span.kind is PersonalDataKind.IFSC else VEIL
        pieces += (text[done : span.start], veil * (span.end - span.start))
        done = span.end
    return "".join([*pieces, text[done:]]) if spans else text


_MASKED = re.compile(
    "|".join([VEIL, *(re.escape(kind.placeholder.lower()) for kind in PersonalDataKind if kind is not PersonalDataKind.IFSC)])
)
_ANOTHER = re.compile(rf"[\d{VEIL}]|\[(?!ifsc\])")


def _masked_until(window: str) -> int:
    """Where the last piece of masked data in the window ends; 0 without one."""
    if VEIL not in window and "]" not in window:
        return 0
    return max((found.end() for found in _MASKED.finditer(window)), default=0)

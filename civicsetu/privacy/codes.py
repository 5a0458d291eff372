"""Finds numbers that have letters in them: PAN, GSTIN, IFSC, passports, licences, plates.

Each kind is a row of a table: its shape on the normalised text and a check. In small
letters or with spaces inside, a shape may be prose ("march 2019 i"), so there the check
asks for capital letters or for a word that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from civicsetu.privacy.kinds import PersonalDataKind, PersonalDataSpan
from civicsetu.privacy.labels import is_near


class Found(NamedTuple):
    """A shape that was met: the normalised text, where, its parts, and how it was typed."""

    text: str
    start: int
    end: int
    typed: str
    parts: re.Match[str]

    @property
    def compact(self) -> bool:
        """Whether nothing stands between its characters."""
        return self.text[self.start : self.end].isalnum()

    @property
    def capital(self) -> bool:
        """Whether its letters were typed as capitals."""
        return self.typed == self.typed.upper()

    @property
    def tied(self) -> bool:
        """Whether it is a part of a longer code, as "CMP1234567/2019"."""
        before, after = self.text[max(0, self.start - 2) : self.start], self.text[self.end : self.end + 2]
        return _TIE_BEFORE.fullmatch(before) is not None or _TIE_AFTER.fullmatch(after) is not None

    def stands_near(self, words: re.Pattern[str]) -> bool:
        return is_near(words, self.text, self.start, self.end)


class Code(NamedTuple):
    """One kind: its shape and what else must be true of it."""

    kind: PersonalDataKind
    shape: re.Pattern[str]
    holds: Callable[[Found], bool]


_TIE_BEFORE = re.compile(r"[a-z0-9\]][/_-]")
_TIE_AFTER = re.compile(r"[/_-][a-z0-9[]")
_S = r"[ .:/_-]{0,3}"
_STATES = "an|ap|ar|as|br|cg|ch|dd|dl|dn|ga|gj|hp|hr|jh|jk|ka|kl|la|ld|mh|ml|mn|mp|mz|nl|od|or|pb|py|rj|sk|tn|tr|tg|ts|uk|ua|up|wb"
_PAN_SHAPE = rf"[a-z]{_S}[a-z]{_S}[a-z]{_S}[abcfghjlpt]{_S}[a-z]{_S}(?P<year>\d{_S}\d{_S}\d{_S}\d){_S}[a-z]"


def _code(kind: PersonalDataKind, shape: str, holds: Callable[[Found], bool]) -> Code:
    return Code(kind, re.compile(rf"(?<![a-z0-9\]])(?:{shape})(?![a-z0-9])"), holds)


_PAN_WORDS = re.compile(
    r"(?<![a-z])(?:pan|pan ?card|pan ?no|permanent account|income ?tax)(?![a-z])|पैन|पॅन|பான்|ಪ್ಯಾನ್|పాన్|પાન|প্যান|പാൻ|ਪੈਨ|ପ୍ୟାନ"
)
_IFSC_WORDS = re.compile(r"(?<![a-z])(?:ifsc?|ifs|rtgs|neft|branch code|bank|account|a/c|acct)(?![a-z])")
_PASSPORT_WORDS = re.compile(
    r"pass ?port|(?<![a-z])ppt?(?=[ .]*(?:no|number)(?![a-z]))|पासपोर्ट|पारपत्र|பாஸ்போர்ட்|கடவுச்சீட்டு|ಪಾಸ್‌?ಪೋರ್ಟ್|పాస్‌?పోర్ట్|પાસપોર્ટ|পাসপোর্ট|পাছপ|"
    r"പാസ്പോ|ਪਾਸਪੋਰਟ|ପାସପୋର୍ଟ|پاسپورٹ"
)
_VOTER_WORDS = re.compile(
    r"(?<![a-z])(?:voter|voters|voter'?s? ?(?:id|card)|epic|election|electoral|elector|matdata|matdar|matdaar|matdan|vakkalar)(?![a-z])|"
    r"मतदाता|मतदार|मतदान|निर्वाचन|निवडणूक|वोटर|व्होटर|வாக்காளர்|தேர்தல்|வோட்டர்|ಮತದಾರ|ಚುನಾವಣ|ವೋಟರ್|ఓటరు|ఓటర్|ఎన్నికల|ভোটার|ভোটাৰ|"
    r"নির্বাচন|મતદાર|ચૂંટણી|વોટર|വോട്ട|തിരഞ്ഞെടുപ്പ്|ਵੋਟਰ|ਮਤਦਾਤਾ|ਚੋਣ|ଭୋଟର|ମତଦାତା|ନିର୍ବାଚନ|ووٹر"
)
_LICENCE_WORDS = re.compile(
    r"(?<![a-z])(?:driving|driver'?s?|licen[cs]e|li[sc]{1,2}en[cs]e|d[./ ]?l)(?![a-z])|लाइसें|लाइसेन्स|लायसे|लायसन्स|"
    r"अनुज्ञप्त|परवाना|ड्राइविंग|ड्रायव्हिंग|ஓட்டுந|ஓட்டுன|லைசென்ஸ்|ಚಾಲನಾ|ಪರವಾನಗಿ|ಲೈಸೆನ್ಸ್|ಡ್ರೈವಿಂಗ್|డ్రైవింగ్|లైసెన్స్|లైసెన్సు|ലൈസൻസ്|ഡ്രൈവിംഗ്|"
    r"ড্রাইভিং|লাইসেন্স|ડ્રાઇવિંગ|લાઇસન્સ|લાયસન્સ|ਡਰਾਈਵਿੰਗ|ਲਾਇਸੈਂਸ|ଡ୍ରାଇଭିଂ|ଲାଇସେନ୍ସ|لائسنس"
)
_VEHICLE_WORDS = re.compile(
    r"(?<![a-z])(?:car|cars|bike|scooter|scooty|vehicle|vehicles|gaadi|gadi|truck|van|jeep|auto|taxi|cab|motorcycle|two ?wheeler|"
    r"four ?wheeler|rc|number ?plate|plate|parked|parking|regn?|registration|honda|maruti|swift|hyundai|creta)(?![a-z])|गाड़ी|कार|वाहन|வண்டி|வாகன|ಗಾಡಿ|ವಾಹನ|కారు|బండి"
)
_NOT_EPIC = frozenset(
    "inr usd aed eur gbp sgd cad aud qar omr kwd bhd reg sec arn utr srn grn lan crn pid sno cts din tan uan cmp com gsr ref inv prn rcp "
    "fir app act doc agt prj ack txn ord bil cin lic doc ser acc iso art rul pan sub par reg flr wrd sqm sft apt blk plt twr unt cha".split()
)
_NOT_BANKS = frozenset(
    "rera unit flat plot form case bill area page rule item ward file deed year date code".split()
)
_PARTS_OF_A_BUILDING = frozenset(
    "block plots flats units shops villa stall wings lobby stilt lifts slots halls suite stage khata katha patta".split()
)
_NOT_SERIES = frozenset("at by as and the am pm day sq ft mts cum bhk rs".split())


def _is_pan(found: Found) -> bool:
    """Whether it is a PAN; a part of a building with its number, as "BLOCK1203A", only where a word says so.

    Five given letters begin one PAN in a million, while towers and flats are numbered so in every plan.
    """
    letters = re.sub(r"[^a-z]", "", found.text[found.start : found.end])[:5]
    if letters in _PARTS_OF_A_BUILDING and not found.stands_near(_PAN_WORDS):
        return False
    if found.compact:
        return True
    year = re.sub(r"\D", "", found.parts["year"])
    split_once = re.fullmatch(rf"(?:pan)?[a-z]{{5}}{_S}\d{{4}}{_S}[a-z]", found.text[found.start : found.end])
    if found.stands_near(_PAN_WORDS):
        return split_once is not None or found.capital or not year.startswith(("19", "20"))
    return found.capital and not year.startswith(("19", "20"))


def _is_ifsc(found: Found) -> bool:
    bank, tail = found.parts["bank"], found.parts["tail"]
    if " " in tail:
        return bank != "bank" and bank not in _NOT_BANKS and _is_branch(tail) and found.stands_near(_IFSC_WORDS)
    if found.stands_near(_IFSC_WORDS):
        return any(map(str.isdigit, tail))
    return found.compact and bank not in _NOT_BANKS and sum(map(str.isdigit, tail)) >= 3


def _is_branch(tail: str) -> bool:
    """Whether a tail typed with spaces is a branch's number: digits alone, since letters would be words."""
    return tail.replace(" ", "").isdigit()


def _is_passport(found: Found) -> bool:
    alone = found.compact and found.capital and found.end - found.start >= len(found.text.strip(" ."))
    return alone or found.stands_near(_PASSPORT_WORDS)


def _is_voter_id(found: Found) -> bool:
    if found.stands_near(_VOTER_WORDS):
        return True
    return found.compact and not found.tied and found.parts["letters"] not in _NOT_EPIC


def _is_old_voter_id(found: Found) -> bool:
    return found.stands_near(_VOTER_WORDS)


def _is_licence(found: Found) -> bool:
    return found.stands_near(_LICENCE_WORDS)


def _is_plate(found: Found) -> bool:
    series = re.sub(r"[^a-z]", "", found.parts["series"])
    number = found.parts["number"]
    if found.stands_near(_VEHICLE_WORDS) and (found.capital or found.compact or not {"i", "o"} & set(series)):
        return bool(series) or len(number) == 4
    if not series or len(number) < 3 or series in _NOT_SERIES or found.tied:
        return False
    if " " not in found.text[found.start : found.end]:
        return len(number) == 4
    return found.capital and not {"i", "o"} & set(series)


def _always(_: Found) -> bool:
    return True


_CODES = (
    _code(PersonalDataKind.GSTIN, rf"(?:[0-3]\d|9[79]){_S}{_PAN_SHAPE}{_S}[0-9a-z]{_S}z{_S}[0-9a-z]", _always),
    _code(PersonalDataKind.PAN, rf"(?:pan(?=[a-z]{{5}}\d))?{_PAN_SHAPE}", _is_pan),
    _code(
        PersonalDataKind.DRIVING_LICENCE, rf"(?:{_STATES}){_S}\d{{2}}[0-9a-z]?{_S}(?:19|20)\d{{2}}{_S}\d{{7}}", _always
    ),
    _code(PersonalDataKind.DRIVING_LICENCE, rf"(?:{_STATES}){_S}\d{{1,3}}[a-z]{{0,2}}(?:{_S}\d){{8,13}}", _is_licence),
    _code(
        PersonalDataKind.DRIVING_LICENCE,
        rf"(?:{_STATES}){_S}\d{{2}}{_S}[a-z]{{2,4}}{_S}\d{{2,4}}{_S}\d{{4,7}}",
        _is_licence,
    ),
    _code(PersonalDataKind.IFSC, rf"(?P<bank>[a-z]{{4}}){_S}0{_S}(?P<tail>[a-z0-9](?: ?[a-z0-9]){{5}})", _is_ifsc),
    _code(PersonalDataKind.PASSPORT, rf"[a-z]{_S}\d{_S}\d{_S}\d{_S}\d{_S}\d{_S}\d{_S}\d", _is_passport),
    _code(PersonalDataKind.VOTER_ID, rf"(?P<letters>[a-z]{{3}}){_S}\d{{7}}", _is_voter_id),
    _code(PersonalDataKind.VOTER_ID, r"[a-z]{2}/\d{1,3}/\d{1,4}/\d{4,7}", _is_old_voter_id),
    _code(PersonalDataKind.VOTER_ID, rf"[a-z]{_S}[a-z]{_S}[a-z]{_S}(?:\d{_S}){{6}}\d", _is_old_voter_id),
    _code(
        PersonalDataKind.VEHICLE,
        rf"(?:{_STATES}){_S}(?:\d{{1,2}}){_S}(?P<series>[a-z]?{_S}[a-z]{{0,3}}){_S}(?P<number>\d{{1,4}})",
        _is_plate,
    ),
    _code(PersonalDataKind.VEHICLE, rf"2\d{_S}bh{_S}\d{{4}}{_S}[a-z]{{1,2}}", _always),
)


def find_codes(text: str, typed: Callable[[int, int], str]) -> Iterator[PersonalDataSpan]:
    """Yield the codes in a normalised text; `typed` gives a piece of it as it stands in the original."""
    for code in _CODES:
        for match in code.shape.finditer(text):
            start, end = match.span()
            found = Found(text, start, end, typed(start, end), match)
            if code.holds(found):
                yield PersonalDataSpan(code.kind, start, end)

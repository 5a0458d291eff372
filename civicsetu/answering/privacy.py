"""Mask personal data before a question is stored, logged or shown again.

A question with personal data in it is answered, never refused: the data is replaced by
what kind it was. Digits with a legal meaning (section numbers, amounts, dates) stay: an
Aadhaar number must pass the Verhoeff check and a phone number the shape of an Indian one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_PAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{3}[PCHFATBLJGpchfatbljg][A-Za-z]\d{4}[A-Za-z](?![A-Za-z0-9])")
_SEPARATED = r"[ .\-/\u2013]?"
_AADHAAR = re.compile(rf"(?<![\d.])[2-9]\d{{3}}{_SEPARATED}\d{{4}}{_SEPARATED}\d{{4}}(?!\d)")
_PHONE = re.compile(
    rf"(?<![\d.])(?:\+?91{_SEPARATED}|0{_SEPARATED})?[6-9]\d{{2}}{_SEPARATED}\d{{2}}{_SEPARATED}\d{_SEPARATED}\d{{4}}(?!\d)"
    rf"|(?<![\d.])(?:\+?91{_SEPARATED}|0{_SEPARATED})?[6-9]\d{{4}}{_SEPARATED}\d{{5}}(?!\d)"
)
_AMOUNT_BEFORE = re.compile(r"(?:rs\.?|inr|₹|rupees)\s*$", re.IGNORECASE)
_AMOUNT_AFTER = re.compile(r"\s*(?:/-|rs\b|rupees|inr|lakhs?|lacs?|crores?)", re.IGNORECASE)

_D = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_P = (
    "0123456789", "1576283094", "5803796142", "8916043527",
    "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip


def mask(text: str) -> str:
    """The text with e-mail addresses, PANs, Aadhaar and phone numbers replaced by their kind."""
    text = _EMAIL.sub("[e-mail]", text)
    text = _PAN.sub("[PAN]", text)
    text = _AADHAAR.sub(_if(lambda digits: _is_aadhaar(digits), "[Aadhaar]"), text)
    return _PHONE.sub(_if(lambda digits: True, "[phone]"), text)


def _if(test: Callable[[str], bool], replacement: str) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        text = match.string
        amount = _AMOUNT_BEFORE.search(text[: match.start()]) or _AMOUNT_AFTER.match(text, match.end())
        digits = re.sub(r"\D", "", match.group())
        return match.group() if amount or not test(digits) else replacement

    return replace


def _is_aadhaar(digits: str) -> bool:
    """Twelve digits whose last is the Verhoeff check digit of the others."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_D[check][int(_P[place % 8][int(digit)])])
    return len(digits) == 12 and check == 0

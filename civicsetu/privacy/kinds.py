"""Names the kinds of personal data that are masked, and the place of one in a text."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class PersonalDataKind(StrEnum):
    """A kind of personal data; its value is what people read in place of it."""

    AADHAAR = "Aadhaar"
    PAN = "PAN"
    GSTIN = "GSTIN"
    PHONE = "phone"
    EMAIL = "e-mail"
    UPI = "UPI id"
    BANK_ACCOUNT = "bank account"
    IFSC = "IFSC"
    CARD = "card"
    PASSPORT = "passport"
    VOTER_ID = "voter id"
    DRIVING_LICENCE = "driving licence"
    VEHICLE = "vehicle"

    @property
    def placeholder(self) -> str:
        """Placeholder in the text for the data."""
        return f"[{self.value}]"


class PersonalDataSpan(NamedTuple):
    """Personal data of one kind at `text[start:end]`."""

    kind: PersonalDataKind
    start: int
    end: int

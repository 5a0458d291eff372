"""Documents (laws) and the editions their text is held in."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import NewType

from pydantic import BaseModel, ConfigDict, Field

Jurisdiction = NewType("Jurisdiction", str)
"""CENTRAL or a state, in capitals. Which exist is data: see `corpus.registry`."""

_NUMBER = re.compile(r"[0-9]{1,3}[A-Z]{0,2}")

CENTRAL = Jurisdiction("CENTRAL")


class DocType(StrEnum):
    """The kind of a law; decides what its provisions are called."""

    ACT = "ACT"
    RULES = "RULES"
    REGULATIONS = "REGULATIONS"
    ORDER = "ORDER"
    CIRCULAR = "CIRCULAR"
    DRAFT = "DRAFT"

    @property
    def provision_noun(self) -> str:
        """What one numbered provision of such a law is called."""
        return {"ACT": "section", "RULES": "rule", "REGULATIONS": "regulation", "DRAFT": "draft rule"}.get(
            self.value, "clause"
        )

    @property
    def provision_mark(self) -> str:
        """The short form used in a citation's name."""
        return {"ACT": "s.", "RULES": "r.", "REGULATIONS": "reg.", "DRAFT": "draft r."}.get(self.value, "cl.")


class EditionKind(StrEnum):
    """Whose words: the official text, or our own restatement in plain words."""

    OFFICIAL = "official"
    PLAIN = "plain"


class ChunkStatus(StrEnum):
    ACTIVE = "ACTIVE"
    SUPERSEDED = "SUPERSEDED"
    WITHDRAWN = "WITHDRAWN"


class CommencementPeriod(BaseModel):
    """A range of provisions and the day they came into force."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provisions: str = Field(description="Numbers as '3-19, 40, 59-70'.")
    date: date
    uncertain: str = Field("", description="Why the sources leave room for doubt; empty if they do not.")


class DocumentSpec(BaseModel):
    """One entry of the registry: all that is known of a law before it is read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(pattern=r"^[a-z][a-z0-9_]{2,79}$")
    title: str
    short_title: str = Field(max_length=24, description="Used in the bracketed names of citations.")
    jurisdiction: str = Field(pattern=r"^[A-Z][A-Z_]+$")
    doc_type: DocType
    url: str = Field("", description="Official address.")
    gazette_number: str | None = None
    effective_date: date | None = None
    commencement: tuple[CommencementPeriod, ...] = ()
    expected: str = Field(description="Every number the law must have, as '1-92'.")
    definitions: tuple[str, ...] = Field(
        default=(), description="Numbers whose lettered entries are units of their own: definitions."
    )
    filename: str = Field("text.txt", description="Name of the official text inside --from DIR/<key>/.")
    official_text_as_of: date | None = Field(None, description="Up to when changes are in the official text.")
    official_text_note: str = ""

    def commencement_of(self, number: str) -> CommencementPeriod | None:
        """When the provision of that number came into force, where the registry states it."""
        for period in self.commencement:
            if number in expand_numbers(period.provisions):
                return period
        return None


def expand_numbers(text: str) -> tuple[str, ...]:
    """'3-5, 40, 18A' -> ('3', '4', '5', '40', '18A').

    Raises:
        ValueError: a part is neither a number nor a rising range.
    """
    numbers: list[str] = []
    for part in (piece.strip() for piece in text.split(",") if piece.strip()):
        first, dash, last = part.partition("-")
        if not dash and _NUMBER.fullmatch(first):
            numbers.append(first)
        elif _NUMBER.fullmatch(first) and first.isdigit() and last.isdigit() and int(first) <= int(last):
            numbers.extend(str(number) for number in range(int(first), int(last) + 1))
        else:
            raise ValueError(f"not a number or a rising range: {part!r}")
    return tuple(numbers)

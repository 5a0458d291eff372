"""Documents (laws) and the editions their text is held in."""

from __future__ import annotations

import datetime
import re
from enum import StrEnum
from typing import NamedTuple, NewType, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from civicsetu.law.paths import parse_path
from civicsetu.law.prints import OfficialVersion

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
        """Return what one numbered provision of such a law is called."""
        return {"ACT": "section", "RULES": "rule", "REGULATIONS": "regulation", "DRAFT": "draft rule"}.get(
            self.value, "clause"
        )

    @property
    def provision_mark(self) -> str:
        """The short form used in a citation's name."""
        return {"ACT": "s.", "RULES": "r.", "REGULATIONS": "reg.", "DRAFT": "draft r."}.get(self.value, "cl.")


class EditionKind(StrEnum):
    """Kind of wording: the official text, or our own restatement in plain words."""

    OFFICIAL = "official"
    PLAIN = "plain"


class Visibility(StrEnum):
    """Visibility of a document; only what is public is searched for citizens."""

    PUBLIC = "public"
    INTERNAL = "internal"
    RESTRICTED = "restricted"


class DocumentStatus(StrEnum):
    """Status of a document; it follows from its editions and is written with them.

    EXPECTED (its row is there, no text) -> HELD (a current text) -> LAPSED (only texts that
    are no longer the law) -> HELD again, when a new text comes.
    """

    EXPECTED = "EXPECTED"
    HELD = "HELD"
    LAPSED = "LAPSED"


class ChunkStatus(StrEnum):
    ACTIVE = "ACTIVE"
    SUPERSEDED = "SUPERSEDED"
    WITHDRAWN = "WITHDRAWN"


class ChunkType(StrEnum):
    """Type of a chunk: a whole unit, or one of several windows of it."""

    UNIT = "unit"
    WINDOW = "window"


class CommencementPeriod(BaseModel):
    """A range of provisions and the day they came into force.

    Without a date the sources do not say when; `uncertain` then tells so.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    provisions: str = Field(description="Numbers as '3-19, 40, 59-70'.")
    date: datetime.date | None = None
    uncertain: str = Field("", description="Why the sources leave room for doubt; empty if they do not.")

    @model_validator(mode="after")
    def _told(self) -> Self:
        if self.date is None and not self.uncertain:
            raise ValueError(f"{self.provisions}: neither a date nor why it is uncertain")
        return self


class Change(BaseModel):
    """A change that one instrument made after the law was enacted, in our own words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: str = Field(description="Title of the order or notification that made it.")
    number: str = Field("", description="Its number, as 'S.O. 3347(E)'.")
    document: str = Field("", description="Registry key of that instrument, where it has one.")
    date: datetime.date = Field(description="From when it holds.")
    provisions: dict[str, str] = Field(
        min_length=1, description="Path, as '17(2) proviso', to what was changed and what stood there before."
    )
    in_text: bool = Field(True, description="False where the words of the law stayed as they were.")

    @model_validator(mode="after")
    def _paths(self) -> Self:
        for path in self.provisions:
            parse_path(path)
        return self


class ChangeAt(NamedTuple):
    """A change as it concerns one provision: `told` is what changed there."""

    path: str
    told: str
    change: Change


class Conflict(BaseModel):
    """Words of this law that do not agree with another provision, and how, in our own words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provision: str = Field(description="Path in this law.")
    document: str = Field(description="Key of the other law.")
    against: str = Field(description="Path in the other law.")
    reason: str = Field(min_length=20)

    @model_validator(mode="after")
    def _paths(self) -> Self:
        parse_path(self.provision)
        parse_path(self.against)
        return self


class DocumentSpec(BaseModel):
    """One entry of the registry: all that is known of a law before it is read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(pattern=r"^[a-z][a-z0-9_]{2,79}$")
    title: str
    on_request: bool = Field(False, description="Taken in only when it is asked for by its key.")
    visibility: Visibility = Visibility.PUBLIC
    tags: tuple[str, ...] = ()
    owner: str = Field("", description="Who answers for what is held of it; empty: the operator.")
    short_title: str = Field(max_length=24, description="Used in the bracketed names of citations.")
    jurisdiction: str = Field(pattern=r"^[A-Z][A-Z_]+$")
    doc_type: DocType
    url: str = Field("", description="Official address.")
    url_exact: bool = Field(False, description="The law itself is there; else it is the site of its publisher.")
    gazette_number: str | None = None
    effective_date: datetime.date | None = None
    commencement: tuple[CommencementPeriod, ...] = ()
    expected: str = Field(description="Every number the law must have, as '1-92'.")
    made_under: str = Field("", description="Key of the Act that its bare 'section 9' means.")
    definitions: tuple[str, ...] = Field(
        default=(), description="Numbers whose lettered entries are units of their own: definitions."
    )
    official: tuple[OfficialVersion, ...] = Field((), description="Oldest first; at most one is current.")
    changes: tuple[Change, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    rule_making: str = Field("", description="Provision that lists what rules may be made for, as '84(2)'.")

    @model_validator(mode="after")
    def _versions_apart(self) -> Self:
        names = [version.name for version in self.official]
        if len(set(names)) < len(names):
            raise ValueError("two official versions have one name")
        if sum(version.law_until is None for version in self.official) > 1:
            raise ValueError("more than one official version is current")
        return self

    @property
    def misprinted(self) -> dict[str, str]:
        """Numbers that the current official print gives wrongly, and what it gives instead.

        Their words stay in the text as printed, and are never searched, shown or counted as held:
        they are not what the law says.
        """
        current = (version for version in self.official if version.law_until is None)
        return next((version.misprinted for version in current), {})

    def changes_of(self, path: str) -> tuple[ChangeAt, ...]:
        """Return the changes of that provision, of what contains it and of what it contains."""
        place = parse_path(path)
        return tuple(
            ChangeAt(one, told, change)
            for change in self.changes
            for one, told in change.provisions.items()
            if parse_path(one).contains(place) or place.contains(parse_path(one))
        )

    def commencement_of(self, number: str) -> CommencementPeriod | None:
        """Return when the provision of that number came into force, if the registry states it.

        A law without periods came into force as a whole.
        """
        for period in self.commencement:
            if number in expand_numbers(period.provisions):
                return period
        if self.commencement or self.effective_date is None:
            return None
        return CommencementPeriod(provisions=number, date=self.effective_date)


def expand_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers of a list: '3-5, 40, 18A' -> ('3', '4', '5', '40', '18A').

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

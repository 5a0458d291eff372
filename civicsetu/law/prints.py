"""The print of a law's official text: its layout, the source of its file, and when it was the law."""

from __future__ import annotations

import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

NOT_REVIEWED = "This text was read from a file that is not the print we reviewed."
"""Said wherever such a text is shown: nobody has compared its words with what was reviewed."""


class PageLayout(BaseModel):
    """Layout of a page of an Act's Gazette, in points from its top left corner."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    head_above: float = Field(gt=0, description="Running heads end above this height.")
    body_left: float = Field(gt=0, description="Margin notes on the left end before this.")
    body_right: float = Field(gt=0, description="Margin notes on the right begin after this.")
    margin_size: float = Field(gt=0, description="Margin notes are at most this many points high.")


class TextStyle(StrEnum):
    """Style in which a text file prints a law."""

    CONSOLIDATED = "consolidated"
    RULES = "rules"


class Correction(BaseModel):
    """Letters that character recognition misread; `printed` stands once in the file.

    Of pages whose letters are recognised here `printed` may stand nowhere: another version of
    the program may read rightly what this one misreads. It never stands twice.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    printed: str = Field(min_length=2)
    read: str
    reason: str = Field(min_length=4)
    page: int | None = Field(None, ge=1, description="The page it is on, where others print the same.")


class SourceKind(StrEnum):
    """Kind of address a file comes from: the authority's own, or somebody's copy."""

    OFFICIAL = "official"
    MIRROR = "mirror"


class Source(BaseModel):
    """An address a version's file can be fetched from; a mirror is named in citations."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str = Field(pattern=r"^https?://[^\s/]+")
    kind: SourceKind = SourceKind.OFFICIAL
    note: str = ""


class RulesLayout(BaseModel):
    """Layout of a set of rules in a PDF, with the parts of a page that are no law; points from the top left corner."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pages: str = Field(
        "",
        pattern=r"^(\d{1,4}(-\d{1,4})?)?$",
        description="Pages of the file that are read, as '42-80'; empty: all of them.",
    )
    begins: str = Field(
        min_length=2, description="Beginning of the first line of the law on the first of them."
    )
    head_above: float = Field(0, ge=0, description="Running heads end above this height.")
    foot_below: float = Field(5000, gt=0, description="Page numbers at the foot begin below this height.")
    body_left: float = Field(0, ge=0, description="What ends before this is margin.")
    body_right: float = Field(5000, gt=0, description="What begins after this is margin.")
    annexes: str = Field(
        "", description="Pages of forms, schedules and annexures, as '57-80'; empty: not read."
    )
    annexes_end: str = Field("", description="Beginning of the first line after them: signature, imprint.")
    recognise: bool = Field(False, description="The pages are pictures; their letters are recognised.")

    @property
    def page_numbers(self) -> range:
        """The pages that are read, counted from 1; so many as any file has where none are named."""
        first, _, last = self.pages.partition("-")
        if self.annexes:
            last = self.annexes.partition("-")[2] or self.annexes
        return range(int(first), int(last or first) + 1) if first else range(1, 5000)


class OfficialVersion(BaseModel):
    """One version of a law's official text: its file, and the time it was the law.

    Without `law_until` it is the law as far as the file's date goes; with it, it is history.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z][a-z_]{2,30}$")
    label: str = Field(max_length=60, description="What the page calls it, as 'As enacted in 2016'.")
    filename: str
    layout: PageLayout | None = Field(None, description="Of a PDF of an Act, headings in its margin.")
    rules: RulesLayout | None = Field(None, description="Of a PDF of rules, headings in the text.")
    style: TextStyle = Field(TextStyle.CONSOLIDATED, description="Of a text file.")
    ends_before: str = Field("", description="Beginning of the first line after the law: forms, schedules.")
    corrections: tuple[Correction, ...] = Field(
        (), description="Of the shipped registry they stand in files of their own, one a document."
    )
    text_as_of: datetime.date | None = Field(None, description="Up to when changes are in it.")
    law_from: datetime.date | None = None
    law_until: datetime.date | None = None
    url: str = ""
    misprinted: dict[str, str] = Field(
        default_factory=dict,
        description="Number of a provision whose words the print gives wrongly, and what it gives instead.",
    )
    sources: tuple[Source, ...] = Field(
        (), description="Where the file is fetched from, tried in this order."
    )
    sha256: str = Field("", pattern=r"^([0-9a-f]{64})?$", description="Of the file that was reviewed.")
    note: str = ""

    def is_reviewed(self, sha256: str) -> bool | None:
        """Return whether a file of that checksum is the reviewed print; None if none was reviewed."""
        return sha256 == self.sha256 if self.sha256 else None

"""The numbers by which two sentences are compared; `answer_hash` names them.

A sentence is read as marks: parties, modals, numbers, words, and small words between them. How much what stands
around a mark counts falls with its distance d as 1 / (1 + slope * (d - 1)), so that the nearest counts 1.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ClaimThresholds(BaseModel):
    """Reaches, slopes and shares by which places of a text are compared with places of the law."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reach: float = Field(14.0, description="Distance from a mark up to which others are its surroundings.")
    small_word: float = Field(0.2, description="What a small word adds to a distance, against 1 for any other.")
    slope: float = Field(0.15, description="Slope of what stands around a mark.")
    bound_slope: float = Field(0.6, description="The same around must and may: what is bound stands close to the word that binds.")
    party_slope: float = Field(0.35, description="The same around a party.")
    role_weight: float = Field(1.0, description="What the part of a mark in its sentence counts, against 1 for the nearest word.")
    other_role: float = Field(0.65, description="What is left of a likeness where one acts and the other is acted upon.")
    comma_marks: int = Field(60, description="Marks behind a comma among which the one that closes it is sought.")
    above: float = Field(
        0.6, description="Weight of what stands above a provision: ours repeats it less often than its own words."
    )
    referred: float = Field(0.5, description="Weight of a provision referred to or cited beside.")
    party_margin: float = Field(1.15, description="Times that another party must fit better to be the one meant.")
    payer_reach: int = Field(5, description="Marks between who pays, the paying and who is paid.")
    supported: float = Field(
        0.1, description="Share of a paragraph's words, by weight, that the law must have for it not to be an addition."
    )
    contradiction_words: int = Field(6, description="Words from which two sentences are compared for a contradiction.")
    copied_words: int = Field(8, description="Words in a row that are a copy of the official text.")
    fact_words: int = Field(
        4, description='Words of a clause that says a thing is so; "fined, or both" goes on with what was said before.'
    )
    bound_chars: int = Field(60, description='Characters before an amount that are read for its bound: "not more than".')
    joined_words: int = Field(3, description='Small words at most between two names that are joined: "or the", "to a".')
    joint_words: int = Field(3, description="Words on each side of the law's and or or that are compared with ours.")
    joint_reach: int = Field(
        3, description="Words off, both sides together, at which the law still joins what ours joins."
    )
    joint_apart: int = Field(99, description="What counts as the distance where it does not join it at all.")
    denied_ahead: int = Field(4, description="Words behind a not of the law that it may be about.")
    denied_back: int = Field(2, description="Words before it.")
    otherwise_denied_ahead: int = Field(8, description='The same behind what denies without a not: "without", "unless".')
    otherwise_denied_back: int = Field(6, description="And before it.")
    our_denied_ahead: int = Field(4, description="Words behind a denial of ours that it is about.")
    our_denied_back: int = Field(4, description="Words before it, where none stands behind.")
    our_denied_beside: int = Field(1, description="Words before it, where some do.")
    allowed_words: int = Field(4, description="Words behind a modal beyond which none is compared for a limit that allows.")
    allowed_slope: float = Field(0.5, description="Slope of what stands behind it.")
    modal_words: int = Field(8, description="Words on each side of a modal beyond which none is compared.")
    modal_slope: float = Field(0.3, description="Slope of what stands around it.")
    modal_before: float = Field(0.7, description="What stands before it counts, against 1 for what follows.")


CLAIMS = ClaimThresholds()

"""The body of a question, and how it becomes a `Question` of the service."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt

from civicsetu.answering.question import LowConfidence

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOST_FACTS = 20
JURISDICTION = r"^[A-Z_]{2,40}$"
"""How the code of a jurisdiction is written."""
DOCUMENT = r"^[a-z0-9_]{1,80}$"
"""How the key of a document is written."""


def _written_as_day(told: object) -> object:
    """Numbers would be read as seconds since 1970."""
    if isinstance(told, str) and _DAY.fullmatch(told):
        return told
    raise ValueError("A day is written as 2017-05-01.")


Day = Annotated[date, BeforeValidator(_written_as_day, json_schema_input_type=date)]
"""A day, written as 2017-05-01 and in no other way."""
Jurisdiction = Annotated[str, Field(pattern=JURISDICTION, examples=["KARNATAKA"])]
"""CENTRAL or a state, by the code of GET /api/v1/jurisdictions."""


class QuestionFields(BaseModel):
    """Fields of every question besides its words; the settings decide what is left out."""

    model_config = ConfigDict(extra="forbid")

    jurisdiction: Jurisdiction | None = Field(None, description="CENTRAL or the state asked about, as KARNATAKA.")
    as_on: Day | None = Field(
        None, description="Answer by the law of this day; without one, of the day that the question names or its conversation is about."
    )
    facts: dict[str, str] = Field(
        default_factory=dict, max_length=_MOST_FACTS, examples=[{"party": "allottee", "stage": "booked"}],
        description="What is known of the asker, by name; an unknown name or value is refused, and the message lists those there are. "
        "A conversation keeps them, but for the state, which it goes on with until another is named or chosen; "
        "one given anew replaces that of its name, and an empty value takes it back.",
    )  # fmt: skip
    conversation: UUID | None = Field(
        None, description="Go on from this conversation of yours, with the facts it keeps; without one, a token begins a new one."
    )
    by_model: StrictBool = Field(True, description="False: no language model writes, and nothing leaves the server.")
    strict_extractive: StrictBool | None = Field(None, description="Statements and sentences of the law alone.")
    require_hard_citations: StrictBool | None = Field(
        None, description="Give no written answer of which a sentence fell."
    )
    enable_claims: StrictBool | None = Field(
        None, description="False: check what a model writes by rules alone, without a second opinion."
    )
    low_confidence_behavior: LowConfidence | None = Field(
        None, description="What to do where a written answer falls: give the statements, ask back, or decline."
    )
    top_k: StrictInt | None = Field(
        None, ge=1, le=100, description="Show at most so many of the provisions it was made from; the answer stays the same."
    )
    min_score: float | None = Field(
        None, ge=0, le=10, strict=True, allow_inf_nan=False, description="Show only those that score as much."
    )
    include_content: StrictBool = Field(False, description="Show the text of each provision it was made from.")
    include_document: StrictBool = Field(False, description="Show the law each of them is in.")
    debug: StrictBool = Field(False, description="Show how the answer came to be.")


class QuestionBody(QuestionFields):
    """A question in the asker's own words."""

    question: str = Field(
        min_length=1, max_length=20_000, examples=["My builder is late with possession. What can I do?"],
        description="In any words; several questions of one post are answered one by one.",
    )  # fmt: skip

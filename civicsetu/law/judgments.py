"""A verdict on something an answer says, with what it rests on; one row each.

The verifier makes one for each sentence a model wrote, shown or dropped; validators of whole answers make
theirs in the same shape, so that one table tells why an answer reads as it does.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field


class Judgment(BaseModel):
    """Judgment of an answer or sentence: its criterion, its judge, and the result.

    `sentence` is the index of the sentence in the answer, None for one that is not shown and for the answer
    as a whole. `evidence` holds what the verdict rests on, as JSON: the sentence's text, its mark and part,
    the provisions and words cited, the doubts with their reasons.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    criterion: str = Field(min_length=1, description="What was looked at: `written_sentence`, …")
    judge: str = Field(min_length=1, description="`rules`, the model whose opinion decided, or `person:NAME`.")
    passed: bool
    score: float = Field(ge=0, le=1)
    sentence: int | None = Field(None, ge=0)
    evidence: Mapping[str, object] = Field(default_factory=dict)

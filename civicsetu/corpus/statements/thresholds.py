"""The numbers by which the questions of statements and silences are read; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class StatementThresholds(BaseModel):
    """What counts of the questions that people ask of a statement or of a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    likeliest_leads: int = Field(
        2, description="Statements of a question that count as what it asks for: its first reader named the best first."
    )
    least_questions: int = Field(5, description="Questions that a silence is known by, at least.")


STATEMENTS = StatementThresholds()

"""The numbers by which a model's reading of a question, or plan for it, is asked for and believed; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class UnderstandingThresholds(BaseModel):
    """Limits on the input and output of a reading or plan, and the share of a reading in the person's own words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reply_tokens: int = Field(1_200, description="Tokens of a reading.")
    earlier_questions: int = Field(3, description="Questions before this one that are told.")
    question_chars: int = Field(400, description="Characters told of each.")
    parts: int = Field(12, description="Parts that a reading may have.")
    facts: int = Field(20, description="Facts that it may have.")
    part_chars: int = Field(2_000, description="Characters of a part as it was copied.")
    standalone_chars: int = Field(600, description="Characters of a part put so that it stands alone.")
    copied_share: float = Field(0.8, description="Share of a part's words that must stand in the text.")
    kept_share: float = Field(0.34, description="How much of a question that the rules found the parts must hold.")
    telling_letters: int = Field(4, description="Letters of a word by which that is told; shorter ones stand in any question.")
    plan_tokens: int = Field(800, description="Tokens of a plan of further steps.")
    plan_steps: int = Field(12, description="Steps that a plan may have.")
    plan_shown: int = Field(3, description="Provisions found for a part that are told.")
    plan_question_chars: int = Field(600, description="Characters told of a part that steps are planned for.")


UNDERSTANDING = UnderstandingThresholds()

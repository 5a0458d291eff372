"""The numbers by which further steps are planned; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class PlanningThresholds(BaseModel):
    """Limits on the evidence a rule looks at, and on how much of what it points to is opened."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least_covered: float = Field(1 / 3, description="Share of the words asked from which a part has its evidence.")
    term_words: int = Field(4, description="Words of the longest term whose definition is looked up.")
    best: int = Field(2, description="Provisions found, the best first, whose references are opened.")
    openings: int = Field(3, description="Provisions that one provision found has opened by a rule.")
    target_chars: int = Field(120, description="Characters of what a step is of, as the plan shows it.")
    opened_units: int = Field(2, description="Units that are opened of a provision; a longer one is not referred to whole.")


PLANNING = PlanningThresholds()

"""What the planner did for one question, as data: part of an answer, the same whoever planned.

`AgenticMetrics` stands in every answer; `PlannerTrace` only where it was asked for.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Strategy(StrEnum):
    """Strategy of planning: by rules, by a chat model, or none."""

    RULES = "rules"
    MODEL = "model"
    OFF = "off"


class Tool(StrEnum):
    """Tool that a step of a plan calls."""

    SEARCH_WITHIN = "search_within"
    OPEN_SECTION = "open_section"
    EXPAND = "expand"
    QUOTE_SPANS = "quote_spans"


class Ending(StrEnum):
    """Reason why the planner stopped.

    `evidence`: every part has what the plan looks for; `nothing_left`: not every part has, and no step is left
    that could find it; the others name the part of the budget that was spent.
    """

    EVIDENCE = "evidence"
    NOTHING_LEFT = "nothing_left"
    CALLS = "calls"
    TOKENS = "tokens"
    TIME = "time"
    OFF = "off"


class ToolCall(_Frozen):
    """One tool called: for which part (from 1), with what, why, and what came of it."""

    part: int = Field(ge=1)
    tool: Tool
    target: str = Field(max_length=200, description="What was searched for or opened, shortened.")
    why: str = Field(max_length=200)
    found: int = Field(0, ge=0, description="Provisions or passages returned.")
    new: int = Field(0, ge=0, description="Of these, added to what the part is answered from.")
    tokens: int = Field(0, ge=0, description="Tokens of four characters returned.")
    ms: float = Field(0.0, ge=0)


class PlannerTrace(_Frozen):
    """All tools called for one question, in order."""

    strategy: Strategy
    ended: Ending
    calls: tuple[ToolCall, ...] = ()


class AgenticMetrics(_Frozen):
    """Measures of how well the evidence gathered covers the question, and of the cost of gathering it.

    `coverage` is the share of the words asked that the provisions gathered have; `uniqueness` the share of
    these provisions that no other part has, too; `redundancy` how far their texts repeat one another. All 0 to 1; of a
    question for which nothing was searched 0.
    """

    strategy: Strategy = Strategy.OFF
    ended: Ending = Ending.OFF
    coverage: float = Field(0.0, ge=0, le=1)
    uniqueness: float = Field(0.0, ge=0, le=1)
    redundancy: float = Field(0.0, ge=0, le=1)
    calls: int = Field(0, ge=0)
    tokens: int = Field(0, ge=0)
    ms: float = Field(0.0, ge=0)
    max_calls: int = Field(0, ge=0)
    max_tokens: int = Field(0, ge=0)
    max_ms: int = Field(0, ge=0)

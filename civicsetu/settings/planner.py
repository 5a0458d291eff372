"""Settings of the planner: whether it looks further than one search, by which rules, and what that may take."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from civicsetu.settings.group import SettingsGroup

PlannerRule = Literal["asked_alone", "references", "state_rules", "section_begins", "beside", "defined_words"]

_ON: list[PlannerRule] = ["references", "section_begins", "state_rules", "beside"]


def _is_a_list_of_rules(rules: list[PlannerRule]) -> list[PlannerRule]:
    if len(set(rules)) < len(rules):
        raise ValueError("a rule stands in it twice")
    return rules


class PlannerSettings(SettingsGroup):
    """Further look-ups for a post with several questions, beyond the search of each."""

    strategy: Literal["rules", "model", "off"] = Field(
        "rules",
        description="Who plans the further steps: rules, the fast chat model (the rules where none is configured), or nobody.",
    )
    rules: Annotated[list[PlannerRule], AfterValidator(_is_a_list_of_rules)] = Field(
        default_factory=_ON.copy,
        description="Rules that plan, in order; asked_alone and defined_words, too, were measured and found little.",
    )
    added: int = Field(
        2, ge=0, le=10, description="Provisions that searches, and as many that look-ups, may add to a part of a post."
    )
    max_calls: int = Field(32, ge=0, le=200, description="Tools called for one question; 0: none.")
    max_tokens: int = Field(
        16_000, ge=0, le=1_000_000, description="Tokens of four characters that tools may return for one question."
    )
    max_ms: int = Field(1000, ge=1, le=60_000, description="Milliseconds of all further steps of one question together.")
    model_s: float = Field(
        3.0, gt=0, le=60, description="Seconds the chat model may take to plan, before the rules plan in its place."
    )

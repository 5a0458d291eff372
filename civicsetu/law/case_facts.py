"""Case facts: what is true of the asker, from closed lists. `unknown` is never a value and never "no"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, model_validator


class CaseFactType(StrEnum):
    """Type of a fact's values: a closed list of its own, or the jurisdictions of the registry."""

    CHOICE = "choice"
    JURISDICTION = "jurisdiction"


class CaseFactDefinition(BaseModel):
    """Definition of a case fact: its type, its possible values and its label in plain words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: CaseFactType
    values: tuple[str, ...] = ()
    label: str = Field(min_length=3)

    @model_validator(mode="after")
    def _has_its_values(self) -> CaseFactDefinition:
        if (self.type is CaseFactType.CHOICE) != bool(self.values):
            raise ValueError("a choice lists its values, and only a choice does")
        if len(set(self.values)) < len(self.values):
            raise ValueError("a value stands twice")
        if "unknown" in self.values:
            raise ValueError("unknown is no value: a fact that is not known has none")
        return self


class CaseFacts(BaseModel):
    """The closed list of case facts, by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    facts: dict[str, CaseFactDefinition] = Field(min_length=1)

    def find_unknown(self, facets: Mapping[str, Iterable[str]]) -> str:
        """Return what is wrong with those facets, in words; empty where every fact and value is of the list.

        A state is no facet: which state a statement is law of follows from its document.
        """
        for name, values in facets.items():
            fact = self.facts.get(name)
            choices = [one for one, known in self.facts.items() if known.type is CaseFactType.CHOICE]
            if fact is None or fact.type is not CaseFactType.CHOICE:
                return f"{name!r} is no facet; the facets are {', '.join(choices)}"
            unknown = [value for value in values if value not in fact.values]
            if unknown:
                return f"{unknown[0]!r} is no value of {name}; its values are {', '.join(fact.values)}"
        return ""

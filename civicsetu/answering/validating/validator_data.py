"""What a validator lets pass, and what each role of an asker may be shown: data beside this file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from civicsetu.errors import InputError
from civicsetu.law.documents import CENTRAL, Visibility
from civicsetu.yaml_data import load, report_errors

_ROOM = "civicsetu.answering.validating"
_CITIZEN = "citizen"


class ValidatorThresholds(BaseModel):
    """Thresholds that one answer must reach; those of a run stand in its gate file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    relevance_at: int = Field(ge=1, description="How many provisions found are compared with the question.")
    relevance: float = Field(ge=0, le=1, description="Share of the question's words they must have.")
    fresh_days: int = Field(ge=1, description="Days after which a law was compared too long ago.")
    fresh: float = Field(ge=0, le=1, description="Share of the laws cited that must be fresh.")
    grounded: float = Field(ge=0, le=1, description="Share of claims that must be grounded.")
    hallucinated: float = Field(ge=0, le=1, description="Share of claims that may be contradicted.")


class LawScope(StrEnum):
    """Scope of the law shown: central law, that of the states asked about, or that of every state."""

    CENTRAL = "central"
    ASKED = "asked"
    ALL = "all"


class Role(BaseModel):
    """Role of the asker: the visibilities and scopes of law they may be shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sees: frozenset[Visibility]
    scopes: frozenset[LawScope]

    def may_be_told(self, jurisdiction: str, asked_of: Collection[str]) -> bool:
        """Return whether law of a jurisdiction may be shown to this role, whose question was of those jurisdictions.

        The rules of another state are no law of the asker's: a fee or a period of theirs would mislead.
        """
        if LawScope.ALL in self.scopes:
            return True
        if jurisdiction == CENTRAL:
            return LawScope.CENTRAL in self.scopes
        return LawScope.ASKED in self.scopes and jurisdiction in asked_of


@lru_cache(maxsize=1)
def get_thresholds() -> ValidatorThresholds:
    """Return the thresholds that ship; raises CorpusError where their file is wrong."""
    with report_errors("validators.yaml"):
        return ValidatorThresholds.model_validate(load(_read("validators.yaml")))


@lru_cache(maxsize=1)
def get_roles() -> Mapping[str, Role]:
    """Return the roles that ship, by name; raises CorpusError where their file is wrong."""
    with report_errors("roles.yaml"):
        return TypeAdapter(dict[str, Role]).validate_python(load(_read("roles.yaml")))


def get_role(name: str) -> Role:
    """Return a role by its name.

    Raises:
        InputError: there is no such role.
    """
    found = get_roles().get(name)
    if found is None:
        raise InputError(user_message=f"There is no role {name!r}; the roles are {', '.join(get_roles())}.")
    return found


def get_citizen() -> Role:
    """Return the role of who asks on the page and over the API."""
    return get_role(_CITIZEN)


def _read(file: str) -> str:
    return files(_ROOM).joinpath(file).read_text("utf-8")

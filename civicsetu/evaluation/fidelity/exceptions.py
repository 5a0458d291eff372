"""Differences that were looked at and are none: few, each with its reason, each still needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, field_validator

from civicsetu.claims.pair import FactKind, Finding
from civicsetu.law.paths import parse_path
from civicsetu.yaml_data import load, report_errors


class Excepted(BaseModel):
    """One finding that is right as it stands: its provision, its kind, the fact as the finding names it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provision: str
    kind: FactKind
    fact: str = Field(min_length=1)
    reason: str = Field(min_length=20)

    @field_validator("provision")
    @classmethod
    def _is_a_path(cls, value: str) -> str:
        parse_path(value)
        return value

    def covers(self, finding: Finding) -> bool:
        return (str(finding.path), finding.kind, finding.fact) == (self.provision, self.kind, self.fact)


def parse_exceptions(text: str, key: str) -> tuple[Excepted, ...]:
    """Read a file of exceptions: a list of {provision, kind, fact, reason}.

    Raises:
        CorpusError: not such a list, an unknown field or kind, no reason, one given twice.
    """
    with report_errors(f"The exceptions of {key} cannot be used"):
        raw = load(text) or []
        if not isinstance(raw, list):
            raise ValueError("a list is expected")
        found = tuple(Excepted.model_validate(entry) for entry in raw)
        named = [(one.provision, one.kind, one.fact) for one in found]
        twice = next((one for one in named if named.count(one) > 1), None)
        if twice is not None:
            raise ValueError(f"{twice[0]}, {twice[2]} stands twice")
    return found


def read_exceptions(key: str) -> tuple[Excepted, ...]:
    """Return those that ship beside the restatement; none where there is no file."""
    resource = files("civicsetu.corpus.data").joinpath("starter", f"{key}.exceptions.yaml")
    return parse_exceptions(resource.read_text("utf-8"), key) if resource.is_file() else ()


def apply_exceptions(
    findings: Sequence[Finding], exceptions: Sequence[Excepted]
) -> tuple[tuple[Finding, ...], tuple[Excepted, ...], tuple[Excepted, ...]]:
    """Return findings that no exception covers, exceptions used, exceptions that cover nothing."""
    used = tuple(one for one in exceptions if any(one.covers(finding) for finding in findings))
    left = tuple(finding for finding in findings if not any(one.covers(finding) for one in used))
    return left, used, tuple(one for one in exceptions if one not in used)

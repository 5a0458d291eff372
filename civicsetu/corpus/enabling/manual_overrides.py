"""What readers judged of rules whose words do not say which section they carry out.

`data/enabling/<key>.yaml`, one entry a line, each with its reason:

    carries_out: {"17": {sections: [12, 18], reason: …}}   sections the words do not name
    not_for:     {"11": {sections: [6], reason: …}}        named, but not what the rule is made for
    general:     {"23": reason}                            made for the Act as a whole
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, field_validator

from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.yaml_data import load, report_errors


class Judgement(BaseModel):
    """Provisions of the Act, by path, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sections: tuple[str, ...] = Field(min_length=1)
    reason: str = Field(min_length=12)

    @field_validator("sections", mode="before")
    @classmethod
    def _paths(cls, given: list[object]) -> tuple[str, ...]:
        return tuple(str(parse_path(str(one))) for one in given)


class ManualOverrides(BaseModel):
    """The judgements on one document; empty where there are none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    carries_out: dict[str, Judgement] = {}
    not_for: dict[str, Judgement] = {}
    general: dict[str, str] = {}

    def list_additions(self, number: str) -> Iterator[tuple[ProvisionPath, str]]:
        """Yield what a reader says the rule carries out, with the reason."""
        decided = self.carries_out.get(number)
        for path in decided.sections if decided else ():
            yield parse_path(path), decided.reason if decided else ""

    def is_denied(self, number: str, target: ProvisionPath) -> bool:
        """Return True when a reader says that the rule is not made for that provision."""
        decided = self.not_for.get(number)
        return decided is not None and any(parse_path(path).contains(target) for path in decided.sections)

    def is_general(self, number: str) -> bool:
        return number in self.general


@lru_cache(maxsize=64)
def read_overrides(key: str) -> ManualOverrides:
    """Return the judgements that ship for a document.

    Raises:
        CorpusError: the file is malformed.
    """
    resource = files("civicsetu.corpus.data").joinpath("enabling", f"{key}.yaml")
    if not resource.is_file():
        return ManualOverrides()
    with report_errors(f"derivations/{key}.yaml cannot be read"):
        return ManualOverrides.model_validate(load(resource.read_text("utf-8")))

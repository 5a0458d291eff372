"""Where a restatement comes from when no official file of the law was at hand.

A provision may then hold only what two independent public sources agree on.
`starter/<key>.sources.yaml` names them, provision by provision, with the day each was read
and the SHA-256 of the words relied on; copies of one upload are one origin and count once.
"""

from __future__ import annotations

import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from civicsetu.yaml_data import load, report_errors

AGREEING = 2
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class PublicSource(BaseModel):
    """A public page; `origin` is who typed or published its text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    address: str = Field(pattern=r"^https?://[^\s/]+")
    title: str = Field(min_length=3)
    origin: str = Field(min_length=2)
    read: datetime.date


class PublicSources(BaseModel):
    """All sources of one restatement; `provisions` gives the digest of each excerpt by number and source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: dict[str, PublicSource]
    provisions: dict[str, dict[str, Digest]]
    not_held: dict[str, str] = Field(default_factory=dict, description="Number to why it is left out.")

    @model_validator(mode="after")
    def _agreed(self) -> Self:
        for number, excerpts in self.provisions.items():
            unknown = set(excerpts) - set(self.sources)
            if unknown:
                raise ValueError(f"{number}: no source is named {', '.join(sorted(unknown))}")
            if len({self.sources[name].origin for name in excerpts}) < AGREEING:
                raise ValueError(f"{number}: fewer than {AGREEING} independent sources")
        for number in set(self.provisions) & set(self.not_held):
            raise ValueError(f"{number}: held and not held")
        return self

    def get_sources(self, number: str) -> tuple[PublicSource, ...]:
        """Return the sources of the provision of that number; empty where it has an official one."""
        return tuple(self.sources[name] for name in self.provisions.get(number, ()))


NONE = PublicSources(sources={}, provisions={})


@lru_cache(maxsize=64)
def read_public_sources(key: str) -> PublicSources:
    """Return the sources of a document's restatement; `NONE` where it was made from an official text.

    Raises:
        CorpusError: the file is malformed, or a provision lacks a second independent source.
    """
    resource = files("civicsetu.corpus.data").joinpath("starter", f"{key}.sources.yaml")
    if not resource.is_file():
        return NONE
    return parse_public_sources(key, resource.read_text("utf-8"))


def parse_public_sources(key: str, text: str) -> PublicSources:
    """Read a file of sources; raises CorpusError as `read_public_sources` does."""
    with report_errors(f"The sources of the restatement of {key} cannot be used"):
        return PublicSources.model_validate(load(text))

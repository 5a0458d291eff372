"""The rows that are scored: questions by group, each with a reference written from the law."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.golden_set import Written
from civicsetu.yaml_data import describe_error, load

MULTI = "MULTI"


class RagasRow(BaseModel):
    """One question of a jurisdiction, or of several (`MULTI`); `reference` is shown to the judge alone, and restates the provisions of `from`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9-]+$")
    group: str
    jurisdiction: str | None = None
    restates: tuple[Written, ...] = Field(alias="from", min_length=1)
    question: str = Field(min_length=3)
    reference: str = Field(min_length=1)


def load_rows(path: Path, registry: Registry) -> list[RagasRow]:
    """Read the rows.

    Raises:
        InputError: the file cannot be read, holds no row, one twice, or one that is wrong.
    """
    try:
        rows = TypeAdapter(list[RagasRow]).validate_python(load(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(user_message=f"{path} cannot be read.") from error
    except (ValidationError, ValueError, yaml.YAMLError) as error:
        raise InputError(user_message=f"{path.name} is wrong: {describe_error(error).rstrip('.')}.") from error
    if not rows:
        raise InputError(user_message=f"{path.name} holds no row.")
    twice = [name for name, count in Counter(row.id for row in rows).items() if count > 1]
    unknown = [str(place) for row in rows for place in row.restates if place.document not in registry.documents]
    groups = [row.group for row in rows if row.group not in {*registry.jurisdictions, MULTI}]
    if twice or unknown or groups:
        wrong = f"{twice[0]} stands twice" if twice else f"{(unknown or groups)[0]} is not in the registry"
        raise InputError(user_message=f"{path.name} is wrong: {wrong}.")
    return rows

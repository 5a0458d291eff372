"""The golden set: questions, and the provisions without which their answers are wrong or incomplete.

Rows stand in `eval/golden/tune/*.yaml` and `eval/golden/check/*.yaml`, a list of rows a file;
the fields are those of ADR 0008. Everything about a row that can be wrong without looking
into the law held is refused when it is read, by file and id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.must_state import Fact
from civicsetu.evaluation.golden.row_kinds import Half, RowKind, RowLanguage, Style, Unanswerable
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.query.asking import AskedKind
from civicsetu.yaml_data import describe_error, load


@dataclass(frozen=True, slots=True, order=True)
class GoldProvision:
    """A provision of a document, written `rera_act_2016 18(1)(a)`."""

    document: str
    path: ProvisionPath

    def __str__(self) -> str:
        return f"{self.document} {self.path}"

    def overlaps(self, other: GoldProvision) -> bool:
        """Return True when both are of one document and one holds the other."""
        return self.document == other.document and (
            self.path.contains(other.path) or other.path.contains(self.path)
        )


def parse_place(text: object) -> GoldProvision:
    """Read a place back from its written form.

    Raises:
        ValueError: it is not a document's key, one space and a path.
    """
    if isinstance(text, GoldProvision):
        return text
    document, space, path = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not (document and space):
        raise ValueError(f"not a document and the path of a provision: {text!r}")
    return GoldProvision(document, parse_path(path))


Written = Annotated[GoldProvision, BeforeValidator(parse_place), PlainSerializer(str, return_type=str)]


class PostPart(BaseModel):
    """One of several things asked in a post: answered from its gold, or left to another law and said so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asks: str = Field(min_length=2, description="What is asked, in few words.")
    kind: Literal["answer", "abstain"]
    gold: tuple[Written, ...] = ()
    also: tuple[Written, ...] = ()
    abstain: Unanswerable | None = Field(None, description="Why this part may not be answered.")

    @model_validator(mode="after")
    def _one_aim(self) -> Self:
        if bool(self.gold) != (self.kind == "answer"):
            raise ValueError("a part of kind answer has gold, and one of kind abstain has none")
        if (self.abstain is not None) != (self.kind == "abstain"):
            raise ValueError("a part of kind abstain says why, and one of kind answer does not")
        return self


class GoldenRow(BaseModel):
    """One question; with `gold` it must be answered from there, with `abstain` not at all."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    question: str = Field(min_length=2, max_length=12_000, description="What is typed last.")
    turns: tuple[str, ...] = Field((), description="What was asked before it, in order.")
    standalone: str | None = Field(None, min_length=2, description="A follow-up, asked by itself.")
    jurisdiction: str | None = Field(None, description="The state chosen on the page.")
    language: RowLanguage
    style: Style
    type: RowKind
    gold: tuple[Written, ...] = ()
    also: tuple[Written, ...] = Field((), description="Belongs to the answer without being needed.")
    contains: tuple[str, ...] = Field((), description="Figures or terms of the gold provision's text.")
    asks: AskedKind | None = Field(None, description="What kind of thing is asked.")
    must_state: tuple[Fact, ...] = Field((), description="What a good answer states, from the law.")
    yes_or_no: Literal["yes", "no", "depends"] | None = Field(
        None, description="What the law says to a question that asks yes or no; written in quotes."
    )
    abstain: Unanswerable | None = None
    parts: tuple[PostPart, ...] = Field((), description="Of a post that asks several things: each by itself.")

    @model_validator(mode="after")
    def _one_aim(self) -> Self:
        if bool(self.gold) == (self.abstain is not None):
            raise ValueError("a row has either gold or abstain")
        if self.must_state and (self.asks is None or self.abstain is not None):
            raise ValueError("must_state belongs to a row that is answered and says what kind of thing it asks")
        if self.yes_or_no is not None and self.abstain is not None:
            raise ValueError("yes_or_no belongs to a row that is answered")
        if self.must_state and not any(fact.lead for fact in self.must_state):
            raise ValueError("one fact of must_state is the lead's")
        if len(self.parts) == 1:
            raise ValueError("a row has several parts or none")
        if self.parts and {place for part in self.parts for place in part.gold} != set(self.gold):
            raise ValueError("the gold of the parts together is not the gold of the row")
        if self.standalone and not self.turns:
            raise ValueError("standalone belongs to a row with turns")
        if not all(any(sign.isalnum() for sign in text) for text in (*self.turns, self.question)):
            raise ValueError("a question or turn has no words")
        return self


def load_golden(folder: Path, half: Half, registry: Registry) -> list[GoldenRow]:
    """Return the rows of a half, files by name and rows in their order.

    Raises:
        InputError: there are none, or one is wrong; the message names file and id. Ids are
            unique over both halves.
    """
    rows: list[GoldenRow] = []
    seen: dict[str, str] = {}
    for name in Half.ALL.folders:
        for file in sorted((folder / name).glob("*.yaml")):
            told = f"{name}/{file.name}"
            for row in read_rows(file, told, registry):
                if row.id in seen:
                    raise _wrong(told, row.id, f"the id stands in {seen[row.id]} already")
                seen[row.id] = told
                if name in half.folders:
                    rows.append(row)
    if not rows:
        message = f"There are no golden rows in {' or '.join(f'{folder}/{name}' for name in half.folders)}."
        raise InputError(user_message=message)
    return rows


def load_rows(folder: Path, registry: Registry) -> list[GoldenRow]:
    """Return the rows of the files right in a folder, files by name; none where there is no file.

    Raises:
        InputError: a row is wrong, or an id stands twice; the message names file and id.
    """
    rows: dict[str, GoldenRow] = {}
    for file in sorted(folder.glob("*.yaml")):
        for row in read_rows(file, file.name, registry):
            if row.id in rows:
                raise _wrong(file.name, row.id, "the id stands in another file already")
            rows[row.id] = row
    return list(rows.values())


def select_rows(
    rows: Iterable[GoldenRow],
    *,
    ids: Collection[str] | None = None,
    kind: RowKind | None = None,
    language: RowLanguage | None = None,
    limit: int | None = None,
    every: int = 1,
) -> list[GoldenRow]:
    """Select the named rows, of a type and a language, every `every`-th of them, at most `limit`.

    Raises:
        InputError: none is left.
    """
    left = [
        row
        for row in rows
        if (ids is None or row.id in ids)
        and (kind is None or row.type is kind)
        and (language is None or row.language is language)
    ][::every][:limit]
    if not left:
        raise InputError(user_message="No golden row fits that choice.")
    return left


def read_rows(file: Path, told: str, registry: Registry) -> Iterator[GoldenRow]:
    """Yield the rows of one file, in order; `told` is its name in messages. Raises InputError naming file and id."""
    try:
        raw = load(file.read_text("utf-8"))
    except (yaml.YAMLError, ValueError, OSError) as error:
        raise _wrong(told, _line(error), f"it cannot be read as YAML ({_reason(error)})") from error
    if not isinstance(raw, list):
        raise _wrong(told, "", "it is not a list of rows")
    for number, entry in enumerate(raw, start=1):
        yield _row(entry, told, f"row {number}", registry)


def _row(entry: object, told: str, number: str, registry: Registry) -> GoldenRow:
    name = str(entry["id"]) if isinstance(entry, dict) and entry.get("id") else number
    try:
        row = GoldenRow.model_validate(entry)
    except ValidationError as error:
        raise _wrong(told, name, describe_error(error)) from error
    for place in (*row.gold, *row.also, *(place for part in row.parts for place in part.also)):
        if place.document not in registry.documents:
            raise _wrong(told, name, f"{place.document} is not in the registry")
    if row.jurisdiction is not None and row.jurisdiction not in registry.jurisdictions:
        raise _wrong(told, name, f"there is no jurisdiction {row.jurisdiction}")
    return row


def _line(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"line {mark.line + 1}" if mark is not None else ""


def _reason(error: Exception) -> str:
    """The parser's own words on what is wrong, without the excerpt it prints."""
    return str(getattr(error, "problem", None) or describe_error(error))


def _wrong(told: str, name: str, why: str) -> InputError:
    return InputError(user_message=f"{told}{', ' + name if name else ''}: {why.rstrip('.')}.")

"""Rules by which a statement gives a yes or a no, read from the files that ship."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from civicsetu.claims.numbers import find_amounts
from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.statements.catalogue import StatementCatalogue, get_statements
from civicsetu.law.statements import Statement
from civicsetu.law.yes_no_rules import (
    AmountBound,
    FigureRelation,
    PolarKind,
    SetByStatement,
    YesNoCase,
    YesNoCondition,
    YesNoRule,
)
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.yaml_data import FieldError, make_file_error, parse_model

FOLDER = "yes_or_no"
OPENINGS = ("Yes", "No", "Not", "Only")
_RESTRICTING = ("Not", "Only")
_JOINING = "if it unless where without"
"""Words that tie a condition to a yes or no; all its other words are the statement's own."""
_NAMED = re.compile(r"\{([a-z_]+)\}")


class _Entry(BaseModel):
    """One rule as it is written; {name} in a pattern stands for the words of that name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
    statements: tuple[str, ...] = Field(min_length=1)
    asks: tuple[PolarKind, ...] = Field(min_length=1)
    who: str = ""
    all: tuple[str, ...] = Field(min_length=2)
    none: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    amount: Mapping[FigureRelation, str] = Field(default_factory=dict, max_length=1)
    alone: bool = False
    says: str

    @model_validator(mode="after")
    def _opens_plainly(self) -> _Entry:
        _check_opening(self.says)
        return self


class _Condition(BaseModel):
    """One condition as it is written: the statements that set it, who may do it on that condition, and the words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    statements: tuple[str, ...] = Field(min_length=1)
    acts: tuple[Literal["builder", "asker"], ...] = Field(min_length=1)
    none: tuple[str, ...] = ()
    says: str

    @model_validator(mode="after")
    def _is_a_condition(self) -> _Condition:
        _check_opening(self.says)
        if self.says.partition(" ")[0] not in _RESTRICTING:
            raise ValueError(f"says begins with {' or '.join(_RESTRICTING)}: a yes or no depends on the words of a question")
        return self


class _Case(BaseModel):
    """One case as it is written: the statements that settle it, the facts it needs, the forms of question, and the words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    statements: tuple[str, ...] = Field(min_length=1)
    facts: Mapping[str, str] = Field(min_length=1)
    asks: tuple[PolarKind, ...] = Field(min_length=1)
    all: tuple[str, ...] = Field(min_length=1)
    unasked: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    says: Literal["Yes.", "No."]


def _check_opening(says: str) -> None:
    """Raise ValueError unless the words before a statement open as a yes or no does, and are one sentence."""
    if not re.fullmatch(rf"(?:{'|'.join(OPENINGS)})\b[^.]*\.", says):
        raise ValueError(f"says begins with one of {', '.join(OPENINGS)} and ends with the one full stop")


class _File(BaseModel):
    """One file: words by name, those with which no rule fits, those that change nothing, how a question
    begins with who acts, the rules of one law, and the conditions and cases that its statements settle."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    law: str
    words: Mapping[str, str] = Field(default_factory=dict)
    none: tuple[str, ...] = ()
    plain: str = ""
    acts: str = ""
    rules: tuple[_Entry, ...] = Field(min_length=1)
    conditions: tuple[_Condition, ...] = ()
    cases: tuple[_Case, ...] = ()


@lru_cache(maxsize=1)
def get_yes_no_rules() -> tuple[YesNoRule, ...]:
    """Return the rules that ship, read on first use.

    Raises:
        CorpusError: a file is wrong, or names a statement that there is not; file, line and field are named.
    """
    return load_yes_no_rules(read_texts(FOLDER), get_statements())


@lru_cache(maxsize=1)
def get_yes_no_conditions() -> Mapping[str, SetByStatement]:
    """Return the conditions and cases that ship, by the statement that settles each; raises as `get_yes_no_rules`."""
    return load_yes_no_conditions(read_texts(FOLDER), get_statements())


def load_yes_no_conditions(texts: Mapping[str, str], statements: StatementCatalogue) -> dict[str, SetByStatement]:
    """Read the conditions and cases of files by name.

    Raises:
        CorpusError: as `get_yes_no_rules`.
    """
    found: dict[str, SetByStatement] = {}
    for name, text in texts.items():
        told = f"{FOLDER}/{name}"
        content = parse_model(_File, text, told)
        entries: tuple[_Condition | _Case, ...] = (*content.conditions, *content.cases)
        for at, entry in enumerate(entries):
            group, place = ("conditions", at) if isinstance(entry, _Condition) else ("cases", at - len(content.conditions))
            try:
                settled = _settled(entry, content.words)
                for of in entry.statements:
                    if of in found:
                        raise FieldError(f"{of} has two conditions", "statements")
                    _check_words(entry.says, of, content.law, statements)
                    found[of] = settled
            except FieldError as error:
                raise make_file_error(FieldError(str(error), group, place, *error.place), text, told) from error
    return found


def _settled(entry: _Condition | _Case, words: Mapping[str, str]) -> SetByStatement:
    others = tuple(_compile(one, words, "none") for one in entry.none)
    if isinstance(entry, _Condition):
        return YesNoCondition(frozenset(entry.acts), entry.says, others)
    _check_facts(entry.facts)
    asked, unasked = (tuple(_compile(one, words, name) for one in of) for name, of in (("all", entry.all), ("unasked", entry.unasked)))
    return YesNoCase(entry.facts, frozenset(entry.asks), entry.says, asked, unasked, others)


def _check_facts(facts: Mapping[str, str]) -> None:
    if unknown := get_case_facts().find_unknown({name: (value,) for name, value in facts.items()}):
        raise FieldError(unknown, "facts")


def load_yes_no_rules(texts: Mapping[str, str], statements: StatementCatalogue) -> tuple[YesNoRule, ...]:
    """Read files of rules by name.

    Raises:
        CorpusError: as `get_yes_no_rules`.
    """
    return tuple(rule for name, text in texts.items() for rule in _read(f"{FOLDER}/{name}", text, statements))


def _read(told: str, text: str, statements: StatementCatalogue) -> Iterator[YesNoRule]:
    content = parse_model(_File, text, told)
    patterns = (one for entry in content.rules for one in (entry.who, *entry.all, *entry.none, *entry.also))
    used = set(_NAMED.findall(" ".join(patterns)))
    if unused := [name for name in content.words if name not in used]:
        raise make_file_error(FieldError("no rule has these words", "words", unused[0]), text, told)
    seen: set[str] = set()
    for at, entry in enumerate(content.rules):
        try:
            if entry.id in seen:
                raise FieldError(f"the id {entry.id} stands twice", "id")
            seen.add(entry.id)
            _check(entry, content.law, statements)
            yield _build(entry, content)
        except FieldError as error:
            whole = FieldError(str(error), "rules", at, *error.place)
            raise make_file_error(whole, text, told) from error


def _check(entry: _Entry, law: str, statements: StatementCatalogue) -> None:
    for name in entry.statements[1:]:
        _statement(name, law, statements)
    _check_words(entry.says, entry.statements[0], law, statements)


def _check_words(says: str, name: str, law: str, statements: StatementCatalogue) -> None:
    """The words before a statement say nothing that it does not say itself."""
    first = _statement(name, law, statements)
    said = _stems(" ".join(one.says for one in (first, *statements.required_with(first))))
    _, _, condition = says.rstrip(".").partition(" ")
    if unknown := sorted(_stems(condition) - said - _stems(_JOINING)):
        raise FieldError(f"{first.id} does not say {', '.join(unknown)}", "says")


def _statement(name: str, law: str, statements: StatementCatalogue) -> Statement:
    found = statements.by_id.get(name)
    if found is None or found.law != law:
        raise FieldError(f"{law} has no statement {name}", "statements")
    return found


def _stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text)}


def _build(entry: _Entry, content: _File) -> YesNoRule:
    words = content.words
    return YesNoRule(
        entry.id,
        entry.statements,
        frozenset(entry.asks),
        tuple(_compile(one, words, "all") for one in (*entry.all, *_acting(entry, content))),
        tuple(_compile(one, words, "none") for one in (*entry.none, *content.none)),
        entry.says,
        _amount(entry.amount),
        tuple(_compile(one, words, "also") for one in entry.also),
        frozenset(content.plain.split()),
        entry.alone,
    )


def _acting(entry: _Entry, content: _File) -> Iterator[str]:
    """The pattern of who must be the one that acts, where the question begins."""
    if entry.who:
        yield content.acts.replace("{who}", f"(?:{entry.who})")


def _compile(pattern: str, words: Mapping[str, str], field: str) -> re.Pattern[str]:
    if missing := [name for name in _NAMED.findall(pattern) if name not in words]:
        raise FieldError(f"there are no words named {missing[0]}", field)
    try:
        return re.compile(_NAMED.sub(lambda found: f"(?:{words[found[1]]})", pattern), re.IGNORECASE)
    except re.error as error:
        raise FieldError(f"{pattern!r} is no pattern: {error}", field) from error


def _amount(written: Mapping[FigureRelation, str]) -> AmountBound | None:
    for bound, text in written.items():
        found = find_amounts(text)
        if len(found) != 1:
            raise FieldError(f"{text!r} is not one figure", "amount", bound)
        value, _, measure = found[0].stated.partition(" ")
        return AmountBound(bound, Fraction(value), measure)
    return None

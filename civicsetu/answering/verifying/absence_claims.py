"""Read from an English sentence what it says is not there: silent law, a missing figure, a text that is not held.

"The rules name no fee" claims something of the whole of the rules, which no passage can show. It is told apart
from a denial the law itself makes ("no registration is needed"), and from "I did not find a fee", which claims
nothing of the law. The words are data (`absence.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.lexicon.stems import stem
from civicsetu.yaml_data import load_words, report_errors

_CLAUSE_END = re.compile(
    r"[.;:!?—–](?=\s|$)|\s[-–—]\s|,?\s(?=(?:because|therefore|hence|thus|which means|meaning that|but|yet|although|though)\b)"
    r"|,\s(?=(?:so|and|since|as|nor|or)\b)|\s(?=so (?!that\b|far\b|long\b|much\b|many\b))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z][a-z'’-]*|\d[\d.,]*")


class AbsenceKind(StrEnum):
    """Kind of absence that a clause claims, in the order in which a clause is read.

    `not_found` and `not_held` speak of the search and of the texts held; `silent` says that a law says nothing,
    `none` that there is no fee, time or form, `denied` that there is no right, duty or the like.
    """

    NOT_FOUND = "not_found"
    NOT_HELD = "not_held"
    SILENT = "silent"
    NONE = "none"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class AbsenceClaim:
    """One clause that says so: its words, the classes of value it is about (fee, time, form, rate, amount), and its topic.

    `topic` are the stems of what it is about, without the words that most such clauses share. `of_act` and
    `of_rules` tell which texts it names.
    """

    kind: AbsenceKind
    clause: str
    values: frozenset[str]
    topic: frozenset[str]
    of_act: bool
    of_rules: bool


class _Words(BaseModel):
    """The lists of `absence.yaml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: tuple[str, ...]
    makers: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    implied: Mapping[str, tuple[str, ...]]
    silent: tuple[str, ...]
    none: tuple[str, ...]
    not_held: tuple[str, ...]
    not_found: tuple[str, ...]
    denied: tuple[str, ...]
    says: tuple[str, ...]
    wide: tuple[str, ...]
    said: tuple[str, ...]
    only_if: tuple[str, ...]
    held_apart: tuple[str, ...]
    same: Mapping[str, tuple[str, ...]]
    generic: tuple[str, ...]
    lead_in: tuple[str, ...]


@dataclass(frozen=True)
class _Patterns:
    """The lists, compiled."""

    kinds: Mapping[AbsenceKind, re.Pattern[str]]
    values: Mapping[str, re.Pattern[str]]
    implied: Mapping[str, re.Pattern[str]]
    only_if: re.Pattern[str]
    held_apart: re.Pattern[str]
    same: Mapping[str, str]
    generic: frozenset[str]
    lead_in: re.Pattern[str]


_WHERE = re.compile(
    r"\s+(?:in|among|under) (?:the|any of the|these|those|what) (?:laws?|texts?|rules?|acts?|provisions?|spans?)\b[^,;]*$", re.IGNORECASE
)
"""Where a point was not found; no part of what it is."""
_OF_ACT = re.compile(r"\b(?:acts?|rera|parliament|sections?|statutes?)\b", re.IGNORECASE)
_OF_RULES = re.compile(r"\b(?:rules?|regulations?|state(?:'s)?|government)\b", re.IGNORECASE)
_OF_LAW = re.compile(r"\b(?:laws?|legislation|statute book)\b", re.IGNORECASE)


def is_about_absence(text: str) -> bool:
    """Return whether a sentence claims that law is silent, that no value is given, or that a text is not held."""
    claimed = (AbsenceKind.SILENT, AbsenceKind.NONE, AbsenceKind.NOT_HELD)
    return any(one.kind in claimed for one in read_absence(text))


def read_absence(text: str, names: Collection[str] = ()) -> tuple[AbsenceClaim, ...]:
    """Return what a sentence says is not there, clause by clause; `names` are what it calls the states it names."""
    said = text[:VERIFYING.absence_chars].replace("’", "'")
    for name in names:
        said = said.replace(name, "the state")
    return tuple(_read_clauses(said))


def claim_missing(point: str) -> AbsenceClaim:
    """Return the claim that a point ("the fee of an appeal") was not found, in whatever words it is put."""
    said = point[:VERIFYING.absence_chars].replace("’", "'")
    values = find_values(said) or _find_implied(said)
    return AbsenceClaim(AbsenceKind.NOT_FOUND, said, values, read_topic(said), *_name_texts(said))


def name_point(claim: AbsenceClaim) -> str:
    """Return what a claim says is not there, in its own words: "fee for lamps" of "the rules name no fee for lamps".

    Empty where nothing of it is left without the words of the claim.
    """
    ends = [found.end() for found in _patterns().lead_in.finditer(claim.clause)]
    point = _WHERE.sub("", claim.clause[max(ends, default=0) :]).strip(" ,.;:–—-")
    return point if ends and read_topic(point) else ""


def is_same_point(one: str, other: str) -> bool:
    """Return whether two points, in whatever words, are about one thing."""
    ours, theirs = _topic_of(one), _topic_of(other)
    return bool(ours and theirs) and len(ours & theirs) >= VERIFYING.topic_share * min(len(ours), len(theirs))


def _topic_of(point: str) -> frozenset[str]:
    return read_topic(point) | find_values(point)


def _read_clauses(text: str) -> Iterator[AbsenceClaim]:
    told: frozenset[str] = frozenset()
    for clause in _CLAUSE_END.split(text):
        if not clause or not (clause := clause.strip(" ,")):
            continue
        values = find_values(clause)
        kind = _find_kind(clause)
        if kind is not None:
            meant = values or _find_implied(clause) or told
            yield AbsenceClaim(kind, clause, meant, read_topic(clause), *_name_texts(clause))
        told = values or told


def _find_kind(clause: str) -> AbsenceKind | None:
    """The first kind that the clause is; what only a condition or a party's own act denies is none."""
    patterns = _patterns()
    for kind, pattern in patterns.kinds.items():
        for found in pattern.finditer(clause):
            if kind in (AbsenceKind.NOT_FOUND, AbsenceKind.NOT_HELD):
                return kind
            if _is_conditional(clause, found.start()) or patterns.held_apart.search(found[0]):
                continue
            return kind
    return None


def _is_conditional(clause: str, start: int) -> bool:
    """Whether a word before, up to the last comma, makes it a condition: "where the agreement sets no date"."""
    before = clause[:start].rpartition(",")[2]
    return _patterns().only_if.search(before) is not None


def _name_texts(clause: str) -> tuple[bool, bool]:
    both = _OF_LAW.search(clause) is not None
    return both or _OF_ACT.search(clause) is not None, both or _OF_RULES.search(clause) is not None


def find_values(text: str) -> frozenset[str]:
    """Return the classes of value a text names: fee, time, form, rate, amount."""
    found = {name for name, pattern in _patterns().values.items() if pattern.search(text)}
    return frozenset(found - {"amount"} if len(found) > 1 else found)


def _find_implied(clause: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _patterns().implied.items() if pattern.search(clause))


def read_topic(text: str) -> frozenset[str]:
    """Return the stems of what a text is about, without the words that most such sentences share."""
    patterns = _patterns()
    words = (word.removesuffix("'s").strip("'-") for word in _WORD.findall(text.lower().replace("’", "'")))
    kept = (word for word in words if word not in patterns.generic and len(word) > 1)
    return frozenset(patterns.same.get(word) or stem(word) for word in kept)


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    file = files("civicsetu.answering.verifying").joinpath("absence.yaml")
    with report_errors("absence.yaml"):
        words = _Words.model_validate(load_words(file.read_text("utf-8")))
        return _compile(words)


def _compile(words: _Words) -> _Patterns:
    values = {name: "|".join(patterns) for name, patterns in words.values.items()}
    parts = {
        "source": "|".join(words.sources), "made": "|".join(words.makers), "name": "|".join(words.makers),
        "value": "|".join(values.values()), "says": "|".join(words.says), "wide": "|".join(words.wide),
        "said": "|".join(words.said),
    }  # fmt: skip

    def fill(patterns: Collection[str]) -> re.Pattern[str]:
        joined = "|".join(f"(?:{one})" for one in patterns)
        for name, value in parts.items():
            joined = joined.replace(f"{{{name}}}", f"(?:{value})")
        return re.compile(joined, re.IGNORECASE)

    return _Patterns(
        kinds={
            AbsenceKind.NOT_FOUND: fill(words.not_found),
            AbsenceKind.NOT_HELD: fill(words.not_held),
            AbsenceKind.SILENT: fill(words.silent),
            AbsenceKind.NONE: fill(words.none),
            AbsenceKind.DENIED: fill(words.denied),
        },
        values={name: re.compile(rf"\b(?:{one})\b", re.IGNORECASE) for name, one in values.items()},
        implied={name: fill(patterns) for name, patterns in words.implied.items()},
        only_if=fill(words.only_if),
        held_apart=fill(words.held_apart),
        same={word: root for root, others in words.same.items() for word in others},
        generic=frozenset(word for line in words.generic for word in line.split()),
        lead_in=fill(words.lead_in),
    )

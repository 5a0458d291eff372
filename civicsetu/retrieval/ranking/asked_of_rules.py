"""Put first, of rules of one state that say nearly the same, the one that is asked for.

A state's rules say three times over, in the same words, how a case is brought: before the authority, the
adjudicating officer and the tribunal. No search tells them apart as surely as their headings do, and a complaint
on the wrong form is turned away. Of one rule's parts, likewise, one has the form and another the fee. The words
are data (`asked_of_rules.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypedDict

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.yaml_data import load_shipped


class _Words(TypedDict):
    negation: str
    proceedings: dict[str, dict[str, str]]
    details: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class _Told:
    """How a thing is known in a question, and in a rule: by its heading or its own words."""

    asked: re.Pattern[str]
    rule: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Patterns:
    negation: re.Pattern[str]
    proceedings: Mapping[str, _Told]
    details: Mapping[str, _Told]


def proceeding_asked(question: str) -> str | None:
    """Return before whom the question brings a case; None where it brings none. "Not to the officer" is not to him."""
    return next(
        (name for name, told in _patterns().proceedings.items() if _is_asked(told.asked, question)), None
    )


def put_asked_rule_first(ranked: Sequence[Evidence], question: str, index: LawIndex, places: int) -> list[Evidence]:
    """Return the evidence with the rule of the proceeding asked for, and its part with the detail, in the first place of its kind.

    Only the rules of one state change places among themselves; nothing is added or left out. Among the first `places`
    a part of the same rule is looked for.
    """
    return _with_detail_first(_with_proceeding_first(ranked, question), question, index, places)


def _with_proceeding_first(ranked: Sequence[Evidence], question: str) -> list[Evidence]:
    wanted = proceeding_asked(question)
    if wanted is None:
        return list(ranked)
    proceedings = [_proceeding_of(one) for one in ranked]
    at = next((place for place, name in enumerate(proceedings) if name == wanted), None)
    if at is None:
        return list(ranked)
    joined = "derived" in ranked[at].found_by

    def gives_way(place: int) -> bool:
        one = ranked[place]
        if one.jurisdiction != ranked[at].jurisdiction or _is_asked_by_number(one):
            return False
        return proceedings[place] not in (None, wanted) or (joined and "derived" in one.found_by)

    before = next((place for place in range(at) if gives_way(place)), at)
    return _moved(ranked, at, before)


def _with_detail_first(ranked: Sequence[Evidence], question: str, index: LawIndex, places: int) -> list[Evidence]:
    """Of the first rule's parts put that first which has most of the details asked for."""
    asked = [told.rule for told in _patterns().details.values() if told.asked.search(question)]
    first = next((place for place, one in enumerate(ranked[:2]) if one.jurisdiction != CENTRAL), None)
    if not asked or first is None or _is_asked_by_number(ranked[first]):
        return list(ranked)

    def has(place: int) -> int:
        text = _text_of(ranked[place], index)
        return sum(pattern.search(text) is not None for pattern in asked)

    near = [place for place in range(first, min(len(ranked), places)) if _same_rule(ranked[place], ranked[first])]
    return _moved(ranked, max(near, key=lambda place: (has(place), -place)), first)


def _moved(ranked: Sequence[Evidence], at: int, before: int) -> list[Evidence]:
    return [*ranked[:before], ranked[at], *ranked[before:at], *ranked[at + 1 :]]


def _proceeding_of(one: Evidence) -> str | None:
    if one.jurisdiction == CENTRAL:
        return None
    told = _patterns().proceedings.items()
    return next((name for name, known in told if known.rule.search(one.title)), None)


def _is_asked_by_number(one: Evidence) -> bool:
    return one.pinned and "derived" not in one.found_by


def _same_rule(one: Evidence, other: Evidence) -> bool:
    return one.document == other.document and parse_path(one.provision).number == parse_path(other.provision).number


def _text_of(one: Evidence, index: LawIndex) -> str:
    unit = index.units.get(one.unit_id)
    editions = index.editions_of(unit) if unit else []
    return editions[0][0].body[editions[0][1].body : editions[0][1].end] if editions else ""


def _is_asked(pattern: re.Pattern[str], question: str) -> bool:
    negation = _patterns().negation
    return any(negation.search(question[: match.start()]) is None for match in pattern.finditer(question))


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    words: _Words = load_shipped("civicsetu.retrieval.ranking", "asked_of_rules.yaml")
    return _Patterns(
        re.compile(words["negation"], re.IGNORECASE),
        {name: _told(one["asked"], one["heading"]) for name, one in words["proceedings"].items()},
        {name: _told(one["asked"], one["text"]) for name, one in words["details"].items()},
    )


def _told(asked: str, rule: str) -> _Told:
    return _Told(re.compile(asked, re.IGNORECASE), re.compile(rule, re.IGNORECASE))

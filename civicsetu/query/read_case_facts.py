"""What is true of the asker, read from what they wrote: who they are, what they want, how far it has come.

Each fact keeps the words it was read from. Two readings that disagree give none: a wrong fact misleads,
a missing one does not. The words are data (`case_fact_words.yaml`), written for each language by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.query.asker.party_model import get_party_model
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words

_DENIED = re.compile(
    r"(?:(?:n['’]t|\b(?:not|never|no|without|nahi|nahin|mat|dont|didnt|havent))\s+(?:\w+\s+){0,2}|\bnot (?:because|out) of (?:\w+ ){0,2})$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"^\s*(?:(?:to|hi|bhi|toh)\s+)?(?:(?:nahi\w*|nai|nhi|mat|नहीं|नही)\s+(?:chahiye|chaiye|chahie|chahta|chahti|lena|leni|chahte|चाहिए|चाहता|चाहती|लेना)|(?:nahi\w*|nai|नहीं|नही)\s*(?:[.,;!?।]|$)|नको|வேண்டாம்|ಬೇಡ)",
    re.IGNORECASE,
)
"""In Indian languages a wish is denied behind the words for it: "paisa wapas nahi chahiye"."""
_DENIED_INSIDE = re.compile(
    r"\bnot (?:because|out) of\b|(?:n['’]t|\b(?:not|never))(?: (?:yet|been|at all|even|running))* (?:late|delayed|overdue|behind)\b|\b(?:no|without) (?:any )?delay\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“‘][^\"”’]{3,300}[\"”’]")
_TOO_LATE = re.compile(r"\btoo late\b", re.IGNORECASE)
"""Who asks whether it is too late does not say that a home is."""
_LATEST = "stage"
_PARTY = "party"


@dataclass(frozen=True, slots=True)
class CaseFact:
    """One fact; `start:end` is the place of its words in the text it was read from."""

    id: str
    value: str
    start: int
    end: int


def read_case_facts(text: str) -> tuple[CaseFact, ...]:
    """Return the facts that a text states of its writer, at most one of each id.

    Of stages the latest counts; of anything else two different values cancel each other. A party that a phrase shows is
    none where the whole text is surely another's.
    """
    said = _QUOTED.sub(_blank, _TOO_LATE.sub(_blank, text[: READING.facts_chars]))
    facts: list[CaseFact] = []
    for name, values in _words().items():
        found = list(_found(_without_brokers(said) if name == "reason" else said, name, values))
        if name == _LATEST:
            found = sorted(found, key=lambda fact: list(values).index(fact.value))[-1:]
        if len({fact.value for fact in found}) == 1 and not (name == _PARTY and _is_of_another(said, found[0].value)):
            facts.append(found[0])
    return tuple(facts)


def _without_brokers(text: str) -> str:
    """Return a text of the same length without what it says of a broker: "not registered" is then no failure of a builder."""
    for fact in _found(text, "broker", _words()["broker"]):
        text = f"{text[: fact.start]}{' ' * (fact.end - fact.start)}{text[fact.end :]}"
    return text


def _is_of_another(text: str, party: str) -> bool:
    """Whether the point of view of a longer text is surely that of another party, whatever phrase stands in it."""
    if len(text.split()) < READING.party_words:
        return False
    return (get_party_model().likeliest(text, READING.party_sure) or party) != party


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _found(text: str, name: str, values: Mapping[str, re.Pattern[str]]) -> Iterator[CaseFact]:
    for value, pattern in values.items():
        for found in pattern.finditer(text):
            if not _is_denied(text, found):
                yield CaseFact(name, value, found.start(), found.end())
                break


def _is_denied(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - READING.denied_chars) : found.start()]
    return bool(_DENIED.search(before) or _DENIED_INSIDE.search(found[0]) or _DENIED_AFTER.match(text[found.end() :]))


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[str, re.Pattern[str]]]:
    text = files("civicsetu.query").joinpath("case_fact_words.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, dict[str, list[str]]]).validate_python(load_words(text))
    return {
        name: {
            value: re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)
            for value, patterns in values.items()
        }
        for name, values in data.items()
    }

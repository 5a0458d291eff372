"""A thing granted beside another is not denied, nor one that is denied granted: "with interest", "without interest".

The stance of a clause does not show it: "the sum comes back without interest" binds as much as with. So what a
"no" or a "without" denies right behind it is compared by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.answering.verifying.evidence import CitedEvidence
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.stances import mask_conditions
from civicsetu.yaml_data import load_words, report_errors


class _Words(BaseModel):
    """The lists of `denied_things.yaml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    denials: tuple[str, ...]
    of_law: tuple[str, ...]
    apart: tuple[str, ...]
    things: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Thing:
    """A thing, as it is named and as it is denied."""

    named: re.Pattern[str]
    denied: re.Pattern[str]
    denied_by_law: re.Pattern[str]


def check_denied_things(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a thing denied that the spans only grant, and one granted that the words quoted deny."""
    law = mask_conditions(" ".join(unit.text for unit in evidence.units))
    quoted = " ".join(unit.text for unit in evidence.quoted)
    for name, thing in _things().items():
        ours = thing.denied.search(written.text)
        if ours is not None:
            if thing.named.search(law) and not thing.denied_by_law.search(f"{evidence.words}\n{evidence.asker}"):
                yield Doubt(Check.NEGATION, f"“{ours[0]}” denies what the law grants or demands ({name}).", False)
        elif thing.named.search(written.text) and _is_only_denied(thing, quoted) and not _DENIES.search(written.text):
            yield Doubt(Check.NEGATION, f"The words quoted say that there is none ({name}).", False)


def _is_only_denied(thing: _Thing, text: str) -> bool:
    return thing.denied.search(text) is not None and thing.named.search(thing.denied.sub(" ", text)) is None


_DENIES = re.compile(r"\b(?:no|not|nor|never|neither|none|nothing|without|free|cannot|waive\w*|exempt\w*|bar\w*|lacks?)\b|n['’]t\b", re.IGNORECASE)


@lru_cache(maxsize=1)
def _things() -> Mapping[str, _Thing]:
    with report_errors("denied_things.yaml"):
        text = files("civicsetu.answering.verifying.checks").joinpath("denied_things.yaml").read_text("utf-8")
        words = _Words.model_validate(load_words(text))
    denials, apart = "|".join(words.denials), "|".join(words.apart)
    of_law = "|".join(words.of_law)
    found = {}
    for name, said in words.things.items():
        named = rf"(?:{'|'.join(said)})"
        listed = rf"(?:(?:{apart})\s+|(?:\w+\s+)?(?:or|and|nor)\s+)*"
        found[name] = _Thing(
            re.compile(rf"\b{named}\b", re.IGNORECASE),
            re.compile(rf"\b(?:{denials})\s+{listed}{named}\b", re.IGNORECASE),
            re.compile(rf"\b(?:{of_law})\b[^.;:]{{0,60}}?\b{named}\b|\b{named}\b[^.;:]{{0,60}}?\b(?:{of_law})\b", re.IGNORECASE),
        )
    return found

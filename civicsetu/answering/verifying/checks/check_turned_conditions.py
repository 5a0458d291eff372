"""A condition is not turned round: "until the association takes over" is not "once it takes over", nor "even if"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from civicsetu.answering.verifying.evidence import CitedEvidence, Claims, read_stances, read_text
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.reading import MarkKind
from civicsetu.claims.stances import NEGATIVE
from civicsetu.claims.statements.reading import meant_by
from civicsetu.yaml_data import load_whole_words

_CLAUSE = re.compile(r"[^,;:.]*")


@dataclass(frozen=True)
class _Condition:
    """A clause of time, what it is about, and whether it ends something or starts it."""

    said: str
    keys: frozenset[str]
    ends: bool


def check_turned_conditions(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt an until for a once, a before for an after, and an "even if" that the law does not say."""
    law = " ".join(unit.text for unit in evidence.core)
    spite = _words("whatever_the_case").search(written.text)
    if spite is not None and not _words("in_spite_of_law").search(law) and not _words("risk").search(written.text):
        yield Doubt(Check.CONDITION, f"The law does not say “{spite[0]}”.", False)
    if not _has_denial(written.text):
        yield from _find_turned(read_text(written.text), evidence)


def _find_turned(claims: Claims, evidence: CitedEvidence) -> Iterator[Doubt]:
    theirs = [one for unit in evidence.core if not _has_denial(unit.whole) for one in _conditions(unit.claims)]
    for ours in _conditions(claims):
        alike = [one for one in theirs if one.keys & ours.keys]
        if alike and all(one.ends is not ours.ends for one in alike):
            yield Doubt(Check.CONDITION, f"The law says “{alike[0].said} …” where the sentence says “{ours.said} …”.", False)


def _has_denial(text: str) -> bool:
    return any(stance.force in NEGATIVE for stance in read_stances(text)) or _words("denial").search(text) is not None


def _conditions(claims: Claims) -> Iterator[_Condition]:
    for name in ("ending", "starting"):
        for match in _words(name).finditer(claims.text):
            clause = _CLAUSE.match(claims.text, match.end())
            end = clause.end() if clause is not None else match.end()
            inside = [mark for mark in claims.reading.reading.marks if match.end() <= mark.start < end]
            if any(mark.kind is MarkKind.NUMBER for mark in inside[:3]):
                continue
            keys = {key for mark in inside if mark.kind is MarkKind.WORD for key in meant_by(mark)}
            keys |= {mark.key for mark in inside if mark.kind is MarkKind.PARTY}
            yield _Condition(match[0], frozenset(keys), name == "ending")


def _words(name: str) -> re.Pattern[str]:
    return load_whole_words("civicsetu.answering.verifying", "stances.yaml")[name]

"""How much would the check of statements let through? Single faults planted in what they say, by rules.

Each fault changes one place of one statement: a number, a party, a must or may, a not, the bound
of an amount, or a condition left out. Kinds get an even share, and within a kind every place of
all statements is equally likely. The places are found by patterns of their own, apart from the
marks the check compares. A fault is caught where the check finds something that it did not find
before, or no longer finds what was looked at and kept.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from civicsetu.claims.parties import PartyMention, get_spoken_parties
from civicsetu.law.statements import Statement

CheckOne = Callable[[Statement], frozenset[object]]
"""What the check holds against a statement; what it requires is looked up by its ids."""


class StatementFaultKind(StrEnum):
    NUMBER = "number changed"
    PARTY = "party swapped"
    MODALITY = "must to may"
    NEGATION = "negation flipped"
    CAP = "bound lost or turned"
    CONDITION = "condition dropped"


@dataclass(frozen=True, slots=True)
class StatementFault:
    """A statement with one change, and the change in words."""

    kind: StrEnum
    statement: Statement
    told: str


@dataclass(frozen=True, slots=True)
class PlantedStatementFault:
    """A planted fault, and whether the check saw it."""

    fault: StatementFault
    caught: bool


Proposal = Callable[[random.Random], StatementFault]
Proposers = Mapping[StrEnum, Callable[[Statement], Iterator[Proposal]]]
"""For each kind of fault, what finds its places in a statement."""

_WORDS = "one two three four five six seven eight nine ten twelve fifteen twenty thirty sixty".split()
_NUMBER = re.compile(
    rf"(?<![\w./-])\d+(?:,\d{{2,3}})*(?!\w)|\b(?:{'|'.join(_WORDS[1:])})(?:-thirds)?\b", re.IGNORECASE
)
_NAME = re.compile(r"\bForm [A-Z0-9]+\b|\b(?:Act|Rules|Regulations),? \d{4}\b")
_NOT = re.compile(r"\b(?:not|no|never|cannot|nothing|nobody)\b", re.IGNORECASE)
_SET_PHRASE = re.compile(
    r"\bwhether or not\b|\bor not\b|\bif not\b|\bno (?:more|later|less|fewer) than\b", re.IGNORECASE
)
_ASKER = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:must|may|can|is|are|was|were|has|have|does|do|will)\b(?!\s+(?:not|no|never)\b)")
_BOUND = re.compile(r"\b(?:must|may)\b(?! \d{4})")
_BOUNDS = {
    "up to": ("at least", ""),
    "at most": ("at least", ""),
    "at least": ("at most", ""),
    "no more than": ("at least", ""),
    "more than": ("less than", "up to"),
    "within": ("after",),
    "over": ("up to",),
    "below": ("over",),
    "under": ("over",),
}
_CAP = re.compile(
    rf"\b(?:{'|'.join(_BOUNDS)})(?=\s+(?:(?:a|an|the|another|further)\s+)*(?:₹|\d))", re.IGNORECASE
)
_CONDITION = re.compile(
    r"(?:^(?:If|When|Unless|Until|Once|Without|Before|After|Within)\b[^,.;:]{8,}, )"
    r"|,? (?<!even )\b(?:if|when|unless|until|once|without|except|before|after|within)\b[^,.;:]{6,}(?=[.,;:])"
)
"""A clause that makes a condition; "even if" makes none, and "only" and "where" rarely do."""


def plant_statement_faults(
    statements: Sequence[Statement],
    check: CheckOne,
    count: int,
    seed: int,
    proposers: Proposers | None = None,
) -> list[PlantedStatementFault]:
    """Plant `count` faults, an even share of each kind, and ask the check about each."""
    chance = random.Random(seed)
    proposers = proposers or PROPOSERS
    kinds = list(proposers)
    before: dict[str, frozenset[object]] = {}
    planted = []
    for at, kind in enumerate(kinds):
        places = [proposal for one in statements for proposal in proposers[kind](one)]
        share = min(count // len(kinds) + (at < count % len(kinds)), len(places))
        for proposal in chance.sample(places, share):
            fault = proposal(chance)
            original = next(one for one in statements if one.id == fault.statement.id)
            if original.id not in before:
                before[original.id] = check(original)
            planted.append(PlantedStatementFault(fault, check(fault.statement) != before[original.id]))
    return planted


def propose(
    kind: StrEnum,
    one: Statement,
    span: tuple[int, int],
    change: Callable[[str, random.Random], str],
) -> Proposal:
    before = one.says[slice(*span)]
    return lambda chance: _change(kind, one, *span, change(before, chance))


def _change(kind: StrEnum, one: Statement, start: int, end: int, after: str) -> StatementFault:
    """The sentence with another text there, its spaces and its capital mended."""
    text = f"{one.says[:start]}{after}{one.says[end:]}"
    text = re.sub(r"\s+([,.;:])", r"\1", re.sub(r"\s{2,}", " ", text)).strip(" ,")
    text = text[0].upper() + text[1:]
    return StatementFault(kind, replace(one, says=text), f"{one.says[start:end]} -> {after or '(left out)'}")


def _numbers(one: Statement) -> Iterator[Proposal]:
    named = [match.span() for match in _NAME.finditer(one.says)]
    for match in _NUMBER.finditer(one.says):
        if not any(start <= match.start() < end for start, end in named):
            yield propose(StatementFaultKind.NUMBER, one, match.span(), _other_number)


def _other_number(before: str, chance: random.Random) -> str:
    if before[0].isdigit():
        value = int(before.replace(",", ""))
        others = (value + 1, value - 1, value * 2, value + 10, value * 10)
        return str(chance.choice([other for other in others if other > 0]))
    if before.endswith("-thirds"):
        return "three-fourths"
    other = chance.choice([word for word in _WORDS[1:] if word != before.lower()])
    return other.capitalize() if before[0].isupper() else other


def _parties(one: Statement) -> Iterator[Proposal]:
    parties = get_spoken_parties()
    mentions = parties.mentions(one.says)
    at_hand = {mention.party for mention in mentions} | {
        mention.party for passage in one.passages for mention in parties.mentions(passage.text)
    }
    for mention in mentions:
        mine = parties.of[mention.party]
        if mine.general:
            continue
        like = [
            name
            for name, party in parties.of.items()
            if party.like == mine.like and name != mention.party and party.spoken and not party.general
        ]
        if others := [name for name in like if name in at_hand] or like:
            yield _swap(one, mention, others)


def _swap(one: Statement, mention: PartyMention, others: list[str]) -> Proposal:
    return lambda chance: _swapped(one, mention, chance.choice(others))


def _swapped(one: Statement, mention: PartyMention, other: str) -> StatementFault:
    """One naming exchanged; "you" and "your" are one person, so they are exchanged throughout."""
    fault = _change(
        StatementFaultKind.PARTY, one, mention.start, mention.end, _written(one.says, mention, other)
    )
    said = fault.statement.says
    if one.says[mention.start : mention.end].lower().startswith("you"):
        for asker in reversed([at for at in _ASKER.finditer(said)]):
            name = PartyMention("allottee", asker.start(), asker.end(), asker.end())
            said = f"{said[: asker.start()]}{_written(said, name, other)}{said[asker.end() :]}"
    return replace(fault, statement=replace(one, says=said[0].upper() + said[1:]))


def _written(text: str, mention: PartyMention, other: str) -> str:
    """The other party's spoken name in the same number and case."""
    name = text[mention.start : mention.name_end]
    new = "buyer" if other == "allottee" else get_spoken_parties().of[other].spoken[0]
    bare = name.lower()
    if bare in ("you", "your", "yours", "yourself"):
        return f"the {new}'s" if bare == "your" else f"the {new}"
    owns = name[-1] in "'’" or name.endswith(("'s", "’s"))
    many = (not owns and name.endswith("s")) or name.endswith(("s'", "s’"))
    if many and not new.endswith("s"):
        new += "s"
    if owns:
        new += "'" if new.endswith("s") else "'s"
    return new


def _modals(one: Statement) -> Iterator[Proposal]:
    for match in _BOUND.finditer(one.says):
        before = one.says[: match.start()]
        if match[0] == "may" and re.search(r"\b[Nn]o\b[^.;:]*$", before):
            continue  # "no court may" says what "no court must" would
        yield propose(
            StatementFaultKind.MODALITY,
            one,
            match.span(),
            lambda word, _: "may" if word == "must" else "must",
        )


def _negations(one: Statement) -> Iterator[Proposal]:
    idle = [match.span() for match in _SET_PHRASE.finditer(one.says)]
    for match in _NOT.finditer(one.says):
        if not any(start <= match.start() < end for start, end in idle):
            yield propose(StatementFaultKind.NEGATION, one, match.span(), lambda word, _: _affirmed(word))
    for match in _VERB.finditer(one.says):
        yield propose(StatementFaultKind.NEGATION, one, match.span(), lambda word, _: f"{word} not")


def _affirmed(before: str) -> str:
    other = {"cannot": "can", "no": "a", "nothing": "something", "never": "always", "nobody": "anybody"}
    word = other.get(before.lower(), "")
    return word.capitalize() if before[0].isupper() else word


def _caps(one: Statement) -> Iterator[Proposal]:
    for match in _CAP.finditer(one.says):
        yield propose(
            StatementFaultKind.CAP,
            one,
            match.span(),
            lambda word, chance: chance.choice(_BOUNDS[word.lower()]),
        )


def _conditions(one: Statement) -> Iterator[Proposal]:
    for match in _CONDITION.finditer(one.says):
        yield propose(StatementFaultKind.CONDITION, one, match.span(), lambda *_: "")
    for dropped in one.requires:
        yield _drop(one, dropped)


def _drop(one: Statement, dropped: str) -> Proposal:
    kept = tuple(name for name in one.requires if name != dropped)
    told = f"requires {dropped} -> (left out)"
    return lambda _: StatementFault(StatementFaultKind.CONDITION, replace(one, requires=kept), told)


PROPOSERS: Proposers = {
    StatementFaultKind.NUMBER: _numbers,
    StatementFaultKind.PARTY: _parties,
    StatementFaultKind.MODALITY: _modals,
    StatementFaultKind.NEGATION: _negations,
    StatementFaultKind.CAP: _caps,
    StatementFaultKind.CONDITION: _conditions,
}


def build_statement_table(planted: Sequence[PlantedStatementFault], *, missed: bool = True) -> list[str]:
    """Return the planted, caught and share of each kind; then those missed, by statement."""
    every = Counter(one.fault.kind for one in planted)
    caught = Counter(one.fault.kind for one in planted if one.caught)
    lines = [f"{'kind':<22}{'planted':>8}{'caught':>8}{'share':>8}"]
    for kind in dict.fromkeys(one.fault.kind for one in planted):
        share = caught[kind] / every[kind] if every[kind] else 0.0
        lines.append(f"{kind.value:<22}{every[kind]:>8}{caught[kind]:>8}{share:>8.1%}")
    if missed:
        lines += [
            f"  missed: {one.fault.statement.id} | {one.fault.kind} | {one.fault.told} | {one.fault.statement.says}"
            for one in planted
            if not one.caught
        ]
    return lines

"""How much would the fidelity check let through? Single faults planted in the restatement, by rules.

Each fault changes one place of one section: a number, a not, a must or may, a party, a reference,
or a proviso left out. Kinds get an even share, and within a kind every place of the whole text is
equally likely. A place is left out only where the fault would say the same as before. The places
are found by patterns of their own, apart from the marks the check compares.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.claims.parties import Parties, PartyMention, get_parties
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import TextProfile
from civicsetu.errors import NotThisLaw
from civicsetu.evaluation.fidelity.check import Checker
from civicsetu.evaluation.fidelity.exceptions import Excepted
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree


class FaultKind(StrEnum):
    NUMBER = "number changed"
    NEGATION = "negation flipped"
    DUTY = "must to may"
    PROVISO = "proviso dropped"
    PARTY = "party swapped"
    REFERENCE = "reference changed"


@dataclass(frozen=True, slots=True)
class Fault:
    """One change: what stood at that span of the text, and what stands there now."""

    kind: FaultKind
    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A planted fault, where it was planted, and whether the check saw it."""

    fault: Fault
    provision: str
    caught: bool


Proposal = Callable[[random.Random], Fault]
"""A place; asked, it says what is written there instead."""

_NUMBER_WORDS = (
    "two three four five six seven eight nine ten twelve fifteen twenty thirty sixty hundred".split()
)
_REFERENCE = re.compile(
    r"\b(?:sections?|sub-sections?|rules?|sub-rules?|regulations?|clauses?|sub-clauses?|Chapter|Form)\s+(?:\d{1,3}|\([0-9A-Za-z]{1,4}\)|[IVXLC]+\b|(?<=Form )[A-Z]\b)"
    r"(?:\([0-9A-Za-z]{1,4}\))*(?:(?:,\s+|\s+(?:and|or|to)\s+)(?:\d{1,3}\b(?!\s+\w+s\b)|\([0-9A-Za-z]{1,4}\))"
    r"(?:\([0-9A-Za-z]{1,4}\))*)*"
)
_REFERENCE_PART = re.compile(r"(?<=\()[0-9A-Za-z]{1,4}(?=\))|\b\d{1,3}\b|\b(?:[IVXLC]+|[A-Z])$")
_NUMBER = re.compile(
    rf"(?<!\w)\d+(?:,\d{{2,3}})*(?!\w)|\b(?:{'|'.join(_NUMBER_WORDS)})\b|\b(?:two|three)-(?:thirds|fourths)\b"
    r"|\bone(?= or more| single| allottee| session| House)|(?<=at least )one\b(?! of)",
)
_PRINTED_LABEL = re.compile(r"\(\d{1,3}\)")
_NOT = re.compile(r"\b(?:not|no|never|cannot|nothing|nor)\b", re.IGNORECASE)
_SET_PHRASE = re.compile(r"\bwhether or not\b|\bor not\b|\bbut not limited to\b|\bif not\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:must|may|can|is|are|was|were|has|have|does|do|will)\b(?!\s+(?:not|no|never)\b)")
_NO_FINITE = re.compile(r"\bas (?:the case|soon as) $|\bas soon after receipt as $")
_BOUND = re.compile(r"\b(?:must|may)\b")
_LABEL = re.compile(r"^\([0-9A-Za-z]{1,5}\) |^## .*$", re.MULTILINE)
_ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii".split()


class Planter:
    """Planter of faults in one restatement, which runs the check on each."""

    def __init__(
        self,
        checker: Checker,
        plain: ProvisionTree,
        spec: DocumentSpec,
        profile: TextProfile,
        exceptions: Sequence[Excepted],
    ) -> None:
        self._checker, self._plain, self._spec, self._profile = checker, plain, spec, profile
        self._exceptions = exceptions
        self._sections = plain.sections()
        self._before: dict[int, frozenset[object]] = {}

    def plant(self, count: int, seed: int) -> list[PlantedFault]:
        """Plant `count` faults, an even share of each kind, and return them."""
        chance = random.Random(seed)
        kinds = list(FaultKind)
        outcomes = []
        places = {kind: list(propose_faults(self._plain, kind)) for kind in kinds}
        for place, kind in enumerate(kinds):
            share = count // len(kinds) + (place < count % len(kinds))
            for proposal in _drawn(places[kind], share, chance):
                outcomes.append(self._tried(proposal(chance)))
        return outcomes

    def _tried(self, fault: Fault) -> PlantedFault:
        section = next(node for node in self._sections if node.start <= fault.start < node.end)
        return PlantedFault(fault, _provision_at(section, fault.start), self._caught(section, fault))

    def _caught(self, section: Node, fault: Fault) -> bool:
        """Only the section touched is divided and checked again: no finding depends on another one."""
        text = self._plain.text
        changed = text[section.start : fault.start] + fault.after + text[fault.end : section.end]
        try:
            return self._defects(changed) != self._defects_of(section)
        except NotThisLaw:
            return True

    def _defects_of(self, section: Node) -> frozenset[object]:
        if section.start not in self._before:
            self._before[section.start] = self._defects(self._plain.text[section.start : section.end])
        return self._before[section.start]

    def _defects(self, text: str) -> frozenset[object]:
        """What the check holds against a section: differences, and exceptions no longer needed."""
        tree = divide(text, self._spec, self._profile, whole=False)
        numbers = {str(section.path) for section in tree.sections()}
        exceptions = [one for one in self._exceptions if one.provision.split("(")[0].split(" ")[0] in numbers]
        report = self._checker.check(tree, exceptions)
        return frozenset([*report.findings, *report.unused])


def propose_faults(plain: ProvisionTree, kind: FaultKind) -> Iterator[Proposal]:
    """Yield every place of the restatement where a fault of that kind can be planted."""
    for section in plain.sections():
        if kind is FaultKind.PROVISO:
            yield from _provisos(plain, section)
            continue
        text = plain.text[section.body : section.end]
        yield from _FINDERS[kind](_without_labels(text), section.body)


def _drawn(places: Sequence[Proposal], count: int, chance: random.Random) -> list[Proposal]:
    """Without repeats as long as there are places enough."""
    drawn: list[Proposal] = []
    while places and len(drawn) < count:
        drawn += chance.sample(places, min(count - len(drawn), len(places)))
    return drawn


def _without_labels(text: str) -> str:
    """Labels blanked: they are not what the text says."""
    return _LABEL.sub(lambda match: " " * len(match[0]), text)


def _numbers(text: str, offset: int) -> Iterator[Proposal]:
    """Digits and number words outside references; years and numbers of laws too."""
    inside = [match.span() for pattern in (_REFERENCE, _PRINTED_LABEL) for match in pattern.finditer(text)]
    for match in _NUMBER.finditer(text):
        if not any(start <= match.start() < end for start, end in inside):
            yield _at(FaultKind.NUMBER, text, match.start(), match.end(), offset, _other_number)


def _other_number(before: str, chance: random.Random) -> str:
    if before[0].isdigit():
        value = int(before.replace(",", ""))
        return str(
            chance.choice([other for other in (value + 1, value - 1, value * 2, value + 10) if other > 0])
        )
    if "-" in before:
        return "three-fourths" if before == "two-thirds" else "two-thirds"
    return chance.choice([word for word in _NUMBER_WORDS if word != before])


def _negations(text: str, offset: int) -> Iterator[Proposal]:
    """A not, no or cannot taken out; a not put after must, may, can, is, are, has …"""
    idle = [match.span() for match in _SET_PHRASE.finditer(text)]
    for match in _NOT.finditer(text):
        if not any(start <= match.start() < end for start, end in idle):
            yield _at(FaultKind.NEGATION, text, match.start(), match.end(), offset, _affirmed)
    for match in _VERB.finditer(text):
        if not _NO_FINITE.search(text[: match.start()]):
            yield _at(
                FaultKind.NEGATION, text, match.start(), match.end(), offset, lambda word, _: f"{word} not"
            )


def _affirmed(before: str, _: random.Random) -> str:
    return {
        "cannot": "can",
        "no": "a",
        "No": "A",
        "nothing": "something",
        "nor": "and",
        "never": "always",
    }.get(before, "")


def _duties(text: str, offset: int) -> Iterator[Proposal]:
    """Must turned into may and may into must; "no court may" says what "no court must" would."""
    for match in _BOUND.finditer(text):
        sentence = re.split(r"[.;:\n]", text[: match.start()])[-1]
        forbids = match[0] == "may" and re.search(r"\bno\b", sentence, re.IGNORECASE)
        if not forbids and not _NO_FINITE.search(text[: match.start()]):
            yield _at(FaultKind.DUTY, text, match.start(), match.end(), offset, _turned)


def _turned(before: str, _: random.Random) -> str:
    return "may" if before == "must" else "must"


def _parties(text: str, offset: int) -> Iterator[Proposal]:
    """One mention by another of its kind: one at hand in the section, where there is one."""
    parties = get_parties()
    mentions = parties.mentions(text)
    named = {mention.party for mention in mentions}
    for mention in mentions:
        like = [name for name, party in parties.of.items() if party.like == parties.of[mention.party].like and
                name != mention.party and not party.general]  # fmt: skip
        if others := [name for name in like if name in named] or like:
            yield _swap(text, mention, others, parties, offset)


def _swap(text: str, mention: PartyMention, others: list[str], parties: Parties, offset: int) -> Proposal:
    def propose(chance: random.Random) -> Fault:
        after = _written(text, mention, chance.choice(others), parties)
        return Fault(
            FaultKind.PARTY,
            offset + mention.start,
            offset + mention.end,
            text[mention.start : mention.end],
            after,
        )

    return propose


def _written(text: str, mention: PartyMention, other: str, parties: Parties) -> str:
    """The other party's name in the same number and case, with its own everyday word."""
    name = text[mention.start : mention.name_end]
    new = parties.of[other].name
    bare = name.rstrip("'’s") if name[-1] in "'’" or name.endswith(("'s", "’s")) else name
    if bare != name:
        new += "s'" if name.endswith(("s'", "s’")) else "'s"
    elif name.endswith(("s", "ies")) and not new.endswith("s"):
        new += "s"
    if name[0].isupper() and new[0].islower() and text[: mention.start].rstrip().endswith((".", ":", "\n")):
        new = new[0].upper() + new[1:]
    gloss = parties.of[other].gloss
    return f"{new} ({gloss[0]})" if mention.gloss and gloss else new


def _references(text: str, offset: int) -> Iterator[Proposal]:
    """One number or label of one reference."""
    for match in _REFERENCE.finditer(text):
        for part in _REFERENCE_PART.finditer(match[0]):
            start = match.start() + part.start()
            yield _at(FaultKind.REFERENCE, text, start, start + len(part[0]), offset, _other_label)


def _other_label(before: str, chance: random.Random) -> str:
    if before.isdigit():
        return str(int(before) + (chance.choice((1, -1)) if int(before) > 1 else 1))
    if before in _ROMAN and before not in ("i", "v", "x"):
        at = _ROMAN.index(before)
        return _ROMAN[at + chance.choice((1, -1))] if at + 1 < len(_ROMAN) else _ROMAN[at - 1]
    if before in ("i", "I"):
        return before * 2
    last = before[-1]
    return before[:-1] + chr(ord(last) + (1 if last not in "zZ" else -1))


def _provisos(plain: ProvisionTree, section: Node) -> Iterator[Proposal]:
    for node in section.walk():
        if node.kind is NodeKind.PROVISO:
            yield _at(FaultKind.PROVISO, plain.text, node.start, node.end, 0, _left_out)


def _left_out(before: str, _: random.Random) -> str:
    return ""


def _at(
    kind: FaultKind, text: str, start: int, end: int, offset: int, change: Callable[[str, random.Random], str]
) -> Proposal:
    before = text[start:end]
    return lambda chance: Fault(kind, offset + start, offset + end, before, change(before, chance))


_FINDERS: dict[FaultKind, Callable[[str, int], Iterator[Proposal]]] = {
    FaultKind.NUMBER: _numbers,
    FaultKind.NEGATION: _negations,
    FaultKind.DUTY: _duties,
    FaultKind.PARTY: _parties,
    FaultKind.REFERENCE: _references,
}


def _provision_at(section: Node, at: int) -> str:
    """The innermost provision that holds that place."""
    inner = [node for node in section.walk() if node.path is not None and node.start <= at < node.end]
    return str(inner[-1].path) if inner else str(section.path)


def build_table(outcomes: Sequence[PlantedFault]) -> list[str]:
    """Return the planted, caught and share of each kind and of all; then the missed ones by provision."""
    planted = Counter(outcome.fault.kind for outcome in outcomes)
    caught = Counter(outcome.fault.kind for outcome in outcomes if outcome.caught)
    lines = [f"{'kind':<20}{'planted':>8}{'caught':>8}{'share':>8}"]
    for kind in FaultKind:
        lines.append(_row(kind.value, planted[kind], caught[kind]))
    lines.append(_row("all", planted.total(), caught.total()))
    lines += [
        f"  missed: {outcome.provision} | {outcome.fault.kind.value} | {outcome.fault.before} -> {outcome.fault.after or '(left out)'}"
        for outcome in outcomes
        if not outcome.caught
    ]
    return lines


def _row(name: str, planted: int, caught: int) -> str:
    return f"{name:<20}{planted:>8}{caught:>8}{caught / planted if planted else 0:>8.1%}"

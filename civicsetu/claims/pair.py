"""Pair a provision of the law with ours, and with what ours may repeat from around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from civicsetu.claims.compared_provisions import Edition, Provision
from civicsetu.claims.parties import Parties
from civicsetu.claims.reading import AnnotatedText, Mark
from civicsetu.claims.surroundings import RarityWeights
from civicsetu.law.paths import ProvisionPath


class FactKind(StrEnum):
    NUMBER = "number"
    REFERENCE = "reference"
    DUTY = "duty"
    NEGATION = "negation"
    PARTY = "party"
    STRUCTURE = "structure"
    WORDING = "wording"
    CONDITION = "condition"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact in which the two editions differ: `fact` names it, `law` and `ours` say what each has."""

    path: ProvisionPath
    kind: FactKind
    fact: str
    law: str
    ours: str
    sentence: str


@dataclass(frozen=True)
class Pair:
    """The same provision in both editions, and the whole law for what it stands under or refers to."""

    law: Provision
    ours: Provision
    official: Edition
    parties: Parties
    weights: RarityWeights
    noun: str
    cited: tuple[AnnotatedText, ...] = ()
    """What the law's provision refers to in another law."""

    @property
    def path(self) -> ProvisionPath:
        return self.ours.path

    @cached_property
    def above(self) -> tuple[AnnotatedText, ...]:
        """The law's words above the provision, nearest first: ours may repeat them."""
        return tuple(
            self.official[path].reading for path in reversed(self.path.ancestors) if path in self.official
        )

    @cached_property
    def sentence(self) -> tuple[Mark, ...]:
        """The law's marks with the leads they continue: "The promoter shall-" before "(a) pay …"."""
        leads: list[Mark] = []
        path = self.path
        while path.labels and not path.labels[-1].startswith(("proviso", "explanation")):
            parent = path.parent
            if parent is None or parent not in self.official:
                break
            leads[:0] = self.official[parent].lead
            path = parent
        return (*leads, *self.law.reading.marks)

    @cached_property
    def referred(self) -> tuple[AnnotatedText, ...]:
        """Readings that the law's provision, or its lead, refers to by number: ours may name them by their matter."""
        paths = {
            named.path
            for reading in (self.law.reading, *self.above)
            for named in reading.named
            if named.path is not None
        }
        return tuple(self.official[path].reading for path in sorted(paths) if path in self.official)

    @cached_property
    def below(self) -> tuple[AnnotatedText, ...]:
        """The law's own words of its direct parts: a lead of ours may announce them."""
        parts = (self.path.child(label) for label in self.law.parts)
        return tuple(self.official[path].reading for path in parts if path in self.official)

    @property
    def headings(self) -> frozenset[str]:
        """Parties that the heading of the section or of its chapter names."""
        section = ProvisionPath(self.path.number)
        return self.official[section].headed if section in self.official else frozenset()

    def make_finding(self, kind: FactKind, fact: str, law: str, ours: str, sentence: str) -> Finding:
        return Finding(self.path, kind, fact, law, ours, sentence)


def pair_provisions(
    official: Edition, plain: Edition, parties: Parties, weights: RarityWeights, noun: str
) -> Iterator[Pair]:
    """Pair every provision both editions have, in the order of ours."""
    for path, ours in plain.items():
        if path in official:
            yield Pair(official[path], ours, official, parties, weights, noun)


def find_missing(pair: Pair, kind: FactKind, facts: set[str]) -> Iterator[Finding]:
    """Return what the law states and ours does not."""
    for fact in sorted(facts):
        yield pair.make_finding(kind, fact, fact, "", f"The law has the {kind} {fact}; ours does not.")


def find_added(pair: Pair, kind: FactKind, facts: set[str]) -> Iterator[Finding]:
    """Return what ours states and the law does not."""
    for fact in sorted(facts):
        yield pair.make_finding(kind, fact, "", fact, f"Ours has the {kind} {fact}; the law does not.")

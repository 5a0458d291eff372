"""The check of a restatement against the official text of the same document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from civicsetu.claims.claimed_references import compare_references
from civicsetu.claims.compared_provisions import Edition, paths_of, read_sections
from civicsetu.claims.copies import Runs
from civicsetu.claims.modality import compare_duties, compare_negations
from civicsetu.claims.pair import Finding, Pair, pairs
from civicsetu.claims.part_order import (
    compare_paragraphs,
    compare_parts,
    compare_presence,
    compare_twice,
)
from civicsetu.claims.parties import get_parties
from civicsetu.claims.reading import Kind
from civicsetu.claims.rows import compare_rows
from civicsetu.claims.stated import compare_glosses, compare_numbers, compare_parties
from civicsetu.claims.surroundings import weights
from civicsetu.claims.who import compare_roles
from civicsetu.evaluation.fidelity.exceptions import Excepted, without
from civicsetu.evaluation.fidelity.fidelity_report import FidelityReport
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.provisions import ProvisionTree

_COMPARISONS: tuple[Callable[[Pair], Iterable[Finding]], ...] = (
    compare_parts,
    compare_paragraphs,
    compare_numbers,
    compare_references,
    compare_parties,
    compare_glosses,
    compare_rows,
    compare_roles,
    compare_duties,
    compare_negations,
)


class Checker:
    """The official text read once, to check restatements of all of it or of some sections against it."""

    def __init__(self, official: ProvisionTree, spec: DocumentSpec) -> None:
        self._spec = spec
        self._noun = spec.doc_type.provision_noun
        self._parties = get_parties()
        self._known = paths_of(official)
        self._official = read_sections(official, official.sections(), self._noun, self._known, self._parties)
        self._weights = weights(provision.reading for provision in self._official.values())
        self._runs = Runs(self._official)

    def check(self, plain: ProvisionTree, exceptions: Sequence[Excepted] = ()) -> FidelityReport:
        """Every section of `plain`; what is found of one section depends on no other section of ours."""
        ours = read_sections(plain, plain.sections(), self._noun, self._known, self._parties)
        held = {path.number for path in ours}
        findings = [*compare_twice(node.path for node in plain.root.walk() if node.path is not None)]
        findings += self._findings(ours)
        facts = sum(_facts(pair) for pair in self._pairs(ours))
        return (
            FidelityReport(self._spec.key, facts, *without(findings, exceptions))
            if held
            else _nothing(self._spec)
        )

    def _pairs(self, ours: Edition) -> Iterator[Pair]:
        return pairs(self._official, ours, self._parties, self._weights, self._noun)

    def _findings(self, ours: Edition) -> Iterator[Finding]:
        yield from compare_presence(self._official, ours)
        for pair in self._pairs(ours):
            for compare in _COMPARISONS:
                yield from compare(pair)
            yield from self._runs.copied(pair.ours)


def check(
    official: ProvisionTree, plain: ProvisionTree, spec: DocumentSpec, exceptions: Sequence[Excepted] = ()
) -> FidelityReport:
    """Compare a restatement with the official text, provision by provision, fact by fact."""
    return Checker(official, spec).check(plain, exceptions)


def _nothing(spec: DocumentSpec) -> FidelityReport:
    return FidelityReport(spec.key, 0, (), (), ())


def _facts(pair: Pair) -> int:
    """What was compared: the law's numbers, references and parties, each must, may and party ours says,
    each not of either, the parts, and the text itself."""
    law, ours = pair.law.reading, pair.ours.reading
    said = sum(mark.kind in (Kind.PARTY, Kind.MUST, Kind.MAY) for mark in ours.marks)
    nots = max(sum(mark.kind is Kind.NOT for mark in reading.marks) for reading in (law, ours))
    stated = len({one.stated for one in law.amounts}) + len({one.text for one in law.named})
    parties = len({one.party for one in law.mentions})
    return stated + parties + said + nots + len(pair.law.parts) + 1

"""Compare parts and paragraphs: ours has those of the law, each once, in order, and no others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from civicsetu.claims.compared_provisions import Edition
from civicsetu.claims.pair import FactKind, Finding, Pair
from civicsetu.claims.reading import AnnotatedText, MarkKind
from civicsetu.claims.surroundings import RarityWeights
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.law.paths import ProvisionPath


def compare_presence(official: Edition, plain: Edition) -> Iterator[Finding]:
    """Compare which provisions exist: ours has all of a section it restates, and no others."""
    held = {path.number for path in plain}
    for path in official:
        if path.number in held and path not in plain:
            yield Finding(path, FactKind.STRUCTURE, str(path), str(path), "", f"Ours lacks {path}.")
    for path in plain:
        if path not in official:
            yield Finding(path, FactKind.STRUCTURE, str(path), "", str(path), f"The law has no {path}.")


def compare_twice(paths: Iterable[ProvisionPath]) -> Iterator[Finding]:
    """Find provisions that occur twice in ours."""
    for path, count in Counter(paths).items():
        if count > 1:
            yield Finding(
                path, FactKind.STRUCTURE, str(path), "once", f"{count} times", f"{path} stands {count} times."
            )


def compare_parts(pair: Pair) -> Iterator[Finding]:
    """Compare the parts and their order: clauses, provisos, explanations."""
    if pair.law.parts != pair.ours.parts:
        law, ours = ", ".join(pair.law.parts), ", ".join(pair.ours.parts)
        yield pair.make_finding(
            FactKind.STRUCTURE,
            "parts",
            law,
            ours,
            f"The law's parts are {law or 'none'}; ours are {ours or 'none'}.",
        )


def compare_paragraphs(pair: Pair) -> Iterator[Finding]:
    """Compare paragraphs: ours says something where the law does, nothing twice, nothing unrelated."""
    if pair.law.paragraphs and not pair.ours.paragraphs:
        yield pair.make_finding(
            FactKind.STRUCTURE, "text", "text", "", "The law says something here; ours is empty."
        )
    said = Counter(
        sentence
        for paragraph in pair.ours.paragraphs
        for sentence in re.split(r"(?<=[.;:])\s+", paragraph.lower())
        if len(sentence.split()) > 3
    )
    for sentence, count in said.items():
        if count > 1:
            fact = " ".join(sentence.split()[:6])
            yield pair.make_finding(
                FactKind.STRUCTURE, fact, "once", f"{count} times", f"Ours says {count} times: {fact} …"
            )
    if not pair.law.paragraphs:
        return
    lines = pair.ours.reading.text.split("\n")
    around = {
        key
        for reading in (pair.law.reading, *pair.above, *pair.below, *pair.referred)
        for key in _words(reading)
    }
    at = 0
    for line in lines:
        share = _share(pair.ours.reading, at, at + len(line), around, pair.weights)
        at += len(line) + 1
        if share < CLAIMS.supported:
            fact = " ".join(line.split()[:6])
            yield pair.make_finding(
                FactKind.STRUCTURE, fact, "", fact, f"The law has nothing like the paragraph: {fact} …"
            )


def _words(reading: AnnotatedText) -> set[str]:
    return {mark.key for mark in reading.marks if mark.kind is not MarkKind.SMALL}


def _share(reading: AnnotatedText, start: int, end: int, around: set[str], weights: RarityWeights) -> float:
    total = common = 0.0
    for mark in reading.marks:
        if mark.kind in (MarkKind.WORD, MarkKind.PARTY, MarkKind.NAMED) and start <= mark.start < end:
            weight = weights[f"{mark.kind}:{mark.key}"]
            total += weight
            common += weight * (mark.key in around)
    return common / total if total else 1.0

"""What a sentence adds to its spans: a remedy, penalty, act or paper that none of them names."""

from __future__ import annotations

from collections.abc import Iterator

from civicsetu.answering.verifying.evidence import CitedEvidence
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.verifying.word_tables import find_matter_words, find_matters
from civicsetu.answering.written import Written
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.reading import meant_by
from civicsetu.lexicon.stems import stem

_NONE = "no matter of its own"
"""The entry of `legal_matters.yaml` for phrases that only sound like a matter ("at fault")."""


def check_coverage(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt each matter of weight that neither a span cited nor the asker names."""
    texts = [*(text for span in evidence.spans for text in (span.text, span.official)), evidence.names, evidence.asker]
    there = {matter for text in texts for matters in find_matters(text) for matter in matters}
    for words, matters in find_matter_words(written.text).items():
        if there.isdisjoint(matters) and _NONE not in matters and not _is_meant(words, evidence):
            yield Doubt(Check.COVERAGE, f"No span cited speaks of this: {matters[0]}.", False)


def _is_meant(words: str, evidence: CitedEvidence) -> bool:
    """True where a word is an everyday one for a word of the spans' law."""
    meant = meant_by(Mark(MarkKind.WORD, stem(words), 0, 0)) - {stem(words)}
    return bool(meant) and any(mark.key in meant for unit in evidence.core for mark in unit.claims.reading.reading.marks)

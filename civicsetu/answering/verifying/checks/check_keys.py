"""What a sentence cites exists, is law, and holds the words it quotes."""

from __future__ import annotations

from collections.abc import Iterator

from civicsetu.answering.verifying.evidence import CitedEvidence
from civicsetu.answering.verifying.find_quote import is_telling
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import SentenceMark, Written

OF_LAW = frozenset((SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.STEP))
"""The marks of sentences that state law; advice and limits state none."""


def check_keys(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt each key that names no span given, and a sentence of law that cites no span of law."""
    for key in evidence.missing_keys:
        yield Doubt(Check.KEYS, f"There is no span {key!r}.")
    if written.mark in OF_LAW and not evidence.spans:
        yield Doubt(Check.KEYS, "The sentence states law and cites no span of law.")


def check_quote(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a quote that does not stand in a span cited, run by run, or is too short to be distinctive."""
    if written.mark not in OF_LAW or not evidence.spans:
        return
    if not is_telling(evidence.runs):
        yield Doubt(Check.QUOTE, "The quote is missing or too short to rest a sentence on.")
    for run in evidence.missing_quotes:
        yield Doubt(Check.QUOTE, f"“{_short(run)}” stands in no span cited.")


def _short(run: str) -> str:
    words = run.split()
    return " ".join(words[:10]) + (" …" if len(words) > 10 else "")

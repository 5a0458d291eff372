"""Whether a cited span itself says that there is none: a denial of the law is no claim of absence."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from civicsetu.answering.verifying.absence_claims import (
    AbsenceClaim,
    AbsenceKind,
    find_values,
    read_absence,
    read_topic,
)
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.written import Span, SpanKind

_DENIES = re.compile(
    r"\b(?:no|not|never|nor|neither|none|nothing|without|cannot|free|waived?|waives|nil|exempt\w*|except\w*|exclud\w*|only|unless|cease\w*"
    r"|forfeit\w*|los(?:es|t)|bar(?:s|red)?|refus\w*|prohibit\w*|forbid\w*|save|other than|at any time|any time|unlimited|plain paper)\b|n't\b",
    re.IGNORECASE,
)
_IN_EFFECT = {
    "time": re.compile(r"\bany ?time\b|\bwithout (?:a |any )?(?:limit|period)", re.IGNORECASE),
    "fee": re.compile(r"\bfree\b|\bwaive\w*|\bexempt\w*|\bnil\b|\bwithout (?:any )?(?:cost|charge|payment|fee)", re.IGNORECASE),
    "form": re.compile(r"\bplain paper\b|\bany form\b", re.IGNORECASE),
    "amount": re.compile(r"\bunlimited\b|\bany (?:sum|amount)\b", re.IGNORECASE),
}
_LEFT = re.compile(
    r"\bprescribed\b|\bas may be (?:specified|fixed)\b|\b(?:rules?|regulations?|state|government)\b[^.]{0,40}\b(?:set|sets|fix|fixes|say|says|give|gives|lay|decide|decides|name|names)\b"
    r"|\bleft to\b|\b(?:set|fixed|given|laid down|named) (?:in|by) (?:the |each |its |a )?(?:\S+ ){0,3}(?:rules?|regulations?|state|government)\b",
    re.IGNORECASE,
)
_SILENT = (AbsenceKind.SILENT, AbsenceKind.NONE)
_SENTENCE_END = re.compile(r"(?<=[.;:?!])\s+|\n+")


def is_denied_by(claim: AbsenceClaim, spans: Sequence[Span]) -> bool:
    """Return whether a sentence of a cited span denies what the claim denies, of the same topic."""
    return any(_denies(sentence, claim, span) for span in _of_law(spans) for sentence in _sentences(span))


def is_said_missing(claim: AbsenceClaim, spans: Sequence[Span]) -> bool:
    """Return whether a cited span says itself that the law is silent on that topic, or that the text is not held."""
    for span in _of_law(spans):
        for sentence in _sentences(span):
            kinds = _SILENT if claim.kind in _SILENT else (claim.kind,)
            told = (one for one in read_absence(sentence) if one.kind in kinds)
            if any(_agree(claim.values, one.values) for one in told) and _shares(claim, sentence, VERIFYING.topic_share):
                return True
    return False


def is_left_to_rules(claim: AbsenceClaim, spans: Sequence[Span]) -> bool:
    """Return whether a cited span leaves that value to rules, so that the law itself does not give it."""
    for span in _of_law(spans):
        for sentence in _sentences(span):
            left = _LEFT.search(sentence) is not None and _agree(claim.values, find_values(sentence))
            if left and _shares(claim, f"{sentence} {span.place}", VERIFYING.topic_share):
                return True
    return False


def _of_law(spans: Sequence[Span]) -> list[Span]:
    return [span for span in spans if span.kind is not SpanKind.ASKER]


def _sentences(span: Span) -> list[str]:
    texts = (span.text, span.official)
    return [one for text in texts for one in _SENTENCE_END.split(text.replace("’", "'")) if one]


def _denies(sentence: str, claim: AbsenceClaim, span: Span) -> bool:
    if claim.kind is AbsenceKind.DENIED:
        return _DENIES.search(sentence) is not None and _shares(claim, sentence, VERIFYING.denied_share)
    if claim.kind is AbsenceKind.SILENT:
        return False
    effects = [_IN_EFFECT[one] for one in claim.values if one in _IN_EFFECT] or list(_IN_EFFECT.values())
    said = any(one.search(sentence) for one in effects) or _denies_value(sentence, claim)
    return said and _shares(claim, f"{sentence} {span.place}", VERIFYING.topic_share)


def _denies_value(sentence: str, claim: AbsenceClaim) -> bool:
    """Whether a value of the same class stands close behind a denial."""
    for found in _DENIES.finditer(sentence):
        near = sentence[found.start() : found.end() + VERIFYING.denied_chars]
        if _agree(claim.values, find_values(near)) and find_values(near):
            return True
    return False


def _agree(ours: Collection[str], theirs: Collection[str]) -> bool:
    return not ours or bool(set(ours) & set(theirs)) or "amount" in ours or "amount" in theirs


def _shares(claim: AbsenceClaim, text: str, least: float) -> bool:
    """Whether enough of what the claim is about stands in a text."""
    if not claim.topic:
        return True
    return len(claim.topic & read_topic(text)) >= least * len(claim.topic)

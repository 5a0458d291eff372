"""Advice and limits cite nothing, so they may claim nothing of law."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.answering.verifying.absence_claims import is_about_absence
from civicsetu.answering.verifying.checks.check_names import find_offices
from civicsetu.answering.verifying.evidence import CitedEvidence, read_text
from civicsetu.answering.verifying.same_figures import is_same
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import SentenceMark, Written
from civicsetu.claims.figures import describe
from civicsetu.claims.named_forms import find_forms, find_law_words
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import MarkKind
from civicsetu.law.references import find_references

_RIGHT = re.compile(
    r"\b(?:entitled|entitles?|(?:has|have|is|are|was) (?:a |the |no |every |any )?(?:legal )?(?:right|claim|obligation|duty)|(?:your|his|their) (?:legal )?rights?"
    r"|right to|liable|obliged|bound to|owes?|punishable|illegal|unlawful|lawful(?:ly)?|void|offence|crime|invalid|guilty"
    r"|(?:is|are) (?:not )?(?:allowed|permitted|required|forbidden|barred)|by law|the law (?:says|requires|gives|lets|allows|forbids)"
    r"|forfeits?|time[- ]barred|compensation|interest on|full refund|imprison\w*|jail(?:ed)?|fined?|penalt\w+)\b",
    re.IGNORECASE,
)
_DUTY = re.compile(r"\b(?:must|shall|ha(?:s|ve) to|need(?:s)? to|cannot|can not|can't|may not)\b", re.IGNORECASE)
_PARTY_MAY = re.compile(r"\b(?:may|can)\b", re.IGNORECASE)
_YOU = re.compile(r"\byou(?:r|rs|rself)?\b", re.IGNORECASE)
_OFFICES = frozenset(("body", "local", "government", "office", "council", "court", "judge"))


def check_advice(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt advice with a figure, period, duty, right, section, form or office, and a limit that states law."""
    if written.mark not in (SentenceMark.ADVICE, SentenceMark.LIMIT):
        return
    kind = "Advice" if written.mark is SentenceMark.ADVICE else "A limit of the answer"
    for told in _law_in(written, evidence):
        yield Doubt(Check.ADVICE, f"{kind} cites nothing and so may not state {told}.")


def _law_in(written: Written, evidence: CitedEvidence) -> Iterator[str]:
    text = written.text
    claims = read_text(text)
    own = evidence.asker_claims.figures
    for figure in claims.figures:
        counts = figure.measure or figure.said.strip().isdigit()
        if counts and not any(is_same(figure, theirs) for theirs in own):
            yield f"a figure ({describe(figure)})"
    if written.mark is SentenceMark.LIMIT:
        yield from _law_of_limit(text)
        return
    for reference in find_references(text):
        yield f"a provision ({text[reference.start : reference.end].strip()})"
    for form in find_forms(text):
        yield f"a form ({text[form.start : form.end].strip()})"
    for law, _ in find_law_words(text):
        yield f"a law ({law})"
    for office in (*find_offices(text), *_parties_in_office(text)):
        yield f"an office ({office})"
    if (match := _RIGHT.search(text)) is not None:
        yield f"a right or what a wrong costs (“{match[0]}”)"
    yield from _duties(text)


def _parties_in_office(text: str) -> Iterator[str]:
    of = get_spoken_parties().of
    for mention in read_text(text).reading.reading.mentions:
        if of[mention.party].like in _OFFICES:
            yield mention.party


def _duties(text: str) -> Iterator[str]:
    """A must of any party, and a may of any but the asker's ("you can write to him" advises)."""
    marks = read_text(text).reading.reading.marks
    for match in _DUTY.finditer(text):
        yield f"a duty (“{match[0]}”)"
    for match in _PARTY_MAY.finditer(text):
        before = [mark for mark in marks if mark.end <= match.start() and mark.kind is MarkKind.PARTY]
        if before and not _YOU.fullmatch(text[before[-1].start : before[-1].end]):
            yield f"what another may do (“{match[0]}”)"


def _law_of_limit(text: str) -> Iterator[str]:
    match = _RIGHT.search(text) or re.search(r"\b(?:must|shall)\b", text, re.IGNORECASE)
    if match is not None and not _NOT_FOUND.search(text) and not is_about_absence(text):
        yield f"law (“{match[0]}”)"


_NOT_FOUND = re.compile(
    r"\b(?:not (?:find|found|given|held|shown|covered|checked|know\w*|say|clear|decided)|did not|do not|does not|don't|didn't|cannot"
    r"|could not|couldn't|no (?:rule|statement|provision|figure|source)|unclear|depends?|beyond|outside|silent|missing|only)\b",
    re.IGNORECASE,
)

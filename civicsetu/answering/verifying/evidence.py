"""What a written sentence is held against: the cited spans sentence by sentence, those quoted from first.

A provision is long, and a figure or a duty that stands somewhere in it may belong to another matter. The words
quoted say which sentence of it the writer rests on; the rules look there before they look anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from civicsetu.answering.verifying.days_told import name_days
from civicsetu.answering.verifying.find_quote import find_runs, split_quote
from civicsetu.answering.written import Span, SpanKind, Written
from civicsetu.claims.figures import Figure, find_figures
from civicsetu.claims.figures_in_scripts import find_figures_in_any_script
from civicsetu.claims.parties import get_informal_parties
from civicsetu.claims.reading import MarkKind
from civicsetu.claims.stances import Stance, find_stances
from civicsetu.claims.statements.reading import ClaimReading, read_claims
from civicsetu.law.paths import ProvisionPath
from civicsetu.query.asking import Asking

_NOWHERE = ProvisionPath("0")
_NOTHING: frozenset[ProvisionPath] = frozenset()
_UNIT_ENDS = re.compile(r"(?<=[.;:])\s+(?=[A-Z(“\"‘])|\s*\n\s*|(?<=[—–])\s+(?=\()")
_ABBREVIATED = re.compile(r"\b(?:Rs|No|Nos|St|Ltd|Pvt|Dr|Mr|Mrs|Ms|sq|viz|i\.e|e\.g|cent|[A-Z])\.$")
_LABEL = re.compile(r"^\(?(?:[0-9]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,3})[).]\s+")
_OPENS_LIST = re.compile(r"[:—–-]\s*$")


_COUNTED = frozenset(("buyers", "allottees", "members"))
"""Parties that are counted; any other is struck out, so that the "one" before it states no figure."""


@dataclass(frozen=True)
class Claims:
    """One text read for comparison: its marks, and its figures with the names in it struck out."""

    reading: ClaimReading
    figures: tuple[Figure, ...]

    @property
    def text(self) -> str:
        return self.reading.text


@lru_cache(maxsize=8192)
def read_text(text: str) -> Claims:
    """Read a sentence; the same text is read once, for many sentences rest on it."""
    reading = read_claims(text, _NOWHERE, "section", _NOTHING, get_informal_parties())
    blank = _strike_names(text, reading)
    return Claims(reading, name_days(find_figures(blank), blank))


def _strike_names(blank: str, reading: ClaimReading) -> str:
    for mark in reading.reading.marks:
        is_counted = blank[mark.start : mark.end].lower() in _COUNTED
        if mark.kind is MarkKind.NAMED or (mark.kind is MarkKind.PARTY and not is_counted):
            blank = f"{blank[: mark.start]}{'¤' * (mark.end - mark.start)}{blank[mark.end :]}"
    return blank


_ROMAN_HINDI = {"din": "day", "dino": "days", "dinon": "days ", "saal": "year", "hafte": "weeks", "hafta": "weeks"}
_ROMAN_HINDI |= dict.fromkeys(("mahina", "mahine", "mahino"), "months")
"""What people measure time by who write Hindi in Latin letters, in English words of the same length."""
_ROMAN_TIME = re.compile(rf"(?<=\d)(?P<gap>\s?)(?P<word>{'|'.join(_ROMAN_HINDI)})\b", re.IGNORECASE)


@lru_cache(maxsize=256)
def read_asker(text: str) -> Claims:
    """Read what the asker wrote: figures in any digits and, of time, in Hindi words."""
    claims = read_text(text)
    english = _ROMAN_TIME.sub(lambda found: f"{found['gap']}{_ROMAN_HINDI[found['word'].lower()]}", text)
    if english.isascii() and english == text:
        return claims
    blank = _strike_names(english, claims.reading)
    return replace(claims, figures=name_days(find_figures_in_any_script(blank), blank))


@lru_cache(maxsize=256)
def _read_asking(text: str) -> Asking:
    """Read who asks and where: one text is what many sentences are held against."""
    return Asking(text)


@lru_cache(maxsize=8192)
def read_stances(text: str) -> tuple[Stance, ...]:
    """Read what each main clause of a sentence makes of a deed."""
    return tuple(find_stances(read_text(text).reading.reading))


@dataclass(frozen=True)
class SpanSentence:
    """One sentence of a span: where it stands in it, and what it says with the opening of the list it is in."""

    text: str
    start: int
    end: int
    lead: str = ""

    @cached_property
    def claims(self) -> Claims:
        return read_text(self.whole)

    @cached_property
    def whole(self) -> str:
        """The sentence with the opening of its list before it."""
        return f"{self.lead} {self.text}" if self.lead else self.text


@lru_cache(maxsize=2048)
def split_units(text: str) -> tuple[SpanSentence, ...]:
    """Divide a span's text into its sentences and list items; an item keeps the opening of its list."""
    units: list[SpanSentence] = []
    at, lead = 0, ""
    ends = [match for match in _UNIT_ENDS.finditer(text) if not _ABBREVIATED.search(text, 0, match.start())]
    for start, end in [*((match.start(), match.end()) for match in ends), (len(text), len(text))]:
        said = text[at:start]
        if said.strip():
            labelled = _LABEL.match(said.strip()) is not None
            units.append(SpanSentence(said.strip(), at, start, lead if labelled else ""))
            if _OPENS_LIST.search(said):
                lead = said.strip()
            elif not labelled:
                lead = ""
        at = end
    return tuple(units)


@dataclass(frozen=True)
class CitedEvidence:
    """The spans a sentence cites: `quoted` are their sentences that the quote is found in, `rest` all others.

    A statement is one sentence and counts as quoted. `asker` is what the asker wrote.
    """

    spans: tuple[Span, ...]
    quoted: tuple[SpanSentence, ...]
    rest: tuple[SpanSentence, ...]
    asker: str
    missing_keys: tuple[str, ...] = ()
    missing_quotes: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    states_described: frozenset[str] = frozenset()
    """Codes of the states whose holdings the writer was given, held or not."""

    @cached_property
    def quoted_spans(self) -> tuple[Span, ...]:
        """The spans that the quote is found in."""
        return tuple(
            span
            for span in self.spans
            if any(find_runs(run, text) for text in (span.text, span.official) if text for run in self.runs)
        )

    @property
    def units(self) -> tuple[SpanSentence, ...]:
        return (*self.quoted, *self.rest)

    @cached_property
    def core(self) -> tuple[SpanSentence, ...]:
        """The sentences of law that the claim rests on: those quoted, or all cited where no quote was found."""
        return self.quoted or self.rest

    @cached_property
    def asker_claims(self) -> Claims:
        return read_asker(self.asker)

    @property
    def asking(self) -> Asking:
        """What is read of the asker in `asker`: the words of the whole turn as they were written, which no `Query` has."""
        return _read_asking(self.asker)

    @cached_property
    def names(self) -> str:
        """The laws, places and states of the spans, as text."""
        return "\n".join(f"{span.law} {span.place}" for span in self.spans)

    @cached_property
    def words(self) -> str:
        """All that the spans say, in one text."""
        return "\n".join([*(f"{span.text}\n{span.official}" for span in self.spans), self.names])


def gather_evidence(written: Written, spans: Mapping[str, Span], asked: str) -> CitedEvidence:
    """Look up what a sentence cites and find its quote there."""
    cited = [spans[key] for key in dict.fromkeys(written.keys) if key in spans]
    law = [span for span in cited if span.kind is not SpanKind.ASKER]
    asker = "\n".join(
        dict.fromkeys([asked, *(span.text for span in spans.values() if span.kind is SpanKind.ASKER)])
    )
    runs = split_quote(written.quote)
    texts = [text for span in cited for text in (span.text, span.official) if text]
    lost = tuple(run for run in runs if not any(find_runs(run, text) for text in texts))
    quoted, rest = _sort_units(law, runs)
    missing = tuple(key for key in written.keys if key not in spans)
    described = _states_described(spans.values())
    return CitedEvidence(tuple(law), tuple(quoted), tuple(rest), asker, missing, lost, runs, described)


def _states_described(spans: Iterable[Span]) -> frozenset[str]:
    return frozenset(one.jurisdiction for one in spans if one.kind is SpanKind.VALUE and not one.law and one.jurisdiction)


def _sort_units(law: Iterable[Span], runs: Sequence[str]) -> tuple[list[SpanSentence], list[SpanSentence]]:
    quoted: list[SpanSentence] = []
    rest: list[SpanSentence] = []
    for span in law:
        for text in (span.text, span.official):
            places = [place for run in runs for place in find_runs(run, text)] if text else []
            for unit in split_units(text) if text else ():
                is_quoted = any(start < unit.end and unit.start < end for start, end in places)
                whole = span.kind is SpanKind.STATEMENT and text is span.text
                (quoted if is_quoted or whole else rest).append(unit)
    return quoted, rest

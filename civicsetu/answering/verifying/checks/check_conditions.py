"""A condition of the law is not dropped where the sentence states the result flatly, nor the law made broader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from civicsetu.answering.verifying.evidence import CitedEvidence, Claims, SpanSentence, read_text
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.verifying.word_tables import find_matters, get_broad_words
from civicsetu.answering.written import Written
from civicsetu.claims.figures import Figure
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.reading import Bound, meant_by
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.yaml_data import load_whole_words

_LAWS = re.compile(
    r"(?:\b(?:if|when|unless|until|before|after|without(?! prejudice)|except|once|in case|only|provided that|so long as|as long as)|(?:^|(?<=[,;:—] )|(?<=\) ))where)\b(?P<said>[^,;:.]*)",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:if|when|unless|until|till|before|after|without|except|once|only|within|while|who|whose|which|as long as|so long as|provided|subject to|in case|where|under|over"
    r"|late|delayed|delay|because|for|failing|by failing|not when|since|despite|in spite of|besides|apart from|aside|with|as your|as the|as agreed|until then|up to that point|no|not|through|according|that (?:is|are|was|were|has|have|had|falls?|fails?|came|comes|stands?))\b|^(?:on|upon|in) (?!the\b)[a-z]+,",
    re.IGNORECASE,
)
_IDLE = re.compile(
    r"^\s*(?:(?:either|both|one|all|any) (?:one |of them |of these )?(?:holds?|appl(?:y|ies)|is (?:true|so|met))\b|the (?:\w+ )?(?:authority|tribunal|officer|government) (?:(?:considers|deems|thinks|finds) (?:it|them)\b(?! that)|(?:considers|deems|thinks) (?:fit|proper|necessary|so))|the application procedure\b|(?:it|they) enters?\b|when they enter\b|any|applicable|available|necessary|it is (?:necessary|applicable)|appl\w+|required|that|this|such|needed|as required|in force)\b|^\s*\w*\s*$", re.IGNORECASE
)
_END_OF_TIME = re.compile(r"(?:until|till)\s+(?:the )?(?:date|day|time|end)\b|(?:until|till)\s+\w+ (?:is|are) (?:paid|refunded|returned|handed over)\b", re.IGNORECASE)
_BROAD_IS_NO_CONDITION = re.compile(r"\b(?:whenever|any time|for ever|forever|for life)\b", re.IGNORECASE)


def _words(name: str) -> re.Pattern[str]:
    return load_whole_words("civicsetu.answering.verifying", "conditions.yaml")[name]


_WEIGHTY = frozenset((MarkKind.WORD, MarkKind.NUMBER, MarkKind.NAMED))


def check_conditions(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a sentence without any condition where the span's nearest sentence has one it does not reflect."""
    claims = read_text(written.text)
    if _OURS.search(_without_limits(claims)) or _words("points_back").search(claims.text) or _words("request").match(claims.text):
        return
    unit = _nearest(claims, evidence.core)
    if unit is None:
        return
    told = _keys(claims.reading.reading.marks) | _keys(evidence.asker_claims.reading.reading.marks)
    figures = (*claims.figures, *evidence.asker_claims.figures)
    matters = {one for text in (written.text, evidence.asker) for found in find_matters(text) for one in found}
    for match in _LAWS.finditer(unit.whole):
        said = match["said"]
        start, end = match.span("said")
        if _IDLE.match(said) or _ends_a_time(match[0]) or _is_met(unit, start, end, figures):
            continue
        if _is_told(unit, start, end, claims.figures):
            continue
        keys = _keys([mark for mark in unit.claims.reading.reading.marks if start <= mark.start < end])
        theirs = {one for found in find_matters(said) for one in found}
        rest = _keys([mark for mark in unit.claims.reading.reading.marks if not start <= mark.start < end])
        telling = (keys - rest) or keys
        if telling and telling.isdisjoint(told) and (matters.isdisjoint(theirs) or not theirs):
            words = " ".join(f"{match[0]}".split()[:9])
            yield Doubt(Check.CONDITION, f"The law says it on a condition (“{words} …”) that the sentence drops.", False)
            return


def _ends_a_time(condition: str) -> bool:
    """True for "until the date …": when something ends, which makes nothing depend on it."""
    return _END_OF_TIME.match(condition) is not None


def _is_met(unit: SpanSentence, start: int, end: int, figures: Sequence[Figure]) -> bool:
    """True where the condition is a limit ("if it is not more than 1,000 square metres") that a figure told keeps."""
    limits = [one for one in unit.claims.figures if start <= one.start < end and one.measure]
    bounds = {one.start: one.bound for one in unit.claims.reading.amounts}
    return bool(limits) and all(
        any(one.measure == limit.measure and _keeps(one, limit, _bound_at(bounds, limit.start)) for one in figures)
        for limit in limits
    )


def _is_told(unit: SpanSentence, start: int, end: int, figures: Sequence[Figure]) -> bool:
    """True where the sentence has a figure of the condition: "leave at 65" for "until they reach the age of 65 years"."""
    limits = [one for one in unit.claims.figures if start <= one.start < end]
    return any(one.value in (limit.value, limit.plain) for one in figures for limit in limits)


def _bound_at(bounds: Mapping[int, Bound], start: int) -> Bound:
    return next((bound for at, bound in bounds.items() if abs(at - start) < 5), Bound.NONE)


def _keeps(figure: Figure, limit: Figure, bound: Bound) -> bool:
    if bound in (Bound.MOST, Bound.WITHIN):
        return figure.value <= limit.value
    if bound is Bound.LESS:
        return figure.value < limit.value
    if bound is Bound.LEAST:
        return figure.value >= limit.value
    return bound in (Bound.MORE, Bound.AFTER) and figure.value > limit.value


def _without_limits(claims: Claims) -> str:
    """The sentence without its periods and sums, whose "within" and "after" make no condition."""
    text = claims.text
    for figure in reversed(claims.figures):
        before = _BEFORE_FIGURE.sub("", text[: figure.start])
        text = f"{before} ¤ {text[figure.end :]}"
    return _BROAD_IS_NO_CONDITION.sub("", text)


_BEFORE_FIGURE = re.compile(r"\b(?:within|after|under|over|for|by|up to|in|at|at most|at least|before|with)\s+(?:a |the |rs\.? ?|₹ ?|only )?$", re.IGNORECASE)


def _nearest(claims: Claims, units: Sequence[SpanSentence]) -> SpanSentence | None:
    """The sentence of the law that shares most words."""
    ours = _keys(claims.reading.reading.marks)
    scored = [(len(ours & _keys(unit.claims.reading.reading.marks)), -at) for at, unit in enumerate(units)]
    return units[-max(scored)[1]] if scored else None


def _keys(marks: Sequence[Mark]) -> set[str]:
    return {key for mark in marks if mark.kind in _WEIGHTY for key in meant_by(mark)}


_OWN = re.compile(
    r"\b(?:if|when|once|after|before|until|till|unless|as soon as|as long as|from the (?:day|date|time)|only where)\b(?P<said>[^,;:.]*)", re.IGNORECASE
)

_SOON = re.compile(r"as soon as|from the", re.IGNORECASE)


def check_own_conditions(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a condition of the sentence that shares no word with the law or with the asker's text."""
    claims = read_text(written.text)
    marks = claims.reading.reading.marks
    there: set[str] = set()
    for text in (*(unit.whole for unit in evidence.units), evidence.asker):
        there |= _wide_keys(text, read_text(text).reading.reading.marks)
    matters = {one for text in (evidence.words, evidence.asker) for found in find_matters(text) for one in found}
    for match in _OWN.finditer(written.text):
        if any(not written.text[one.end() : match.start()].strip() for one in _words("asks").finditer(written.text, 0, match.start())):
            continue
        start, end = match.span("said")
        inside = [mark for mark in marks if start <= mark.start < end]
        keys = _wide_keys(written.text, inside)
        named = {one for found in find_matters(match["said"]) for one in found}
        words = sum(mark.kind is MarkKind.WORD for mark in inside)
        told = any(start <= figure.start < end for figure in claims.figures)
        if words < (1 if _SOON.match(match[0]) else VERIFYING.condition_words) or told:
            continue
        if keys and not _IDLE.match(match["said"]) and keys.isdisjoint(there) and matters.isdisjoint(named):
            said = " ".join(match[0].split()[:8])
            yield Doubt(Check.CONDITION, f"No span cited makes it depend on “{said}”.", False)


def _wide_keys(text: str, marks: Sequence[Mark]) -> set[str]:
    """The words by all that they may stand for."""
    keys = _keys(marks) | {mark.key for mark in marks if mark.kind is MarkKind.PARTY and mark.key != "allottee"}
    for mark in marks:
        if mark.kind is MarkKind.WORD:
            keys |= {stem(word) for term in get_synonyms().meaning(text[mark.start : mark.end].lower()) for word in term.split()}
    return keys


def check_scope(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt "always", "anybody", "automatically" or "the full sum" where the span is not as broad."""
    law = "\n".join(unit.whole for unit in evidence.core)
    for words in get_broad_words():
        match = words.said.search(written.text)
        if match is not None and not words.allowed.search(law) and not words.said.search(law):
            yield Doubt(Check.CONDITION, f"“{match[0]}” makes the sentence broader than the law it cites.", False)

"""Each figure of a sentence stands in what it cites for the same matter, or follows from it by arithmetic.

A provision names many periods and sums. That thirty days stand in it somewhere says nothing of whether they are
the thirty days meant: the words around both must be the likest of all figures of that kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, permutations

from civicsetu.answering.verifying.arithmetic import COUNTED, are_factors, follows, is_part_of_whole
from civicsetu.answering.verifying.checks.check_sums_told import is_added_up, is_counted_out, is_small_count
from civicsetu.answering.verifying.evidence import CitedEvidence, Claims, SpanSentence, read_text
from civicsetu.answering.verifying.likeness import measure_likeness, read_context
from civicsetu.answering.verifying.same_figures import is_same
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Written
from civicsetu.claims.figures import Figure, Multiple, describe, find_multiples, read_out_of
from civicsetu.claims.named_forms import find_forms
from civicsetu.claims.reading import MarkKind
from civicsetu.claims.statements.reading import Bound

_FACT = re.compile(
    r"\b(?:you|your|yours|he|his|she|her|they|their|paid|took|taken|booked|bought|signed|asked|asks|asking|demand\w*|charg\w+"
    r"|wants?|exceeds?|over|above|beyond|more than|less than|under|below|late|delay\w*|since|already)\b",
    re.IGNORECASE,
)
_OF_THEIRS = re.compile(r"\b(?:your|his|her|their|this|that|those|these|the|of)\s+(?:\w+\s+)?$", re.IGNORECASE)
_OF_LAW = re.compile(
    r"\b(?:at most|at least|up to|within|maximum(?: of)?|minimum(?: of)?|no more than|not more than|not exceeding|(?:limit|cap|ceiling) (?:of|is))"
    r"\s+(?:rs\.?\s*|₹\s*)?$",
    re.IGNORECASE,
)
_LAWISH = re.compile(
    r"\b(?:limit|cap|ceiling|maximum|minimum|law|act|section|rules?|allow(?:s|ed)|permit\w*|must|may|can|cannot|entitled)\b",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"[.;:,]\s|\s[-–—]\s|\b(?:but|and|while|whereas|so)\b")
_DIGITS = re.compile(r"\d+")
_MAJORITY = re.compile(r"\bmajority\b|\bmore than half\b", re.IGNORECASE)
_POINTING = re.compile(r"\b(?:the|these|those|both|all|either of the|each of the)\s+$", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?P<denied>\bnot\s+)?\b(?P<how>under|below|less than|smaller than|within|fewer than|over|above|more than|larger than|exceeds?|beyond)\b",
    re.IGNORECASE,
)
_LESS = frozenset(("under", "below", "less than", "smaller than", "within", "fewer than"))


@dataclass(frozen=True, slots=True)
class _Place:
    """A figure of the evidence, the sentence it stands in, and whether the writer rests on that one."""

    figure: Figure
    unit: SpanSentence
    quoted: bool


def check_numbers(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt each figure that stands nowhere in what is cited, or there for another matter."""
    text = _without_forms(written.text)
    claims = _with_measures(read_text(text))
    places = list(_places(evidence))
    together = set(_told_together(claims, evidence))
    for figure in claims.figures:
        if figure.start in together:
            continue
        doubt = _check_figure(figure, claims, places, evidence)
        if doubt is not None:
            yield doubt
    yield from _check_multiples(text, evidence)
    yield from _check_comparisons(claims, evidence)


_OF_THESE = re.compile(r"\s+of\s+(?:the|your|these|those)\s+$", re.IGNORECASE)


def _with_measures(claims: Claims) -> Claims:
    """Read "45 of the 60 days" as 45 days."""
    figures = list(claims.figures)
    for at, (one, other) in enumerate(pairwise(claims.figures)):
        if not one.measure and other.is_period and other.plain is None and _OF_THESE.fullmatch(claims.text, one.end, other.start):
            figures[at] = replace(one, measure=other.measure)
    return replace(claims, figures=tuple(figures))


_AND = re.compile(r"\s*(?:years?|months?)?\s*(?:and|,)?\s*", re.IGNORECASE)


def _told_together(claims: Claims, evidence: CitedEvidence) -> Iterator[int]:
    """Where the figures of "2 years and 3 months" stand, where the asker's days make so much of them."""
    for one, other in pairwise(claims.figures):
        if one.measure == other.measure == "month" and one.plain is not None and other.plain is None:
            whole = replace(one, value=one.value + other.value, plain=None)
            is_one = _AND.fullmatch(claims.text, one.end, other.start) is not None
            if is_one and other.value < 12 and follows(whole, [], evidence.asker_claims.figures):
                yield from (one.start, other.start)


def _without_forms(text: str) -> str:
    for form in find_forms(text):
        text = f"{text[: form.start]}{'¤' * (form.end - form.start)}{text[form.end :]}"
    return text


def _places(evidence: CitedEvidence) -> Iterator[_Place]:
    for quoted, units in ((True, evidence.quoted), (False, evidence.rest)):
        for unit in units:
            for figure in unit.claims.figures:
                yield _Place(figure, unit, quoted)


def _check_figure(figure: Figure, claims: Claims, places: list[_Place], evidence: CitedEvidence) -> Doubt | None:
    same = [place for place in places if is_same(figure, place.figure)]
    asker = evidence.asker_claims.figures
    is_told = any(is_same(figure, own) for own in asker)
    is_own = is_told or (not same and follows(figure, [], asker))
    if is_own and (_is_fact(figure, claims.text) or _is_reckoned(figure, claims, asker, is_told=is_told)):
        return None
    near = [place.figure for place in places if place.quoted] or [place.figure for place in places]
    if not same:
        if _is_in_names(figure, evidence) or _points_at_what_is_told(figure, claims.text):
            return None
        if is_own:
            return Doubt(Check.NUMBER, f"{describe(figure)} is the asker's figure, not the law's.", False)
        if follows(figure, near, asker, _find_multiples(evidence)) or _is_part_told(figure, near, asker):
            return None
        if _is_majority(figure, evidence, asker):
            return None
        if is_added_up(figure, claims, evidence) or is_counted_out(figure, claims, near):
            return None
        told = f"{describe(figure)} stands in no span cited, and follows from none by the asker's figures."
        if _is_reckoned_example(figure, claims, evidence) or _is_counted_with_it(figure, claims, asker):
            return None
        is_open = is_small_count(figure) or _is_counted_of_asker(figure, asker) or _is_example(figure, claims, near)
        return Doubt(Check.NUMBER, told, certain=not is_open)
    doubt = _check_bound(figure, claims, same)
    if doubt is not None:
        return doubt
    rivals = [place for place in places if _is_rival(figure, place.figure)]
    best, here = _best(figure, claims, same)
    rival, other = _best(figure, claims, rivals)
    both = other is not None and any(is_same(other.figure, one) for one in claims.figures)
    if any(place.quoted for place in places) and here is not None and not here.quoted and best < VERIFYING.like_enough and not follows(figure, near, asker):
        return Doubt(Check.NUMBER, f"{describe(figure)} stands in what is cited, but not where the quote is.", False)
    if rival > best + (VERIFYING.other_matter_of_both if both else VERIFYING.other_matter):
        return Doubt(Check.NUMBER, f"{describe(figure)} is said of another matter in what is cited.", False)
    return None


def _is_majority(figure: Figure, evidence: CitedEvidence, asker: Sequence[Figure]) -> bool:
    """True for the 551 that are a majority of the asker's 1,100, where the law asks for one."""
    if figure.measure not in (*COUNTED, "") or not any(_MAJORITY.search(unit.text) for unit in evidence.core):
        return False
    wholes = (one.value for one in asker if one.measure in (*COUNTED, ""))
    return any(figure.value == whole // 2 + 1 for whole in wholes if whole.denominator == 1 and whole > 2)


def _is_part_told(figure: Figure, law: Sequence[Figure], asker: Sequence[Figure]) -> bool:
    """True for "47 of 70", where the asker told of the 70 and the law's share makes the 47."""
    parts = read_out_of(figure)
    return parts is not None and is_part_of_whole(*parts, law, asker)


def _is_counted_of_asker(figure: Figure, asker: Iterable[Figure]) -> bool:
    """True where the asker counts as many of another thing: who owns 90 flats may be 90 buyers."""
    return figure.measure in COUNTED and any(own.measure in COUNTED and own.value == figure.value for own in asker)


def _is_counted_with_it(figure: Figure, claims: Claims, asker: Sequence[Figure]) -> bool:
    """True where the sentence tells the asker's count beside it: "90 sold flats held by 90 buyers"."""
    told = [one for one in claims.figures if one is not figure and any(is_same(one, own) for own in asker)]
    return _is_counted_of_asker(figure, [one for one in told if one.measure in COUNTED])


def _is_reckoned_example(figure: Figure, claims: Claims, evidence: CitedEvidence) -> bool:
    """True where the law's rate is for one of what is counted ("20 rupees per square metre"), and the product is right."""
    for unit in evidence.core:
        rates = [one for one in unit.claims.figures if one.measure == "rupee" and _PER_ONE.match(unit.whole, one.end)]
        for other in claims.figures:
            if other is not figure and "rupee" in (figure.measure, other.measure) and are_factors(figure, other, rates):
                return True
    return False


_PER_ONE = re.compile(r"(?:\s*rupees)?\s*(?:per|for (?:each|every)|for an?|an?|each)\s+(?!\d)[a-z]", re.IGNORECASE)


def _is_example(figure: Figure, claims: Claims, law: Sequence[Figure]) -> bool:
    """True where the sentence reckons with a sum of the law ("900 square metres come to 18,000"): a reader redoes it."""
    return any(other is not figure and are_factors(figure, other, law) for other in claims.figures)


def _is_reckoned(figure: Figure, claims: Claims, asker: Sequence[Figure], *, is_told: bool) -> bool:
    """True where the sentence reckons with the asker's own figures: "at most 880 remain", "63 lakh is 90 per cent of 70 lakh"."""
    beside = [one for one in claims.figures if one is not figure and any(is_same(one, own) for own in asker)]
    if not is_told:
        return bool(beside)
    others = [one for one in claims.figures if one is not figure]
    return any(follows(figure, [], [one, other]) for one, other in permutations(others, 2) if one in beside or other in beside)


def _find_multiples(evidence: CitedEvidence) -> tuple[Fraction, ...]:
    return tuple(one.times for unit in evidence.core for one in find_multiples(unit.text))


def _check_multiples(text: str, evidence: CitedEvidence) -> Iterator[Doubt]:
    """ "Twice" and "in triplicate" stand in the law, or are what two figures told make of each other."""
    ours = find_multiples(text)
    if not ours:
        return
    there = {one.times for one in find_multiples(f"{evidence.words}\n{evidence.asker}")}
    figures = [one for unit in evidence.units for one in unit.claims.figures] + list(evidence.asker_claims.figures)
    figures += read_text(text).figures
    counted = {one.value for one in figures if one.measure == "copy"}
    for one in ours:
        if one.times not in there | counted and not _is_ratio(one, figures):
            yield Doubt(Check.NUMBER, f"“{one.said}” stands in no span cited.")


def _is_ratio(multiple: Multiple, figures: Sequence[Figure]) -> bool:
    values = {(one.measure, one.value) for one in figures if one.measure}
    return any((measure, value * multiple.times) in values for measure, value in values)


_LOW = frozenset((Bound.MOST, Bound.LESS, Bound.WITHIN))
_HIGH = frozenset((Bound.LEAST, Bound.MORE, Bound.AFTER))
_ALLOWED = re.compile(r"\b(?:may|can|must|has to|have to|shall|pays?|costs?|needs?|allowed|free)\b", re.IGNORECASE)
_BEFORE_LIMIT = re.compile(r"\s*(?:days?|weeks?|months?|years?|hours?)\s+(?:before|ahead|prior|earlier)", re.IGNORECASE)


def _check_bound(figure: Figure, claims: Claims, same: list[_Place]) -> Doubt | None:
    """ "At least 30 %" is not said of what the law caps at 30 %."""
    ours = _bound_of(figure, claims)
    theirs = {_bound_of(place.figure, place.unit.claims) for place in same if place.quoted} or {
        _bound_of(place.figure, place.unit.claims) for place in same
    }
    if ours is Bound.WITHIN and theirs == {Bound.NONE} and _has_a_limit_beside(figure, same):
        return Doubt(Check.NUMBER, f"{describe(figure)} is no time limit in what is cited.", False)
    turned = (ours in _LOW and theirs and theirs <= _HIGH) or (ours in _HIGH and theirs and theirs <= _LOW)
    if not turned or (ours is Bound.MORE and not _ALLOWED.search(claims.text, 0, figure.start)):
        return None
    if _BEFORE_LIMIT.match(claims.text, figure.end - len(figure.said) + len(figure.said.rstrip())):
        return None
    told = " or ".join(sorted(bound.value for bound in theirs))
    return Doubt(Check.NUMBER, f"The sentence says {ours.value} {describe(figure)}; the law says {told}.", False)


def _has_a_limit_beside(figure: Figure, same: Sequence[_Place]) -> bool:
    """True where the law's sentence with that period sets another one as the limit ("within 7 days of the 30 days")."""
    limits = [
        one
        for place in same
        for one in place.unit.claims.figures
        if _is_rival(figure, one) and _bound_of(one, place.unit.claims) in (Bound.WITHIN, Bound.MOST)
    ]
    return bool(limits)


def _bound_of(figure: Figure, claims: Claims) -> Bound:
    found = [one.bound for one in claims.reading.amounts if abs(one.start - figure.start) < 5]
    return found[0] if found else Bound.NONE


def _is_rival(figure: Figure, other: Figure) -> bool:
    if is_same(figure, other):
        return False
    return figure.measure == other.measure or (figure.is_period and other.is_period)


def _best(figure: Figure, claims: Claims, places: Iterable[_Place]) -> tuple[float, _Place | None]:
    own = read_context(claims.reading.reading.marks, figure.start)
    best, found = -1.0, None
    for place in places:
        theirs = read_context(place.unit.claims.reading.reading.marks, place.figure.start)
        like = measure_likeness(own, theirs) + (VERIFYING.quoted_bonus if place.quoted else 0.0)
        if like > best:
            best, found = like, place
    return best, found


_LAW_SETS = frozenset(("share", "rupee", "day", "month", "hour", ""))
"""Measures of what the law allows or demands; a day or a number of flats is the asker's own in any words."""


_OF_DELAY = re.compile(r"\s*(?:days?|months?|years?)?\s*(?:of|in)\s+(?:delay|default|waiting|arrears)\b", re.IGNORECASE)


def _is_fact(figure: Figure, text: str) -> bool:
    """True where the asker's own figure is told as theirs ("your 60 lakh"), not as what the law allows."""
    before = text[: figure.start]
    if _OF_LAW.search(before):
        return False
    if figure.is_period and _OF_DELAY.match(text, figure.end):
        return True
    if _OF_THEIRS.search(before) or figure.measure not in _LAW_SETS:
        return True
    starts = [match.end() for match in _CLAUSE_ENDS.finditer(before)]
    end = _CLAUSE_ENDS.search(text, figure.end)
    clause = text[starts[-1] if starts else 0 : end.start() if end else len(text)]
    if _LAWISH.search(clause) is not None:
        return False
    return _FACT.search(clause) is not None or not figure.measure


def _is_in_names(figure: Figure, evidence: CitedEvidence) -> bool:
    """True for a year or a number that only names a law or a place ("the 2016 Act")."""
    if figure.measure not in ("", "year of date"):
        return False
    named = [
        unit.text[mark.start : mark.end]
        for unit in evidence.quoted if not unit.lead
        for mark in unit.claims.reading.reading.marks if mark.kind is MarkKind.NAMED
    ]  # fmt: skip
    texts = named if figure.measure else [evidence.names, *named]
    return figure.said.strip() in _DIGITS.findall("\n".join(texts))


def _points_at_what_is_told(figure: Figure, text: str) -> bool:
    """True for "the two", "each of the two", "the one": how many of the things told are meant, and no figure of law."""
    return is_small_count(figure) and _POINTING.search(text, 0, figure.start) is not None


def _check_comparisons(claims: Claims, evidence: CitedEvidence) -> Iterator[Doubt]:
    """ "Your 620 sq m plot is under the 500 sq m limit" falls: both figures are right, the comparison is not.

    "You applied 40 days ago and were not refused within 30 days" compares nothing.
    """
    figures = claims.figures
    for one, other in pairwise(figures):
        match = _COMPARED.search(claims.text, one.end, other.start)
        if match is None or other.measure not in (one.measure, "") or other.start - one.end > VERIFYING.compared_chars:
            continue
        of_periods = match["how"].lower() == "within" and one.is_period and other.is_period
        if of_periods and _CLAUSE_ENDS.search(claims.text, one.end, match.start()) is not None:
            continue
        less = (match["how"].lower() in _LESS) != bool(match["denied"])
        if one.value == other.value or (one.value < other.value) == less:
            continue
        if any(is_same(one, own) for own in evidence.asker_claims.figures):
            yield Doubt(Check.NUMBER, f"{describe(one)} is not {match['how']} {describe(other)}.")


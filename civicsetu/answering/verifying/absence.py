"""Hold a sentence that says something is not there against what is known of the law's coverage.

That a law is silent cannot be shown by a passage. Such a sentence stands where the parameters say so for that
matter and state, or where a cited span itself denies it. Otherwise its writer may only say "I did not find this", and
that only of what the coverage does not say is held.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from civicsetu.answering.verifying.absence_claims import (
    AbsenceClaim,
    AbsenceKind,
    claim_missing,
    find_values,
    name_point,
    read_absence,
    read_topic,
)
from civicsetu.answering.verifying.denied_by_span import is_denied_by, is_left_to_rules, is_said_missing
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameter_shapes import Shape
from civicsetu.law.parameters import Coverage, Parameter, ParameterLookup

LookUp = Callable[[Parameter, str, datetime.date], Sequence[ParameterLookup]]
"""What is held of a jurisdiction for each cell of a parameter: `FixedValues.look_up_all`."""

_SHAPES = {
    Shape.PERIOD: "time", Shape.SPAN: "time", Shape.FORM: "form", Shape.MONEY: "fee", Shape.SCALE: "fee",
    Shape.SHARE: "rate", Shape.FORMULA: "rate", Shape.PENALTY: "amount", Shape.THRESHOLD: "amount", Shape.COUNT: "amount",
}  # fmt: skip
_ASKED_NOT_TO = re.compile(
    r"\b(?:ask|request|tell|urge)\s+(?:(?!that\b|no\b|sets?\b|there\b)\w+\s+){1,4}not to\b(?:\s+(?!and\b|since\b|because\b|as\b|that\b|for\b|so\b|but\b)\w+)*",
    re.IGNORECASE,
)
"""What somebody is asked not to do, up to where the sentence goes on to what the law says."""
_SAYS_NOTHING = (Coverage.SILENT, Coverage.NOT_APPLICABLE)
_NOT_HELD = (Coverage.NOT_HELD, Coverage.NOT_READ, Coverage.IN_DOUBT, Coverage.PART_HELD)


@dataclass(frozen=True, slots=True)
class CoverageHeld:
    """Coverage of the law held, for one part of a question.

    `asked` are the jurisdictions asked of, `held` those with law held; `find_states` returns the jurisdictions a
    text names and `names` what each is called. `about` is what the part asks: a sentence that does not say what it is
    about ("the rules set none") is about that. `is_unknown_law` tells whether a text names a law that is not held.
    """

    parameters: Collection[Parameter]
    look_up: LookUp
    as_on: datetime.date
    asked: Sequence[str] = ()
    held: Collection[str] = ()
    find_states: Callable[[str], Sequence[str]] = field(default=lambda text: ())
    names: Callable[[str], Sequence[str]] = field(default=lambda code: ())
    is_unknown_law: Callable[[str], bool] = field(default=lambda text: False)
    about: str = ""


class _Known(StrEnum):
    """What the coverage says of a claim."""

    SO = "so"
    OTHERWISE = "otherwise"
    OPEN = "open"


def check_absence(written: Written, spans: Sequence[Span], coverage: CoverageHeld) -> Doubt | None:
    """Return why a sentence's claim of absence may not stand, by the coverage and its cited spans alone; None where it may.

    `spans` are those its keys name.
    """
    return next(_find_doubts(written, spans, coverage), None)


def is_held(point: str, coverage: CoverageHeld) -> bool:
    """Return whether the law held sets what a point asks for: then it may not be called not found."""
    states = tuple(coverage.find_states(point))
    for name in (name for code in states for name in coverage.names(code)):
        point = point.replace(name, "the state")
    return _look_up(claim_missing(point), (), coverage, states) is _Known.OTHERWISE


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claimed absence, as a point to look for; `not_found`: the sentence only says that it was not found."""

    point: str
    not_found: bool


def find_claimed(written: Written, spans: Sequence[Span], coverage: CoverageHeld) -> Claimed | None:
    """Return the point of a claim of absence that neither the coverage nor a cited span bears out; None where there is none.

    A search of its own decides on it. A point that the sentence does not name is what its part asks.
    """
    states = tuple(coverage.find_states(written.text))
    names = [name for code in states for name in coverage.names(code)]
    for claim in read_absence(_claimed_in(written), names):
        if claim.kind is AbsenceKind.DENIED:
            continue
        is_not_found = claim.kind is AbsenceKind.NOT_FOUND
        known = _look_up(claim, spans, coverage, states) if is_not_found else _Known.OPEN
        if known is not _Known.SO and (is_not_found or _doubt_claim(claim, spans, coverage, states) is not None):
            return Claimed(name_point(claim) or coverage.about, claim.kind is AbsenceKind.NOT_FOUND)
    return None


def _claimed_in(written: Written) -> str:
    """What a sentence says of the law: of a step not what somebody is asked not to do."""
    return _ASKED_NOT_TO.sub(" ", written.text) if written.mark is SentenceMark.STEP else written.text


def _find_doubts(written: Written, spans: Sequence[Span], coverage: CoverageHeld) -> Iterator[Doubt]:
    states = tuple(coverage.find_states(written.text))
    names = [name for code in states for name in coverage.names(code)]
    claims = read_absence(_claimed_in(written), names)
    if claims and all(one.kind is AbsenceKind.NOT_FOUND for one in claims):
        if written.mark not in (SentenceMark.LIMIT, SentenceMark.LEAD):
            yield _NOT_A_LIMIT
        elif any(_look_up(one, spans, coverage, states) is _Known.OTHERWISE for one in claims):
            yield _IS_HELD
        return
    for claim in claims:
        doubt = _doubt_claim(claim, spans, coverage, states)
        if doubt is not None:
            yield doubt


def _doubt_claim(
    claim: AbsenceClaim, spans: Sequence[Span], coverage: CoverageHeld, states: Sequence[str]
) -> Doubt | None:
    if claim.kind is AbsenceKind.NOT_FOUND:
        return None
    if claim.kind is AbsenceKind.NOT_HELD:
        is_so = _is_not_held(claim, coverage, states) or is_said_missing(claim, spans)
        return None if is_so else _HELD
    if is_denied_by(claim, spans) or is_said_missing(claim, [one for one in spans if one.kind is SpanKind.SILENCE]):
        return None  # what the law leaves open was read by people, whatever a period of the same name is looked up as
    if claim.kind is AbsenceKind.DENIED:
        return _NOT_DENIED
    known = _look_up(claim, spans, coverage, states)
    if known is _Known.SO:
        return None
    if known is _Known.OTHERWISE:
        return _IS_SET
    if is_said_missing(claim, spans) or (claim.of_act and not claim.of_rules and is_left_to_rules(claim, spans)):
        return None
    return _NOT_KNOWN


_NOT_A_LIMIT = Doubt(Check.ABSENCE, "What was not found is said as a limit, not as law.", certain=False)
_HELD = Doubt(Check.ABSENCE, "Nothing says that this text is not held.")
_NOT_DENIED = Doubt(Check.ABSENCE, "No cited span says that there is none.", certain=False)
_IS_SET = Doubt(Check.ABSENCE, "The law held sets this, or leaves it to a text that does.")
_IS_HELD = Doubt(Check.ABSENCE, "The law held sets this: look at the given texts again.")
_NOT_KNOWN = Doubt(Check.ABSENCE, "Nothing says that the law is silent on this; say “I did not find this” instead.")


def _is_not_held(claim: AbsenceClaim, coverage: CoverageHeld, states: Sequence[str]) -> bool:
    """Whether a state or law it names is not held, or nothing is held of the matter for the state asked of."""
    if any(code not in coverage.held for code in states) or coverage.is_unknown_law(claim.clause):
        return True
    wanted = states or [code for code in coverage.asked if code != CENTRAL]
    if not states and any(code not in coverage.held for code in wanted):
        return True
    meant = _find_parameters(claim, coverage.parameters)
    if not meant:
        meant = [one for one in coverage.parameters if _names_cell(claim, one)]
    return bool(meant) and any(
        all(_holds_nothing(claim, one, code, coverage) for one in meant) for code in wanted
    )


def _holds_nothing(claim: AbsenceClaim, parameter: Parameter, code: str, coverage: CoverageHeld) -> bool:
    found = _named_cells(coverage.look_up(parameter, code, coverage.as_on), parameter, claim)
    return bool(found) and all(one.entry is None and one.coverage in _NOT_HELD for one in found)


def _look_up(
    claim: AbsenceClaim, spans: Sequence[Span], coverage: CoverageHeld, states: Sequence[str]
) -> _Known:
    """What the parameters say of a claim, for every text it speaks of."""
    about = coverage.about
    meant = replace(claim, topic=claim.topic | read_topic(about), values=claim.values or find_values(about))
    parameters = _find_parameters(claim, coverage.parameters) or _find_parameters(meant, coverage.parameters)
    if not parameters:
        return _Known.OPEN
    wanted = _jurisdictions(claim, spans, coverage, states)
    asked = [(one, code) for one in parameters for code in wanted if code != CENTRAL or CENTRAL in one.values]
    answers = [_ask(claim, one, code, coverage, among=wanted) for one, code in asked]
    if _Known.OTHERWISE in answers:
        return _Known.OTHERWISE
    return _Known.SO if answers and all(one is _Known.SO for one in answers) else _Known.OPEN


def _jurisdictions(
    claim: AbsenceClaim, spans: Sequence[Span], coverage: CoverageHeld, states: Sequence[str]
) -> list[str]:
    """The jurisdictions whose texts are said to give nothing; of an unnamed text all that are asked of."""
    if claim.of_act and not claim.of_rules and not states:
        return [CENTRAL]
    own = list(states) or [code for code in coverage.asked if code != CENTRAL]
    own = own or sorted({span.jurisdiction for span in spans} - {"", CENTRAL})
    return own if claim.of_rules and not claim.of_act else [*own, CENTRAL]


def _ask(
    claim: AbsenceClaim, parameter: Parameter, code: str, coverage: CoverageHeld, among: Sequence[str]
) -> _Known:
    """What a jurisdiction's coverage says; an Act that leaves a value to rules gives none, which a state's rules may."""
    found = _named_cells(coverage.look_up(parameter, code, coverage.as_on), parameter, claim)
    silent = [one.entry is None and one.coverage in _SAYS_NOTHING for one in found]
    if found and all(silent):
        return _Known.SO
    leaves_open = all(one.entry is None and one.coverage is Coverage.REFERS for one in found)
    if found and code == CENTRAL and leaves_open:
        return _Known.SO if claim.of_act or len(among) > 1 else _Known.OPEN
    if any(one.entry is not None or one.coverage in (Coverage.FIXED, Coverage.REFERS) for one in found):
        return _Known.OTHERWISE
    return _Known.OPEN


def _named_cells(
    found: Sequence[ParameterLookup], parameter: Parameter, claim: AbsenceClaim
) -> Sequence[ParameterLookup]:
    """The look-ups of the cells whose values a claim names; all where it names none."""
    if len(found) != len(parameter.cells):
        return found
    named = [
        one
        for one, cell in zip(found, parameter.cells, strict=True)
        if cell and all(_names(claim, value) for value in cell.values())
    ]
    return named or found


def _names(claim: AbsenceClaim, value: str) -> bool:
    """Whether a claim names a value of an axis, in its words or in others for the same."""
    said = value.replace("_", " ")
    topic = read_topic(said)
    return said in claim.clause.lower() or (bool(topic) and topic <= claim.topic)


def _find_parameters(claim: AbsenceClaim, parameters: Iterable[Parameter]) -> list[Parameter]:
    """The parameters a claim is about: of its class of value, and with the most words of their label or id."""
    shares: list[tuple[tuple[float, int], Parameter]] = []
    for parameter in (one for one in parameters if _is_of_class(claim, one)):
        for topic in (read_topic(parameter.label), read_topic(parameter.parameter.replace("_", " "))):
            if shared := len(topic & claim.topic):
                shares.append(((shared / len(topic), shared), parameter))
    best = max((share for share, _ in shares), default=(0.0, 0))
    if best[0] < VERIFYING.topic_share:
        return []
    return list({one.parameter: one for share, one in shares if share == best}.values())


def _names_cell(claim: AbsenceClaim, parameter: Parameter) -> bool:
    """Whether a claim names a cell of a parameter of its class: "the form for a broker"."""
    own_class = bool(claim.values) and _is_of_class(claim, parameter)
    return own_class and any(_names(claim, value) for axis in parameter.axes.values() for value in axis)


def _is_of_class(claim: AbsenceClaim, parameter: Parameter) -> bool:
    own = find_values(parameter.label) or {_SHAPES[one] for one in parameter.types if one in _SHAPES}
    if not claim.values:
        return not own
    return bool({*claim.values} & {*own, "amount"}) or "amount" in claim.values

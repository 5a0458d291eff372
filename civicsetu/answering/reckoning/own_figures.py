"""Apply the figure that the law's first sentences state to the asker's own, in a sentence of arithmetic.

The door of this room: the first sentence, the values that are said, and the question go in; a sentence comes out, or none.
Nothing of the law is said that the statements do not say: what is left is a share, a comparison or a day. Each figure
of the asker's is read only where it is sure; else nobody's case is reckoned.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from civicsetu.answering.composing.values.value_sentences import describe_rupees
from civicsetu.answering.reckoning.halves_told import write_halves
from civicsetu.answering.reckoning.pending_cases import reckon_pending_case
from civicsetu.answering.reckoning.periods import (
    CERTIFICATE,
    COMMUNICATED,
    COPY,
    HANDOVER,
    describe_length,
    reckon_from,
)
from civicsetu.answering.reckoning.reckoned import CaseTold, Outcome, Reckon, Reckoned
from civicsetu.answering.reckoning.sums_told import read_sums
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.figures import Figure, find_figures, read_out_of
from civicsetu.law.parameters import ParameterEntry
from civicsetu.lexicon.case_in_english import read_case_in_english
from civicsetu.query.asking import Asking

_DEMANDED = re.compile(r"\b(?:wants?|ask\w*|demand\w*|take[sn]?|taking|took|pay|paid|collect\w*|need\w*)\b[^.?!;]{0,30}$", re.IGNORECASE)
_DEMANDED_BEHIND = re.compile(r"^(?:\s+(?:rupees|before|without|registered|agreement|advance|[^\x00-\x7f]+))*\s*\b(?:demanded|took|paid)\b")
_BOOKED = re.compile(r"^[^.?!;]{0,40}?\b(?:book\w*|sold|bought|allotted)\b", re.IGNORECASE)
_OF_ALL = re.compile(
    r"\b(?P<whole>\d{1,4}) (?:flats?|units?|apartments?|plots?|homes?|shops?)\b[^.?!\d]{0,40}?\b(?P<part>\d{1,4}) (?:\w+ ){0,2}?(?:sold|booked|taken)\b",
    re.IGNORECASE,
)
_AGREES = re.compile(r"\b(?:consent\w*|sign\w*|agree(?:d|s|ing)?|approv\w*|vot\w*|favou?r\w*|support\w*)\b", re.IGNORECASE)
_INTEREST = re.compile(r"\b(?:interest|byaj|byaaj|vyaj)\b|ब्याज|व्याज|வட்டி|ಬಡ್ಡಿ", re.IGNORECASE)
_LASTING = re.compile(r"\b(?:for|of|over|after|by)\s+(?:the\s+)?(?:last\s+|past\s+|about\s+|nearly\s+|almost\s+)?$", re.IGNORECASE)
_LATE = re.compile(r"^\s*(?:years?|yrs?|months?|saal|mahin\w*)\b[^.?!;,]{0,20}\b(?:delay\w*|late|overdue|der[ie]?)\b", re.IGNORECASE)


def reckon_own_figures(
    lead: str, entries: Mapping[str, ParameterEntry], text: str, today: date, left: Collection[str] = (), asked: str = ""
) -> Reckoned | None:
    """Return what the law's figure comes to for the asker; None where they tell none that is sure, or none applies.

    `lead` is the first sentence of the answer, `entries` are the values that its sentences say, by parameter; the first
    that can be applied is. `text` is what was told, `asked` of it what is asked just now; a period that is over on the day `today` is said to have ended.
    """
    written = " ".join(text.split())
    text = write_halves(read_case_in_english(written))
    asked = write_halves(read_case_in_english(" ".join(asked.split())))
    case = CaseTold(text, asked, is_read=text != write_halves(written))
    if (of_case := reckon_pending_case(lead, text)) is not None:
        return of_case
    for name, reckon in _RECKONED.items():
        if name in entries and (told := reckon(entries[name], case, today)):
            concludes = told.concludes or bool(told.period and told.period in lead)
            return replace(told, concludes=concludes, parameter=name)
    if _RATE in entries or _RATE in left:
        return _interest(text)
    exempts = _EXEMPTS.search(lead)
    return _registration(text, int(exempts["land"]), int(exempts["flats"])) if exempts else None


_RATE = "interest_rate"
_TWO_THIRDS, _HALF = Fraction(2, 3), Fraction(1, 2)
_OF_THE_COST = re.compile(r"\b(?:cost|price|value|consideration|advance|booking|token|down ?payment|upfront)\b|\b(?:before|without|bina)\b[^.?!]{0,25}\bagreement\b", re.IGNORECASE)
_OF_OTHER_THINGS = re.compile(
    r"\b(?:interest|gst|tax|tds|stamp|duty|penalt\w*|fine|deduct\w*|cut|cuts|cutting|forfeit\w*|cancel\w*|refund\w*|commission|brokerage|discount|loan|bank|broker|dealer|society|association"
    r"|transfer|area|loading|maintenance|deposit|charges?|parking|contribution|extra|late|more|another|escalat\w*|increas\w*|remaining|balance|rest|possession|handover|completion|slabs?|stages?"
    r"|instal\w*|account|profit|share|keep|kept)\b|\b(?:after|upon|on|at|once|when|with|during)\b(?:(?!\b(?:before|without)\b)[^.?!]){0,25}\b(?:agreement|registration|registry|signing)\b",
    re.IGNORECASE,
)
"""Words beside a share that may be of something else than the cost."""
_AGREED = re.compile(
    r"\b(?:agreement|ats|afs)\b.{0,30}?\b(?:signed|executed|registered|made|dated|done|completed|of \w* ?(?:19|20)\d\d|in \w* ?(?:19|20)\d\d)\b"
    r"|\b(?:signed|executed|registered|dated|made|have|has) (?:the |an |our |my )?(?:\w+ )?agreement\b|\bagreement (?:[^\x00-\x7f]+ )?(?:registered )?(?:ago|ho (?:ga\w*|chuk\w*))\b"
    r"|\b(?:registry|registration|sale ?deed)\b.{0,20}?\b(?:done|registered|executed|ho (?:ga\w*|chuk\w*))\b",
    re.IGNORECASE,
)
_NOT_AGREED = re.compile(r"\b(?:no|not|never|without|before|until|till|unless|yet|later|only after|will|draft|refus\w*|if|wants?|nahi|nahin|bina|cannot|must|should|rental|rent|loan|when|rera|project)\b|n't\b", re.IGNORECASE)
_LACKS_AGREEMENT = re.compile(
    r"\b(?:before|without)\b[^.?!;,\d]{0,25}\bagreement\b|\bagreement\b[^.?!;,\d]{0,25}\b(?:not|yet|later|pending)\b|\b(?:no|not)\b[^.?!;,\d]{0,25}\bagreement\b|n't\b[^.?!;,\d]{0,25}\bagreement\b", re.IGNORECASE
)
"""Yes or no rests on it only where the text says that there is no agreement yet."""
_CLAUSE_END = re.compile(r"[?!;,]|\.(?!\d)|\b(?:and|but)\b")
_HAVE_AGREED = re.compile(rf"^[^.?!;,\d]{{0,40}}?{_AGREES.pattern}", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|no|none|never|yet to|refus\w*|oppos\w*|against|built|constructed|complete\w*|paid|done|taken|loan|bank|price|cost|amount|parking|cars?|area)\b|n't\b", re.IGNORECASE
)
"""Words with which a share or count is one of something else, or of those who did not."""
_PER_CENT = re.compile(r"%|cent", re.IGNORECASE)
_MORE_THAN_HALF = re.compile(r"\b(?:more than|over|above) half\b[^.?!\d]{0,40}?\b(?:book\w*|sold|bought|allotted)\b", re.IGNORECASE)
_EXEMPTS = re.compile(r"\b(?P<land>\d+) square metres\b.*\b(?:apartments|or) up to (?P<flats>\d+)\b", re.IGNORECASE)
_NOT_OF_ALL = re.compile(
    r"\b(?:bought|buy\w*|booked|booking|purchas\w*|(?:own|want) \d+|mine|mera|took|paid|layouts?|townships?|colony|left|unsold|sold|remaining|pending|per|each|every|phases?|wings?|towers?|blocks?)\b",
    re.IGNORECASE,
)
"""Words with which an area or a number of flats may be one buyer's, or a part of the project's."""
_IN_A_PROJECT = re.compile(
    r"\b(?:bought|buying|booked|booking|purchased)\b (?:\w+ ){0,4}?in (?:an?|the|this) (?:\w+ )?(?:project|building|scheme)s? (?:of|with|which has|that has|having)\b",
    re.IGNORECASE,
)
"""After these words come the flats and the land of the project, not what was bought."""


def _advance(entry: ParameterEntry, case: CaseTold, today: date) -> Reckoned | None:
    """A share of the price, and what was taken against it; where the text names no price, the share that is demanded."""
    text = case.text
    if entry.share is None or entry.share.percent is None or _has_agreement(text):
        return None
    if case.is_read and not _LACKS_AGREEMENT.search(text):
        return None
    percent, sums = entry.share.percent, read_sums(text, case.asked)
    if sums.price is None:
        return _compare_share(text, percent)
    most = describe_rupees(sums.price * percent / 100)
    price = describe_rupees(sums.price)
    taken = sums.taken if sums.taken is not None and not _OF_OTHER_THINGS.search(_sentence_of(sums.taken, text)) else _share_demanded(text, sums.price, percent)
    over = taken is not None and taken > sums.price * percent / 100
    if taken is None or ((sums.others or _names_other_share(text, percent)) and not over):
        return Reckoned(f"For you: {percent:f} % of {price} is {most}.", concludes=not sums.others)
    share, side = _rounded(100 * taken / sums.price), "more than" if over else "within what"
    return Reckoned(
        f"For you: {describe_rupees(taken)}, {share} % of {price}, is {side} may be taken without a registered agreement: "
        f"at most {percent:f} %, {most}.",
        outcome=Outcome.TOO_MUCH if over and _LACKS_AGREEMENT.search(text) else None,
    )


def _names_other_share(text: str, allowed: Decimal) -> bool:
    """Whether a text names shares in per cent beside the one that the law allows: they may be asked for, too."""
    return bool(_other_shares(text, allowed))


def _other_shares(text: str, allowed: Decimal) -> list[Figure]:
    return [one for one in _per_cents(text) if one.value != Fraction(allowed) / 100]


def _sentence_of(taken: Decimal, text: str) -> str:
    """The words around the sums that come to what was taken."""
    return " ".join(_around(one, text) for one in find_figures(text) if one.measure == "rupee" and one.value == taken)


def _has_agreement(text: str) -> bool:
    """Whether an agreement was made, so that no sum asked for is one before it."""
    return any(_AGREED.search(one) and not _NOT_AGREED.search(one) for one in _CLAUSE_END.split(text))


def _share_demanded(text: str, price: Decimal, allowed: Decimal) -> Decimal | None:
    """What a share that the builder demands comes to: "wants 20 % of the cost"; what the law allows is none."""
    value = _demanded([one for one in find_figures(text) if not _OF_OTHER_THINGS.search(_around(one, text))], text, allowed)
    return None if value is None else price * value.numerator / value.denominator


def _compare_share(text: str, allowed: Decimal) -> Reckoned | None:
    """Whether a share of the cost that is demanded is more than the law allows; None where it may be a share of something else."""
    shares = [one for one in find_figures(text) if _OF_THE_COST.search(_around(one, text)) and not _OF_OTHER_THINGS.search(_around(one, text))]
    value = _demanded(shares, text, allowed)
    if value is None:
        return None
    share, most = _rounded(100 * Decimal(value.numerator) / value.denominator), f"the {allowed:f} % that may be taken without a registered agreement"
    over = 100 * value > Fraction(allowed)
    if not over and len(_other_shares(text, allowed)) > 1:
        return None
    return Reckoned(f"For you: {share} % is {'more than' if over else 'within'} {most}.", outcome=Outcome.TOO_MUCH if over and _LACKS_AGREEMENT.search(text) else None)


def _demanded(figures: Sequence[Figure], text: str, allowed: Decimal) -> Fraction | None:
    """The one share below the whole that somebody demands or took, and that is not what the law allows."""
    shares = {
        one.value
        for one in figures
        if one.measure == "share" and one.value != Fraction(allowed) / 100 and read_out_of(one) is None and _is_demanded(one, text)
    }
    value = next(iter(shares)) if len(shares) == 1 else None
    return None if value is None or value >= 1 else value


def _is_demanded(figure: Figure, text: str) -> bool:
    """Whether words of demanding come before a figure, or right behind it, as in languages that put the verb last."""
    return _DEMANDED.search(text[: figure.start]) is not None or _DEMANDED_BEHIND.match(text[figure.end :]) is not None


def _majority(entry: ParameterEntry, case: CaseTold, today: date) -> Reckoned | None:
    """Whether what is booked is a majority of all."""
    text = case.text
    counted = [
        out
        for one in find_figures(text)
        if one.measure == "share"
        and (out := read_out_of(one)) is not None
        and (booked := _BOOKED.search(text[one.end :]))
        and not _DENIED.search(booked.group())
    ]
    counted += [(Fraction(one["part"]), Fraction(one["whole"])) for one in _OF_ALL.finditer(text) if not _DENIED.search(one.group())]
    if not counted:
        return _majority_in_words(text)
    if len(set(counted)) != 1:
        return None
    part, whole = counted[0]
    if not 0 < part <= whole or whole < 2:
        return None
    needed = whole // 2 + 1
    if part >= needed:
        return Reckoned(f"For you: {part} of {whole} is a majority ({needed} are enough), so the time has begun.")
    return Reckoned(f"For you: {part} of {whole} is no majority yet, so that the time has not begun; that takes {needed}.")


def _majority_in_words(text: str) -> Reckoned | None:
    """Whether "more than half", or a share in per cent, of what is booked is a majority."""
    told = _MORE_THAN_HALF.search(text)
    if told and not _DENIED.search(told.group()) and not _DENIED.search(text[: told.start()][-ANSWERING.day_near :]):
        return Reckoned("For you: more than half is a majority, so the time has begun.")
    booked = ((one, _BOOKED.search(text[one.end :])) for one in _per_cents(text))
    shares = [one for one, found in booked if found and not _DENIED.search(found.group())]
    if len({one.value for one in shares}) != 1:
        return None
    value = shares[0].value
    share = f"{_rounded(100 * Decimal(value.numerator) / value.denominator)} %"
    if value > _HALF:
        return Reckoned(f"For you: {share} is a majority, so the time has begun.")
    return Reckoned(f"For you: {share} is no majority yet, so that the time has not begun.")


def _consent(entry: ParameterEntry, case: CaseTold, today: date) -> Reckoned | None:
    """Whether those who agree are the share of all that must."""
    text = case.text
    if entry.share is None or entry.share.fraction is None:
        return None
    if Fraction(entry.share.fraction) != _TWO_THIRDS:
        return None
    counted = {
        out
        for one in find_figures(text)
        if one.measure == "share" and (out := read_out_of(one)) is not None and _AGREES.search(_around(one, text)) and not _DENIED.search(_around(one, text))
    }
    if not counted:
        return _consent_in_per_cent(text)
    if len(counted) != 1:
        return None
    part, whole = counted.pop()
    if not 0 <= part <= whole or whole < 2:
        return None
    needed = -(-2 * whole // 3)
    if part < needed:
        return Reckoned(f"For you: two-thirds of {whole} are {needed}; {part} are fewer.", outcome=Outcome.TOO_FEW)
    return Reckoned(f"For you: two-thirds of {whole} are {needed}; {part} reach that if no two of them are of one family.")


def _consent_in_per_cent(text: str) -> Reckoned | None:
    """Whether the share of those who agree, given in per cent, is two-thirds."""
    agreed = ((one, _HAVE_AGREED.search(text[one.end :])) for one in _per_cents(text) if one.value != _TWO_THIRDS)
    shares = {one.value for one, found in agreed if found and not _DENIED.search(found.group())}
    if len(shares) != 1:
        return None
    value = shares.pop()
    share = f"{_rounded(100 * Decimal(value.numerator) / value.denominator)} %"
    if value < _TWO_THIRDS:
        return Reckoned(f"For you: {share} is less than two-thirds.", outcome=Outcome.TOO_FEW)
    return Reckoned(f"For you: {share} is two-thirds or more, if no two who agree are of one family.")


def _per_cents(text: str) -> list[Figure]:
    """The shares that a text gives in per cent; "half" is too vague."""
    return [one for one in find_figures(text) if one.measure == "share" and _PER_CENT.search(one.said)]


def _around(figure: Figure, text: str) -> str:
    """The words of its sentence near a figure."""
    before = re.split(r"[.?!;]", text[max(0, figure.start - ANSWERING.day_near) : figure.start])[-1]
    return before + re.split(r"[.?!;]", text[figure.end : figure.end + ANSWERING.day_near])[0]


def _interest(text: str) -> Reckoned | None:
    """What each per cent of the yearly rate comes to: the rate itself moves with the bank's, which is not held."""
    if _INTEREST.search(text) is None:
        return None
    figures = find_figures(text)
    sums = {one.value for one in figures if one.measure == "rupee" and one.value >= ANSWERING.least_sum}
    months = {
        one.value
        for one in figures
        if one.measure == "month" and (_LASTING.search(text[: one.start]) or _LATE.match(text[one.start + len(one.said.rstrip()) :]))
    }
    if len(sums) != 1 or len(months) != 1:
        return None
    owed, lasting = Decimal(int(sums.pop())), months.pop()
    comes = (owed * lasting.numerator / lasting.denominator / 1200).quantize(Decimal(1))
    return Reckoned(
        f"For you: each 1 % of the yearly rate on {describe_rupees(owed)} comes to {describe_rupees(comes)} in "
        f"{describe_length(Decimal(lasting.numerator) / lasting.denominator)}, without interest on interest.",
        concludes=False,
    )


def _registration(text: str, most_land: int, most_flats: int) -> Reckoned | None:
    """Where the project lies to both limits, of land in square metres and of flats."""
    if _NOT_OF_ALL.search(_IN_A_PROJECT.sub(" ", text)) is not None:
        return None
    area = Asking(text).land_area
    flats = {one.value for one in find_figures(text) if one.measure == "unit"}
    count = next(iter(flats)) if len(flats) == 1 else None
    if count is not None and count < ANSWERING.least_flats:
        return None  # "one flat" is what was bought
    small_land = area is not None and not area.converted and area.square_metres <= most_land
    if small_land and area is not None:
        return Reckoned(
            f"For you: on {area.square_metres:,f} square metres of land no registration is needed by the Act's words, "
            f"unless your state has lowered the limit of {most_land}.",
            outcome=Outcome.SMALL_PROJECT if count is None or count <= most_flats else None,
        )
    if count is not None and count <= most_flats:
        return Reckoned(
            f"For you: with {count} apartments no registration is needed by the Act's words, "
            f"unless your state has lowered the limit of {most_flats}.",
            outcome=Outcome.SMALL_PROJECT if area is None else None,
        )
    large_land = area is not None and area.square_metres > most_land * (Decimal("1.01") if area.converted else 1)
    if large_land and count is not None and area is not None:
        return Reckoned(f"For you: land of {area.square_metres:,.0f} square metres and {count} apartments are both above the limits, so neither frees it.")
    return None


def _rounded(value: Decimal) -> str:
    """One place behind the point, and none where it is 0."""
    return f"{value.quantize(Decimal('0.1')):f}".removesuffix(".0")


_RECKONED: Mapping[str, Reckon] = {
    "advance_ceiling": _advance,
    "association_formation_period": _majority,
    "defect_liability_period": reckon_from(HANDOVER, "handover", "; a defect reported before that still counts", Outcome.DEFECT_TIME_LEFT),
    "possession_taking_period": reckon_from(CERTIFICATE, "the certificate"),
    "conveyance_period": reckon_from(CERTIFICATE, "the certificate"),
    "appeal_period_tribunal": reckon_from(COPY, "the copy", time_left=Outcome.APPEAL_TIME_LEFT),
    "appeal_period_high_court": reckon_from(COMMUNICATED, "the order reached you", time_left=Outcome.APPEAL_TIME_LEFT),
    "plan_change_consent": _consent,
    "project_transfer_consent": _consent,
}
"""What can be reckoned, by the parameter whose value a statement says."""

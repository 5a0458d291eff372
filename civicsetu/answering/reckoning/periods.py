"""Reckon where the asker stands in a period of the law: from a day that a question names, or from how long ago something was.

Each is read only where its clause names the event and no other that may have been then.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from civicsetu.answering.reckoning.reckoned import CaseTold, Outcome, Reckon, Reckoned
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.figures import Figure, find_figures
from civicsetu.law.parameters import ParameterEntry

HANDOVER = re.compile(r"\b(?:possess?ion|posession|keys?|hand(?:ed)?[ -]?over|moved in|shifted|kab[zj]a|chab[hi]+i?)\b", re.IGNORECASE)
CERTIFICATE = re.compile(r"\b(?:oc|(?:occupancy|occupation|completion) ?(?:certificate|cert))\b", re.IGNORECASE)
COPY = re.compile(r"\b(?:copy|copies|rec(?:ei|ie)ved?|got|collected|handed|served|mil[aei])\b", re.IGNORECASE)
COMMUNICATED = re.compile(rf"{COPY.pattern}|\b(?:came|come|communicated|reached|informed|aaya|aya)\b", re.IGNORECASE)
_AND_MONTHS = re.compile(r"\s*(?:years?|yrs?|saal)\s*(?:and|n|&|aur|और|व|आणि|மற்றும்|ಮತ್ತು)?\s*", re.IGNORECASE)
_OF_A_PERIOD = re.compile(r"\b(?:liab\w*|guarant\w*|warrant\w*|period|delay\w*|within|for|last(?:s|ed)?|promised)\b[^.?!]{0,20}$", re.IGNORECASE)
_OF_A_GUARANTEE = re.compile(r"\b(?:liab\w*|guarant\w*|warr?ant\w*|defect period)\b[^.?!]{0,20}$", re.IGNORECASE)
"""Before years that are no age: "the defect period is 5 years and 2 months after possession it leaks"."""
_AGO = re.compile(r"^\s*(?:years?|yrs?|months?|weeks?|days?|saal|mahin\w*|din)\s*(?:back|ago|after|since|now|pehle|ho ga|baad)\b", re.IGNORECASE)
_AFTER_IT = re.compile(r"^\s*\w+\s+after\b", re.IGNORECASE)
"""In languages that put it behind: "3 years after" before the event is how long it took to come."""
_ONLY_PROMISED = re.compile(
    r"\b(?:due|promis\w*|supposed|agreed|scheduled|expected|was to|were to|committed|by|till|until|before|says?|said)\b", re.IGNORECASE
)
_JUST_AGO = re.compile(r"^\s*(?:months?|weeks?|days?|years?|yrs?)\s*(?:back|ago|pehle|ho ga)\b", re.IGNORECASE)
"""Behind days and months: "within 90 days after the copy" asks of the law and tells no age."""
_COPIED = re.compile(r"\b(?:copy|copies)\b", re.IGNORECASE)
_ORDER = re.compile(r"\b(?:copy|copies|orders?|judge?ments?|decision|award|faisla|aadesh)\b", re.IGNORECASE)
_NOT_YET = re.compile(r"\b(?:not|no|never|without|nahi|nahin|due|promised|supposed|if|refund|refused|money|notice|letter|yet|pending|neighbou?r|slab|applied|summons)\b|n't\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[?!;,]|\.(?!\d)|\b(?:but|lekin|magar)\b", re.IGNORECASE)
_WAS_MADE = re.compile(r"\b(?:dated?|passed|pronounced|dismissed|decided|made|signed|uploaded|rejected|allowed)\b", re.IGNORECASE)
"""What happens to an order before a copy of it reaches anybody: the law counts from the copy."""
_OF_OTHERS = re.compile(r"\b(?:association|society|rwa|aoa)\b", re.IGNORECASE)
"""Handed over to whom it does not begin a buyer's own period."""
_OTHER_EVENT = re.compile(r"\b(?:book\w*|agreement|paid|pay\w*|registr\w*|loan|warranty|appl\w*|complain\w*)\b", re.IGNORECASE)


def reckon_from(event: re.Pattern[str], name: str, when_over: str = "", time_left: Outcome | None = None) -> Reckon:
    """Return what reckons the end of a period from the day, month or year that a text names next to an event, or from how long ago it was.

    `name` is what the sentence calls the event, `when_over` what still counts after the period, `time_left` the
    outcome while it runs.
    """

    def reckon(entry: ParameterEntry, told_of: CaseTold, today: date) -> Reckoned | None:
        period, text = entry.period, told_of.text
        if period is None or period.length is None or period.unit not in ("day", "month", "year"):
            return None
        length, unit = int(period.length), period.unit
        told = f"{length} {unit}{'' if length == 1 else 's'}"
        days = [one for one in find_figures(text) if one.measure in ("date", "month of year", "year of date")]
        near = [one for one in days if _is_near(event, one, text)]
        if len({(one.measure, one.value) for one in near}) == 1 and (end := _end(near[0], length, unit)) and not _is_to_come(near[0], today):
            over, when = end
            is_past, is_left = over < today, _is_surely_left(over, near[0], today)
            ends = f"ended {when}{when_over}" if is_past else f"end {when}"
            return Reckoned(
                f"For you: {told} from {_written(near[0])} {ends}.", concludes=False, period=told, outcome=time_left if is_left else None
            )
        measure = "day" if unit == "day" else "month"
        ages = set(_ages(event, told_of, measure, years=unit == "year"))
        age = next(iter(ages)) if len(ages) == 1 else None
        if age is None:
            return None
        since = _counted(Decimal(int(age)), "day") if measure == "day" else describe_months(Decimal(age.numerator) / age.denominator)
        if age == (12 * length if unit == "year" else length):
            return None
        if is_over(age, length, unit):
            return Reckoned(f"For you: {since} after {name} the {told} are over{when_over}.", concludes=False, period=told)
        if not _is_only_period(text, age, length, unit):
            return None
        return Reckoned(f"For you: {since} after {name} you are still within the {told}.", concludes=False, period=told, outcome=time_left)

    return reckon


def _is_surely_left(over: date, began: Figure, today: date) -> bool:
    """Whether a period still runs whatever day of its month or year it began on."""
    if began.measure == "date":
        return over >= today
    return (over.year, over.month) > (today.year, today.month) if began.measure == "month of year" else over.year > today.year


def is_over(age: Fraction, length: int, unit: str) -> bool:
    """Return whether that many days or months after it began a period has ended; its last day or month is still of it."""
    return age >= 12 * length if unit == "year" else age > length


def describe_length(months: Decimal) -> str:
    """Return '3 years', '1 year', '8 months', '18 months'."""
    return _counted(months, "month") if months % 12 else _counted(months / 12, "year")


def describe_months(months: Decimal) -> str:
    """Return how long ago something was: '3 years', '8 months', '5 years 2 months'."""
    years, rest = divmod(months, 12)
    return f"{_counted(years, 'year')} {_counted(rest, 'month')}" if years and rest else describe_length(months)


def _counted(count: Decimal, unit: str) -> str:
    return f"{count:f} {unit}{'' if count == 1 else 's'}"


def _written(figure: Figure) -> str:
    """The day, month or year as a sentence has it."""
    if figure.measure == "date":
        day = date.fromordinal(int(figure.value))
        return f"{day.day} {day:%B %Y}"
    if figure.measure == "month of year":
        year, month = divmod(int(figure.value) - 1, 12)
        return f"{calendar.month_name[month + 1]} {year}"
    return f"{figure.value}"


def _ages(event: re.Pattern[str], told_of: CaseTold, measure: str, *, years: bool) -> Iterator[Fraction]:
    """Yield how many days or months ago an event was, as often as a text says it; "3 years 8 months" is one age.

    Where a period of another measure stands beside it ("2 months 10 days"), the age is more than either says.
    """
    text = told_of.text
    long_ago = _AGO if years else _JUST_AGO
    before: Figure | None = None
    for one in (figure for figure in find_figures(text) if figure.is_period):
        goes_on = before is not None and _goes_on(before, one, text)
        is_near = before is not None and not goes_on and one.start - before.end <= ANSWERING.periods_apart
        is_part = is_near and before is not None and _OF_A_PERIOD.search(text[: before.start]) is None
        behind = text[one.start + len(one.said.rstrip()) :]
        is_told = one.measure == measure and not is_part and long_ago.search(behind) is not None and _is_age(event, one, text)
        took_so_long = told_of.is_read and _AFTER_IT.search(behind) is not None and event.search(_clause_before(one, text)) is None
        if is_told and not took_so_long:
            yield one.value + (before.value if before is not None and goes_on else 0)
        before = one


def _clause_before(figure: Figure, text: str) -> str:
    return _CLAUSE_END.split(text[: figure.start])[-1]


def _is_only_period(text: str, age: Fraction, length: int, unit: str) -> bool:
    """Whether a text tells no other period than the age and the law's own: another may be what ended or began since."""
    law = Fraction(12 * length if unit == "year" else length)
    others = [
        one for one in find_figures(text) if one.is_period and one.value not in (age, law) and not _OF_A_GUARANTEE.search(text[: one.start])
    ]
    parts = {one.value for one in others}
    return not parts or (len(others) == 2 and sum(parts) == age)


def _goes_on(years: Figure, months: Figure, text: str) -> bool:
    """Whether the months are the rest of that many years, and the years no period of their own."""
    between = text[years.start + len(years.said.rstrip()) : months.start]
    is_rest = months.value < ANSWERING.months_of_year and _AND_MONTHS.fullmatch(between) is not None
    return is_rest and _OF_A_PERIOD.search(text[: years.start]) is None


def _is_to_come(figure: Figure, today: date) -> bool:
    """Whether a day, month or year lies wholly after today."""
    if figure.measure == "date":
        return int(figure.value) > today.toordinal()
    return figure.value > (12 * today.year + today.month if figure.measure == "month of year" else today.year)


def _is_age(event: re.Pattern[str], figure: Figure, text: str) -> bool:
    """Whether a period says how long ago an event was: its clause names that and nothing else that may have been then."""
    clause = _CLAUSE_END.split(text[: figure.start])[-1] + _CLAUSE_END.split(text[figure.start :])[0]
    if not _is_of_event(event, clause) or _is_when_made(event, clause):
        return False
    return event.search(clause) is not None and _OTHER_EVENT.search(clause) is None


def _is_of_event(event: re.Pattern[str], clause: str) -> bool:
    """Whether a clause tells that the event happened, to the asker; of a copy or an order, that it is that which came."""
    if event is COPY and _COPIED.search(clause) is None:
        return False
    if event is COMMUNICATED and _ORDER.search(clause) is None:
        return False
    return _NOT_YET.search(clause) is None


def _is_when_made(event: re.Pattern[str], clause: str) -> bool:
    """Whether a clause tells when an order was made, not when its copy came."""
    return event in (COPY, COMMUNICATED) and _WAS_MADE.search(clause) is not None


def _is_near(event: re.Pattern[str], figure: Figure, text: str) -> bool:
    """Whether a sentence names an event next to a day on which it happened."""
    before = re.split(r"[.?!;]", text[max(0, figure.start - ANSWERING.day_near) : figure.start])[-1]
    after = _CLAUSE_END.split(text[figure.end : figure.end + ANSWERING.day_near // 2])[0]
    if _ONLY_PROMISED.search(before) is not None or _OF_OTHERS.search(before + after) is not None:
        return False
    if not _is_of_event(event, before + after) or _is_when_made(event, _CLAUSE_END.split(before)[-1] + after):
        return False
    named = list(event.finditer(before))
    if named and _OTHER_EVENT.search(before, named[-1].end()):
        return False
    return bool(named) or event.search(after) is not None


def _end(figure: Figure, length: int, unit: str) -> tuple[date, str] | None:
    """The last day and 'on 3 August 2026', 'in March 2027', 'in 2027'; None where the day is too vague."""
    value, months = int(figure.value), length * (12 if unit == "year" else 1)
    if figure.measure == "date":
        began = date.fromordinal(value)
        end = began + timedelta(days=length) if unit == "day" else _months_later(began, months)
        return end, f"on {end.day} {end:%B %Y}"
    if figure.measure == "month of year" and unit != "day":
        year, month = divmod(value + months - 1, 12)
        return date(year, month + 1, calendar.monthrange(year, month + 1)[1]), f"in {calendar.month_name[month + 1]} {year}"
    if figure.measure == "year of date" and unit == "year":
        return date(value + length, 12, 31), f"in {value + length}"
    return None


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))

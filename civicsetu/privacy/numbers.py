"""Finds numbers made of digits alone: Aadhaar, phones, bank accounts and payment cards.

Digits come in groups with spaces, dashes, dots or slashes between. A run of groups is read
from the left: each number found must fit its kind as a whole and must not be a piece of a
longer one, so a card is never taken for an Aadhaar number with four digits left over.
Dates and amounts are set aside first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from civicsetu.privacy.amounts import AMOUNT_AFTER
from civicsetu.privacy.checks import passes_luhn, passes_verhoeff
from civicsetu.privacy.kinds import PersonalDataKind, PersonalDataSpan
from civicsetu.privacy.labels import NAMING_LABELS, PHONE_LABELS, Label, Labels
from civicsetu.privacy.separators import replace_separators

_FEWEST, _FEWEST_BY_ITSELF, _MOST = 6, 10, 19
_RUN = re.compile(r"(?=[\d .,:;/_()~-]{6})\d++(?:[ .,:;/_()~-]{1,4}+\d++)*+")
_GROUP = re.compile(r"(?<!\d)\d([ .,:/_-])\d(?!\d)(?:\1\d(?!\d)){4,}+|\d++")
_APART = re.compile(
    r"(?<![\d./-])(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)?\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?!\d|[./-]\d)"  # a date
    r"|(?<![\d./-])(?:19|20)\d\d ?[-/] ?(?:19|20)?\d\d(?!\d|[./-]\d)"  # a year of account
    r"|(?<![\d,])\d{1,3}(?:(?:,\d\d){0,6},\d{3}|(?:,\d{3}){1,6})(?:\.\d{1,2})?(?!\d|,\d)"  # an amount
)
_MOBILE = re.compile(r"(?:(?:00|0)?91)?0?[6-9]\d{9}")
_STD = re.compile(
    r"(?:(?P<home>(?:00)?91)0?|0)(?:(?:11|20|22|33|40|44|79|80)[2-7]\d{7}|[1-8]\d{2}[2-7]\d{6}|[1-8]\d{3}[2-7]\d{5})"
)
_ABROAD = re.compile(r"00(?!91)[1-9]")
_METRO = re.compile(r"0(?:11|20|22|33|40|44|79|80)[2-7]\d{7}")
_EXPLAINING = frozenset({Label.OTHER_NUMBER, Label.VALUE})
_COUNTRY = frozenset(("0", "00", "91", "091", "910", "0091", "00910"))
_YEAR = re.compile(r"(?:19|20)\d\d")
_LINK = re.compile(r"(?:https?://|www\.)[^ ]{1,1000}")
_LINK_WITH_PHONE = re.compile(r"wa\.me|whatsapp|phone|mobile|tel")
_WORD_BACKWARDS = re.compile(r"[a-z]{1,8}(?![a-z0-9])")
_WORD_AFTER = re.compile(r"(?!x|st|nd|rd|th)[a-z]{2,20}(?![a-z0-9])")
_TELLING = frozenset("no nos num number is to at and or on".split())
_ALTERNATIVE = re.compile(r" ?/ ?(?P<tail>\d{1,4})(?![\d/-]| \d)")


class _Joint(Enum):
    """How digits hang on letters: not at all, by a slash ("RERA/1251"), or grown together ("P518")."""

    NONE = 0
    MARKED = 1
    GROWN = 2


class _Groups(NamedTuple):
    """Digits written together, or spelt one by one; `before` is what stands between each group and the last.

    One list for each property, not one object for each group: a long text has so many that
    the collector of garbage would go through all the process keeps, again and again.
    """

    start: list[int]
    end: list[int]
    digits: list[str]
    before: list[str]


class _Run(NamedTuple):
    """Groups that stand together, what the words beside them say, and how the run begins and ends."""

    groups: _Groups
    label: Label | None
    plus: bool
    before: _Joint
    after: _Joint


def find_numbers(text: str) -> Iterator[PersonalDataSpan]:
    """Yield the personal numbers in a normalised text."""
    text = replace_separators(text)
    labels: Labels | None = None
    links = [link.span() for link in _LINK.finditer(text) if not _LINK_WITH_PHONE.search(link[0])]
    floor = link = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        while link < len(links) and links[link][1] <= start:
            link += 1
        if end - start < _FEWEST or (link < len(links) and links[link][0] <= start):
            continue
        labels = labels or Labels(text)
        for piece_start, piece_end in _pieces(text, start, end):
            groups = _groups(text, piece_start, piece_end)
            if not groups.digits or groups.end[-1] - groups.start[0] < _FEWEST:
                continue
            for span in _read(text, _run(text, groups, labels, floor)):
                yield span
                floor = span.end


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """`text[start:end]` divided where a date or an amount stands."""
    done = start
    for apart in _APART.finditer(text, start, end):
        if apart.start() > done:
            yield done, apart.start()
        done = apart.end()
    if done < end:
        yield done, end


def _groups(text: str, start: int, end: int) -> _Groups:
    groups = _Groups([], [], [], [])
    last = start
    for piece in _GROUP.finditer(text, start, end):
        digits, mark = piece.group(0, 1)
        first, stop = piece.span()
        if mark is not None:
            digits = digits.replace(mark, "")
        groups.start.append(first)
        groups.end.append(stop)
        groups.digits.append(digits)
        groups.before.append(text[last:first])
        last = stop
    return groups


def _run(text: str, groups: _Groups, labels: Labels, floor: int) -> _Run:
    start, end = groups.start[0], groups.end[-1]
    label = labels.find_beside(start, end, floor)
    plus = text[max(0, start - 2) : start].endswith(("+", "+("))
    return _Run(groups, label, plus, _joined_before(text, start, labels), _joined_after(text, end))


def _joined_before(text: str, start: int, labels: Labels) -> _Joint:
    """How the digits hang on what stands right before them."""
    before = text[max(0, start - 2) : start]
    if _is_letter(before[-1:]):
        word = _WORD_BACKWARDS.match(text[max(0, start - 12) : start][::-1])
        told = labels.ends_at(start) or (word is not None and word[0][::-1] in _TELLING)
        return _Joint.NONE if told else _Joint.GROWN
    marked = before[-1:] in tuple("/_") and before[:1].isascii() and before[:1].isalnum()
    return _Joint.MARKED if marked else _Joint.NONE


def _joined_after(text: str, end: int) -> _Joint:
    """How the digits hang on what stands right after them."""
    after = text[end : end + 2]
    if _is_letter(after[:1]):
        return _Joint.NONE if _WORD_AFTER.match(text, end) else _Joint.GROWN
    marked = after[:1] in tuple("/_") and after[1:].isascii() and after[1:].isalnum()
    return _Joint.MARKED if marked else _Joint.NONE


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _read(text: str, run: _Run) -> Iterator[PersonalDataSpan]:
    """The numbers of a run, from the left."""
    groups, first, taken = run.groups, 0, -1
    while first < len(groups.digits):
        found = None if _begins_none(groups, first, taken) else _longest(text, run, first, taken)
        if found is None:
            first += 1
            continue
        kind, last = found
        start, end = _whole(text, run, first, last)
        if kind is PersonalDataKind.PHONE and last + 1 < len(groups.digits):
            end, last = _with_alternatives(text, groups, end, last)
        yield PersonalDataSpan(kind, start, end)
        taken = last
        first = last + 1


def _begins_none(groups: _Groups, at: int, taken: int) -> bool:
    """Whether no number begins at a group: it goes on a regular row, or is one of many small ones."""
    if at + 1 == len(groups.digits):
        return len(groups.digits[at]) < _FEWEST
    if at == 0:
        return False
    digits = groups.digits
    size, next_size = len(digits[at]), len(digits[at + 1])
    if size == 1 and next_size < 3 and digits[at] != "0":
        return True
    if size != next_size or taken == at - 1:
        return False
    return len(digits[at - 1]) == size < 8 and groups.before[at] == groups.before[at + 1]


def _longest(text: str, run: _Run, first: int, taken: int) -> tuple[PersonalDataKind, int] | None:
    """The kind and last group of the longest number that begins at a group."""
    groups = run.groups
    near = run.label is not None and groups.start[first] - groups.start[0] <= 2 * _MOST
    if not near and groups.digits[first][0] == "1" and not (run.plus and first == 0):
        return None
    abroad = run.plus and first == 0
    candidates = []
    digits, last, stop = groups.digits[first], first, len(groups.digits)
    fewest = _FEWEST if near or abroad else _FEWEST_BY_ITSELF
    while len(digits) <= _MOST:
        if len(digits) >= fewest:
            candidates.append((last, digits))
        last += 1
        if last == stop:
            break
        more = groups.digits[last]
        if len(more) == 1 and more != "0" and not abroad:
            break
        digits += more
    for judge in (_strict, _labelled) if near else (_strict,):
        for last, joined in reversed(candidates):
            kind = judge(text, run, first, last, joined)
            if kind is not None and _stands_alone(groups, first, last, taken, kind):
                return kind, last
    return None


def _stands_alone(groups: _Groups, first: int, last: int, taken: int, kind: PersonalDataKind) -> bool:
    """Whether the groups beside a number are no part of it."""
    if first > 0 and taken != first - 1 and _belongs(groups, first, first - 1, first, last):
        return False
    if last + 1 >= len(groups.digits) or not _belongs(groups, last + 1, last + 1, first, last):
        return True
    following = groups.digits[last + 1 : 2 * last + 2 - first]
    another = "".join(following)
    return len(following) > last - first and _kind_of(another, plus=False) is kind


def _belongs(groups: _Groups, joint: int, other: int, first: int, last: int) -> bool:
    """Whether the group `other` is joined to the number by a tight mark or goes on its grouping."""
    between, beside = groups.before[joint], groups.digits[other]
    if " " not in between:
        if between in ("/", ",") and (
            len(beside) >= 8 or (other > last and len(beside) <= 4 and between == "/")
        ):
            return False
        return not (len(beside) == 10 and last == first)
    return (
        len(beside) == len(groups.digits[last]) == len(groups.digits[first])
        and len(beside) < 8
        and first != last
        and all(groups.before[at] == between for at in range(first + 1, last + 1))
    )


def _strict(text: str, run: _Run, first: int, last: int, digits: str) -> PersonalDataKind | None:
    """The kind of a number by its own digits and grouping."""
    plus = run.plus and first == 0
    kind = _kind_of(digits, plus=plus)
    if kind is None:
        return None
    groups, label = run.groups, run.label
    whole = first == 0 and last == len(groups.digits) - 1
    if _is_spoilt(text, run, first, last):
        return None
    if plus:
        return kind
    if kind is PersonalDataKind.PHONE and _ABROAD.match(digits):
        apart = first != last and len(groups.digits[first]) <= 5 and label is not Label.BANK
        return kind if apart or label in PHONE_LABELS else None
    if not _is_even(groups, first, last, whole=whole):
        return None
    if label is Label.BANK and 9 <= len(digits) <= 18:
        return None
    if first == 0 and (label is Label.AMOUNT or (label in _EXPLAINING and first == last)):
        return None
    if label is Label.PLACE and first == 0 and first != last:
        return None
    if kind is PersonalDataKind.PHONE and not _MOBILE.fullmatch(digits):
        return kind if _is_landline(groups, first, last, digits, label) else None
    if kind is PersonalDataKind.PHONE:
        round_sum = digits.endswith("000000") and label not in PHONE_LABELS
        return kind if _is_mobile_grouping(groups, first, last) and not round_sum else None
    if run.before is _Joint.MARKED and first == 0:
        return None
    return kind if len(digits) == 12 or _is_card_grouping(groups, first, last) else None


def _kind_of(digits: str, *, plus: bool) -> PersonalDataKind | None:
    """What the digits alone could be."""
    length, lead = len(digits), digits[0]
    if plus and digits.startswith("91"):
        return PersonalDataKind.PHONE if length in (11, 12) or (length == 13 and digits[2] == "0") else None
    if plus:
        return PersonalDataKind.PHONE if 8 <= length <= 15 else None
    if length < _FEWEST_BY_ITSELF or lead == "1":
        return None
    if length >= 11 and lead == "0" and _ABROAD.match(digits):
        return PersonalDataKind.PHONE if length <= 16 else None
    if length <= 15 and (
        (lead in "06789" and _MOBILE.fullmatch(digits))
        or (length >= 11 and lead in "09" and _STD.fullmatch(digits))
    ):
        return PersonalDataKind.PHONE
    if length == 12 and lead != "0" and passes_verhoeff(digits):
        return PersonalDataKind.AADHAAR
    if length >= 13 and lead in "234568" and passes_luhn(digits):
        return PersonalDataKind.CARD
    return PersonalDataKind.AADHAAR if length == 16 and lead != "0" and passes_verhoeff(digits) else None


def _labelled(text: str, run: _Run, first: int, last: int, digits: str) -> PersonalDataKind | None:
    """The kind of a number by the words beside it."""
    groups, label, length = run.groups, run.label, len(digits)
    if label is None or _is_spoilt(text, run, first, last):
        return None
    if label is Label.AADHAAR and 11 <= length <= 16:
        return PersonalDataKind.AADHAAR
    if label is Label.BANK and 9 <= length <= 18:
        return PersonalDataKind.BANK_ACCOUNT
    if label is Label.CARD and 13 <= length <= 19:
        return PersonalDataKind.CARD
    if label in PHONE_LABELS and 10 <= length <= 13 and not digits.startswith("1800"):
        return PersonalDataKind.PHONE
    fewest = _FEWEST if label is Label.LANDLINE else 8
    if label in PHONE_LABELS and fewest <= length <= 8 and digits[0] in "234567" and last - first <= 2:
        return None if _YEAR.fullmatch(groups.digits[first]) else PersonalDataKind.PHONE
    return None


def _is_spoilt(text: str, run: _Run, first: int, last: int) -> bool:
    """Whether the number is an amount, a row of years, a case number or a piece of a code."""
    groups = run.groups
    solid = first == last
    known = run.label in NAMING_LABELS
    before, after = run.before if first == 0 else _Joint.NONE, _Joint.NONE
    if last == len(groups.digits) - 1:
        after = run.after
        if not known and AMOUNT_AFTER.match(text, groups.end[last]):
            return True
    if before is _Joint.GROWN or after is _Joint.GROWN:
        return True
    marked = before is _Joint.MARKED or after is _Joint.MARKED
    if marked and not known and not (solid and len(groups.digits[first]) in (10, 12)):
        return True
    if solid or not _YEAR.fullmatch(groups.digits[last]):
        return False
    slashed = "/" in groups.before[last] and not known
    return slashed or all(_YEAR.fullmatch(groups.digits[at]) for at in range(first, last))


def _is_even(groups: _Groups, first: int, last: int, *, whole: bool) -> bool:
    """Whether the groups look like the groups of one number and not like a list."""
    if first == last:
        return True
    at = first + 1 if groups.digits[first] in _COUNTRY else first
    if at < last and groups.digits[at] == "0":
        at += 1
    lengths = [len(digits) for digits in groups.digits[at : last + 1]]
    marks = {mark.strip() for mark in groups.before[at + 1 : last + 1]} - {"(", ")"}
    if len(marks) > 1 and not (whole or first != at):
        return False
    if "," in marks and (min(lengths) < 3 or len(marks) > 1):
        return False
    if min(lengths) >= 3 or at == last:
        return True
    if len(set(lengths)) == 1:
        return not _counts_up([int(groups.digits[one]) for one in range(at, last + 1)])
    return min(lengths) == 2 and len(lengths) <= 5


def _counts_up(values: list[int]) -> bool:
    """Whether a row of small numbers is a list in order, as "61 62 63 64 65"."""
    return all(before < after for before, after in pairwise(values))


def _is_mobile_grouping(groups: _Groups, first: int, last: int) -> bool:
    """Ten digits in up to six groups; a decimal fraction or an address of the internet is none."""
    marks = {groups.before[at] for at in range(first + 1, last + 1)}
    return last - first <= 7 and not (marks == {"."} and last - first == 3)


def _is_card_grouping(groups: _Groups, first: int, last: int) -> bool:
    """Groups of one length, the last perhaps shorter or longer, or four, six and the rest."""
    lengths = [len(groups.digits[at]) for at in range(first, last + 1)]
    if len(lengths) == 1:
        return True
    head = lengths[:-1]
    return (
        (len(set(head)) == 1 and 2 <= head[0] <= 8 and lengths[-1] <= 2 * head[0])
        or lengths[:2] == [4, 6]
        or set(lengths) <= {4, 8, 12}
    )


def _is_landline(groups: _Groups, first: int, last: int, digits: str, label: Label | None) -> bool:
    """A trunk zero or the country, the code of a place, and its number."""
    found = _STD.fullmatch(digits)
    if found is None:
        return False
    if label in PHONE_LABELS:
        return True
    if found["home"] is not None:
        return first != last and groups.digits[first] in ("91", "0091")
    if first == last:
        return _METRO.fullmatch(digits) is not None and label not in (
            Label.OTHER,
            Label.OTHER_NUMBER,
            Label.PLACE,
        )
    code = groups.digits[first] if groups.digits[first] != "0" else f"0{groups.digits[first + 1]}"
    return 3 <= len(code) <= 5 and (len(code) != 3 or _METRO.fullmatch(digits) is not None)


def _whole(text: str, run: _Run, first: int, last: int) -> tuple[int, int]:
    """The number's place, with the plus sign before it and the bracket that opens inside or before it."""
    start, end = run.groups.start[first], run.groups.end[last]
    inner = text[start:end]
    if inner.count(")") > inner.count("(") and text[start - 1 : start] == "(":
        start -= 1
    if text[start - 1 : start] == "+":
        start -= 1
        if text[start - 1 : start] == "(" and inner.count(")") > inner.count("("):
            start -= 1
    return start, end


def _with_alternatives(text: str, groups: _Groups, end: int, last: int) -> tuple[int, int]:
    """The end after last digits given as alternatives, as in "22334455/66"."""
    while last + 1 < len(groups.digits) and (tail := _ALTERNATIVE.match(text, end)):
        if tail.end() != groups.end[last + 1]:
            break
        end, last = tail.end(), last + 1
    return end, last

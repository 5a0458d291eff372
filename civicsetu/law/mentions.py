"""Read single mentions of provisions, before they are joined to others.

A mention is a numbered provision with its list ("sections 59, 60(1) and 62 to 64"), a part
("clauses (a) to (d)"), the proviso or explanation of one, or a pointer ("the said
sub-section", "this section"). `civicsetu.law.references` joins them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_WS = r"\s{0,6}"  # bounded: a page of blanks must not be tried in every way
_LABEL = r"(?-i:\(\s?(?:[0-9\u0966-\u096F]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,3})\s?\))"
_NUMBER = r"[0-9\u0966-\u096F]{1,3}(?:-?[A-Z]{1,2})?(?![0-9A-Za-z\u0966-\u096F])"
_RANGE_WORD = r"to|through|-|–|—|से"
_JOIN = (
    rf"{_WS}(?:,{_WS}(?:and|or|&|read\s{{1,6}}with)?|and|or|&|read\s{{1,6}}with|r/w|{_RANGE_WORD}|और){_WS}"
)
_NO_AMOUNT = (
    r"(?!\s{0,6}(?:%|years?|months?|weeks?|days?|hours?|minutes?|per\s?cent|percent|lakhs?|lacs?|crores?|rupees|"
    r"sq|flats?|units?|plots?|apartments?|towers?|floors?|bhk|times|working|calendar|square|metres?|meters?|feet|"
    r"acres?|people|persons|buyers|allottees|promoters|"
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may\s{1,6}\d|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)(?!\s{0,6}%)(?![.,]\d)"
)
_NOUNS = {
    "section": r"sections?|secs?\.?|ss?\.|§{1,2}|u/ss?\.?|dhara|धारा(?:ओं|एं)?|कलम|பிரிவு|ಕಲಂ|ಸೆಕ್ಷನ್|సెక్షన్",
    "rule": r"rules?|r\.|niyam|नियम|விதி|ನಿಯಮ",
    "regulation": r"regulations?|regs?\.|विनियम",
}
_ANY_NOUN = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _NOUNS.items())
_PLURAL = re.compile(r"(?:sections|secs|ss|u/ss|rules|regulations|regs|§§|धारा(?:ओं|एं))\.?", re.IGNORECASE)
_LABELS = rf"(?:{_WS}{_LABEL})*"
_NUMBERED = re.compile(
    rf"(?<![\w'’.])(?:{_ANY_NOUN}){_WS}(?:(?:no\.?|number|[-–:]){_WS})?(?P<list>{_NUMBER}{_LABELS}"
    rf"(?:{_JOIN}(?:{_NUMBER}{_NO_AMOUNT}{_LABELS}|{_LABEL}))*)",
    re.IGNORECASE,
)
_PART_WORD = (
    r"(?P<sub>sub-?\s?(?:section|rule|regulation)|उप-?\s?(?:धारा|नियम))|(?P<subclause>sub-?\s?clause|उप-?\s?ख(?:ं|ण्)ड)"
    r"|(?P<clause>clause|paragraph|ख(?:ं|ण्)ड)|(?P<item>item)"
)
_PART = re.compile(
    rf"(?<!\w)(?:{_PART_WORD})(?P<plural>s?){_WS}(?P<list>{_LABEL}(?:{_JOIN}{_LABEL})*)", re.IGNORECASE
)
_POINTER = re.compile(
    rf"\b(?P<how>the\s{{1,6}}said|said|that|such|the\s{{1,6}}same|this)\s{{1,6}}"
    rf"(?:(?P<noun>section|rule|regulation)|{_PART_WORD})\b(?!{_WS}[(\d])",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ORDINAL = "|".join(_ORDINALS)
_WORD = re.compile(
    rf"\b(?P<ordinals>(?:{_ORDINAL})(?:{_WS}(?:,|and|or)\s{{1,6}}(?:{_ORDINAL})){{0,5}}\s{{1,6}})?"
    rf"(?P<word>proviso|explanation)s?\b(?:\s{{1,6}}(?P<number>(?-i:[1-6]|I{{1,3}}|IV|V))(?![\w(]){_NO_AMOUNT})?",
    re.IGNORECASE,
)
_BARE = re.compile(rf"(?<![\w(.])(?P<list>{_NUMBER}(?:\s?{_LABEL})+)(?![\w%])", re.IGNORECASE)
_ITEM = re.compile(rf"({_NUMBER})({_LABELS})|({_LABEL})", re.IGNORECASE)
_ONE_LABEL = re.compile(r"\(\s?([^)\s]+)\s?\)")
_RANGE = re.compile(rf"{_WS}(?:{_RANGE_WORD}){_WS}", re.IGNORECASE)
_ROMAN = re.compile(r"[ivxl]+")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}
_ROMAN_ORDINALS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
_DEVANAGARI = str.maketrans("०१२३४५६७८९", "0123456789")
_MAX_RANGE = 100
_MAX_ROMAN = 27  # a longer numeral is no label

Head = tuple[str, ...]
"""A number and its labels, or the labels of a part alone."""

WHOLE, SUB, CLAUSE, SUBCLAUSE, ITEM, WORD = 0, 1, 2, 3, 4, 9
"""How deep a mention lies: a part is always of something less deep."""

_LEVELS = {"noun": WHOLE, "sub": SUB, "clause": CLAUSE, "subclause": SUBCLAUSE, "item": ITEM}


class MentionKind(Enum):
    NUMBER = "section 18(1)"
    PART = "clause (a)"
    WORD = "second proviso"
    THAT = "the said sub-section"
    THIS = "this section"


@dataclass(slots=True)
class Mention:
    """One match of a mention. `heads` is empty for pointers, `before_its_part` is set by the joiner."""

    kind: MentionKind
    start: int
    end: int
    level: int
    heads: list[Head]
    noun: str | None = None
    plural: bool = False
    before_its_part: bool = False

    @property
    def depth(self) -> int:
        """The level of the innermost label it names itself."""
        if self.kind is MentionKind.WORD:
            return SUB  # a proviso has clauses of its own
        if self.kind is not MentionKind.NUMBER:
            return self.level
        labels = self.heads[-1][1:]
        return len(labels) if not labels or labels[0][0].isdigit() else len(labels) + 1


def find_mentions(text: str, *, bare: bool) -> list[Mention]:
    """Find all mentions in the order of the text; of two that overlap the longer comes first."""
    found = [*_numbered(text), *_parts(text), *_words(text), *_pointers(text)]
    if bare:
        found += (_number(match) for match in _BARE.finditer(text))
    return sorted(found, key=lambda mention: (mention.start, -mention.end))


def _numbered(text: str) -> Iterator[Mention]:
    for match in _NUMBERED.finditer(text):
        noun = next(name for name in _NOUNS if match.group(name))
        yield _number(match, noun, _PLURAL.fullmatch(match.group(noun)) is not None)


def _number(match: re.Match[str], noun: str | None = None, plural: bool = False) -> Mention:
    heads, used = _heads(match["list"])
    return Mention(MentionKind.NUMBER, match.start(), match.start("list") + used, WHOLE, heads, noun, plural)


def _parts(text: str) -> Iterator[Mention]:
    for match in _PART.finditer(text):
        labels: list[Head] = [(label,) for label in _labels(match["list"])]
        yield Mention(
            MentionKind.PART, match.start(), match.end(), _level(match), labels, plural=bool(match["plural"])
        )


def _words(text: str) -> Iterator[Mention]:
    for match in _WORD.finditer(text):
        word = match["word"].lower()
        told = re.findall(_ORDINAL, (match["ordinals"] or "").lower())
        counted = [_ORDINALS.index(ordinal) + 1 for ordinal in told]
        if match["number"]:
            number = match["number"]
            counted = [_ROMAN_ORDINALS.get(number) or int(number)]
        heads: list[Head] = [(word,) if count == 1 else (f"{word} {count}",) for count in counted or [1]]
        yield Mention(MentionKind.WORD, match.start(), match.end(), WORD, heads, plural=len(heads) > 1)


def _pointers(text: str) -> Iterator[Mention]:
    for match in _POINTER.finditer(text):
        kind = MentionKind.THIS if match["how"].lower() == "this" else MentionKind.THAT
        noun = match["noun"].lower() if match["noun"] else None
        yield Mention(kind, match.start(), match.end(), _level(match), [], noun)


def _level(match: re.Match[str]) -> int:
    return next(_LEVELS[name] for name, value in match.groupdict().items() if value and name in _LEVELS)


def expand_range(first: Mention, last: Mention, gap: str) -> list[Head]:
    """Return what lies between two mentions of a range: "clause (a) to clause (d)", "section 3 to section 9"."""
    if not _RANGE.fullmatch(gap) or first.kind is not last.kind or not first.heads:
        return []
    start, end = first.heads[-1], last.heads[0]
    if first.kind is MentionKind.NUMBER:
        return [(number,) for number in _rising(start[0], end[0])]
    return [(label,) for label in _rising(start[-1], end[-1])] if first.kind is MentionKind.PART else []


def _heads(listed: str) -> tuple[list[Head], int]:
    """'59, 60(1), (2) and 62 to 64' -> 59, 60(1), 60(2), 62, 63 and 64; and how much of it is the list.

    A label alone goes on with the labels before it; where there are none, as in
    'section 33 – (i) papers, (ii) books', it begins something else.
    """
    heads: dict[Head, None] = {}
    last: Head = ()
    previous_end = 0
    for match in _ITEM.finditer(listed):
        if match.group(3):
            label = _ONE_LABEL.findall(match.group(3))[0].translate(_DEVANAGARI)
            stem = _stem_of(last, label)
            if not stem:
                break
            head: Head = (*stem, label)
            passed = [(*stem, one) for one in _rising(last[len(stem)], label)]
        else:
            number = match.group(1).translate(_DEVANAGARI).upper().replace("-", "")
            labels = (label.translate(_DEVANAGARI) for label in _ONE_LABEL.findall(match.group(2)))
            head = (number, *labels)
            passed = [(one,) for one in _rising(last[0], number)] if last else []
        if last and _RANGE.fullmatch(listed[previous_end : match.start()]):
            heads.update(dict.fromkeys(passed))
        heads[head] = None
        last = head
        previous_end = match.end()
    return list(heads), previous_end


def _labels(listed: str) -> list[str]:
    """'(a), (b) and (d) to (f)' -> ['a', 'b', 'd', 'e', 'f']."""
    labels: dict[str, None] = {}
    last = ""
    previous_end = 0
    for match in _ONE_LABEL.finditer(listed):
        label = match.group(1).translate(_DEVANAGARI)
        if last and _RANGE.fullmatch(listed[previous_end : match.start()]):
            labels.update(dict.fromkeys(_rising(last, label)))
        labels[label] = None
        last = label
        previous_end = match.end()
    return list(labels)


def _stem_of(last: Head, label: str) -> Head:
    """What a label without a number is of: '18(1)(a), (b)' goes on with letters, '…, (2)' with numbers."""
    deepest = range(len(last) - 1, 0, -1)
    for fits in (_follows, _alike):
        for depth in deepest:
            if fits(last[depth], label):
                return last[:depth]
    return ()


def _alike(first: str, second: str) -> bool:
    return (first[0].isdigit(), first.islower()) == (second[0].isdigit(), second.islower())


def _follows(first: str, second: str) -> bool:
    if first.isdigit() and second.isdigit():
        return int(first) < int(second)
    if _ROMAN.fullmatch(first) and _ROMAN.fullmatch(second) and _roman(first) < _roman(second):
        return True
    return _alike(first, second) and (len(first), first) < (len(second), second)


def _rising(first: str, last: str) -> list[str]:
    """What lies strictly between: numbers, letters, or the Roman numbers of sub-clauses."""
    if first.isdigit() and last.isdigit():
        return [str(number) for number in _inside(int(first), int(last))]
    romans = _ROMAN.fullmatch(first) and _ROMAN.fullmatch(last) and (first == "i" or len(first + last) > 2)
    if romans:
        return [_in_roman(value) for value in _inside(_roman(first), min(_roman(last), _MAX_ROMAN))]
    alike = first[:-1] == last[:-1] and (first + last).isalpha() and first.islower() == last.islower()
    return [first[:-1] + chr(code) for code in _inside(ord(first[-1]), ord(last[-1]))] if alike else []


def _inside(first: int, last: int) -> range:
    """Nothing when the range falls or is too long to be meant."""
    return range(first + 1, last) if last - first <= _MAX_RANGE else range(0)


def _roman(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _in_roman(value: int) -> str:
    told = ""
    for size, letters in ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        told += letters * (value // size)
        value %= size
    return told

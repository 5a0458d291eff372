"""The reference grammar: one reader of "section 18(1)", in laws and in questions alike.

It reads `section 18(1)(a)`, `s. 66`, `sections 59, 60 and 61`, `sections 12 to 14`,
`clause (a) of sub-section (1) or under sub-section (2) of section 5`, `rule 16(2)`,
`the second proviso to section 3(1)`, `धारा 18`, and, where asked, a bare `4(2)(l)(D)`.
What belongs to another law by name ("section 9 of the Consumer Protection Act, 1986") is
returned with that law's name, so that a linker can leave it out and an answer can say so.
Relative mentions ("sub-section (1)", "the said sub-section") are resolved against the
provision they stand in; without one they are left out, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from civicsetu.law.paths import ProvisionPath

_WS = r"\s{0,6}"  # bounded: a page of blanks must not be tried in every way
_SP = r"\s{1,6}"
_LABEL = r"\([0-9\u0966-\u096F]{1,3}[A-Z]?\)|\([a-z]{1,5}\)|\([A-Z]{1,3}\)"
_NUMBER = r"[0-9\u0966-\u096F]{1,3}(?:-?[A-Z]{1,2})?(?![0-9A-Za-z\u0966-\u096F])"
_JOIN = r"\s{0,6}(?:,\s{0,6}(?:and|or|&)?|and|or|&|to|-|–|—|से|और)\s{0,6}"
_UNIT_WORD = (
    r"(?!\s{0,6}(?:%|years?|months?|weeks?|days?|hours?|per\s?cent|percent|lakhs?|lacs?|crores?|rupees|sq|"
    r"flats?|units?|floors?|bhk|times|working|calendar|square|metres?|meters?|feet|acres?)\b)(?!\s{0,6}%)(?![.,]\d)"
)
_NOUNS = {
    "section": r"sections?|secs?\.?|ss?\.|§{1,2}|u/s\.?|dhara|धारा(?:ओं|एं)?|कलम|பிரிவு|ಕಲಂ|ಸೆಕ್ಷನ್|సెక్షన్",
    "rule": r"rules?|r\.|niyam|नियम|விதி|ನಿಯಮ",
    "regulation": r"regulations?|regs?\.|विनियम",
}
_ANY_NOUN = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _NOUNS.items())
_LABELS = rf"(?:{_WS}(?:{_LABEL}))*"
_NUMBERED = re.compile(
    rf"(?<![\w'’.])(?:{_ANY_NOUN}){_WS}(?:no\.?{_WS})?(?P<list>{_NUMBER}{_LABELS}"
    rf"(?:{_JOIN}(?:{_NUMBER}{_UNIT_WORD}{_LABELS}|(?:{_LABEL})))*)",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"(?<!\w)(?P<level>sub-?\s?section|sub-?\s?rule|sub-?\s?regulation|sub-?\s?clause|clause)s?{_WS}"
    rf"(?P<list>(?:{_LABEL})(?:{_JOIN}(?:{_LABEL}))*)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:the said|that|such) (?P<level>sub-?section|sub-?rule|clause)\b(?!\s{0,6}\()", re.IGNORECASE
)
_BARE = re.compile(rf"(?<![\w(.])(?P<list>{_NUMBER}(?:\s?(?:{_LABEL}))+)(?![\w%])")
_ITEM = re.compile(rf"({_NUMBER})({_LABELS})|({_LABEL})", re.IGNORECASE)
_ONE_LABEL = re.compile(r"\(([^)]+)\)")
_RANGE = re.compile(r"\s{0,6}(?:to|-|–|—|से)\s{0,6}")
_PROVISO = re.compile(
    r"(?:(first|second|third|fourth)\s{1,6})?proviso\s{1,6}(?:to|of|in)\s{1,6}(?:the\s{1,6})?$", re.IGNORECASE
)
_PART_AFTER = re.compile(
    r"\s{0,6},?\s{0,6}(?:(?P<ordinal>first|second|third|fourth)\s{1,6})?(?P<word>proviso|explanation)\b(?!\s{1,6}(?:to|of)\b)",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\s{0,6}(?:,\s{0,6})?(?:of|in|to|under)\s{1,6}(?:the\s{1,6})?(?:said\s{1,6})?", re.IGNORECASE
)
_OR_UNDER = re.compile(
    r"\s{0,6},?\s{0,6}(?:and|or)\s{1,6}(?:under\s{1,6}|in\s{1,6}|of\s{1,6})?(?:the\s{1,6})?(?:said\s{1,6})?",
    re.IGNORECASE,
)
_SAME_GROUP = re.compile(
    r"\s{0,6}(?:,|and|or|,\s{0,6}and|for the purposes? of|read with)\s{0,6}", re.IGNORECASE
)
_OTHER_LAW = re.compile(
    r"\s{0,6},?\s{0,6}(?:of|under|in)\s{1,6}(?:the\s{1,6}|that\s{1,6})?"
    r"(?P<name>(?:(?:[A-Z][\w’'&().-]*|of|and|for|the|in)(?:[\s,]{1,4}(?:[A-Z(][\w’'&().-]*|of|and|for|the|in)){0,14}?\s{1,6})?"
    r"(?:Act|Code|Sanhita|Ordinance|Adhiniyam|Constitution)\b(?: of (?:Civil|Criminal) Procedure)?(?:,?\s{0,6}\d{4})?)"
    r"|\s{0,6},?\s{0,6}(?:of\s{1,6}(?:the\s{1,6})?)?(?P<short>IPC|CPC|CrPC|BNSS?|CGST|GST|Constitution)\b"
)
_TYPED_LAW = re.compile(
    r"\s{0,6},?\s{0,6}(?:of|under|in)\s{1,6}(?:the\s{1,6})?"
    r"(?P<name>(?:(?!this\b|that\b|said\b|any\b|under\b|or\b)[a-z]{2,20}\s{1,6}){1,5}(?:act|code|sanhita)\b)(?P<short>)",
    re.IGNORECASE,
)
_AND_CHAPTER = re.compile(
    r"\s{1,6}(?:and|or|read with)\s{1,6}(?:Chapter|Part|Schedule|Order|Form)\s{1,6}[IVXLC0-9A-Z]{1,8}\b"
)
_THAT_PROVISION = re.compile(
    r"\s{1,6}(?:of|to|in|under)\s{1,6}(?:that|such|the said) (?:section|rule|regulation)\b"
)
_THAT_ACT = re.compile(r"\s{0,6}of\s{1,6}that\s{1,6}Act\b")
_OWN_LAW = re.compile(
    r"^(?:this |the |said )?(?:RERA|Real Estate \(Regulation.*|Principal )?\s{0,6}Act(?:,?\s{0,6}2016)?$",
    re.IGNORECASE,
)
_ORDINAL = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_LEVELS = {"sub": 1, "clause": 2, "subclause": 3}
_DEVANAGARI = str.maketrans("०१२३४५६७८९", "0123456789")
_MAX_RANGE = 30


@dataclass(frozen=True, slots=True)
class Reference:
    """One provision mentioned, and the span of the mention.

    `noun` is section, rule or regulation (None for a bare path); `law` the name of another
    law it is said to belong to, empty when none is named.
    """

    path: ProvisionPath
    noun: str | None
    start: int
    end: int
    law: str = ""


@dataclass(slots=True)
class _Mention:
    """What one match says: a numbered provision, or a part of one still looking for it."""

    start: int
    end: int
    noun: str | None
    heads: list[tuple[str, ...]]
    level: int
    number: str = ""
    said: bool = False
    law: str = ""


def find_references(
    text: str, *, here: ProvisionPath | None = None, noun_here: str = "section", bare: bool = False
) -> list[Reference]:
    """Every provision `text` mentions, in order of mention.

    `here` is the provision the text stands in, for relative mentions; `bare` also reads
    `4(2)(l)(D)` without a noun, as people type it in a question.
    """
    chains = _chains(text, _mentions(text, bare=bare))
    _inherit(text, chains)
    references: list[Reference] = []
    for chain in chains:
        references.extend(_resolve(text, chain, references, here, noun_here))
    return references


def _mentions(text: str, *, bare: bool) -> list[_Mention]:
    found: list[_Mention] = []
    for match in _NUMBERED.finditer(text):
        noun = next(name for name in _NOUNS if match.group(name))
        found.append(_Mention(match.start(), match.end(), noun, _numbered(match["list"]), 0))
    for match in _PART.finditer(text):
        level = _level(match["level"])
        found.append(_Mention(match.start(), match.end(), None, _labels(match["list"]), level))
    for match in _SAID.finditer(text):
        found.append(_Mention(match.start(), match.end(), None, [], _level(match["level"]), said=True))
    if bare:
        for match in _BARE.finditer(text):
            if not any(m.start <= match.start() < m.end for m in found):
                found.append(_Mention(match.start(), match.end(), None, _numbered(match["list"]), 0))
    return sorted(found, key=lambda mention: (mention.start, -mention.end))


def _level(word: str) -> int:
    plain = re.sub(r"[^a-z]", "", word.lower())
    return _LEVELS["clause"] if plain == "clause" else _LEVELS["subclause" if plain == "subclause" else "sub"]


def _numbered(listed: str) -> list[tuple[str, ...]]:
    """'59, 60(1), (2) and 62 to 64' -> [('59',), ('60', '1'), ('60', '2'), ('62',), ('63',), ('64',)]."""
    heads: list[tuple[str, ...]] = []
    previous_end = 0
    for match in _ITEM.finditer(listed):
        if match.group(3):
            between, head = _sibling(heads, match.group(3).strip("()").translate(_DEVANAGARI))
        else:
            number = match.group(1).translate(_DEVANAGARI).upper().replace("-", "")
            labels = (label.translate(_DEVANAGARI) for label in _ONE_LABEL.findall(match.group(2)))
            between, head = _between(heads[-1][0], number) if heads else [], (number, *labels)
        if heads and _RANGE.fullmatch(listed[previous_end : match.start()]):
            heads.extend(between)
        heads.append(head)
        previous_end = match.end()
    return heads


def _sibling(heads: list[tuple[str, ...]], label: str) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """'18(1), (2)': the (2) is of 18 as well; and what lies between, should it be a range."""
    stem = heads[-1][:-1] or heads[-1]
    between = _labels_between(heads[-1][-1], label) if len(heads[-1]) > 1 else []
    return [(*stem, *one) for one in between], (*stem, label)


def _between(first: str, last: str) -> list[tuple[str, ...]]:
    if first.isdigit() and last.isdigit() and 0 < int(last) - int(first) <= _MAX_RANGE:
        return [(str(number),) for number in range(int(first) + 1, int(last))]
    return []


def _labels(listed: str) -> list[tuple[str, ...]]:
    """'(a), (b) and (d) to (f)' -> [('a',), ('b',), ('d',), ('e',), ('f',)]."""
    heads: list[tuple[str, ...]] = []
    previous_end = 0
    for match in _ONE_LABEL.finditer(listed):
        label = match.group(1)
        if heads and _RANGE.fullmatch(listed[previous_end : match.start()]):
            heads.extend(_labels_between(heads[-1][0], label))
        heads.append((label,))
        previous_end = match.end()
    return heads


def _labels_between(first: str, last: str) -> list[tuple[str, ...]]:
    if first.isdigit() and last.isdigit():
        return _between(first, last)
    if len(first) == len(last) == 1 and 0 < ord(last) - ord(first) <= _MAX_RANGE:
        return [(chr(code),) for code in range(ord(first) + 1, ord(last))]
    return []


def _chains(text: str, mentions: list[_Mention]) -> list[list[_Mention]]:
    """Join 'clause (a)' 'of' 'sub-section (1)' 'of' 'section 5', inner part first."""
    chains: list[list[_Mention]] = []
    for mention in mentions:
        if chains and mention.start < chains[-1][-1].end:
            continue
        last = chains[-1][-1] if chains else None
        if last and mention.level < last.level and _OF.fullmatch(text[last.end : mention.start]):
            chains[-1].append(mention)
        else:
            chains.append([mention])
    return chains


def _inherit(text: str, chains: list[list[_Mention]]) -> None:
    """'clause (d) or clause (e) of sub-section (1)': the first has what the second names."""
    for earlier, later in zip(reversed(chains[:-1]), reversed(chains[1:]), strict=True):
        gap = text[earlier[-1].end : later[0].start]
        same = earlier[-1].level == later[0].level and earlier[-1].level > 0
        if same and len(later) > 1 and _OR_UNDER.fullmatch(gap):
            earlier.extend(later[1:])


def _resolve(
    text: str,
    chain: list[_Mention],
    before: list[Reference],
    here: ProvisionPath | None,
    noun_here: str,
) -> list[Reference]:
    inner, outer = chain[0], chain[-1]
    noun: str | None = outer.noun if outer.level == 0 else noun_here
    law = _law_after(text, max(part.end for part in chain if part.start >= inner.start), before)
    if outer.level and _THAT_PROVISION.match(text, outer.end):
        here = before[-1].path if before and not before[-1].law else None
    tails = _tails(chain[1:], before, here) if len(chain) > 1 else _outside(inner, before, here)
    proviso = _proviso_before(text, inner.start) or _part_after(text, max(inner.end, outer.end))
    references = []
    for tail in tails:
        for head in inner.heads or [()]:
            parts = (*tail, *head)
            if not parts:
                continue
            path = ProvisionPath(parts[0], (*parts[1:], *proviso))
            references.append(Reference(path, noun, inner.start, max(inner.end, outer.end), law))
    return _with_group_law(text, references, before, law)


def _tails(
    outer: list[_Mention], before: list[Reference], here: ProvisionPath | None
) -> list[tuple[str, ...]]:
    """What stands outside the innermost part: one tuple, number first."""
    parts: tuple[str, ...] = ()
    for mention in outer:
        head = mention.heads[0] if mention.heads else ()
        if mention.level == 0:
            return [(*head, *parts)]
        parts = (*head, *parts)
    base = _outside(outer[-1], before, here)
    return [(*tail, *parts) for tail in base]


def _outside(mention: _Mention, before: list[Reference], here: ProvisionPath | None) -> list[tuple[str, ...]]:
    """The provision a relative mention is relative to."""
    if mention.level == 0:
        return [()]
    if mention.said:
        depth = mention.level
        known = [ref for ref in before if len(ref.path.labels) >= depth and not ref.law]
        return [(known[-1].path.number, *known[-1].path.labels[:depth])] if known else []
    if here is None:
        return []
    labels = here.labels[: mention.level - 1]
    if mention.level > 1 and not (labels and labels[0].isdigit()):
        labels = labels[: mention.level - 2]
    return [(here.number, *labels)]


def _proviso_before(text: str, start: int) -> tuple[str, ...]:
    match = _PROVISO.search(text[max(0, start - 40) : start])
    if match is None:
        return ()
    ordinal = _ORDINAL.get((match.group(1) or "first").lower(), 1)
    return ("proviso",) if ordinal == 1 else (f"proviso {ordinal}",)


def _part_after(text: str, end: int) -> tuple[str, ...]:
    """'section 18(1) proviso', 'section 3 explanation', 'section 3(1), second proviso'."""
    match = _PART_AFTER.match(text, end)
    if match is None:
        return ()
    ordinal = _ORDINAL.get((match["ordinal"] or "first").lower(), 1)
    word = match["word"].lower()
    return (word,) if ordinal == 1 else (f"{word} {ordinal}",)


def _law_after(text: str, end: int, before: list[Reference]) -> str:
    """The name of another law right after the mention; empty for this one."""
    if _THAT_ACT.match(text, end):
        named = [ref.law for ref in before if ref.law]
        return named[-1] if named else "that Act"
    beside = _AND_CHAPTER.match(text, end)
    at = beside.end() if beside else end
    match = _OTHER_LAW.match(text, at) or _TYPED_LAW.match(text, at)
    if match is None:
        return ""
    name = " ".join((match["name"] or match["short"]).split())
    return "" if _OWN_LAW.match(name) else name


def _with_group_law(
    text: str, references: list[Reference], before: list[Reference], law: str
) -> list[Reference]:
    """'sections 193 and 228 for the purposes of section 196 of the … Code': all are that Code's."""
    if law and references:
        start = references[0].start
        for index in range(len(before) - 1, -1, -1):
            if before[index].law or not _SAME_GROUP.fullmatch(text[before[index].end : start]):
                break
            start = before[index].start
            for same in range(index, -1, -1):
                if before[same].start == start:
                    before[same] = replace(before[same], law=law)
    return references

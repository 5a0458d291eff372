"""Find names of laws in a text: any Act, Code, Rules or Order by its own words, never from a list.

A name is found at the word it ends in and read backward: "the Consumer Protection Act, 1986
(68 of 1986)", "consumer protection act", "Code of Civil Procedure, 1908". Short names that
bear no such word ("IPC") are the only ones known beforehand. "That Act" and "the said Code"
are the law named last. This law under any of its own names has an empty name.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

_SUFFIX = re.compile(
    r"(?<![\w-])(?P<suffix>Act|Code|Sanhita|Ordinance|Adhiniyam|Rules|Regulations|Order)(?![\w-])",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"(?<![\w.])(?P<short>I\.?P\.?C|C\.?P\.?C|Cr\.?\s?P\.?C|BNSS?|PMLA|SARFAESI|MOFA|FEMA|C?GST|RERA|(?-i:IBC|BSA)"
    r"|(?-i:Constitution(?: of India)?(?! of\b)))(?![\w-])\.?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:\s{0,3},\s{0,6}|\s{1,6})(?:of\s{1,6})?(?P<year>(?:1[789]|20)\d\d)(?!\d)")
_NUMBER_OF_YEAR = re.compile(r"\s{1,6}(?:No\.?\s{0,3})?\d{1,3}\s{1,6}of\s{1,6}\d{4}(?!\d)", re.IGNORECASE)
_TAIL = re.compile(
    r"\s{0,6}\((?:(?:[A-Z][a-z]{1,30}\s{1,6})?Act\s{1,6})?(?:[Nn]o\.?\s{0,3})?[\dIVXLC]{1,8}\s{1,6}of\s{1,6}\d{4}\)"
)
_OF_WHAT = re.compile(
    r"\s{1,6}(?:of|on)\s{1,6}(?:(?-i:[A-Z]\w{1,30}(?:\s{1,6}(?:and\s{1,6})?[A-Z]\w{1,30}){0,4})"
    r"|(?:civil|criminal)\s{1,6}procedure)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\S+")
_CAPITAL = re.compile(r"[(“\"‘']?(?:(?:[A-Z]\.){1,5}[A-Z]?|[A-Z][\w’'&/()-]*),?")
_SMALL = re.compile(r"[^\W\d_][\w’'-]*")
_YEAR_ALONE = re.compile(r"(?:1[789]|20)\d\d")
_INNER = frozenset({"of", "and", "for", "in", "to", "on", "&", "or", "with"})
_TITLES_WITH_OF = frozenset(
    "transfer prevention protection prohibition regulation sale right rights law promotion control abolition "
    "removal suppression code".split()
)
_POINTING = frozenset({"that", "such", "said", "same", "aforesaid"})
# Words that begin no law's name: what stands before one in a sentence, and other divisions of a law.
_NO_NAME = frozenset(
    """
    the this that these those said same aforesaid a an any some no every each which what whose whom who how when
    where why our your my his her its their present principal parent main applicable relevant appropriate concerned
    respective other under of in by per via with without from into to for on at as and or but if is are was were be
    been does do did can could shall should will would must may might has have had not than then so also only versus
    vs v see says say tell explain describe give read use apply applies violates violating violate contravene
    contravenes section sections rule clause article chapter schedule part order form act code ordinance adhiniyam
    sanhita i we you he she it they me us them about between against despite
    notwithstanding please compare quote cite meaning such erstwhile repealed
    """.split()
)
_NO_NAME_IN_SMALL = _NO_NAME | frozenset(
    "new old existing amended unamended state local central model draft regulation regulations rules".split()
)
# In capitals the title must begin so: a state's Real Estate Act is another law.
_OWN_WORDS = re.compile(
    r"(?i:\brera\b)|\breal\s+estate\b|^(?:Indian\s|Central\s)?(?:Real\s+Estate|REAL\s+ESTATE)\b|^(?:2016|[Cc]entral)$"
)
_GENERAL_RULES = re.compile(r"(?:rera|real|estate|\s)+", re.IGNORECASE)
_OWN_NUMBER = re.compile(r"\W*(?:(?:Act\s+)?(?:No\.?\s*)?16\s+)?(?:of\s+)?2016\W*", re.IGNORECASE)
_ADJECTIVE = r"(?:(?:erstwhile|repealed|old|new|existing|aforesaid|amended|unamended|state|local)\s{1,6})?"
_LEADING = re.compile(
    r"\s{0,6}(?P<comma>,|\()?\s{0,6}(?P<preposition>(?:of|under|in|from)\s{1,6}"
    rf"(?:(?:the|this|that|such|said|same|aforesaid|principal)\s{{1,6}}){{0,2}}{_ADJECTIVE})?",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"(?:[’']s)?[^\S\n]{0,6}(?:[,:(–—-]|\n)?[^\S\n]{0,6}")
_SAYS_IN = re.compile(
    r"\s{0,3},?\s{1,6}(?:defines?|describes?|gives?|lays?\s{1,3}down|lists?|names?|provides?|punishes|requires?|says?|"
    r"sets?\s{1,3}out|specif(?:ies|y)|states?|uses?)(?:\s{1,6}[a-z]{1,12}){0,3}\s{1,6}(?:in|under|by|at)\s{1,6}"
)
_BESIDE = re.compile(
    r"\s{0,6},?\s{1,6}(?:and|or|read with|of|in)\s{1,6}(?:the\s{1,6})?"
    r"(?:(?-i:Chapter|Part|Order|Form)\s{1,6}(?-i:[IVXLC0-9A-Z]{1,8})\b|(?:\w{1,8}\s{1,6})?(?-i:Schedule)\b)"
)
_MOST_WORDS = 15
_MOST_SMALL_WORDS = 5
_LONGEST_GAP = 60


@dataclass(frozen=True, slots=True)
class NamedLaw:
    """A name and its span, tail and all. `bare` has no words of its own ("the Act"), `points` back."""

    start: int
    end: int
    name: str
    kind: str
    bare: bool = False
    points: bool = False


class NamedLaws:
    """Every law named in a text, and which of them a mention in it is said to be of."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._laws = _pointed(_found(text))
        self._starts = [law.start for law in self._laws]
        self._ends = [law.end for law in self._laws]

    @property
    def laws(self) -> tuple[NamedLaw, ...]:
        """Every name in order; this very law's is empty."""
        return tuple(self._laws)

    def find_after(self, end: int) -> str | None:
        """Return the law of a mention that ends here: "section 9 of the Meadow Act", "section 420 IPC".

        None when nothing is said, an empty name for this very law.
        """
        beside = _BESIDE.match(self._text, end)
        for at in (end, beside.end()) if beside else (end,):
            index = bisect_left(self._starts, at)
            if index == len(self._laws) or self._starts[index] - at > _LONGEST_GAP:
                continue
            law = self._laws[index]
            leading = _LEADING.fullmatch(self._text, at, law.start)
            if leading is None or (law.bare and not leading["preposition"]):
                continue
            if law.kind == "gst" and leading["comma"]:
                continue
            return law.name
        return None

    def find_before(self, start: int, noun: str | None) -> str | None:
        """Return the law named right before a mention: "IPC section 420", "the Meadow Act says in section 5"."""
        index = bisect_right(self._ends, start) - 1
        if index < 0 or start - self._ends[index] > _LONGEST_GAP:
            return None
        law = self._laws[index]
        gap = self._text[law.end : start]
        if not (_TRAILING.fullmatch(gap) or _SAYS_IN.fullmatch(gap)) or (law.kind == "gst" and "," in gap):
            return None
        if noun and law.kind in ("rules", "regulations") and not law.kind.startswith(noun):
            return None
        return law.name


def _found(text: str) -> list[NamedLaw]:
    """All names in order; a short name inside a long one ("RERA Rules") is part of it."""
    tokens = [(match.start(), match.end()) for match in _TOKEN.finditer(text)]
    starts = [start for start, _ in tokens]
    found: list[NamedLaw] = []
    for match in _SUFFIX.finditer(text):
        if not found or found[-1].end <= match.start():
            index = bisect_right(starts, match.start()) - 1
            found += _ending_in(text, match, tokens[max(0, index - _MOST_WORDS) : index + 1])
    ends = [law.end for law in found]
    for match in _SHORT.finditer(text):
        index = bisect_right(ends, match.start())
        if index == len(ends) or match.end() <= found[index].start:
            found.append(_short(text, match))
    return sorted(found, key=lambda law: law.start)


def _pointed(laws: list[NamedLaw]) -> list[NamedLaw]:
    """Give "that Act" and "the Code" the name they stand for."""
    last: NamedLaw | None = None
    told: list[NamedLaw] = []
    for law in laws:
        if law.bare and (law.points or law.kind != "act"):
            meant = last is not None and (last.kind == law.kind or law.points)
            told.append(replace(law, name=last.name) if last is not None and meant else law)
            continue
        told.append(law)
        if not law.bare:
            last = law
    return told


def _short(text: str, match: re.Match[str]) -> NamedLaw:
    year = _YEAR.match(text, match.end())
    kind, said = match["short"].lower(), match["short"]
    name = "" if kind == "rera" else said.upper() if said.islower() else said
    end = year.end() if year else match.end()
    return NamedLaw(match.start(), end, name, "gst" if kind == "gst" else "short")


def _ending_in(text: str, match: re.Match[str], tokens: list[tuple[int, int]]) -> list[NamedLaw]:
    """The law whose name ends in this word; none where the word is no law's ("the rules", "by order")."""
    suffix, kind, end = match["suffix"], match["suffix"].lower(), match.end()
    start = _start_of_name(text, tokens, match.start(), formal=suffix[0].isupper())
    words = " ".join(text[start : match.start()].split())
    of_what = _OF_WHAT.match(text, end) if kind == "code" else None
    end = of_what.end() if of_what else end
    numbered = _NUMBER_OF_YEAR.match(text, end) if kind == "act" and not words else None
    year = None if numbered else _YEAR.match(text, end)
    end = next((found.end() for found in (numbered, year) if found), end)
    tail = _TAIL.match(text, end)
    name = " ".join(text[start : tail.end() if tail and not (words or year) else end].split())
    law = NamedLaw(start, tail.end() if tail else end, name, kind)
    if kind == "order" and not (suffix == "Order" and words and year):
        return []
    if kind in ("rules", "regulations") and (not words or _GENERAL_RULES.fullmatch(words)):
        return []
    if words or of_what or numbered or year or tail:
        own = kind == "act" and _is_own(
            words, next((found.group() for found in (numbered, tail, year) if found), "")
        )
        return [replace(law, name="") if own else law]
    if kind != "act" and not suffix[0].isupper():
        return []
    pointer = _pointer(text, tokens)
    if kind == "act":
        law = replace(law, name="that Act" if pointer == "that" else "")
    return [replace(law, bare=True, points=bool(pointer))]


def _is_own(words: str, number: str) -> bool:
    """By its words; by its number or year where it has none."""
    if words:
        return _OWN_WORDS.search(words) is not None
    return _OWN_NUMBER.fullmatch(number) is not None


def _pointer(text: str, tokens: list[tuple[int, int]]) -> str:
    words = [text[begin:end].lower() for begin, end in tokens[-2:-1]]
    return next((word for word in words if word in _POINTING), "")


def _start_of_name(text: str, tokens: list[tuple[int, int]], at: int, *, formal: bool) -> int:
    """Where the name that ends in the word at `at` begins; `at` itself when it has no more words."""
    if tokens[-1][0] != at:
        return at
    start = _capital_words(text, tokens, at) if formal else at
    return start if start != at else _small_words(text, tokens, at)


def _capital_words(text: str, tokens: list[tuple[int, int]], at: int) -> int:
    """Back over "Meadow and Brook (Keeping) "; small words and commas stand only inside."""
    start, after, joined = at, at, False
    for begin, end in reversed(tokens[:-1]):
        token = text[begin:end]
        if _apart(text[end:after]) or (token.endswith(",") and not joined):
            break
        if token in _INNER:
            joined = joined or token in ("and", "&")
        elif _is_capital(token):
            start = begin
        else:
            return begin if start == at and _YEAR_ALONE.fullmatch(token) else _unbracketed(text, start, at)
        after = begin
    return _unbracketed(text, start, at)


def _is_capital(token: str) -> bool:
    plain = token.strip("(),.“”\"'‘’").lower()
    return plain not in _NO_NAME and _CAPITAL.fullmatch(token) is not None


def _small_words(text: str, tokens: list[tuple[int, int]], at: int) -> int:
    """Back over "consumer protection " as people type it: plain words up to one that is no name's."""
    start, after, of = at, at, False
    for begin, end in reversed(tokens[-_MOST_SMALL_WORDS - 1 : -1]):
        token, word = text[begin:end], text[begin:end].lower()
        if _apart(text[end:after]):
            break
        after = begin
        if word == "of" and start != at and not of:
            of = True
        elif not _SMALL.fullmatch(token) or word in _NO_NAME_IN_SMALL or (of and word not in _TITLES_WITH_OF):
            return begin if start == at and _YEAR_ALONE.fullmatch(token) else start
        else:
            start, of = begin, False
    return start


def _apart(gap: str) -> bool:
    """A name does not run over a blank line."""
    return len(gap) > 6 or gap.count("\n") > 1


def _unbracketed(text: str, start: int, at: int) -> int:
    """'(Meadow Act, section 3)': the bracket is not the name's."""
    inside = text[start:at]
    opened = inside.startswith(("“", '"', "‘", "'")) or (inside.startswith("(") and ")" not in inside)
    return start + 1 if opened else start

"""Read a model's reply as it comes: each JSON object as soon as it ends, whatever stands around it.

Models wrap lines in a code fence, in an array or in prose, and break off in the middle. What is no object of
the contract is dropped and counted; nothing a model sends raises, and a reply without end is not read to it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.answering.written import Missing, SentenceMark, Written
from civicsetu.law.other_laws import OtherLaw
from civicsetu.law.sentences import split_sentences

_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_GAP = " … "


@dataclass(frozen=True, slots=True)
class PartsPicked:
    """The keys a reply says each part is answered from, by part."""

    parts: Mapping[int, tuple[str, ...]]


Line = Written | Missing | PartsPicked


class Drop(Enum):
    """Reason for dropping something of a reply."""

    NOT_JSON = auto()
    NO_LINE = auto()
    MARK = auto()
    PART = auto()
    KEYS = auto()
    TEXT = auto()
    TOO_LONG = auto()
    REPEATED = auto()
    TOO_MANY = auto()


class _Dropped(Exception):
    """A line that is not taken, with the reason."""

    def __init__(self, reason: Drop) -> None:
        self.reason = reason


@dataclass
class ReplyReader:
    """Incremental reader of one reply, fed piece by piece; `parts` is how many the question has.

    However the reply is cut into pieces, the same lines are given. Once `is_full`, nothing more is read.
    """

    parts: int
    dropped: Counter[Drop] = field(default_factory=Counter)
    is_full: bool = False
    _read: int = 0
    _held: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _in_string: bool = False
    _escaped: bool = False
    _line_begins: bool = True
    _said: set[str] = field(default_factory=set)
    _missing: int = 0

    def feed(self, piece: str) -> list[Line]:
        """Return what ends in this piece, in order; half an object is kept until the rest comes."""
        lines: list[Line] = []
        for sign in piece:
            if self.is_full:
                break
            self._read += 1
            self.is_full = self._read >= WRITING.reply_chars
            if (text := self._ended_by(sign)) is not None:
                lines.extend(self._lines_of(text))
        return lines

    def _ended_by(self, sign: str) -> str | None:
        """The text of the object that this sign ends; None where it ends none."""
        begins, self._line_begins = self._line_begins, sign == "\n"
        if self._open and ((sign == "\n" and self._in_string) or (sign == "{" and begins)):
            self._drop(Drop.NOT_JSON)  # a line that was never ended: the next may be whole
        if not self._open and sign != "{":
            return None
        self._held.append(sign)
        if self._in_string:
            self._escaped, ends = not self._escaped and sign == "\\", sign == '"' and not self._escaped
            self._in_string = not ends
        elif sign == '"':
            self._in_string = True
        elif sign in "{[":
            self._open.append(sign)
            if len(self._open) > WRITING.nesting:
                self._drop(Drop.NOT_JSON)
        elif sign in "}]":
            self._open.pop()
            if not self._open:
                text = "".join(self._held)
                self._held.clear()
                return text
        return None

    def _drop(self, reason: Drop) -> None:
        """Forget what is held, and begin anew with the next object."""
        self.dropped[reason] += 1
        self._held.clear()
        self._open.clear()
        self._in_string = self._escaped = False

    def _lines_of(self, text: str) -> Iterator[Line]:
        found = _parsed(text)
        if found is None:
            self.dropped[Drop.NOT_JSON] += 1
            return
        for one in _unwrapped(found):
            try:
                line = self._line(one)
            except _Dropped as dropped:
                self.dropped[dropped.reason] += 1
            else:
                yield line

    def _line(self, told: Mapping[str, object]) -> Line:
        if "mark" in told:
            return self._written(told)
        if "missing" in told:
            return self._missed(told)
        if "parts" in told:
            return self._picked(told["parts"])
        raise _Dropped(Drop.NO_LINE)

    def _written(self, told: Mapping[str, object]) -> Written:
        if self.is_full or len(self._said) >= WRITING.reply_sentences:
            self.is_full = True
            raise _Dropped(Drop.TOO_MANY)
        mark = told["mark"]
        if not isinstance(mark, str) or mark.strip().lower() not in list(SentenceMark):
            raise _Dropped(Drop.MARK)
        written = Written(
            SentenceMark(mark.strip().lower()),
            self._part(told),
            _keys(told.get("keys")),
            _line_of(_quote(told.get("quote")), WRITING.quote_chars),
            _line_of(told.get("text"), WRITING.sentence_chars),
            _line_of(told.get("translation"), WRITING.translation_chars),
        )
        if not any(sign.isalnum() for sign in written.text):
            raise _Dropped(Drop.TEXT)
        if len(split_sentences(written.text, 0, len(written.text))) > WRITING.sentences_a_line:
            raise _Dropped(Drop.TOO_LONG)
        if written.text in self._said:
            raise _Dropped(Drop.REPEATED)
        self._said.add(written.text)
        return written

    def _missed(self, told: Mapping[str, object]) -> Missing:
        missing = Missing(self._part(told), _line_of(told["missing"], WRITING.point_chars), _other_law(told.get("law")))
        if not missing.point:
            raise _Dropped(Drop.TEXT)
        if self._missing >= WRITING.points:
            raise _Dropped(Drop.TOO_MANY)
        self._missing += 1
        return missing

    def _picked(self, told: object) -> PartsPicked:
        if not isinstance(told, dict):
            raise _Dropped(Drop.PART)
        return PartsPicked({self._number(part): _keys(keys) for part, keys in told.items()})

    def _part(self, told: Mapping[str, object]) -> int:
        """The part a line belongs to; of a question that asks one thing it need not be told."""
        return self._number(told.get("part", 1 if self.parts == 1 else None))

    def _number(self, part: object) -> int:
        if isinstance(part, str) and part.isascii() and part.isdigit() and len(part) < 4:
            part = int(part)
        if isinstance(part, bool) or not isinstance(part, int) or not 1 <= part <= self.parts:
            raise _Dropped(Drop.PART)
        return part


def _parsed(text: str) -> dict[str, object] | None:
    """An object, with a comma too many forgiven; None where it is none."""
    for tried in (text, _TRAILING_COMMA.sub("", text)):
        try:
            found = json.loads(tried, strict=False)
        except ValueError:
            continue
        return found if isinstance(found, dict) else None
    return None


def _unwrapped(found: dict[str, object]) -> Iterator[Mapping[str, object]]:
    """The object itself, or where it only wraps lists of objects, those in it."""
    inner = [one for value in found.values() if isinstance(value, list) for one in value if isinstance(one, dict)]
    if "mark" in found or "missing" in found or not inner:
        yield found
        return
    if "parts" in found:
        yield {"parts": found["parts"]}
    yield from inner


def _other_law(named: object) -> OtherLaw | None:
    """The law of the closed list that is named; None where none of it is."""
    return OtherLaw(named) if isinstance(named, str) and named in list(OtherLaw) else None


def _keys(told: object) -> tuple[str, ...]:
    """The keys named, each once."""
    if told is None:
        return ()
    listed = [told] if isinstance(told, str) else told
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise _Dropped(Drop.KEYS)
    keys = tuple(dict.fromkeys(one.strip() for one in listed if one.strip()))
    if len(keys) > WRITING.sentence_keys:
        raise _Dropped(Drop.KEYS)
    return keys


def _quote(told: object) -> object:
    """A quote; several given as a list are joined as the contract joins them."""
    if isinstance(told, list) and all(isinstance(one, str) for one in told):
        return _GAP.join(told)
    return told


def _line_of(told: object, longest: int) -> str:
    """A text on one line, without what cannot be stored or shown; empty where there is none."""
    if told is None:
        return ""
    if not isinstance(told, str):
        raise _Dropped(Drop.TEXT)
    text = " ".join("".join(sign for sign in told if sign.isprintable() or sign.isspace() or sign in _JOINERS).split())
    if len(text) > longest:
        raise _Dropped(Drop.TOO_LONG)
    return text


_JOINERS = "\u200c\u200d"
"""Not printable to Python, and part of words in the scripts of India."""

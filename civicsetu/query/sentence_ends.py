"""Divide a post into sentences: marks, line breaks and abbreviations as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.query.asking_sentences import asks_by_words
from civicsetu.query.thresholds import READING

_ENDS = re.compile(r"\?+[\"'”’)]*|(?:[!.]+|…)[\"'”’)]*(?=\s|$)|[।॥]+|\n+|;(?=\s)")
_NUMBER_AT_END = re.compile(r"\w{2,}\s+\d{1,2}\.$")
_TITLE = re.compile(r"\b(?:mr|mrs|ms|dr|smt|shri|adv)\.$", re.IGNORECASE)
_RUPEES = re.compile(r"\brs\.$", re.IGNORECASE)
_ABBREVIATED = re.compile(
    r"(?:(?<!['’])\b(?:rs|no|nos|sec|sect|u/s|s|ss|r|vs|v|etc|mr|mrs|ms|dr|smt|shri|adv|approx|e\.g|i\.e|p\.m|a\.m|ltd|pvt|co|sq|ft|mt|govt|"
    r"dept|cl|art|reg|para|para|yr|yrs|mths|lacs|inc|st|viz|cf)|(?:^|[\s(.])(?:[A-Za-z]|\d{1,2}|[ivx]{1,4}))\.$",
    re.IGNORECASE,
)


def split_sentences(text: str, *, at_semicolons: bool = True) -> Iterator[str]:
    """Yield the sentences of a text; a full stop after an abbreviation or a number ends none.

    Things asked are told apart `at_semicolons`, too; what one question asks is read with what stands before its own.
    """
    at = 0
    for end in _ENDS.finditer(text):
        said = text[at : end.end()]
        if end[0] == ";" and not at_semicolons:
            continue
        if end[0].startswith(".") and _abbreviates(said, text[end.end() :]):
            continue
        if end[0].startswith("\n") and not _breaks(text[at : end.start()], text[end.end() :]):
            continue
        if any(character.isalnum() for character in said):
            yield " ".join(said.split())
        at = end.end()
    if any(character.isalnum() for character in text[at:]):
        yield " ".join(text[at:].split())


def _abbreviates(said: str, after: str) -> bool:
    """Return whether a full stop belongs to what it follows; not where a question begins behind it.

    Behind a number any sentence may begin, and behind "how much Rs." what is no number.
    """
    last = said[-READING.abbreviation_chars :].rstrip("\"'”’)")
    if _ABBREVIATED.search(last) is None:
        return False
    begins = after.lstrip()[:1].isupper()
    if begins and _RUPEES.search(last):
        return False
    asking = asks_by_words(after.split("?", 1)[0][: READING.next_sentence_chars])
    if _NUMBER_AT_END.search(last):
        return not (begins or asking)
    return not (begins and asking and _TITLE.search(last) is None)


def _breaks(before: str, after: str) -> bool:
    """Return whether a line break ends a sentence: not where a sentence was wrapped."""
    following = after.lstrip()
    return not following or not following[0].islower() or asks_by_words(following.split("\n", 1)[0])

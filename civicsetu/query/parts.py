"""Split a post into its several questions, sentence by sentence, without a model.

People tell a story and ask three things about it at the end, or number their questions, or put one
after each piece of the story. Searched as one text, the loudest of them drowns the others. What
asks a single thing stays whole, for every split takes context from a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from civicsetu.query.asking_sentences import (
    asks,
    asks_by_words,
    bare,
    heading_of,
    names_only_details,
    points_back,
    substance,
)

HEADING_CHARS = 90
_ENDS = re.compile(r"\?+[\"'”’)]*|(?:[!.]+|…)[\"'”’)]*(?=\s|$)|[।॥]+|\n+|;(?=\s)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:rs|no|nos|sec|sect|u/s|s|ss|r|vs|v|etc|mr|mrs|ms|dr|smt|shri|adv|approx|e\.g|i\.e|p\.m|a\.m|ltd|pvt|co|sq|ft|mt|govt|"
    r"dept|cl|art|reg|para|para|yr|yrs|mths|lacs|inc|st|viz|cf)|(?:^|[\s(.])(?:[A-Za-z]|\d{1,2}|[ivx]{1,4}))\.$",
    re.IGNORECASE,
)
_MARKER = re.compile(
    r"(?:(?<=\s)|(?<=^))(?:(?:q|que|ques|question|point|doubt|query)\s?\.?\s?)?[(\[]?(?P<label>\d{1,2}|[a-hA-H]|[ivx]{1,4})[)\].:\-]{1,2}\s*(?=[^\s\d])"
)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_OPENS_QUESTIONS = re.compile(
    r"\b(?:questions?|quer(?:y|ies)|doubts?|concerns?|points?|tell|advise|advice|know|clarify|guide|ask|answer|help|sawal|batao|bataiye|"
    r"bataye)\b|सवाल|प्रश्न|बताइए|बताएं|शंका|கேள்வி|சந்தேக|ಪ್ರಶ್ನೆ|ಸಂದೇಹ",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"(?:,|;|\s[-–—])?\s+(?:and|also|plus|nd|n|aur|और|तथा|आणि|तसेच|மற்றும்|மேலும்|ಮತ್ತು|ಹಾಗೂ),?\s+(?:also\s+|then\s+|if (?:so|not|yes),?\s+)?"
    r"|(?:,|;|\s[-–—])\s+(?=(?:what|how|when (?:do|will|can|must|should)|where (?:do|can|must|should|is)|whom?\b (?:do|does|is|are|will|pays?|can|must|should)|whether)\b)",
    re.IGNORECASE,
)
_VERB_FIRST = re.compile(
    r"(?:is|are|was|were|can|could|do|does|did|will|would|should|shall|must|may|has|have)\s+"
    r"(?!not\b|been\b|to\b|also\b|never\b|already\b|now\b|still\b|be\b|only\b)(?!\w+(?:ing|ed)\b)\w+\s+\w",
    re.IGNORECASE,
)
_CONTEXT_CHARS = 1200
_LONGEST_ABBREVIATION = 12
_LONGEST_SPLIT = 1500
_MOST_PARTS = 30
_LEAST_TOLD = 3
_LEAST_OF_A_CLAUSE = 2
_LEANING_MOST = 2
_SAME_ELSEWHERE_MOST = 3


@dataclass(frozen=True, slots=True)
class Places:
    """Functions that find the states of a text and remove their names."""

    named: Callable[[str], Collection[str]]
    left_out: Callable[[str], str]

    def differ(self, one: str, other: str) -> bool:
        """Return whether both texts name states, and not the same."""
        first, second = set(self.named(one)), set(self.named(other))
        return bool(first and second) and first != second


NO_PLACES = Places(lambda text: (), str)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One of several questions.

    `asked` are the words that ask, `told` the sentences between them and the question before.
    """

    heading: str
    asked: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """A text split: its story, and its questions in their order.

    `parts` is empty where it asks one question, or several that cannot be separated.
    """

    story: str
    parts: tuple[AskedPart, ...] = ()


@dataclass(slots=True)
class _Open:
    """A part whose sentences are still being read."""

    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def split_post(text: str, places: Places = NO_PLACES) -> Post:
    """Split a post into parts; one that asks a single question has none.

    A question that names another state and little else belongs to the one before: it is one comparison.
    """
    found: list[_Open] = []
    story: list[str] = []
    told: list[str] = []
    for sentence, listed in _sentences(text):
        if not (asks(sentence) or listed):
            told.append(sentence)
            story.append(sentence)
            continue
        for clause in _clauses(sentence, places):
            if not substance(clause) and not told and not found:
                continue
            if len(found) == _MOST_PARTS or (
                found and _belongs_to_last(clause, found[-1].asked[-1], told, places, listed=listed)
            ):
                found[-1].asked.append(clause)
            elif substance(clause) or told:
                found.append(_Open(told, [clause]))
                told = []
    if len(found) < 2:
        return Post(" ".join(story))
    return Post(" ".join(story), tuple(_part(one) for one in found))


def _belongs_to_last(clause: str, last: str, told: Sequence[str], places: Places, *, listed: bool) -> bool:
    """Return whether a question says nothing new and belongs to the one before: "How much?", "And in Goa?"."""
    says = substance(places.left_out(clause))
    if listed and says:
        return False
    elsewhere = places.differ(last, clause) or len(set(places.named(clause))) > 1
    if elsewhere and says <= _SAME_ELSEWHERE_MOST:
        return True
    if sum(substance(sentence) for sentence in told) >= _LEAST_TOLD:
        return says == 0
    return not says or (points_back(clause) and says < _LEANING_MOST)


def _part(one: _Open) -> AskedPart:
    said = max(one.asked, key=substance)
    return AskedPart(heading_of(said, HEADING_CHARS), " ".join(one.asked), " ".join(one.told))


def _clauses(sentence: str, places: Places) -> Iterator[str]:
    """Yield the questions that one sentence joins by "and", where each can be asked alone."""
    at = 0
    if len(sentence) > _LONGEST_SPLIT:
        yield sentence
        return
    questioned = sentence.rstrip("\"'”’)").endswith("?")
    for joint in _JOINT.finditer(sentence):
        before, after = sentence[at : joint.start()], sentence[joint.end() :]
        if places.differ(before, after):
            continue
        if _stands(before) and (_stands(after) or (questioned and _inverted(after))):
            yield before.strip()
            at = joint.end()
    yield sentence[at:].strip()


def _stands(clause: str) -> bool:
    """Return whether half a sentence asks by itself; one that refers to the other half must say more."""
    return asks_by_words(clause) and _says_enough(clause) and not _is_only_either(clause)


def _inverted(clause: str) -> bool:
    """Return whether it begins with a verb before its subject: "is interest payable", not "is selling flats"."""
    return _VERB_FIRST.match(clause) is not None and _says_enough(clause)


def _says_enough(clause: str) -> bool:
    """Return whether it says what it is about; a form or a fee alone is about the half before it."""
    return not names_only_details(clause) and substance(clause) >= _LEAST_OF_A_CLAUSE * (2 if points_back(clause) else 1)


def _is_only_either(clause: str) -> bool:
    return bare(clause).lower().startswith(("or ", "either "))


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each sentence, and whether it is an item of a list of questions."""
    at = 0
    introduced = False
    for label, start, end in _items(text):
        before = list(_ended(text[at:label]))
        yield from ((sentence, False) for sentence in before)
        if before:
            introduced = _OPENS_QUESTIONS.search(before[-1]) is not None
        inside = list(_ended(text[start:end]))
        asking = any(asks(sentence) and substance(sentence) for sentence in inside)
        for number, sentence in enumerate(inside):
            yield sentence, introduced and not asking and number == 0
        at = end
    yield from ((sentence, False) for sentence in _ended(text[at:]))


def _items(text: str) -> list[tuple[int, int, int]]:
    """Return the offsets of the items of a numbered list: label, first word, end; none where nothing is numbered in order."""
    markers = list(_MARKER.finditer(text))
    for style in (_by_number, _by_letter, _by_roman):
        run: list[re.Match[str]] = []
        for marker in markers:
            if style(marker["label"]) == len(run) + 1:
                run.append(marker)
        if len(run) > 1:
            ends = [marker.start() for marker in run[1:]] + [len(text)]
            return [(marker.start(), marker.end(), end) for marker, end in zip(run, ends, strict=True)]
    return []


def _by_number(label: str) -> int:
    return int(label) if label.isdigit() else 0


def _by_letter(label: str) -> int:
    return ord(label.lower()) - ord("a") + 1 if len(label) == 1 and label.isalpha() else 0


def _by_roman(label: str) -> int:
    return _ROMAN.index(label.lower()) + 1 if label.lower() in _ROMAN else 0


def _ended(text: str) -> Iterator[str]:
    """Yield the sentences of a text; a full stop after an abbreviation or a number ends none."""
    at = 0
    for end in _ENDS.finditer(text):
        said = text[at : end.end()]
        if end[0].startswith(".") and _ABBREVIATED.search(said[-_LONGEST_ABBREVIATION:].rstrip("\"'”’)")):
            continue
        if end[0].startswith("\n") and not _breaks(text[at : end.start()], text[end.end() :]):
            continue
        if any(character.isalnum() for character in said):
            yield " ".join(said.split())
        at = end.end()
    if any(character.isalnum() for character in text[at:]):
        yield " ".join(text[at:].split())


def _breaks(before: str, after: str) -> bool:
    """Return whether a line break ends a sentence: not where a sentence was wrapped."""
    following = after.lstrip()
    return not following or not following[0].islower() or asks_by_words(following.split("\n", 1)[0])


def context_of(part: AskedPart, post: Post) -> str:
    """Return what is searched together with a part's question: the story of the post.

    Of a long story its beginning, and the sentences just before the question.
    """
    if len(post.story) <= _CONTEXT_CHARS:
        return post.story
    half = _CONTEXT_CHARS // 2
    begun = post.story[:half].rsplit(" ", 1)[0]
    near = part.told[-half:].split(" ", 1)[-1] if len(part.told) > half else part.told
    return f"{begun} {near}".strip()

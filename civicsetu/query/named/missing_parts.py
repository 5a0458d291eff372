"""Find the parts that a question names and no law searched has: forms, schedules and chapters, and articles, parts, tables.

Missing sections, rules and regulations are found through their references; these are found by their label, since no
reference leads to them. An article, a paragraph, a part or a table is read only where a law is named with it and nothing
else has it: "table 3" may be anybody's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.law.annex_names import find_annex_names
from civicsetu.law.documents import EditionKind
from civicsetu.law.named_laws import NamedLaws
from civicsetu.law.paths import ProvisionPath

_CHAPTER = re.compile(
    r"(?:\bchapter|\badhyay|अध्याय|प्रकरण|அத்தியாயம்|ಅಧ್ಯಾಯ)\s{0,3}[-–]?\s{0,3}(?:no\.?\s{0,2})?"
    r"(?P<number>[IVXLC]{1,7}|\d{1,3})(?!\w)",
    re.IGNORECASE,
)
_PRINTED = re.compile(r"\bCHAPTER\s{0,3}[-–]?\s{0,3}(?P<number>[IVXLC]{1,7}|\d{1,3})\b", re.IGNORECASE)
_KIND = r"(?:article|para(?:graph)?|part|table)s?\b\.?[\s–—-]{0,3}(?:no\.?\s{0,2})?|schedules?\s{1,3}(?=[IVXLC]{3})"
_LABEL = r"[‘'\"“(]?(?:\d{1,3}[A-Z]?|[IVXLC]{2,7}|(?-i:[A-Z]))[’'\"”)]?(?!\w)"
_OTHER_KIND = re.compile(rf"\b(?:{_KIND}){_LABEL}(?:\s{{0,3}}(?:,|&|\b(?:and|or)\b)\s{{0,3}}(?:{_KIND})?{_LABEL})*", re.IGNORECASE)
_ITEM = re.compile(rf"(?P<kind>{_KIND})?(?P<label>{_LABEL})", re.IGNORECASE)
_QUOTES = "‘’'\"“”()"
_ORDINARY = frozenset({"Part", "Table", "Paragraph"})
_RULES = re.compile(
    r"\s{1,3}(?:of|in|under)\s{1,3}(?:the\s{1,3})?(?:(?:state|rera)\s{1,3})?rules\b"
    r"(?!\s{1,3}(?:of|for)\s{1,3}(?:my|our|the|a)\b)",
    re.IGNORECASE,
)
_GOES_ON = (
    r"and|or|but|says?|said|means?|is|does|do|deals?|covers?|appl(?:y|ies)|requires?|provides?|gives?|about|kya|mein|me|"
    r"ka|ke|ki|में|का|के|की|क्या"
)
_AFTER_PART = re.compile(rf"\s{{0,3}}(?:$|[?.,;:!।)]|\b(?:{_GOES_ON})(?!\w))", re.IGNORECASE)
_AFTER_LAW = re.compile(rf"(?<!rera)|{_AFTER_PART.pattern}|\s{{1,3}}(?:in|for|to|on|under|with)\b", re.IGNORECASE)
"""What may follow: "Part IV of the RERA form" is of a form."""
_PAPER = (
    r"(?:agreement|deed|contract|letter|brochure|notice|policy|newspaper|book|mou|plan|judge?ment|order(?!\s{1,3}to\b))s?"
)
_OF_PAPER = re.compile(
    r"\s{0,3}(?:of|in|to|from|with|on)\s{1,3}(?:(?:the|this|that|a|an|my|our|his|her|their)\s{1,3})?"
    rf"(?:(?!(?:act|rera|rules?|for|to|and|or|is)\b)[\w'’-]{{1,20}}\s{{1,3}}){{0,2}}{_PAPER}\b",
    re.IGNORECASE,
)
_PAPER_BEFORE = re.compile(rf"\b{_PAPER}(?:['’]s)?\s{{1,3}}$", re.IGNORECASE)
_WORDS = frozenset({"A", "I"})
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A part that is not there: its name, and the laws searched for it; `elsewhere`: another law held has it.

    `sure`: where these laws are held whole, it is known not to exist.
    """

    name: str
    documents: tuple[str, ...]
    elsewhere: bool = False
    sure: bool = True


class _Named:
    """A question, and the laws named with its parts; `held_by` tells the document held that a law's name means."""

    def __init__(self, question: str, held_by: Callable[[str], str | None]) -> None:
        self.question, self.held_by = question, held_by

    @cached_property
    def laws(self) -> NamedLaws:
        """The laws named around the parts: in "Chapter IV of the Companies Act" the label is no word of the law's name."""
        text = self.question
        spans = [match.span() for pattern in (_CHAPTER, _OTHER_KIND) for match in pattern.finditer(text)]
        for start, end in (*spans, *((one.start, one.end) for one in find_annex_names(text))):
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        return NamedLaws(text)

    def is_anothers(self, start: int, end: int) -> bool:
        """Return whether a part is said to be of a law that is not held, or of a paper."""
        after = self.laws.find_after(end)
        law = self.laws.find_before(start, None) if after is None else after
        return self._is_of_paper(start, end) or (bool(law) and self.held_by(law or "") is None)

    def law_of(self, start: int, end: int, *, ordinary: bool) -> str | None:
        """Return the law that a part is plainly said to be of, empty for the Act held; None where unclear.

        After a law, a kind that is an `ordinary` word must not be meant so: "under RERA, part 2 is unpaid".
        """
        if self._is_of_paper(start, end):
            return None
        after = self.laws.find_after(end)
        if after is not None:
            law = next(law for law in self.laws.laws if law.start >= end)
            told = "," not in self.question[end : law.start] and _AFTER_LAW.match(self.question, law.end)
            return after if told else None
        before = self.laws.find_before(start, None)
        return before if not ordinary and _AFTER_PART.match(self.question, end) else None

    def _is_of_paper(self, start: int, end: int) -> bool:
        return bool(_OF_PAPER.match(self.question, end) or _PAPER_BEFORE.search(self.question[:start]))


def missing_parts(
    question: str, documents: Sequence[str], index: LawIndex, held_by: Callable[[str], str | None]
) -> list[MissingPart]:
    """Return the parts that a question names and none of those documents has.

    Parts of rules that it names, where none are searched, are of no documents.
    """
    named = _Named(question, held_by)
    annexes, chapters = _missing_annexes(named, documents, index), _missing_chapters(named, documents, index)
    return [*annexes, *chapters, *_missing_kinds(named, documents, index)]


def _missing_annexes(named: _Named, documents: Sequence[str], index: LawIndex) -> Iterator[MissingPart]:
    for reference in find_annex_names(named.question):
        said = named.question[reference.start : reference.end]
        if not _is_label(said) or named.is_anothers(reference.start, reference.end):
            continue
        if not any(index.holds(key, reference.path) or _speaks_of(index.laws[key], reference.path) for key in documents):
            elsewhere = any(index.holds(key, reference.path) for key in index.laws)
            yield MissingPart(str(reference.path), tuple(documents), elsewhere)


def _speaks_of(law: HeldLaw, annex: ProvisionPath) -> bool:
    """Return whether a law's text names a form or schedule that is not held itself: its rule says what it is for."""
    word, _, label = annex.number.partition(" ")
    if not label:
        return False
    named = re.compile(rf"\b{re.escape(word)}\s{{1,3}}[‘'\"“(]?{re.escape(label)}(?!\w)", re.IGNORECASE)
    return any(named.search(edition.body) for edition in law.editions.values())


def _is_label(named: str) -> bool:
    """Return whether the word after "form" is a label: "Form B" and "form 12", not "form is" or "the form I signed"."""
    label = named.split()[-1].strip(_QUOTES)
    return label.isdigit() or (label.isupper() and (label not in _WORDS or named[0].isupper()))


def _missing_chapters(named: _Named, documents: Sequence[str], index: LawIndex) -> Iterator[MissingPart]:
    for match in _CHAPTER.finditer(named.question):
        number = _value(match["number"])
        known = {key: chapters_of(index.laws[key]) for key in documents}
        with_chapters = tuple(key for key, chapters in known.items() if chapters)
        if named.is_anothers(match.start(), match.end()) or any(number in known[key] for key in with_chapters):
            continue
        if number and with_chapters:
            yield MissingPart(f"Chapter {match['number'].upper()}", with_chapters)


def chapters_of(law: HeldLaw) -> set[int]:
    """Return the numbers of the chapters that any edition of a law prints."""
    headings = (heading for edition in law.editions.values() for heading in edition.chapters.values())
    printed = (_PRINTED.search(heading) for heading in headings)
    return {_value(match["number"]) for match in printed if match is not None}


def _missing_kinds(named: _Named, documents: Sequence[str], index: LawIndex) -> Iterator[MissingPart]:
    """Yield the articles, paragraphs, parts and tables of a law named with them that no law searched prints."""
    for match in _OTHER_KIND.finditer(named.question):
        laws = _laws_meant(named, match, documents, index)
        kind = ""
        for one in () if laws is None else _ITEM.finditer(match.group()):
            kind = _kind_of(one["kind"]) if one["kind"] else kind
            label = one["label"].strip(_QUOTES).upper()
            if not laws:
                yield MissingPart(f"{kind} {label} of the rules", ())
            elif not any(_prints(index.laws[key], kind, label) for key in {*documents, *laws}):
                shown = all(_shows_divisions(index.laws[key]) for key in laws)
                yield MissingPart(f"{kind} {label}", laws, sure=shown or kind not in _ORDINARY)


def _laws_meant(
    named: _Named, match: re.Match[str], documents: Sequence[str], index: LawIndex
) -> tuple[str, ...] | None:
    """The laws that such parts are said to be of: none where rules are named and none searched, None where no law is named."""
    rules = _RULES.match(named.question, match.end())
    if rules:
        noun = "rule"
    else:
        ordinary = match.group()[0].islower() and _kind_of(match.group()) in _ORDINARY
        law = named.law_of(match.start(), match.end(), ordinary=ordinary)
        if law:
            held = named.held_by(law)
            return (held,) if held else None
        noun = "" if law is None else "section"
    laws = tuple(key for key in documents if index.laws[key].doc_type.provision_noun == noun)
    return laws if laws or noun == "rule" else None


def _kind_of(said: str) -> str:
    kind = re.split(r"[^a-z]", said.lower(), maxsplit=1)[0].removesuffix("s")
    return "Paragraph" if kind == "para" else kind.capitalize()


def _prints(law: HeldLaw, kind: str, label: str) -> bool:
    """Whether a law's text names such a part, its number in Roman or Arabic figures."""
    printed = re.compile(rf"\b{kind}s?[\s–—-]{{1,3}}({_LABEL})", re.IGNORECASE)
    wanted = _plain(label)
    bodies = (edition.body for edition in law.editions.values())
    return any(_plain(found[1].strip(_QUOTES).upper()) == wanted for body in bodies for found in printed.finditer(body))


def _plain(label: str) -> str:
    return str(_value(label)) if label.isdecimal() or set(label) <= set(_ROMAN) else label


def _shows_divisions(law: HeldLaw) -> bool:
    """Whether what is held of a law shows how its text is divided; a restatement without chapters does not."""
    return EditionKind.OFFICIAL in law.editions or bool(chapters_of(law))


def _value(number: str) -> int:
    """Return the value of a Roman or Arabic number."""
    if number.isdigit():
        return int(number)
    values = [_ROMAN[letter] for letter in number.upper()]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))

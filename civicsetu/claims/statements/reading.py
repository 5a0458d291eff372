"""Read a plain statement, and the passage that carries it, as claims that can be compared.

Both are short: a sentence of ours and, as a rule, one or two of the plain edition. So what each
claims is listed whole - its amounts with their bounds, who must, may or must not, what is denied,
on what condition - and compared item by item, instead of by likeness alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.claims.parties import Parties, get_spoken_parties
from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind, read
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.law.paths import ProvisionPath
from civicsetu.lexicon.stems import stem
from civicsetu.yaml_data import load


class Bound(StrEnum):
    """Bound that the words around an amount set: at most, at least, within and so on."""

    NONE = "none"
    MOST = "at most"
    LEAST = "at least"
    MORE = "more than"
    LESS = "less than"
    WITHIN = "within"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class BoundedAmount:
    """An amount with what it measures and its bound, and where it stands."""

    value: str
    measure: str
    bound: Bound
    start: int

    def __str__(self) -> str:
        bound = "" if self.bound is Bound.NONE else f"{self.bound} "
        return f"{bound}{self.value} {self.measure}".strip()


class Modal(StrEnum):
    """Modality of a sentence: obligation, permission or prohibition."""

    MUST = "must"
    MAY = "may"
    MUST_NOT = "must not"


@dataclass(frozen=True, slots=True)
class ModalClaim:
    """One must, may or must not; `said` where the very word stands there, not one that means it."""

    modal: Modal
    start: int
    end: int
    said: bool


@dataclass(frozen=True)
class ClaimReading:
    """All that one text claims, for comparison."""

    reading: AnnotatedText
    amounts: tuple[BoundedAmount, ...]
    modals: tuple[ModalClaim, ...]

    @property
    def text(self) -> str:
        return self.reading.text

    @property
    def parties(self) -> frozenset[str]:
        return frozenset(mention.party for mention in self.reading.mentions)


def read_claims(
    text: str, here: ProvisionPath, noun: str, known: Set[ProvisionPath], parties: Parties | None = None
) -> ClaimReading:
    """Read a statement or a passage; parties count by the words of either, or by those given."""
    reading = read(text, here, noun, known, parties or get_spoken_parties())
    return ClaimReading(reading, tuple(_amounts(reading)), tuple(_modals(reading)))


_STATED = re.compile(r"(?:at (?:least|most) )?(?P<value>[\d/-]+)(?: (?P<measure>.*))?")
_CLAUSE = re.compile(r"[.;:\n]|,\s+(?:and|but|or)\s")
_NEGATED = re.compile(r"\b(?:not|no|nor|never|cannot|neither|without)\b", re.IGNORECASE)
_JUST_DENIED = re.compile(r"\b(?:not|no|never|cannot)(?: [a-z]+){0,3} ?$", re.IGNORECASE)
_FILLER = (
    r"(?:\W+(?:a|an|the|of|is|be|for|further|another|period|total|in all|each|sum|additional|term|¤+))*\W*$"
)
_BOUND_WORDS: tuple[tuple[Bound, re.Pattern[str]], ...] = tuple(
    (bound, re.compile(rf"\b(?:{words}){_FILLER}", re.IGNORECASE))
    for bound, words in (
        (
            Bound.MOST,
            r"(?:not|no) (?:be )?(?:more|longer|later|higher|larger) than|not (?:to )?exceed(?:ing)?|up to|at most"
            r"|maximum(?!, for)(?: [a-z]+){0,3}|maximum, for \d+ years?, of|limited to|capped at|(?:ceiling|cap) (?:of|is)",
        ),
        (
            Bound.LEAST,
            r"at[\s-]*least|(?<!at )least(?: [a-z]+){1,3} (?:is|was)|(?:not|no) (?:be )?(?:less|fewer|lower|shorter) than|(?<!maximum )minimum(?: [a-z]+){0,3}",
        ),
        (Bound.MORE, r"more than|over|above|exceed(?:s|ing|ed)?|higher than|longer than"),
        (Bound.LESS, r"less than|under|below|fewer than|lower than"),
        (Bound.WITHIN, r"within|inside|before the end of"),
        (Bound.AFTER, r"after|beyond"),
    )
)
_AFTER_MOST = re.compile(r"[^.;,]{0,14}\b(?:at most|or less|or fewer|at the most)\b", re.IGNORECASE)
_AFTER_LEAST = re.compile(r"[^.;,]{0,14}\b(?:or more|or longer|at least)\b", re.IGNORECASE)
_TURNED = {
    Bound.MORE: Bound.MOST,
    Bound.LESS: Bound.LEAST,
    Bound.MOST: Bound.MORE,
    Bound.LEAST: Bound.LESS,
}


def _amounts(reading: AnnotatedText) -> Iterator[BoundedAmount]:
    for amount in reading.amounts:
        match = _STATED.fullmatch(amount.stated.removesuffix(" or more"))
        assert match is not None, amount.stated
        yield BoundedAmount(
            match["value"],
            match["measure"] or "",
            _bound(reading.text, amount.start, amount.end),
            amount.start,
        )


def _bound(text: str, start: int, end: int) -> Bound:
    before = text[max(0, start - CLAIMS.bound_chars) : start].removesuffix("Rs. ").removesuffix("₹")
    for bound, pattern in _BOUND_WORDS:
        if match := pattern.search(before):
            stands = start - len(before) + match.start()
            return _TURNED.get(bound, bound) if _is_denied(text[:stands], bound) else bound
    if _AFTER_MOST.match(text, end):
        return Bound.MOST
    return Bound.LEAST if _AFTER_LEAST.match(text, end) else Bound.NONE


def _is_denied(before: str, bound: Bound) -> bool:
    """True in "must not accept … more than": what stands right before is denied, so the bound is turned round."""
    clause = _CLAUSE.split(before)[-1]
    if bound in (Bound.MOST, Bound.LEAST):
        return _JUST_DENIED.search(clause) is not None
    return _NEGATED.search(clause) is not None


_MUST = re.compile(
    r"\b(?:must|shall|ha(?:s|ve) to|needs? to|owes?|answers? for"
    r"|(?:is|are|be|stays?|remains?|becomes?)(?: also| then| therefore)? (?:liable|responsible|bound|required|obliged|answerable)"
    r"|(?:is|are)(?: also)? to(?= (?!any\b|the\b|a\b))|(?:are|is) deemed to)\b"
)
_MAY = re.compile(
    r"\b(?:may|can|could|(?:is|are)(?: also)? (?:entitled|punishable|lawful|free|permitted|allowed)|entitles?"
    r"|ha(?:s|ve)(?: the)?(?: same)? (?:powers?|right)|powers? to|power of|rights? to|permits?|allows?|empowered|at liberty"
    r"|discretion|option|course open|optional)\b"
)
_FORBIDS = re.compile(
    r"\b(?:cannot|barred from|prohibited|ban(?:s|ned)?|forbid(?:s|den)?|bars?|lacks?|unable)\b"
)
_SAID = frozenset(("must", "may", "cannot"))
_NOT_AFTER = re.compile(
    r"\s+(?:(?:also|then|therefore|itself|ever|only)\s+)?(?:not|never)\b(?! only| later than| more than| less than| exceed)"
)
_NO_SUBJECT = re.compile(
    r"(?:^|[.;:,\n]\s*|\b(?:and|but|that|if)\s+)(?:no|neither|none|nobody|nothing)\b[^.;:]*$", re.IGNORECASE
)


def _modals(reading: AnnotatedText) -> Iterator[ModalClaim]:
    """Every must, may and must not, and what means the same; set phrases claim nothing."""
    idle = [(mark.start, mark.end) for mark in reading.marks if mark.kind is MarkKind.SMALL and not mark.key]
    found: list[ModalClaim] = []
    for modal, pattern in ((Modal.MUST, _MUST), (Modal.MAY, _MAY), (Modal.MUST_NOT, _FORBIDS)):
        for match in pattern.finditer(reading.text):
            if any(start <= match.start() < end for start, end in idle):
                continue
            word = match[0].lower()
            denied = _NOT_AFTER.match(reading.text, match.end()) or _NO_SUBJECT.search(
                reading.text[max(0, match.start() - 120) : match.start()]
            )
            held = Modal.MUST_NOT if denied else modal
            found.append(ModalClaim(held, match.start(), match.end(), word in _SAID))
    yield from sorted(found, key=lambda claim: claim.start)


@lru_cache(maxsize=1)
def _everyday() -> dict[str, frozenset[str]]:
    """Stem of an everyday word -> stems of the law's words that it stands for."""
    text = files("civicsetu.claims").joinpath("everyday_words.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, str]).validate_python(load(text))
    found: dict[str, set[str]] = {}
    for law, spoken in data.items():
        for word in spoken.split(", "):
            found.setdefault(stem(word), set()).update(stem(one) for one in law.split())
    return {word: frozenset(stems) for word, stems in found.items()}


def meant_by(mark: Mark) -> frozenset[str]:
    """Return the keys a mark may be compared by: its own, and those of the law's words it stands for."""
    return _everyday().get(mark.key, frozenset()) | {mark.key}

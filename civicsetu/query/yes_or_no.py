"""Read a question that asks yes or no: whether something is allowed, owed, or so.

Which words show it is data (`yes_or_no.yaml`). A question that asks something else as well, denies what it
asks of ("isn't", "or not" aside), or asks whether somebody was right, is read as none: a yes to it could be
understood either way.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from decimal import Decimal

from civicsetu.law.yes_no_rules import PolarKind
from civicsetu.query.asking_sentences import asks, asks_what_to_do, bare, points_back, substance
from civicsetu.query.project_size import in_square_metres
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns

_REQUEST = re.compile(
    r"^(?:(?:please|pls|plz|kindly|so|also|and)[\s,]+)*(?:(?:can|could|would|will) (?:you|u|anyone|someone|somebody) )?(?:please )?"
    r"(?:(?:tell|advise|inform|confirm|clarify|explain|let)(?: to)?(?: me| us)?(?: know)?|(?:i|we) (?:want|need|wish|would like) to (?:know|ask)|"
    r"(?:not sure|wondering|i wonder))[\s,:]*(?=if\b|whether\b)",
    re.IGNORECASE,
)
_TAG = re.compile(r"[\s,]+(?:or (?:not|no)|ya (?:nahi\w*|nai|na))\s*(?=\W*$)", re.IGNORECASE)
_DENIED_VERB = re.compile(
    r"^(?:(?:is|are|was|were|do|does|did|can|could|will|would|should|must|has|have)n[’']?t|can[’']?t)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PolarQuestion:
    """A question that asks yes or no. `asking` is the sentence that asks, with what it points back to; `whole`
    all that was said; with `forbidden` a yes says that it is not allowed."""

    kind: PolarKind
    asking: str
    whole: str
    forbidden: bool = False

    def in_square_metres(self, bounds: Collection[Decimal]) -> PolarQuestion:
        """Return it with its areas of land as the law measures them; what is too near to one of the `bounds` stays."""
        asking, whole = (in_square_metres(text, bounds) for text in (self.asking, self.whole))
        return replace(self, asking=asking, whole=whole)


def read_polar_question(text: str, story: str = "") -> PolarQuestion | None:
    """Return what a text asks yes or no of; None where it asks something else, or several things.

    `story` is what it goes on from, with the text itself.
    """
    whole = " ".join((story or text)[-READING.polar_chars :].split())
    sentences = list(split_sentences(text[-READING.polar_chars :], at_semicolons=False))
    asking = [one for one in sentences if asks(one) and not asks_what_to_do(one)]
    if not asking and len(sentences) == 1:
        asking = sentences
    if len(asking) != 1:
        return None
    sentence = _TAG.sub("", _REQUEST.sub("", bare(asking[0]).strip() or asking[0]))
    if not _is_polar(sentence) or _has(whole, "claims"):
        return None
    kind, forbidden = _kind(sentence)
    leans = points_back(sentence) or substance(sentence) < READING.polar_substance
    told = whole if leans and len(whole.split()) <= READING.polar_words else sentence
    return PolarQuestion(kind, _TAG.sub("", told.lower()), whole.lower(), forbidden)


def _is_polar(sentence: str) -> bool:
    if _DENIED_VERB.match(sentence) or _has(sentence, "you"):
        return False
    if _has(sentence, "opens"):
        return not (sentence.lower().startswith("kya ") and _has(sentence, "asks_else"))
    return _has(sentence, "closes") and not _has(sentence, "asks_else")


def _kind(sentence: str) -> tuple[PolarKind, bool]:
    if _has(sentence, "forbidden"):
        return PolarKind.MAY, True
    kind = next((one for one in (PolarKind.MUST, PolarKind.MAY) if _has(sentence, one.value)), PolarKind.IS)
    return kind, False


def polar_kind(sentence: str) -> PolarKind:
    """Return whether a sentence asks if one may, if one must, or, as a last resort, if something is so."""
    return _kind(sentence)[0]


def speaks_of_duty(text: str) -> bool:
    """Return whether a text, a question's or the law's, has words of what one must."""
    return _has(text, PolarKind.MUST.value)


def speaks_of_permission(text: str) -> bool:
    """Return whether a text has words of what one may."""
    return _has(text, PolarKind.MAY.value)


def _has(sentence: str, words: str) -> bool:
    return load_patterns("civicsetu.query", "yes_or_no.yaml")[words].search(sentence) is not None

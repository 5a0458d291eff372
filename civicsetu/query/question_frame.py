"""Read how a question asks, apart from what it is about: what turns its yes into a no, or makes it no yes-or-no question.

Two questions of one matter have the same answer only where these agree: "may he keep it?" and "must he give it back?"
are near to each other and have opposite answers. Which words show it is data (`question_frame.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from civicsetu.law.yes_no_rules import PolarKind
from civicsetu.query.asking_sentences import asks, points_back, substance
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.query.yes_or_no import polar_kind
from civicsetu.yaml_data import load_patterns

_BUILDER, _ASKER = "builder", "asker"
_SUBJECTS = (_BUILDER, _ASKER, "office", "broker", "association")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """Form of the question that a text asks.

    `polar`: it reads as one question of yes or no, of `kind`. `denied` and `denied_last`: the whole, and the clause that
    asks, has an odd number of denials; `opposed`: that clause asks whether it is against the law, or refused. `leans`: it
    says too little by itself. `believed`: it asks whether what somebody says is right, `of_builder`: what the builder
    says. `open`: it asks who, when or how much; `either`: it offers a choice; `several`: more than one sentence asks;
    `marked`: with a question mark. `subject` is who acts, empty where none is named; `figures` says whether it names a
    number, `words` how many words it has. `asking` is the last sentence that asks.
    """

    polar: bool
    kind: PolarKind
    denied: bool
    denied_last: bool
    opposed: bool
    leans: bool
    believed: bool
    of_builder: bool
    open: bool
    either: bool
    several: bool
    marked: bool
    subject: str
    figures: bool
    words: int
    asking: str

    def is_turned_like(self, other: QuestionFrame) -> bool:
        """Return whether nothing in how they ask turns the yes of the one into a no of the other."""
        return all(self._turning(other))

    def agreement(self, other: QuestionFrame) -> float:
        """Return the share of these and of other marks in which two are put alike."""
        alike = (*self._turning(other), self.subject == other.subject, self.polar is other.polar, self.open is other.open)
        return sum(alike) / len(alike)

    def _turning(self, other: QuestionFrame) -> tuple[bool, ...]:
        return (
            self.kind is other.kind,
            self.denied is other.denied,
            self.denied_last is other.denied_last,
            self.believed is other.believed,
        )


def read_question_frame(text: str, *, polar: bool) -> QuestionFrame:
    """Return how a text asks; `polar` is whether it reads as one question of yes or no."""
    patterns = _patterns()
    sentences = list(split_sentences(text, at_semicolons=False))
    asking = [one for one in sentences if asks(one)]
    last = (asking or sentences or [text])[-1]
    return QuestionFrame(
        polar=polar,
        kind=polar_kind(last),
        denied=_is_denied(text),
        denied_last=_is_denied(_asking_clause(last)),
        opposed=any(patterns[name].search(_asking_clause(last)) for name in ("unlawful", "refused")),
        leans=points_back(last) or substance(last) < READING.polar_substance,
        believed=_is_believed(text, last),
        of_builder=patterns[_BUILDER].search(text) is not None and patterns["others_say"].search(text) is None,
        open=patterns["open"].search(last) is not None,
        either=patterns["either"].search(last) is not None,
        several=len(asking) > 1,
        marked="?" in text,
        subject=_subject(last),
        figures=_NUMBER.search(text) is not None,
        words=len(text.split()),
        asking=last,
    )


def _asking_clause(sentence: str) -> str:
    """The clause with the question, behind a statement in the same sentence: "he did not answer, can I ask again?"."""
    begins = list(_patterns()["clause"].finditer(sentence))
    return sentence[begins[-1].end() :] if begins else sentence


def _is_believed(text: str, last: str) -> bool:
    patterns = _patterns()
    says = patterns["says"].search(text) is not None and patterns["believed"].search(last) is not None
    return says or patterns["confirmed"].search(last) is not None


def _subject(sentence: str) -> str:
    """Who acts: named first where an English question begins, or anywhere in one of another script."""
    begins = _patterns()["begins"].match(sentence)
    if begins is not None:
        named = {one: found.start() for one in _SUBJECTS if (found := _patterns()[one].search(begins["subject"]))}
        return min(named, key=named.__getitem__, default="")
    if sentence.isascii():
        return ""
    return next((one for one in (_ASKER, _BUILDER) if _patterns()[one].search(sentence)), "")


def _is_denied(text: str) -> bool:
    patterns = _patterns()
    return sum(len(patterns[name].findall(text)) for name in ("denials", "turns", "unlawful")) % 2 == 1


def denies(text: str) -> bool:
    """Return whether a text has an odd number of denials in so many words; what says as much in others is left aside."""
    return len(_patterns()["denials"].findall(text)) % 2 == 1


def find_denial(text: str) -> bool:
    """Return whether a text denies something in so many words."""
    return _patterns()["denials"].search(text) is not None


def _patterns() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.query", "question_frame.yaml")

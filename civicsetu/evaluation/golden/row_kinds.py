"""The kinds of golden questions, as ADR 0008 names them."""

from __future__ import annotations

from enum import StrEnum


class Half(StrEnum):
    """Tuning looks at one half only; the other checks what tuning did."""

    TUNE = "tune"
    CHECK = "check"
    ALL = "all"

    @property
    def folders(self) -> tuple[str, ...]:
        return ("tune", "check") if self is Half.ALL else (self.value,)


class RowLanguage(StrEnum):
    ENGLISH = "en"
    HINDI = "hi"
    MARATHI = "mr"
    TAMIL = "ta"
    KANNADA = "kn"
    HINDI_IN_LATIN = "hi-Latn"


class Style(StrEnum):
    FORMAL = "formal"
    LAY = "lay"
    STORY = "story"
    TYPO = "typo"
    SMS = "sms"


class RowKind(StrEnum):
    """Kind of question; `conflict` compares two laws."""

    FACT = "fact"
    CROSS_REFERENCE = "cross_reference"
    PENALTY = "penalty"
    TEMPORAL = "temporal"
    CONFLICT = "conflict"
    DEFINITION = "definition"


class Unanswerable(StrEnum):
    """Reason why nothing may be answered.

    Who asks for help in breaking the law held, or for what is to come, is told so; a row's
    `also` then names the provision that forbids it, or that is as near as the law goes.
    """

    OFF_SUBJECT = "off_subject"
    OTHER_LAW = "other_law"
    NOT_HELD = "not_held"
    NO_SUCH_PROVISION = "no_such_provision"
    WRONGDOING = "wrongdoing"
    PREDICTION = "prediction"

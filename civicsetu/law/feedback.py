"""What a citizen can say is wrong with an answer."""

from __future__ import annotations

from enum import StrEnum


class FeedbackReason(StrEnum):
    """Reason why an answer did not help; each points at another part of the program."""

    WRONG_LAW = "wrong_law"
    WRONG_STATE = "wrong_state"
    MISSING = "missing"
    HARD = "hard"
    TOO_LONG = "too_long"
    OUT_OF_DATE = "out_of_date"

    @property
    def label(self) -> str:
        """The reason in the words of the page, in English."""
        return _LABELS[self]


_LABELS = {
    FeedbackReason.WRONG_LAW: "Wrong law",
    FeedbackReason.WRONG_STATE: "Wrong state",
    FeedbackReason.MISSING: "Something is missing",
    FeedbackReason.HARD: "Hard to understand",
    FeedbackReason.TOO_LONG: "Too long",
    FeedbackReason.OUT_OF_DATE: "Out of date",
}

"""Tell a silence in place of what was found: one sentence that the law is silent, and the statement that helps most."""

from __future__ import annotations

from dataclasses import replace

from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.silences.choose_silence import SilenceChosen
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.answers import AnswerKind
from civicsetu.retrieval.answerability.decision import Decision, Reason

MAY_BE_SILENCE = frozenset({Reason.OTHER_LAW, Reason.NO_QUESTION, Reason.WEAK, Reason.NOTHING_FOUND})
"""The reasons to decline for which a question may ask what the law held does not settle."""


def may_tell_silence(chosen: SilenceChosen, decision: Decision) -> bool:
    """Return whether a silence may answer a declined part.

    Where its words are another law's, only a likely silence may.
    """
    return not decision.by_words or chosen.chance >= ANSWERING.silence_of_another_law


def tell_silence(turn: PartTurn, chosen: SilenceChosen) -> PartTurn:
    """Return the part with what the law held does not settle, and nothing of what was found for it."""
    bare = replace(
        turn, chance=chosen.chance, silence=chosen.silence.id, declined="", opening="", steps=(), limits=(), contradiction=None, recalls=False
    )
    text = chosen.silence.text_for(turn.query.jurisdictions[1:])
    if chosen.near is None:
        return replace(bare, kind=AnswerKind.ABSTAIN, declined=text, preface="", chosen=())
    return replace(bare, kind=None, preface=text, chosen=(chosen.near,))

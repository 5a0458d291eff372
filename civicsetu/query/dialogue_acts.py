"""What a short reply in a conversation does, where it asks nothing new of the law.

"Yes", "in simple words", "write the letter", "which section?" are about the answer before. Searched as questions
they bring that answer again, or one beside the point. The turns of a conversation are told apart by them: what asked
something, and what only replied. The acts are a closed list; their words are data
(`dialogue_acts.yaml`), and a reply is an act only as a whole: what is left over makes it a question.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.law.answers import Answer
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words

_APOSTROPHES = re.compile(r"['’`]")
_PUNCTUATION = re.compile(r"(?<!\d)[.,]|[.,](?!\d)|[!;:…।॥\"“”‘()\[\]{}*_~–—-]|\?(?!\s*\?*\s*$)")
_ENDS = re.compile(r"(?<=[.!?।,;])\s+|\n+")
_A_WORD = re.compile(r"\{([a-z]+)\}")


class DialogueAct(StrEnum):
    """The acts, the weightiest first."""

    SOURCE = "source"
    APPEAL = "appeal"
    COMPLAINT = "complaint"
    LETTER = "letter"
    CALCULATE = "calculate"
    TRANSLATE = "translate"
    PLAIN = "plain"
    MORE = "more"
    YES = "yes"
    THANKS = "thanks"


DRAFTS = frozenset({DialogueAct.APPEAL, DialogueAct.COMPLAINT, DialogueAct.LETTER})
"""A wish for a text to be written."""
_OFFERED = (DialogueAct.YES, DialogueAct.THANKS)
"""The acts that are answered with what can be asked next."""


def read_dialogue_act(reply: str) -> DialogueAct | None:
    """Return what a reply does as a whole; None where any of it asks something by itself.

    Of several acts in one reply ("thanks, and which section?") the weightier one counts.
    """
    if len(reply) > READING.reply_chars or len(reply.split()) > READING.reply_words:
        return None
    if (act := _act(reply)) is not None:
        return act
    acts = [_act(part) for part in _ENDS.split(reply) if _normalise(part)]
    said = [act for act in acts if act is not None]
    return min(said, key=list(DialogueAct).index) if acts and len(said) == len(acts) else None


def find_act(question: str, earlier: Sequence[Answer]) -> DialogueAct | None:
    """Return what a reply to these turns does; None where it asks something, or nothing was said before.

    Whoever begins with a wish for a letter or a complaint wishes it, whatever was said before. "Yes" to what was offered to somebody who had said "ok" asks for more.
    """
    act = read_dialogue_act(question)
    if not earlier:
        return act if act in DRAFTS else None
    if act is DialogueAct.YES and is_act(earlier[-1]) and read_dialogue_act(earlier[-1].question) in _OFFERED:
        return DialogueAct.MORE
    return act


def is_act(turn: Answer) -> bool:
    """Return whether a turn replied to the one before it; the first of a conversation always asks something."""
    return turn.turn > 1 and read_dialogue_act(turn.question) is not None


def questions_asked(earlier: Sequence[Answer]) -> Sequence[Answer]:
    """Return the turns that asked something; all where none is known to have."""
    return [turn for turn in earlier if not is_act(turn)] or earlier


def recent_turns(earlier: Sequence[Answer]) -> list[Answer]:
    """Return the latest turns that a question can go on from, however many replies stand between them."""
    asked = questions_asked(earlier)[-READING.looked_back_questions :]
    return list(earlier[list(earlier).index(asked[0]) :]) if asked else []


def asked_for_source(turn: Answer) -> bool:
    """Return whether a turn replied to the wish to see what the one before it rests on."""
    return is_act(turn) and find_act(turn.question, [turn]) is DialogueAct.SOURCE


def _act(said: str) -> DialogueAct | None:
    words = _normalise(said)
    return next((act for act, pattern in _patterns().items() if pattern.fullmatch(words)), None)


def _normalise(reply: str) -> str:
    """Lower case, without punctuation but question marks at the end, one space between words."""
    return " ".join(_PUNCTUATION.sub(" ", _APOSTROPHES.sub("", reply.casefold())).split())


class _Words(BaseModel):
    """The file: parts of patterns by name, what may stand around an act, and each act's patterns."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: dict[str, str]
    around: list[str]
    acts: dict[DialogueAct, list[str]]


@lru_cache(maxsize=1)
def _patterns() -> Mapping[DialogueAct, re.Pattern[str]]:
    text = files("civicsetu.query").joinpath("dialogue_acts.yaml").read_text("utf-8")
    data = _Words.model_validate(load_words(text))
    around = f"(?:{'|'.join(data.around)})"
    return {
        act: re.compile(
            rf"(?:{around}\s)*(?:{'|'.join(_put_in(one, data.words) for one in patterns)})(?:\s{around})*\s?\?*"
        )
        for act, patterns in data.acts.items()
    }


def _put_in(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern with every `{name}` replaced by the words of that name."""
    while _A_WORD.search(pattern):
        pattern = _A_WORD.sub(lambda found: words[found[1]], pattern)
    return pattern

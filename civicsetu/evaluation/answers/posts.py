"""Measure how many of the things that long posts ask are led by a statement that a reader would lead with.

Readers wrote the posts, marked what each asks, and labelled every ask as questions are labelled. An ask is found by the
heading of the part that answers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rapidfuzz import fuzz

from civicsetu.corpus.statements.asked_questions import AskedWord
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.errors import InputError
from civicsetu.evaluation.runner import Service, ask_final
from civicsetu.law.answers import Answer, AnswerPart
from civicsetu.lexicon.tokens import split_all_words
from civicsetu.progress import Progress

FOLDER = Path("eval/posts")
_FILE = "posts.jsonl"
_ALIKE = 80


class LabelledAsk(BaseModel):
    """One thing that a post asks, in its words, with the statements any of which may lead, or the silence asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(min_length=1)
    lead: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    silence: str = ""
    word: AskedWord = AskedWord.NEITHER


class LabelledPost(BaseModel):
    """A post and what it asks, in its order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    asks: tuple[LabelledAsk, ...] = Field(min_length=1)


@dataclass(frozen=True)
class AsksLed:
    """Counts of asks: all, those the law held answers, those with a part of their own, and those led rightly."""

    posts: int
    asks: int
    answerable: int
    found: int
    led: int


def load_posts(folder: Path = FOLDER) -> list[LabelledPost]:
    """Return the posts of a folder.

    Raises:
        InputError: the file is not there, or a line of it is wrong.
    """
    path = folder / _FILE
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError(str(error), user_message=f"There are no posts at {path}.") from error
    posts = []
    for number, line in enumerate(lines, start=1):
        try:
            posts.append(LabelledPost.model_validate_json(line))
        except ValidationError as error:
            raise InputError(str(error), user_message=f"{path}, line {number}, is no post with its asks.") from error
    return posts


async def measure_posts(service: Service, posts: Sequence[LabelledPost], progress: Progress) -> AsksLed:
    """Ask the posts and count."""
    silences = {one.says: one.id for one in get_silences()}
    found = led = 0
    for number, post in enumerate(posts, start=1):
        final = await ask_final(service, [post.text], None)
        for ask in post.asks:
            part = find_part(ask, final.answer) if final is not None else None
            found += part is not None
            led += final is not None and part is not None and is_led(ask, part, final.answer, silences)
        progress("asking", number / len(posts))
    asks = [ask for post in posts for ask in post.asks]
    return AsksLed(len(posts), len(asks), sum(bool(one.lead or one.silence) for one in asks), found, led)


def find_part(ask: LabelledAsk, answer: Answer) -> AnswerPart | None:
    """Return the part whose heading is most like an ask; None where none is."""
    words = " ".join(split_all_words(ask.text))
    alike = [(fuzz.partial_ratio(words, " ".join(split_all_words(part.heading))), part) for part in answer.parts]
    best = max(alike, key=lambda one: one[0], default=None)
    return best[1] if best is not None and best[0] >= _ALIKE else None


def is_led(ask: LabelledAsk, part: AnswerPart, answer: Answer, silences: dict[str, str]) -> bool:
    """Return whether the first sentence of a part is a statement, or the silence, that a reader would lead with.

    `silences` are their ids by what they say.
    """
    if not part.sentences:
        return False
    first = answer.sentences[part.sentences[0]]
    return first.statement in ask.lead or (bool(ask.silence) and silences.get(first.text) == ask.silence)

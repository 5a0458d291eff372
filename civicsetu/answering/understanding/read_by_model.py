"""Have a fast model read a question, and believe of it only what the person's own words carry.

A reading that is late, cut, no JSON or not of the contract is no reading: the rules stand then. What is left is held
against the words written, since a model asked not to add anything adds all the same.
"""

from __future__ import annotations

import asyncio
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from civicsetu.answering.understanding.added_words import adds_anything
from civicsetu.answering.understanding.thresholds import UNDERSTANDING
from civicsetu.answering.understanding.understood import Understood, UnderstoodFact, UnderstoodPart
from civicsetu.answering.writing.fences import fence
from civicsetu.answering.writing.prompt_files import get_prompt
from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import WriterUnavailable
from civicsetu.law.answers import Answer, QueryType
from civicsetu.law.case_facts import CaseFactType
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Tier, TurnSpending
from civicsetu.privacy.mask import mask
from civicsetu.query.dialogue_acts import questions_asked
from civicsetu.query.jurisdiction_detection import states_named

WAIT_S = 4.0
"""Seconds a reading may take; the rules read a question at once, so nobody waits longer for a better one."""
_WORD = re.compile(r"[^\W_]+", re.UNICODE)


class _Contract(BaseModel):
    """A piece of the reply; a key nobody asked for refuses it."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class _Part(_Contract):
    question: str = Field(min_length=2, max_length=UNDERSTANDING.part_chars)
    standalone: str = Field(min_length=2, max_length=UNDERSTANDING.standalone_chars)
    query_type: QueryType


class _Fact(_Contract):
    id: str = Field(max_length=40)
    value: str = Field(max_length=40)
    words: str = Field(min_length=1, max_length=400)


class _Reading(_Contract):
    """The reply, as `read_question.md` asks for it."""

    query_type: QueryType
    parts: tuple[_Part, ...] = Field(min_length=1, max_length=UNDERSTANDING.parts)
    facts: tuple[_Fact, ...] = Field(default=(), max_length=UNDERSTANDING.facts)
    state: str = Field(default="", max_length=60)


async def understand(
    text: str,
    earlier: Sequence[Answer],
    models: ChatModels,
    spending: TurnSpending,
    registry: Registry | None = None,
    wait_s: float = WAIT_S,
) -> Understood | None:
    """Return a question as the fast model reads it; None where the rules are to stand.

    `text` is the masked question, `earlier` are the turns before, oldest first. A part's wording, a fact or a state
    that the person's own words do not carry is dropped; a part whose question cannot be found in the text refuses
    the reading, for what it asks would not be the person's.
    """
    known = registry or get_registry()
    questions = _questions_before(text, earlier)
    try:
        async with asyncio.timeout(wait_s):
            reply = await models.complete(Tier.FAST, build_reading_prompt(text, questions), spending)
    except (WriterUnavailable, TimeoutError):
        return None
    reading = None if reply.is_cut else _parse(reply.text)
    return None if reading is None else _hold_to_words(reading, text, questions, known)


def build_reading_prompt(text: str, questions: Sequence[str]) -> ChatPrompt:
    """Return the prompt for a question; personal data is masked again, wherever the texts came from."""
    file = get_prompt("read_question")
    data = [fence("earlier", "\n".join(map(mask, questions)))] if questions else []
    user = "\n\n".join([*data, fence("post", mask(text)), "Write the JSON object now."])
    return ChatPrompt(
        file.name, file.text.replace("{facts}", "\n".join(_list_facts())), user, UNDERSTANDING.reply_tokens, json=True
    )


def _list_facts() -> Iterator[str]:
    for name, fact in get_case_facts().facts.items():
        if fact.type is CaseFactType.CHOICE:
            yield f"  - `{name}` ({fact.label.rstrip('?').lower()}): {', '.join(fact.values)}"


def _questions_before(text: str, earlier: Sequence[Answer]) -> tuple[str, ...]:
    """The questions of the turns before, as the person put them: answers are no words of theirs."""
    asked = [" ".join(turn.question.split())[:UNDERSTANDING.question_chars] for turn in questions_asked(earlier)] if earlier else []
    return tuple(one for one in asked[-UNDERSTANDING.earlier_questions:] if one != " ".join(text.split()))


def _parse(text: str) -> _Reading | None:
    """The reply's one object, whatever stands around it; None where there is none of the contract."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        return _Reading.model_validate(json.loads(text[start : end + 1]))
    except (ValidationError, ValueError, RecursionError):
        return None


def _hold_to_words(
    reading: _Reading, text: str, questions: Sequence[str], registry: Registry
) -> Understood | None:
    written = "\n".join([*questions, text])
    parts: list[UnderstoodPart] = []
    for part in reading.parts:
        question = text if len(reading.parts) == 1 else find_copied(part.question, text)
        if not question:
            return None
        if any(one.question == question for one in parts):
            return None
        standalone = "" if adds_anything(part.standalone, written, registry) else part.standalone
        parts.append(UnderstoodPart(question, standalone, part.query_type))
    state = _state(reading.state, written, registry)
    return Understood(reading.query_type, tuple(parts), tuple(_hold_facts(reading.facts, text)), state)


def find_copied(copied: str, text: str) -> str:
    """Return the words of a text that were copied, as they stand there; empty where they do not.

    Marks and capitals are no matter, nor is a word in five that the copy lost or changed.
    """
    words = [found[0].casefold() for found in _WORD.finditer(copied)]
    places = list(_WORD.finditer(text))
    there = [found[0].casefold() for found in places]
    if not words:
        return ""
    best = max(range(len(there)), key=lambda at: _count_shared(words, there[at : at + len(words)]), default=-1)
    if best < 0 or _count_shared(words, there[best : best + len(words)]) < UNDERSTANDING.copied_share * len(words):
        return ""
    last = min(best + len(words), len(places)) - 1
    end = places[last].end()
    while end < len(text) and (text[end] in "?!.…" or unicodedata.category(text[end]).startswith("M")):
        end += 1
    return text[places[best].start() : end]


def _count_shared(words: Sequence[str], there: Sequence[str]) -> int:
    """How many words stand in the same place, or one beside it."""
    return sum(word in there[max(0, at - 1) : at + 2] for at, word in enumerate(words))


def _hold_facts(facts: Sequence[_Fact], text: str) -> Iterator[UnderstoodFact]:
    """The facts of the closed list whose words stand in the text, each id once; two values of one give none."""
    known = get_case_facts()
    said = _even(text)
    held = [
        UnderstoodFact(one.id, one.value, one.words)
        for one in facts
        if not known.find_unknown({one.id: (one.value,)}) and _even(one.words) in said
    ]
    for name in dict.fromkeys(one.id for one in held):
        of_it = [one for one in held if one.id == name]
        if len({one.value for one in of_it}) == 1:
            yield of_it[0]


def _state(named: str, written: str, registry: Registry) -> str:
    """The one jurisdiction named, where the person names it too."""
    codes = states_named(named, registry) if named else ()
    return codes[0] if len(codes) == 1 and codes[0] in states_named(written, registry) else ""


def _even(text: str) -> str:
    return " ".join(text.casefold().split())

"""A second opinion on written sentences: a fast model reads each beside the texts it cites.

The rules count and compare; whether a conclusion follows from a text and somebody's own facts takes a reader. What
it says lifts a doubt of the rules that is not certain, and its no is enough for a sentence to fall.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping, Sequence

from civicsetu.answering.drafting.opinion import SentenceOpinion
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.writing.fences import fence, neutralise
from civicsetu.answering.writing.prompt_files import get_prompt
from civicsetu.answering.writing.span_layout import HELD_OFFICIALLY, is_held_officially
from civicsetu.answering.written import Span, SpanKind, Written
from civicsetu.errors import WriterUnavailable
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Tier, TurnSpending
from civicsetu.telemetry import get_logger

_PROMPT = "judge_sentences"
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_VERDICT = re.compile(r"\s*(?P<verdict>supported|unsupported)\b(?:\s*:\s*(?P<why>.*))?", re.IGNORECASE | re.DOTALL)

log = get_logger(__name__)


class ModelOpinion:
    """The opinion of the fast chain of models, all sentences in one call, within `deadline_s` seconds."""

    def __init__(self, models: ChatModels, deadline_s: float) -> None:
        self._models = models
        self._deadline_s = deadline_s

    @property
    def name(self) -> str:
        """The model that is asked first, with the prompt's version ("some-model judge_sentences/1")."""
        return f"{self._models.get_name(Tier.FAST)} {get_prompt(_PROMPT).name}".strip()

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str, spending: TurnSpending | None = None
    ) -> Sequence[SentenceOpinion | None]:
        """Return the opinions in order; None for each that is late, missing or cannot be read. Never raises for a model."""
        if not items:
            return []
        prompt = write_prompt(items, asked)
        try:
            async with asyncio.timeout(self._deadline_s):
                reply = await self._models.complete(Tier.FAST, prompt, spending or TurnSpending())
        except (TimeoutError, WriterUnavailable) as error:
            log.warning("opinion_missing", sentences=len(items), error=type(error).__name__)
            return [None] * len(items)
        return read_opinions(reply.text, len(items))


def write_prompt(items: Sequence[tuple[Written, Sequence[Span]]], asked: str) -> ChatPrompt:
    """Return the prompt for some sentences: the texts they cite once each, then the sentences, numbered from 1."""
    file = get_prompt(_PROMPT)
    texts = {span.key: span for _, spans in items for span in spans if span.kind is not SpanKind.ASKER}
    blocks = [
        fence("texts", "\n".join(_tell(span) for span in texts.values())),
        fence("asker", asked),
        fence("sentences", "\n".join(_number(at, written) for at, (written, _) in enumerate(items, start=1))),
    ]
    longest = DRAFTING.opinion_tokens_more + DRAFTING.opinion_tokens * len(items)
    return ChatPrompt(file.name, file.text, "\n\n".join(blocks), longest, json=True)


def _tell(span: Span) -> str:
    place = ", ".join(part for part in (span.law, span.place, span.jurisdiction) if part)
    official = f" [official text: {_one_line(span.official)}]" if span.official else ""
    held = f" {HELD_OFFICIALLY}" if is_held_officially(span) else ""
    return f"{span.key} ({_one_line(place)}){held}: {_one_line(span.text)}{official}"


def _number(at: int, written: Written) -> str:
    keys = ", ".join(written.keys)
    return f"{at}. [{_one_line(keys)}] {_one_line(written.text)} (quotes: {_one_line(written.quote)})"


def _one_line(text: str) -> str:
    return " ".join(neutralise(text).split())


def read_opinions(text: str, count: int) -> list[SentenceOpinion | None]:
    """Read the reply to `count` sentences; None for each it says nothing of that can be read."""
    found = _read_object(text)
    return [_read_one(found.get(str(at))) for at in range(1, count + 1)]


def _read_object(text: str) -> Mapping[str, object]:
    match = _OBJECT.search(text)
    try:
        found = json.loads(match[0]) if match else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _read_one(said: object) -> SentenceOpinion | None:
    """ "supported", "unsupported: why", or an object whose first value is one of these."""
    if isinstance(said, dict):
        said = next(iter(said.values()), None)
    match = _VERDICT.match(said[:DRAFTING.opinion_chars]) if isinstance(said, str) else None
    if match is None:
        return None
    supports = match["verdict"].lower() == "supported"
    return SentenceOpinion(supports, "" if supports else _one_line(match["why"] or ""))

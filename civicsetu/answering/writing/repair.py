"""Ask once for sentences in place of those that fell, with the reasons why they did."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.verifying.verdict import Doubt
from civicsetu.answering.writing.asked import WriterQuestion
from civicsetu.answering.writing.fences import fence
from civicsetu.answering.writing.prompt import describe_question, law_spans, shorten_reply, translation_of
from civicsetu.answering.writing.prompt_files import get_prompt
from civicsetu.answering.writing.span_layout import lay_out, line_of
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.answering.written import Span, Written
from civicsetu.models.writer.chat import ChatPrompt


@dataclass(frozen=True, slots=True)
class Fallen:
    """A sentence that may not be shown, and why."""

    written: Written
    doubts: tuple[Doubt, ...]


def build_repair(
    asked: WriterQuestion,
    fallen: Sequence[Fallen],
    kept: Sequence[Written],
    spans: Sequence[Span],
    picked: Mapping[int, Sequence[str]],
    names: Mapping[str, str],
    room: int,
    count: Callable[[str], int],
    longest: int | None = None,
) -> ChatPrompt:
    """Return the prompt for the mended sentences; the reply is read as the first was.

    `spans` are those of the first prompt: shown are the ones the fallen sentences name and those the reply `picked`
    for their parts, as far as there is `room`.
    """
    frame = _prompt(asked, fallen, kept, (), names)
    left = room - count(frame.system) - count(frame.user)
    shown: list[Span] = []
    for span in _needed(fallen, spans, picked):
        left -= count(f"{line_of(span)}\n") + count(lay_out([span], names)) - count(line_of(span))
        if left >= 0:
            shown.append(span)
    order = {span.key: at for at, span in enumerate(spans)}
    prompt = _prompt(asked, fallen, kept, sorted(shown, key=lambda one: order[one.key]), names)
    return replace(prompt, longest=shorten_reply(prompt.longest, longest))


def _needed(
    fallen: Sequence[Fallen], spans: Sequence[Span], picked: Mapping[int, Sequence[str]]
) -> Iterator[Span]:
    """The spans that the fallen name, those of the same provisions, then those picked for their parts."""
    named = {key for one in fallen for key in one.written.keys}
    units = {span.unit for span in spans if span.key in named}
    chosen = {key for one in fallen for key in picked.get(one.written.part, ())}
    law = law_spans(spans)
    yield from (span for span in law if span.key in named)
    yield from (span for span in law if span.key not in named and span.unit in units)
    yield from (span for span in law if span.key in chosen - named and span.unit not in units)


def _prompt(
    asked: WriterQuestion,
    fallen: Sequence[Fallen],
    kept: Sequence[Written],
    spans: Sequence[Span],
    names: Mapping[str, str],
) -> ChatPrompt:
    contract = get_prompt("repair_sentences")
    data = [
        fence("law", lay_out(spans, names)),
        *describe_question(asked, spans),
        fence("kept", "\n".join(one.text for one in kept) or "nothing yet"),
        fence("fallen", "\n".join(map(_describe, fallen))),
        "Write the JSON lines now.",
    ]
    longest = WRITING.mended_tokens * (1 + len(fallen)) * (2 if asked.language else 1)
    return ChatPrompt(
        contract.name, "\n\n".join([contract.text, *translation_of(asked)]), "\n\n".join(data), longest
    )


def _describe(one: Fallen) -> str:
    written = one.written
    line = {
        "mark": written.mark.value, "part": written.part, "keys": list(written.keys), "quote": written.quote,
        "text": written.text, "fell": [doubt.reason for doubt in one.doubts],
    }  # fmt: skip
    return json.dumps(line, ensure_ascii=False)

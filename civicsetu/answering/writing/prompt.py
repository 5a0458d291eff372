"""Build the prompt of a written answer: the contract, how such an answer sounds, and the data behind fences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from civicsetu.answering.messages.abstention_messages import list_other_laws
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.writing.asked import WriterPart, WriterQuestion
from civicsetu.answering.writing.fences import fence
from civicsetu.answering.writing.prompt_files import get_prompt, get_tones
from civicsetu.answering.writing.span_layout import lay_out
from civicsetu.answering.writing.spans import OfficialWords, SpanRoom, WritersLaw, gather_spans
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.answering.written import Span, SpanKind
from civicsetu.errors import WriterUnavailable
from civicsetu.models.writer.chat import ChatPrompt

_UNKNOWN = "The person's state is not known: give no state's figure as theirs."


def write_prompt(
    asked: WriterQuestion,
    turns: Sequence[PartTurn],
    law: WritersLaw,
    room: int,
    count: Callable[[str], int],
    context_tokens: int | None = None,
    *,
    official: OfficialWords = OfficialWords.NEVER,
    longest: int | None = None,
) -> tuple[ChatPrompt, tuple[Span, ...]]:
    """Return the prompt for a question and the spans it shows; together they take at most `room` tokens.

    `turns` are the searches it is answered from: the parts, and what was searched for besides. `count` gives the
    tokens of a text; `context_tokens` is the most the law may take, `longest` what the reply may (None: as much as the
    window and the parts allow).

    Raises:
        WriterUnavailable: a model with so small a window cannot be given the question and any law.
    """
    frame = build_prompt(asked, (), law.names, longest)
    left = room - count(frame.system) - count(frame.user)
    left = left if context_tokens is None else min(context_tokens, left)
    if left < WRITING.least_tokens:
        raise WriterUnavailable(f"a window of {room} tokens has no room for the question and the law")
    spans = gather_spans(asked.text, turns, law, SpanRoom(left, count, official))
    return build_prompt(asked, spans, law.names, longest), spans


def build_prompt(
    asked: WriterQuestion, spans: Sequence[Span], names: Mapping[str, str], longest: int | None = None
) -> ChatPrompt:
    """Return the prompt that shows these spans; `names` are jurisdictions by code."""
    contract = get_prompt("write_answer")
    return ChatPrompt(
        contract.name,
        "\n\n".join([contract.text, f"## Other laws\n{list_other_laws()}", *_tones(asked), *translation_of(asked)]),
        "\n\n".join(_user(asked, spans, names)),
        shorten_reply(reply_length(asked), longest),
    )


def shorten_reply(needed: int, longest: int | None) -> int:
    """Return the tokens a reply may have: what it needs, at most `longest` where that is given."""
    return needed if longest is None else min(longest, needed)


def reply_length(asked: WriterQuestion) -> int:
    """Return how many tokens a reply takes that answers every part."""
    parts = 1 + sum(one.answered for one in asked.parts)
    return WRITING.part_tokens * parts * (2 if asked.language else 1)


def describe_question(asked: WriterQuestion, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the person's words and the parts they ask, as data."""
    yield fence("asker", f"k0: {asked.text}")
    yield fence("parts", "\n".join(_parts(asked, spans)))


def _tones(asked: WriterQuestion) -> Iterator[str]:
    tones = get_tones()
    types = dict.fromkeys(one.query_type for one in asked.parts if one.answered)
    lines = [f"- Part {', '.join(_of_type(asked, one))}: {tones[one.value]}" for one in types]
    if lines:
        yield "\n".join(["## Tone", *lines])


def _of_type(asked: WriterQuestion, wanted: object) -> Iterator[str]:
    for number, one in enumerate(asked.parts, start=1):
        if one.query_type is wanted and one.answered:
            yield str(number)


def translation_of(asked: WriterQuestion) -> Iterator[str]:
    """Yield what asks for a translation, where the person does not write English."""
    if asked.language:
        yield f"## Language\n{get_prompt('translation').text.format(language=asked.language)}"


def _user(asked: WriterQuestion, spans: Sequence[Span], names: Mapping[str, str]) -> Iterator[str]:
    """The data: law first, the question last, where a model reads most carefully."""
    yield fence("law", lay_out(spans, names))
    if asked.earlier:
        told = (f"Asked: {one.question}\nAnswered: {one.answer or 'nothing'}" for one in asked.earlier)
        yield fence("earlier", "\n".join(told))
    if asked.said:
        yield fence("kept", "\n".join(asked.said))
    yield from describe_question(asked, spans)
    yield "Write the JSON lines now."


def _parts(asked: WriterQuestion, spans: Sequence[Span]) -> Iterator[str]:
    for number, one in enumerate(asked.parts, start=1):
        question = "the whole question of k0" if _is_whole(asked, one) else one.question
        if not one.answered:
            yield f"{number}. {question}\n   Answered elsewhere: write nothing for it."
            continue
        yield f"{number}. {question}"
        if one.leans_on:
            yield f"   It leans on: {one.leans_on}"
        if one.unasked:
            yield "   Told as a wrong, not asked: write it only where a text decides it and no other part says it, a lead and at most one sentence more."
        if one.doubted:
            yield "   Perhaps a matter of other law: answer it only where a text decides it, else write the missing line with that law."
        key = next((span.key for span in spans if span.text == one.decided_by), "")
        if one.decided and key:
            yield f'   Checked answer: "{one.decided}", by {key}.'
    yield f"State: {', '.join(asked.states)}." if asked.states else _UNKNOWN
    if asked.today is not None:
        yield f"It is {asked.today:%B %Y}."
    if asked.as_on is not None:
        yield f"The law is asked for as on {asked.as_on.day} {asked.as_on:%B %Y}."
    if asked.facts:
        yield f"Read of the person: {', '.join(f'{name} {_plain(value)}' for name, value in asked.facts)}."


def _is_whole(asked: WriterQuestion, part: WriterPart) -> bool:
    return len(asked.parts) == 1 and part.question.split() == asked.text.split()


def _plain(value: str) -> str:
    return value.replace("_", " ")


def law_spans(spans: Sequence[Span]) -> list[Span]:
    """Return the spans that are law or what is held of it."""
    return [one for one in spans if one.kind is not SpanKind.ASKER]

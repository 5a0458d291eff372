"""Sentences are decided as they come: in the order written, nothing before its verdict, and nobody waits in vain."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence

import pytest

from civicsetu.answering.drafting.decide_sentences import Broken, Checks, decide_sentences
from civicsetu.answering.drafting.opinion import SentenceOpinion
from civicsetu.answering.drafts import JudgedSentence
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.writing.reply import ReplyReader
from civicsetu.answering.written import Missing, Span, SpanKind, Written
from civicsetu.errors import WriterUnavailable
from civicsetu.models.writer.chat import Reply

SPANS = {"k1": Span("k1", SpanKind.STATEMENT, "The keeper must close the lantern by nine.")}


def line(text: str, mark: str = "law", part: int = 1) -> str:
    return json.dumps({"mark": mark, "part": part, "keys": ["k1"], "quote": "close the lantern", "text": text}) + "\n"


async def streamed(*pieces: str | Exception) -> AsyncGenerator[str | Reply, None]:
    for piece in pieces:
        await asyncio.sleep(0)
        if isinstance(piece, Exception):
            raise piece
        yield piece
    yield Reply("".join(one for one in pieces if isinstance(one, str)), "stub")


class StubOpinion:
    """Holds what does not say "false" for supported, and remembers what it was asked together."""

    name = "stub"

    def __init__(self, wait_s: float = 0.0) -> None:
        self.asked: list[list[str]] = []
        self._wait_s = wait_s

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str
    ) -> list[SentenceOpinion | None]:
        self.asked.append([one.text for one, _ in items])
        await asyncio.sleep(self._wait_s)
        return [None if "late" in one.text else SentenceOpinion("false" not in one.text, "nine, not ten") for one, _ in items]


def rules(written: Written) -> Verdict:
    if "refused" in written.text:
        return Verdict((Doubt(Check.NUMBER, "9 stands nowhere"),), 0.1)
    if "doubted" in written.text:
        return Verdict((Doubt(Check.PARTY, "who?", certain=False),), 0.6)
    return Verdict()


async def decided(
    *pieces: str | Exception, opinion: StubOpinion | None = None, parts: int = 1
) -> list[object]:
    checks = Checks(rules, SPANS, "When is it closed?", opinion)
    reader = ReplyReader(parts)
    return [one async for one in decide_sentences(streamed(*pieces), reader, checks)]


def stood(told: Sequence[object]) -> list[tuple[str, bool]]:
    return [(one.written.text, one.stands) for one in told if isinstance(one, JudgedSentence)]


async def test_without_an_opinion_the_rules_decide_and_a_doubt_is_enough_to_fall() -> None:
    told = await decided(line("Closed by nine.", "lead"), line("A doubted one."), line("A refused one."))
    assert stood(told) == [("Closed by nine.", True), ("A doubted one.", False), ("A refused one.", False)]
    assert isinstance(told[-1], Reply)


async def test_the_first_sentence_is_judged_alone_and_the_rest_together() -> None:
    opinion = StubOpinion()
    told = await decided(
        line("Closed by nine.", "lead"), line("One."), line("A refused one."), line("Two."), opinion=opinion
    )
    assert opinion.asked == [["Closed by nine."], ["One.", "Two."]]
    assert [stands for _, stands in stood(told)] == [True, True, False, True]


async def test_an_opinion_lifts_a_doubt_and_never_a_refusal_and_its_no_is_enough() -> None:
    opinion = StubOpinion()
    told = await decided(line("A doubted one.", "lead"), line("It is false."), line("Too late."), opinion=opinion)
    assert stood(told) == [("A doubted one.", True), ("It is false.", False), ("Too late.", False)]
    assert [one.judge for one in told if isinstance(one, JudgedSentence)] == ["stub"] * 3


async def test_sentences_keep_their_order_however_long_an_opinion_takes() -> None:
    told = await decided(
        line("Lead.", "lead"),
        '{"mark": "advice", "part": 1, "keys": [], "quote": "", "text": "Keep the receipt."}\n',
        opinion=StubOpinion(wait_s=0.05),
    )
    assert [text for text, _ in stood(told)] == ["Lead.", "Keep the receipt."]


async def test_a_point_without_law_is_handed_on() -> None:
    told = await decided(line("Lead.", "lead"), '{"missing": "the fee", "part": 1}\n')
    assert Missing(1, "the fee") in told


async def test_models_that_fail_on_the_way_leave_what_came_before() -> None:
    told = await decided(line("Lead.", "lead"), WriterUnavailable("gone"))
    assert stood(told) == [("Lead.", True)]
    assert isinstance(told[-1], Broken)


async def test_a_fault_of_ours_is_raised_and_nobody_waits_for_it() -> None:
    async with asyncio.timeout(2):
        with pytest.raises(ZeroDivisionError):
            await decided(line("Lead.", "lead"), ZeroDivisionError())


async def test_who_stops_reading_ends_the_call() -> None:
    closed = asyncio.Event()

    async def endless() -> AsyncGenerator[str | Reply, None]:
        try:
            yield line("Lead.", "lead")
            await asyncio.sleep(60)
        finally:
            closed.set()

    told = decide_sentences(endless(), ReplyReader(1), Checks(rules, SPANS, ""))
    assert isinstance(await anext(told), JudgedSentence)
    await told.aclose()
    assert closed.is_set()


async def translated(translation: str, opinion: StubOpinion | None) -> str:
    told = json.dumps(
        {"mark": "lead", "part": 1, "keys": ["k1"], "quote": "close the lantern", "text": "The keeper closes it.",
         "translation": translation}
    )  # fmt: skip
    checks = Checks(rules, SPANS, "कब बंद होता है?", opinion, "Hindi")
    lines = [one async for one in decide_sentences(streamed(told), ReplyReader(1), checks)]
    return next(one.written.translation for one in lines if isinstance(one, JudgedSentence))


async def test_a_translation_is_judged_like_a_sentence_of_its_own() -> None:
    opinion = StubOpinion()
    said = "रखवाला इसे बंद करता है।"
    assert await translated(said, opinion) == said
    assert opinion.asked == [["The keeper closes it.", said]]


@pytest.mark.parametrize("wrong", ["The keeper closes it.", "रखवाला इसे 9 बजे बंद करता है।", "false रखवाला इसे बंद करता है।"])
async def test_a_translation_that_says_otherwise_is_left_out_and_its_sentence_stays(wrong: str) -> None:
    assert await translated(wrong, StubOpinion()) == ""


async def test_without_an_opinion_no_translation_is_shown() -> None:
    assert await translated("रखवाला इसे बंद करता है।", None) == ""

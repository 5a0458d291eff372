"""Decide each sentence of a reply while the rest of it is still being written.

The rules decide at once. Where an opinion is asked, it is asked for the first sentence of an answer alone, since
nothing is shown before that one, and for what follows together, part by part; meanwhile the writer goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from civicsetu.answering.drafting.opinion import Opinion, SentenceOpinion
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafts import JudgedSentence
from civicsetu.answering.verifying.absence import Claimed
from civicsetu.answering.verifying.translation import check_translation, stays_english
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.writing.reply import Line, PartsPicked
from civicsetu.answering.written import Missing, SentenceMark, Span, Written
from civicsetu.errors import WriterUnavailable
from civicsetu.models.writer.chat import Reply

_OF_LAW = (SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.STEP)
_NO_OPINION = "no opinion came in time"
_NOT_FOLLOWED = "the cited text does not say this"

class ReadsReply(Protocol):
    """Protocol of a reader that parses a reply piece by piece."""

    def feed(self, piece: str) -> Sequence[Line]:
        """Return what the piece completed."""
        ...


@dataclass(frozen=True, slots=True)
class Broken:
    """The reply ended early; the sentences before that are kept."""

    error: WriterUnavailable


@dataclass(frozen=True)
class Checks:
    """Checks that each sentence must pass: the rules, and the opinion where one is configured.

    `language` is that of its translation; empty where the asker writes English. `is_held` tells whether the law held
    sets what a point of a part asks for; `find_claimed` returns what a sentence says is not there and nothing bears out.
    """

    rules: Callable[[Written], Verdict]
    spans: Mapping[str, Span]
    asked: str
    opinion: Opinion | None = None
    language: str = ""
    is_held: Callable[[str, int], bool] = lambda point, part: False
    find_claimed: Callable[[Written], Claimed | None] = lambda written: None

    def cited_by(self, written: Written) -> tuple[Span, ...]:
        """Return the spans it names, of those there are."""
        return tuple(self.spans[key] for key in written.keys if key in self.spans)

    def by_rules(self, written: Written) -> JudgedSentence:
        """Return the sentence as the rules decide it; a translation that may not be shown is gone."""
        return JudgedSentence(self._translated(written), self.cited_by(written), self.rules(written))

    def _translated(self, written: Written) -> Written:
        """The sentence with its translation only where the two agree, and where an opinion will be asked on it."""
        if not written.translation:
            return written
        agree = check_translation(written.text, written.translation, self.language) is None
        shown = agree and self.opinion is not None and not stays_english(written.text)
        return written if shown else replace(written, translation="")

    def is_for_opinion(self, one: JudgedSentence) -> bool:
        """Return whether an opinion is asked on it: on law, where the rules do not refuse it."""
        return self.opinion is not None and one.written.mark in _OF_LAW and not one.verdict.is_refused

    async def ask_opinion(self, sentences: Sequence[JudgedSentence]) -> list[JudgedSentence]:
        """Return the sentences as the opinion decides them; without one in time they fall.

        A translation is judged as a sentence of its own, by the same spans: one that says otherwise is left out.
        """
        assert self.opinion is not None
        items = [(one.written, one.cited) for one in sentences]
        translated = [one for one in sentences if one.written.translation]
        items += [(replace(one.written, text=one.written.translation), one.cited) for one in translated]
        held = await self.opinion.judge(items, self.asked)
        agree = {one.written for one, said in zip(translated, held[len(sentences) :], strict=True) if said and said.supports}
        return [
            replace(
                one,
                written=one.written if one.written in agree else replace(one.written, translation=""),
                verdict=_with_opinion(one.verdict, said),
                judge=self.opinion.name,
            )
            for one, said in zip(sentences, held, strict=False)
        ]


def _with_opinion(verdict: Verdict, said: SentenceOpinion | None) -> Verdict:
    """The verdict with the opinion's say: it lifts what the rules only doubt, and never what they refuse."""
    if said is not None and said.supports:
        return Verdict(score=max(verdict.score, DRAFTING.half_sure)) if not verdict.is_refused else verdict
    reason = _NO_OPINION if said is None else ": ".join(filter(None, (_NOT_FOLLOWED, said.why)))
    return Verdict(doubts=(*verdict.doubts, Doubt(Check.OPINION, reason)), score=0.0)


_Queue = asyncio.Queue[Line | Reply | Broken | Sequence[JudgedSentence] | BaseException]


class _Waiting:
    """Sentences in the order they were written, each decided or not yet; a reply says none twice."""

    def __init__(self) -> None:
        self._order: list[str] = []
        self._decided: dict[str, JudgedSentence] = {}

    def add(self, written: Written) -> None:
        self._order.append(written.text)

    def decide(self, sentences: Sequence[JudgedSentence]) -> None:
        self._decided.update((one.written.text, one) for one in sentences)

    def ready(self) -> Iterator[JudgedSentence]:
        """Yield those at the front that are decided, in order."""
        while self._order and self._order[0] in self._decided:
            yield self._decided.pop(self._order.pop(0))


async def decide_sentences(
    pieces: AsyncIterator[str | Reply], reader: ReadsReply, checks: Checks
) -> AsyncGenerator[JudgedSentence | Missing | PartsPicked | Reply | Broken, None]:
    """Yield each sentence once it is decided, in the order written; points not found as they come.

    At last the whole `Reply`, or `Broken` where the models failed on the way. Closing this ends the reading,
    the opinions under way and, with the reading, the call.
    """
    queue: _Queue = asyncio.Queue()
    tasks: list[asyncio.Task[None]] = []
    waiting, batch = _Waiting(), list[JudgedSentence]()
    first_asked = False
    ended: Reply | Broken | None = None

    def judge() -> int:
        """Ask the opinion on what is collected; how many calls that is."""
        if not batch:
            return 0
        start(_judge(checks, list(batch), queue))
        batch.clear()
        return 1

    def start(work: Coroutine[None, None, None]) -> None:
        tasks.append(asyncio.create_task(work))
        tasks[-1].add_done_callback(lambda task: _hand_on_failure(task, queue))

    start(_read(pieces, reader, queue))
    under_way = 0
    try:
        while ended is None or under_way:
            got = await queue.get()
            if isinstance(got, BaseException):
                raise got
            if isinstance(got, Reply | Broken):
                ended = got
                under_way += judge()
            elif isinstance(got, Missing | PartsPicked):
                yield got
            elif not isinstance(got, Written):
                under_way -= 1
                waiting.decide(got)
            else:
                waiting.add(got)
                one = checks.by_rules(got)
                if not checks.is_for_opinion(one):
                    waiting.decide([one])
                else:
                    if batch and batch[-1].written.part != got.part:
                        under_way += judge()
                    batch.append(one)
                    under_way += judge() if not first_asked else 0
                    first_asked = True
            for ready in waiting.ready():
                yield ready
        if ended is not None:
            yield ended
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read(
    pieces: AsyncIterator[str | Reply], reader: ReadsReply, queue: _Queue
) -> None:
    """Put what the reply says into the queue, line by line, and at last how it ended."""
    ended: Reply | Broken = Broken(WriterUnavailable("the reply ended without its end"))
    try:
        async for piece in pieces:
            if isinstance(piece, Reply):
                ended = piece
                continue
            for line in reader.feed(piece):
                queue.put_nowait(line)
    except WriterUnavailable as error:
        ended = Broken(error)
    queue.put_nowait(ended)


async def _judge(checks: Checks, sentences: Sequence[JudgedSentence], queue: _Queue) -> None:
    queue.put_nowait(await checks.ask_opinion(sentences))


def _hand_on_failure(task: asyncio.Task[None], queue: _Queue) -> None:
    """Pass an unexpected exception to the queue, so that its reader fails instead of waiting forever."""
    if not task.cancelled() and (error := task.exception()) is not None:
        queue.put_nowait(error)

"""The nodes in which a model writes: write, and widen the search for what was left open.

The statement answer is composed before, so that whatever fails here costs nothing but the time it took: a part
whose first sentence does not stand is shown as it was composed. Nothing of a part is told before its first sentence
stands, nor before the parts above it are settled; what was told stays.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol

from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.drafting.claimed_absence import hold_back, may_answer
from civicsetu.answering.drafting.decide_sentences import Broken, Checks, decide_sentences
from civicsetu.answering.drafting.guard import Guard, coverage_held
from civicsetu.answering.drafting.opinion import SentenceOpinion
from civicsetu.answering.drafting.repeats import says_again
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafting.wide_search import WideSearch
from civicsetu.answering.drafting.written_turns import (
    as_written,
    decline_unsupported,
    not_found,
    of_other_law,
)
from civicsetu.answering.drafts import Drafts, JudgedSentence, OtherLawPoint, PartDraft, SearchedPoint
from civicsetu.answering.messages.answer_warnings import SEARCH_BROKE_OFF
from civicsetu.answering.messages.language_notes import find_language
from civicsetu.answering.part_turn import PartTurn, TurnState
from civicsetu.answering.question import LowConfidence, Question
from civicsetu.answering.silences.library import SilenceLibrary
from civicsetu.answering.understanding.read_by_model import understand
from civicsetu.answering.understanding.understood import Understood
from civicsetu.answering.verifying.absence_claims import is_same_point
from civicsetu.answering.verifying.screen import known_provisions
from civicsetu.answering.writing.asked import WriterQuestion, describe_asked
from civicsetu.answering.writing.prompt import write_prompt
from civicsetu.answering.writing.repair import Fallen, build_repair
from civicsetu.answering.writing.reply import PartsPicked, ReplyReader
from civicsetu.answering.writing.spans import OfficialWords, WritersLaw
from civicsetu.answering.written import Missing, SentenceMark, Span, Written
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import ModelError, StoreError, WriterUnavailable
from civicsetu.law.answers import Answer
from civicsetu.models.writer.chat import ChatModels, Reply, Tier, TurnSpending
from civicsetu.retrieval.answerability.decision import Reason
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import WriterSettings
from civicsetu.telemetry import get_logger

_UNSURE = (Reason.WEAK, Reason.UNCLEAR)
_NOT_HELD = (Reason.RULES_NOT_HELD, Reason.LEFT_TO_STATE_RULES, Reason.NOTHING_FOUND)
_OF_LAW = (SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.STEP)
_SEARCH_FAILS = (StoreError, ModelError)
log = get_logger(__name__)
Tell = Callable[[Drafts], None]


class AsksOpinion(Protocol):
    """An opinion that costs something, counted against the turn it is asked in."""

    @property
    def name(self) -> str:
        """Name of the judge that gives the opinion."""
        ...

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str, spending: TurnSpending
    ) -> Sequence[SentenceOpinion | None]:
        """Return the opinion on each sentence; None where none came."""
        ...


@dataclass(frozen=True)
class _OfTurn:
    """The opinion as one turn asks it."""

    opinion: AsksOpinion
    spending: TurnSpending

    @property
    def name(self) -> str:
        return self.opinion.name

    async def judge(
        self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str
    ) -> Sequence[SentenceOpinion | None]:
        return await self.opinion.judge(items, asked, self.spending)


@dataclass(frozen=True)
class Writer:
    """The chat models of an installation, what they may take, and the opinion that checks them (None: rules alone).

    `official`: where official texts are shown to the models.
    """

    models: ChatModels
    settings: WriterSettings
    opinion: AsksOpinion | None = None
    official: OfficialWords = OfficialWords.BESIDE


def is_writable(turn: PartTurn) -> bool:
    """Return whether a model may write a part: it was searched, and not declined for what it is.

    What the search alone was unsure of may be written: a wider search, and a model that may say it found nothing,
    decide then. So may what only seems to be of other law, what is left open, and what a rule not held sets: often other
    law held decides the asker's case. Provisions that disagree, and more states side by side than sentences hold, are
    laid out as they were composed.
    """
    decision = turn.decision
    if turn.found is None or turn.contradiction or turn.goes_on_from:
        return False
    if turn.preface and not turn.silence and (decision is None or decision.reason not in _NOT_HELD):
        return False
    if any(len(matter.cells) > DRAFTING.compared_states for matter in turn.compared):
        return False
    if not turn.declined or turn.seems_of_other_law:
        return True
    return decision is not None and (
        decision.action == "proceed" or decision.reason in (*_UNSURE, *_NOT_HELD) or bool(turn.silence)
    )


def is_optional(turn: PartTurn) -> bool:
    """Return whether what was composed in place of an answer is said where nothing is written: it says why there is none."""
    told = turn.silence or (turn.decision is not None and turn.decision.reason in _NOT_HELD)
    return turn.seems_of_other_law or turn.query.unasked or (bool(turn.declined or turn.preface) and bool(told))


def until_open(turns: Sequence[PartTurn], drafts: Drafts) -> list[PartTurn]:
    """Return the parts that can be shown now: up to the first with something open, that one with what stands."""
    ready: list[PartTurn] = []
    for at, turn in enumerate(turns):
        draft = drafts.get_part(at)
        if draft is not None and not draft.leads and not draft.all_in:
            break
        ready.append(turn)
        if draft is not None and not draft.all_in:
            break
    return ready


@dataclass
class WriteNode:
    """Workflow node that writes the parts of a turn, with the collaborators it needs."""

    writer: Writer
    search: WideSearch
    statements: StatementLibrary
    silences: SilenceLibrary
    registry: Registry

    def may_write(self, question: Question) -> bool:
        """Return whether a question may be put to a model: nobody wanted it otherwise."""
        extractive = question.strict_extractive
        return question.by_model and not (self.writer.settings.strict_extractive if extractive is None else extractive)

    def may_tell(self, question: Question) -> bool:
        """Return whether sentences are shown as they come to stand: not where the whole may be taken back at last."""
        return self._behavior(question) == "continue"

    def _behavior(self, question: Question) -> LowConfidence:
        return question.low_confidence_behavior or self.writer.settings.low_confidence_behavior

    def _writer_for(self, question: Question) -> Writer:
        """The writer, without an opinion where none is wanted: the rules decide alone then."""
        claims = self.writer.settings.enable_claims if question.enable_claims is None else question.enable_claims
        return self.writer if claims else replace(self.writer, opinion=None)

    async def understand(
        self, text: str, earlier: Sequence[Answer], spending: TurnSpending
    ) -> Understood | None:
        """Return a question as the fast model reads it; None where the rules are to stand.

        A short question that nothing came before is read by rules at once: there is nothing to split or to complete.
        """
        asked = self.writer.settings.understand and (earlier or len(text.split()) >= DRAFTING.understood_words)
        return await understand(text, earlier, self.writer.models, spending, self.registry) if asked else None

    def put_in_place(
        self, composed: PartTurn, draft: PartDraft | None, question: Question, index: LawIndex, *, broken: bool = False
    ) -> PartTurn:
        """Return a part as it is shown: written where a sentence that answers it stands, else as it was composed.

        What falls short of the coverage wanted is made up by what was composed, or, where asked so, asked back or
        declined. Where the models are `broken`, nothing fell: what they had written is made up by what was composed.
        """
        if draft is None or draft.is_left_out:
            return composed
        if draft.is_of_other_law and not broken:
            return of_other_law(composed, draft.other_law_points[0].law)
        if not broken and draft.found_nothing_on(composed.query.just_asked):
            return not_found(composed, draft)
        settings, behavior = self.writer.settings, self._behavior(question)
        hard = settings.require_hard_citations if question.require_hard_citations is None else question.require_hard_citations
        strict = hard and (behavior != "continue" or question.require_hard_citations)
        least = 1.0 if strict else settings.coverage_least
        if draft.leads and (not draft.all_in or (draft.coverage >= least and not broken)):
            return as_written(composed, draft, index, self.registry)
        if behavior == "continue" or not draft.all_in or broken:
            return as_written(composed, draft, index, self.registry, more=True) if draft.leads else composed
        return decline_unsupported(composed, behavior)

    async def write(self, state: TurnState, tell: Tell) -> Drafts:
        """Return the drafts after one more writing: the first time of all parts open to a model, then of what is open.

        `tell` shows what of the drafts can be shown, as it comes to stand.
        """
        earlier = state.get("drafts") or _new_drafts(state["turns"])
        run = _Run(self._writer_for(state["question"]), replace(earlier, attempt=earlier.attempt + 1), tell)
        try:
            async with asyncio.timeout_at(state.get("write_until")):
                asked, turns = await self._asked(state, run.drafts)
                law = await self._law(state["index"])
                await run.write(asked, turns, law, state["spending"])
        except TimeoutError:
            run.break_off(WriterUnavailable.default_user_message)
        except WriterUnavailable as error:
            run.break_off(error.user_message)
        except _SEARCH_FAILS:
            return _cut_short(run.drafts)
        return run.drafts

    async def widen(self, state: TurnState) -> tuple[list[PartTurn], Drafts]:
        """Return what a search of its own finds for each point left open, in all the law held, and the drafts.

        Nothing that is not new; a part of which nothing stands is searched for by its question. A search that fails or
        is late finds nothing, and the drafts say so: the turn ends with what stands and what was composed.
        """
        turns, drafts = state["turns"], state["drafts"]
        wanted = [(draft.at, point) for draft in drafts.open_parts for point in _points(draft, turns[draft.at])]
        wanted = wanted[:DRAFTING.searched_points]
        try:
            async with asyncio.timeout_at(state.get("write_until")):
                points = [point for _, point in wanted]
                found = await self.search.search_points(points, state["understood"], state["index"])
        except (TimeoutError, *_SEARCH_FAILS) as error:
            log.warning("further_search_failed", error=type(error).__name__)
            return [], _cut_short(drafts)
        for (at, point), turn in zip(wanted, found, strict=True):
            drafts = drafts.with_sought(at, [SearchedPoint(point, may_answer(turn))])
        return [turn for turn in found if turn.found and _places(turn.found) - drafts.given], drafts

    async def _law(self, index: LawIndex) -> WritersLaw:
        statements = await self.statements.index(index)
        silences = await self.silences.index(index)
        return WritersLaw(index, self.registry, statements, self.statements.values(index), silences)

    async def _asked(self, state: TurnState, drafts: Drafts) -> tuple[WriterQuestion, list[PartTurn]]:
        """What is asked in this writing, and the searches it is answered from, those for it alone first."""
        turns, text = state["turns"], state["text"]
        names = {code: one.name for code, one in self.registry.jurisdictions.items()}
        language = find_language(text)
        asked = describe_asked(
            text, turns, state.get("earlier", []), names, language.name if language else "", datetime.date.today()
        )
        open_parts = {one.at: one for one in (drafts.open_parts if drafts.attempt > 1 else drafts.parts)}
        parts = [replace(part, answered=at in open_parts) for at, part in enumerate(asked.parts)]
        for at, draft in open_parts.items():
            if draft.open_points:
                parts[at] = replace(parts[at], question=_point(draft, turns[at]), decided="")
        written = [replace(turns[at], declined="") for at in sorted(open_parts)]
        asked = replace(asked, parts=tuple(parts))
        if drafts.attempt > 1:
            led = [part for part in drafts.parts if part.leads]
            said = tuple(one.written.text for part in led for one in (*part.said, *part.steps))
            asked = replace(asked, said=said)
            return asked, [*state.get("wider", []), *written]
        return asked, [*written, *await self.search.search_sentences(text, state["understood"], state["index"])]


def _cut_short(drafts: Drafts) -> Drafts:
    """The drafts after a search that failed: nothing more is written, and what was composed makes up for it."""
    return replace(drafts, broken=SEARCH_BROKE_OFF, is_cut_short=True)


def _places(found: Retrieved) -> frozenset[tuple[str, str]]:
    return frozenset((one.document, one.provision) for one in found.evidence)


def _points(draft: PartDraft, turn: PartTurn) -> Sequence[str]:
    """Each point of a part that is looked for again by itself; the part's question where nothing of it stands."""
    return draft.open_points or (_point(draft, turn),)


def _point(draft: PartDraft, turn: PartTurn) -> str:
    """What is looked for again of a part: the points nothing answered, else its question."""
    return "; ".join(draft.open_points) or turn.query.just_asked


@dataclass
class _Run:
    """One writing: the reply is read, decided and told; what fell is repaired once."""

    writer: Writer
    drafts: Drafts
    tell: Tell
    taken: list[tuple[int, JudgedSentence]] = field(default_factory=list)
    is_read: bool = False
    open_before: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def break_off(self, why: str) -> None:
        """Record that the models failed, and which had written what stands.

        A reply that was read whole was only not repaired.
        """
        if not self.is_read:
            self.drafts = replace(self.drafts, broken=why)
        if self.taken and not self.drafts.written_by:
            self.drafts = replace(self.drafts, written_by=self.writer.models.get_name(Tier.WRITING))

    async def write(
        self, asked: WriterQuestion, turns: Sequence[PartTurn], law: WritersLaw, spending: TurnSpending
    ) -> None:
        """Write the parts asked. The prompt is built in a thread: a tenth of a second that nobody else waits for.

        Raises:
            WriterUnavailable: nothing can be asked of the models; what was told before stands.
        """
        models = self.writer.models
        room, settings = models.get_room(Tier.WRITING), self.writer.settings
        prompt, spans = await asyncio.to_thread(
            write_prompt,
            asked,
            turns,
            law,
            room,
            models.count_tokens,
            settings.context_tokens,
            official=self.writer.official,
            longest=settings.reply_tokens,
        )
        self.open_before = {one.at: one.open_points for one in self.drafts.parts}
        self.drafts = _reopened(self.drafts, asked)
        given = {(one.unit.document, one.unit.path) for span in spans for one in span.passages}
        self.drafts = replace(self.drafts, given=self.drafts.given | given)
        checks = _checks(self.writer, spans, asked, law, spending)
        picked: dict[int, tuple[str, ...]] = {}
        broken: Broken | None = None
        reader = ReplyReader(len(asked.parts))
        streamed = models.stream(Tier.WRITING, prompt, spending)
        async with aclosing(streamed), aclosing(decide_sentences(streamed, reader, checks)) as decided:
            async for one in decided:
                if isinstance(one, JudgedSentence):
                    self._take(one, asked, checks)
                elif isinstance(one, Missing) and one.law is not None:
                    self.drafts = self.drafts.leave_to(one.part - 1, OtherLawPoint(one.point, one.law))
                elif isinstance(one, Missing):
                    self._open(one, checks, asked)
                elif isinstance(one, PartsPicked):
                    picked.update(one.parts)
                elif isinstance(one, Reply):
                    self.drafts = replace(self.drafts, written_by=one.model)
                else:
                    broken = one
        if broken is not None:
            raise broken.error
        self.is_read = True
        await self._repair(asked, spans, picked, checks, law, spending)

    def _open(self, one: Missing, checks: Checks, asked: WriterQuestion) -> None:
        """Open a point nothing given answers; in a part that is answered a second writing opens those it was asked for alone."""
        draft, before = self.drafts.get_part(one.part - 1), self.open_before.get(one.part - 1, ())
        is_new = not any(is_same_point(one.point, point) for point in before)
        if asked.said and draft is not None and draft.leads and is_new:
            return
        self.drafts = self.drafts.open_point(one.part - 1, one.point, is_held=checks.is_held(one.point, one.part))

    def _take(self, one: JudgedSentence, asked: WriterQuestion, checks: Checks) -> None:
        """Add a decided sentence to its part, if that was asked and says something new, and tell what stands."""
        at = one.written.part - 1
        if asked.parts[at].answered:
            self.drafts, waits = hold_back(self.drafts, one, checks)
            if waits:
                return
        again = one.stands and says_again(one, self.drafts.all_decided)
        if asked.parts[at].answered and not again:
            self.drafts = self.drafts.add(at, one)
            self.taken.append((at, one))
            self.tell(self.drafts)

    async def _repair(
        self,
        asked: WriterQuestion,
        spans: Sequence[Span],
        picked: dict[int, tuple[str, ...]],
        checks: Checks,
        law: WritersLaw,
        spending: TurnSpending,
    ) -> None:
        """Ask once for other words for what fell, with the reasons, and take what stands then; a silence is looked for."""
        fallen = [
            (at, one)
            for at, one in self.taken
            if not one.stands and one.written.mark in _OF_LAW and checks.find_claimed(one.written) is None
        ]
        if not fallen:
            return
        models = self.writer.models
        kept = [one.written for one in self.drafts.all_decided if one.stands]
        told = [Fallen(one.written, one.verdict.doubts) for _, one in fallen]
        room = models.get_room(Tier.WRITING)
        longest = self.writer.settings.reply_tokens
        prompt = build_repair(asked, told, kept, spans, picked, law.names, room, models.count_tokens, longest)
        reply = await models.complete(Tier.WRITING, prompt, spending)
        lines = ReplyReader(len(asked.parts)).feed(reply.text)
        rewritten = [one for one in lines if isinstance(one, Written) and checks.find_claimed(one) is None]
        repaired = [checks.by_rules(one) for one in rewritten]
        pairs = _paired(fallen, repaired)
        decided = await _by_opinion([one for _, one in pairs], checks)
        for (at, _), after in zip(pairs, decided, strict=True):
            draft = self.drafts.get_part(at)
            if draft is not None and not (after.stands and says_again(after, self.drafts.all_decided)):
                self.drafts = self.drafts.with_part(draft.add_repaired(replace(after, repaired=True)))
        self.tell(self.drafts)


def _new_drafts(turns: Sequence[PartTurn]) -> Drafts:
    parts = (PartDraft(at, optional=is_optional(turn)) for at, turn in enumerate(turns) if is_writable(turn))
    return Drafts(tuple(parts))


def _reopened(drafts: Drafts, asked: WriterQuestion) -> Drafts:
    """The drafts with nothing open in the parts that are asked now: what is not found again is open anew."""
    return replace(
        drafts,
        parts=tuple(
            replace(one, open_points=()) if asked.parts[one.at].answered else one for one in drafts.parts
        ),
    )


def _checks(
    writer: Writer, spans: Sequence[Span], asked: WriterQuestion, law: WritersLaw, spending: TurnSpending
) -> Checks:
    by_key = {span.key: span for span in spans}
    documents = dict.fromkeys(span.unit[0] for span in spans if span.passages)
    known = known_provisions(law.index, law.registry, tuple(documents))
    states = tuple(dict.fromkeys(span.jurisdiction for span in spans if span.jurisdiction))
    questions = [part.question for part in asked.parts]
    guard = Guard(by_key, asked.text, questions, coverage_held(law, states, asked.as_on), known)
    opinion = _OfTurn(writer.opinion, spending) if writer.opinion is not None else None
    return Checks(guard.check, by_key, asked.text, opinion, asked.language, guard.is_held, guard.find_claimed)


def _paired(
    fallen: Sequence[tuple[int, JudgedSentence]], repaired: Sequence[JudgedSentence]
) -> list[tuple[int, JudgedSentence]]:
    """The repaired sentences with the place of their part: as many of a part and mark as fell."""
    left = [(one.written.part, one.written.mark, at) for at, one in fallen]
    pairs = []
    for one in repaired:
        match = next((each for each in left if each[:2] == (one.written.part, one.written.mark)), None)
        if match is not None:
            left.remove(match)
            pairs.append((match[2], one))
    return pairs


async def _by_opinion(sentences: Sequence[JudgedSentence], checks: Checks) -> list[JudgedSentence]:
    """The sentences, those an opinion is asked on as it decides them."""
    asked = [one for one in sentences if checks.is_for_opinion(one)]
    judged = {id(before): after for before, after in zip(asked, await checks.ask_opinion(asked), strict=True)} if asked else {}
    return [judged.get(id(one), one) for one in sentences]

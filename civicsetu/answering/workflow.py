"""The workflow of one question, as a LangGraph state graph compiled once.

understand → retrieve → look further → compose → verify; each node adds its part to the state and tells
what it does through the stream writer. A turn that only measures the decision ends before compose. Where a
chat model may write, `write` stands between compose and verify, and goes back to the search (`widen`) for
what it left open. A post that asks several things goes through as its parts: each is searched, decided,
composed and verified by itself. Nothing is kept after the final event: history is read from the recorded turns.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph

from civicsetu.answering.assemble import scope_searched
from civicsetu.answering.beside import lay_out_beside
from civicsetu.answering.compose import SentenceVectors
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.composing.said_before import texts_before
from civicsetu.answering.dialogue_replies import reply_to_act
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafting.write_node import WriteNode, is_writable, until_open
from civicsetu.answering.drafts import Drafts, close_open_points, is_to_widen
from civicsetu.answering.looking_further import look_further
from civicsetu.answering.messages import abstention_messages
from civicsetu.answering.messages.abstention_text import abstention_text, closing_text
from civicsetu.answering.messages.openings import open_answer
from civicsetu.answering.messages.translating import choose_translations, translate_parts
from civicsetu.answering.own_words import decide_by_own_words
from civicsetu.answering.part_turn import PartTurn, TurnState, found_by, kind_of
from civicsetu.answering.parts.compose_parts import PartComposer
from civicsetu.answering.question import Question
from civicsetu.answering.show_parts import tell_parts, without_unanswered_wrongs, without_unwritten_wrongs
from civicsetu.answering.silences.library import SilenceLibrary
from civicsetu.answering.silences.tell_silence import MAY_BE_SILENCE, may_tell_silence, tell_silence
from civicsetu.answering.understanding.given import put_first, with_given
from civicsetu.answering.understanding.plan_by_model import ModelPlans
from civicsetu.answering.understanding.with_understood import with_understood
from civicsetu.answering.verify import required_whole, verify_part
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import StoreError
from civicsetu.law.answers import AnswerKind, AnswerPart, Stage
from civicsetu.planner.planner import Planner
from civicsetu.planner.text_search import TextSearch
from civicsetu.query.read_question import Query, ReadingContext, as_many, read_question
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.decision import Decision
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retriever import Retriever, Substitutes
from civicsetu.settings import Settings
from civicsetu.telemetry import get_logger

log = get_logger(__name__)

_NOT_COMPOSED = "Only the decision is measured."


@dataclass
class Workflow:
    """The nodes with what they work on; `compiled` is the runnable graph, `instead` what a measurement puts in place."""

    settings: Settings
    registry: Registry
    retriever: Retriever
    vectors: SentenceVectors
    statements: StatementLibrary
    writing: WriteNode | None = None
    instead: Substitutes = field(default_factory=Substitutes)
    composer: PartComposer = field(init=False)
    silences: SilenceLibrary = field(init=False)
    planner: Planner = field(init=False)
    answerability: Answerability = field(init=False)
    compiled: Any = field(init=False)

    def __post_init__(self) -> None:
        self.silences = self.writing.silences if self.writing is not None else SilenceLibrary(self.statements)
        self.composer = PartComposer(self.settings.answering, self.registry, self.vectors, self.statements, self.silences)
        search = TextSearch(self.retriever, self.registry, self.settings.retrieval)
        models = self.writing.writer.models if self.writing is not None else None
        model = ModelPlans(models, self.settings.planner.model_s) if models is not None else None
        self.planner = Planner(search, self.settings.planner, model)
        self.answerability = Answerability(self.settings.answerability, thresholds=self.instead.answerability)
        graph = StateGraph(TurnState)
        graph.add_node("understand", self.read_question)
        graph.add_node("retrieve", self.retrieve)
        graph.add_node("look_further", self.look_further)
        graph.add_node("compose", self.compose)
        graph.add_node("verify", self.verify)
        graph.add_edge(START, "understand")
        graph.add_conditional_edges("understand", _declined, {True: END, False: "retrieve"})
        graph.add_conditional_edges("retrieve", _declined, {True: END, False: "look_further"})
        graph.add_node("end_at_decision", self.end_at_decision)
        graph.add_conditional_edges("look_further", _is_composed, {True: "compose", False: "end_at_decision"})
        graph.add_node("write", self.write)
        graph.add_node("widen", self.widen)
        graph.add_conditional_edges("compose", self._may_write, {True: "write", False: "verify"})
        graph.add_conditional_edges("write", _is_left_open, {True: "widen", False: "verify"})
        graph.add_conditional_edges("widen", _found_more, {True: "write", False: "verify"})
        graph.add_edge("verify", END)
        graph.add_edge("end_at_decision", END)
        self.compiled = graph.compile()

    async def read_question(self, state: TurnState) -> TurnState:
        """Read the question; decline at once what no search can answer."""
        get_stream_writer()(Stage(name="understand", text="Reading your question"))
        question, index = state["question"], await self.retriever.index()
        understood = await self._read(state, question, index)
        update: TurnState = {"index": index, "understood": understood, "found": None}
        if understood.act is not None:
            statements = await self.statements.index(index)
            earlier = state.get("earlier", [])
            replies = [reply_to_act(PartTurn(understood), earlier, statements, index, self.registry)]
            return {**update, **self._all_declined(replies, index), "turns": replies}
        shown = texts_before(state["text"], state.get("earlier", []))
        most = self.settings.answering.max_parts
        asked = as_many(understood.each, most)
        turns = [self._decline_early(PartTurn(part, shown=shown), index) for part in asked]
        too_many = abstention_messages.beyond_the_limit(most)
        turns[most:] = [replace(turn, kind=AnswerKind.CLARIFY, declined=too_many) for turn in turns[most:]]
        return {**update, **self._all_declined(turns, index), "turns": turns}

    async def _read(self, state: TurnState, question: Question, index: LawIndex) -> Query:
        """The question as the rules read it, with the parts and wording a model gave it where one may be asked."""
        text, earlier = state["text"], state.get("earlier", [])
        context = ReadingContext(
            jurisdiction=question.state,
            as_on=question.as_on,
            of_today=question.of_today,
            earlier=earlier,
            index=index,
            registry=self.registry,
            alone=question.instead_of is not None and not question.corrected,
            correct=await self.retriever.speller(),
            switches=self.instead.reading,
        )
        read = with_given(read_question(text, context), question.facts, question.about, index)
        if self.writing is None or read.act is not None or not self._writes(question):
            return read
        understood = await self.writing.understand(text, earlier, state["spending"])
        if understood is None:
            return read
        return with_given(with_understood(read, understood, text, context), question.facts, question.about, index)

    def _decline_early(self, turn: PartTurn, index: LawIndex) -> PartTurn:
        """Decline a part for what it says itself, whatever a search would find."""
        decision = self.answerability.decide_before_search(turn.query, index)
        if decision is None and not self.settings.answering.auto_retrieve and not turn.query.references:
            return replace(turn, kind=AnswerKind.CLARIFY, declined=abstention_messages.SEARCH_IS_OFF)
        if decision is None:
            return turn
        kind = AnswerKind.CLARIFY if decision.action == "clarify" else AnswerKind.ABSTAIN
        text = abstention_text(decision, turn.query, index, self.registry)
        return replace(turn, decision=decision, kind=kind, declined=text)

    async def retrieve(self, state: TurnState) -> TurnState:
        """Search the law for each part, and decide by the rules after the search whether it is answered.

        Raises:
            SearchIncomplete: all would be declined, and not everything was searched.
        """
        scope = scope_searched(state, self.registry)
        get_stream_writer()(Stage(name="retrieve", text="Looking in the law", scope=scope))
        searching = [at for at, turn in enumerate(state["turns"]) if not turn.declined and not turn.chosen]
        plans = [self.retriever.plan(state["turns"][at].query) for at in searching]
        found = await self.retriever.retrieve_parts(plans) if plans else []
        found = put_first(found, state["question"].about, state["index"])
        turns = list(state["turns"])
        for at, plan, one in zip(searching, plans, found, strict=True):
            turns[at] = self._decided(replace(turns[at], plan=plan, found=one), plan, one, state["index"])
        turns = await decide_by_own_words(
            turns,
            state["index"],
            self.retriever,
            self.answerability,
            lambda turn, said: self._refused(turn, said, state["index"]),
        )
        turns = [await self._not_settled(turn, state["index"]) for turn in turns]
        turns = without_unanswered_wrongs(turns)
        whole = found_by(turns, self._most(turns))
        turns = required_whole(turns)
        if self._writes(state["question"]) and any(map(is_writable, turns)):
            return {"turns": turns, "found": whole}
        return {"turns": turns, "found": whole, **self._all_declined(turns, state["index"])}

    async def _not_settled(self, turn: PartTurn, index: LawIndex) -> PartTurn:
        """The part; where it was to be declined, with what the law held does not settle, if it asks that."""
        if not turn.declined or turn.decision is None or turn.decision.reason not in MAY_BE_SILENCE:
            return turn
        silence = await self.silences.find(turn, None, index)
        if silence is None or not may_tell_silence(silence, turn.decision):
            return turn
        return tell_silence(turn, silence)

    def _most(self, turns: Sequence[PartTurn]) -> int:
        """How many provisions all parts together are answered from."""
        settings = self.settings.retrieval
        return settings.parts_context if len(turns) > 1 else settings.max_context

    def _decided(self, turn: PartTurn, plan: RetrievalPlan, found: Retrieved, index: LawIndex) -> PartTurn:
        """Whether what was found for a part answers it, and what is said where it does not."""
        if turn.decision is not None:
            return turn
        decision = self.answerability.decide(turn.query, plan, found, index)
        turn = replace(turn, decision=decision)
        if decision.action == "proceed":
            return turn
        if decision.action == "show_options":
            return replace(turn, contradiction=decision.contradiction)
        text = abstention_text(decision, turn.query, index, self.registry)
        if decision.cites:
            return replace(turn, preface=text)
        kind = AnswerKind.CLARIFY if decision.action == "clarify" else AnswerKind.ABSTAIN
        return replace(turn, kind=kind, declined=text)

    def _refused(self, turn: PartTurn, decision: Decision, index: LawIndex) -> PartTurn:
        """The part declined, with nothing left of an answer."""
        text = abstention_text(decision, turn.query, index, self.registry)
        return replace(
            turn, decision=decision, kind=AnswerKind.ABSTAIN, declined=text, contradiction=None, preface=""
        )

    async def look_further(self, state: TurnState) -> TurnState:
        """Look up what the search of the parts did not reach; where that fails, the turn goes on with what it has."""
        spending = state["spending"] if self._writes(state["question"]) else None
        try:
            turns, planned = await look_further(self.planner, state["turns"], state["index"], spending)
        except StoreError as error:
            log.warning("further_search_failed", error=type(error).__name__)
            return {"further_failed": True}
        most = self._most(turns) + sum(turn.added for turn in turns)
        return {"turns": turns, "planned": planned, "found": found_by(turns, most)}

    async def end_at_decision(self, state: TurnState) -> TurnState:
        """Return the kind decided for each part, and no answer: the turn is only measured."""
        kinds = [turn.kind or (AnswerKind.ABSTAIN if turn.preface else AnswerKind.ANSWER) for turn in state["turns"]]
        parts = [AnswerPart(heading=turn.query.heading, kind=kind) for turn, kind in zip(state["turns"], kinds, strict=True)]
        return {"kind": AnswerKind.ABSTAIN, "parts": parts, "declined": _NOT_COMPOSED}

    async def compose(self, state: TurnState) -> TurnState:
        """Say of each part what the statements, or the law's own sentences, say."""
        get_stream_writer()(Stage(name="compose", text="Choosing the sentences that answer it"))
        return {"turns": await self.composer.compose(state["turns"], state["index"])}

    def _writes(self, question: Question) -> bool:
        """Whether a model may write the answer to a question."""
        return self.writing is not None and self.writing.may_write(question)

    def _may_write(self, state: TurnState) -> bool:
        return self._writes(state["question"]) and any(map(is_writable, state["turns"]))

    async def write(self, state: TurnState) -> TurnState:
        """Let the model write the parts open to it; sentences that stand are shown as they come."""
        assert self.writing is not None
        stream = get_stream_writer()
        stream(Stage(name="write", text="Writing your answer"))
        told = state.get("emitted", 0)
        first_token_at = state.get("first_token_at")
        may_tell = self.writing.may_tell(state["question"])

        def tell(drafts: Drafts) -> None:
            nonlocal told, first_token_at
            if not may_tell:
                return
            ready = until_open(self._shown(state, drafts), drafts)
            shown = tell_parts(ready, told, stream, several=len(state["turns"]) > 1)
            told = shown.told
            first_token_at = first_token_at or (time.perf_counter() if told else None)

        drafts = await self.writing.write(state, tell)
        return {"drafts": drafts, "emitted": told, "first_token_at": first_token_at}

    async def widen(self, state: TurnState) -> TurnState:
        """Search again for what was left open, by itself and in all the law held."""
        assert self.writing is not None
        get_stream_writer()(Stage(name="widen", text="Looking further"))
        wider, drafts = await self.writing.widen(state)
        return {"wider": wider, "drafts": drafts}

    def _shown(self, state: TurnState, drafts: Drafts | None) -> list[PartTurn]:
        """The parts as they are shown: written where a model's sentences stand, else as they were composed."""
        question = state["question"]
        opened = open_answer(state["turns"])
        composed = [verify_part(turn, state["index"], self.registry) for turn in opened]
        composed = translate_parts(composed, question, state.get("earlier", []))
        if drafts is None or self.writing is None:
            return composed
        return [
            self.writing.put_in_place(turn, drafts.get_part(at), question, state["index"], broken=bool(drafts.broken))
            for at, turn in enumerate(composed)
        ]

    async def verify(self, state: TurnState) -> TurnState:
        """Check every sentence against its place, then show it.

        Raises:
            SearchIncomplete: none is left, and not everything was searched.
        """
        write = get_stream_writer()
        write(Stage(name="verify", text="Checking each sentence against the law"))
        drafts = state.get("drafts")
        turns = required_whole(without_unwritten_wrongs(self._shown(state, close_open_points(drafts) if drafts else None)))
        if declined := self._all_declined(turns, state["index"]):
            return {"turns": turns, **declined}
        shown = tell_parts(turns, state.get("emitted", 0), write, several=len(turns) > 1)
        beside = lay_out_beside(
            turns, shown.sentences, shown.citations, state["index"], self.registry, choose_translations(state["question"])
        )
        return {
            "turns": turns,
            "kind": kind_of([part.kind for part in shown.parts]),
            "sentences": list(shown.sentences),
            "citations": list(beside.citations),
            "steps": beside.steps,
            "table": beside.table,
            "parts": list(shown.parts),
            "first_token_at": state.get("first_token_at") or time.perf_counter(),
        }

    def _all_declined(self, turns: Sequence[PartTurn], index: LawIndex) -> TurnState:
        """What is said where nothing is answered: nothing as long as a part may be."""
        declined = [turn.decision for turn in turns if turn.kind is AnswerKind.ABSTAIN and turn.decision]
        return all_declined(turns, closing_text(declined, index, self.registry))


def all_declined(turns: Sequence[PartTurn], closing: str) -> TurnState:
    """Return the state of a turn of which every part is declined; empty as long as one part may be answered."""
    if not all(turn.declined for turn in turns):
        return {}
    kinds = [turn.kind or AnswerKind.ABSTAIN for turn in turns]
    texts = dict.fromkeys(turn.declined for turn in turns)
    one = len(texts) == 1
    text = turns[0].declined if one else "\n".join(f"{turn.query.heading} {turn.declined}" for turn in turns)
    if closing:
        text = f"{text}{' ' if one else chr(10)}{closing}"
    parts = [
        AnswerPart(heading=turn.query.heading, kind=kind) for turn, kind in zip(turns, kinds, strict=True)
    ]
    return {"kind": kind_of(kinds), "declined": text, "parts": parts}


def _declined(state: TurnState) -> bool:
    return bool(state.get("declined"))


def _is_composed(state: TurnState) -> bool:
    return state["question"].composed


def _is_left_open(state: TurnState) -> bool:
    return is_to_widen(state["drafts"], DRAFTING.retries)


def _found_more(state: TurnState) -> bool:
    return bool(state.get("wider"))

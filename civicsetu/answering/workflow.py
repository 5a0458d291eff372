"""The workflow of one question, as a LangGraph state graph compiled once.

understand → retrieve → look further → compose → verify; each node adds its part to the state and tells
what it does through the stream writer. Where a chat model may write, `write` stands between
compose and verify, and goes back to the search (`widen`) for what it left open. A post that
asks several things goes through as its parts: each is searched, decided, composed and verified
by itself. Nothing is kept after the final event: history is read from the recorded turns.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph

from civicsetu.answering.assemble import scope_searched
from civicsetu.answering.beside import lay_out_beside
from civicsetu.answering.citing import text_of
from civicsetu.answering.compose import Lifted, SentenceVectors, compose
from civicsetu.answering.composing.answer_with_statements import (
    Stated,
    answer_with_statements,
    is_told_in_statements,
    read_asker,
)
from civicsetu.answering.composing.both_sides import lift_both_sides
from civicsetu.answering.composing.comparing.align_values import align_with
from civicsetu.answering.composing.comparing.compare_states import (
    Chosen,
    ComparedCell,
    ComparedMatter,
    in_turn,
)
from civicsetu.answering.composing.comparing.compare_with_statements import (
    asks_to_compare,
    compare_with_statements,
    find_untold,
)
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.composing.rules_asked import RulesAsked, find_rules_asked, of_central_law
from civicsetu.answering.composing.said_before import texts_before
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.composing.steps import steps_for
from civicsetu.answering.composing.values.coverage_text import describe_nothing_found
from civicsetu.answering.dialogue_replies import NOTHING_MORE, reply_to_act, say_further
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafting.write_node import WriteNode, is_writable, until_open
from civicsetu.answering.drafts import Drafts, is_to_widen, settled
from civicsetu.answering.looking_further import look_further
from civicsetu.answering.messages import abstention_messages
from civicsetu.answering.messages.abstention_text import abstention_text, closing_text
from civicsetu.answering.messages.openings import open_answer
from civicsetu.answering.messages.rules_unknown import say_no_rule_is_known
from civicsetu.answering.messages.translating import choose_translations, translate_parts
from civicsetu.answering.own_words import decide_by_own_words
from civicsetu.answering.part_turn import PartTurn, TurnState, found_by, kind_of
from civicsetu.answering.question import Question
from civicsetu.answering.show_parts import (
    declined_as_unsure,
    tell_parts,
    without_repeats,
    without_unanswered_wrongs,
    without_unsure,
    without_unwritten_wrongs,
)
from civicsetu.answering.silences.library import SilenceLibrary
from civicsetu.answering.silences.tell_silence import MAY_BE_SILENCE, may_tell_silence, tell_silence
from civicsetu.answering.stating import answer_from_act, state_part
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.answering.understanding.given import put_first, with_given
from civicsetu.answering.understanding.plan_by_model import ModelPlans
from civicsetu.answering.understanding.with_understood import with_understood
from civicsetu.answering.verify import required_whole, verified
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import StoreError
from civicsetu.law.answers import (
    AnswerKind,
    AnswerPart,
    Stage,
)
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.planner.planner import Planner
from civicsetu.planner.text_search import TextSearch
from civicsetu.query.read_question import Query, ReadingContext, as_many, read_question
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.decision import Decision
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import AnsweringSettings, Settings
from civicsetu.telemetry import get_logger

log = get_logger(__name__)


@dataclass
class Workflow:
    """The nodes with what they work on; `compiled` is the runnable graph."""

    settings: Settings
    registry: Registry
    retriever: Retriever
    vectors: SentenceVectors
    statements: StatementLibrary
    writing: WriteNode | None = None
    silences: SilenceLibrary = field(init=False)
    planner: Planner = field(init=False)
    answerability: Answerability = field(init=False)
    compiled: Any = field(init=False)

    def __post_init__(self) -> None:
        self.silences = self.writing.silences if self.writing is not None else SilenceLibrary(self.statements)
        search = TextSearch(self.retriever, self.registry, self.settings.retrieval)
        models = self.writing.writer.models if self.writing is not None else None
        model = ModelPlans(models, self.settings.planner.model_s) if models is not None else None
        self.planner = Planner(search, self.settings.planner, model)
        self.answerability = Answerability(self.settings.answerability)
        graph = StateGraph(TurnState)
        graph.add_node("understand", self.read_question)
        graph.add_node("retrieve", self.retrieve)
        graph.add_node("look_further", self.look_further)
        graph.add_node("compose", self.compose)
        graph.add_node("verify", self.verify)
        graph.add_edge(START, "understand")
        graph.add_conditional_edges("understand", _declined, {True: END, False: "retrieve"})
        graph.add_conditional_edges("retrieve", _declined, {True: END, False: "look_further"})
        graph.add_edge("look_further", "compose")
        graph.add_node("write", self.write)
        graph.add_node("widen", self.widen)
        graph.add_conditional_edges("compose", self._may_write, {True: "write", False: "verify"})
        graph.add_conditional_edges("write", _is_left_open, {True: "widen", False: "verify"})
        graph.add_conditional_edges("widen", _found_more, {True: "write", False: "verify"})
        graph.add_edge("verify", END)
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

    async def compose(self, state: TurnState) -> TurnState:
        """Lift the sentences of each part."""
        get_stream_writer()(Stage(name="compose", text="Choosing the sentences that answer it"))
        settings = self.settings.answering
        if len(state["turns"]) > 1:
            settings = settings.model_copy(update={"max_sentences": settings.part_sentences})
        turns: list[PartTurn] = []
        for turn in state["turns"]:
            above = {text_of(one) for before in turns for one in before.chosen[:1]}
            turns.append(await self._composed(turn, state["index"], settings, above))
        sure = without_unanswered_wrongs(without_unsure(turns, ANSWERING.least_sure_part))
        return {"turns": without_repeats(sure)}

    async def _composed(
        self, turn: PartTurn, index: LawIndex, settings: AnsweringSettings, above: Collection[str]
    ) -> PartTurn:
        """The part with what is said of it and not `above`; of provisions that disagree, the sentences of both."""
        found = turn.found
        if turn.declined or found is None or (turn.preface and turn.chosen):
            return turn
        itself = turn.query.asked_last if turn.query.is_part else ""
        found = await self.statements.with_likelihoods(found, itself or turn.query.standalone)
        turn = replace(turn, found=found)
        if turn.goes_on_from is not None:
            return say_further(turn, await self.statements.index(index), index)
        if turn.contradiction:
            return replace(turn, chosen=tuple(lift_both_sides(turn.contradiction, index)))
        turn = replace(turn, asker=read_asker(turn.query))
        own = settings.model_copy(update={"max_sentences": 1}) if turn.preface else settings
        statements = await self.statements.index(index)
        if statements is not None and (asked := find_rules_asked(turn.query, statements, index, self.registry)):
            told = asked.told or await self._in_own_words(turn, found, asked, index)
            return replace(turn, chosen=(*asked.named, *told), chance=ANSWERING.named_chance)
        if not turn.preface and (unknown := say_no_rule_is_known(turn.query, index, self.registry)):
            turn = replace(turn, opening=unknown, kind=AnswerKind.PARTIAL)
            found = of_central_law(found, index)
            own = own.model_copy(update={"max_sentences": 1})
        compares = asks_to_compare(turn.query, self.registry) and not turn.preface
        if statements is not None and compares:
            names = {code: one.name for code, one in self.registry.jurisdictions.items()}
            values = self.statements.values(index)
            aligner = align_with(turn.query, statements, values, names, index) if values is not None else None
            compared = compare_with_statements(turn.query, found, statements, index, aligner, turn.asker)
            if compared:
                return await self._compared(turn, found, compared, statements, index)
        elif statements is not None:
            stated = answer_with_statements(
                turn.query,
                found,
                statements,
                own.max_sentences,
                turn.shown,
                self.statements.rules,
                turn.asker,
                above,
            )
            silence = await self.silences.find(turn, stated, index)
            if silence is not None:
                return tell_silence(turn, silence)
            if stated.beside:
                return declined_as_unsure(turn)
            values = self.statements.values(index)
            if values is not None:
                turn = answer_from_act(turn, stated, values)
            if not turn.preface:
                turn = self._with_steps(turn, stated, statements, index)
            if stated.said:
                return state_part(turn, stated, statements, values, index, self.registry)
        evidence = found.evidence[:1] if turn.preface else found.evidence
        named = bool(evidence) and evidence[0].pinned
        if turn.query.is_part and not (named or turn.preface) and is_told_in_statements(evidence, statements):
            return declined_as_unsure(turn)
        lifted = await self._lifted(turn, found, evidence, index, own)
        new = tuple(one for one in lifted if named or turn.preface or one.span.text not in turn.shown)
        if lifted and not new:
            return replace(turn, kind=AnswerKind.ABSTAIN, declined=NOTHING_MORE)
        return replace(turn, chosen=new, chance=None if named else ANSWERING.lifted_chance)

    async def _in_own_words(
        self, turn: PartTurn, found: Retrieved, asked: RulesAsked, index: LawIndex
    ) -> Sequence[Chosen]:
        """What the rules named say, where one state's are and no statement tells them."""
        units = {passage.unit.unit_id for passage in asked.named[0].passages}
        evidence = [one for one in found.evidence if one.unit_id in units] if len(asked.named) == 1 else []
        two = self.settings.answering.model_copy(update={"max_sentences": 2, "max_units": 1})
        return await self._lifted(turn, found, evidence, index, two) if evidence else ()

    def _with_steps(
        self, turn: PartTurn, stated: Stated, statements: StatementIndex, index: LawIndex
    ) -> PartTurn:
        """The part with what the asker can do, if it is of a grievance; also where the law's own words answer."""
        assert turn.asker is not None, "who asks is read before anything is composed"
        values, names = self.statements.values(index), self._states_asked(turn.query)
        steps = steps_for(
            turn.query, turn.asker, stated.said, statements, names, values, near=stated.near, law=index
        )
        return replace(turn, steps=tuple(steps))

    def _states_asked(self, query: Query) -> list[str]:
        return [self.registry.jurisdictions[code].name for code in query.jurisdictions[1:]]

    async def _compared(
        self,
        turn: PartTurn,
        found: Retrieved,
        compared: Sequence[ComparedMatter],
        statements: StatementIndex,
        index: LawIndex,
    ) -> PartTurn:
        """The part with its states side by side; where a state has no statement, its law's own sentence."""
        filled: list[ComparedMatter] = []
        named = bool(found.evidence) and found.evidence[0].pinned
        in_own_words = find_untold(found.evidence, statements, named=named)
        one = self.settings.answering.model_copy(update={"max_sentences": 2, "max_units": 1})
        for matter in compared:
            cells: list[ComparedCell] = []
            for cell in matter.cells:
                own = cell.find_evidence(in_own_words, index)
                if own and not (cell.said or cell.limit):
                    cell = replace(cell, said=tuple(await self._lifted(turn, found, own, index, one)))
                cells.append(self._with_reason(cell, index))
            filled.append(ComparedMatter(matter.title, tuple(cells)))
        said = [one for matter in filled for one in in_turn(matter)]
        chosen = list({id(one): one for one in said}.values())
        chance = None if any(isinstance(one, Lifted) for one in chosen) else ANSWERING.compared_chance
        return replace(
            turn,
            compared=tuple(filled),
            chosen=tuple(chosen),
            chance=ANSWERING.lifted_chance if chance is None else chance,
        )

    def _with_reason(self, cell: ComparedCell, index: LawIndex) -> ComparedCell:
        """The cell, where it is empty with the reason why."""
        if cell.said or cell.limit:
            return cell
        held = any(law.jurisdiction == cell.state for law in index.laws.values())
        name = "the Act" if cell.state == CENTRAL else self.registry.name_of(cell.state)
        return replace(cell, limit=describe_nothing_found(name, held=held))

    async def _lifted(
        self,
        turn: PartTurn,
        found: Retrieved,
        evidence: Sequence[Evidence],
        index: LawIndex,
        settings: AnsweringSettings,
    ) -> list[Lifted]:
        """The law's own sentences that come nearest to what is asked."""
        return await compose(
            turn.query.standalone,
            found.vector,
            evidence,
            turn.query.references,
            index,
            self.vectors,
            settings,
        )

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
        composed = [verified(turn, state["index"], self.registry) for turn in opened]
        composed = translate_parts(composed, question, state.get("earlier", []))
        if drafts is None or self.writing is None:
            return composed
        return [
            self.writing.put_in_place(turn, drafts.of(at), question, state["index"], broken=bool(drafts.broken))
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
        turns = required_whole(without_unwritten_wrongs(self._shown(state, settled(drafts) if drafts else None)))
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


def _is_left_open(state: TurnState) -> bool:
    return is_to_widen(state["drafts"], DRAFTING.retries)


def _found_more(state: TurnState) -> bool:
    return bool(state.get("wider"))

"""The workflow of one question, as a LangGraph state graph compiled once.

understand → retrieve → compose → verify; each node adds its part to the state and tells
what it does through the stream writer. Nothing is kept after the final event: history is
read from the recorded turns.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypedDict

from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph

from civicsetu.answering import abstention_messages
from civicsetu.answering.citing import cite, verified
from civicsetu.answering.compose import Lifted, SentenceVectors, compose
from civicsetu.answering.question import Question
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import SearchIncomplete
from civicsetu.law.answers import Answer, AnswerKind, Citation, Sentence, SentenceReady, Stage
from civicsetu.law.evidence import Evidence
from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.query.read_question import Query, read_question
from civicsetu.retrieval.answerability.classifier import Decision, decide, features, get_calibration
from civicsetu.retrieval.answerability.contradiction import contradicting
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import Settings


class TurnState(TypedDict, total=False):
    """What one turn knows so far; ids and values, never handles."""

    question: Question
    text: str
    earlier: list[Answer]
    index: LawIndex
    understood: Query
    plan: RetrievalPlan
    found: Retrieved | None
    verdict: Decision
    features: dict[str, float]
    contradiction: tuple[Evidence, Evidence]
    lifted: list[Lifted]
    sentences: list[Sentence]
    citations: list[Citation]
    kind: AnswerKind
    declined: str
    first_token_at: float | None
    not_yet_in_force: list[Citation]


@dataclass
class Workflow:
    """The nodes with what they work on; `compiled` is the runnable graph."""

    settings: Settings
    registry: Registry
    retriever: Retriever
    vectors: SentenceVectors
    compiled: Any = field(init=False)

    def __post_init__(self) -> None:
        graph = StateGraph(TurnState)
        graph.add_node("understand", self.read_question)
        graph.add_node("retrieve", self.retrieve)
        graph.add_node("compose", self.compose)
        graph.add_node("verify", self.verify)
        graph.add_edge(START, "understand")
        graph.add_conditional_edges("understand", _declined, {True: END, False: "retrieve"})
        graph.add_conditional_edges("retrieve", _declined, {True: END, False: "compose"})
        graph.add_edge("compose", "verify")
        graph.add_edge("verify", END)
        self.compiled = graph.compile()

    async def read_question(self, state: TurnState) -> TurnState:
        """Read the question; decline at once what no search can answer."""
        get_stream_writer()(Stage(name="understand", text="Reading your question"))
        question, index = state["question"], await self.retriever.index()
        understood = read_question(
            state["text"],
            jurisdiction=question.jurisdiction,
            as_on=question.as_on,
            earlier=state.get("earlier", []),
            index=index,
            registry=self.registry,
            alone=question.instead_of is not None,
        )
        update: TurnState = {"index": index, "understood": understood, "found": None}
        declined = self._decline_early(state["text"], understood, index)
        if declined:
            update["kind"], update["declined"] = declined
        return update

    def _decline_early(
        self, text: str, understood: Query, index: LawIndex
    ) -> tuple[AnswerKind, str] | None:
        if not index.laws:
            return AnswerKind.ABSTAIN, abstention_messages.nothing_held()
        if abstention_messages.is_greeting(text):
            return AnswerKind.CLARIFY, abstention_messages.greeting(index, self.registry)
        if understood.as_on and self._before_all(understood, index):
            return AnswerKind.ABSTAIN, abstention_messages.before_the_law(index, self.registry, understood)
        if understood.references:
            return None
        if understood.not_there:
            return AnswerKind.ABSTAIN, abstention_messages.not_there(understood.not_there, index, self.registry)
        if understood.rules_not_held:
            return AnswerKind.ABSTAIN, abstention_messages.rules_not_held(understood, index, self.registry)
        if understood.other_laws:
            return AnswerKind.ABSTAIN, abstention_messages.off_subject(understood, index, self.registry)
        return None

    def _before_all(self, understood: Query, index: LawIndex) -> bool:
        dates = [law.effective_date for law in index.laws.values() if law.effective_date]
        return bool(dates) and understood.as_on is not None and understood.as_on < min(dates)

    async def retrieve(self, state: TurnState) -> TurnState:
        """Search the law, and let the answerability classifier decide.

        Raises:
            SearchIncomplete: it would decline, and not everything was searched.
        """
        get_stream_writer()(Stage(name="retrieve", text="Looking in the law"))
        understood = state["understood"]
        plan = plan_of(understood, self.settings.retrieval)
        found = await self.retriever.retrieve(plan)
        subject = get_domain_terms().of(understood.standalone)
        seen = features(plan, found, subject)
        pair = contradicting(found.evidence, state["index"])
        verdict = decide(
            plan, found, seen, self.settings.answerability, get_calibration(), contradiction=pair is not None
        )
        update: TurnState = {"plan": plan, "found": found, "verdict": verdict}
        if verdict.by_chance:
            update["features"] = seen
        if verdict.action == "show_options" and pair is not None:
            update["contradiction"] = pair
        if verdict.action in ("abstain", "clarify"):
            _require_whole(found)
        if verdict.action == "abstain":
            update["kind"] = AnswerKind.ABSTAIN
            update["declined"] = self._declined_because(verdict, understood, found, state["index"])
        elif verdict.action == "clarify":
            update["kind"] = AnswerKind.CLARIFY
            update["declined"] = abstention_messages.unclear(state["index"], self.registry, understood)
        return update

    def _declined_because(
        self, verdict: Decision, understood: Query, found: Retrieved, index: LawIndex
    ) -> str:
        if verdict.reason == "rules_not_held":
            return abstention_messages.state_rule_score(understood, index, self.registry)
        others = [found.signals.elsewhere.subject] if verdict.reason == "out_of_scope" else []
        return abstention_messages.off_subject(understood, index, self.registry, others)

    async def compose(self, state: TurnState) -> TurnState:
        """Lift the sentences."""
        get_stream_writer()(Stage(name="compose", text="Choosing the sentences that answer it"))
        found = state["found"]
        assert found is not None
        lifted = await compose(
            state["understood"].standalone,
            found.vector,
            found.evidence,
            state["understood"].references,
            state["index"],
            self.vectors,
            self.settings.answering,
        )
        return {"lifted": lifted}

    async def verify(self, state: TurnState) -> TurnState:
        """Check every sentence against its place, then show it.

        Raises:
            SearchIncomplete: none is left, and not everything was searched.
        """
        write = get_stream_writer()
        write(Stage(name="verify", text="Checking each sentence against the law"))
        sentences, citations = cite(state["lifted"], state["index"], self.registry)
        kept = [sentence for sentence in sentences if verified(sentence, citations, state["index"])]
        as_on = state["understood"].as_on
        in_force = [sentence for sentence in kept if _in_force(sentence, citations, as_on)]
        if not in_force:
            found = state["found"]
            assert found is not None
            _require_whole(found)
            declined = (
                abstention_messages.not_yet_in_force(state["understood"], citations)
                if kept
                else abstention_messages.off_subject(state["understood"], state["index"], self.registry)
            )
            return {"kind": AnswerKind.ABSTAIN, "declined": declined}
        later = _cited([sentence for sentence in kept if sentence not in in_force], citations)
        kept = in_force
        shown, cited = _renumbered(kept, citations)
        first_token_at = time.perf_counter()
        for number, sentence in enumerate(shown):
            of_it = tuple(cited[index] for index in sentence.citations)
            write(SentenceReady(index=number, sentence=sentence, citations=of_it))
        understood = state["understood"]
        partial = bool(understood.not_there or understood.rules_not_held)
        stated = AnswerKind.OPTIONS if "contradiction" in state else AnswerKind.ANSWER
        return {
            "kind": AnswerKind.PARTIAL if partial else stated,
            "sentences": shown,
            "citations": cited,
            "first_token_at": first_token_at,
            "not_yet_in_force": later,
        }


def _require_whole(found: Retrieved) -> None:
    """Before a question is declined for what was found: what was not searched may hold the answer."""
    if not found.may_decline:
        raise SearchIncomplete("; ".join(found.degraded))


def _in_force(sentence: Sentence, citations: list[Citation], as_on: date | None) -> bool:
    """False when a provision it cites came into force after the day asked for."""
    dates = [citations[index].effective_date for index in sentence.citations]
    return as_on is None or all(day is None or day <= as_on for day in dates)


def _cited(sentences: list[Sentence], citations: list[Citation]) -> list[Citation]:
    return [citations[index] for sentence in sentences for index in sentence.citations]


def _declined(state: TurnState) -> bool:
    return bool(state.get("declined"))


def _renumbered(
    sentences: list[Sentence], citations: list[Citation]
) -> tuple[list[Sentence], list[Citation]]:
    """Only the citations that the kept sentences use, numbered anew."""
    used = list(dict.fromkeys(index for sentence in sentences for index in sentence.citations))
    place = {old: new for new, old in enumerate(used)}
    shown = [
        sentence.model_copy(update={"citations": tuple(place[index] for index in sentence.citations)})
        for sentence in sentences
    ]
    return shown, [citations[index] for index in used]

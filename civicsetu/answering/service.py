"""The answering service: what every front calls, and all it calls.

Open once per process, inside its event loop. The graph server starts in the background:
answers do not wait for it and say so when it is missing.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeVar

from civicsetu.answering import conflicts, declining
from civicsetu.answering.compose import SentenceVectors, closeness
from civicsetu.answering.graph_connection import GraphConnection
from civicsetu.answering.history import changed_otherwise
from civicsetu.answering.privacy import mask
from civicsetu.answering.question import Question, cleaned
from civicsetu.answering.scope import scope_of
from civicsetu.answering.structure import with_structure
from civicsetu.answering.understand import plan_of, understand
from civicsetu.answering.views import Health, HeldDocument, ProvisionView, held_documents, provision_view
from civicsetu.answering.workflow import TurnState, Workflow
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import CivicSetuError, ModelTimeout, PostgresUnavailable, StoreError
from civicsetu.law.answers import (
    Answer,
    AnswerKind,
    Citation,
    Confidence,
    Context,
    Event,
    Final,
    Scope,
    Warning,
)
from civicsetu.law.documents import CENTRAL
from civicsetu.retrieval.context import ContextOptions, LawContext, law_context
from civicsetu.retrieval.families import pool_of
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.query_vectors import QueryVectors
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law_store import LawStore
from civicsetu.stores.servers import check_given_graph
from civicsetu.stores.shared_vectors import MEND, RedisVectors, open_shared_vectors
from civicsetu.stores.turn_store import TurnStore
from civicsetu.telemetry import request_context

T = TypeVar("T")


class AnsweringService:
    """Ask with `answer`; everything else serves the fronts around it."""

    def __init__(self, settings: Settings, database: Database, law: LawStore, registry: Registry) -> None:
        self.settings = settings
        self.registry = registry
        self._database = database
        self._law = law
        self._turns = TurnStore(database)
        self._graph = GraphConnection(settings, law)
        self._shared: RedisVectors | None = None
        self._last_retrieval: Retrieved | None = None
        self._last_features: dict[str, float] | None = None
        self._retriever: Retriever
        self._workflow: Workflow
        self._vectors: SentenceVectors

    @classmethod
    async def open(cls, settings: Settings) -> AnsweringService:
        """Connect the stores, load the models, compile the workflow.

        Raises:
            PostgresUnavailable: the database cannot be reached or started.
            WeightsUnavailable: the models are not prepared.
            SettingsError: an address given in the settings is none.
        """
        from civicsetu.models.embedder import open_embedder
        from civicsetu.models.langchain_embeddings import LangChainEmbeddings
        from civicsetu.models.reranker import open_reranker

        check_given_graph(settings)
        database = await Database.open(settings)
        service = cls(settings, database, LawStore(database), get_registry())
        try:
            embedder, reranker = await asyncio.gather(
                asyncio.to_thread(open_embedder, settings), asyncio.to_thread(open_reranker, settings)
            )
            service._shared = open_shared_vectors(settings)
            service._retriever = await Retriever.open(
                settings,
                database,
                service._law,
                QueryVectors(embedder, settings, service._shared),
                reranker,
                LangChainEmbeddings(embedder),
                service._graph.current,
            )
            service._vectors = SentenceVectors(embedder, settings.answering.sentence_cache)
            service._workflow = Workflow(settings, service.registry, service._retriever, service._vectors)
            await service._retriever.index()
        except CivicSetuError:
            await database.close()
            raise
        service._graph.start()
        return service

    async def close(self) -> None:
        """Let go of every connection; the servers go on."""
        await self._graph.close()
        if self._shared is not None:
            await self._shared.close()
        await self._database.close()

    @property
    def database(self) -> Database:
        return self._database

    @property
    def last_retrieval(self) -> Retrieved | None:
        """What the latest question cost to search; for measuring, one question at a time."""
        return self._last_retrieval

    @property
    def last_features(self) -> dict[str, float] | None:
        """What the gate read of the latest question; None where it was decided without it."""
        return self._last_features

    async def answer(self, question: Question) -> AsyncIterator[Event]:
        """Stages, then verified sentences, then the final answer; recorded before `Final` is given.

        Raises:
            InputError: nothing to read, or too long.
            ModelTimeout: the whole question outran its deadline.
            PostgresUnavailable: the law cannot be read.
        """
        text = mask(cleaned(question.text, self.settings.answering.max_question_chars))
        turn_id = question.turn_id or uuid.uuid4()
        with request_context(turn_id=str(turn_id)):
            started = time.perf_counter()
            state: TurnState = {"question": question, "text": text}
            history = await _once_more(lambda: self._turns.history(question.session, limit=4))
            await _once_more(self._retriever.index)
            state["earlier"] = _before([turn.answer for turn in history], question.instead_of)
            try:
                async with asyncio.timeout(self.settings.answering.deadline_s):
                    async for mode, part in self._workflow.compiled.astream(
                        state, stream_mode=["custom", "values"]
                    ):
                        if mode == "custom":
                            yield part
                        else:
                            state = part
            except TimeoutError as error:
                raise ModelTimeout("the question outran its deadline") from error
            self._last_retrieval, self._last_features = state.get("found"), state.get("features")
            number = (history[-1].answer.turn if history else 0) + 1
            answer = self._finished(turn_id, number, state, started)
            await _once_more(lambda: self._record(answer, question, state))
            yield Final(answer=answer)

    def _finished(self, turn_id: uuid.UUID, number: int, state: TurnState, started: float) -> Answer:
        understood, found = state["understood"], state.get("found")
        declined = state.get("declined", "")
        degraded = found.degraded if found else ()
        kind = state["kind"]
        shown = state.get("sentences", []) if not declined else []
        first_token_at = state.get("first_token_at")
        score = state["verdict"].confidence if shown and "verdict" in state else 0.0
        plan = state.get("plan")
        return Answer(
            id=str(turn_id),
            turn=number,
            question=state["text"],
            kind=kind,
            abstained=kind is AnswerKind.ABSTAIN,
            answer=declined or " ".join(sentence.text for sentence in shown),
            sentences=tuple(shown),
            citations=tuple(state.get("citations", []) if shown else []),
            contexts=_contexts(found),
            query_type=understood.query_type,
            jurisdictions=understood.jurisdictions or (CENTRAL,),
            scope=self._scope(state, shown=bool(shown)),
            as_on=understood.as_on,
            confidence=Confidence(score=score, level=_level(score)),
            warnings=self._warnings(state, degraded, shown=bool(shown)),
            plan=plan.told(reranked=found is not None and found.pairs > 0) if plan else (),
            settings_hash=self.settings.settings_hash(),
            first_token_ms=round((first_token_at - started) * 1000, 1) if first_token_at else None,
            latency_ms=round((time.perf_counter() - started) * 1000, 1),
        )

    def _scope(self, state: TurnState, *, shown: bool) -> Scope:
        understood = state["understood"]
        matters = shown or (
            state["kind"] is AnswerKind.ABSTAIN
            and declining.another_state_may_answer(understood, self.registry, searched="plan" in state)
        )
        held = {law.jurisdiction for law in state["index"].laws.values()}
        return scope_of(understood.asked, held, self.registry, matters=matters)

    def _warnings(self, state: TurnState, degraded: Sequence[str], *, shown: bool) -> tuple[Warning, ...]:
        if not shown:
            return tuple(declining.degraded_warnings(degraded))
        understood = state["understood"]
        found = declining.warnings(understood, degraded, state["index"], self.registry)
        if later := state.get("not_yet_in_force"):
            found.append(declining.some_not_in_force(understood, later))
        cited = state.get("citations", [])
        if pair := state.get("contradiction"):
            found.append(conflicts.between(pair, self.registry))
        found.extend(conflicts.registered(cited, understood.documents, self.registry))
        found.extend(changed_otherwise(understood.as_on, cited, self.registry))
        found.extend(declining.from_public_sources(cited))
        found.extend(declining.copies(cited, state["index"]))
        return tuple(found)

    async def _record(self, answer: Answer, question: Question, state: TurnState) -> None:
        found = state.get("found")
        await self._turns.record(
            answer,
            session_id=question.session,
            thread_id=question.thread_id,
            standalone_question=state["understood"].standalone,
            plan={"told": list(answer.plan), "settings_hash": answer.settings_hash},
            legs=[
                {"leg": leg.name, "found": leg.found, "latency_ms": leg.latency_ms, "degraded": leg.degraded}
                for leg in (found.legs if found else [])
            ],
            contexts=[context.model_dump(mode="json") for context in answer.contexts],
            retrieval_ms=found.latency_ms if found else 0.0,
        )

    async def forget(self, session: str) -> int:
        """Erase a session's turns; how many there were."""
        return await self._turns.erase_session(session)

    async def last_answer(self, session: str) -> Answer | None:
        """The answer that stands last in a session; None before the first."""
        history = await self._turns.history(session, limit=1)
        return history[-1].answer if history else None

    async def provision(self, document: str, provision: str, edition: str | None = None) -> ProvisionView:
        """A provision's whole text for the panel; raises NotFound."""
        index = await self._retriever.index()
        return provision_view(index, self.registry.documents.get(document), document, provision, edition)

    async def documents(self) -> list[HeldDocument]:
        return held_documents(await self._retriever.index())

    async def search(
        self, question: str, jurisdiction: str | None = None, *, include_structure: bool = False
    ) -> Sequence[Context]:
        """Evidence alone, in rank order, without composing an answer or recording anything.

        With `include_structure` every context is a `StructuredContext`: its offsets, path, level
        and page in each edition, and the section it is a part of, each section once.
        """
        found, index = await self._found(question, jurisdiction)
        contexts = _contexts(found)
        return with_structure(contexts, index) if include_structure else list(contexts)

    async def context(
        self,
        question: str,
        jurisdiction: str | None = None,
        options: ContextOptions = ContextOptions(),
        cited: Sequence[Citation] = (),
    ) -> LawContext:
        """The law found, written as one text of bounded length, without recording anything.

        A compressed one keeps the sentences nearest to the question, and whatever `cited` quotes.

        Raises:
            InputError: nothing to read, too long, or a budget with no room for a sentence.
        """
        wanted = self.settings.context
        found, index = await self._found(question, jurisdiction)
        pool = pool_of(found.evidence, index, wanted, families=options.families)
        if options.compress:
            texts = pool.sentences()
            near = dict(
                zip(texts, await closeness(question, found.vector, texts, self._vectors), strict=True)
            )
            spans = [(str(one.edition_id), one.start, one.end) for one in cited]
            pool = pool.compressed(wanted.sentences, near.__getitem__, spans)
        return law_context(pool, index, options, wanted)

    async def _found(self, question: str, jurisdiction: str | None) -> tuple[Retrieved, LawIndex]:
        """The evidence for a question that stands alone, and the law it is read from."""
        text = cleaned(question, self.settings.answering.max_question_chars)
        index = await self._retriever.index()
        understood = understand(
            text, jurisdiction=jurisdiction, as_on=None, earlier=(), index=index, registry=self.registry
        )
        return await self._retriever.retrieve(plan_of(understood, self.settings.retrieval)), index

    async def health(self) -> Health:
        """How each part is right now; never raises."""
        try:
            await self._law.corpus_version()
            postgres = True
        except StoreError:
            postgres = False
        self._graph.look_now()  # who asks again is told of what is so since
        redis = await self._shared.look() if self._shared is not None else "unused"
        return Health(
            postgres="ok" if postgres else "down",
            graph="ok" if self._graph.current() is not None else "degraded",
            models="ok",
            redis=redis,
            mend=MEND if redis == "degraded" else "",
        )

    async def graph_ready(self, timeout_s: float) -> bool:
        """Wait for the graph at most so long; True when it answers."""
        return await self._graph.ready(timeout_s)


async def _once_more(work: Callable[[], Awaitable[T]]) -> T:
    """Do what can be done twice a second time when the database died under the first.

    The embedded server is started again meanwhile; recording a turn twice changes nothing.
    """
    try:
        return await work()
    except PostgresUnavailable:
        return await work()


def _before(earlier: list[Answer], turn: uuid.UUID | None) -> list[Answer]:
    """The turns that stood before that one; all, where none is told or it is not among them."""
    at = next((at for at, one in enumerate(earlier) if one.id == str(turn)), len(earlier))
    return earlier[:at]


def _contexts(found: Retrieved | None) -> tuple[Context, ...]:
    """What the composer was given, in rank order."""
    return tuple(
        Context(
            document=item.document,
            provision=item.provision,
            title=item.title,
            score=item.score,
            found_by=item.found_by,
            pinned=item.pinned,
        )
        for item in (found.evidence if found else [])
    )


def _level(score: float) -> Any:
    if score <= 0:
        return "none"
    return "high" if score >= 0.75 else "medium" if score >= 0.55 else "low"

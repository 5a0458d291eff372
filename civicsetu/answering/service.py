"""The answering service: what every front calls, and all it calls.

Open once per process, inside its event loop. The graph server starts in the background:
answers do not wait for it and say so when it is missing.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, TypeVar

from civicsetu.answering.admission.turns import Admission
from civicsetu.answering.answer_hash import AnswerHash
from civicsetu.answering.assemble import assemble_answer, contexts_of
from civicsetu.answering.compose import SentenceVectors, closeness
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.composing.statement_index import StatementIndex, load_statement_whitening
from civicsetu.answering.drafting.judged import judge_written
from civicsetu.answering.drafting.model_opinion import ModelOpinion
from civicsetu.answering.drafting.wide_search import WideSearch
from civicsetu.answering.drafting.write_node import WriteNode, Writer
from civicsetu.answering.graph_connection import GraphConnection
from civicsetu.answering.lookup.law_lookup import LawLookup
from civicsetu.answering.part_turn import Trace, TurnState
from civicsetu.answering.provisions.context_structure import add_structure
from civicsetu.answering.provisions.section_sheet import SectionSheet, build_section_sheet
from civicsetu.answering.provisions.views import (
    DocumentView,
    Health,
    ProvisionView,
    WriterView,
    build_provision_view,
    describe_writer,
    list_documents,
)
from civicsetu.answering.question import Question, clean_text
from civicsetu.answering.silences.library import SilenceLibrary
from civicsetu.answering.silences.silence_index import SilenceIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.answering.validating.read_turn import read_turn
from civicsetu.answering.validating.validate import judge_by, validate_turn
from civicsetu.answering.validating.validator_data import get_role
from civicsetu.answering.verifying.checks.check_sentence import warm_up
from civicsetu.answering.workflow import Workflow
from civicsetu.answering.writing.spans import OfficialWords
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import CivicSetuError, DiskFull, ModelTimeout, NotAllowed, StoreError
from civicsetu.law.answers import NOT_STORED, Answer, Citation, Context, Event, Final, Stage, Warning
from civicsetu.law.judgments import Judgment
from civicsetu.models.embedder import Embedder
from civicsetu.models.late_interaction import EmbedsTokens, load_late_interaction
from civicsetu.models.reranker import Reranker
from civicsetu.models.shipped_vectors import with_shipped_vectors
from civicsetu.models.writer.chat import ChatModels, TurnSpending
from civicsetu.models.writer.litellm_chain import open_chat_models
from civicsetu.planner.text_search import TextSearch
from civicsetu.privacy.mask import mask
from civicsetu.progress import Progress
from civicsetu.query.dialogue_acts import recent_turns
from civicsetu.query.read_question import ReadingContext, read_question
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.retrieved import Retrieved, merge_parts
from civicsetu.retrieval.retriever import ContextOptions, LawContext, Retriever, Substitutes
from civicsetu.settings import Settings
from civicsetu.stores.database import Database, retry_once
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.servers import check_given_graph
from civicsetu.stores.shared_vectors import FIX, RedisVectors, open_shared_vectors
from civicsetu.stores.turn_store import TurnStore
from civicsetu.telemetry import get_logger, request_context

if TYPE_CHECKING:
    from civicsetu.corpus.ingestion_result import IngestionResult

_CLOSE_S = 1.5
_FALL_BACK_S = 2.0
"""Seconds before its deadline at which a turn gives up on its writer, and shows what was composed."""
_HEALTH_S = 2.0
_NO_SPACE = "Free some space on the disk of the database: answers are given, and not stored."
_ANSWERING_IS_OFF = "Questions are not answered here at present; the law can still be read and searched."
Begin = Callable[[], Awaitable[None]]
T = TypeVar("T")
Models = tuple[Embedder, Reranker | None]


class AnsweringService:
    """Service that answers questions (`answer`) and serves the other requests of the fronts."""

    def __init__(self, settings: Settings, database: Database, law: LawStore, registry: Registry) -> None:
        self.settings = settings
        self.registry = registry
        self._database = database
        self._law = law
        self._turns = TurnStore(database)
        self._admission = Admission(settings.admission)
        self._graph = GraphConnection(settings, law)
        self.lookup = LawLookup(law, registry, self._read_index, self._graph.get_graph, self._search_in_turn)
        self._shared: RedisVectors | None = None
        self._writer: ChatModels | None = None
        self._warming: asyncio.Task[None] | None = None
        self._retriever: Retriever
        self._workflow: Workflow
        self._vectors: SentenceVectors
        self._hashes: AnswerHash

    @classmethod
    async def open(
        cls,
        settings: Settings,
        models: Models | None = None,
        instead: Substitutes = Substitutes(),
        writer: ChatModels | None = None,
    ) -> AnsweringService:
        """Connect the stores, load the models unless they are given, compile the workflow.

        `writer` are chat models in place of those of the settings; they are shown our plain words alone, since
        what they are given may be written out.

        Raises:
            PostgresUnavailable: the database cannot be reached or started.
            WeightsUnavailable: the models are not prepared.
            SettingsError: an address given in the settings is none, or a chat model is unknown.
        """
        check_given_graph(settings)
        database = await Database.open(settings)
        service = cls(settings, database, LawStore(database), get_registry())
        try:
            embedder, reranker = models or await open_models(settings)
            service._hashes = await asyncio.to_thread(AnswerHash, settings)
            service._shared = open_shared_vectors(settings)
            service._retriever = await Retriever.open(
                settings,
                database,
                service._law,
                embedder,
                reranker,
                service._graph.get_graph,
                service._shared,
                instead,
            )
            service._vectors = SentenceVectors(embedder, settings.answering.sentence_cache)
            statements = StatementLibrary(
                with_shipped_vectors(embedder),
                load_statement_whitening(embedder.profile),
                late=await asyncio.to_thread(load_late_interaction, embedder.profile.name),
                tokens=embedder if isinstance(embedder, EmbedsTokens) else None,
            )
            service._writer = writer or await asyncio.to_thread(open_chat_models, settings)
            service._workflow = Workflow(
                settings,
                service.registry,
                service._retriever,
                service._vectors,
                statements,
                service._write_node(
                    statements,
                    Answerability(settings.answerability, thresholds=instead.answerability),
                    official=OfficialWords.BESIDE if writer is None else OfficialWords.ALONE,
                ),
                instead,
            )
            await service._retriever.index()
        except CivicSetuError:
            await database.close()
            raise
        service._graph.start()
        return service

    def _write_node(
        self, statements: StatementLibrary, answerability: Answerability, *, official: OfficialWords
    ) -> WriteNode | None:
        """What writes answers; None where no chat model is configured. `official`: where it is shown official words."""
        if self._writer is None:
            return None
        texts = TextSearch(self._retriever, self.registry, self.settings.retrieval)
        search = WideSearch(texts, answerability)
        opinion = ModelOpinion(self._writer, self.settings.writer.opinion_s)
        writing = Writer(self._writer, self.settings.writer, opinion, official)
        self._warming = asyncio.create_task(asyncio.to_thread(warm_up))
        return WriteNode(writing, search, statements, SilenceLibrary(statements), self.registry)

    async def close(self) -> None:
        """Close every connection; the servers go on. One that hangs is not waited for."""
        parts = (self._graph, self._shared, self._database, self._writer)
        open_parts = [part for part in parts if part is not None]
        closing = [asyncio.create_task(part.close()) for part in open_parts]
        _, hanging = await asyncio.wait(closing, timeout=_CLOSE_S)
        for task in hanging:
            task.cancel()
        if hanging:
            get_logger(__name__).warning("close_timed_out", parts=len(hanging))

    @property
    def database(self) -> Database:
        return self._database

    async def answer(self, question: Question, begin: Begin | None = None) -> AsyncGenerator[Event, None]:
        """Yield stages, then verified sentences, then the final answer; recorded before `Final` is yielded.

        A question waits for its turn first; every deadline counts from there, and `begin` is awaited then,
        before anything of the session is read. Who reads the events closes the generator, so that a
        question nobody waits for gives its turn back at once. An answer that could not be recorded is
        given all the same, and says so.

        Raises:
            NotAllowed: answering is switched off.
            InputError: nothing to read, or too long, or no such role.
            AdmissionRefused: too many wait, or this person asks too much.
            SearchIncomplete: nothing was found, and not everything was searched.
            ModelTimeout: the question outran its deadline, with what is read of the conversation before it.
            PostgresUnavailable: the law cannot be read.
        """
        if not self.settings.answering.enabled:
            raise NotAllowed("answering.enabled", user_message=_ANSWERING_IS_OFF)
        text = self._readable(question.text)
        get_role(question.role)
        came, final = time.perf_counter(), None
        with self._admission.enter(question.person) as ticket:
            async for place in ticket.places():
                yield Stage(name="queue", text=f"Your question is in the queue: number {place}.")
            waited_ms = round((time.perf_counter() - came) * 1000, 1)
            if begin is not None:
                await begin()
            async with aclosing(self._answered(question, text, waited_ms)) as events:
                async for event in events:
                    if isinstance(event, Final):
                        final = event
                    else:
                        yield event
        if final is not None:
            yield final

    async def _answered(self, question: Question, text: str, waited_ms: float) -> AsyncGenerator[Event, None]:
        """The events of a question whose turn has come; raises as `answer`."""
        turn_id = question.turn_id or uuid.uuid4()
        with request_context(turn_id=str(turn_id)):
            started = time.perf_counter()
            get_logger(__name__).info("answering_started", waited_ms=waited_ms)
            deadline = asyncio.get_running_loop().time() + self.settings.answering.deadline_s
            state: TurnState = {
                "question": question,
                "text": text,
                "write_until": deadline - _FALL_BACK_S,
                "spending": TurnSpending(),
            }
            async with _within(deadline):
                most = ANSWERING.history_turns
                history = await retry_once(lambda: self._turns.read_history(question.session, limit=most))
                await retry_once(self._retriever.index)
            earlier = _before([turn.answer for turn in history], question.instead_of)
            state["earlier"] = recent_turns(earlier)
            streamed = self._workflow.compiled.astream(state, stream_mode=["custom", "values"])
            async with aclosing(streamed) as parts:
                while (told := await _next_within(deadline, parts)) is not None:
                    mode, part = told
                    if mode == "custom":
                        yield part
                    else:
                        state = part
            number = (history[-1].answer.turn if history else 0) + 1
            answer = assemble_answer(turn_id, number, state, started, self.registry, self._hashes)
            judged = self._judge(answer, question, state)
            trace = Trace(tuple(state["turns"]), state.get("found"), state.get("drafts"), judged)
            yield Final(answer=await self._recorded(answer, question, state, judged), trace=trace)

    def _judge(self, answer: Answer, question: Question, state: TurnState) -> tuple[Judgment, ...]:
        """What is judged of an answer whose sentences have all been told: each one a model wrote, then the whole.

        Never raises: the answer is recorded and finished whatever a rule does.
        """
        library, law = self._workflow.statements, state["index"]

        def judge_whole() -> list[Judgment]:
            said, doubts = library.ids_by_words(law), library.doubts(law)
            today = datetime.now(UTC).date()
            return validate_turn(read_turn(answer, state, said, doubts, get_role(question.role), today))

        drafts = state.get("drafts")
        written = judge_by(judge_written.__name__, lambda: judge_written(answer, drafts)) if drafts else []
        return (*written, *judge_by(read_turn.__name__, judge_whole))

    async def _recorded(
        self, answer: Answer, question: Question, state: TurnState, judged: Sequence[Judgment]
    ) -> Answer:
        """The answer, once it is recorded where it is to be; with a note where it could not be."""
        if not question.kept:
            return answer
        try:
            await retry_once(lambda: self._record(answer, question, state, judged))
        except StoreError as error:
            get_logger(__name__).error("answer_persist_failed", error=type(error).__name__)
            note = Warning(kind="degraded", text=NOT_STORED)
            return answer.model_copy(update={"warnings": (*answer.warnings, note)})
        return answer

    async def _record(
        self, answer: Answer, question: Question, state: TurnState, judged: Sequence[Judgment]
    ) -> None:
        found = state.get("found")
        await self._turns.record(
            answer,
            session_id=question.session,
            thread_id=question.thread_id,
            standalone_question=state["understood"].standalone,
            plan={
                "told": list(answer.plan),
                "settings_hash": answer.settings_hash,
                "answer_hash": answer.answer_hash,
            },
            retrievers=[
                {
                    "retriever": retriever.name,
                    "found": retriever.found,
                    "latency_ms": retriever.latency_ms,
                    "degraded": retriever.degraded,
                }
                for retriever in (found.retrievers if found else [])
            ],
            contexts=[context.model_dump(mode="json") for context in answer.contexts],
            retriever_type=found.retriever_type if found else None,
            retrieval_ms=found.latency_ms if found else 0.0,
            judged=judged,
        )

    async def forget(self, session: str, *more: str) -> int:
        """Erase the turns of sessions; how many there were."""
        return await self._turns.erase_sessions([session, *more])

    async def last_answer(self, session: str) -> Answer | None:
        """Return the answer that stands last in a session; None before the first."""
        history = await self._turns.read_history(session, limit=1)
        return history[-1].answer if history else None

    async def read_provision(self, document: str, provision: str, edition: str | None = None) -> ProvisionView:
        """Return a provision's whole text for the panel; raises NotFound."""
        index = await self._retriever.index()
        return build_provision_view(index, self.registry.documents.get(document), document, provision, edition)

    async def read_section(self, document: str, provision: str) -> SectionSheet:
        """Return all that is held of a provision: text, statements, what it is tied to; raises NotFound."""
        view = await self.read_provision(document, provision)
        return build_section_sheet(view, await self.statement_index())

    def describe_writer(self) -> WriterView | None:
        """Return which model writes answers and who is sent what for it; None where none does."""
        return describe_writer(self.settings.writer)

    async def list_documents(self) -> list[DocumentView]:
        return list_documents(await self._retriever.index())

    async def search(
        self,
        question: str,
        jurisdiction: str | None = None,
        *,
        include_structure: bool = False,
        width: int | None = None,
        documents: Sequence[str] = (),
    ) -> Sequence[Context]:
        """Return evidence alone, in rank order, without composing an answer or recording anything.

        With `include_structure` every context is a `StructuredContext`: its offsets, path, level
        and page in each edition, and the section it is a part of, each section once. `width` is how many
        provisions are given; as many as an answer is made from unless told. `documents` are the keys of those
        searched; without any, those of the jurisdictions that are meant.
        """
        found, index = await self._found(question, jurisdiction, width, documents)
        contexts = contexts_of(found)
        return add_structure(contexts, index) if include_structure else list(contexts)

    async def _read_index(self) -> LawIndex:
        return await self._retriever.index()

    async def _search_in_turn(
        self, question: str, jurisdiction: str | None, width: int, person: str, documents: Sequence[str]
    ) -> Sequence[Context]:
        """Search once the person's turn has come, as a question does; raises as `answer`."""
        with self._admission.enter(person) as ticket:
            async for _ in ticket.places():
                pass
            async with _within(asyncio.get_running_loop().time() + self.settings.answering.deadline_s):
                return await self.search(question, jurisdiction, width=width, documents=documents)

    async def write_context(
        self,
        question: str,
        jurisdiction: str | None = None,
        options: ContextOptions = ContextOptions(),
        cited: Sequence[Citation] = (),
    ) -> LawContext:
        """Return the law found, written as one text of bounded length, without recording anything.

        A compressed one keeps the sentences nearest to the question, and whatever `cited` quotes.

        Raises:
            InputError: nothing to read, too long, or a budget with no room for a sentence.
        """
        question = self._readable(question)
        found, index = await self._found(question, jurisdiction)

        async def score(sentences: Sequence[str]) -> Sequence[float]:
            return await closeness(question, found.vector, sentences, self._vectors)

        spans = [(str(one.edition_id), one.start, one.end) for one in cited]
        return await self._retriever.write_context(found.evidence, index, options, score, spans)

    async def ingest(self, keys: Sequence[str], progress: Progress) -> list[IngestionResult]:
        """Ingest our restatements of documents, by key; what is held already is not touched.

        The next question is answered from the law as it is then.

        Raises:
            UnknownDocument: a key is not in the registry.
            StoreError, CorpusError: a document could not be ingested.
        """
        from civicsetu.corpus.setup import ingest_starters

        return await ingest_starters(self.settings, progress, self.registry.select_keys(keys))

    def _readable(self, text: str) -> str:
        """A question as it is read, searched and stored: cleaned, personal data masked."""
        return mask(clean_text(text, self.settings.answering.max_question_chars))

    async def _found(
        self, question: str, jurisdiction: str | None, width: int | None = None, documents: Sequence[str] = ()
    ) -> tuple[Retrieved, LawIndex]:
        """The evidence for a question that stands alone, and the law it is read from."""
        text, settings = self._readable(question), self.settings.retrieval
        index = await self._retriever.index()
        correct = await self._retriever.speller()
        understood = read_question(text, ReadingContext(index, self.registry, jurisdiction, correct=correct))
        parts = understood.each[: self.settings.answering.max_parts]
        plans = [self._retriever.plan(part) for part in parts]
        if documents:
            plans = [one.limited_to(documents) for one in plans]
        found = await self._retriever.retrieve_parts(plans, width)
        most = settings.max_context if len(parts) == 1 else settings.parts_context
        return merge_parts(found, width or most), index

    async def statement_index(self) -> StatementIndex | None:
        """Return the index of the statements of the law held; None where they cannot be embedded."""
        return await self._workflow.statements.index(await self._retriever.index())

    async def silence_index(self) -> SilenceIndex | None:
        """Return the index of the points the law held does not settle; None where they cannot be embedded."""
        return await self._workflow.silences.index(await self._retriever.index())

    async def answer_hash(self) -> str:
        """Return the hash of everything that can change an answer given now; raises as `Retriever.index`."""
        return self._hashes.answer_hash((await self._retriever.index()).version)

    async def check_health(self) -> Health:
        """Check each part; never raises, and waits for no part longer than a moment."""
        self._graph.look_now()  # who asks again is told of what is so since
        postgres = await self._postgres_health()
        redis = await self._shared.look() if self._shared is not None else "unused"
        return Health(
            postgres=postgres,
            graph="ok" if self._graph.get_graph() is not None else "degraded",
            models="ok",
            redis=redis,
            fix=_NO_SPACE if postgres == "disk full" else FIX if redis == "degraded" else "",
        )

    async def _postgres_health(self) -> Literal["ok", "down", "disk full"]:
        """A database that hangs is down; the look itself is left to end by its own deadlines."""
        look = asyncio.create_task(self._look_at_postgres())
        done, _ = await asyncio.wait({look}, timeout=_HEALTH_S)
        return look.result() if done else "down"

    async def _look_at_postgres(self) -> Literal["ok", "down", "disk full"]:
        try:
            await self._law.corpus_version()
            return "disk full" if await self._database.is_disk_full() else "ok"
        except DiskFull:
            return "disk full"
        except StoreError:
            return "down"

    async def wait_for_graph(self, timeout_s: float) -> bool:
        """Wait for the graph at most so long; True when it answers."""
        return await self._graph.wait_until_ready(timeout_s)


@asynccontextmanager
async def _within(deadline: float) -> AsyncIterator[None]:
    """Do what is inside by `deadline`, a time of the event loop.

    Raises:
        ModelTimeout: it was not done by then.
    """
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError as error:
        raise ModelTimeout("the question outran its deadline") from error


async def _next_within(deadline: float, parts: AsyncIterator[T]) -> T | None:
    """The next part of a stream, None after the last; raises as `_within`.

    A deadline that spans the parts would pass while whoever reads shows one, and cancel that instead.
    """
    async with _within(deadline):
        return await anext(parts, None)


async def open_models(settings: Settings) -> Models:
    """Load both models side by side; raises WeightsUnavailable where they are not prepared."""
    from civicsetu.models.embedder import open_embedder
    from civicsetu.models.reranker import open_reranker

    return await asyncio.gather(
        asyncio.to_thread(open_embedder, settings), asyncio.to_thread(open_reranker, settings)
    )


def _before(earlier: list[Answer], turn: uuid.UUID | None) -> list[Answer]:
    """The turns that stood before that one; all, where none is told or it is not among them."""
    at = next((at for at, one in enumerate(earlier) if one.id == str(turn)), len(earlier))
    return earlier[:at]

"""An installation made before names changed keeps its conversations and its law, and comes up by itself.

The tables are taken back to the revision before the new names; what is in them then is in the old ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast
from uuid import UUID

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, create_engine, text

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.question_index.indexed_texts import parse_indexed_texts
from civicsetu.corpus.read import parse_starter
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.setup import prepare
from civicsetu.law.answers import Answer
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.question_index import (
    ExpectedQuestionRetriever,
    KeyphraseRetriever,
    open_question_index_store,
)
from civicsetu.settings import Settings
from civicsetu.stores import migrate as migrating
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.servers import postgres_url
from civicsetu.stores.turn_store import TurnStore
from tests.corpus.laws import MEADOW_EXPECTED_QUESTIONS, MEADOW_KEYPHRASES
from tests.corpus.test_ingest import KEY, PLAIN, SPEC, Vectors
from tests.holding import quiet
from tests.stores.own_servers import embedded_postgres
from tests.stores.test_turn_store import an_answer
from tests.web.test_conversations import ANNA, acting, conversation, feedback

pytestmark = pytest.mark.usefixtures("chainlit_server")

TEXTS = parse_indexed_texts(KEY, MEADOW_KEYPHRASES, MEADOW_EXPECTED_QUESTIONS)
TINY = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
CONTEXTS = [{"document": KEY, "provision": "2(1)", "found_by": ["headwords", "vector", "situations"]}]
REPORTS = [{"name": "headwords", "found": 3}, {"name": "situations", "found": 2}]
QUESTION = "Must I mow?"


class NoModel(Vectors):
    """Nothing is embedded a second time: whoever tries fails the test."""

    async def embed_passages(self, passages: Any, on_progress: Any = None) -> Any:
        raise AssertionError(f"embedded again: {passages}")


@pytest.fixture(scope="module")
def own() -> Iterator[Settings]:
    with embedded_postgres() as settings:
        yield settings


async def test_it_keeps_conversations_thumbs_history_and_keyphrases(
    own: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, answer = await made_before(own)
    monkeypatch.setattr("civicsetu.models.prepare.prepare", lambda settings, progress: None)

    prepare(own, quiet)

    database = await Database.open(own)
    try:
        await conversation_is_there(database, thread, answer)
        await recorded_turn_is_there(database, answer)
        assert (await ingestion(database, NoModel()).ingest(parse_starter(SPEC, PLAIN), quiet)).chunks == 0
        await law_is_found(database)
    finally:
        await database.close()


async def made_before(settings: Settings) -> tuple[str, Answer]:
    """A conversation with a thumb, its recorded answer and a law with its keyphrases, all in the old names."""
    from civicsetu.web.chat.data_layer import ConversationStore

    database = await Database.open(settings)
    await ingestion(database, Vectors()).ingest(parse_starter(SPEC, PLAIN), quiet)
    store = ConversationStore(lambda: database)
    thread, run, message = await conversation(store)
    with acting(ANNA):
        await store.upsert_feedback(feedback(run, comment="It helped."))
    answer = an_answer(question=QUESTION, id=message)
    await database.close()
    engine = create_engine(postgres_url(settings, "psycopg"))
    with engine.begin() as connection:
        take_back(connection)
        write_turn(connection, answer, thread)
    holds_old_names(engine)
    engine.dispose()
    return thread, answer


def ingestion(database: Database, vectors: Vectors) -> Ingestion:
    def embedder() -> Any:
        return vectors

    return Ingestion(
        database, LawStore(database), cast(Any, embedder), TINY, None, Registry({KEY: SPEC}, {}), 10**9,
        keyphrases=lambda key: TEXTS if key == KEY else None,
    )  # fmt: skip


def take_back(connection: Connection) -> None:
    from alembic import command

    config = migrating._config()
    config.attributes["connection"] = connection
    command.downgrade(config, "0006")


def write_turn(connection: Connection, answer: Answer, thread: str) -> None:
    """A turn and its log in the columns that there were, with the names of retrievers that there were."""
    given = {"turn": answer.id, "thread": thread, "answer": answer.model_dump_json()}
    connection.execute(
        text(
            "insert into turns (turn_id, session_id, thread_id, turn, question, standalone_question, kind, answer,"
            " settings_hash, latency_ms) values (:turn, 'anna', :thread, 1, 'Must I mow?', 'Must I mow?', 'answer',"
            " cast(:answer as jsonb), 'abc', 1)"
        ),
        given,
    )
    connection.execute(
        text(
            "insert into retrieval_log (turn_id, query, plan, legs, contexts, latency_ms) values"
            " (:turn, 'Must I mow?', '{}', cast(:legs as jsonb), cast(:contexts as jsonb), 1)"
        ),
        {"turn": answer.id, "legs": json.dumps(REPORTS), "contexts": json.dumps(CONTEXTS)},
    )


def holds_old_names(engine: Engine) -> None:
    with engine.connect() as connection:
        forms = connection.execute(text("select distinct form from headwords order by form")).scalars()
        assert list(forms) == ["phrases", "situation"]
        assert connection.scalar(text("select version_num from alembic_version")) == "0006"


async def conversation_is_there(database: Database, thread: str, answer: Answer) -> None:
    from civicsetu.web.chat.data_layer import ConversationStore

    with acting(ANNA):
        kept = await ConversationStore(lambda: database).get_thread(thread)
    assert kept is not None
    [shown] = [one for one in kept["steps"] if one["type"] == "assistant_message"]
    assert shown["id"] == answer.id and str(shown["output"]).startswith("Answer.")
    given = shown["feedback"]
    assert given is not None and (given["value"], given["comment"]) == (1, "It helped.")
    assert kept["elements"] and kept["elements"][0]["forId"] == answer.id


async def recorded_turn_is_there(database: Database, answer: Answer) -> None:
    turn = await TurnStore(database).get_turn(UUID(answer.id))
    assert turn is not None and turn.answer == answer
    assert [one.answer.id for one in await TurnStore(database).read_history("anna")] == [answer.id]
    async with database.connect() as connection:
        [log] = (await connection.execute(text("select * from retrieval_log"))).all()
    assert [one["name"] for one in log.retrievers] == ["keyphrases", "expected_questions"]
    assert log.contexts[0]["found_by"] == ["keyphrases", "vector", "expected_questions"]
    assert (log.retriever_type, log.top_k, log.original_query) == ("semantic", 1, QUESTION)
    assert (log.retrieved_ids, log.retrieved_documents) == ([f"{KEY} 2(1)"], [KEY])


async def law_is_found(database: Database) -> None:
    """By the vectors that were there: along the axis of a text's length (`Vectors`), questions the other way."""
    store = await open_question_index_store(database, LangChainEmbeddings(cast(Any, Vectors())), "embedding")
    phrase = "name of the meadow law"
    asked = TEXTS.expected_questions["2(1)"][1]
    for kind, length, sign, path in (
        (KeyphraseRetriever, len(f"Short title: {phrase}"), 1.0, "1"),
        (ExpectedQuestionRetriever, len(asked), -1.0, "2(1)"),
    ):
        vector = np.zeros(384, np.float32)
        vector[length % 384] = sign
        retriever = kind(
            plan=RetrievalPlan(query="q", documents=(KEY,)), deadline_s=10, store=store, database=database,
            vector=vector.tolist(), depth=3,
        )  # fmt: skip
        found = await retriever.search("q")
        async with database.connect() as connection:
            first = await connection.scalar(
                text("select path from provisions where provision_id = :id"), {"id": UUID(found[0].unit_id)}
            )
        assert first == path and found[0].scores

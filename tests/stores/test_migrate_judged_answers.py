"""Turns recorded before there were types and ids of what was retrieved get what follows from them, and keep all else."""

from __future__ import annotations

import json

from sqlalchemy import Engine, create_engine, inspect, text

from civicsetu.stores.migrate import migrate
from tests.stores.revisions import head_revision
from tests.stores.test_migrate import _step
from tests.stores.test_turn_store import an_answer

HYBRID = [
    {"document": "act", "provision": "18(1)", "score": 0.9, "found_by": ["exact"]},
    {"document": "rules", "provision": "3", "score": 0.4, "found_by": ["vector", "graph"]},
]
BY_WORDS = [{"document": "act", "provision": "4", "score": None, "found_by": ["fulltext", "graph"]}]
BY_MEANING = [{"document": "act", "provision": "4", "score": 0.1, "found_by": ["expected_questions"]}]
LOGS = {"hybrid": HYBRID, "keyword": BY_WORDS, "semantic": BY_MEANING, None: []}


def record_before(engine: Engine) -> dict[str, str | None]:
    """Turns in the columns there were, one of each kind of log; the type each should get, by turn."""
    wanted: dict[str, str | None] = {}
    with engine.begin() as connection:
        for kind, contexts in LOGS.items():
            answer = an_answer(question="Must I mow?")
            given = {"turn": answer.id, "answer": answer.model_dump_json(), "contexts": json.dumps(contexts)}
            connection.execute(
                text(
                    "insert into turns (turn_id, session_id, turn, question, standalone_question, kind, answer,"
                    " settings_hash, latency_ms, created_at) values (:turn, 'anna', 1, 'Must I mow?', 'Must a meadow"
                    " be mown?', 'answer', cast(:answer as jsonb), 'abc', 1, '2026-01-01')"
                ),
                given,
            )
            connection.execute(
                text(
                    "insert into retrieval_log (turn_id, query, plan, retrievers, contexts, latency_ms) values"
                    " (:turn, 'Must a meadow be mown?', '{}', '[]', cast(:contexts as jsonb), 1)"
                ),
                given,
            )
            connection.execute(
                text(
                    "insert into citations (turn_id, sentence_index, span_start, span_end, support, document,"
                    " provision, edition_id, chunk_id, quote_start, quote_end, correctness) values (:turn, 0, 0, 5,"
                    " 'verbatim', 'act', '18(1)', gen_random_uuid(), gen_random_uuid(), 0, 5, true)"
                ),
                given,
            )
            wanted[answer.id] = kind
    return wanted


def test_turns_recorded_before_get_what_follows_from_them(empty: str) -> None:
    migrate(empty)
    engine = create_engine(empty)
    _step(engine, "downgrade", "0008")
    wanted = record_before(engine)

    assert migrate(empty) == head_revision()
    assert migrate(empty) == head_revision(), "a second time"

    with engine.connect() as connection:
        logs = {str(row.turn_id): row for row in connection.execute(text("select * from retrieval_log"))}
        cited = connection.execute(text("select correctness, note, created_at from citations")).all()
    assert {turn: row.retriever_type for turn, row in logs.items()} == wanted
    of_kind = {kind: logs[turn] for turn, kind in wanted.items()}
    hybrid = of_kind["hybrid"]
    assert (hybrid.query, hybrid.original_query) == ("Must a meadow be mown?", "Must I mow?")
    assert (hybrid.top_k, hybrid.retrieved_ids) == (2, ["act 18(1)", "rules 3"])
    assert (hybrid.retrieved_documents, hybrid.retrieved_scores) == (["act", "rules"], [0.9, 0.4])
    assert of_kind["keyword"].retrieved_scores == [0.0]
    assert (of_kind[None].top_k, of_kind[None].retrieved_ids) == (0, [])
    assert all(row.correctness and row.note is None and row.created_at.year == 2026 for row in cited)
    engine.dispose()


def test_the_step_back_keeps_turns_and_verdicts(empty: str) -> None:
    migrate(empty)
    engine = create_engine(empty)
    _step(engine, "downgrade", "0008")
    turns = record_before(engine)
    migrate(empty)
    _step(engine, "downgrade", "0008")
    with engine.connect() as connection:
        assert connection.scalar(text("select count(*) from turns")) == len(turns)
        assert connection.scalar(text("select bool_and(correctness) from citations"))
        assert "note" not in {one["name"] for one in inspect(connection).get_columns("citations")}
        assert "evaluation_runs" not in inspect(connection).get_table_names()
    migrate(empty)
    engine.dispose()

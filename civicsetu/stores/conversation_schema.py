"""The tables of conversations: Chainlit's own five, and ours beside them.

`turns` are questions and their answers, with `retrieval_log`, `citations` and `judgments`. A turn's id is
the id of the message that shows it, so feedback on a message finds its contexts and settings
by one join. `retrieval_log` has a row for each turn, whether anything was searched or not: the question as
it was asked and as it was searched, and the first provisions, their documents and their scores in rank
order. `citations.correctness` and `note` are what a reader said of a citation last (`review_store`).
"""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, UUID

from civicsetu.stores.schema_base import metadata, now

# Chainlit's own tables: names and columns are its, not ours.
users = Table(
    "users",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("identifier", Text, nullable=False, unique=True),
    Column("metadata", JSONB, nullable=False),
    Column("createdAt", Text),
)

threads = Table(
    "threads",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("createdAt", Text),
    Column("name", Text),
    Column("userId", UUID(as_uuid=True), ForeignKey("users.id", ondelete="CASCADE")),
    Column("userIdentifier", Text),
    Column("tags", ARRAY(Text)),
    Column("metadata", JSONB),
    Index("threads_user", "userId"),
)

steps = Table(
    "steps",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("name", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("threadId", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    Column("parentId", UUID(as_uuid=True)),
    Column("command", Text),
    Column("modes", JSONB),
    Column("streaming", Boolean, nullable=False, server_default=text("false")),
    Column("waitForAnswer", Boolean),
    Column("isError", Boolean),
    Column("metadata", JSONB),
    Column("tags", ARRAY(Text)),
    Column("input", Text),
    Column("output", Text),
    Column("createdAt", Text),
    Column("start", Text),
    Column("end", Text),
    Column("generation", JSONB),
    Column("showInput", Text),
    Column("defaultOpen", Boolean),
    Column("autoCollapse", Boolean),
    Column("language", Text),
    Column("icon", Text),
    Column("indent", Integer),
    Index("steps_thread", "threadId"),
)

elements = Table(
    "elements",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("threadId", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE")),
    Column("type", Text),
    Column("url", Text),
    Column("path", Text),
    Column("chainlitKey", Text),
    Column("name", Text, nullable=False),
    Column("display", Text),
    Column("objectKey", Text),
    Column("size", Text),
    Column("page", Integer),
    Column("language", Text),
    Column("forId", UUID(as_uuid=True)),
    Column("mime", Text),
    Column("props", JSONB),
    Column("autoPlay", Boolean),
    Column("playerConfig", JSONB),
    Index("elements_thread", "threadId"),
)

feedbacks = Table(
    "feedbacks",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("forId", UUID(as_uuid=True), nullable=False, unique=True),
    Column("threadId", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    Column("value", Integer, nullable=False),
    Column("comment", Text),
    Index("feedbacks_thread", "threadId"),
)

# Ours, beside a thumb: why, at which sentence, and on what evidence the answer stood.
feedback_details = Table(
    "feedback_details",
    metadata,
    Column("feedback_id", UUID(as_uuid=True), ForeignKey("feedbacks.id", ondelete="CASCADE"), primary_key=True),
    Column("turn_id", UUID(as_uuid=True), ForeignKey("turns.turn_id", ondelete="CASCADE")),
    Column("reasons", ARRAY(Text), nullable=False, server_default="{}"),
    Column("sentence_index", Integer),
    Column("evidence_json", JSONB, nullable=False, server_default="{}"),
    Column("answer_hash", Text, nullable=False, server_default=""),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Index("feedback_details_turn", "turn_id"),
    Index("feedback_details_reasons", "reasons", postgresql_using="gin"),
)

# Ours. `thread_id` is null for questions asked outside the page (command line).
turns = Table(
    "turns",
    metadata,
    Column("turn_id", UUID(as_uuid=True), primary_key=True),
    Column("session_id", Text, nullable=False),
    Column("thread_id", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE")),
    Column("turn", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("standalone_question", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("answer", JSONB, nullable=False),
    Column("settings_hash", Text, nullable=False),
    Column("first_token_ms", Float),
    Column("latency_ms", Float, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Index("turns_session", "session_id", "turn"),
    Index("turns_thread", "thread_id"),
    Index("turns_created", "created_at"),
    Index("turns_answer", "answer", postgresql_using="gin", postgresql_ops={"answer": "jsonb_path_ops"}),
)

retrieval_log = Table(
    "retrieval_log",
    metadata,
    Column("ret_id", BigInteger, primary_key=True, autoincrement=True),
    Column("turn_id", UUID(as_uuid=True), ForeignKey("turns.turn_id", ondelete="CASCADE"), nullable=False),
    Column("query", Text, nullable=False),
    Column("plan", JSONB, nullable=False),
    Column("retrievers", JSONB, nullable=False),
    Column("contexts", JSONB, nullable=False),
    Column("latency_ms", Float, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("original_query", Text, nullable=False, server_default=""),
    Column("retriever_type", Text),
    Column("top_k", Integer, nullable=False, server_default="0"),
    Column("retrieved_ids", ARRAY(Text), nullable=False, server_default="{}"),
    Column("retrieved_documents", ARRAY(Text), nullable=False, server_default="{}"),
    Column("retrieved_scores", ARRAY(Float), nullable=False, server_default="{}"),
    CheckConstraint("retriever_type in ('semantic', 'keyword', 'hybrid')", name="retrieval_log_type"),
    Index("retrieval_log_turn", "turn_id"),
    Index("retrieval_log_ids", "retrieved_ids", postgresql_using="gin"),
    Index("retrieval_log_documents", "retrieved_documents", postgresql_using="gin"),
)

citations = Table(
    "citations",
    metadata,
    Column("citation_id", BigInteger, primary_key=True, autoincrement=True),
    Column("turn_id", UUID(as_uuid=True), ForeignKey("turns.turn_id", ondelete="CASCADE"), nullable=False),
    Column("sentence_index", Integer, nullable=False),
    Column("span_start", Integer, nullable=False),
    Column("span_end", Integer, nullable=False),
    Column("support", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("provision", Text, nullable=False),
    Column("edition_id", UUID(as_uuid=True), nullable=False),
    Column("chunk_id", UUID(as_uuid=True), nullable=False),
    Column("quote_start", Integer, nullable=False),
    Column("quote_end", Integer, nullable=False),
    Column("correctness", Boolean),
    Column("note", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Index("citations_turn", "turn_id"),
    Index("citations_document", "document"),
    Index("citations_correctness", "correctness", postgresql_where=text("correctness is not null")),
)

judgments = Table(
    "judgments",
    metadata,
    Column("judgment_id", BigInteger, primary_key=True, autoincrement=True),
    Column("turn_id", UUID(as_uuid=True), ForeignKey("turns.turn_id", ondelete="CASCADE"), nullable=False),
    Column("criterion", Text, nullable=False),
    Column("judge", Text, nullable=False),
    Column("sentence_index", Integer),
    Column("passed", Boolean, nullable=False),
    Column("score", Float, nullable=False),
    Column("evidence_json", JSONB, nullable=False, server_default="{}"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Index("judgments_turn", "turn_id"),
    Index("judgments_criterion", "criterion", "passed"),
    Index("judgments_judge", "judge"),
)

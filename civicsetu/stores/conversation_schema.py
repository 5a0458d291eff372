"""The tables of conversations: Chainlit's own five, and ours beside them.

`turns` are questions and their answers, with `retrieval_log` and `citations`. A turn's id is
the id of the message that shows it, so feedback on a message finds its contexts and settings
by one join.
"""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
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
    Index("retrieval_log_turn", "turn_id"),
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
    Index("citations_turn", "turn_id"),
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
)

"""The settings there are: name, default, bounds and description of each, in groups."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from civicsetu.settings.api import ApiSettings
from civicsetu.settings.group import SettingsGroup as _Group
from civicsetu.settings.operator import OperatorSettings
from civicsetu.settings.planner import PlannerSettings
from civicsetu.settings.renamed import PREFIX, drop_old_names
from civicsetu.settings.writer import WriterSettings

ENCODING = "utf-8-sig"  # some editors put a mark before the first name

_CHANGES_WRITING = {
    "writing", "fast", "windows", "reply_tokens", "context_tokens", "require_hard_citations", "strict_extractive",
    "enable_claims", "low_confidence_behavior", "coverage_least",
}  # fmt: skip
"""Settings of the chat models that can change an answer; none does while no model is set."""

FormatName = Literal["plain", "markdown", "xml", "json"]


class ModelSettings(_Group):
    """Models that run, and limits on their cost."""

    embedder: str = Field("e5-small-int8", description="Embedding profile; see models/profiles.py.")
    reranker: Literal["ms-marco-minilm-l12", "none"] = Field(
        "none", description="Cross-encoder (ms-marco-minilm-l12) that reads English evidence again before it is ordered."
    )
    threads: int = Field(2, ge=1, le=64, description="Processor threads one inference may use.")
    workers: int = Field(1, ge=1, le=16, description="Inferences that may run side by side.")
    embed_deadline_s: float = Field(10.0, gt=0, le=300, description="Deadline of one query embedding.")
    rerank_deadline_s: float = Field(10.0, gt=0, le=300, description="Deadline of one reranking.")
    embed_batch: int = Field(16, ge=1, le=512, description="Passages embedded at a time on ingest.")
    max_embed_chars: int = Field(
        4000, ge=200, le=20000, description="Characters of a passage that are embedded, before its prefix."
    )
    embed_api_base: str = Field(
        "", max_length=500, description="Address of the embedding provider; empty: the provider's own."
    )
    embed_api_key: SecretStr = Field(SecretStr(""), description="Key of the embedding provider.")


class RetrievalSettings(_Group):
    """Weights, depths and deadlines of retrieval."""

    weights: dict[str, Annotated[float, Field(ge=0, le=10)]] = Field(
        default_factory=dict,
        description="What the order of a retriever counts, by its name, in place of its own weight; 0: nothing.",
    )
    depths: dict[str, Annotated[int, Field(ge=1, le=500)]] = Field(
        default_factory=dict,
        description="How many rows a retriever asks for, by its name, in place of its own depth.",
    )
    graph_hops: int = Field(
        1, ge=1, le=2, description="References the graph follows one after the other from a provision found."
    )
    rerank_pool: int = Field(10, ge=0, le=40, description="Pairs the reranker may score; 0: it is not asked.")
    max_context: int = Field(7, ge=1, le=40, description="Provisions handed to the composer.")
    part_context: int = Field(
        4, ge=1, le=20, description="Provisions each part of a post with several questions is answered from."
    )
    parts_context: int = Field(
        16, ge=1, le=80, description="Provisions of all parts of a post with several questions together."
    )
    max_pinned: int = Field(2, ge=0, le=10, description="Provisions asked for by number that stay first.")
    max_joined: int = Field(
        3,
        ge=0,
        le=10,
        description="Rules that carry out a section named, or sections behind a rule, that are shown.",
    )
    retriever_deadline_s: float = Field(5.0, gt=0, le=60, description="Deadline of the searches in Postgres.")
    graph_deadline_s: float = Field(
        2.0, gt=0, le=60, description="Deadline of the graph, from when it is asked."
    )
    hnsw_rows: int = Field(
        20000, ge=1, description="Chunks from which an approximate index replaces the exact scan."
    )
    vector_index: Literal["hnsw", "ivfflat"] = Field(
        "hnsw",
        description="Which index that is; ivfflat is made faster and takes less memory, and misses more.",
    )


class AnswerabilitySettings(_Group):
    """Thresholds below which evidence is too weak to answer from; the model behind it is `classifier.yaml`."""

    min_confidence: float = Field(
        0.4, ge=0, le=1, description="Chance that the law held answers, below which nothing is stated."
    )
    intent_with_wording: float = Field(
        -3.3,
        ge=-8,
        le=0,
        description="Log chance of a wish to break the law, or of a guess asked for, that is enough where the wording shows it.",
    )
    wrongdoing_alone: float = Field(
        -0.1,
        ge=-8,
        le=0,
        description="The same of a wish to break the law where the wording does not show it.",
    )
    prediction_alone: float = Field(
        -0.2, ge=-8, le=0, description="The same of a guess asked for where the wording does not show it."
    )
    state_rule_score: float = Field(
        0.14,
        ge=-2,
        le=2,
        description="How much nearer than the Act other states' rules must come for a thing to be fixed by rules.",
    )
    min_known: float = Field(
        0.9, ge=0, le=1, description="Share of words the law must know where nothing is searched by meaning."
    )
    clarify_words: int = Field(
        3, ge=0, le=20, description="Words below which a question that finds nothing is asked back."
    )


class ContextSettings(_Group):
    """Limits and format of the law handed to a reader or a model."""

    format: FormatName = Field("plain", description="How a context is written: plain, markdown, xml or json.")
    max_tokens: int = Field(
        4000, ge=50, le=1_000_000, description="Length of a context in tokens of four characters."
    )
    sentences: int = Field(
        3, ge=1, le=50, description="Sentences kept of each provision of a compressed context."
    )
    families_of: int = Field(
        3, ge=1, le=40, description="Best provisions whose whole sections come along when asked for."
    )
    family_cap: int = Field(40, ge=1, le=500, description="Provisions of a context with whole sections.")


class AnsweringSettings(_Group):
    """Composition of an answer."""

    enabled: bool = Field(True, description="Answer questions; false: the law can be read and searched, and nothing is answered.")
    auto_retrieve: bool = Field(
        True, description="Search the law for a question; false: only a provision that it names by number is looked up."
    )
    max_sentences: int = Field(6, ge=1, le=30, description="Sentences of an extractive answer.")
    max_units: int = Field(4, ge=1, le=10, description="Provisions an extractive answer draws on.")
    sentence_cache: int = Field(4096, ge=64, le=100_000, description="Sentence vectors kept in memory.")
    part_sentences: int = Field(
        2, ge=1, le=30, description="The same for each part of a post with several questions."
    )
    max_parts: int = Field(
        12, ge=1, le=30, description="Questions of one post that are answered; what comes after them is told."
    )
    max_question_chars: int = Field(12000, ge=100, le=20000, description="Longest question accepted.")
    deadline_s: float = Field(30.0, gt=0, le=600, description="Deadline of one whole question.")


class AdmissionSettings(_Group):
    """Limits on the questions answered at once, and on those that wait for a turn."""

    running: int = Field(
        0, ge=0, le=64, description="Questions answered side by side; 0: as many as the machine has cores."
    )
    waiting: int = Field(
        120,
        ge=0,
        le=10_000,
        description="Questions that may wait for a turn; a core answers some two a second.",
    )
    per_person_running: int = Field(1, ge=1, le=64, description="Questions of one person answered at once.")
    per_person_waiting: int = Field(1, ge=0, le=64, description="Questions of one person that may wait.")
    per_person_rate: int = Field(
        30, ge=0, le=6000, description="Questions one person may ask in a minute; 0: any number."
    )


class CacheSettings(_Group):
    """Caches in memory, so that a question asked again costs little."""

    vectors: bool = Field(True, description="Keep the vectors of questions, in Redis too where one is given.")
    vectors_ttl_s: float = Field(3600.0, ge=1, le=86400, description="How long a question's vector is kept.")
    vectors_max: int = Field(1000, ge=1, le=100_000, description="Vectors kept in this process.")
    results: bool = Field(
        True,
        description="Keep what was found for a question, for the same words in other case or punctuation too.",
    )
    results_ttl_s: float = Field(900.0, ge=1, le=86400, description="How long what was found is kept.")
    results_max: int = Field(1000, ge=1, le=100_000, description="Results kept in this process.")


class WebSettings(_Group):
    """The page."""

    allowed_origins: list[str] = Field(
        default_factory=list, description="Further origins that may open the page's websocket."
    )
    allowed_hosts: list[str] = Field(
        default_factory=list,
        description="Further names this page is asked for by, as of a proxy in front; * for any, as is an "
        "empty list where HOST is every address.",
    )
    cookie_days: int = Field(365, ge=1, le=3650, description="How long a browser keeps its identity.")
    keep_conversations_days: int = Field(
        0, ge=0, le=36_500, description="Days after its last message that a conversation is erased; 0: never by itself."
    )
    source_url: str = Field(
        "",
        max_length=500,
        pattern=r"^(https://[^\s<>()\[\]]+)?$",
        description="Where the source of what is served can be had, with its changes; the AGPL asks a changed copy to offer it.",
    )
    secure_cookie: bool = Field(False, description="Send the identity cookie over HTTPS only.")
    largest_body: int = Field(
        1_000_000, ge=10_000, le=100_000_000, description="Bytes the body of one request may have."
    )
    head_deadline_s: float = Field(
        10.0, ge=0.2, le=300, description="Seconds a connection has to say what it wants."
    )
    body_deadline_s: float = Field(
        30.0, ge=0.2, le=3600, description="Seconds the body of one request may take to arrive."
    )
    connections: int = Field(
        1000, ge=20, le=50_000, description="Connections at one time, as far as open files allow."
    )
    connections_per_address: int = Field(
        0, ge=0, le=50_000, description="Connections from one address; 0: no limit, as behind a proxy."
    )
    sockets_per_browser: int = Field(
        20, ge=1, le=1000, description="Tabs in which one browser may have this page open."
    )
    graph_wait_s: float = Field(
        10.0, gt=0, le=120, description="Graph start-up beyond which it is declared absent."
    )


class CorpusSettings(_Group):
    """Settings of the official files: fetched from their addresses, and read."""

    fetch: bool = Field(
        True, description="Let `up` try the official addresses in the background once the page serves."
    )
    fetch_again_days: int = Field(
        30, ge=0, le=3650, description="Days until `up` tries them again; 0: never again by itself."
    )
    fetch_deadline_s: float = Field(60.0, gt=0, le=600, description="Deadline of one request for a file.")
    fetch_total_s: float = Field(
        300.0, gt=0, le=3600, description="Deadline of all requests for one document."
    )
    fetch_pause_s: float = Field(
        1.0, ge=0, le=60, description="Pause between two requests to one host, and before a second attempt."
    )
    read_deadline_s: float = Field(
        120.0,
        gt=0,
        le=3600,
        description="Deadline of reading one official file; of a scan, of recognising one of its pages.",
    )
    read_memory_mb: int = Field(
        2048, ge=64, le=65536, description="Memory that reading one official file may take."
    )
    ingest_deadline_s: float = Field(
        3600.0,
        ge=1,
        le=86_400,
        description="Deadline of one ingestion asked for over the API, from when its turn comes.",
    )
    user_agent: str = Field(
        "CivicSetu (reads the official texts of Indian real-estate law)",
        min_length=3,
        max_length=200,
        pattern=r"^[ -~]+$",
        description="How we name ourselves to the hosts we ask.",
    )


class Settings(BaseSettings):
    """All settings; build with `get_settings()`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        env_file=".env",
        env_file_encoding=ENCODING,
        extra="ignore",  # what else stands in a shared .env; names of ours are checked by `load_settings`
        frozen=True,
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    data_dir: Path = Field(Path("data"), description="Folder of the embedded stores, models and secrets.")
    host: str = Field("127.0.0.1", description="Address the page is served on.")
    port: int = Field(
        8000,
        ge=1,
        le=65535,
        description="Port of the page.",
        validation_alias=AliasChoices("CIVICSETU_PORT", "PORT"),
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="What is logged.")
    log_format: Literal["json", "console"] = Field("json", description="How a log line is written.")

    postgres_url: SecretStr = Field(SecretStr(""), description="Postgres with pgvector; empty: embedded.")
    neo4j_uri: str = Field("", description="Neo4j or Aura address; empty: embedded graph server.")
    neo4j_user: str = Field("neo4j", description="Neo4j user.")
    neo4j_password: SecretStr = Field(SecretStr(""), description="Neo4j password.")
    neo4j_database: str = Field("neo4j", description="Neo4j database.")
    redis_url: SecretStr = Field(
        SecretStr(""),
        description="Redis in which workers share the vectors of questions; empty: each its own.",
    )

    models: ModelSettings = Field(default_factory=ModelSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    answerability: AnswerabilitySettings = Field(default_factory=AnswerabilitySettings)
    planner: PlannerSettings = Field(default_factory=PlannerSettings)
    context: ContextSettings = Field(default_factory=ContextSettings)
    answering: AnsweringSettings = Field(default_factory=AnsweringSettings)
    admission: AdmissionSettings = Field(default_factory=AdmissionSettings)
    cache: CacheSettings = Field(default_factory=CacheSettings)
    web: WebSettings = Field(default_factory=WebSettings)
    operator: OperatorSettings = Field(default_factory=OperatorSettings)
    api: ApiSettings = Field(default_factory=ApiSettings)
    corpus: CorpusSettings = Field(default_factory=CorpusSettings)
    writer: WriterSettings = Field(default_factory=WriterSettings)

    @model_validator(mode="before")
    @classmethod
    def _without_old_names(cls, values: dict[str, object]) -> dict[str, object]:
        return drop_old_names(values)

    @property
    def data_path(self) -> Path:
        """The data folder, absolute."""
        return self.data_dir.expanduser().resolve()

    def settings_hash(self) -> str:
        """Return twelve hex digits naming the values that can change an answer."""
        told = {
            "models": self.models.model_dump(include={"embedder", "reranker", "max_embed_chars"}),
            "retrieval": self.retrieval.model_dump(),
            "answerability": self.answerability.model_dump(),
            "answering": self.answering.model_dump(exclude={"deadline_s", "enabled"}),
            "planner": self.planner.model_dump(),
            "cache": self.cache.model_dump(include={"results"}),
        }
        if self.writer.writing:
            told["writer"] = self.writer.model_dump(include=_CHANGES_WRITING)
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]

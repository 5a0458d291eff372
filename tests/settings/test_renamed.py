"""The settings of the version before, with every line of its example file set: taken, and named where renamed."""


from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from civicsetu.answering.doctor import examine
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.settings import Settings, load_settings
from civicsetu.settings.names import known_names
from civicsetu.settings.renamed import NEW_NAMES

BEFORE = """\
CIVICSETU_DATA_DIR=data
CIVICSETU_HOST=127.0.0.1
CIVICSETU_PORT=8000
CIVICSETU_LOG_LEVEL=INFO
CIVICSETU_LOG_FORMAT=json
CIVICSETU_POSTGRES_URL=
CIVICSETU_NEO4J_URI=
CIVICSETU_NEO4J_USER=neo4j
CIVICSETU_NEO4J_PASSWORD=
CIVICSETU_NEO4J_DATABASE=neo4j
CIVICSETU_REDIS_URL=
CIVICSETU_MODELS__EMBEDDER=e5-small-int8
CIVICSETU_MODELS__RERANKER=ms-marco-minilm-l12
CIVICSETU_MODELS__THREADS=2
CIVICSETU_MODELS__WORKERS=1
CIVICSETU_MODELS__EMBED_DEADLINE_S=10.0
CIVICSETU_MODELS__RERANK_DEADLINE_S=10.0
CIVICSETU_MODELS__EMBED_BATCH=16
CIVICSETU_MODELS__MAX_EMBED_CHARS=4000
CIVICSETU_MODELS__EMBED_API_BASE=
CIVICSETU_MODELS__EMBED_API_KEY=
CIVICSETU_RETRIEVAL__RRF_K=60
CIVICSETU_RETRIEVAL__EXACT_WEIGHT=1.5
CIVICSETU_RETRIEVAL__CONVERSATION_WEIGHT=0.5
CIVICSETU_RETRIEVAL__VECTOR_WEIGHT=1.0
CIVICSETU_RETRIEVAL__HEADWORDS_WEIGHT=1.0
CIVICSETU_RETRIEVAL__SITUATIONS_WEIGHT=2.0
CIVICSETU_RETRIEVAL__SITUATIONS_WEIGHT_OTHER_SCRIPT=1.0
CIVICSETU_RETRIEVAL__FULLTEXT_WEIGHT=1.0
CIVICSETU_RETRIEVAL__HEADWORDS_IN_FULLTEXT=True
CIVICSETU_RETRIEVAL__EDITIONS=both
CIVICSETU_RETRIEVAL__GLOSSARY=True
CIVICSETU_RETRIEVAL__SPELLING=True
CIVICSETU_RETRIEVAL__RELATIVE_SCORES=True
CIVICSETU_RETRIEVAL__SYMBOLS_FULLTEXT_SHARE=0.7
CIVICSETU_RETRIEVAL__GRAPH_WEIGHT=0.05
CIVICSETU_RETRIEVAL__GRAPH_WEIGHT_PENALTY=0.3
CIVICSETU_RETRIEVAL__VECTOR_DEPTH=100
CIVICSETU_RETRIEVAL__FULLTEXT_DEPTH=60
CIVICSETU_RETRIEVAL__HEADWORDS_DEPTH=100
CIVICSETU_RETRIEVAL__SITUATIONS_DEPTH=100
CIVICSETU_RETRIEVAL__GRAPH_DEPTH=20
CIVICSETU_RETRIEVAL__RERANK_POOL=10
CIVICSETU_RETRIEVAL__RERANK_POOL_LONG=10
CIVICSETU_RETRIEVAL__LONG_WORDS=15
CIVICSETU_RETRIEVAL__RERANK_WEIGHT=2.0
CIVICSETU_RETRIEVAL__SELECTIVE_RERANK=True
CIVICSETU_RETRIEVAL__MIN_SCORE_SHARE=0.1
CIVICSETU_RETRIEVAL__SCORE_GAP=0.6
CIVICSETU_RETRIEVAL__RERANK_WORDS=120
CIVICSETU_RETRIEVAL__MAX_CONTEXT=7
CIVICSETU_RETRIEVAL__MAX_PINNED=2
CIVICSETU_RETRIEVAL__LEG_DEADLINE_S=5.0
CIVICSETU_RETRIEVAL__GRAPH_DEADLINE_S=2.0
CIVICSETU_RETRIEVAL__ACT_FIRST_MARGIN=0.2
CIVICSETU_RETRIEVAL__HNSW_ROWS=20000
CIVICSETU_GATE__MIN_CONFIDENCE=0.65
CIVICSETU_GATE__ELSEWHERE_MARGIN=0.1
CIVICSETU_GATE__FIXED_BY_RULES=0.14
CIVICSETU_GATE__MIN_KNOWN=0.9
CIVICSETU_GATE__CLARIFY_WORDS=3
CIVICSETU_CONTEXT__FORMAT=plain
CIVICSETU_CONTEXT__MAX_TOKENS=4000
CIVICSETU_CONTEXT__SENTENCES=3
CIVICSETU_CONTEXT__FAMILIES_OF=3
CIVICSETU_CONTEXT__FAMILY_CAP=40
CIVICSETU_ANSWERING__MAX_SENTENCES=6
CIVICSETU_ANSWERING__MAX_UNITS=4
CIVICSETU_ANSWERING__SENTENCE_CACHE=4096
CIVICSETU_ANSWERING__MAX_QUESTION_CHARS=2000
CIVICSETU_ANSWERING__DEADLINE_S=30.0
CIVICSETU_ADMISSION__RUNNING=0
CIVICSETU_ADMISSION__WAITING=120
CIVICSETU_ADMISSION__PER_PERSON_RUNNING=1
CIVICSETU_ADMISSION__PER_PERSON_WAITING=1
CIVICSETU_ADMISSION__PER_PERSON_RATE=30
CIVICSETU_CACHE__VECTORS=True
CIVICSETU_CACHE__VECTORS_TTL_S=3600.0
CIVICSETU_CACHE__VECTORS_MAX=1000
CIVICSETU_CACHE__RESULTS=True
CIVICSETU_CACHE__RESULTS_TTL_S=900.0
CIVICSETU_CACHE__RESULTS_MAX=1000
CIVICSETU_WEB__ALLOWED_ORIGINS=[]
CIVICSETU_WEB__ALLOWED_HOSTS=[]
CIVICSETU_WEB__COOKIE_DAYS=365
CIVICSETU_WEB__SECURE_COOKIE=False
CIVICSETU_WEB__LARGEST_BODY=1000000
CIVICSETU_WEB__HEAD_DEADLINE_S=10.0
CIVICSETU_WEB__BODY_DEADLINE_S=30.0
CIVICSETU_WEB__CONNECTIONS=1000
CIVICSETU_WEB__CONNECTIONS_PER_ADDRESS=0
CIVICSETU_WEB__SOCKETS_PER_BROWSER=20
CIVICSETU_WEB__GRAPH_WAIT_S=10.0
CIVICSETU_CORPUS__FETCH=True
CIVICSETU_CORPUS__FETCH_AGAIN_DAYS=30
CIVICSETU_CORPUS__FETCH_DEADLINE_S=60.0
CIVICSETU_CORPUS__FETCH_TOTAL_S=300.0
CIVICSETU_CORPUS__FETCH_PAUSE_S=1.0
CIVICSETU_CORPUS__READ_DEADLINE_S=120.0
CIVICSETU_CORPUS__READ_MEMORY_MB=2048
CIVICSETU_CORPUS__USER_AGENT=CivicSetu (reads the official texts of Indian real-estate law)
"""
"""Every setting of the version before with its default."""

NAMES = [line.partition("=")[0] for line in BEFORE.splitlines()]
GIVEN = dict(line.split("=", 1) for line in BEFORE.splitlines())


def value_of(settings: Settings, name: str) -> object:
    value: object = settings
    for part in name.removeprefix("CIVICSETU_").lower().split("__"):
        value = value.get(part) if isinstance(value, Mapping) else getattr(value, part)
    return value


def other_than(text: str) -> str:
    """Another value within the same bounds."""
    if text in {"True", "False"}:
        return str(text == "False")
    if text.isdigit():
        return str(int(text) + 1)
    return str(float(text) / 2)


def test_every_line_of_it_is_accepted_and_doctor_names_the_old_ones() -> None:
    Path(".env").write_text(BEFORE)
    settings = load_settings()
    [finding] = [one for one in examine(settings) if one.part == "settings"]
    old = sorted(name for name in NAMES if name not in known_names())
    assert old, "names changed since"
    assert (finding.state, finding.what) == ("old names", ", ".join(old))
    for name in old:
        new = NEW_NAMES[name]
        assert f"{name} is now {new}" in finding.fix if new else f"{name} has no effect any more" in finding.fix


@pytest.mark.parametrize("old", [name for name in NAMES if NEW_NAMES.get(name)])
def test_a_value_under_an_old_name_is_used_and_a_new_name_wins(old: str) -> None:
    new = NEW_NAMES[old]
    other = other_than(GIVEN[old])
    Path(".env").write_text(f"{old}={other}\n")
    assert str(value_of(load_settings(), new)) == other
    Path(".env").write_text(f"{old}={other}\n{new}={GIVEN[old]}\n")
    assert str(value_of(load_settings(), new)) == GIVEN[old]


@pytest.mark.parametrize("old", [name for name in NAMES if NEW_NAMES.get(name)])
def test_a_default_that_was_written_down_is_the_default_of_today(old: str) -> None:
    """Who took the whole example file over did not choose its numbers."""
    Path(".env").write_text(f"{old}={GIVEN[old]}\n")
    given, new = load_settings(), NEW_NAMES[old]
    name = new.rpartition("__")[2].lower()
    rows = {spec.name: spec for spec in RETRIEVERS}
    today = (
        rows[name].weight if "__WEIGHTS__" in new
        else rows[name].depth if "__DEPTHS__" in new
        else value_of(Settings(_env_file=None), new)  # type: ignore[call-arg]
    )  # fmt: skip
    assert value_of(given, new) == today


def test_a_limit_of_the_model_before_is_not_that_of_the_new_one() -> None:
    Path(".env").write_text("CIVICSETU_GATE__MIN_CONFIDENCE=0.65\n")
    settings = load_settings()
    assert settings.answerability == Settings(_env_file=None).answerability  # type: ignore[call-arg]
    [finding] = [one for one in examine(settings) if one.part == "settings"]
    assert finding.what == "CIVICSETU_GATE__MIN_CONFIDENCE" and "do not fit the new model" in finding.fix
    assert finding.fix.count(". ") == 0 and "CIVICSETU_ANSWERABILITY__MIN_CONFIDENCE" in finding.fix


@pytest.mark.parametrize(
    "line",
    [
        "CIVICSETU_RETRIEVAL__CONVERSATION_WEIGHT=0.5",
        "CIVICSETU_RETRIEVAL__WEIGHTS__CONVERSATION=0.5",
        'CIVICSETU_RETRIEVAL__WEIGHTS={"conversation": 0.5}',
    ],
)
def test_the_weight_of_a_retriever_that_is_gone_has_no_effect(line: str) -> None:
    Path(".env").write_text(f"{line}\nCIVICSETU_RETRIEVAL__WEIGHTS__GRAPH=0.1\n")
    assert load_settings().retrieval.weights == {"graph": 0.1}


def test_a_new_name_is_one_of_today_and_an_old_one_is_not() -> None:
    known = known_names()
    assert not known & NEW_NAMES.keys()
    new = {name for name in NEW_NAMES.values() if name}
    in_mappings = {name for name in new - known if name.rpartition("__")[0] in known}
    assert new - in_mappings <= known

"""Settings: read once, overridden by the environment, bounded, and wrong ones named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from civicsetu.errors import SettingsError
from civicsetu.settings import get_settings, load_settings
from civicsetu.settings.names import NOT_SETTINGS, known_names


def test_there_is_one_settings_object() -> None:
    assert get_settings() is get_settings()


def test_the_defaults_need_nothing() -> None:
    settings = load_settings()
    assert settings.postgres_url.get_secret_value() == "" and settings.neo4j_uri == ""
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.redis_url.get_secret_value() == "" and settings.cache.results and settings.cache.vectors
    assert (settings.cache.results_ttl_s, settings.cache.vectors_ttl_s) == (900, 3600)
    assert (settings.cache.results_max, settings.cache.vectors_max) == (1000, 1000)
    assert settings.data_path == (Path.cwd() / "data").resolve()


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("CIVICSETU_RETRIEVAL__MAX_CONTEXT", "5", lambda s: s.retrieval.max_context == 5),
        ("CIVICSETU_RETRIEVAL__WEIGHTS__GRAPH", "0.2", lambda s: s.retrieval.weights == {"graph": 0.2}),
        ("CIVICSETU_CONTEXT__FORMAT", "xml", lambda s: s.context.format == "xml"),
        ("CIVICSETU_LOG_LEVEL", "ERROR", lambda s: s.log_level == "ERROR"),
        ("CIVICSETU_PORT", "9001", lambda s: s.port == 9001),
        ("PORT", "9002", lambda s: s.port == 9002),
        ("civicsetu_host", "0.0.0.0", lambda s: s.host == "0.0.0.0"),
        ("CIVICSETU_NEO4J_PASSWORD", "pw", lambda s: s.neo4j_password.get_secret_value() == "pw"),
        ("CIVICSETU_WEB__ALLOWED_ORIGINS", '["https://a.example"]', lambda s: s.web.allowed_origins == ["https://a.example"]),
        ("CIVICSETU_CORPUS__FETCH", "false", lambda s: s.corpus.fetch is False),
        ("CIVICSETU_CORPUS__FETCH_AGAIN_DAYS", "7", lambda s: s.corpus.fetch_again_days == 7),
        ("DATABASE_URL", "postgresql://x/y", lambda s: s.postgres_url.get_secret_value() == ""),
    ],
)  # fmt: skip
def test_the_environment_overrides(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: object
) -> None:
    monkeypatch.setenv(name, value)
    assert read(get_settings())  # type: ignore[operator]


def test_a_dotenv_file_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("CIVICSETU_LOG_LEVEL=ERROR\nCIVICSETU_HOST=0.0.0.0\nPORT=9003\n")
    monkeypatch.setenv("CIVICSETU_HOST", "127.0.0.2")
    settings = load_settings()
    assert (settings.log_level, settings.host, settings.port) == ("ERROR", "127.0.0.2", 9003)


def sentence(error: pytest.ExceptionInfo[SettingsError], ends: str = ".?") -> str:
    told = error.value.user_message
    assert "\n" not in told and told.endswith(tuple(ends)) and told[0].isupper() and len(told) < 250
    return told


UNKNOWN = [
    "CIVICSETU_RETREIVAL__MAX_CONTEXT",
    "CIVICSETU_NOPE",
    "CIVICSETU_RETRIEVAL__MAX",
    "CIVICSETU_PORT__X",
    "civicsetu_hots",
    "CIVICSETU_",
]


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_in_a_dotenv_file_is_one_clear_sentence(name: str) -> None:
    Path(".env").write_text(f"{name}=1\n")
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert f"There is no setting {name};" in sentence(told)


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_in_the_environment_is_the_same_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "s3cr3t")
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert f"There is no setting {name};" in sentence(told) and "s3cr3t" not in sentence(told)


def test_a_misspelt_name_is_told_with_the_one_that_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_RETREIVAL__MAX_CONTEXT", "5")
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert sentence(told, ends="?").endswith("did you mean CIVICSETU_RETRIEVAL__MAX_CONTEXT?")


def test_an_override_of_no_setting_is_refused() -> None:
    with pytest.raises(SettingsError, match="nope"):
        load_settings(nope=1)


@pytest.mark.parametrize("name", NOT_SETTINGS)
def test_what_steers_the_checks_of_a_checkout_is_let_through(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "1")
    Path(".env").write_text(f"{name}=1\n")
    assert load_settings() == load_settings()


def test_every_variable_of_ours_that_a_checkout_uses_is_a_setting_or_let_through() -> None:
    root = Path(__file__).parents[2]
    files = [root / "Makefile", root / ".ci" / "run", *(root / "tests").rglob("*.py")]
    read = re.compile(r"(?:environ\.get\(\"|environ\[\"|\$\(|\$\{|export )(CIVICSETU_\w+)")
    used = {name for file in files for name in read.findall(file.read_text("utf-8"))}
    assert {"CIVICSETU_REQUIRE_ALL", "CIVICSETU_CORPUS_DIR"} <= used
    assert used <= {*NOT_SETTINGS, *known_names()}, (
        "name it there, or the program refuses to start where it is set"
    )


def test_what_else_stands_in_a_shared_dotenv_file_is_nobodys_business_here() -> None:
    Path(".env").write_text("OTHER_APP=1\nDATABASE_URL=postgres://x\nCIVICSETU_HOST=127.0.0.3\n")
    assert load_settings().host == "127.0.0.3"


@pytest.mark.parametrize(
    "content",
    [
        b"CIVICSETU_NEO4J_PASSWORD=\xff\xfes3cr3t\n",
        "CIVICSETU_HOST=127.0.0.1\n".encode("utf-16"),
        bytes(range(256)),
    ],
)
def test_a_dotenv_file_that_is_no_text_is_one_sentence(content: bytes) -> None:
    Path(".env").write_bytes(content)
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert sentence(told) == "The file .env is not UTF-8 text; save it as UTF-8."


def test_a_mark_before_the_first_name_is_no_part_of_it() -> None:
    Path(".env").write_bytes(b"\xef\xbb\xbfCIVICSETU_HOST=127.0.0.4\n")
    assert load_settings().host == "127.0.0.4"


def test_a_folder_named_as_the_dotenv_file_is_not_read() -> None:
    Path(".env").mkdir()
    assert load_settings().port == 8000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CIVICSETU_PORT", "0"),
        ("CIVICSETU_PORT", "65536"),
        ("CIVICSETU_PORT", "eighty"),
        ("CIVICSETU_LOG_LEVEL", "LOUD"),
        ("CIVICSETU_RETRIEVAL__MAX_CONTEXT", "0"),
        ("CIVICSETU_RETRIEVAL__MAX_CONTEXT", "41"),
        ("CIVICSETU_RETRIEVAL__WEIGHTS__GRAPH", "11"),
        ("CIVICSETU_RETRIEVAL__DEPTHS__GRAPH", "0"),
        ("CIVICSETU_RETRIEVAL__RETRIEVER_DEADLINE_S", "0"),
        ("CIVICSETU_MODELS__THREADS", "-1"),
        ("CIVICSETU_MODELS__RERANKER", "another"),
        ("CIVICSETU_ANSWERABILITY__MIN_CONFIDENCE", "1.5"),
        ("CIVICSETU_ANSWERING__MAX_QUESTION_CHARS", "99"),
        ("CIVICSETU_ANSWERING__DEADLINE_S", "nan"),
        ("CIVICSETU_WEB__COOKIE_DAYS", "0"),
        ("CIVICSETU_WEB__ALLOWED_ORIGINS", "https://a.example"),
        ("CIVICSETU_RETRIEVAL", "fast"),
        ("CIVICSETU_CORPUS__FETCH", "perhaps"),
        ("CIVICSETU_CORPUS__FETCH_AGAIN_DAYS", "-1"),
        ("CIVICSETU_CORPUS__FETCH_DEADLINE_S", "0"),
        ("CIVICSETU_CORPUS__FETCH_TOTAL_S", "3601"),
        ("CIVICSETU_CORPUS__FETCH_PAUSE_S", "nan"),
        ("CIVICSETU_CORPUS__USER_AGENT", "two\nlines"),
        ("CIVICSETU_CACHE__RESULTS_TTL_S", "0"),
        ("CIVICSETU_CACHE__RESULTS_MAX", "0"),
        ("CIVICSETU_CACHE__VECTORS_TTL_S", "nan"),
        ("CIVICSETU_CACHE__VECTORS_MAX", "100001"),
        ("CIVICSETU_CACHE__VECTORS", "perhaps"),
    ],
)
def test_a_value_out_of_bounds_or_malformed_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as told:
        get_settings()
    assert name in sentence(told)


def test_the_value_of_a_wrong_setting_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_RETRIEVAL__MAX_CONTEXT", "s3cr3t")
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert "s3cr3t" not in sentence(told)

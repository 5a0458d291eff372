"""The catalogue: every profile's size, prefixes and column, and what cannot be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from civicsetu.errors import SettingsError
from civicsetu.models.embedder import open_embedder
from civicsetu.models.profiles import PROFILES, InputType, chosen_profile, get_profile
from civicsetu.stores.schema import legal_chunks
from tests.models.fakes import settings_for

TABLE = [
    ("e5-small-int8", "onnx", 384, 512, "query: ", "passage: ", "embedding"),
    ("e5-small-fp32", "sentence-transformers", 384, 512, "query: ", "passage: ", "embedding"),
    (
        "nomic-embed-text-v1.5",
        "sentence-transformers",
        768,
        8192,
        "search_query: ",
        "search_document: ",
        "embedding_768",
    ),
    (
        "bge-small-en-v1.5",
        "sentence-transformers",
        384,
        512,
        "Represent this sentence for searching relevant passages: ",
        "",
        "embedding",
    ),
    ("all-minilm-l6-v2", "sentence-transformers", 384, 256, "", "", "embedding"),
    ("openai-text-embedding-3-small", "litellm", 768, 8191, "", "", "embedding_768"),
    ("cohere-embed-multilingual-light-v3", "litellm", 384, 512, "", "", "embedding"),
    ("cohere-embed-multilingual-v3", "litellm", 1024, 512, "", "", None),
]


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_the_table_of_profiles(row: tuple[object, ...]) -> None:
    profile = get_profile(str(row[0]))
    found = (
        profile.name,
        profile.backend,
        profile.dimension,
        profile.max_tokens,
        profile.query_prefix,
        profile.document_prefix,
        profile.column,
    )
    assert found == row


def test_the_table_names_every_profile() -> None:
    assert list(PROFILES) == [row[0] for row in TABLE]


def test_a_column_is_one_of_the_schema_with_that_dimension() -> None:
    for profile in PROFILES.values():
        if profile.column:
            assert legal_chunks.c[profile.column].type.dim == profile.dimension


@pytest.mark.parametrize(
    ("name", "purpose", "prefix"),
    [
        ("e5-small-int8", InputType.CLUSTERING, "query: "),
        ("e5-small-int8", InputType.CLASSIFICATION, "query: "),
        ("nomic-embed-text-v1.5", InputType.CLUSTERING, "clustering: "),
        ("nomic-embed-text-v1.5", InputType.CLASSIFICATION, "classification: "),
        ("nomic-embed-text-v1.5", InputType.DOCUMENT, "search_document: "),
        ("bge-small-en-v1.5", InputType.CLUSTERING, ""),
        ("all-minilm-l6-v2", InputType.QUERY, ""),
    ],
)
def test_prefix_by_purpose(name: str, purpose: InputType, prefix: str) -> None:
    assert get_profile(name).prefix(purpose) == prefix


def test_an_unknown_profile_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(SettingsError, match="choose one of e5-small-int8"):
        get_profile("word2vec")


def test_a_dimension_without_a_column_is_refused_with_those_that_have_one(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, embedder="cohere-embed-multilingual-v3")
    with pytest.raises(SettingsError) as refusal:
        open_embedder(settings)
    assert "1024 dimensions and cannot be stored" in refusal.value.user_message
    assert "e5-small-int8" in refusal.value.user_message
    assert refusal.value.user_message.count(". ") == 0, "one sentence"


def test_the_default_profile_needs_neither_hub_nor_key(tmp_path: Path) -> None:
    profile = chosen_profile(settings_for(tmp_path))
    assert profile.name == "e5-small-int8"
    assert profile.part is not None


def test_a_profile_cannot_be_altered() -> None:
    with pytest.raises(ValidationError):
        get_profile("e5-small-int8").dimension = 768  # type: ignore[misc]

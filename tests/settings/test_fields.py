"""The settings themselves: bounded, described, unchangeable, and hashed."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from civicsetu.settings import Settings, load_settings


def test_secrets_are_not_printed() -> None:
    settings = load_settings(
        postgres_url="postgresql://u:s3cr3t@h/d", neo4j_password="s3cr3t", redis_url="redis://:s3cr3t@h"
    )
    assert "s3cr3t" not in repr(settings) + str(settings.model_dump()) + settings.model_dump_json()


def test_settings_do_not_change() -> None:
    settings = load_settings()
    with pytest.raises(ValidationError):
        settings.port = 1  # type: ignore[misc]
    with pytest.raises(ValidationError):
        settings.retrieval.max_context = 1  # type: ignore[misc]


def every_field(settings: type) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, field in settings.model_fields.items():  # type: ignore[attr-defined]
        inner = field.annotation
        if isinstance(inner, type) and hasattr(inner, "model_fields"):
            found.extend((f"{name}.{below}", one) for below, one in every_field(inner))
        else:
            found.append((name, field))
    return found


def test_every_setting_is_described_and_every_number_bounded() -> None:
    for name, field in every_field(Settings):
        assert field.description, name  # type: ignore[attr-defined]
        if field.annotation in (int, float):  # type: ignore[attr-defined]
            assert field.metadata, f"{name} has no bounds"  # type: ignore[attr-defined]


def test_the_hash_names_what_can_change_an_answer_and_nothing_else() -> None:
    base = load_settings()
    same = load_settings(
        port=9009, log_level="ERROR", data_dir=Path("elsewhere"), neo4j_password="x", corpus={"fetch": False},
        context={"max_tokens": 100},
        redis_url="redis://h", cache={"vectors": False, "results_ttl_s": 5, "results_max": 2},
    )  # fmt: skip
    assert base.settings_hash() == same.settings_hash() == load_settings().settings_hash()
    changed = {
        load_settings(**{group: {name: value}}).settings_hash()
        for group, name, value in (
            ("retrieval", "max_context", 3), ("answerability", "min_confidence", 0.6), ("answering", "max_sentences", 2),
            ("models", "reranker", "ms-marco-minilm-l12"), ("cache", "results", False),
        )
    }  # fmt: skip
    assert len(changed | {base.settings_hash()}) == 6
    assert len(base.settings_hash()) == 12 and int(base.settings_hash(), 16) >= 0

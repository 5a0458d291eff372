"""Encoders: the token limit, sentence-transformers, and weights that cannot be loaded."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from civicsetu.errors import WeightsUnavailable
from civicsetu.models.encoders import (
    OnnxEncoder,
    SentenceTransformerEncoder,
    open_sentence_transformer,
    open_session,
    open_tokenizer,
    replace_surrogates,
)
from civicsetu.models.prepared import E5_ONNX, E5_PART, TOKENIZER, part_folder
from civicsetu.models.profiles import get_profile
from civicsetu.settings import Settings


@pytest.fixture
def folder(prepared_settings: Settings) -> Path:
    return part_folder(prepared_settings, E5_PART)


def test_a_text_over_the_token_limit_is_cut_and_the_log_says_so(folder: Path) -> None:
    encoder = OnnxEncoder(folder / E5_ONNX, open_tokenizer(folder / TOKENIZER), max_tokens=16, threads=1)
    text = "passage: " + "interest on delay " * 30
    with capture_logs() as logs:
        [vector] = encoder.vectors([text])
    assert np.isfinite(vector).all()
    assert [(log["event"], log["unit"], log["limit"]) for log in logs] == [
        ("embedding_truncated", "tokens", 16)
    ]
    with capture_logs() as logs:
        [short] = encoder.vectors([text[: encoder.spans(text)[13][1]]])
    assert logs == []
    assert np.array_equal(short, vector), "what is kept is the beginning and the closing token"


def test_the_states_of_tokens_come_with_the_vector_and_are_kept_for_a_while(folder: Path) -> None:
    encoder = OnnxEncoder(folder / E5_ONNX, open_tokenizer(folder / TOKENIZER), max_tokens=64, threads=1)
    text = "query: who pays interest on delay"
    [vector] = encoder.vectors([text])
    states = encoder.token_states(text)
    assert states.shape == (len(encoder.spans(text)) + 2, len(vector)) and np.isfinite(states).all()
    assert encoder.token_states(text) is states, "what was just read is not read again"
    encoder.vectors([f"query: {number}" for number in range(40)])
    assert encoder.token_states(text) is not states and np.array_equal(encoder.token_states(text), states)


class FakeModel:
    """What we call of a SentenceTransformer."""

    def __init__(self) -> None:
        self.max_seq_length = 0
        self.calls: list[tuple[list[str], dict[str, Any]]] = []

    def encode(self, texts: list[str], **options: Any) -> np.ndarray:
        self.calls.append((texts, options))
        return np.ones((len(texts), 768), np.float32)

    def tokenizer(self, text: str, **options: Any) -> dict[str, list[tuple[int, int]]]:
        assert options["add_special_tokens"] is False
        return {"offset_mapping": [(0, 1)] * len(text.split())}


def test_sentence_transformers_behind_the_same_interface() -> None:
    model = FakeModel()
    encoder = SentenceTransformerEncoder(model, get_profile("nomic-embed-text-v1.5"), texts_per_call=8)
    assert encoder.vectors(["a", "b\ud800"]).shape == (2, 768)
    assert model.max_seq_length == 8192
    assert model.calls[0][0] == ["a", "b\ufffd"]
    assert model.calls[0][1]["batch_size"] == 8
    assert encoder.spans("two words") == [(0, 1), (0, 1)]


def test_without_sentence_transformers_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(WeightsUnavailable) as missing:
        open_sentence_transformer("anything", local=True)
    assert "pip install sentence-transformers" in missing.value.user_message


@pytest.mark.parametrize(("local", "asked"), [(True, [True]), (False, [True, None])])
def test_the_hub_is_asked_last_and_never_for_a_prepared_folder(
    monkeypatch: pytest.MonkeyPatch, local: bool, asked: list[bool | None]
) -> None:
    seen: list[bool | None] = []

    def refuse(source: str, local_files_only: bool | None = None, **options: Any) -> None:
        seen.append(local_files_only)
        raise OSError("not cached")

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=refuse))
    with pytest.raises(WeightsUnavailable) as missing:
        open_sentence_transformer("some/model", local=local)
    assert seen == asked
    assert "CIVICSETU_MODELS__EMBEDDER=e5-small-int8" in missing.value.user_message


@pytest.mark.slow
@pytest.mark.long
def test_fp32_and_int8_agree(prepared_settings: Settings, folder: Path) -> None:
    profile = get_profile("e5-small-fp32")
    full = SentenceTransformerEncoder(open_sentence_transformer(str(folder), local=True), profile, 4)
    served = OnnxEncoder(folder / E5_ONNX, open_tokenizer(folder / TOKENIZER), max_tokens=512, threads=2)
    texts = ["query: refund with interest", "passage: कब्जा देने में देरी", "passage: " + "defect liability " * 40]
    ours, theirs = served.vectors(texts), full.vectors(texts)
    assert np.all((ours * theirs).sum(1) > 0.97)
    assert served.spans(texts[1]) == full.spans(texts[1])


def test_a_missing_or_broken_model_file_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"not a model")
    for name in ("absent.onnx", "broken.onnx"):
        with pytest.raises(WeightsUnavailable):
            open_session(tmp_path / name, 1)
    with pytest.raises(WeightsUnavailable):
        open_tokenizer(tmp_path / "absent.json")


def test_lone_surrogates_are_replaced_one_for_one() -> None:
    assert replace_surrogates("a\ud83db") == "a\ufffdb"
    assert replace_surrogates("🏠 घर") == "🏠 घर"

"""Vectors that ship are those of their texts, are taken only where they fit, and stand in for the model exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from civicsetu.models import shipped_vectors
from civicsetu.models.embedder import LocalEmbedder
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType, get_profile
from civicsetu.models.shipped_vectors import (
    LookingUp,
    file_of,
    key_of,
    read_shipped,
    with_shipped_vectors,
    write_shipped,
)
from civicsetu.settings import ModelSettings
from tests.models.fakes import FakeEncoder

E5 = get_profile("e5-small-int8")
FP32 = get_profile("e5-small-fp32")
DOCUMENT, QUERY = InputType.DOCUMENT, InputType.QUERY


def unit(seed: int) -> Floats:
    vector = np.random.default_rng(seed).normal(size=384)
    made: Floats = (vector / np.linalg.norm(vector)).astype(np.float32)
    return made


HELD = {
    key_of(DOCUMENT, "lantern"): unit(1),
    key_of(DOCUMENT, "lamp"): unit(2),
    key_of(QUERY, "lantern"): unit(3),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "vectors" / "of.npz"
    write_shipped(path, E5, HELD)
    return path


@pytest.fixture
def encoder() -> FakeEncoder:
    return FakeEncoder()


@pytest.fixture
def looking(file: Path, encoder: FakeEncoder) -> LookingUp:
    shipped = read_shipped(file, E5)
    assert shipped is not None
    return LookingUp(LocalEmbedder(E5, ModelSettings(), encoder), shipped)


async def test_what_ships_is_not_embedded(looking: LookingUp, encoder: FakeEncoder) -> None:
    steps: list[tuple[int, int]] = []
    found = await looking.embed_passages(["lamp", "lantern"], lambda done, total: steps.append((done, total)))
    assert np.sum(found[0] * unit(2)) > 0.999999 and np.sum(found[1] * unit(1)) > 0.999999
    assert found.dtype == np.float32 and np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)
    assert encoder.calls == [] and steps == [(2, 2)]


async def test_what_does_not_ship_is_embedded_in_its_place(looking: LookingUp, encoder: FakeEncoder) -> None:
    steps: list[tuple[int, int]] = []
    texts = ["a lantern", "lantern", "another one"]
    found = await looking.embed_passages(texts, lambda done, total: steps.append((done, total)))
    assert encoder.seen == ["passage: a lantern", "passage: another one"] and steps == [(3, 3)]
    assert [int(found[0].argmax()), int(found[2].argmax())] == [
        len("passage: a lantern"),
        len("passage: another one"),
    ]
    assert np.sum(found[1] * unit(1)) > 0.999999


async def test_a_question_and_a_passage_of_the_same_words_are_two(
    looking: LookingUp, encoder: FakeEncoder
) -> None:
    [question], [passage] = (
        await looking.embed_questions(["lantern"]),
        await looking.embed_passages(["lantern"]),
    )
    assert np.sum(question * unit(3)) > 0.999999 and np.sum(passage * unit(1)) > 0.999999
    await looking.embed_questions(["lamp"])
    assert encoder.seen == ["query: lamp"], "it ships as a passage only"


async def test_everything_else_is_the_embedder_s(looking: LookingUp, encoder: FakeEncoder) -> None:
    assert (await looking.embed_query("lantern")).shape == (384,)
    assert encoder.seen == ["query: lantern"]
    assert looking.count_tokens("lantern") == len(looking.token_spans("lantern")) == 7
    assert (await looking.embed_passages([])).shape == (0, 384)


@given(st.lists(st.text(max_size=5), max_size=6))
async def test_any_texts_come_back_in_their_order(texts: list[str]) -> None:
    vectors = {key_of(DOCUMENT, text): unit(index) for index, text in enumerate(dict.fromkeys(texts[::2]))}
    shipped = shipped_vectors.ShippedVectors(
        {key: row for row, key in enumerate(vectors)},
        np.array(list(vectors.values()), np.float16).reshape(-1, 384),
    )
    found = await LookingUp(LocalEmbedder(E5, ModelSettings(), FakeEncoder()), shipped).embed_passages(texts)
    for text, vector in zip(texts, found, strict=True):
        held = vectors.get(key_of(DOCUMENT, text))
        if held is None:
            assert int(vector.argmax()) == len(f"passage: {text}")
        else:
            assert np.sum(vector * held) > 0.9999


def test_rounding_leaves_a_vector_its_direction(file: Path) -> None:
    shipped = read_shipped(file, E5)
    assert shipped is not None and shipped.vectors.dtype == np.float16
    for key, vector in HELD.items():
        [kept] = shipped.vectors_at([shipped.rows[key]])
        assert np.sum(kept * vector) >= 0.999999


def test_the_same_vectors_make_the_same_file(file: Path, tmp_path: Path) -> None:
    write_shipped(tmp_path / "again.npz", E5, dict(reversed(HELD.items())))
    assert (tmp_path / "again.npz").read_bytes() == file.read_bytes()


def test_vectors_of_another_profile_or_other_weights_are_not_taken(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        assert read_shipped(file, FP32) is None
        part = shipped_vectors.PARTS[str(E5.part)]
        changed = type(part)(part.name, "1 of other weights", part.peak_bytes, part.share)
        monkeypatch.setitem(shipped_vectors.PARTS, part.name, changed)
        assert read_shipped(file, E5) is None
    assert [log["event"] for log in logs] == ["shipped_vectors_not_of_these_weights"] * 2


@pytest.mark.parametrize("at", [0, 60, 400, 900, -30])
def test_a_damaged_file_is_not_taken(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 255
    file.write_bytes(content)
    shipped = read_shipped(file, E5)
    assert shipped is None or {key: shipped.vectors[row].tobytes() for key, row in shipped.rows.items()} == {
        key: vector.astype(np.float16).tobytes() for key, vector in HELD.items()
    }, "only what no vector stands on may differ"


def test_a_file_that_was_cut_or_is_something_else_is_not_taken(file: Path) -> None:
    content = file.read_bytes()
    for damaged in (b"", content[:-100], content[:50], b"no archive at all"):
        file.write_bytes(damaged)
        with capture_logs() as logs:
            assert read_shipped(file, E5) is None
        assert [log["event"] for log in logs] == ["shipped_vectors_damaged"]


class Known:
    """An embedder of which only the profile is looked at."""

    def __init__(self, profile: Any) -> None:
        self.profile = profile


def test_a_profile_without_a_file_has_its_embedder_as_it_is() -> None:
    plain = cast(Any, Known(FP32))
    assert not file_of(FP32).exists() and with_shipped_vectors(plain) is plain
    assert isinstance(with_shipped_vectors(cast(Any, Known(E5))), LookingUp)
